//! The laws of the contract as one test suite.
