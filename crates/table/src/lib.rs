//! One table as a pure state machine: seats, host, timers, pauses, fair chance, and the game on it.
//!
//! No clock, no sockets, no disk: time and entropy come in with every [`Input`], and what to store, tell and ask for goes
//! out as [`Effects`]. A table *is* its log: everything that must survive is an [`Entry`](protocol::table::Entry), and
//! [`Table::restore`] makes the same table from the entries again. What is fleeting (who is connected, which bot is thinking)
//! is not in the log and comes back by itself. A [`Resting`] table is what a log comes to; its snapshot stands for the entries.
//!
//! - [`Played`]: what a game must say beside its rules to be played at a table; one small file per game.
//! - [`Table::handle`]: an input in, effects out; a refused input changes nothing.
//! - [`Table::next_wake`]: when the table wants to be woken. Deadlines are data, not sleeping tasks.

mod absence;
mod anonymity;
mod archive;
mod catan;
mod chair;
mod chips;
mod clock;
mod effects;
mod ending;
mod evolve;
mod input;
mod kniffel;
mod limits;
mod lobby;
mod outage;
mod play;
mod played;
mod recall;
mod refusal;
mod replay;
mod resting;
mod roster;
mod roulette;
mod seeding;
mod snapshot;
mod stage;
mod table;
mod thinking;

pub use anonymity::{Anonymity, anonymous};
pub use archive::{ArchiveFault, Retold, retell};
pub use chair::{Chair, Sitter, Substitute};
pub use chips::{Purse, Transfer};
pub use effects::{Effects, Notice, Result as GameResult, Rolled, Think};
pub use evolve::LogFault;
pub use input::{Command, Input, Moment};
pub use limits::Limits;
pub use played::{ChipFlow, Clocked, Played, Waits};
pub use recall::recall;
pub use refusal::Refusal;
pub use replay::{NoReplay, games, replay};
pub use resting::Resting;
pub use stage::{Over, Pause, Playing, Seeding, Stage};
pub use table::{Millis, Opening, Table};
