//! Worlds that a seat cannot tell from the real one.
//!
//! Nearly all cards change hands in the open. A card stolen between two others does not, so the seat keeps a number of
//! *deals*: hands that everybody could hold after all it has heard. Every deal draws an unseen theft for itself; a deal in
//! which somebody pays with cards not held was wrong and is dropped, and the others take its place. A seat that has heard
//! nothing, or was misled, deals the unknown cards at random. Development cards are dealt from all that have not been seen.

use catan::{Catan, DevCard, DevCards, Event, Guess, Hand, Resource, Seen, View};
use game::{Luck, Seat};

use crate::Dice;
use crate::catan::flow::Tracker;

/// How many deals are kept.
const DEALS: usize = 24;
/// How often development cards are dealt until nobody would have won already.
const ATTEMPTS: usize = 12;

type Hands = [[u8; 5]; 4];

/// What the seat thinks everybody may hold.
#[derive(Clone, Debug)]
pub struct Worlds {
    me: Seat,
    deals: Vec<Hands>,
    /// Development cards bought in this turn by whoever's turn it is.
    bought: u8,
    luck: Dice,
}

impl Worlds {
    /// Of a seat that has heard nothing yet.
    #[must_use]
    pub fn new(me: Seat, seed: u64) -> Self {
        Self { me, deals: vec![[[0; 5]; 4]; DEALS], bought: 0, luck: Dice::new(seed) }
    }

    /// Takes in what the seat has heard.
    pub fn hear(&mut self, seen: &Seen) {
        match seen {
            Seen::Public(Event::TurnBegan { .. }) => self.bought = 0,
            Seen::DevCardBought { .. } => self.bought = self.bought.saturating_add(1),
            Seen::Public(_) | Seen::Stolen { .. } => {}
        }
        self.follow(seen);
    }

    /// Keeps the deals that fit, at least one of which there is; copies of them take the others' places.
    fn keep(&mut self, fits: impl Fn(&Hands) -> bool) {
        let good: Vec<Hands> = self.deals.iter().filter(|deal| fits(deal)).copied().collect();
        if good.len() == self.deals.len() {
            return;
        }
        for deal in &mut self.deals {
            if !fits(deal)
                && let Some(other) = good.get(self.luck.below(good.len() as u32) as usize)
            {
                *deal = *other;
            }
        }
    }

    /// Fits the deals to what the view shows for certain; asked before worlds are drawn.
    pub fn fit(&mut self, view: &View) {
        let unseen = unseen_cards(view);
        let fits = |deal: &Hands| {
            let mut left = unseen;
            for (hand, player) in deal.iter().zip(&view.players) {
                if let Some(known) = player.resources {
                    if known.counts() != *hand {
                        return false;
                    }
                    continue;
                }
                if hand.iter().map(|&n| u32::from(n)).sum::<u32>() != u32::from(player.resource_count) {
                    return false;
                }
                for (left, n) in left.iter_mut().zip(hand) {
                    *left -= i32::from(*n);
                }
            }
            left == [0; 5]
        };
        if self.deals.iter().any(fits) {
            return self.keep(fits);
        }
        // Nothing was heard, or something that cannot be: the unknown cards are dealt anew.
        for _ in 0..self.deals.len() {
            let deal = self.deal_anew(view, unseen);
            self.deals.rotate_left(1);
            if let Some(last) = self.deals.last_mut() {
                *last = deal;
            }
        }
    }

    fn deal_anew(&mut self, view: &View, unseen: [i32; 5]) -> Hands {
        let mut pool: Vec<usize> = (0..5)
            .flat_map(|kind| std::iter::repeat_n(kind, usize::try_from(unseen[kind]).unwrap_or(0)))
            .collect();
        game::shuffle(&mut pool, &mut self.luck);
        let mut deal = [[0; 5]; 4];
        for (hand, player) in deal.iter_mut().zip(&view.players) {
            match player.resources {
                Some(known) => *hand = known.counts(),
                None => {
                    for _ in 0..player.resource_count {
                        if let Some(kind) = pool.pop() {
                            hand[kind] += 1;
                        }
                    }
                }
            }
        }
        deal
    }

