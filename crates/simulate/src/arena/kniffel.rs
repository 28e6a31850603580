//! Kniffel by random players: scores, wins and ties, how the dice fall.
//!
//! A *tie* is a game with several winners; it counts as won for each of them. Only dice that are thrown are counted, not
//! those that stay.

use bots::{Dice, playout_with};
use game::{Game, Seat, Sink};
use kniffel::{Event, Kniffel, MAX_PLAYERS, ROUNDS, Setup};

use super::{Arena, Lengths, Tally, add_up};
use crate::Plan;
use crate::clock::Elapsed;
use crate::report::{Details, Histogram, Report};
use crate::statistics::{Moments, Share};

pub(crate) struct KniffelArena {
    pub(crate) setup: Setup,
    pub(crate) seed: u64,
    pub(crate) limit: u32,
}

#[derive(Default)]
pub(crate) struct KniffelTally {
    lengths: Lengths,
    wins: [u64; MAX_PLAYERS as usize],
    ties: u64,
    scores: Moments,
    winners_scores: Moments,
    faces: Faces,
}

/// How often each face was thrown.
#[derive(Default)]
struct Faces([u64; 6]);

impl Sink<Event> for Faces {
    #[inline]
    fn event(&mut self, event: Event) {
        if let Event::DiceRolled { kept, dice, .. } = event {
            for (place, face) in dice.faces().into_iter().enumerate() {
                if !kept.holds(place) {
                    self.0[usize::from(face - 1) % 6] += 1;
                }
            }
        }
    }
}

impl Arena for KniffelArena {
    type Tally = KniffelTally;

    fn play(&self, number: u64, tally: &mut KniffelTally) {
        let mut luck = Dice::of_game(self.seed, number);
        let Ok(mut game) = Kniffel::create(&self.setup) else { return tally.lengths.unfinished(0) };
        let actions = playout_with(&mut game, &mut luck, u64::from(self.limit), &mut tally.faces) as u32;
        let Some(winners) = game.ended() else { return tally.lengths.unfinished(actions) };
        tally.lengths.finished(actions);
        tally.ties += u64::from(winners.len() > 1);
        for (seat, sheet) in game.sheets().iter().enumerate() {
            let score = u32::from(sheet.total());
            tally.scores.add(score);
            if winners.contains(Seat(seat as u8)) {
                tally.winners_scores.add(score);
                tally.wins[seat] += 1;
            }
        }
    }
}

impl KniffelTally {
    pub(crate) fn report(&self, plan: &Plan, elapsed: Elapsed) -> Report {
        let details = Details::Kniffel {
            turns: u64::from(ROUNDS) * u64::from(plan.players) * self.lengths.n_finished(),
            scores: self.scores.summary(),
            winners_scores: self.winners_scores.summary(),
            ties: Share::new(self.ties, self.lengths.n_finished()),
            dice: Histogram::new((1u8..).zip(self.faces.0).map(|(face, count)| (face, count, 1.0 / 6.0))),
        };
        Report::new(plan, &self.lengths, &self.wins, details, elapsed)
    }
}

impl Tally for KniffelTally {
    fn merge(&mut self, other: Self) {
        self.lengths.merge(other.lengths);
        add_up(&mut self.wins, &other.wins);
        self.ties += other.ties;
        self.scores.merge(other.scores);
        self.winners_scores.merge(other.winners_scores);
        add_up(&mut self.faces.0, &other.faces.0);
    }
}
