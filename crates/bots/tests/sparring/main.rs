//! Sparring partners at a table: legal, repeatable, and as strong relative to each other as the originals.

mod calibration;
mod manners;
mod table;
