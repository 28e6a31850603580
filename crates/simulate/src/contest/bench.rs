//! The bench: everybody who can sit down for one thread of a contest, and how a game of given number is set up.
//!
//! Game k of a table has board k / n, where n is the number of its players, and the seats rotated by k mod n: everybody
//! plays every seat of every board. Its luck and that of its players follow from the seed and k alone.

use std::time::Duration;

use bots::{Budget, Dice};
use fair::Seed;
use game::{Record, Seat};

use super::contested::Contested;
use super::entry::{Entry, Who};
use super::player::Player;
use super::program::{Child, Program, hello};
use super::row::GameRow;
use super::sitting::{Bounds, Chair, Sitting};

/// Tells the luck of games from that of boards.
const GAMES: u64 = 0x6172_656e_615f_6b31;

/// What all games of a contest have in common.
pub(crate) struct Series<'a, G: Contested> {
    pub(crate) entries: &'a [Entry],
    /// The setup of a game, with the luck that makes its board.
    pub(crate) setup: &'a (dyn Fn(u8, &mut Dice) -> G::Setup + Sync),
    pub(crate) seed: u64,
    pub(crate) bounds: Bounds,
}

/// Programs that run for one thread, by entry.
pub(crate) struct Bench {
    programs: Vec<Option<Child>>,
}

impl Bench {
    pub(crate) fn new(entries: usize) -> Self {
        Self { programs: (0..entries).map(|_| None).collect() }
    }

    /// Plays game `number` of a table of these entries.
    pub(crate) fn play<G: Contested>(
        &mut self,
        series: &Series<'_, G>,
        table: usize,
        players: &[usize],
        number: u64,
    ) -> Option<(GameRow, Record<G>, Seed)> {
        let n = players.len().max(1);
        let (board, rotation) = (number / n as u64, (number % n as u64) as usize);
        let setup = (series.setup)(n as u8, &mut Dice::of_game(series.seed, board));
        let mut luck = Dice::of_game(series.seed ^ GAMES, number);
        let mut bytes = [0; 32];
        bytes.chunks_exact_mut(8).for_each(|chunk| chunk.copy_from_slice(&luck.word().to_be_bytes()));
        let seed = Seed::from(bytes);
        let mut chairs: Vec<(usize, Chair<G>)> = Vec::with_capacity(n);
        for (place, &entry) in players.iter().enumerate() {
            let (seat, seed) = ((place + rotation) % n, luck.word());
            let who = series.entries.get(entry)?;
            let player = self.player(who, entry, Seat(seat as u8), n, seed)?;
            chairs.push((seat, Chair::new(entry, who.trades, player)));
        }
        chairs.sort_by_key(|(seat, _)| *seat);
        let chairs = chairs.into_iter().map(|(_, chair)| chair).collect();
        let dice = Dice::new(luck.word());
        let (mut row, record, chairs, winners) =
            Sitting::new(setup, chairs, &seed, dice)?.play(series.bounds);
        for (chair, row) in chairs.into_iter().zip(&mut row.seats) {
            if let Player::Program(program) = chair.player {
                let (child, unreadable) = program.finish(winners);
                row.counts.unreadable = unreadable;
                if let Some(place) = self.programs.get_mut(chair.entry) {
                    *place = child;
                }
            }
        }
        (row.table, row.number, row.board) = (table, number, board);
        Some((row, record, seed))
    }

    fn player<G: Contested>(
        &mut self,
        who: &Entry,
        entry: usize,
        seat: Seat,
        players: usize,
        seed: u64,
    ) -> Option<Player<G>> {
        let Who::Program(command) = &who.who else { return Player::of_level(who, seat, seed) };
        let time = if let Budget::Time(time) = who.budget { time } else { Duration::from_secs(1) };
        let child = self.programs.get_mut(entry).and_then(Option::take);
        let child = child.or_else(|| Child::start(command, hello::<G>()).ok());
        Some(Player::Program(Box::new(Program::new(child, seat, players, time, seed as u32))))
    }
}

/// Whether every program can be started and says hello.
///
/// # Errors
/// The first command that does not, and why.
pub(crate) fn check_programs<G: Contested>(entries: &[Entry]) -> Result<(), (String, String)> {
    for entry in entries {
        if let Who::Program(command) = &entry.who {
            Child::start(command, hello::<G>()).map_err(|fault| (command.join(" "), fault))?;
        }
    }
    Ok(())
}
