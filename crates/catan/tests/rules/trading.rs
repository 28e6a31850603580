//! Trading, with the bank (§14) and between players (§15).

use catan::{Action, Catan, Closed, Event, Hand, Profile, Refusal, Resource, Rules, Terms};
use game::{Game, Legal, Seat, SeatSet};

use crate::scene::{Scene, edge, hand, play, refused};

const WOOD: [u8; 5] = [1, 0, 0, 0, 0];
const ORE: [u8; 5] = [0, 0, 0, 0, 1];

fn terms(give: [u8; 5], receive: [u8; 5]) -> Terms {
    Terms { give: hand(give), receive: hand(receive), to: None, counters: None }
}

fn offer(give: [u8; 5], receive: [u8; 5]) -> Action {
    Action::OfferTrade(terms(give, receive))
}

/// Seat 0 holds wood, the others ore.
fn market(players: u8) -> Catan {
    (1..players)
        .fold(Scene::official(players).hand(0, [3, 0, 0, 0, 0]), |s, i| s.hand(i as usize, [0, 0, 0, 0, 2]))
        .build()
}

#[test]
fn the_bank_trades_at_the_best_rate() {
    // §14.1: seat 1 lives away from the ports.
    let bank = |give, receive| Action::BankTrade { give, receive };
    let mut plain = Scene::official(2).turn_of(1).hand(1, [4, 3, 0, 0, 0]).build();
    assert_eq!(
        refused(&plain, 1, bank(Resource::Brick, Resource::Ore)),
        Refusal::RateNotMet { resource: Resource::Brick, rate: 4, have: 3 }
    );
    assert_eq!(refused(&plain, 1, bank(Resource::Wood, Resource::Wood)), Refusal::SameResource);
    let events = play(&mut plain, 1, bank(Resource::Wood, Resource::Ore));
    let (give, receive) = (Resource::Wood, Resource::Ore);
    assert_eq!(events, [Event::BankTraded { seat: Seat(1), give, count: 4, receive }]);
    assert_eq!((plain.hand(Seat(1)), plain.bank().get(Resource::Wood)), (hand([0, 3, 0, 0, 1]), 19));
    // The port at 2,1–3,0 takes any three.
    let mut port = Scene::official(2).turn_of(1).settle(1, "3,0", "3,0 4,1").hand(1, [4, 3, 0, 0, 0]).build();
    play(&mut port, 1, bank(Resource::Brick, Resource::Ore));
    assert_eq!(port.hand(Seat(1)), hand([4, 0, 0, 0, 1]));
}

#[test]
fn a_port_serves_both_ends_of_its_side() {
    // §3.8, §14.2: whichever end of a port is settled on, the port's kind costs two, or everything three.
    let mut served = 0;
    for (edge, port) in catan::Board::beginner().ports() {
        for end in edge.ends() {
            let scene = Scene::official(2);
            let mut built = scene.raw.players.iter().flat_map(|p| p.settlements.clone());
            if built.any(|v| v == end || end.neighbors().any(|n| n == v)) {
                continue;
            }
            let beside = end.neighbors().next().expect("a neighbour");
            let game = scene.settle(1, &end.to_string(), &format!("{end} {beside}")).build();
            let expected = match port {
                catan::Port::Any => hand([3; 5]),
                catan::Port::Of(kind) => {
                    Resource::ALL.map(|r| (r, if r == kind { 2 } else { 4 })).into_iter().collect()
                }
            };
            assert_eq!(game.rates(Seat(1)), expected, "{} at {end}", port.name());
            served += 1;
        }
    }
    assert!(served >= 12, "only {served} ends were free");
}

