//! Kniffel solved: the figures, and the same by other ways.

mod figures;
