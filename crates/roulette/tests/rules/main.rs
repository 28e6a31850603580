//! The rules of roulette, tested from outside, as one program.
//!
//! Each file holds one part of docs/rules/roulette.md; `script` is the language in which the scenes are written.

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod conservation;
mod layout;
mod legal;
#[cfg(test)]
mod limits;
mod loading;
mod naming;
mod pitfalls;
mod presence;
mod round;
#[cfg(test)]
mod script;
mod setup;
mod transcript;
