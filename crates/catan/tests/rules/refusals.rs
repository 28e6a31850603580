//! The sentences players read, §18, and the order in which things are checked.

use catan::{Action, Catan, Edge, Hex, Phase, Refusal, Rules, Vertex};
use game::{Game, Seat};

use crate::scene::{Scene, edge, hex, play, refused, roll, vertex};

/// Each row is checked by the sentence it gives.
#[track_caller]
fn check(game: &Catan, rows: &[(u8, Action, &str)]) {
    for (seat, action, text) in rows {
        assert_eq!(refused(game, *seat, *action).to_string(), *text, "{action:?} by seat {seat}");
    }
}

#[test]
fn the_robbers_refusals() {
    let mut game = Scene::official(4).hand(1, [2, 0, 0, 0, 0]).hand(2, [1, 0, 0, 0, 0]).before_roll().build();
    check(
        &game,
        &[
            (0, Action::MoveRobber(hex("0,-2")), "Not in robber move phase"),
            (1, Action::MoveRobber(hex("0,-2")), "Not your turn to move robber"),
            (0, Action::Steal(Seat(1)), "Not in steal phase"),
            (1, Action::Steal(Seat(0)), "Not your turn to steal"),
        ],
    );
    roll(&mut game, 0, [1, 6]);
    check(
        &game,
        &[
            (0, Action::MoveRobber(Hex::NOWHERE), "Invalid hex"),
            (0, Action::MoveRobber(hex("3,-3")), "Robber must be placed on land hex"),
            (0, Action::MoveRobber(hex("0,0")), "Robber must move to another hex"),
            (2, Action::MoveRobber(hex("0,-2")), "Not your turn to move robber"),
            (0, Action::Steal(Seat(1)), "Not in steal phase"),
        ],
    );
}

#[test]
fn the_robber_stays_only_where_the_profile_lets_it() {
    let rules = Rules { robber_may_stay: true, ..Rules::default() };
    let mut game = Scene::new(3, rules).before_roll().build();
    roll(&mut game, 0, [1, 6]);
    play(&mut game, 0, Action::MoveRobber(hex("0,0")));
    assert_eq!((game.robber(), game.phase()), (hex("0,0"), Phase::Main), "§9.4");
}

#[test]
fn steal_targets_have_a_building_there_and_a_card() {
    // Seats 1 and 2 both touch the hex -2,1 (tile 1,3); seat 3 has cards but no building there.
    let mut game = Scene::official(4)
        .settle(1, "3,7", "3,7 2,6")
        .hand(1, [2, 0, 0, 0, 0])
        .hand(2, [1, 0, 0, 0, 0])
        .hand(3, [1, 0, 0, 0, 0])
        .before_roll();
    game.raw.players[3].settlements.pop();
    game.raw.players[3].roads.pop();
    let mut game = game.settle(3, "6,1", "6,1 7,0").build();
    roll(&mut game, 0, [1, 6]);
    play(&mut game, 0, Action::MoveRobber(hex("-2,1")));
    assert!(
        matches!(game.phase(), Phase::Stealing { candidates, .. } if candidates.seats().bits() == 0b110),
        "§9.5"
    );
    check(
        &game,
        &[
            (0, Action::Steal(Seat(3)), "Invalid steal target"),
            (0, Action::Steal(Seat(0)), "Invalid steal target"),
            (0, Action::Steal(Seat(9)), "Invalid steal target"),
            (1, Action::Steal(Seat(2)), "Not your turn to steal"),
        ],
    );
}

