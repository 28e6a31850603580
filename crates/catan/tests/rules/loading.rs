//! The door for states from outside: every fault is noticed and named, all at once, and nothing real is refused.
//!
//! Each table begins with a sound state in one phase. A row changes one thing and says which faults must come of it,
//! in order, as parts of their sentences joined by ` + `.

mod claims;
mod draft;
mod games;
mod offers;
mod phases;

use std::fmt::Write;

use catan::raw::{RawCatan, RawPhase};
use catan::{Catan, DevCard, DevCards, Edge, Hex, Port, Profile, Resource, Terrain, Vertex};
use game::{Seat, SeatSet};

use crate::scene::{Scene, edge, hand, hex, path, vertex};

/// What is changed, how, and what is wrong then.
type Row<'a> = (&'a str, fn(&mut RawCatan), &'a str);

#[track_caller]
fn check(sound: &RawCatan, rows: &[Row]) {
    if let Err(fault) = Catan::from_raw(sound) {
        panic!("not sound to begin with: {fault}");
    }
    let mut wrong = String::new();
    for (what, change, expected) in rows {
        let mut raw = sound.clone();
        change(&mut raw);
        let faults = Catan::from_raw(&raw).map_or_else(|fault| fault.0, |_| Vec::new());
        let expected: Vec<&str> = expected.split(" + ").collect();
        let is_named = |(fault, part): (&String, &&str)| fault.contains(part);
        if faults.len() != expected.len() || !faults.iter().zip(&expected).all(is_named) {
            write!(wrong, "\n{what}: {faults:#?} instead of {expected:#?}").expect("text grows");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn sound(scene: &Scene) -> RawCatan {
    scene.build().to_raw()
}

fn seats(bits: u16) -> SeatSet {
    SeatSet::from_bits(bits)
}

fn cards(counts: [u8; 5]) -> DevCards {
    DevCards::new(counts).expect("few cards")
}

/// Three of four seats hold something; seat 0 has bought a road and a knight, after a knight before the roll.
fn main_phase() -> RawCatan {
    let mut scene = Scene::official(4)
        .hand(0, [3, 0, 0, 0, 1])
        .hand(1, [0, 2, 0, 0, 2])
        .hand(2, [0, 0, 5, 0, 0])
        .roads(0, "2,9 3,8 3,7")
        .cards(0, [1, 1, 0, 0, 0])
        .played(0, [1, 0, 0, 0, 0]);
    scene.raw.players[0].bought_this_turn = cards([1, 0, 0, 0, 0]);
    scene.raw.played_this_turn = vec![DevCard::Knight];
    scene.raw.paid_roads = 1;
    sound(&scene)
}

#[test]
fn rules_players_and_order() {
    check(
        &main_phase(),
        &[
            ("too few points", |raw| raw.rules.points_to_win = 2, "pointsToWin must be 3 to 20, not 2"),
            ("too many points", |raw| raw.rules.points_to_win = 21, "pointsToWin must be 3 to 20, not 21"),
            ("discards from 6", |raw| raw.rules.discard_from = 6, "discardFrom must be 7 to 20, not 6"),
            ("nobody", |raw| raw.players.clear(), "not played by 0 + order of play + currentSeat 0"),
            (
                "too few",
                |raw| {
                    (raw.rules.profile, raw.players, raw.order) =
                        (Profile::Online, raw.players[..2].to_vec(), vec![Seat(0), Seat(1)]);
                },
                "online is not played by 2",
            ),
            ("too many", |raw| raw.players.push(raw.players[3].clone()), "not played by 5 + order of play"),
            ("a seat missing", |raw| raw.order.truncate(3), "the order of play must name each seat once"),
            ("a seat twice", |raw| raw.order[3] = Seat(0), "the order of play must name each seat once"),
            ("a seat unknown", |raw| raw.order[3] = Seat(4), "the order of play must name each seat once"),
            ("too long", |raw| raw.order.push(Seat(0)), "the order of play must name each seat once"),
            ("another order", |raw| raw.order.swap(0, 1), "somebody else's turn"),
            (
                "nobody's turn",
                |raw| raw.current = Seat(4),
                "currentSeat 4 is not at the table + bought cards",
            ),
            ("no such title", |raw| raw.longest_road = Some((Seat(9), 5)), "seat 9 cannot hold a title"),
            ("no such army", |raw| raw.largest_army = Some((Seat(4), 3)), "seat 4 cannot hold a title"),
        ],
    );
}

#[test]
fn board_robber_and_dice() {
    check(
        &main_phase(),
        &[
            ("sea", |raw| raw.robber = hex("3,0"), "the robber is not on land"),
            ("nowhere", |raw| raw.robber = Hex::NOWHERE, "the robber is not on land"),
            ("a die of 0", |raw| raw.dice = Some([0, 5]), "dice show 1 to 6"),
            ("a die of 7", |raw| raw.dice = Some([1, 7]), "dice show 1 to 6"),
            (
                "a tile missing",
                |raw| raw.board.tiles.truncate(18),
                "is missing + 3 tiles of pasture + the tokens",
            ),
            (
                "another tile",
                |raw| raw.board.tiles[0].terrain = Terrain::Forest,
                "5 tiles of forest + 2 tiles of mountains",
            ),
            ("another token", |raw| raw.board.tiles[0].token = Some(7), "the tokens are"),
            ("another port", |raw| raw.board.ports[0].1 = Port::Of(Resource::Ore), "for any + for ore"),
            (
                "a port elsewhere",
                |raw| raw.board.ports[0].0 = Edge::NOWHERE,
                "not one of the nine + is missing",
            ),
        ],
    );
}

#[test]
fn cards_of_the_box() {
    check(
        &main_phase(),
        &[
            (
                "one more",
                |raw| raw.players[0].resources = hand([4, 0, 0, 0, 1]),
                "20 cards of wood instead of 19",
            ),
            (
                "one less",
                |raw| raw.players[1].resources = hand([0, 2, 0, 0, 1]),
                "18 cards of ore instead of 19",
            ),
            ("a rich bank", |raw| raw.bank = hand([127; 5]), "wood + brick + sheep + wheat + ore"),
            (
                "two exchanged",
                |raw| raw.players[2].resources = hand([0, 0, 4, 1, 0]),
                "18 cards of sheep + 20 cards of wheat",
            ),
            (
                "a knight more",
                |raw| raw.deck = cards([13, 4, 2, 2, 2]),
                "there are 15 knight cards instead of 14",
            ),
            (
                "a monopoly less",
                |raw| raw.deck = cards([12, 4, 2, 2, 1]),
                "there are 1 monopoly cards instead of 2",
            ),
            (
                "held twice",
                |raw| raw.players[3].dev_cards = cards([0, 0, 0, 1, 0]),
                "there are 3 year of plenty cards",
            ),
            (
                "played twice",
                |raw| raw.players[3].played = cards([1, 0, 0, 0, 0]),
                "there are 15 knight cards",
            ),
            (
                "more bought than held",
                |raw| raw.players[0].bought_this_turn = cards([2, 0, 0, 0, 0]),
                "more cards were bought this turn than are in hand",
            ),
            (
                "bought by another",
                |raw| raw.players[1].bought_this_turn = cards([1, 0, 0, 0, 0]),
                "seat 1 bought cards in somebody else's turn",
            ),
            (
                "a hidden point played",
                |raw| {
                    (raw.players[0].dev_cards, raw.players[0].played) =
                        (cards([1, 0, 0, 0, 0]), cards([1, 1, 0, 0, 0]));
                },
                "victory-point cards are not played under these rules",
            ),
        ],
    );
}

#[test]
fn pieces_on_the_board() {
    check(
        &main_phase(),
        &[
            (
                "two settlements",
                |raw| raw.players[1].settlements.push(vertex("2,10")),
                "same place + has no road",
            ),
            ("city on settlement", |raw| raw.players[0].cities = vec![vertex("2,10")], "same place"),
            ("two roads", |raw| raw.players[0].roads.push(edge("4,10", "4,9")), "same place + not connected"),
            ("a road twice", |raw| raw.players[0].roads.push(edge("2,10", "2,9")), "same place"),
            (
                "too close",
                |raw| raw.players[0].settlements.push(vertex("2,9")),
                "closer than the distance rule",
            ),
            (
                "too close to itself",
                |raw| raw.players[3].cities.push(vertex("9,7")),
                "closer than the distance rule",
            ),
            (
                "a road astray",
                |raw| raw.players[0].roads.push(edge("4,1", "5,0")),
                "a road of seat 0 is not connected",
            ),
            (
                "a settlement astray",
                |raw| raw.players[2].settlements.push(vertex("4,1")),
                "a building of seat 2 has no road",
            ),
            (
                "a city astray",
                |raw| raw.players[2].cities.push(vertex("4,1")),
                "a building of seat 2 has no road",
            ),
            (
                "a road nowhere",
                |raw| raw.players[1].roads[0] = Edge::NOWHERE,
                "seat 1 has a piece that is not on the grid",
            ),
            (
                "a city nowhere",
                |raw| raw.players[1].cities = vec![Vertex::NOWHERE],
                "seat 1 has a piece that is not",
            ),
            (
                "one settlement",
                |raw| raw.players[1].settlements.truncate(1),
                "a road of seat 1 is not connected + pieces that this phase",
            ),
            (
                "one road",
                |raw| raw.players[1].roads.truncate(1),
                "a building of seat 1 has no road + pieces that this phase",
            ),
            (
                "sixteen roads",
                |raw| {
                    raw.players[0].roads.extend(path("2,9 1,8 1,7 0,6 0,5 1,4 1,3 2,2 2,1 3,0 4,1 5,0 6,1"));
                },
                "seat 0 has more pieces than the box",
            ),
            (
                "six settlements",
                |raw| {
                    raw.players[0].settlements.extend(["2,1", "4,1", "6,1", "8,1"].map(vertex));
                },
                "seat 0 has more pieces than the box",
            ),
            (
                "five cities",
                |raw| raw.players[0].cities = [vertex("4,1"); 5].to_vec(),
                "seat 0 has more pieces than the box",
            ),
        ],
    );
}

#[test]
fn a_board_full_of_roads_is_refused_at_once() {
    // Looking for the longest trail through 72 roads takes many seconds, and a state can name them for every seat.
    let mut raw = main_phase();
    for player in &mut raw.players {
        player.roads = Edge::all().collect();
    }
    let fault = Catan::from_raw(&raw).expect_err("72 roads a seat");
    assert_eq!(fault.0, [0, 1, 2, 3].map(|seat| format!("seat {seat} has more pieces than the box")));
}

#[test]
fn all_faults_are_listed_at_once() {
    let mut raw = main_phase();
    raw.rules.points_to_win = 0;
    raw.order.clear();
    raw.robber = Hex::NOWHERE;
    raw.dice = Some([7, 0]);
    raw.players[1].bought_this_turn = cards([1, 0, 0, 0, 0]);
    raw.phase = RawPhase::RoadBuilding { left: 9, before_roll: false };
    raw.board.tiles[0].token = None;
    assert_eq!(
        Catan::from_raw(&raw).expect_err("full of faults").to_string(),
        "pointsToWin must be 3 to 20, not 0; the order of play must name each seat once; the robber is not on \
         land; dice show 1 to 6; seat 1 bought cards in somebody else's turn; 9 free roads cannot be left; the \
         mountains at 0,-2 has no token; the tokens are [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 11, 11, 12] \
         instead of [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]"
    );
    // What needs the pieces in their places is asked only when they are.
    check(
        &main_phase(),
        &[
            (
                "cards and pieces",
                |raw| {
                    raw.bank = hand([0; 5]);
                    raw.deck = cards([0; 5]);
                    raw.players[1].roads[0] = edge("4,1", "5,0");
                    raw.players[2].settlements.push(vertex("4,1"));
                    raw.players[3].points = 9;
                },
                "wood + brick + sheep + wheat + ore + knight + victory point + road building + year of plenty \
                 + monopoly + a road of seat 1 + a building of seat 1 + a building of seat 2",
            ),
            (
                "what follows from them",
                |raw| {
                    raw.players[3].points = 9;
                    raw.players[0].road_length = 9;
                    raw.players[0].cities_left = 9;
                    raw.dice = None;
                    raw.turn = 7;
                    raw.longest_road = Some((Seat(0), 3));
                    raw.last_offer = 3;
                    raw.players[1].offers_made = 11;
                },
                "the longest road does not follow + the points of seat 0 + the public points of seat 0 \
                 + the supply of seat 0 + the road length of seat 0 + the points of seat 3 + somebody else's turn \
                 + the roads of this turn + bought too early + the phase does not fit \
                 + more offers were made in this turn + seat 1 made more offers",
            ),
        ],
    );
}
