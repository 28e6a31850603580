//! Faults that similar systems really had, each as a test that fails if we had it too.
//!
//! The numbers are those of the list in docs/rules/catan.md ("Faults ruled out"). Those of Kniffel and roulette are tested
//! in their crates, those of the wire in `protocol`.

use crate::scene::{Scene, edge, hand, hex, play, play_with, refused, roll, vertex};
use catan::{
    Action, Board, Catan, DevCard, Event, Hand, Outcome, Phase, Plenty, Profile, Refusal, Resource, Rules,
    Setup, Terms,
};
use game::{Game, Legal, Seat, SeatSet, Viewer};

const ROAD: [u8; 5] = [1, 1, 0, 0, 0];
const SETTLEMENT: [u8; 5] = [1, 1, 1, 1, 0];

fn offer(give: [u8; 5], receive: [u8; 5]) -> Action {
    Action::OfferTrade(Terms { give: hand(give), receive: hand(receive), to: None, counters: None })
}

#[test]
fn pitfall_01_a_cut_takes_the_longest_road_away() {
    // §12.4: seat 1 holds five edges along the top; seat 0 settles on the second vertex.
    let mut game = Scene::official(3)
        .settle(1, "2,1", "2,1 3,0 4,1 5,0 6,1 7,0")
        .settle(0, "5,3", "5,3 4,2 4,1")
        .hand(0, SETTLEMENT)
        .build();
    assert_eq!(game.longest_road(), Some(Seat(1)));
    let events = play(&mut game, 0, Action::BuildSettlement(vertex("4,1")));
    assert!(events.contains(&Event::LongestRoadChanged { seat: None, length: 0 }), "{events:?}");
    assert_eq!((game.longest_road(), game.road_length(Seat(1))), (None, 3));
    assert_eq!(game.points(Seat(1)), 3, "three settlements and no title");
}

#[test]
fn pitfall_01_a_cut_passes_the_title_to_the_one_longest() {
    let mut game = Scene::official(3)
        .settle(1, "2,1", "2,1 3,0 4,1 5,0 6,1 7,0 8,1")
        .settle(2, "1,3", "1,3 2,2")
        .roads(2, "1,3 1,4 2,5 3,4 4,5")
        .settle(0, "5,3", "5,3 4,2 4,1")
        .hand(0, SETTLEMENT)
        .titles(Some(1), None)
        .build();
    let events = play(&mut game, 0, Action::BuildSettlement(vertex("4,1")));
    assert!(events.contains(&Event::LongestRoadChanged { seat: Some(Seat(2)), length: 5 }), "{events:?}");
    assert_eq!(game.longest_road(), Some(Seat(2)));
}

#[test]
fn pitfall_02_trails_end_at_opponents_without_losing_an_edge() {
    // §12.1: a line of three between two opponents counts three.
    let game = Scene::official(3).settle(0, "5,3", "5,3 4,2 4,1 5,0").settle(1, "5,0", "5,0 6,1").build();
    assert_eq!(game.road_length(Seat(0)), 3);
}

#[test]
fn pitfall_03_no_road_through_an_opponents_building() {
    let mut game = Scene::official(3)
        .settle(0, "5,3", "5,3 4,2 4,1")
        .settle(1, "4,1", "4,1 3,0")
        .hand(0, [2, 2, 0, 0, 0])
        .build();
    let beyond = Action::BuildRoad(edge("4,1", "5,0"));
    assert_eq!(refused(&game, 0, beyond), Refusal::RoadNotConnected, "§10.2");
    assert!(!game.legal(Seat(0)).contains(&beyond));
    // From the other side of a building of one's own it goes on as before.
    play(&mut game, 0, Action::BuildRoad(edge("5,3", "5,4")));
}

#[test]
fn pitfall_04_nobody_wins_in_somebody_elses_turn() {
    // §16.2, §16.3: seat 0's settlement cuts seat 1, so that the title goes to seat 2, who then has the points.
    let rules = Rules { points_to_win: 5, ..Rules::default() };
    let mut game = Scene::new(3, rules)
        .settle(1, "2,1", "2,1 3,0 4,1 5,0 6,1 7,0 8,1")
        .settle(2, "1,3", "1,3 2,2")
        .roads(2, "1,3 1,4 2,5 3,4 4,5")
        .settle(0, "5,3", "5,3 4,2 4,1")
        .hand(0, SETTLEMENT)
        .titles(Some(1), None)
        .build();
    play(&mut game, 0, Action::BuildSettlement(vertex("4,1")));
    assert_eq!((game.points(Seat(2)), game.ended()), (5, None));
    play(&mut game, 0, Action::EndTurn);
    assert_eq!(game.ended(), None, "seat 1 is next and has not won");
    roll(&mut game, 1, [5, 6]);
    let events = play(&mut game, 1, Action::EndTurn);
    assert_eq!(game.ended(), Some(SeatSet::only(Seat(2))), "it counts when their turn begins");
    assert!(matches!(events.last(), Some(Event::GameEnded { winner: Seat(2), .. })));
}

