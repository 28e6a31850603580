//! Bots at a table: honest, legal, never stuck, as strong as they should be.

mod budgets;
mod catan_setups;
mod honesty;
mod legality;
mod rivalry;
mod sense;
mod strength;
mod table;
mod trading;
mod twins;
