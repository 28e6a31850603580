//! Catanatron's published value function, each term on positions counted by hand.
//!
//! The sentences in quotation marks are the description's. On the beginners' board a token's ways are: 2 and 12 one, 3 and
//! 11 two, 4 and 10 three, 5 and 9 four, 6 and 8 five.

use catan::{Catan, Hand};
use game::Seat;

use super::super::value::{Land, Terms, synergy};
use super::scene::Scene;

const NOTHING: Terms = Terms {
    points: 0,
    production: 0,
    next_production: 0,
    reachable: 0,
    buildable: 0,
    synergy: 0.0,
    road: 0,
    dev_cards: 0,
    knights: 0,
    cards: 0,
    tiles: 0,
};

fn terms(game: &Catan, seat: u8) -> Terms {
    Land::new(game.board()).terms(game, Seat(seat))
}

#[test]
fn every_term_has_its_weight() {
    let rows = [
        (Terms { points: 1, ..NOTHING }, 3e14),
        (Terms { production: 36, ..NOTHING }, 1e8),
        (Terms { next_production: 36, ..NOTHING }, -1e8),
        (Terms { reachable: 36, ..NOTHING }, 1e4),
        (Terms { buildable: 2, ..NOTHING }, 2e3),
        (Terms { synergy: 0.5, ..NOTHING }, 50.0),
        // "10 × longest road length (only when no node is buildable; else 0.1 ×)"
        (Terms { road: 4, ..NOTHING }, 40.0),
        (Terms { road: 4, buildable: 1, ..NOTHING }, 1e3 + 0.4),
        (Terms { dev_cards: 3, ..NOTHING }, 30.0),
        (Terms { knights: 2, ..NOTHING }, 20.2),
        // "1 × cards in hand − 5 if more than 7 cards"
        (Terms { cards: 7, ..NOTHING }, 7.0),
        (Terms { cards: 8, ..NOTHING }, 3.0),
        (Terms { tiles: 6, ..NOTHING }, 6.0),
    ];
    for (terms, worth) in rows {
        assert!((terms.worth() - worth).abs() < 1e-6, "{terms:?}: {} instead of {worth}", terms.worth());
    }
}

#[test]
fn a_whole_position() {
    // Seat 0 at 4,2: mountains 10, pasture 2, hills 6; at 7,7: forest 3, fields 4, pasture 5. Seat 1 at 2,6: fields 9,
    // forest 11, forest 8; at 8,2: forest 9, hills 10.
    let game = Scene::two().build();
    let expected = Terms {
        points: 2,
        // 3 + 1 + 5 and 2 + 3 + 4, all five kinds with 4 each
        production: 9 + 9 + 5 * 4,
        // 4 + 2 + 5 and 4 + 3, nothing for the kinds
        next_production: 11 + 7,
        // 2,2: 3 + 1; 3,4: 1 + 5 + 2; 6,5: 3 + 2; 5,7: 2 + 3; the other ends lie beside a building
        reachable: 4 + 8 + 5 + 5,
        buildable: 0,
        synergy: 0.0,
        road: 1,
        dev_cards: 0,
        knights: 0,
        cards: 0,
        tiles: 6,
    };
    assert_eq!(terms(&game, 0), expected);
    let worth = 6e14 + 1e8 * 20.0 / 36.0 + 1e4 * 22.0 / 36.0 + 10.0 + 6.0;
    assert!((Land::new(game.board()).worth(&game, Seat(0)) - worth).abs() < 0.5);
    // Seat 1: wheat, wood, brick; 8,1 and 3,7 lead to 7,0 (forest 9) and to 4,6 (2 + 2) and 3,8 (5 + 2 + 4).
    let other = terms(&game, 1);
    assert_eq!((other.production, other.next_production), (18 + 3 * 4, 18));
    assert_eq!((other.reachable, other.buildable, other.tiles), (4 + 4 + 11, 0, 5));
}

#[test]
fn production_leaves_the_robbers_tile_out_and_counts_cities_twice() {
    // On hills 6 the robber takes five ways and the only brick; what could be reached there counts all the same.
    let robbed = terms(&Scene::two().robber("0,-1").build(), 0);
    assert_eq!((robbed.production, robbed.next_production), (13 + 4 * 4, 18));
    assert_eq!((robbed.reachable, robbed.tiles), (22, 6));
    // On pasture 2 it takes one way, but sheep come from pasture 5 too.
    assert_eq!(terms(&Scene::two().robber("1,-2").build(), 0).production, 17 + 5 * 4);
    // On fields 9 it hits the other.
    let robbed = terms(&Scene::two().robber("-2,0").build(), 0);
    assert_eq!((robbed.production, robbed.next_production), (38, 14));
    let city = Scene::two().city(0, "4,2").robber("0,-1").build();
    assert_eq!(terms(&city, 0).production, 2 * 4 + 9 + 4 * 4);
    assert_eq!((terms(&city, 0).points, terms(&city, 1).next_production), (3, 2 * 4 + 9));
}