#[test]
fn pitfall_04_of_two_with_the_points_the_active_one_wins() {
    let rules = Rules { points_to_win: 3, ..Rules::default() };
    let mut game = Scene::new(3, rules)
        .settle(2, "6,1", "6,1 7,0")
        .settle(0, "5,3", "5,3 4,2 4,1")
        .hand(0, SETTLEMENT)
        .turn_of(0);
    // Seat 2 got its third point in an earlier turn of somebody else; seat 0 must not be kept from winning by that.
    game.raw.players[0].settlements.pop();
    game.raw.players[0].roads.truncate(2);
    let mut game = game.roads(0, "2,9 3,8").build();
    assert_eq!((game.points(Seat(0)), game.points(Seat(2))), (2, 3));
    play(&mut game, 0, Action::BuildSettlement(vertex("3,8")));
    assert_eq!(game.ended(), Some(SeatSet::only(Seat(0))));
}

#[test]
fn pitfall_05_an_empty_bank_pays_nothing() {
    // §7.3: all wood is in hands; a roll of 9 gives wood to nobody.
    let mut game = Scene::official(3)
        .settle(0, "6,1", "6,1 7,0")
        .settle(1, "8,1", "8,1 8,2")
        .hand(2, [19, 0, 0, 0, 0])
        .before_roll()
        .build();
    let events = roll(&mut game, 0, [4, 5]);
    assert!(
        matches!(events[0], Event::DiceRolled { distributed, .. } if distributed.iter().all(|h| h.get(Resource::Wood) == 0))
    );
    assert_eq!(
        refused(
            &Scene::official(3).hand(0, [0, 4, 0, 0, 0]).hand(2, [19, 0, 0, 0, 0]).build(),
            0,
            Action::BankTrade { give: Resource::Brick, receive: Resource::Wood }
        ),
        Refusal::BankCannotPay(Hand::one(Resource::Wood))
    );
}

#[test]
fn pitfall_06_every_card_is_playable_before_the_roll() {
    for (counts, action) in [
        ([1, 0, 0, 0, 0], Action::PlayKnight),
        ([0, 0, 1, 0, 0], Action::PlayRoadBuilding),
        ([0, 0, 0, 1, 0], Action::PlayYearOfPlenty(Plenty::two(Resource::Ore, Resource::Ore))),
        ([0, 0, 0, 0, 1], Action::PlayMonopoly(Resource::Ore)),
    ] {
        let mut game = Scene::official(3).cards(0, counts).before_roll().build();
        play(&mut game, 0, action);
        assert!(matches!(game.kinds_played_this_turn().count(), 1), "it was played");
    }
}

#[test]
fn pitfall_07_nothing_ends_while_something_is_pending() {
    let mut game =
        Scene::official(3).cards(0, [1, 0, 1, 0, 0]).hand(1, [8, 0, 0, 0, 0]).before_roll().build();
    let mut pending = game;
    play(&mut pending, 0, Action::PlayKnight);
    assert_eq!(refused(&pending, 0, Action::EndTurn), Refusal::RobberPending, "§9.9");
    assert_eq!(refused(&pending, 0, Action::RollDice), Refusal::RobberPending);
    assert_eq!(refused(&pending, 1, Action::MoveRobber(hex("0,-2"))), Refusal::NotYourRobber);
    let mut building = game;
    play(&mut building, 0, Action::PlayRoadBuilding);
    assert_eq!(refused(&building, 0, Action::EndTurn), Refusal::RoadBuildingPending);
    roll(&mut game, 0, [3, 4]);
    assert_eq!(refused(&game, 0, Action::EndTurn), Refusal::DiscardsPending);
    assert_eq!(refused(&game, 0, Action::MoveRobber(hex("0,-2"))), Refusal::NotMovingRobber);
    assert_eq!(refused(&game, 2, Action::MoveRobber(hex("0,-2"))), Refusal::NotYourRobber);
}

