//! Nobody and nowhere: a seat that no table has owns nothing, a place that does not exist touches nothing.
//!
//! Rules: docs/rules/catan.md §3.9, §3.10, §18.6.

use catan::{DevCards, Edge, Hand, Hex, Vertex};
use game::Seat;

use crate::scene::Scene;

#[test]
fn a_seat_that_no_table_has_owns_nothing() {
    let game = Scene::official(4).hand(0, [1, 2, 3, 4, 5]).cards(0, [1, 0, 0, 0, 0]).build();
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
