//! Catan by random players: who wins, how long it takes, with how many points, how the dice fall.

use bots::{Dice, playout_with};
use catan::{Catan, Event};
use game::{Game, Sink};

use super::{Arena, Lengths, Tally, add_up};
use crate::clock::Elapsed;
use crate::report::{Details, Histogram, PointsRow, Report};
use crate::statistics::Moments;
use crate::{CatanOpening, Plan};

pub(crate) struct CatanArena {
    pub(crate) opening: CatanOpening,
    pub(crate) seed: u64,
    pub(crate) limit: u32,
}

/// More points than anybody can have: five settlements, four cities, two titles and five cards make 22.
const MOST_POINTS: usize = 32;

#[derive(Default)]
pub(crate) struct CatanTally {
    lengths: Lengths,
    turns: Moments,
    wins: [u64; 4],
    winners_points: [u64; MOST_POINTS],
    dice: Sums,
}

/// How often each sum of two dice was rolled in turns.
#[derive(Default)]
struct Sums([u64; 13]);

impl Sink<Event> for Sums {
    #[inline]
    fn event(&mut self, event: Event) {
        if let Event::DiceRolled { dice: [a, b], .. } = event
            && let Some(count) = self.0.get_mut(usize::from(a) + usize::from(b))
        {
            *count += 1;
        }
    }
}

impl Arena for CatanArena {
    type Tally = CatanTally;

    fn play(&self, number: u64, tally: &mut CatanTally) {
        let mut luck = Dice::of_game(self.seed, number);
        let Ok(mut game) = self.opening.game(&mut luck) else { return tally.lengths.unfinished(0) };
        let actions = playout_with(&mut game, &mut luck, u64::from(self.limit), &mut tally.dice) as u32;
        if game.ended().is_some() {
            tally.lengths.finished(actions);
            tally.turns.add(game.turn());
            tally.count_winner(&game);
        } else {
            tally.lengths.unfinished(actions);
        }
    }
}

impl CatanTally {
    fn count_winner(&mut self, game: &Catan) {
        let winner = game.current();
        self.wins[winner.index() & 3] += 1;
        self.winners_points[usize::from(game.points(winner)).min(MOST_POINTS - 1)] += 1;
    }

    pub(crate) fn report(&self, plan: &Plan, elapsed: Elapsed) -> Report {
        let points = (0u8..).zip(self.winners_points).filter(|(_, count)| *count > 0);
        let finished = self.lengths.n_finished();
        let details = Details::Catan {
            turns: self.turns.summary(),
            winners_points: points.map(|(points, count)| PointsRow::new(points, count, finished)).collect(),
            dice: Histogram::new((2u8..=12).map(|sum| {
                let ways = 6 - sum.abs_diff(7);
                (sum, self.dice.0[usize::from(sum)], f64::from(ways) / 36.0)
            })),
        };
        Report::new(plan, &self.lengths, &self.wins, details, elapsed)
    }
}

impl Tally for CatanTally {
    fn merge(&mut self, other: Self) {
        self.lengths.merge(other.lengths);
        self.turns.merge(other.turns);
        add_up(&mut self.wins, &other.wins);
        add_up(&mut self.winners_points, &other.winners_points);
        add_up(&mut self.dice.0, &other.dice.0);
    }
}
