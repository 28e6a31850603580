//! Nobody and nowhere: a seat that no table has owns nothing, a place that does not exist touches nothing.
//!
//! And who owes nothing discards nothing; who can pay for one thing only may buy that.
//!
//! Rules: docs/rules/catan.md §3.9, §3.10, §8.3, §10, §18.6.

use catan::raw::RawPhase;
use catan::{Action, DevCards, Edge, Hand, Hex, Rules, Vertex};
use game::{Game, Legal, Seat};

use crate::scene::{Scene, hand};

#[test]
fn a_seat_that_no_table_has_owns_nothing() {
    let scene = Scene::official(4).hand(0, [1, 2, 3, 4, 5]).cards(0, [1, 0, 0, 0, 0]);
    // A city on the first vertex: what nobody has must not be read from there.
    let game = scene.roads(0, "3,0 4,1").city(0, "3,0").build();
    assert_eq!(game.city_mask(), 1);
    for seat in (4..=7).chain([u8::MAX]).map(Seat) {
        assert_eq!((game.hand(seat), game.held(seat), game.played(seat)), Default::default());
        assert_eq!(game.bought_this_turn(seat), DevCards::EMPTY);
        assert_eq!((game.roads(seat).count(), game.road_mask(seat), game.reach_mask(seat)), (0, 0, 0));
        assert_eq!((game.settlements(seat).count(), game.cities(seat).count()), (0, 0));
        assert_eq!((game.building_mask(seat), game.port_bits(seat), game.road_length(seat)), (0, 0, 0));
    }
    assert_eq!(game.hand(Seat(0)), Hand::new([1, 2, 3, 4, 5]).expect("a small hand"));
}

#[test]
fn nowhere_touches_nothing() {
    let vertex = Vertex::NOWHERE;
    assert_eq!((vertex.hexes().count(), vertex.neighbors().count(), vertex.edges().count()), (0, 0, 0));
    assert_eq!((vertex.bit(), vertex.exists(), vertex.xy()), (0, false, None));
    let edge = Edge::NOWHERE;
    assert_eq!((edge.bit(), edge.exists(), edge.xy()), (0, false, None));
    assert!(!Hex::NOWHERE.is_land() && !Hex::NOWHERE.is_sea());
    assert_eq!((Hex::NOWHERE.axial(), Hex::NOWHERE.vertices().count()), (None, 0));
    let names = [vertex.to_string(), edge.to_string(), Hex::NOWHERE.to_string()];
    assert_eq!(names, ["nowhere", "nowhere", "nowhere"]);
}

#[test]
fn nothing_stands_at_sea() {
    let sea: Vec<_> = Hex::all().filter(|hex| !hex.is_land()).collect();
    assert_eq!(sea.len(), 18, "§3.9");
    for hex in sea {
        let (q, r) = hex.axial().expect("an id");
        assert_eq!(q.abs().max(r.abs()).max((q + r).abs()), 3, "§3.9");
        assert!(hex.is_sea() && hex.vertices().next().is_none());
    }
}

#[test]
fn only_what_is_owed_can_be_discarded() {
    let mut scene = Scene::official(3).hand(0, [4, 4, 0, 0, 0]).hand(1, [0, 0, 0, 7, 0]);
    let given = [[0; 5], [2, 2, 0, 0, 0], [4, 0, 0, 0, 0], [4, 4, 0, 0, 0], [1, 2, 0, 0, 0], [0, 0, 0, 4, 0]];
    let listed = |scene: &Scene, seat| {
        let legal = scene.build().legal(Seat(seat));
        given.map(|cards| legal.contains(&Action::Discard(hand(cards))))
    };
    for seat in 0..4 {
        assert_eq!(listed(&scene, seat), [false; 6], "no seven, seat {seat}");
    }
    (scene.raw.phase, scene.raw.dice) = (RawPhase::Discarding { owed: [4, 0, 0, 0] }, Some([3, 4]));
    assert_eq!(listed(&scene, 0), [false, true, true, false, false, false], "§8.3: four of eight, own cards");
    for seat in 1..4 {
        assert_eq!(listed(&scene, seat), [false; 6], "seven cards owe nothing, seat {seat}");
    }
}

/// What it costs, and the actions that buy it.
type Thing = ([u8; 5], fn(&Action) -> bool);

#[test]
fn who_can_pay_for_one_thing_only_is_offered_that_thing() {
    // §10: the cards for a road, a city or a development card, and for nothing else that can be built.
    let things: [Thing; 3] = [
        ([1, 1, 0, 0, 0], |action| matches!(action, Action::BuildRoad(_))),
        ([0, 0, 0, 2, 3], |action| matches!(action, Action::BuildCity(_))),
        ([0, 0, 1, 1, 1], |action| matches!(action, Action::BuyDevCard)),
    ];
    let mut alone = 0;
    for (seat, (cards, is_it)) in (0..3).flat_map(|seat| things.map(|thing| (seat, thing))) {
        let game = Scene::official(3).turn_of(seat).hand(seat.into(), cards).build();
        let legal = game.legal(Seat(seat));
        let listed: Vec<_> = legal.iter().collect();
        assert!(listed.iter().any(is_it), "{cards:?}: {listed:?}");
        assert_eq!(legal.len(), listed.len(), "{cards:?}");
        // Without a port, there is nothing else to do but to end the turn.
        alone += u32::from(listed.iter().all(|action| is_it(action) || *action == Action::EndTurn));
    }
    assert!(alone >= 6, "{alone}");
}

#[test]
fn a_fifth_city_is_not_listed() {
    // §10: four cities are all there are. Seat 0 has two settlements at home and could pay for anything.
    let rules = Rules { points_to_win: 15, ..Rules::default() };
    let rich = Scene::new(2, rules).hand(0, [5; 5]).roads(0, "3,0 4,1 5,0 6,1 7,0 8,1 8,2");
    for (cities, listed) in [(&["3,0", "5,0", "7,0"][..], true), (&["3,0", "5,0", "7,0", "8,2"][..], false)] {
        let game = cities.iter().fold(rich.clone(), |scene, at| scene.city(0, at)).build();
        let city = |action: &Action| matches!(action, Action::BuildCity(_));
        assert_eq!(game.legal(Seat(0)).iter().any(|action| city(&action)), listed, "{cities:?}");
    }
}
