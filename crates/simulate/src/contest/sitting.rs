//! A sitting: one game of a contest, from the board to the last point.
//!
//! The table asks everybody who has something to say, beginning after the seat that the game waits for, so that answers to
//! an offer come before the offerer goes on; whoever would rather wait is asked again ([`SWEEPS`]). All luck is drawn from the
//! game's seed by its position in the log, as the engine draws it, so that a log of the game can be verified.

use std::time::Instant;

use bots::Dice;
use fair::{Fair, Seed};
use game::{Move, Record, Seat, SeatSet};

use super::contested::{Contested, Trade};
use super::player::{Player, Reply};
use super::program::Fault;
use super::row::{Counts, GameRow, SeatRow};

/// How often everybody is asked before the table acts for the seat that the game waits for. The most patient bot waits three times.
const SWEEPS: usize = 5;

/// A game with its players.
pub(crate) struct Sitting<G: Contested> {
    game: G,
    seats: Vec<Chair<G>>,
    fair: Fair,
    /// For the actions of players who gave none.
    dice: Dice,
    record: Record<G>,
}

/// A player at the table.
pub(crate) struct Chair<G: Contested> {
    pub(crate) entry: usize,
    pub(crate) trades: bool,
    pub(crate) player: Player<G>,
    nanos: Vec<u64>,
    counts: Counts,
    /// Actions since the turn began.
    acted: u32,
}

impl<G: Contested> Chair<G> {
    pub(crate) const fn new(entry: usize, trades: bool, player: Player<G>) -> Self {
        let counts = Counts {
            fallbacks: 0,
            illegal: 0,
            late: 0,
            dead: 0,
            unreadable: 0,
            offers: 0,
            offers_done: 0,
            trades: 0,
        };
        Self { entry, trades, player, nanos: Vec::new(), counts, acted: 0 }
    }
}

/// What limits a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) rounds: u32,
    pub(crate) limit: u32,
}

impl<G: Contested> Sitting<G> {
    /// A game before its first move; `None` if it cannot begin like this.
    pub(crate) fn new(setup: G::Setup, seats: Vec<Chair<G>>, seed: &Seed, dice: Dice) -> Option<Self> {
        let game = G::create(&setup).ok()?;
        let record = Record { setup, moves: Vec::new() };
        Some(Self { game, seats, fair: Fair::new(seed), dice, record })
    }

    /// Plays on to the end, or to the limit. The row has yet to learn its number.
    pub(crate) fn play(mut self, bounds: Bounds) -> (GameRow, Record<G>, Vec<Chair<G>>, SeatSet) {
        let players = self.seats.len() as u8;
        let (mut actions, mut turn) = (0, 0);
        let result = loop {
            let result = self.game.result(players, bounds.rounds);
            if result.is_some() || actions >= bounds.limit {
                break result;
            }
            if self.game.turns() != turn {
                turn = self.game.turns();
                self.seats.iter_mut().for_each(|chair| chair.acted = 0);
            }
            let Some((seat, action)) = self.next() else { break None };
            if !self.carry_out(seat, action) {
                break None;
            }
            actions += 1;
        };
        let winners = result.unwrap_or(SeatSet::EMPTY);
        let share = 1.0 / f64::from(winners.len().max(1) as u32);
        let rows = (0..).map(Seat).zip(&mut self.seats).map(|(seat, chair)| SeatRow {
            entry: chair.entry,
            score: if winners.contains(seat) { share } else { 0.0 },
            points: Contested::points(&self.game, seat),
            nanos: std::mem::take(&mut chair.nanos),
            counts: chair.counts,
        });
        let row = GameRow {
            table: 0,
            number: 0,
            board: 0,
            is_finished: result.is_some(),
            turns: self.game.turns(),
            actions,
            seats: rows.collect(),
        };
        (row, self.record, self.seats, winners)
    }

    /// The next action of whoever has one; `None` if nobody can go on.
    fn next(&mut self) -> Option<(Seat, G::Action)> {
        let awaited = self.game.to_move().lowest()?;
        let n = self.seats.len();
        for _ in 0..SWEEPS {
            for step in 1..=n {
                let seat = Seat(((awaited.index() + step) % n) as u8);
                if let Some(action) = self.ask(seat) {
                    return Some((seat, action));
                }
            }
        }
        let action = bots::fallback::<G>(&self.game.legal(awaited))?;
        if let Some(chair) = self.seats.get_mut(awaited.index()) {
            chair.counts.fallbacks += 1;
        }
        Some((awaited, action))
    }

    fn ask(&mut self, seat: Seat) -> Option<G::Action> {
        let chair = self.seats.get_mut(seat.index())?;
        let mut legal = self.game.legal(seat);
        if chair.acted >= G::MOST_A_TURN || !self.game.is_asked(seat, &legal) {
            return None;
        }
        if !chair.trades {
            if let Some(refusal) = G::refusal(&legal) {
                return Some(refusal);
            }
            legal = G::without_offers(legal);
        }
        let began = Instant::now();
        let reply = chair.player.ask(&self.game, seat, &legal);
        let nanos = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let fault = match reply {
            Reply::Wait => return None,
            Reply::Act(action) => {
                chair.nanos.push(nanos);
                chair.acted += 1;
                return Some(action);
            }
            Reply::Fault(fault) => fault,
        };
        let count = match fault {
            Fault::Illegal => &mut chair.counts.illegal,
            Fault::Late => &mut chair.counts.late,
            Fault::Dead => &mut chair.counts.dead,
        };
        *count += 1;
        chair.nanos.push(nanos);
        chair.acted += 1;
        self.game.random_action(seat, &mut self.dice)
    }

    /// Carries an action out, and after it whatever is then due at the table; tells everybody what they may know.
    fn carry_out(&mut self, seat: Seat, action: G::Action) -> bool {
        let mut next = Some((seat, action));
        let mut events = Vec::new();
        while let Some((seat, action)) = next {
            let position = self.record.moves.len() as u64;
            let outcome = self.game.chance(seat, &action).map(|chance| self.fair.draw(&chance, position));
            if self.game.apply(seat, &action, outcome, &mut events).is_err() {
                return false;
            }
            self.record.moves.push(Move { seat, action, outcome });
            next = self.game.due();
        }
        for event in &events {
            match G::trade(event) {
                Some(Trade::Offered(seat)) => self.count(seat, |counts| counts.offers += 1),
                Some(Trade::Done(from, with)) => {
                    self.count(from, |counts| {
                        counts.offers_done += 1;
                        counts.trades += 1;
                    });
                    self.count(with, |counts| counts.trades += 1);
                }
                None => {}
            }
            for (listener, chair) in (0..).map(Seat).zip(&mut self.seats) {
                chair.player.hear(&self.game, event, listener);
            }
        }
        true
    }

    fn count(&mut self, seat: Seat, change: impl FnOnce(&mut Counts)) {
        if let Some(chair) = self.seats.get_mut(seat.index()) {
            change(&mut chair.counts);
        }
    }
}
