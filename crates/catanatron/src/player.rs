//! A player: one colour of one game, from the first question to the last.
//!
//! It hears what was done, builds the position, asks the bot and finds the bot's wish in the peer's list. That list is
//! the law: the answer is always a member of it, if need be a second opinion or the plain choice.
//!
//! Choices: docs/catanatron.md §6.

use std::time::{Duration, Instant};

use bots::{Budget, Company};
use catan::{Board, Catan, Hand, Rules};
use game::{Game, Seat, Viewer};
use serde_json::Value;

use crate::chronicle::Chronicle;
use crate::deed::Deed;
use crate::ledger::Ledger;
use crate::message;
use crate::mind::{Mind, Silence};
use crate::plain;
use crate::position::Position;
use crate::sight;
use crate::wish;
use crate::words::Colors;

/// How much longer than its budget a bot may take before the answer is given without it.
const GRACE: Duration = Duration::from_millis(90);
/// The level that is asked where the bot has no say.
const SECOND: &str = "greedy";

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The level of our bots.
    pub level: String,
    /// How long an answer may take.
    pub budget: Duration,
}

/// One colour of one game.
#[derive(Debug)]
pub(crate) struct Player {
    colors: Colors,
    me: Seat,
    seed: u64,
    /// Nothing where our rules do not know the board.
    table: Option<Table>,
}

/// A table that our rules know.
#[derive(Debug)]
struct Table {
    board: Board,
    rules: Rules,
    chronicle: Chronicle,
    minds: Option<Minds>,
    /// Cards that the bot wants to discard in the next questions.
    discards: Hand,
}

/// Two bots of one seat: one uses the whole budget, the other half of it, for what we ask in two questions.
#[derive(Debug)]
struct Minds {
    full: Mind,
    half: Mind,
}

impl Minds {
    fn new(seating: &Seating, seat: Seat, seed: u64) -> Option<Self> {
        let mind = |budget| Mind::new(&seating.level, seat, seed, Budget::Time(budget));
        Some(Self { full: mind(seating.budget)?, half: mind(seating.budget / 2)? })
    }
}

impl Player {
    /// A player of this colour, at the table that the message before the game and the first question describe; and what
    /// keeps our bot from playing there, if anything does.
    pub(crate) fn new(before: &Value, first: &Value, color: &Value, seed: u64) -> (Self, Option<String>) {
        let colors = message::colors(first).or_else(|| message::colors(before)).unwrap_or_default();
        let seat = colors.seat(color);
        let board = message::board(before).or_else(|why| message::board(first).map_err(|_| why));
        let rules =
            message::rules(if message::field(before, "vps_to_win").is_some() { before } else { first });
        let me = seat.unwrap_or(Seat(0));
        let (table, why) = match (board, seat) {
            (Ok(board), Some(me)) => {
                let chronicle = Chronicle::new(Ledger::new(board, rules, colors.len(), me));
                (Some(Table { board, rules, chronicle, minds: None, discards: Hand::EMPTY }), None)
            }
            (Ok(_), None) => (None, Some("the colour is not at the table".to_owned())),
            (Err(why), _) => (None, Some(why)),
        };
        (Self { colors, me, seed, table }, why)
    }

    /// The place of the answer in the list, and what went wrong on the way to it.
    pub(crate) fn decide(
        &mut self,
        message: &Value,
        list: &[Value],
        seating: &Seating,
        asked: Instant,
    ) -> (Option<usize>, Option<String>) {
        let deeds: Vec<_> = list.iter().map(|triple| Deed::read(triple, &self.colors).1).collect();
        let position = Position::read(message, &self.colors, self.me);
        let Some(table) = &mut self.table else {
            return (plain::choice(&deeds, None, &position), None);
        };
        if table.minds.is_none() {
            table.minds = Minds::new(seating, self.me, self.seed);
        }
        table.listen(message, &self.colors, &position);
        let plain = plain::choice(&deeds, Some(&table.board), &position);
        let talk = deeds.iter().any(|deed| matches!(deed, Deed::Reject | Deed::Cancel));
        if deeds.len() == 1 || talk {
            return (plain, None);
        }
        let ledger = &table.chronicle.ledger;
        let Some(world) = sight::world(table.board, table.rules, &position, ledger, &deeds) else {
            return (plain, Some("our rules do not know this position".to_owned()));
        };
        let deadline = asked + seating.budget + GRACE;
        match table.consider(&world, self.me, &deeds, deadline) {
            Ok(place) => (Some(place), None),
            Err(why) => (table.second_opinion(&world, self.me, &deeds).or(plain), Some(why)),
        }
    }
}

impl Table {
    fn listen(&mut self, message: &Value, colors: &Colors, position: &Position) {
        let seen = self.chronicle.listen(message, colors, position);
        if let Some(minds) = &self.minds {
            for seen in seen {
                minds.full.hear(seen);
                minds.half.hear(seen);
            }
        }
    }

    /// What the bot wants, as a place in the list.
    fn consider(
        &mut self,
        world: &Catan,
        me: Seat,
        deeds: &[Deed],
        deadline: Instant,
    ) -> Result<usize, String> {
        let minds = self.minds.as_mut().ok_or("there is no such level")?;
        let mut gone = false;
        let wish = wish::place(world, me, deeds, &mut self.discards, |world, legal, half| {
            let mind = if half { &mut minds.half } else { &mut minds.full };
            mind.choose(world.view(Viewer::Seat(me)), legal, deadline).map_err(|silence| {
                gone |= silence == Silence::Gone;
                silence.to_string()
            })
        });
        if gone {
            // The next question finds a new one.
            self.minds = None;
        }
        wish
    }

    /// What our quickest bot of some sense wants: it looks one action ahead and takes no time.
    fn second_opinion(&mut self, world: &Catan, me: Seat, deeds: &[Deed]) -> Option<usize> {
        let mut bot = Catan::bot(SECOND, me, 0)?;
        let ask = |world: &Catan, legal, _| {
            let wish = bot.choose(&world.view(Viewer::Seat(me)), &legal);
            wish.ok_or_else(|| Silence::Nothing.to_string())
        };
        wish::place(world, me, deeds, &mut self.discards, ask).ok()
    }
}
