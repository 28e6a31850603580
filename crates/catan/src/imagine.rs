//! Worlds: whole states that one viewer cannot tell from the real one.
//!
//! A view leaves open what the others hold and how the deck lies. Whoever wants to search fills that in by *guesses* and
//! gets a state to play on; guesses that the view contradicts make none.
//!
//! Rules: docs/rules/catan.md §17.

use game::Seat;

use crate::card::{DevCard, DevCards};
use crate::phase::Phase;
use crate::resource::Hand;
use crate::view::View;
use crate::{Catan, Setup};

/// A guess at what a view does not show; what it does show must be in it too.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Guess {
    /// Resource cards by seat.
    pub hands: [Hand; 4],
    /// Unplayed development cards by seat.
    pub held: [DevCards; 4],
    /// Which of the current player's cards are from this turn.
    pub bought: DevCards,
    /// What is left of the deck.
    pub deck: DevCards,
}

impl View {
    /// The state that this view and the guess describe together; `None` if they contradict each other.
    ///
    /// The number of the next offer is not part of a view: it goes on from the largest that is open.
    #[must_use]
    pub fn imagine(&self, guess: &Guess) -> Option<Catan> {
        if !(2..=4).contains(&self.players.len()) || !self.admits(guess) {
            return None;
        }
        let setup = Setup {
            players: self.players.len() as u8,
            rules: self.rules,
            board: self.board,
            order: Some(self.order.clone()),
        };
        let mut game = Catan::begin(&setup);
        game.phase = self.phase;
        game.turn = self.turn;
        game.current = Seat(self.current.0 & 3);
        game.dice = self.dice.unwrap_or([0; 2]);
        game.robber = self.robber;
        game.bank = self.bank;
        game.deck = guess.deck;
        game.longest_road = self.longest_road.map(|(seat, _)| seat);
        game.largest_army = self.largest_army.map(|(seat, _)| seat);
        game.kinds_played = self.played_this_turn.iter().fold(0, |bits, card| bits | 1 << card.index());
        game.paid_roads = self.paid_roads;
        game.bought = guess.bought;
        for (i, player) in self.players.iter().enumerate() {
            game.hands[i] = guess.hands[i];
            game.held[i] = guess.held[i];
            game.played[i] = player.played;
            game.lay(i, &player.roads, &player.settlements, &player.cities);
            game.offers.made[i] = player.offers_made;
        }
        for offer in &self.offers {
            game.offers.put(offer);
            game.offers.last = game.offers.last.max(offer.number as u16);
        }
        game.fill_caches();
        let won = |seat| game.phase != Phase::Ended && game.points(seat) >= game.rules.points_to_win;
        // A player who has all the points on the own turn has won: such a guess is not a running game.
        (!won(game.current)).then_some(game)
    }

    /// Whether the guess has what the view shows: all counts, all known cards, and 19 of each resource in all.
    fn admits(&self, guess: &Guess) -> bool {
        let mut cards = self.bank.counts().map(u32::from);
        let mut dev_cards = guess.deck.counts();
        for (i, player) in self.players.iter().enumerate() {
            let (hand, held) = (guess.hands[i], guess.held[i]);
            let fits = hand.total() == u32::from(player.resource_count)
                && held.total() == u32::from(player.dev_card_count)
                && player.resources.is_none_or(|known| known == hand)
                && player.dev_cards.is_none_or(|known| known == held)
                && (self.current.index() == i || player.bought_this_turn.is_none_or(DevCards::is_empty));
            if !fits {
                return false;
            }
            for (sum, n) in cards.iter_mut().zip(hand.counts()) {
                *sum += u32::from(n);
            }
            for (sum, card) in dev_cards.iter_mut().zip(DevCard::ALL) {
                *sum += held.get(card) + player.played.get(card);
            }
        }
        let current = guess.held.get(self.current.index()).copied().unwrap_or_default();
        cards == [19; 5]
            && dev_cards == DevCards::FULL_DECK.counts()
            && guess.deck.total() == u32::from(self.deck_count)
            && DevCard::ALL.into_iter().all(|card| guess.bought.get(card) <= current.get(card))
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Viewer, draw};

