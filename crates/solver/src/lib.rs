//! Kniffel solved exactly.
