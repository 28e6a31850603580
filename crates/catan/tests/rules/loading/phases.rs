//! What each phase of a turn demands of the rest of a state.

use catan::raw::{RawCatan, RawPhase};
use catan::{Catan, DevCard, Rules};
use game::Seat;

use super::offers::trading;
use super::{cards, check, seats, sound};
use crate::scene::{Scene, edge, fill_in, hand, hex, path};

pub(super) const ODD: &str = "the phase does not fit the rest of the state";

/// A hand out of the bank.
pub(super) fn give(raw: &mut RawCatan, seat: usize, counts: [u8; 5]) {
    raw.players[seat].resources = hand(counts);
    fill_in(raw);
}

#[test]
fn before_the_roll() {
    check(
        &sound(&Scene::official(4).before_roll()),
        &[
            ("rolled", |raw| raw.dice = Some([1, 1]), ODD),
            ("a road paid for", |raw| raw.paid_roads = 1, "the roads of this turn do not fit"),
            (
                "an offer made",
                |raw| (raw.players[2].offers_made, raw.last_offer) = (1, 4),
                "seat 2 made more offers than it could",
            ),
            (
                "an offer open",
                |raw| *raw = RawCatan { phase: RawPhase::BeforeRoll, dice: None, paid_roads: 0, ..trading() },
                "bought too early + at the wrong moment + seat 0 + seat 1 + seat 2",
            ),
        ],
    );
}

/// A seven; seat 1 has just too few cards to owe any. Seat 0 has a road more than the setup gave it.
fn seven(phase: RawPhase) -> RawCatan {
    let mut scene = Scene::official(3)
        .hand(0, [4, 4, 0, 0, 0])
        .hand(1, [0, 0, 0, 7, 0])
        .hand(2, [0, 0, 9, 0, 0])
        .roads(0, "2,9 3,8");
    (scene.raw.phase, scene.raw.dice) = (phase, Some([3, 4]));
    sound(&scene)
}

fn buy(raw: &mut RawCatan) {
    let knight = cards([1, 0, 0, 0, 0]);
    (raw.players[0].dev_cards, raw.players[0].bought_this_turn) = (knight, knight);
    fill_in(raw);
}

fn owed(raw: &mut RawCatan, owed: [u8; 4]) {
    raw.phase = RawPhase::Discarding { owed };
}

#[test]
fn discarding() {
    let raw = seven(RawPhase::Discarding { owed: [4, 0, 4, 0] });
    check(
        &raw,
        &[
            ("nobody owes", |raw| owed(raw, [0; 4]), "nobody owes cards"),
            ("an empty seat", |raw| owed(raw, [4, 0, 4, 1]), "an empty seat owes cards"),
            ("too little", |raw| owed(raw, [3, 0, 4, 0]), ODD),
            ("too much", |raw| owed(raw, [4, 0, 5, 0]), ODD),
            ("without need", |raw| owed(raw, [4, 3, 4, 0]), ODD),
            ("later limit", |raw| raw.rules.discard_from = 9, ODD),
            ("no seven", |raw| raw.dice = Some([3, 5]), ODD),
            ("no roll", |raw| raw.dice = None, ODD),
            ("a road paid for", |raw| raw.paid_roads = 1, "the roads of this turn do not fit"),
            ("a card bought", buy, "cards were bought too early in the turn"),
            (
                "an offer made",
                |raw| (raw.players[1].offers_made, raw.last_offer) = (1, 1),
                "seat 1 made more offers than it could",
            ),
        ],
    );
    let mut paid = raw;
    owed(&mut paid, [0, 0, 4, 0]);
    check(&paid, &[]);
    // With two seats empty, one of them owing is enough.
    let mut two = Scene::official(2).hand(0, [4, 4, 0, 0, 0]);
    (two.raw.phase, two.raw.dice) = (RawPhase::Discarding { owed: [4, 0, 0, 0] }, Some([3, 4]));
    check(
        &sound(&two),
        &[
            ("the third seat", |raw| owed(raw, [4, 0, 4, 0]), "an empty seat owes cards"),
            ("the fourth seat", |raw| owed(raw, [4, 0, 0, 4]), "an empty seat owes cards"),
        ],
    );
}

#[test]
fn moving_the_robber() {
    let after_seven = seven(RawPhase::MovingRobber { before_roll: false });
    check(
        &after_seven,
        &[
            ("to the roll", |raw| raw.phase = RawPhase::MovingRobber { before_roll: true }, ODD),
            ("no seven", |raw| raw.dice = Some([3, 3]), ODD),
            ("no roll", |raw| raw.dice = None, ODD),
            ("a road paid for", |raw| raw.paid_roads = 1, "the roads of this turn do not fit"),
            ("a card bought", buy, "cards were bought too early in the turn"),
            (
                "an offer made",
                |raw| (raw.players[1].offers_made, raw.last_offer) = (1, 1),
                "seat 1 made more offers than it could",
            ),
        ],
    );
    let mut knight = Scene::official(3).before_roll().played(0, [1, 0, 0, 0, 0]);
    knight.raw.played_this_turn = vec![DevCard::Knight];
    knight.raw.phase = RawPhase::MovingRobber { before_roll: true };
    check(
        &sound(&knight),
        &[
            ("after the roll", |raw| raw.phase = RawPhase::MovingRobber { before_roll: false }, ODD),
            ("not this turn", |raw| raw.played_this_turn.clear(), ODD),
            (
                "another card",
                |raw| raw.played_this_turn = vec![DevCard::RoadBuilding],
                "played this turn + the roads of this turn + phase",
            ),
        ],
    );
    // After trading and building, a knight leaves everything open.
    check(&RawCatan { phase: RawPhase::MovingRobber { before_roll: false }, ..trading() }, &[]);
}