#[test]
fn an_accepted_offer_is_carried_out_by_its_confirmation() {
    let mut game = market(4);
    let events = play(&mut game, 0, offer(WOOD, ORE));
    assert!(
        matches!(events[0], Event::TradeOffered { offer: 1, to, .. } if to == SeatSet::from_bits(0b1110)),
        "§15.4"
    );
    play(&mut game, 1, Action::AcceptTrade { offer: 1 });
    play(&mut game, 2, Action::DeclineTrade { offer: 1 });
    assert_eq!(refused(&game, 1, Action::AcceptTrade { offer: 1 }), Refusal::AlreadyAnswered, "§15.7");
    assert_eq!(refused(&game, 2, Action::DeclineTrade { offer: 1 }), Refusal::AlreadyAnswered);
    // Answers can be changed until the confirmation.
    play(&mut game, 2, Action::AcceptTrade { offer: 1 });
    play(&mut game, 1, Action::DeclineTrade { offer: 1 });
    assert_eq!(refused(&game, 0, Action::ConfirmTrade { offer: 1, with: Seat(1) }), Refusal::NotAccepted);
    let events = play(&mut game, 0, Action::ConfirmTrade { offer: 1, with: Seat(2) });
    assert!(matches!(events[0], Event::TradeExecuted { offer: 1, with: Seat(2), .. }), "{events:?}");
    assert_eq!((game.hand(Seat(0)), game.hand(Seat(2))), (hand([2, 0, 0, 0, 1]), hand([1, 0, 0, 0, 1])));
    assert_eq!(game.offers().count(), 0);
}

#[test]
fn offers_go_to_some_and_only_to_people_at_the_table() {
    let mut game = market(3);
    let to = |bits| Action::OfferTrade(Terms { to: Some(SeatSet::from_bits(bits)), ..terms(WOOD, ORE) });
    for bits in [0b000, 0b001, 0b011, 0b1000] {
        assert_eq!(refused(&game, 0, to(bits)), Refusal::InvalidAddressee, "{bits:b}");
        assert!(!game.legal(Seat(0)).contains(&to(bits)));
    }
    play(&mut game, 0, to(0b100));
    assert_eq!(refused(&game, 1, Action::AcceptTrade { offer: 1 }), Refusal::NotAddressed);
    assert_eq!(refused(&game, 1, Action::DeclineTrade { offer: 1 }), Refusal::NotAddressed);
    assert_eq!(refused(&game, 0, Action::AcceptTrade { offer: 1 }), Refusal::NotAddressed);
    assert_eq!(refused(&game, 2, Action::AcceptTrade { offer: 2 }), Refusal::NoSuchOffer(2));
}

/// Everything that is listed for a seat has a number below the length of the list, and nothing has a higher one.
fn listed(game: &Catan, seat: u8) -> Vec<Action> {
    let legal = game.legal(Seat(seat));
    let all: Vec<_> = (0..legal.len()).filter_map(|i| legal.get(i)).collect();
    assert_eq!(all.len(), legal.len());
    assert!((0..40).all(|more| legal.get(legal.len() + more).is_none()), "seat {seat}");
    all
}

#[test]
fn the_list_has_just_the_answers_that_can_be_given() {
    // §15.7–§15.10: accept and decline for those asked, confirm and cancel for the one who asks.
    let answers = |game: &Catan, seat| {
        let mut all = listed(game, seat);
        all.retain(|action| {
            matches!(
                action,
                Action::AcceptTrade { .. }
                    | Action::DeclineTrade { .. }
                    | Action::ConfirmTrade { .. }
                    | Action::CancelTrade { .. }
            )
        });
        all
    };
    let (accept, decline) = (Action::AcceptTrade { offer: 1 }, Action::DeclineTrade { offer: 1 });
    let cancel = Action::CancelTrade { offer: 1 };
    let confirm = |seat| Action::ConfirmTrade { offer: 1, with: Seat(seat) };
    let mut game = market(4);
    for seat in 0..4 {
        assert_eq!(answers(&game, seat), [], "nothing is offered");
    }
    play(&mut game, 0, offer(WOOD, ORE));
    assert_eq!(answers(&game, 0), [cancel]);
    for seat in 1..4 {
        assert_eq!(answers(&game, seat), [accept, decline]);
    }
    play(&mut game, 1, accept);
    play(&mut game, 3, accept);
    play(&mut game, 2, decline);
    assert_eq!(
        (answers(&game, 1), answers(&game, 2), answers(&game, 3)),
        (vec![decline], vec![accept], vec![decline])
    );
    let of_the_active = answers(&game, 0);
    assert_eq!(of_the_active.len(), 3);
    assert!([confirm(1), confirm(3), cancel].iter().all(|action| of_the_active.contains(action)));
    // An offer to the active player is closed by the answer: there is nothing to confirm.
    let mut game = market(4);
    play(&mut game, 2, offer(ORE, WOOD));
    assert_eq!((answers(&game, 0), answers(&game, 2)), (vec![accept, decline], vec![cancel]));
    assert_eq!((answers(&game, 1), answers(&game, 3)), (vec![], vec![]));
}