#[test]
fn pitfall_08_nothing_is_spent_while_discards_are_owed() {
    let mut game = Scene::official(3).hand(0, [4, 4, 1, 1, 0]).hand(1, [8, 0, 0, 0, 0]).before_roll().build();
    roll(&mut game, 0, [3, 4]);
    assert_eq!(game.to_move(), SeatSet::from_bits(0b011), "§8.2: both at once");
    play(&mut game, 0, Action::Discard(hand([2, 2, 1, 0, 0])));
    for action in [
        Action::BuildRoad(edge("2,9", "3,8")),
        Action::BankTrade { give: Resource::Wood, receive: Resource::Ore },
        Action::BuyDevCard,
        Action::PlayKnight,
        offer([1, 0, 0, 0, 0], [0, 0, 0, 0, 1]),
    ] {
        assert_eq!(refused(&game, 0, action), Refusal::DiscardsPending);
    }
    assert_eq!(refused(&game, 1, offer([1, 0, 0, 0, 0], [0, 0, 0, 0, 1])), Refusal::NoTradingNow);
    play(&mut game, 1, Action::Discard(hand([4, 0, 0, 0, 0])));
    assert!(matches!(game.phase(), Phase::MovingRobber(_)));
}

#[test]
fn pitfall_09_a_knight_before_the_roll_and_a_seven_are_two_robber_moves() {
    let mut game = Scene::official(3).cards(0, [1, 0, 0, 0, 0]).before_roll().build();
    play(&mut game, 0, Action::PlayKnight);
    play(&mut game, 0, Action::MoveRobber(hex("0,-2")));
    assert_eq!(game.phase(), Phase::BeforeRoll, "§9.10: the roll is still to come");
    roll(&mut game, 0, [3, 4]);
    assert!(matches!(game.phase(), Phase::MovingRobber(_)));
    play(&mut game, 0, Action::MoveRobber(hex("1,-2")));
    assert_eq!(game.phase(), Phase::Main);
}

#[test]
fn pitfall_10_road_building_never_locks_the_game() {
    // §11.4: fourteen roads on the board, one piece left: one free road, then it is over by itself.
    let long = Scene::official(2)
        .settle(0, "3,0", "3,0 4,1 5,0 6,1 7,0 8,1 8,2 9,3 9,4 10,5")
        .roads(0, "3,0 2,1 2,2 1,3")
        .cards(0, [0, 0, 1, 0, 0]);
    let mut game = long.build();
    assert_eq!(game.roads_left(Seat(0)), 1);
    play(&mut game, 0, Action::PlayRoadBuilding);
    play(&mut game, 0, Action::BuildRoad(edge("1,3", "1,4")));
    assert_eq!((game.phase(), game.roads_left(Seat(0))), (Phase::Main, 0));
    // No sixteenth road, neither paid nor free.
    let full = long.roads(0, "1,3 1,4").hand(0, ROAD).build();
    assert_eq!(refused(&full, 0, Action::BuildRoad(edge("1,4", "0,5"))).code(), "no_piece_left");
    assert_eq!(refused(&full, 0, Action::PlayRoadBuilding).code(), "no_piece_left");
}

#[test]
fn pitfall_11_an_offer_dies_with_the_cards_behind_it() {
    let mut game = Scene::official(3).hand(0, [1, 1, 0, 0, 0]).hand(1, [0, 0, 0, 0, 1]).build();
    play(&mut game, 0, offer([1, 0, 0, 0, 0], [0, 0, 0, 0, 1]));
    play(&mut game, 1, Action::AcceptTrade { offer: 1 });
    let events = play(&mut game, 0, Action::BuildRoad(edge("2,9", "3,8")));
    assert!(matches!(events.last(), Some(Event::TradeClosed { offer: 1, .. })), "§15.12: {events:?}");
    assert_eq!(refused(&game, 0, Action::ConfirmTrade { offer: 1, with: Seat(1) }), Refusal::NoSuchOffer(1));
}

#[test]
fn pitfall_11_an_acceptance_dies_with_the_cards_behind_it() {
    let mut game = Scene::official(3)
        .hand(0, [1, 0, 0, 0, 0])
        .hand(1, [0, 0, 0, 0, 1])
        .cards(0, [0, 0, 0, 0, 1])
        .build();
    play(&mut game, 0, offer([1, 0, 0, 0, 0], [0, 0, 0, 0, 1]));
    play(&mut game, 1, Action::AcceptTrade { offer: 1 });
    let events = play(&mut game, 0, Action::PlayMonopoly(Resource::Ore));
    assert!(events.contains(&Event::AcceptanceWithdrawn { offer: 1, seat: Seat(1) }), "{events:?}");
    assert_eq!(refused(&game, 0, Action::ConfirmTrade { offer: 1, with: Seat(1) }), Refusal::NotAccepted);
}

