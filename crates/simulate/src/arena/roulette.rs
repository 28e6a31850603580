//! Roulette by random players: how the wheel falls, and what of the stakes comes back.
//!
//! While the bets are open any of the players may be next, each equally likely; the host's choices include the spin, so
//! a round has a few hundred actions. Random bets are small: the table's minimum, which is how they are listed.

use bots::Dice;
use bots::random::one_of_first;
use game::{Game, Luck, Seat, Sink, draw};
use roulette::{Event, Phase, Roulette, Setup};

use super::{Arena, Lengths, Tally, add_up};
use crate::Plan;
use crate::clock::Elapsed;
use crate::report::{Chips, Details, Histogram, Report};
use crate::statistics::{Moments, Ratio};

pub(crate) struct RouletteArena {
    pub(crate) setup: Setup,
    pub(crate) seed: u64,
    pub(crate) limit: u32,
    pub(crate) rounds: u32,
}

#[derive(Default)]
pub(crate) struct RouletteTally {
    lengths: Lengths,
    final_chips: Moments,
    rounds: Rounds,
}

/// What came of all rounds.
struct Rounds {
    count: u64,
    numbers: [u64; 37],
    chips: Ratio,
    /// Staked and returned in the round that is being settled.
    open: (u64, u64),
}

impl Default for Rounds {
    fn default() -> Self {
        Self { count: 0, numbers: [0; 37], chips: Ratio::default(), open: (0, 0) }
    }
}

impl Sink<Event> for Rounds {
    #[inline]
    fn event(&mut self, event: Event) {
        if let Event::WheelSpun { number } = event {
            self.numbers[usize::from(number.get()) % 37] += 1;
        } else if let Event::PlayerSettled { staked, returned, .. } = event {
            self.open.0 += u64::from(staked);
            self.open.1 += returned;
        } else if let Event::RoundEnded { .. } = event {
            let (staked, returned) = std::mem::take(&mut self.open);
            self.chips.add(staked, returned);
            self.count += 1;
        }
    }
}

impl Arena for RouletteArena {
    type Tally = RouletteTally;

    fn play(&self, number: u64, tally: &mut RouletteTally) {
        let mut luck = Dice::of_game(self.seed, number);
        let Ok(mut game) = Roulette::create(&self.setup) else { return tally.lengths.unfinished(0) };
        let mut actions = 0;
        while actions < self.limit {
            if self.is_over(&game) {
                tally.lengths.finished(actions);
                for seat in (0..self.setup.players).map(Seat) {
                    let chips = game.chips(seat).unwrap_or(0);
                    tally.final_chips.add(u32::try_from(chips).unwrap_or(u32::MAX));
                }
                return;
            }
            let Some(seat) = self.next_seat(&game, &mut luck) else { break };
            let legal = game.legal(seat);
            // Somebody without chips and bets has nothing to do; the host can always spin.
            let Some(action) = one_of_first(&legal, legal.n_round_actions(), &mut luck) else { continue };
            let outcome = game.chance(seat, &action).map(|wheel| draw(&wheel, &mut luck));
            if game.apply(seat, &action, outcome, &mut tally.rounds).is_err() {
                break;
            }
            actions += 1;
        }
        tally.rounds.open = (0, 0);
        tally.lengths.unfinished(actions);
    }
}

impl RouletteArena {
    fn is_over(&self, game: &Roulette) -> bool {
        matches!(game.phase(), Phase::RoundEnd(_)) && game.round() >= self.rounds
    }

    #[inline]
    fn next_seat(&self, game: &Roulette, luck: &mut impl Luck) -> Option<Seat> {
        if game.phase() == Phase::Betting {
            Some(Seat(luck.below(u32::from(self.setup.players)) as u8))
        } else {
            game.to_move().lowest()
        }
    }
}

impl RouletteTally {
    pub(crate) fn report(&self, plan: &Plan, elapsed: Elapsed) -> Report {
        let details = Details::Roulette {
            rounds_per_game: plan.rounds,
            rounds: self.rounds.count,
            chips: Chips::new(&self.rounds.chips),
            final_chips: self.final_chips.summary(),
            numbers: Histogram::new(
                (0u8..).zip(self.rounds.numbers).map(|(n, count)| (n, count, 1.0 / 37.0)),
            ),
        };
        Report::new(plan, &self.lengths, &[], details, elapsed)
    }
}

impl Tally for RouletteTally {
    fn merge(&mut self, other: Self) {
        self.lengths.merge(other.lengths);
        self.final_chips.merge(other.final_chips);
        self.rounds.count += other.rounds.count;
        self.rounds.chips.merge(other.rounds.chips);
        add_up(&mut self.rounds.numbers, &other.rounds.numbers);
    }
}