#[test]
fn the_last_offer_of_a_turn_is_offered_too() {
    // §15.6: as many as `offersPerTurn`, counted for each seat.
    let rules = Rules { offers_per_turn: 2, ..Rules::default() };
    let mut game = Scene::new(3, rules).hand(0, [3, 0, 0, 0, 0]).hand(1, [0, 0, 0, 0, 2]).build();
    for left in [2, 1] {
        assert_eq!(game.legal(Seat(0)).offering().map(|offering| offering.left), Some(left));
        play(&mut game, 0, offer(WOOD, ORE));
    }
    assert!(game.legal(Seat(0)).offering().is_none());
    assert_eq!(game.legal(Seat(1)).offering().map(|offering| offering.left), Some(2));
}

#[test]
fn a_seat_that_is_not_at_the_table_trades_with_nobody() {
    // Three play (§15.1): no other seat offers, answers or withdraws, not even the fourth of the box.
    let mut game = market(3);
    play(&mut game, 0, offer(WOOD, ORE));
    for seat in [3, 4, 7] {
        let answers = [
            Action::AcceptTrade { offer: 1 },
            Action::DeclineTrade { offer: 1 },
            Action::CancelTrade { offer: 1 },
        ];
        for action in answers.into_iter().chain([offer(WOOD, ORE)]) {
            assert_eq!(refused(&game, seat, action), Refusal::NotYourTurn, "{seat}: {action:?}");
        }
        assert!(game.legal(Seat(seat)).is_empty() && game.legal(Seat(seat)).offering().is_none());
    }
}

#[test]
fn others_offer_only_to_the_active_player_who_accepts_at_once() {
    let mut game = market(3);
    let elsewhere = Action::OfferTrade(Terms { to: Some(SeatSet::from_bits(0b100)), ..terms(ORE, WOOD) });
    assert_eq!(refused(&game, 1, elsewhere), Refusal::OnlyWithActivePlayer, "§15.1");
    play(&mut game, 1, offer(ORE, WOOD));
    assert_eq!(refused(&game, 2, Action::AcceptTrade { offer: 1 }), Refusal::NotAddressed);
    assert_eq!(refused(&game, 0, Action::ConfirmTrade { offer: 1, with: Seat(1) }), Refusal::ConfirmOwnOffer);
    // The active player may answer each of them, whoever it comes from (§15.10).
    let mut crowd = market(4);
    for from in 1..4 {
        play(&mut crowd, from, offer(ORE, WOOD));
        let number = u32::from(from);
        for answer in [Action::AcceptTrade { offer: number }, Action::DeclineTrade { offer: number }] {
            assert!(crowd.legal(Seat(0)).contains(&answer), "{answer:?}");
        }
    }
    let mut declined = game;
    let events = play(&mut declined, 0, Action::DeclineTrade { offer: 1 });
    assert!(events.contains(&Event::TradeClosed { offer: 1, reason: Closed::Declined }), "§15.10");
    play(&mut game, 0, Action::AcceptTrade { offer: 1 });
    assert_eq!((game.hand(Seat(0)), game.hand(Seat(1))), (hand([2, 0, 0, 0, 1]), hand([1, 0, 0, 0, 1])));
}

#[test]
fn a_counter_declines_what_it_answers() {
    let mut game = market(3);
    let counter = |n| Action::OfferTrade(Terms { counters: Some(n), ..terms(ORE, [2, 0, 0, 0, 0]) });
    assert_eq!(refused(&game, 1, counter(1)), Refusal::CountersNothing, "§15.9");
    assert_eq!(
        refused(&game, 0, Action::OfferTrade(Terms { counters: Some(1), ..terms(WOOD, ORE) })),
        Refusal::CountersNothing
    );
    play(&mut game, 0, offer(WOOD, ORE));
    play(&mut game, 1, Action::AcceptTrade { offer: 1 });
    let events = play(&mut game, 1, counter(1));
    assert_eq!(events[0], Event::TradeAnswered { offer: 1, seat: Seat(1), accepted: false });
    assert!(matches!(events[1], Event::TradeOffered { offer: 2, from: Seat(1), counters: Some(1), .. }));
    assert_eq!(
        refused(&game, 2, counter(2)),
        Refusal::CountersNothing,
        "only the active player's offer is countered"
    );
    // The same seat counters again: the old counter is replaced, the answer stands and is not told twice.
    let events = play(&mut game, 1, counter(1));
    assert_eq!(events[0], Event::TradeClosed { offer: 2, reason: Closed::Replaced });
    assert!(matches!(events[1], Event::TradeOffered { offer: 3, .. }), "{events:?}");
    play(&mut game, 0, Action::AcceptTrade { offer: 3 });
    assert_eq!(game.hand(Seat(0)), hand([1, 0, 0, 0, 1]));
    assert_eq!(game.offers().map(|o| o.number).collect::<Vec<_>>(), [1], "the countered offer is still open");
}