#[test]
fn pitfall_12_only_the_right_seat_confirms_and_cancels() {
    let mut game =
        Scene::official(4).hand(0, [1, 0, 0, 0, 0]).hand(1, [0, 0, 0, 0, 1]).hand(2, [0, 0, 0, 0, 1]).build();
    play(&mut game, 0, offer([1, 0, 0, 0, 0], [0, 0, 0, 0, 1]));
    play(&mut game, 1, Action::AcceptTrade { offer: 1 });
    let confirm = Action::ConfirmTrade { offer: 1, with: Seat(1) };
    for seat in 1..4 {
        assert_eq!(refused(&game, seat, confirm), Refusal::OnlyActiveConfirms, "§15.8");
        assert_eq!(refused(&game, seat, Action::CancelTrade { offer: 1 }), Refusal::NotYourOffer, "§15.11");
    }
    assert_eq!(refused(&game, 0, Action::ConfirmTrade { offer: 1, with: Seat(2) }), Refusal::NotAccepted);
    assert_eq!(
        refused(&game, 7, Action::CancelTrade { offer: 1 }),
        Refusal::NotYourTurn,
        "nobody at the table"
    );
    play(&mut game, 0, confirm);
    assert_eq!((game.hand(Seat(0)), game.hand(Seat(1))), (hand([0, 0, 0, 0, 1]), hand([1, 0, 0, 0, 0])));
}

#[test]
fn pitfall_13_amounts_cannot_mint_cards() {
    // §2.7: a hand cannot say less than nothing or more than 127; the rest is refused.
    assert_eq!(Hand::new([255, 0, 0, 0, 0]), None);
    let game = Scene::official(3).hand(0, [2, 0, 0, 0, 0]).build();
    assert_eq!(refused(&game, 0, offer([0; 5], [1, 0, 0, 0, 0])), Refusal::EmptySide);
    assert_eq!(refused(&game, 0, offer([1, 0, 0, 0, 0], [0; 5])), Refusal::EmptySide);
    assert_eq!(refused(&game, 0, offer([1, 0, 0, 0, 0], [1, 0, 0, 0, 0])), Refusal::KindOnBothSides);
    assert_eq!(refused(&game, 0, offer([1, 0, 0, 0, 0], [0, 20, 0, 0, 0])), Refusal::MoreThanExist);
    assert_eq!(
        refused(&game, 0, offer([3, 0, 0, 0, 0], [0, 1, 0, 0, 0])),
        Refusal::CannotGive(hand([3, 0, 0, 0, 0]))
    );
    assert_eq!(refused(&game, 0, offer([127, 0, 0, 0, 0], [0, 1, 0, 0, 0])).code(), "cannot_give");
}

#[test]
fn pitfall_14_a_bought_point_ends_the_game_and_nothing_works_after_it() {
    let rules = Rules { points_to_win: 3, ..Rules::default() };
    let mut game = Scene::new(3, rules).hand(0, [0, 0, 1, 1, 1]).build();
    let events = play_with(&mut game, 0, Action::BuyDevCard, Some(Outcome::Card(DevCard::VictoryPoint)));
    assert!(matches!(events.last(), Some(Event::GameEnded { winner: Seat(0), .. })), "§16.2: {events:?}");
    for seat in 0..4 {
        for action in [
            Action::EndTurn,
            Action::RollDice,
            Action::Discard(Hand::EMPTY),
            Action::Steal(Seat(1)),
            Action::MoveRobber(hex("0,-2")),
            Action::CancelTrade { offer: 1 },
            Action::PlaceRoad(edge("2,9", "3,8")),
        ] {
            assert_eq!(refused(&game, seat, action), Refusal::GameOver, "§16.5");
        }
        assert!(game.legal(Seat(seat)).is_empty());
    }
    assert_eq!(game.to_move(), SeatSet::EMPTY);
}

#[test]
fn pitfall_15_the_robber_starts_on_the_desert() {
    let board = Board::beginner();
    let game =
        Catan::create(&Setup { players: 4, rules: Rules::default(), board, order: None }).expect("fair");
    assert_eq!(game.robber(), board.desert(), "§4.1");
    assert_eq!(game.robber(), hex("0,0"));
}