fn stealing(raw: &mut RawCatan, bits: u16, before_roll: bool) {
    raw.phase = RawPhase::Stealing { candidates: seats(bits), before_roll };
}

#[test]
fn choosing_a_victim() {
    let mut scene = Scene::official(4)
        .settle(1, "7,7", "7,7 8,6")
        .hand(1, [1, 0, 0, 0, 0])
        .hand(2, [1, 0, 0, 0, 0])
        .hand(3, [1, 0, 0, 0, 0])
        .roads(0, "2,9 3,8");
    scene.raw.robber = hex("1,1");
    scene.raw.dice = Some([3, 4]);
    stealing(&mut scene.raw, 0b1010, false);
    check(
        &sound(&scene),
        &[
            ("nobody", |raw| stealing(raw, 0, false), ODD),
            ("one", |raw| stealing(raw, 0b0010, false), ODD),
            ("the thief", |raw| stealing(raw, 0b1011, false), ODD),
            ("one elsewhere", |raw| stealing(raw, 0b1110, false), ODD),
            ("a stranger", |raw| stealing(raw, 0b1_1010, false), "a victim is not at the table"),
            ("to the roll", |raw| stealing(raw, 0b1010, true), ODD),
            ("one without cards", |raw| give(raw, 3, [0; 5]), ODD),
            ("another hex", |raw| raw.robber = hex("0,0"), ODD),
            ("no seven", |raw| raw.dice = Some([6, 6]), ODD),
            ("a road paid for", |raw| raw.paid_roads = 1, "the roads of this turn do not fit"),
            ("a card bought", buy, "cards were bought too early in the turn"),
        ],
    );
}

/// Seat 0 has played road building before the roll and laid one road.
fn road_building() -> RawCatan {
    let mut scene = Scene::official(2).before_roll().played(0, [0, 0, 1, 0, 0]).roads(0, "2,9 3,8");
    scene.raw.played_this_turn = vec![DevCard::RoadBuilding];
    scene.raw.phase = RawPhase::RoadBuilding { left: 1, before_roll: true };
    sound(&scene)
}

fn building(raw: &mut RawCatan, left: u8, before_roll: bool) {
    raw.phase = RawPhase::RoadBuilding { left, before_roll };
}

#[test]
fn building_free_roads() {
    check(
        &road_building(),
        &[
            ("none left", |raw| building(raw, 0, true), "0 free roads cannot be left"),
            ("three left", |raw| building(raw, 3, true), "3 free roads cannot be left"),
            ("after the roll", |raw| building(raw, 1, false), ODD),
            ("not this turn", |raw| raw.played_this_turn.clear(), ODD),
            (
                "no road laid",
                |raw| {
                    raw.players[0].roads.retain(|road| *road != edge("2,9", "3,8"));
                    fill_in(raw);
                },
                "the roads of this turn do not fit",
            ),
            (
                "no road left",
                |raw| {
                    raw.players[0].roads.extend(path("2,9 1,8 1,7 0,6"));
                    raw.players[0].roads.extend(path("3,8 3,7 2,6 2,5 3,4 3,3 4,2 4,1 5,0 6,1"));
                    raw.players[0].roads.truncate(15);
                    fill_in(raw);
                    raw.rules.points_to_win = 20;
                },
                ODD,
            ),
        ],
    );
    let mut two_left = road_building();
    building(&mut two_left, 2, true);
    check(&two_left, &[]);
}

/// Seat 0 has won by two hidden points.
fn ended() -> RawCatan {
    let rules = Rules { points_to_win: 4, ..Rules::default() };
    let mut raw = Scene::new(3, rules).cards(0, [0, 2, 0, 0, 0]).raw;
    raw.phase = RawPhase::Ended;
    fill_in(&mut raw);
    raw.players[0].public_points = 4;
    raw
}

#[test]
fn the_end() {
    check(
        &ended(),
        &[
            ("points missing", |raw| raw.rules.points_to_win = 5, "the game ends when, and only when"),
            (
                "hidden still",
                |raw| raw.players[0].public_points = 2,
                "the public points of seat 0 do not add up",
            ),
            (
                "another winner",
                |raw| (raw.current, raw.turn) = (Seat(1), 2),
                "the game ends when, and only when",
            ),
            ("going on", |raw| raw.phase = RawPhase::Main, "public points of seat 0 + the game ends when"),
            ("no turn", |raw| raw.turn = 0, "the number of the turn does not fit the phase"),
        ],
    );
    // §16.3: won at the beginning of a turn.
    check(&RawCatan { dice: None, ..ended() }, &[]);
    let mut open = trading();
    (open.phase, open.rules.points_to_win) = (RawPhase::Ended, 3);
    open.players[0].public_points = 3;
    let fault = Catan::from_raw(&open).expect_err("§15.13");
    assert_eq!(fault.0, ["offers are open at the wrong moment"]);
}