#[test]
fn an_offer_addressed_elsewhere_cannot_be_countered() {
    let mut game = market(3);
    play(&mut game, 0, Action::OfferTrade(Terms { to: Some(SeatSet::from_bits(0b100)), ..terms(WOOD, ORE) }));
    let counter = Action::OfferTrade(Terms { counters: Some(1), ..terms(ORE, WOOD) });
    assert_eq!(refused(&game, 1, counter), Refusal::CountersNothing);
    assert!(!game.legal(Seat(1)).contains(&counter) && game.legal(Seat(2)).contains(&counter));
}

#[test]
fn a_new_offer_replaces_the_old_and_numbers_never_repeat() {
    let mut game = market(3);
    play(&mut game, 0, offer(WOOD, ORE));
    let events = play(&mut game, 0, offer([2, 0, 0, 0, 0], ORE));
    assert_eq!(events[0], Event::TradeClosed { offer: 1, reason: Closed::Replaced }, "§15.5");
    let events = play(&mut game, 0, Action::CancelTrade { offer: 2 });
    assert_eq!(events, [Event::TradeClosed { offer: 2, reason: Closed::Cancelled }]);
    play(&mut game, 1, offer(ORE, WOOD));
    assert_eq!(game.offers().map(|o| o.number).collect::<Vec<_>>(), [3]);
    let events = play(&mut game, 0, Action::EndTurn);
    assert_eq!(events[0], Event::TradeClosed { offer: 3, reason: Closed::TurnEnded }, "§15.13");
}

#[test]
fn offers_are_limited_by_seat_and_turn() {
    let rules = Rules { offers_per_turn: 2, ..Rules::default() };
    let mut game = Scene::new(2, rules).hand(0, [3, 0, 0, 0, 0]).hand(1, [0, 0, 0, 0, 2]).build();
    play(&mut game, 0, offer(WOOD, ORE));
    play(&mut game, 0, offer(WOOD, [0, 0, 0, 0, 2]));
    assert_eq!(refused(&game, 0, offer(WOOD, ORE)), Refusal::TooManyOffers { limit: 2 }, "§15.6");
    assert!(game.legal(Seat(0)).offering().is_none());
    assert_eq!(game.legal(Seat(1)).offering().map(|o| o.left), Some(2), "each seat has its own");
}

#[test]
fn nobody_accepts_or_offers_what_they_do_not_hold() {
    let mut game = market(3);
    play(&mut game, 0, offer(WOOD, [0, 0, 0, 0, 3]));
    let three_ore = Hand::some(Resource::Ore, 3);
    assert_eq!(refused(&game, 1, Action::AcceptTrade { offer: 1 }), Refusal::CannotGive(three_ore));
    assert!(!game.legal(Seat(1)).contains(&Action::AcceptTrade { offer: 1 }));
    assert!(game.legal(Seat(1)).contains(&Action::DeclineTrade { offer: 1 }));
}

#[test]
fn paid_roads_are_limited_where_the_profile_says_so() {
    let along = [("2,9", "3,8"), ("3,8", "3,7"), ("3,7", "2,6")];
    let mut practice = Scene::new(2, Profile::Practice.rules()).hand(0, [3, 3, 0, 0, 0]).build();
    let mut official = Scene::official(2).hand(0, [3, 3, 0, 0, 0]).build();
    for (a, b) in along {
        play(&mut official, 0, Action::BuildRoad(edge(a, b)));
    }
    for (a, b) in &along[..2] {
        play(&mut practice, 0, Action::BuildRoad(edge(a, b)));
    }
    let third = Action::BuildRoad(edge(along[2].0, along[2].1));
    assert_eq!(refused(&practice, 0, third), Refusal::TooManyRoads { limit: 2 }, "§10.3");
    assert!(!practice.legal(Seat(0)).contains(&third));
}
