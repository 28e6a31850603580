//! What a place yields: at the second settlement (§5.4) and at every roll (§7.2), against a count of corners.

use catan::{Action, Board, Catan, Event, Hand, Hex, Profile, Resource, Vertex};
use game::{Game, Legal, Seat};

use super::setups::setup;
use super::{pair, xy};
use crate::scene::{Scene, hand, play, roll, vertex};

/// Whether the vertex is a corner of the hex (§3.3).
fn corner(vertex: Vertex, hex: Hex) -> bool {
    let ((vx, vy), (x, y)) = (pair(&vertex.to_string()), xy(hex));
    [(1, 0), (0, 1), (2, 1), (0, 2), (2, 2), (1, 3)].contains(&(vx - x, vy - 2 * y))
}

/// One card for each producing hex around a vertex.
fn around(board: &Board, vertex: Vertex) -> Hand {
    let hexes = Hex::land().filter(|&hex| corner(vertex, hex));
    hexes.filter_map(|hex| board.tile(hex).0.resource()).map(|resource| (resource, 1)).collect()
}

#[test]
fn the_second_settlement_brings_what_lies_around_it() {
    // §5.4, on every vertex; the first settlement, and so the road between, brings nothing.
    let board = Board::beginner();
    let mut by_number = [0; 4];
    for second in Vertex::all() {
        let mut game = Catan::create(&setup(2, Profile::Official, None)).expect("a fair setup");
        for seat in [0, 1] {
            let away = Vertex::all().filter(|v| *v != second && v.neighbors().all(|n| n != second));
            let first = away.map(Action::PlaceSettlement).find(|a| game.is_valid(Seat(seat), a).is_ok());
            let events = play(&mut game, seat, first.expect("a place"));
            assert!(matches!(events[0], Event::SettlementPlaced { second: false, granted: Hand::EMPTY, .. }));
            let road = game.legal(Seat(seat)).get(0).expect("a road");
            play(&mut game, seat, road);
        }
        assert_eq!(game.bank(), hand([19; 5]));
        let events = play(&mut game, 1, Action::PlaceSettlement(second));
        let due = around(&board, second);
        let placed = Event::SettlementPlaced { seat: Seat(1), vertex: second, second: true, granted: due };
        assert_eq!(events, [placed]);
        assert_eq!((game.hand(Seat(0)), game.hand(Seat(1))), (Hand::EMPTY, due), "{second}");
        assert!(Resource::ALL.iter().all(|&r| game.bank().get(r) + due.get(r) == 19), "§2.2");
        by_number[due.total() as usize] += 1;
    }
    // 18 vertices of the coast touch one hex, 12 two, the 24 others three; six of those touch the desert.
    assert_eq!(by_number, [0, 18, 18, 18]);
}

#[test]
fn a_settlement_brings_one_a_city_two_and_the_robbers_hex_nothing() {
    // §7.2: every roll with the robber on every hex, against a count of the corners.
    let mut scene = Scene::official(4).before_roll();
    for (player, turned) in scene.raw.players.iter_mut().zip([0, 1, 1, 0]) {
        let city = player.settlements.remove(turned);
        player.cities.push(city);
    }
    let (mut twos, mut blocked) = (0, 0);
    for robber in Hex::land() {
        scene.raw.robber = robber;
        let game = scene.build();
        for dice in (1..=6).flat_map(|a| (1..=6).map(move |b| [a, b])).filter(|[a, b]| a + b != 7) {
            let mut due = [[0; 5]; 4];
            let producing = |hex: &Hex| game.board().tile(*hex).1 == Some(dice[0] + dice[1]);
            for hex in Hex::land().filter(producing) {
                let resource = game.board().tile(hex).0.resource().expect("a token").index();
                for (seat, due) in game.seats_iter().zip(&mut due) {
                    let n = game.settlements(seat).filter(|v| corner(*v, hex)).count()
                        + 2 * game.cities(seat).filter(|v| corner(*v, hex)).count();
                    blocked += if hex == robber { n } else { 0 };
                    due[resource] += if hex == robber { 0 } else { n as u8 };
                }
            }
            let mut after = game;
            let events = roll(&mut after, 0, dice);
            let distributed = due.map(hand);
            assert_eq!(
                events,
                [Event::DiceRolled { seat: Seat(0), dice, distributed }],
                "robber on {robber}"
            );
            assert_eq!([0, 1, 2, 3].map(|seat| after.hand(Seat(seat))), distributed);
            twos += due.iter().flatten().filter(|&&n| n == 2).count();
        }
    }
    assert!(twos > 100 && blocked > 50, "{twos} {blocked}");
}

#[test]
fn a_roll_worked_out_by_hand() {
    // §7.2: on a 5 the hills at 2,10 and 4,10 and the pasture at 9,8; on an 8 the forest at the city 1,8 and the
    // mountains at 10,5.
    let mut scene = Scene::official(4).before_roll();
    let city = scene.raw.players[2].settlements.pop().expect("two of them");
    assert_eq!(city, vertex("1,8"));
    scene.raw.players[2].cities.push(city);
    let mut game = scene.build();
    roll(&mut game, 0, [1, 4]);
    let hands = [0, 1, 2, 3].map(|seat| game.hand(Seat(seat)).counts());
    assert_eq!(hands, [[0, 1, 0, 0, 0], [0, 1, 0, 0, 0], [0; 5], [0, 0, 1, 0, 0]]);
    let mut game = scene.build();
    roll(&mut game, 0, [4, 4]);
    let hands = [0, 1, 2, 3].map(|seat| game.hand(Seat(seat)).counts());
    assert_eq!(hands, [[0; 5], [0; 5], [2, 0, 0, 0, 1], [0; 5]]);
}
