//! Entries: who takes part in a contest, as it is written on the command line.
//!
//! `LEVEL[+notrade][:BUDGET]` is one of our bots; `exec[+notrade]:[TIME:]COMMAND` is any program. A budget is a time for each
//! decision (`50ms`, `1s`) or a number of nodes (`200n`).
//!
//! Notation: docs/bots.md §7.

use std::fmt;
use std::time::Duration;

use bots::Budget;

use super::words::{Unclosed, parts, words};
use crate::GameName;

/// What marks a program.
const EXEC: &str = "exec";
/// What marks a player who trades with nobody.
const NO_TRADE: &str = "notrade";
/// How long a program has for a decision where nobody says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// The longest time for a decision.
const LONGEST: Duration = Duration::from_hours(1);

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Who.
    pub who: Who,
    /// Whether offers are made and taken.
    pub trades: bool,
    /// How long a decision may take.
    pub budget: Budget,
}

/// Who takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A bot of ours.
    Level(String),
    /// A program: its command, word by word.
    Program(Vec<String>),
}

/// What is wrong with a list of entries.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntryFault {
    /// No such bot.
    #[error("{game} has no player called \"{level}\"; it has: {}, exec:COMMAND", .game.players().join(", "))]
    Level {
        /// The game.
        game: GameName,
        /// What was asked for.
        level: String,
    },
    /// No such option.
    #[error("\"{0}\" is no option of a player; there is: +notrade")]
    Option(String),
    /// An option that the game has no use for.
    #[error("nobody trades in {0}: +notrade means nothing")]
    NoTrade(GameName),
    /// Not a budget.
    #[error("\"{0}\" is no budget: 50ms and 1s are times, 200n is a number of nodes")]
    Budget(String),
    /// A program without a command.
    #[error("exec: needs a command, as in exec:./mybot")]
    NoCommand,
    /// A quote too few.
    #[error("{0}")]
    Quotes(#[from] Unclosed),
}

impl Entry {
    /// Reads a list of entries, separated by commas.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn parse_list(game: GameName, text: &str) -> Result<Vec<Self>, EntryFault> {
        parts(text)?.iter().map(|part| Self::parse(game, part.trim())).collect()
    }

    fn parse(game: GameName, text: &str) -> Result<Self, EntryFault> {
        let (head, rest) = text.split_once(':').map_or((text, None), |(head, rest)| (head, Some(rest)));
        let (name, options) = head.split_once('+').map_or((head, None), |(name, o)| (name, Some(o)));
        let trades = match options {
            None => true,
            Some(NO_TRADE) if game == GameName::Catan => false,
            Some(NO_TRADE) => return Err(EntryFault::NoTrade(game)),
            Some(other) => return Err(EntryFault::Option(other.to_owned())),
        };
        if name == EXEC {
            let rest = rest.ok_or(EntryFault::NoCommand)?;
            // A time before the command, if it looks like one: no program is called `50ms:`.
            let (budget, command) = match rest.split_once(':').map(|(time, rest)| (budget(time), rest)) {
                Some((Some(budget @ Budget::Time(_)), command)) => (budget, command),
                _ => (Budget::Time(USUAL_TIME), rest),
            };
            let command = words(command)?;
            if command.first().is_none_or(String::is_empty) {
                return Err(EntryFault::NoCommand);
            }
            return Ok(Self { who: Who::Program(command), trades, budget });
        }
        if !game.players().contains(&name) {
            return Err(EntryFault::Level { game, level: name.to_owned() });
        }
        let budget = match rest {
            None => Budget::Usual,
            Some(text) => budget(text).ok_or_else(|| EntryFault::Budget(text.to_owned()))?,
        };
        Ok(Self { who: Who::Level(name.to_owned()), trades, budget })
    }

    /// Whether the same player is meant, but for the trading.
    pub(crate) fn is_same_but_for_trading(&self, other: &Self) -> bool {
        (&self.who, self.budget) == (&other.who, other.budget) && self.trades != other.trades
    }
}

