//! The random player: uniform over the listed actions; what is only described is drawn card by card.
//!
//! It makes no offers and takes no marks of presence: it plays, it does not come and go. In roulette it bets the table's
//! minimum, since that is how bets are listed.

use catan::{Action, Catan, Hand};
use game::{Game, Legal, Luck, Seat, Sink, Unheard, draw};
use kniffel::Kniffel;
use roulette::{HOST, Phase, Roulette};

/// How many rounds of roulette a random host lets the wheel turn before closing the table: the game itself never ends.
pub const ROULETTE_ROUNDS: u32 = 20;

/// A game that the random player knows how to play.
pub trait Player: Game {
    /// What a random player in this seat does now; `None` if the seat has nothing to do.
    fn random_action(&self, seat: Seat, luck: &mut impl Luck) -> Option<Self::Action>;
}

impl Player for Catan {
    #[inline]
    fn random_action(&self, seat: Seat, luck: &mut impl Luck) -> Option<Action> {
        let legal = self.legal(seat);
        if let Some(owed) = legal.discard_owed() {
            return Some(Action::Discard(random_cards(self.hand(seat), owed, luck)));
        }
        if legal.is_empty() { None } else { legal.get(luck.below(legal.len() as u32) as usize) }
    }
}

impl Player for Kniffel {
    #[inline]
    fn random_action(&self, seat: Seat, luck: &mut impl Luck) -> Option<kniffel::Action> {
        let legal = self.legal(seat);
        one_of_first(&legal, legal.n_moves(), luck)
    }
}

impl Player for Roulette {
    #[inline]
    fn random_action(&self, seat: Seat, luck: &mut impl Luck) -> Option<roulette::Action> {
        let legal = self.legal(seat);
        if seat == HOST && self.round() > ROULETTE_ROUNDS && self.phase() == Phase::Betting {
            return legal.contains(&roulette::Action::Close).then_some(roulette::Action::Close);
        }
        one_of_first(&legal, legal.n_round_actions(), luck)
    }
}

/// One of the first `n` listed actions, each equally likely; where marks of presence are listed, they come last.
#[inline]
pub fn one_of_first<A>(legal: &impl Legal<A>, n: usize, luck: &mut impl Luck) -> Option<A> {
    if n == 0 { None } else { legal.get(luck.below(n as u32) as usize) }
}

/// `n` cards of a hand, each card equally likely.
#[must_use]
pub fn random_cards(hand: Hand, n: u8, luck: &mut impl Luck) -> Hand {
    let mut left = hand.counts();
    let mut total = hand.total();
    let mut chosen = [0; 5];
    for _ in 0..n.min(total.min(255) as u8) {
        let mut ticket = luck.below(total);
        for (kind, count) in left.iter_mut().enumerate() {
            if ticket < u32::from(*count) {
                *count -= 1;
                chosen[kind] += 1;
                break;
            }
            ticket -= u32::from(*count);
        }
        total -= 1;
    }
    Hand::new(chosen).unwrap_or_default()
}

/// Plays on with random players until the game is over or `limit` actions have been taken; says how many were.
#[inline]
pub fn playout<G: Player>(game: &mut G, luck: &mut impl Luck, limit: u64) -> u64 {
    playout_with(game, luck, limit, &mut Unheard)
}

/// A [`playout`] of which somebody hears the events.
#[inline]
pub fn playout_with<G: Player>(
    game: &mut G,
    luck: &mut impl Luck,
    limit: u64,
    events: &mut impl Sink<G::Event>,
) -> u64 {
    let mut actions = 0;
    while actions < limit {
        let Some(seat) = game.to_move().lowest() else { break };
        let Some(action) = game.random_action(seat, luck) else { break };
        let outcome = game.chance(seat, &action).map(|chance| draw(&chance, luck));
        if game.apply(seat, &action, outcome, events).is_err() {
            break;
        }
        actions += 1;
    }
    actions
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::Dice;

    /// Every listed action but marks of presence is chosen, each as often as the others, and nothing else is.
    fn check_uniform<G: Player>(game: &G, seat: Seat, is_presence: impl Fn(&G::Action) -> bool) {
        let wanted: Vec<_> = game.legal(seat).iter().filter(|action| !is_presence(action)).collect();
        let mut dice = Dice::new(3);
        let mut chosen = BTreeMap::new();
        for _ in 0..1_000 * wanted.len() {
            let action = game.random_action(seat, &mut dice).expect("there is something to do");
            let place =
                wanted.iter().position(|one| *one == action).expect("listed, and no mark of presence");
            *chosen.entry(place).or_insert(0) += 1;
        }
        assert_eq!(chosen.len(), wanted.len());
        assert!(chosen.values().all(|n| (850..1_150).contains(n)), "{chosen:?}");
    }

    #[test]
    fn kniffel_is_played_uniformly_and_to_the_end() {
        let setup = kniffel::Setup { players: 2, rules: kniffel::Rules::default() };
        let mut game = Kniffel::create(&setup).unwrap();
        let mut dice = Dice::new(1);
        // Both are ready, then the first roll.
        assert_eq!(playout(&mut game, &mut dice, 3), 3);
        check_uniform(&game, Seat(0), |action| action.is_presence());
        assert_eq!(game.random_action(Seat(1), &mut dice), None, "only a mark of presence is listed");
        playout(&mut game, &mut dice, 1_000);
        assert!(game.ended().is_some());
    }

    #[test]
    fn roulette_is_played_uniformly() {
        let mut game = Roulette::create(&roulette::Setup::new(2)).unwrap();
        let mut dice = Dice::new(1);
        while game.bets(Seat(0)).count() < 3 {
            assert_eq!(playout(&mut game, &mut dice, 1), 1);
        }
        check_uniform(&game, Seat(0), roulette::Action::is_presence);
        check_uniform(&game, Seat(1), roulette::Action::is_presence);
        assert_eq!(game.random_action(Seat(5), &mut dice), None, "an empty seat could only join");
        playout(&mut game, &mut dice, 1_000_000);
        assert_eq!((game.ended(), game.round()), (Some(game::SeatSet::EMPTY), ROULETTE_ROUNDS + 1));
    }

    #[test]
    fn catan_is_played_uniformly_and_discards_are_card_by_card() {
        let mut dice = Dice::new(1);
        let board = catan::Board::random(&mut dice);
        let setup = catan::Setup { players: 3, rules: catan::Rules::default(), board, order: None };
        let mut game = Catan::create(&setup).unwrap();
        check_uniform(&game, Seat(0), |_| false);
        let hand = Hand::new([3, 0, 1, 0, 0]).unwrap();
        let mut sheep = 0;
        for _ in 0..4_000 {
            let cards = random_cards(hand, 2, &mut dice);
            assert!(cards.total() == 2 && hand.covers(cards));
            sheep += u32::from(cards.get(catan::Resource::Sheep));
        }
        assert!((1_850..2_150).contains(&sheep), "a half, since two of four cards go: {sheep}");
        assert_eq!(random_cards(hand, 9, &mut dice), hand);
        let mut heard = Vec::new();
        playout_with(&mut game, &mut dice, 100_000, &mut heard);
        assert!(matches!(heard.last(), Some(catan::Event::GameEnded { .. })));
    }
}
