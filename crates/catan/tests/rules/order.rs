//! The order of legal actions, which bots, transcripts and clients come to depend on.
//!
//! Counts do not see order; these lists do. Changing one is a change of the interface.

use catan::{Action, Board, Catan, Rules, Setup};
use game::{Game, Legal, Seat};

use crate::scene::{Scene, hand, hex, play, roll, vertex};

/// The listed actions of a seat, one a line, in the words of the wire.
fn listed(game: &Catan, seat: u8) -> String {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "actions without an argument are called by their names"
    )]
    let text = |action: Action| match action {
        Action::PlaceSettlement(v) => format!("place_settlement {v}"),
        Action::PlaceRoad(e) => format!("place_road {e}"),
        Action::MoveRobber(h) => format!("move_robber {h}"),
        Action::BuildRoad(e) => format!("build_road {e}"),
        Action::BuildSettlement(v) => format!("build_settlement {v}"),
        Action::BuildCity(v) => format!("build_city {v}"),
        Action::BankTrade { give, receive } => format!("bank_trade {give} {receive}"),
        Action::PlayMonopoly(r) => format!("play_monopoly {r}"),
        other => format!("{other:?}"),
    };
    game.legal(Seat(seat)).iter().map(text).collect::<Vec<_>>().join("\n")
}

#[test]
fn simple_actions_come_first_then_places_then_trades_then_cards() {
    let game =
        Scene::official(3).hand(0, [1, 1, 1, 4, 3]).roads(0, "2,9 3,8").cards(0, [1, 0, 1, 0, 1]).build();
    let list = listed(&game, 0);
    let places: Vec<&str> = list.lines().collect();
    let first =
        ["EndTurn", "BuyDevCard", "PlayKnight", "PlayRoadBuilding", "build_settlement 3,8", "build_road 3,7"];
    assert_eq!(places[..6], first, "{list}");
    let kinds: Vec<&str> = places.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    let mut groups = kinds.clone();
    groups.dedup();
    let order = [
        "EndTurn",
        "BuyDevCard",
        "PlayKnight",
        "PlayRoadBuilding",
        "build_settlement",
        "build_road",
        "bank_trade",
        "build_city",
        "play_monopoly",
    ];
    assert_eq!(groups, order, "{list}");
}

#[test]
fn places_are_listed_row_by_row_from_the_top_left() {
    let setup = Setup { players: 2, rules: Rules::default(), board: Board::beginner(), order: None };
    let mut game = Catan::create(&setup).expect("fair");
    let list = listed(&game, 0);
    assert_eq!(list.lines().count(), 54);
    assert!(list.starts_with(
        "place_settlement 3,0\nplace_settlement 5,0\nplace_settlement 7,0\nplace_settlement 2,1\n"
    ));
    assert!(list.ends_with("place_settlement 3,11\nplace_settlement 5,11\nplace_settlement 7,11"));
    play(&mut game, 0, Action::PlaceSettlement(vertex("4,1")));
    assert_eq!(listed(&game, 0), "place_road 4,0\nplace_road 5,0\nplace_road 4,1");
    assert_eq!(listed(&game, 1), "", "nobody else has anything to do");
}

#[test]
fn the_robber_sees_every_land_hex_but_its_own() {
    let mut game = Scene::official(3).before_roll().build();
    roll(&mut game, 0, [3, 4]);
    let list = listed(&game, 0);
    assert!(
        list.starts_with("move_robber 0,-2\nmove_robber 1,-2\nmove_robber 2,-2\nmove_robber -1,-1\n"),
        "{list}"
    );
    assert_eq!(list.lines().count(), 18);
    assert!(!list.lines().any(|line| line == format!("move_robber {}", hex("0,0"))));
}

#[test]
fn a_debt_is_described_and_not_listed() {
    let mut game = Scene::official(3).hand(1, [8, 0, 0, 0, 0]).before_roll().build();
    roll(&mut game, 0, [3, 4]);
    let legal = game.legal(Seat(1));
    assert_eq!((legal.len(), legal.discard_owed()), (0, Some(4)));
    assert!(legal.contains(&Action::Discard(hand([4, 0, 0, 0, 0]))));
    assert_eq!(game.legal(Seat(0)).discard_owed(), None);
}
