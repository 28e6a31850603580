//! A contest: several actions are played on in the same worlds with the same luck, and what falls behind drops out.
//!
//! Comparing line by line takes most of the luck out of the comparison: a line drops out once its mean lies behind the
//! leader's by more than chance explains.

use catan::{Action, Catan};
use game::Seat;

use super::end::End;
use super::judge::Judge;
use super::rollout::play_on;
use super::turn::Weighed;

/// After so many rounds, and again after as many more, the lines are compared.
const SPELL: usize = 8;
/// By then every difference that matters has shown.
const MOST_ROUNDS: usize = 4_096;
/// How many standard errors behind the leader is too far.
const BEHIND: f32 = 2.5;

/// For how many rounds the first look at an action counts: a few rounds alone are mostly luck.
const FIRST_LOOK: f32 = 6.0;

/// One action, with what every round made of it.
#[derive(Clone, Debug)]
struct Line {
    action: Action,
    /// What it looked worth before.
    looked: f32,
    values: Vec<f32>,
    out: bool,
}

impl Line {
    /// The mean of the first look and of so many rounds.
    fn mean(&self, rounds: usize) -> f32 {
        let values = &self.values[..self.values.len().min(rounds)];
        (FIRST_LOOK * self.looked + values.iter().sum::<f32>()) / (FIRST_LOOK + values.len() as f32)
    }
}

/// A contest of actions of one seat.
#[derive(Clone, Debug)]
pub(in super::super) struct Contest {
    me: Seat,
    turns: u32,
    lines: Vec<Line>,
    rounds: usize,
}

impl Contest {
    /// Of these actions, the one that looks best first; each is played on for so many turns.
    pub(in super::super) fn new(me: Seat, turns: u32, options: &[Weighed]) -> Self {
        let line = |option: &Weighed| Line {
            action: option.action,
            looked: option.value,
            values: Vec::new(),
            out: false,
        };
        Self { me, turns, lines: options.iter().map(line).collect(), rounds: 0 }
    }

    /// Whether at most one action is left, or more rounds would change nothing.
    pub(in super::super) fn is_decided(&self) -> bool {
        self.rounds >= MOST_ROUNDS || self.lines.iter().filter(|line| !line.out).count() < 2
    }

    /// Plays every action that is left on in this world; a round that the end interrupts does not count.
    pub(in super::super) fn round(&mut self, judge: &mut Judge<'_>, world: &Catan, seed: u64, end: End) {
        for line in self.lines.iter_mut().filter(|line| !line.out) {
            let Some(value) = play_on(judge, world, self.me, &line.action, self.turns, seed, end) else {
                return;
            };
            line.values.push(value);
        }
        self.rounds += 1;
        if self.rounds.is_multiple_of(SPELL) {
            self.compare();
        }
    }

    fn compare(&mut self) {
        let Some(ahead) = self.leader().map(|line| line.values.clone()) else { return };
        let n = self.rounds as f32;
        for line in self.lines.iter_mut().filter(|line| !line.out) {
            let gaps: Vec<f32> = ahead.iter().zip(&line.values).map(|(ahead, own)| ahead - own).collect();
            let gap = gaps.iter().sum::<f32>() / n;
            let square = gaps.iter().map(|one| (one - gap).powi(2)).sum::<f32>() / (n * (n - 1.0));
            line.out = gap > BEHIND * square.sqrt();
        }
    }

    /// The best of those that are left; of equals the one that looked best before.
    fn leader(&self) -> Option<&Line> {
        let left = self.lines.iter().filter(|line| !line.out);
        left.reduce(|best, line| if line.mean(self.rounds) > best.mean(self.rounds) { line } else { best })
    }

    /// The action that came out best, with what it came out as.
    pub(in super::super) fn winner(&self) -> Option<Weighed> {
        self.leader().map(|line| Weighed { action: line.action, value: line.mean(self.rounds) })
    }
}

#[cfg(test)]
mod tests {
    use catan::{Board, Rules, Setup};
    use game::Game;

    use super::*;
    use crate::Dice;
    use crate::catan::mind::judge::net_for;

    /// Actions between which nothing decides: the contest still ends, by the budget of nodes or by its own.
    #[test]
    fn a_contest_of_equals_ends() {
        let board = Board::random(&mut Dice::new(1));
        let setup = Setup { players: 3, rules: Rules::default(), board, order: None };
        let game = Catan::create(&setup).unwrap();
        let mut judge = Judge::new(net_for(3), &game);
        // Neither is allowed in the draft, so both are worth nothing in every world.
        let options = [Action::EndTurn, Action::RollDice].map(|action| Weighed { action, value: 0.5 });
        let mut contest = Contest::new(Seat(0), 3, &options);
        let mut rounds = 0;
        while !contest.is_decided() {
            contest.round(&mut judge, &game, rounds, End::Nodes(1_000_000));
            rounds += 1;
        }
        assert_eq!(rounds, MOST_ROUNDS as u64);
        assert_eq!(
            contest.winner().map(|best| best.action),
            Some(Action::EndTurn),
            "of equals the one that looked best"
        );
    }
}