    /// A world that fits the view; `None` if the view contradicts itself. [`Worlds::fit`] comes first.
    pub fn draw(&mut self, view: &View) -> Option<Catan> {
        let deal = self.deals.get(self.luck.below(self.deals.len() as u32) as usize).copied()?;
        let mut guess = Guess::default();
        for (hand, counts) in guess.hands.iter_mut().zip(deal) {
            *hand = Hand::new(counts)?;
        }
        let mut last = None;
        for _ in 0..ATTEMPTS {
            self.deal_dev_cards(view, &mut guess)?;
            let Some(world) = view.imagine(&guess) else { continue };
            let target = view.rules.points_to_win;
            if world.seats_iter().all(|seat| seat == self.me || world.points(seat) < target) {
                return Some(world);
            }
            last = Some(world);
        }
        last
    }

    fn deal_dev_cards(&mut self, view: &View, guess: &mut Guess) -> Option<()> {
        let mut left = DevCards::FULL_DECK.counts();
        for player in &view.players {
            let known = player.dev_cards.unwrap_or_default();
            for (n, card) in left.iter_mut().zip(DevCard::ALL) {
                *n = n.checked_sub(player.played.get(card) + known.get(card))?;
            }
        }
        let mut pool: Vec<usize> =
            (0..5).flat_map(|kind| std::iter::repeat_n(kind, usize::from(left[kind]))).collect();
        game::shuffle(&mut pool, &mut self.luck);
        let mut deal = |n: u8| -> Option<Vec<usize>> { (0..n).map(|_| pool.pop()).collect() };
        let counted = |cards: &[usize]| {
            let mut counts = [0; 5];
            for &kind in cards {
                counts[kind] += 1;
            }
            DevCards::new(counts)
        };
        for (i, player) in view.players.iter().enumerate().take(4) {
            let current = view.current.index() == i;
            if let Some(known) = player.dev_cards {
                guess.held[i] = known;
                if current {
                    guess.bought = player.bought_this_turn.unwrap_or_default();
                }
                continue;
            }
            let dealt = deal(player.dev_card_count)?;
            guess.held[i] = counted(&dealt)?;
            if current {
                guess.bought = counted(&dealt[..usize::from(self.bought).min(dealt.len())])?;
            }
        }
        guess.deck = counted(&deal(view.deck_count)?)?;
        Some(())
    }
}

impl Tracker for Worlds {
    fn gain(&mut self, seat: Seat, cards: Hand) {
        if cards.is_empty() {
            return;
        }
        for deal in &mut self.deals {
            if let Some(hand) = deal.get_mut(seat.index()) {
                for (n, more) in hand.iter_mut().zip(cards.counts()) {
                    *n = n.saturating_add(more);
                }
            }
        }
    }

    /// Somebody paid openly: deals in which that was not possible were wrong.
    fn pay(&mut self, seat: Seat, cards: Hand) {
        let cost = cards.counts();
        let covers = |deal: &Hands| {
            deal.get(seat.index()).is_some_and(|hand| hand.iter().zip(cost).all(|(&n, cost)| n >= cost))
        };
        if self.deals.iter().any(covers) {
            self.keep(covers);
        }
        for deal in &mut self.deals {
            if let Some(hand) = deal.get_mut(seat.index()) {
                for (n, cost) in hand.iter_mut().zip(cost) {
                    *n = n.saturating_sub(cost);
                }
            }
        }
    }

    /// A monopoly shows what everybody held of one kind, where it was not capped.
    fn monopoly(&mut self, seat: Seat, resource: Resource, taken: [u8; 4]) {
        let kind = resource.index();
        let fits =
            |deal: &Hands| (0..4).all(|victim| victim == seat.index() || deal[victim][kind] >= taken[victim]);
        let exact =
            |deal: &Hands| (0..4).all(|victim| victim == seat.index() || deal[victim][kind] == taken[victim]);
        if self.deals.iter().any(exact) {
            self.keep(exact);
        } else if self.deals.iter().any(fits) {
            self.keep(fits);
        }
        for deal in &mut self.deals {
            for (victim, n) in taken.into_iter().enumerate() {
                deal[victim][kind] = deal[victim][kind].saturating_sub(n);
                if let Some(hand) = deal.get_mut(seat.index()) {
                    hand[kind] = hand[kind].saturating_add(n);
                }
            }
        }
    }