/// A budget: a time, or a number of nodes; none of them zero.
fn budget(text: &str) -> Option<Budget> {
    if let Some(nodes) = text.strip_suffix('n') {
        return nodes.parse().ok().filter(|&nodes| nodes > 0).map(Budget::Nodes);
    }
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = number.parse::<f64>().ok().filter(|_| plain)? * unit;
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    (Duration::ZERO < time && time <= LONGEST).then_some(Budget::Time(time))
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let option = if self.trades { "" } else { "+notrade" };
        match &self.who {
            Who::Level(level) => {
                write!(f, "{level}{option}")?;
                match self.budget {
                    Budget::Usual => Ok(()),
                    Budget::Nodes(nodes) => write!(f, ":{nodes}n"),
                    Budget::Time(time) => write!(f, ":{time:?}"),
                }
            }
            Who::Program(command) => {
                write!(f, "{EXEC}{option}:")?;
                if let Budget::Time(time) = self.budget
                    && time != USUAL_TIME
                {
                    write!(f, "{time:?}:")?;
                }
                f.write_str(&command.join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<Entry>, EntryFault> {
        Entry::parse_list(GameName::Catan, text)
    }

    #[test]
    fn entries_are_read_and_written_back() {
        let list = "greedy,random:50ms,weighted:1s,greedy:200n,greedy+notrade:1.5s,exec:./mybot --fast";
        let entries = parse(list).unwrap();
        let written: Vec<_> = entries.iter().map(ToString::to_string).collect();
        assert_eq!(written.join(","), list);
        assert_eq!(entries[1].budget, Budget::Time(Duration::from_millis(50)));
        assert_eq!(entries[3].budget, Budget::Nodes(200));
        assert!(!entries[4].trades && entries[3].trades);
        assert_eq!(entries[5].who, Who::Program(vec!["./mybot".to_owned(), "--fast".to_owned()]));
        assert_eq!(entries[5].budget, Budget::Time(Duration::from_secs(1)));
    }

    #[test]
    fn a_command_has_a_time_before_it_and_commas_in_quotes() {
        let entries = parse(r#"exec+notrade:200ms:python3 "a,b.py" x:y, greedy"#).unwrap();
        let command = ["python3", "a,b.py", "x:y"].map(str::to_owned).to_vec();
        assert_eq!((entries.len(), &entries[0].who), (2, &Who::Program(command)));
        assert_eq!((entries[0].budget, entries[0].trades), (Budget::Time(Duration::from_millis(200)), false));
        let command = vec!["host:./bot".to_owned()];
        assert_eq!(parse("exec:host:./bot").unwrap()[0].who, Who::Program(command), "no time, so all of it");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| parse(text).unwrap_err().to_string();
        assert!(said("greedy,greddy").starts_with("catan has no player called \"greddy\"; it has: random, "));
        assert!(said("").contains("no player called \"\""));
        for wrong in
            ["greedy:0ms", "greedy:50", "greedy:-1s", "greedy:1e3s", "greedy:0n", "greedy:9999s", "greedy:"]
        {
            assert!(said(wrong).contains("is no budget"), "{wrong}: {}", said(wrong));
        }
        assert!(said("greedy+slow").contains("+notrade"));
        assert!(said("exec").contains("needs a command"));
        assert!(said("exec:").contains("needs a command"));
        assert!(said("exec:200ms:  ").contains("needs a command"));
        assert!(said("exec:'x").contains("not closed"));
        let kniffel = Entry::parse_list(GameName::Kniffel, "expert+notrade").unwrap_err();
        assert_eq!(kniffel.to_string(), "nobody trades in kniffel: +notrade means nothing");
        for game in GameName::ALL {
            assert!(game.players().iter().all(|name| Entry::parse_list(game, name).is_ok()), "{game}");
        }
    }
}
