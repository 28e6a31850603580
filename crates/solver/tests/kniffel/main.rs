//! Kniffel solved: the figures, and the same by other ways.

mod advice;
mod contest;
mod figures;
mod file;
mod naive;
mod outlook;
mod scene;
mod simulation;