#[test]
fn building_refusals_name_what_is_missing() {
    let game = Scene::official(3).hand(0, [1, 0, 0, 2, 1]).roads(0, "2,9 3,8 3,7").build();
    check(
        &game,
        &[
            (
                0,
                Action::BuildRoad(edge("3,7", "2,6")),
                "A road costs 1 wood, 1 brick; you still need 1 brick",
            ),
            (
                0,
                Action::BuildSettlement(vertex("3,8")),
                "A settlement costs 1 wood, 1 brick, 1 sheep, 1 wheat; you still need 1 brick, 1 sheep",
            ),
            (0, Action::BuildCity(vertex("2,10")), "A city costs 2 wheat, 3 ore; you still need 2 ore"),
            (
                0,
                Action::BuyDevCard,
                "A development card costs 1 sheep, 1 wheat, 1 ore; you still need 1 sheep",
            ),
            (0, Action::BuildSettlement(vertex("2,9")), "Too close to existing settlement"),
            (0, Action::BuildSettlement(vertex("4,10")), "This place is already built on"),
            (0, Action::BuildSettlement(vertex("4,1")), "A settlement must touch one of your roads"),
            (0, Action::BuildSettlement(Vertex::NOWHERE), "There is no such vertex"),
            (0, Action::BuildRoad(Edge::NOWHERE), "There is no such edge"),
            (0, Action::BuildRoad(edge("2,10", "2,9")), "This place is already built on"),
            (0, Action::BuildRoad(edge("4,1", "5,0")), "A road must touch your own road or building"),
            (0, Action::BuildCity(vertex("4,10")), "A city replaces one of your own settlements"),
            (0, Action::BuildCity(Vertex::NOWHERE), "There is no such vertex"),
            (1, Action::BuildRoad(edge("3,7", "2,6")), "It is not your turn"),
            (200, Action::EndTurn, "It is not your turn"),
            (0, Action::RollDice, "You have already rolled"),
            (0, Action::PlaceSettlement(vertex("4,1")), "There is no free settlement to place now"),
            (0, Action::PlaceRoad(edge("4,1", "5,0")), "There is no setup road to place now"),
        ],
    );
}

#[test]
fn pieces_run_out() {
    let far = Rules { points_to_win: 20, ..Rules::default() };
    let cities = Scene::new(2, far)
        .city(0, "4,1")
        .roads(0, "4,1 3,0 2,1")
        .city(0, "2,1")
        .roads(0, "4,1 5,0 6,1")
        .city(0, "6,1")
        .city(0, "8,1")
        .roads(0, "6,1 7,0 8,1")
        .hand(0, [0, 0, 0, 2, 3])
        .build();
    assert_eq!(cities.points(Seat(0)), 4 * 2 + 2 + 2, "four cities, two settlements, the longest road");
    assert_eq!(
        refused(&cities, 0, Action::BuildCity(vertex("2,10"))).to_string(),
        "You have no city left to build"
    );
    let settlements = Scene::new(2, far)
        .settle(0, "4,1", "4,1 3,0 2,1")
        .settle(0, "2,1", "4,1 5,0 6,1")
        .settle(0, "6,1", "6,1 7,0 8,1")
        .hand(0, [1, 1, 1, 1, 0])
        .build();
    assert_eq!(
        refused(&settlements, 0, Action::BuildSettlement(vertex("8,1"))).to_string(),
        "You have no settlement left to build"
    );
}

#[test]
fn before_the_roll_only_cards_and_the_roll() {
    let game = Scene::official(3).hand(0, [4, 4, 4, 4, 4]).before_roll().build();
    for action in [
        Action::BuildRoad(edge("2,9", "3,8")),
        Action::BuyDevCard,
        Action::BankTrade { give: catan::Resource::Wood, receive: catan::Resource::Ore },
        Action::EndTurn,
    ] {
        assert_eq!(refused(&game, 0, action), Refusal::RollFirst, "§7.1");
    }
}

#[test]
fn codes_are_unique_and_in_snake_case() {
    // Every arm of `Refusal::code`, read from its source: the variants cannot be listed otherwise.
    let source = include_str!("../../src/refusal.rs");
    let arms = source.lines().filter(|line| line.trim_start().starts_with("Self::"));
    let mut codes: Vec<&str> =
        arms.filter_map(|line| line.split("=> \"").nth(1)?.strip_suffix("\",")).collect();
    codes.retain(|code| !["road", "settlement", "city", "development card"].contains(code));
    assert_eq!(codes.len(), source.matches("#[error(").count(), "one code for each refusal");
    assert!(codes.iter().all(|code| code.chars().all(|c| c.is_ascii_lowercase() || c == '_')), "{codes:?}");
    codes.sort_unstable();
    assert!(codes.windows(2).all(|pair| pair[0] != pair[1]), "{codes:?}");
    let game = Scene::official(3).build();
    assert_eq!(refused(&game, 0, Action::RollDice).code(), "already_rolled");
    assert!(game.is_valid(Seat(0), &Action::EndTurn).is_ok());
}
