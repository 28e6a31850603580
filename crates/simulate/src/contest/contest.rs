//! Contests: bots and programs against each other, game after game, until enough is known.
//!
//! Threads take games by number; what came of them is looked at in the order of the numbers, so that everything that is
//! counted, and the moment at which a test ends, is the same for any number of threads. Games that were played beyond
//! that moment are not counted.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use bots::Dice;
use catan::{Board, Catan};
use fair::Seed;
use game::Record;
use kniffel::Kniffel;
use protocol::Wire;
use roulette::Roulette;

use super::bench::{Bench, Series, check_programs};
use super::contested::Contested;
use super::entry::Entry;
use super::report::ContestReport;
use super::row::GameRow;
use super::score::Score;
use super::sitting::Bounds;
use crate::clock::Elapsed;
use crate::statistics::sprt::{Hypotheses, Sprt, Verdict};
use crate::{GameName, Opening, OpeningFault};

/// Who plays what, and how often. Two equal contests have the same games, if nobody in them has a budget of time.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    /// The game.
    pub game: GameName,
    /// The name of the rules.
    pub rules: String,
    /// Who takes part.
    pub entries: Vec<Entry>,
    /// How many sit at a table. Where more take part, every table of so many plays: a round robin.
    pub players: usize,
    /// How many games a table plays, at least; rounded up so that everybody has played every seat equally often.
    pub games: u64,
    /// Where all luck comes from.
    pub seed: u64,
    /// How many rounds a game of roulette has.
    pub rounds: u32,
    /// After how many actions a game is given up.
    pub limit: u32,
    /// What is tested about the first entry; the contest ends with the answer.
    pub test: Option<Hypotheses>,
}

