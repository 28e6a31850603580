//! What partners do at any table: legal decisions to the end, the same ones every time, and no trade with anybody.

use std::time::{Duration, Instant};

use bots::catan::{SPARRING, sparring};
use bots::{Budget, Dice};
use catan::{Action, Catan, Hand, Profile, Resource, Rules, Terms};
use game::{Game, Legal, Seat, Unheard, draw};

use crate::table::{board, play};

/// The tables one after the other: profiles and numbers of players take turns.
fn any(number: u64) -> Catan {
    let profile = Profile::ALL[(number % 3) as usize];
    let range = profile.players();
    let players = range.start() + (number / 3 % u64::from(range.end() - range.start() + 1)) as u8;
    board(profile.rules(), players, number)
}

/// `play` checks every choice, and that every game ends.
#[test]
fn every_decision_is_legal_and_repeatable() {
    for (level, games) in [("f1", 60), ("ab2", 24)] {
        for number in 0..games {
            let game = any(number);
            let levels = vec![level; game.seats()];
            let mut decisions = Vec::new();
            let end = play(game, &levels, number, |_, seat, action| decisions.push((seat, *action)));
            let again = play(game, &levels, number, |_, _, _| {});
            assert_eq!(end, again, "{level}");
            let trades = |(_, action): &(Seat, Action)| {
                matches!(
                    action,
                    Action::OfferTrade(_) | Action::AcceptTrade { .. } | Action::DeclineTrade { .. }
                )
            };
            assert!(!decisions.iter().any(trades), "nobody offers, so nobody answers");
            assert!(decisions.iter().all(|(_, action)| *action != Action::EndRoadBuilding));
        }
    }
}

/// Offers come up at a table with honest bots that trade; a partner declines each at once.
#[test]
fn every_offer_is_declined() {
    for level in SPARRING {
        let mut declined = 0;
        for number in 0..20 {
            let game = board(Rules::default(), 3, number);
            play(game, &["greedy", level, "greedy"], number, |game, seat, action| {
                if seat != Seat(1) {
                    return;
                }
                let asked =
                    game.offers().any(|offer| offer.to.contains(seat) && !offer.declined.contains(seat));
                assert_eq!(asked, matches!(action, Action::DeclineTrade { .. }), "{action:?} in {game:?}");
                declined += u32::from(asked);
            });
        }
        assert!(declined > 20, "{declined}");
    }
}

/// An offer for everything one holds is declined too, and a partner to whom nobody speaks keeps quiet.
#[test]
fn a_gift_is_declined() {
    let mut luck = Dice::new(9);
    let mut game = board(Rules::default(), 3, 9);
    let mut partner = sparring("f1", Budget::Usual).expect("it exists");
    loop {
        let seat = game.to_move().lowest().expect("the game goes on");
        let one = |kind: Resource| game.hand(seat).get(kind) > 0;
        let offer = game.legal(seat).offering().and_then(|_| {
            let give = Resource::ALL.into_iter().find(|&kind| one(kind))?;
            let other = Resource::ALL.into_iter().find(|&kind| kind != give)?;
            let terms = Terms { give: Hand::one(give), receive: Hand::one(other), to: None, counters: None };
            Some(Action::OfferTrade(terms))
        });
        let action = offer.or_else(|| partner.choose(&game, seat)).expect("it decides");
        let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
        game.apply(seat, &action, outcome, &mut Unheard).expect("legal");
        if offer.is_some() {
            for other in game.seats_iter().filter(|other| *other != seat) {
                let answer = partner.choose(&game, other);
                assert!(matches!(answer, Some(Action::DeclineTrade { .. })), "{answer:?}");
                game.apply(other, &answer.expect("an answer"), None, &mut Unheard).expect("legal");
                assert_eq!(partner.choose(&game, other), None, "there is nothing more to say");
            }
            assert!(game.legal(seat).contains(&partner.choose(&game, seat).expect("the turn goes on")));
            return;
        }
    }
}

/// A limit of time is kept, give or take what the machine was doing.
#[test]
fn time_is_kept() {
    let mut partner = sparring("ab2", Budget::Time(Duration::from_micros(200))).expect("it exists");
    let (mut late, mut asked) = (0, 0);
    play(board(Rules::default(), 4, 3), &["f1"; 4], 3, |game, seat, _| {
        let begun = Instant::now();
        let chosen = partner.choose(game, seat).expect("it decides");
        late += u32::from(begun.elapsed() > Duration::from_millis(2));
        asked += 1;
        assert!(game.legal(seat).contains(&chosen));
    });
    assert!(late * 20 < asked, "{late} of {asked}");
}
