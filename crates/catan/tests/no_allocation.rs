//! A game in play asks for no memory: not to begin, not to list what is legal, not to draw luck, not to act.
//!
//! Whole games are played with every kind of action, offers and their answers too. What is for people, views and texts,
//! is not part of this promise.

use catan::{Action, Board, Catan, Hand, Profile, Resource, Setup, Terms};
use counting_allocator::{Counting, requests};
use game::conformance::SplitMix;
use game::{Game, Legal, Luck, Seat, Unheard, draw};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// No random game takes longer.
const LIMIT: u32 = 50_000;

/// `n` cards of a hand, drawn one by one.
fn random_cards(hand: Hand, n: u8, luck: &mut SplitMix) -> Hand {
    let (mut left, mut drawn) = (hand, [0; 5]);
    for _ in 0..n {
        let card = left.card_at(luck.below(left.total()));
        drawn[card.index()] += 1;
        let mut rest = left.counts();
        rest[card.index()] -= 1;
        left = Hand::new(rest).unwrap_or_default();
    }
    Hand::new(drawn).unwrap_or_default()
}

/// One card of the seat for one of another kind, if it may offer anything.
fn random_offer(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Option<Action> {
    let offering = game.legal(seat).offering()?;
    let hand = game.hand(seat);
    let give = hand.card_at(luck.below(hand.total()));
    let receive = Resource::ALL[(give.index() + 1 + luck.index(4)) % 5];
    let terms =
        Terms { give: Hand::one(give), receive: Hand::one(receive), to: None, counters: offering.counters };
    Some(Action::OfferTrade(terms))
}

/// What somebody does next: mostly a seat that the game waits for, at times another that offers or answers.
fn random_move(game: &Catan, luck: &mut SplitMix) -> Option<(Seat, Action)> {
    let seat = if luck.one_in(4) { Seat(luck.below(4) as u8) } else { game.to_move().lowest()? };
    let legal = game.legal(seat);
    if let Some(owed) = legal.discard_owed() {
        return Some((seat, Action::Discard(random_cards(game.hand(seat), owed, luck))));
    }
    let offer = if luck.one_in(8) { random_offer(game, seat, luck) } else { None };
    let action = offer.or_else(|| legal.get(luck.index(legal.len())))?;
    Some((seat, action))
}

/// Plays one game from nothing to its end; says how many actions were taken and how many of them were trades between
/// players.
fn whole_game(profile: Profile, seed: u64) -> (u32, u32) {
    let mut luck = SplitMix::new(seed);
    let rules = profile.rules();
    let board = Board::generate(rules.board, &mut luck);
    let mut game = Catan::create(&Setup { players: 4, rules, board, order: None }).expect("a fine setup");
    let (mut actions, mut trades) = (0, 0);
    while game.ended().is_none() && actions < LIMIT {
        let Some((seat, action)) = random_move(&game, &mut luck) else { continue };
        let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
        game.apply(seat, &action, outcome, &mut Unheard).expect("a legal action");
        actions += 1;
        trades += u32::from(matches!(action, Action::AcceptTrade { .. } | Action::ConfirmTrade { .. }));
    }
    assert!(game.ended().is_some(), "not over after {actions} actions");
    (actions, trades)
}

#[test]
fn whole_games_ask_for_no_memory() {
    let (mut actions, mut trades) = (0, 0);
    for seed in 0..30 {
        for profile in Profile::ALL {
            let before = requests();
            let played = whole_game(profile, seed);
            assert_eq!(requests() - before, 0, "{profile}, game {seed}: {} actions", played.0);
            actions += played.0;
            trades += played.1;
        }
    }
    assert!(actions > 20_000 && trades > 500, "{actions} actions, {trades} trades");
}

#[test]
fn the_count_would_show_a_request() {
    let before = requests();
    std::hint::black_box(Box::new(Resource::Ore));
    assert_eq!(requests() - before, 1);
}

#[test]
fn a_state_is_small_and_copied_for_nothing() {
    fn copied<T: Copy>() -> usize {
        size_of::<T>()
    }
    assert!(copied::<Catan>() <= 384, "{} bytes", copied::<Catan>());
}