    fn unseen_theft(&mut self, thief: Seat, victim: Seat) {
        let (Some(_), Some(_)) = (self.deals[0].get(thief.index()), self.deals[0].get(victim.index())) else {
            return;
        };
        for deal in &mut self.deals {
            let Some(hand) = Hand::new(deal[victim.index()]).filter(|hand| !hand.is_empty()) else {
                continue;
            };
            let kind = hand.card_at(self.luck.below(hand.total())).index();
            deal[victim.index()][kind] -= 1;
            deal[thief.index()][kind] += 1;
        }
    }
}

/// The resource cards in hands that the view does not show, by kind.
fn unseen_cards(view: &View) -> [i32; 5] {
    let mut unseen = [19; 5];
    let known = view.players.iter().filter_map(|player| player.resources);
    for hand in known.chain([view.bank]) {
        for (n, seen) in unseen.iter_mut().zip(hand.counts()) {
            *n -= i32::from(seen);
        }
    }
    unseen
}

#[cfg(test)]
mod tests {
    use catan::{Board, Profile, Setup};
    use game::{Game, Viewer, draw};

    use super::*;
    use crate::Player;

    /// A random game of which seat 0 hears everything that it may know; `check` is called after every action.
    fn play(players: u8, seed: u64, mut check: impl FnMut(&Catan, &mut Worlds)) {
        let mut dice = Dice::new(seed);
        let board = Board::random(&mut dice);
        let profile = if players == 2 { Profile::Official } else { Profile::ALL[seed as usize % 3] };
        let setup = Setup { players, rules: profile.rules(), board, order: None };
        let mut game = Catan::create(&setup).unwrap();
        let mut worlds = Worlds::new(Seat(0), seed);
        for _ in 0..1_200 {
            let Some(seat) = game.to_move().lowest() else { return };
            let action = game.random_action(seat, &mut dice).unwrap();
            let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut dice));
            let mut events = Vec::new();
            game.apply(seat, &action, outcome, &mut events).unwrap();
            let noticed = events.iter().filter_map(|event| game.seen(event, Viewer::Seat(Seat(0))));
            noticed.for_each(|seen| worlds.hear(&seen));
            if game.ended().is_none() {
                check(&game, &mut worlds);
            }
        }
    }

    /// A world cannot be told from the real one, whether everything was heard or nothing.
    #[test]
    fn worlds_look_like_the_real_one() {
        let mut different = 0;
        for seed in 0..12 {
            play(2 + (seed % 3) as u8, seed, |game, worlds| {
                let view = game.view(Viewer::Seat(Seat(0)));
                for worlds in [worlds, &mut Worlds::new(Seat(0), seed)] {
                    worlds.fit(&view);
                    let world = worlds.draw(&view).expect("a world");
                    assert_eq!(world.view(Viewer::Seat(Seat(0))), view);
                    different += u32::from(world != *game);
                }
            });
        }
        assert!(different > 5_000, "{different}");
    }

    /// Between two players no card moves unseen: every deal is the truth.
    #[test]
    fn of_two_players_nothing_is_forgotten() {
        for seed in 0..8 {
            play(2, seed, |game, worlds| {
                let view = game.view(Viewer::Seat(Seat(0)));
                worlds.fit(&view);
                let truth = Seat(1);
                assert!(worlds.deals.iter().all(|deal| deal[1] == game.hand(truth).counts()), "{game:?}");
            });
        }
    }

    /// Whoever has listened is nearer to the truth than whoever has just sat down.
    #[test]
    fn listening_helps() {
        let (mut heard, mut blank) = (0u64, 0u64);
        let off = |game: &Catan, worlds: &Worlds| -> u64 {
            let apart = |deal: &Hands| -> u64 {
                let seats = game.seats_iter().map(|seat| {
                    let pairs = deal[seat.index()].into_iter().zip(game.hand(seat).counts());
                    pairs.map(|(a, b)| u64::from(a.abs_diff(b))).sum::<u64>()
                });
                seats.sum()
            };
            worlds.deals.iter().map(apart).sum()
        };
        for seed in 0..8 {
            play(4, seed, |game, worlds| {
                let view = game.view(Viewer::Seat(Seat(0)));
                let mut deaf = Worlds::new(Seat(0), seed);
                deaf.fit(&view);
                worlds.fit(&view);
                heard += off(game, worlds);
                blank += off(game, &deaf);
            });
        }
        assert!(heard * 5 < blank, "{heard} {blank}");
    }
}