#[test]
fn pitfall_16_one_road_for_one_settlement() {
    let setup = Setup { players: 2, rules: Rules::default(), board: Board::beginner(), order: None };
    let mut game = Catan::create(&setup).expect("fair");
    assert_eq!(refused(&game, 0, Action::PlaceRoad(edge("4,1", "5,0"))), Refusal::NoRoadToPlace);
    play(&mut game, 0, Action::PlaceSettlement(vertex("4,1")));
    assert_eq!(refused(&game, 0, Action::PlaceSettlement(vertex("7,0"))), Refusal::NoSettlementToPlace);
    assert_eq!(
        refused(&game, 0, Action::PlaceRoad(edge("7,0", "8,1"))),
        Refusal::RoadAwayFromSettlement,
        "§5.3"
    );
    play(&mut game, 0, Action::PlaceRoad(edge("4,1", "5,0")));
    assert_eq!(refused(&game, 0, Action::PlaceRoad(edge("4,1", "3,0"))), Refusal::NotYourTurn);
    assert_eq!(refused(&game, 1, Action::PlaceRoad(edge("4,1", "3,0"))), Refusal::NoRoadToPlace);
}

#[test]
fn pitfall_19_ties_are_not_decided_by_seat_order() {
    // §6.2: of three who roll 9, 9 and 5 the first two roll again.
    let rules = Profile::Practice.rules();
    let setup = Setup { players: 3, rules, board: Board::beginner(), order: None };
    let mut game = Catan::create(&setup).expect("fair");
    roll(&mut game, 0, [4, 5]);
    roll(&mut game, 1, [3, 6]);
    let events = roll(&mut game, 2, [2, 3]);
    assert!(events.contains(&Event::FirstPlayerTied { seats: SeatSet::from_bits(0b011) }), "{events:?}");
    assert_eq!(refused(&game, 2, Action::RollDice), Refusal::NotYourTurn);
    roll(&mut game, 0, [1, 1]);
    roll(&mut game, 1, [1, 2]);
    assert_eq!(game.order().collect::<Vec<_>>(), [Seat(1), Seat(2), Seat(0)], "§6.3");
    assert_eq!(game.current(), Seat(1));
}

#[test]
fn pitfall_21_counts_that_cancel_out_do_not_pay_a_debt() {
    let mut game = Scene::official(2).hand(0, [5, 3, 0, 0, 0]).before_roll().build();
    roll(&mut game, 0, [3, 4]);
    let text = |cards| refused(&game, 0, Action::Discard(hand(cards))).to_string();
    assert_eq!(text([3, 0, 0, 0, 0]), "Must discard exactly 4 cards, got 3", "§8.3");
    assert_eq!(text([127, 127, 127, 127, 127]), "Must discard exactly 4 cards, got 635");
    assert_eq!(text([0, 4, 0, 0, 0]), "Cannot discard 4 brick, only have 3");
    assert_eq!(text([0, 0, 2, 0, 2]), "Cannot discard 2 sheep, only have 0");
    assert_eq!(refused(&game, 1, Action::Discard(hand([0; 5]))).to_string(), "You do not need to discard");
    play(&mut game, 0, Action::Discard(hand([1, 3, 0, 0, 0])));
}

#[test]
fn pitfall_23_only_thief_and_victim_learn_the_card() {
    let mut game = Scene::official(4).hand(1, [0, 0, 0, 0, 2]).cards(0, [1, 0, 0, 0, 0]).build();
    play(&mut game, 0, Action::PlayKnight);
    let stolen = Some(Outcome::Stolen(Resource::Ore));
    // Seat 1's settlement at 4,10 is the only building of others on the hex -1,2.
    let events = play_with(&mut game, 0, Action::MoveRobber(hex("-1,2")), stolen);
    let theft = events.iter().find(|e| matches!(e, Event::Stolen { .. })).expect("a theft");
    let heard = |viewer| format!("{:?}", game.seen(theft, viewer));
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        assert!(heard(viewer).contains("Some(Ore)"), "§9.8");
    }
    for viewer in [Viewer::Seat(Seat(2)), Viewer::Seat(Seat(3)), Viewer::Spectator] {
        assert!(!heard(viewer).contains("Ore"), "{}", heard(viewer));
    }
}

#[test]
fn pitfall_25_no_view_holds_the_deck_or_other_hands() {
    // §17.4: with all cards of one kind here or there, nobody but the owner sees a difference.
    let one = Scene::official(3)
        .cards(1, [2, 1, 0, 0, 0])
        .hand(1, [2, 0, 1, 0, 0])
        .hand(2, [0, 3, 0, 0, 0])
        .build();
    let other = Scene::official(3)
        .cards(1, [0, 0, 1, 1, 1])
        .hand(1, [0, 3, 0, 0, 0])
        .hand(2, [2, 0, 1, 0, 0])
        .build();
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        assert_eq!(one.view(viewer), other.view(viewer));
    }
    assert_ne!(one.view(Viewer::Seat(Seat(1))), other.view(Viewer::Seat(Seat(1))));
}