/// Why a contest cannot be held.
#[derive(Debug, thiserror::Error)]
pub enum ContestFault {
    /// The game cannot begin like this.
    #[error("{0}")]
    Opening(#[from] OpeningFault),
    /// Fewer than a table.
    #[error("a table of {players} needs as many players; there are {entries}")]
    TooFew {
        /// How many sit at a table.
        players: usize,
        /// How many take part.
        entries: usize,
    },
    /// A test among many tables.
    #[error("a test is about the first player of one table, not about a round robin")]
    TestOfMany,
    /// A program that cannot take part.
    #[error("{command}: {why}")]
    Program {
        /// Its command.
        command: String,
        /// What is wrong.
        why: String,
    },
    /// What came of a game could not be written down.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Somebody who writes down each game, in the order of their numbers.
pub trait Scribe {
    /// A game that counts.
    ///
    /// # Errors
    /// When it cannot be written; the contest then ends.
    fn write<G: Wire>(&mut self, row: &GameRow, record: &Record<G>, seed: &Seed) -> io::Result<()>;
}

/// Nobody writes anything down.
impl Scribe for () {
    fn write<G: Wire>(&mut self, _: &GameRow, _: &Record<G>, _: &Seed) -> io::Result<()> {
        Ok(())
    }
}

impl Contest {
    /// A contest of these at one table, with everything as usual.
    #[must_use]
    pub fn new(game: GameName, entries: Vec<Entry>) -> Self {
        let plan = crate::Plan::new(game);
        Self {
            game,
            rules: plan.rules,
            players: entries.len(),
            entries,
            games: plan.games,
            seed: plan.seed,
            rounds: plan.rounds,
            limit: plan.limit,
            test: None,
        }
    }

    /// The tables, each by its entries: one, or every table of a round robin.
    #[must_use]
    pub fn tables(&self) -> Vec<Vec<usize>> {
        let mut tables = vec![Vec::new()];
        for entry in 0..self.entries.len() {
            // Behind those without it, so that tables are in order in the end.
            let joined =
                tables.clone().into_iter().filter(|table| table.len() < self.players).map(|mut table| {
                    table.push(entry);
                    table
                });
            tables.extend(joined.collect::<Vec<_>>());
        }
        tables.retain(|table| table.len() == self.players);
        tables.sort_unstable();
        tables
    }

    /// How many games a table plays.
    #[must_use]
    pub fn games_a_table(&self) -> u64 {
        self.games.next_multiple_of(self.players.max(1) as u64)
    }

    /// How many games there are at most.
    #[must_use]
    pub fn total_games(&self) -> u64 {
        self.games_a_table().saturating_mul(self.tables().len() as u64)
    }

    /// Whether the contest can be held, apart from its programs.
    ///
    /// # Errors
    /// When the rules are not for this many players, or fewer take part than sit at a table.
    pub fn check(&self) -> Result<(), ContestFault> {
        Opening::new(self.game, &self.rules, u32::try_from(self.players).unwrap_or(u32::MAX))?;
        if self.entries.len() < self.players {
            return Err(ContestFault::TooFew { players: self.players, entries: self.entries.len() });
        }
        if self.test.is_some() && self.entries.len() > self.players {
            return Err(ContestFault::TestOfMany);
        }
        Ok(())
    }

    /// Holds the contest on this many threads; `finished` hears how many more games count.
    ///
    /// # Errors
    /// When it cannot be held, or the scribe cannot write.
    pub fn hold(
        &self,
        threads: usize,
        finished: &dyn Fn(u64),
        scribe: &mut impl Scribe,
    ) -> Result<ContestReport, ContestFault> {
        self.check()?;
        match Opening::new(self.game, &self.rules, u32::try_from(self.players).unwrap_or(u32::MAX))? {
            Opening::Catan(opening) => {
                let setup = |players, luck: &mut Dice| catan::Setup {
                    players,
                    rules: opening.rules,
                    board: Board::generate(opening.rules.board, luck),
                    order: None,
                };
                self.hold_with::<Catan>(&setup, threads, finished, scribe)
            }
            Opening::Kniffel(setup) => {
                let setup = |_, _: &mut Dice| setup;
                self.hold_with::<Kniffel>(&setup, threads, finished, scribe)
            }
            Opening::Roulette(setup) => {
                let setup = |_, _: &mut Dice| setup.clone();
                self.hold_with::<Roulette>(&setup, threads, finished, scribe)
            }
        }
    }

    fn hold_with<G: Contested>(
        &self,
        setup: &(dyn Fn(u8, &mut Dice) -> G::Setup + Sync),
        threads: usize,
        finished: &dyn Fn(u64),
        scribe: &mut impl Scribe,
    ) -> Result<ContestReport, ContestFault> {
        check_programs::<G>(&self.entries)
            .map_err(|(command, why)| ContestFault::Program { command, why })?;
        let bounds = Bounds { rounds: self.rounds, limit: self.limit };
        let series: Series<'_, G> = Series { entries: &self.entries, setup, seed: self.seed, bounds };
        let (tables, a_table) = (self.tables(), self.games_a_table());
        let total = self.total_games();
        let play = |bench: &mut Bench, game: u64| {
            let table = (game / a_table) as usize;
            let players = tables.get(table)?;
            bench.play(&series, table, players, game % a_table)
        };
        let (next, over) = (AtomicU64::new(0), AtomicBool::new(false));
        let began = Instant::now();
        let mut counting = Counting::new(self, tables.clone());
        let n_threads = std::thread::scope(|scope| {
            let (tell, told) = channel();
            let work = || {
                let tell = tell.clone();
                let (next, over, play) = (&next, &over, &play);
                move || {
                    let mut bench = Bench::new(self.entries.len());
                    while !over.load(Ordering::Relaxed) {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= total || tell.send((game, play(&mut bench, game))).is_err() {
                            break;
                        }
                    }
                }
            };
            let helpers: Vec<_> =
                (0..threads.max(1)).map_while(|_| Builder::new().spawn_scoped(scope, work()).ok()).collect();
            if helpers.is_empty() {
                work()();
            }
            drop(tell);
            let counted = counting.listen(&told, finished, scribe);
            over.store(true, Ordering::Relaxed);
            drop(told);
            let n_threads = helpers.len().max(1);
            for helper in helpers {
                helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            counted.map(|()| n_threads)
        })?;
        let elapsed = Elapsed { threads: n_threads, wall: began.elapsed(), cpu: None::<Duration> };
        Ok(counting.score.report(self, &counting.tables, counting.test, elapsed))
    }
}

/// What a thread tells: the number of a game, and the game unless it could not begin.
type Told<G> = (u64, Option<(GameRow, Record<G>, Seed)>);

/// Looks at games in the order of their numbers.
struct Counting<'a> {
    entries: &'a [Entry],
    score: Score,
    tables: Vec<Vec<usize>>,
    test: Option<Sprt>,
}

impl<'a> Counting<'a> {
    fn new(contest: &'a Contest, tables: Vec<Vec<usize>>) -> Self {
        let test = contest.test.map(|hypotheses| Sprt::new(hypotheses, contest.players));
        let entries = &contest.entries;
        Self { entries, score: Score::new(entries, tables.len()), tables, test }
    }

    fn listen<G: Wire>(
        &mut self,
        told: &Receiver<Told<G>>,
        finished: &dyn Fn(u64),
        scribe: &mut impl Scribe,
    ) -> io::Result<()> {
        let mut early = BTreeMap::new();
        let mut awaited = 0;
        for (game, played) in told {
            early.insert(game, played);
            while let Some(played) = early.remove(&awaited) {
                awaited += 1;
                finished(1);
                let Some((row, record, seed)) = played else { continue };
                scribe.write(&row, &record, &seed)?;
                self.score.add(&row, self.entries);
                if self.is_decided(&row) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// One more game for the test; it is judged when everybody has had every seat.
    fn is_decided(&mut self, row: &GameRow) -> bool {
        let Some(test) = &mut self.test else { return false };
        if row.is_finished {
            let first = row.seats.iter().find(|seat| seat.entry == 0);
            test.add(first.map_or(0.0, |seat| seat.score));
        }
        let n = row.seats.len().max(1) as u64;
        (row.number + 1).is_multiple_of(n) && test.judge() != Verdict::Open
    }
}