#[test]
fn the_next_opponent_is_the_next_in_the_order_of_play() {
    let scene = |order: [u8; 3]| {
        let mut scene = Scene::new(3)
            .settlement(0, "4,2")
            .roads(0, "4,2 3,3")
            .settlement(1, "2,6")
            .roads(1, "2,6 3,7")
            .settlement(2, "7,7")
            .roads(2, "7,7 6,6")
            .settlement(0, "2,10")
            .roads(0, "2,10 2,9")
            .settlement(1, "8,10")
            .roads(1, "8,10 8,9")
            .settlement(2, "10,5")
            .roads(2, "10,5 10,6");
        scene.0.order = order.map(Seat).to_vec();
        scene.0.current = Seat(order[0]);
        scene.build()
    };
    // 4,2 and 2,10: 9 + 4; 2,6 and 8,10: 11 + 2; 7,7 and 10,5: 9 + 5.
    let (first, second, third) = (13, 13, 14);
    let next = |order: [u8; 3]| [0, 1, 2].map(|seat| terms(&scene(order), seat).next_production);
    assert_eq!(next([0, 1, 2]), [second, third, first]);
    assert_eq!(next([0, 2, 1]), [third, first, second]);
    assert_eq!(next([2, 1, 0]), [third, first, second]);
}

#[test]
fn buildable_nodes_are_free_joined_and_at_a_distance() {
    // A second road makes 3,4 buildable, and 4,5 (5 + 2) reachable; 2,5 lies beside seat 1's settlement.
    let game = Scene::two().roads(0, "3,3 3,4").build();
    let now = terms(&game, 0);
    assert_eq!((now.buildable, now.reachable, now.road), (1, 22 + 7, 2));
    // It does not matter what one could pay.
    let rich = Scene::two().roads(0, "3,3 3,4").hand(0, [1, 1, 1, 1, 0]).build();
    assert_eq!(terms(&rich, 0).buildable, 1);
    // Nor that a foreign road ends there; but it bars the way on, and the only way to a place bars the place.
    let game = Scene::two().roads(1, "2,6 2,5 3,4 3,3").build();
    assert_eq!((terms(&game, 0).buildable, terms(&game, 0).reachable), (0, 22 - 8));
    // A foreign settlement takes 3,4 itself. Roads that begin there lead nowhere.
    let game = Scene::two().roads(1, "2,6 2,5 3,4").settlement(1, "3,4").roads(0, "3,3 3,4").build();
    assert_eq!((terms(&game, 0).buildable, terms(&game, 0).reachable), (0, 22 - 8));
}

#[test]
fn tiles_are_counted_once_and_the_desert_too() {
    // 5,4 shares hills 6 with 4,2 and adds pasture 4 and the desert.
    let game = Scene::two().roads(0, "4,2 5,3 5,4").settlement(0, "5,4").build();
    assert_eq!((terms(&game, 0).tiles, terms(&game, 0).production), (8, 18 + 8 + 5 * 4));
}

#[test]
fn cards_in_hand_and_on_the_table() {
    // Held: a knight and two victory points, which are not public. Played: three knights (the largest army) and a
    // monopoly.
    let game = Scene::two()
        .held(0, [1, 2, 0, 0, 0])
        .played(0, [3, 0, 0, 0, 1])
        .hand(0, [1, 1, 1, 1, 4])
        .hand(1, [5, 0, 0, 0, 0])
        .build();
    let own = terms(&game, 0);
    assert_eq!((own.dev_cards, own.knights, own.cards, own.points), (3, 3, 8, 2 + 2));
    assert_eq!((terms(&game, 1).cards, terms(&game, 1).dev_cards), (5, 0));
}

#[test]
fn a_road_of_five_is_worth_its_length_and_its_points() {
    let game = Scene::two().roads(0, "3,3 3,4 4,5 5,4 6,5").build();
    assert_eq!((terms(&game, 0).road, terms(&game, 0).points), (5, 4));
}

#[test]
fn synergy_of_hands() {
    // "(2 − dc − ds) / 2 with dc = (missing wheat of 2 + missing ore of 3) / 5, ds = (missing of wheat, sheep, brick,
    // wood) / 4"
    let rows = [
        ([0, 0, 0, 0, 0], 0.0),
        ([1, 1, 1, 1, 0], (2.0 - 4.0 / 5.0) / 2.0),
        ([0, 0, 0, 2, 3], (2.0 - 3.0 / 4.0) / 2.0),
        ([0, 0, 0, 1, 0], (2.0 - 4.0 / 5.0 - 3.0 / 4.0) / 2.0),
        ([2, 0, 3, 0, 1], (2.0 - 4.0 / 5.0 - 2.0 / 4.0) / 2.0),
        ([1, 1, 1, 2, 3], 1.0),
        ([9, 9, 9, 9, 9], 1.0),
    ];
    for (counts, expected) in rows {
        let found = synergy(Hand::new(counts).expect("a hand"));
        assert!((found - expected).abs() < 1e-12, "{counts:?}: {found} instead of {expected}");
    }
}
