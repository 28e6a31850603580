//! What a player remembers of the others' cards.
//!
//! Most of what enters or leaves a hand is public; a card stolen between two others is not and is spread over what the
//! victim may have held. The *belief* is an expected number of cards of each kind by seat. Since the bank is public, what
//! all others hold together is known exactly, and the belief is fitted to that and to the number of cards in each hand,
//! so somebody who sits down in the middle of a game begins with a fair guess.

use catan::{Hand, Seen, View};
use game::Seat;

use super::flow::Tracker;
use super::sight::{Cards, cards, minus, plus};

/// Rounds of fitting: rows to the counts, columns to what the bank leaves.
const FITTINGS: usize = 4;

/// Beliefs by seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    beliefs: [Cards; 4],
}

impl Memory {
    /// The expected cards of a seat.
    pub(super) fn of(&self, seat: usize) -> Cards {
        self.beliefs[seat & 3]
    }

    /// Takes in what the seat has heard.
    pub(super) fn hear(&mut self, seen: &Seen) {
        self.follow(seen);
    }

    /// Fits the beliefs to what the view tells exactly.
    pub(super) fn fit(&mut self, view: &View, me: Seat) {
        let own = view.players.get(me.index()).and_then(|player| player.resources).unwrap_or_default();
        let mut pool = minus(&minus(&cards(Hand::FULL_BANK), &cards(view.bank)), &cards(own));
        let mut unknown = [false; 4];
        for (seat, player) in view.players.iter().enumerate().take(4) {
            match player.resources {
                Some(hand) => {
                    self.beliefs[seat] = cards(hand);
                    if seat != me.index() {
                        pool = minus(&pool, &cards(hand));
                    }
                }
                None => unknown[seat] = true,
            }
        }
        for _ in 0..FITTINGS {
            self.fit_kinds(&pool, unknown);
            for (seat, player) in view.players.iter().enumerate().take(4).filter(|(seat, _)| unknown[*seat]) {
                let belief = &mut self.beliefs[seat];
                let total: f32 = belief.iter().sum();
                let count = f32::from(player.resource_count);
                // Nothing is known of these cards: they are as all the others' cards together.
                let (guess, of) =
                    if total > 0.01 { (*belief, total) } else { (pool, pool.iter().sum::<f32>().max(1.0)) };
                *belief = guess.map(|n| n * count / of);
            }
        }
    }

    fn fit_kinds(&mut self, pool: &Cards, unknown: [bool; 4]) {
        for (kind, &there) in pool.iter().enumerate() {
            let seats = || (0..4).filter(|&seat| unknown[seat]);
            let total: f32 = seats().map(|seat| self.beliefs[seat][kind]).sum();
            for seat in seats() {
                let belief = &mut self.beliefs[seat][kind];
                *belief = if total > 0.01 { *belief * there / total } else { there / 3.0 };
            }
        }
    }
}

impl Tracker for Memory {
    fn gain(&mut self, seat: Seat, gained: Hand) {
        if let Some(belief) = self.beliefs.get_mut(seat.index()) {
            *belief = plus(belief, &cards(gained));
        }
    }

    fn pay(&mut self, seat: Seat, paid: Hand) {
        if let Some(belief) = self.beliefs.get_mut(seat.index()) {
            *belief = minus(belief, &cards(paid));
        }
    }

    /// An unseen card is spread over what the victim may have held.
    fn unseen_theft(&mut self, thief: Seat, victim: Seat) {
        let from = self.of(victim.index());
        let total: f32 = from.iter().sum::<f32>().max(1.0);
        let share = from.map(|n| n / total);
        if let Some(belief) = self.beliefs.get_mut(victim.index()) {
            *belief = minus(belief, &share);
        }
        if let Some(belief) = self.beliefs.get_mut(thief.index()) {
            *belief = plus(belief, &share);
        }
    }
}

#[cfg(test)]
mod tests {
    use catan::{Board, Catan, Rules, Setup};
    use game::{Game, Viewer, draw};

    use super::*;
    use crate::{Dice, Player};

    /// A random game of which seat 0 hears everything that it may know; `check` is called after every action.
    fn play(players: u8, seed: u64, mut check: impl FnMut(&Catan, &Memory)) {
        let mut dice = Dice::new(seed);
        let board = Board::random(&mut dice);
        let setup = Setup { players, rules: Rules::default(), board, order: None };
        let mut game = Catan::create(&setup).unwrap();
        let mut memory = Memory::default();
        for _ in 0..2_000 {
            let Some(seat) = game.to_move().lowest() else { return };
            let action = game.random_action(seat, &mut dice).unwrap();
            let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut dice));
            let mut events = Vec::new();
            game.apply(seat, &action, outcome, &mut events).unwrap();
            let noticed = events.iter().filter_map(|event| game.seen(event, Viewer::Seat(Seat(0))));
            noticed.for_each(|seen| memory.hear(&seen));
            check(&game, &memory);
        }
    }

    fn distance(a: &Cards, b: &Cards) -> f32 {
        a.iter().zip(b).map(|(x, y)| (x - y).abs()).sum()
    }

    /// Between two, nothing is stolen that one does not know of: what is heard alone gives both hands exactly.
    #[test]
    fn of_two_players_nothing_is_forgotten() {
        for seed in 0..10 {
            play(2, seed, |game, memory| {
                for seat in game.seats_iter() {
                    assert!(distance(&memory.of(seat.index()), &cards(game.hand(seat))) < 0.01, "{game:?}");
                }
            });
        }
    }

    #[test]
    fn beliefs_fit_what_everybody_knows() {
        let (mut better, mut n) = (0, 0);
        for seed in 0..10 {
            play(4, seed, |game, memory| {
                let view = game.view(Viewer::Seat(Seat(0)));
                let (mut heard, mut blank) = (memory.clone(), Memory::default());
                heard.fit(&view, Seat(0));
                blank.fit(&view, Seat(0));
                for belief in [&heard, &blank] {
                    for seat in game.seats_iter() {
                        let total: f32 = belief.of(seat.index()).iter().sum();
                        assert!((total - f32::from(view.players[seat.index()].resource_count)).abs() < 0.01);
                    }
                    assert!(
                        distance(&belief.of(0), &cards(game.hand(Seat(0)))) < 0.01,
                        "one's own are known"
                    );
                }
                // Whoever has listened knows more than whoever has just sat down.
                let error = |memory: &Memory| -> f32 {
                    let off = |seat: Seat| distance(&memory.of(seat.index()), &cards(game.hand(seat)));
                    game.seats_iter().map(off).sum()
                };
                better += u32::from(error(&heard) <= error(&blank) + 0.01);
                n += 1;
            });
        }
        assert!(n > 5_000 && better * 20 > n * 19, "{better} of {n}");
    }
}