    use super::*;
    use crate::{Board, Profile};

    /// A small generator, so that these tests need no other crate.
    struct Steps(u64);

    impl game::Luck for Steps {
        fn below(&mut self, bound: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) as u32) % bound.max(1)
        }
    }

    fn truth(game: &Catan) -> Guess {
        Guess { hands: game.hands, held: game.held, bought: game.bought, deck: game.deck }
    }

    /// Whole games of random moves: with the truth as the guess, the world is the game itself; with a card moved between
    /// two hidden hands it is another one with the same view; with a card too many it is none.
    #[test]
    fn the_truth_gives_the_game_itself() {
        let (mut same, mut other) = (0, 0);
        for seed in 0..12 {
            let mut luck = Steps(seed);
            let profile = Profile::ALL[seed as usize % 3];
            let board = Board::random(&mut luck);
            let order = Some((0..4).map(Seat).collect());
            let setup = Setup { players: 4, rules: profile.rules(), board, order };
            let mut game = Catan::create(&setup).unwrap();
            for _ in 0..600 {
                let Some(seat) = game.to_move().lowest() else { break };
                let view = game.view(Viewer::Seat(Seat(0)));
                let guess = truth(&game);
                let world = view.imagine(&guess).expect("the truth");
                // The last number of an offer is all that a view does not tell.
                assert_eq!(Catan { offers: game.offers, ..world }, game);
                same += 1;
                other += u32::from(moved(&guess).is_some_and(|moved| {
                    let world = view.imagine(&moved).expect("another deal of the same cards");
                    assert_eq!(world.view(Viewer::Seat(Seat(0))), view);
                    world != game
                }));
                let mut wrong = guess;
                wrong.hands[1] = wrong.hands[1].plus(Hand::one(crate::Resource::Ore));
                assert_eq!(view.imagine(&wrong), None, "a card too many");
                let action = game.random_step(seat, &mut luck);
                let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
                game.apply(seat, &action, outcome, &mut game::Unheard).unwrap();
            }
        }
        assert!(same > 5_000 && other > 1_000, "{same} {other}");
    }

    /// A position in play, seat 0 to move in its first turn: nobody owns a piece, so that points are cards alone.
    fn bare(hands: [[u8; 5]; 3], held: [[u8; 5]; 3], bought: [u8; 5]) -> Catan {
        let rules = crate::Rules { points_to_win: 3, ..crate::Rules::default() };
        let order = Some((0..3).map(Seat).collect());
        let mut game = Catan::begin(&Setup { players: 3, rules, board: Board::beginner(), order });
        (game.phase, game.turn, game.dice) = (Phase::Main, 1, [5, 6]);
        for i in 0..3 {
            game.hands[i] = Hand::of(hands[i]);
            game.bank = game.bank.minus(game.hands[i]);
            game.held[i] = DevCards::of(held[i]);
            game.deck = game.deck.minus(game.held[i]);
        }
        game.bought = DevCards::of(bought);
        game.fill_caches();
        game
    }

    /// §17: each count and each card that seat 1 knows is asked for, whatever else is right.
    #[test]
    fn a_guess_that_is_wrong_in_one_thing_gives_no_world() {
        let hands = [[2, 1, 0, 0, 0], [1, 0, 1, 0, 0], [0, 0, 0, 2, 0]];
        let held = [[1, 1, 0, 0, 0], [1, 0, 0, 0, 1], [0, 0, 1, 0, 0]];
        let game = bare(hands, held, [1, 0, 0, 0, 0]);
        let view = game.view(Viewer::Seat(Seat(1)));
        let truth = truth(&game);
        assert_eq!(view.imagine(&truth), Some(game));
        let changed = |change: fn(&mut Guess)| {
            let mut guess = truth;
            change(&mut guess);
            view.imagine(&guess)
        };
        let of = |counts| changed_to(&truth, counts);
        assert!(view.imagine(&of([[1, 1, 0, 1, 0], [1, 0, 1, 0, 0], [1, 0, 0, 1, 0]])).is_some(), "hidden");
        assert_eq!(view.imagine(&of([[1, 1, 0, 0, 0], [1, 0, 1, 0, 0], [1, 0, 0, 2, 0]])), None, "counts");
        assert_eq!(view.imagine(&of([[2, 0, 1, 0, 0], [1, 1, 0, 0, 0], [0, 0, 0, 2, 0]])), None, "own hand");
        assert_eq!(
            view.imagine(&of([[2, 1, 0, 0, 0], [1, 0, 1, 0, 0], [0, 0, 0, 1, 1]])),
            None,
            "19 of each"
        );
        assert_eq!(
            changed(|g| (g.held[0], g.held[2]) = (cards([0, 0, 1, 0, 0]), cards([1, 1, 0, 0, 0]))),
            None
        );
        assert_eq!(
            changed(|g| (g.held[1], g.held[2]) = (cards([1, 0, 1, 0, 0]), cards([0, 0, 0, 0, 1]))),
            None
        );
        assert_eq!(changed(|g| g.held[2] = cards([0, 0, 0, 1, 0])), None, "the cards of the box");
        assert_eq!(changed(|g| g.deck = g.deck.without(DevCard::Knight)), None, "the deck");
        assert_eq!(changed(|g| g.bought = cards([2, 0, 0, 0, 0])), None, "bought, so it must be there");
        assert!(changed(|g| g.bought = cards([0, 1, 0, 0, 0])).is_some(), "which card is new is hidden");
    }

    /// §16: on the own turn all the points are the end, on another's they are not.
    #[test]
    fn a_guess_in_which_the_game_is_won_is_no_running_game() {
        let none = [[0; 5]; 3];
        let points = |seat: usize, n| {
            let mut held = none;
            held[seat] = [5 - n, n, 0, 0, 0];
            bare(none, held, [0; 5])
        };
        for (seat, n, fine) in [(0, 2, true), (0, 3, false), (0, 4, false), (2, 3, true), (2, 4, true)] {
            let game = points(seat, n);
            let view = game.view(Viewer::Seat(Seat(1)));
            assert_eq!(view.imagine(&truth(&game)).is_some(), fine, "seat {seat} with {n} of 3 points");
        }
        let mut over = points(0, 3);
        over.phase = Phase::Ended;
        assert_eq!(
            over.view(Viewer::Seat(Seat(1))).imagine(&truth(&over)),
            Some(over),
            "a game that is over"
        );
    }

    fn cards(counts: [u8; 5]) -> DevCards {
        DevCards::of(counts)
    }

    fn changed_to(guess: &Guess, hands: [[u8; 5]; 3]) -> Guess {
        let [a, b, c] = hands.map(Hand::of);
        Guess { hands: [a, b, c, Hand::EMPTY], ..*guess }
    }

    /// The same cards with one of seat 1 and one of seat 2 exchanged.
    fn moved(guess: &Guess) -> Option<Guess> {
        let (a, b) = (guess.hands[1], guess.hands[2]);
        let give = crate::Resource::ALL.into_iter().find(|&kind| a.get(kind) > 0)?;
        let take = crate::Resource::ALL.into_iter().find(|&kind| kind != give && b.get(kind) > 0)?;
        let mut moved = *guess;
        moved.hands[1] = a.minus(Hand::one(give)).plus(Hand::one(take));
        moved.hands[2] = b.minus(Hand::one(take)).plus(Hand::one(give));
        Some(moved)
    }

    impl Catan {
        /// Any listed action; a discard takes the first cards of the hand.
        fn random_step(&self, seat: Seat, luck: &mut Steps) -> crate::Action {
            use game::{Legal, Luck};
            let legal = self.legal(seat);
            if let Some(owed) = legal.discard_owed() {
                let hand = legal.hand();
                let given = (0..u32::from(owed))
                    .fold(Hand::EMPTY, |given, number| given.plus(Hand::one(hand.card_at(number))));
                return crate::Action::Discard(given);
            }
            legal.get(luck.below(legal.len() as u32) as usize).unwrap()
        }
    }
}
