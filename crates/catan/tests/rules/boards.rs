//! Boards (§4); with them setups (§1.2–§1.4) and what a place on a board yields (§5.4, §7.2).
//!
//! The tests find out for themselves what touches what, from the coordinates in the ids (§3.2–§3.4), so that an error in
//! the crate's tables cannot hide behind itself.

mod setups;
mod yields;

use catan::{Board, BoardKind, Catan, Hex, Port, Rules, Setup, Terrain};
use game::conformance::SplitMix;
use game::{Game, Luck};

use crate::scene::hex;

/// The box (§4.1), in the order in which it is shuffled (docs/fairness.md).
const TILES: [(Terrain, usize); 6] = [
    (Terrain::Forest, 4),
    (Terrain::Hills, 3),
    (Terrain::Pasture, 4),
    (Terrain::Fields, 4),
    (Terrain::Mountains, 3),
    (Terrain::Desert, 1),
];
const TOKENS: [u8; 18] = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12];
const PORTS: [&str; 9] = ["any", "any", "any", "any", "brick", "ore", "sheep", "wheat", "wood"];
const PORT_EDGES: [&str; 9] = ["3,0", "6,0", "9,2", "10,5", "9,8", "6,10", "3,10", "1,7", "1,3"];

/// Luck asked for by one attempt at tiles and tokens, and by the ports.
const ATTEMPT: usize = 18 + 17;
const AFTERWARDS: usize = 8;

fn pair(id: &str) -> (i32, i32) {
    let (a, b) = id.split_once(',').expect("two numbers");
    (a.parse().expect("a number"), b.parse().expect("a number"))
}

/// Grid coordinates of a hex (§3.2).
fn xy(hex: Hex) -> (i32, i32) {
    let (q, r) = pair(&hex.to_string());
    (2 * q + r + 4, r + 2)
}

/// Whether two hexes share an edge (§3.1).
fn beside(a: Hex, b: Hex) -> bool {
    let ((ax, ay), (bx, by)) = (xy(a), xy(b));
    matches!(((ax - bx).abs(), (ay - by).abs()), (2, 0) | (1, 1))
}

/// Whether two of these hexes share an edge.
fn touch(hexes: &[Hex]) -> bool {
    hexes.iter().any(|&a| hexes.iter().any(|&b| beside(a, b)))
}

/// The hexes with a 6 or an 8.
fn hot(tokens: impl Fn(Hex) -> Option<u8>) -> Vec<Hex> {
    Hex::land().filter(|&hex| matches!(tokens(hex), Some(6 | 8))).collect()
}

/// Luck that remembers what it said.
struct Recorded {
    luck: SplitMix,
    said: Vec<u32>,
}

impl Luck for Recorded {
    fn below(&mut self, bound: u32) -> u32 {
        let number = self.luck.below(bound);
        self.said.push(number);
        number
    }
}

fn drawn(kind: BoardKind, seed: u64) -> (Board, Vec<u32>) {
    let mut luck = Recorded { luck: SplitMix::new(seed), said: Vec::new() };
    let board = Board::generate(kind, &mut luck);
    (board, luck.said)
}

#[track_caller]
fn has_the_box(board: &Board) {
    for (terrain, n) in TILES {
        assert_eq!(Hex::land().filter(|&hex| board.tile(hex).0 == terrain).count(), n, "{terrain}");
    }
    let mut tokens: Vec<u8> = Hex::land().filter_map(|hex| board.tile(hex).1).collect();
    tokens.sort_unstable();
    assert_eq!(tokens, TOKENS);
    assert_eq!(board.tile(board.desert()), (Terrain::Desert, None));
    assert_eq!(board.ports().map(|(edge, _)| edge.to_string()).collect::<Vec<_>>(), PORT_EDGES, "§3.7");
    let mut ports: Vec<&str> = board.ports().map(|(_, port)| port.name()).collect();
    ports.sort_unstable();
    assert_eq!(ports, PORTS);
    // A board that was drawn is the same value as one that was given (§4.5).
    assert_eq!(Board::try_from(&board.spec()), Ok(*board));
}

#[test]
fn drawn_boards_have_the_box_and_keep_6_and_8_apart() {
    for seed in 0..3_000 {
        for kind in [BoardKind::Random, BoardKind::Spiral] {
            let (board, _) = drawn(kind, seed);
            has_the_box(&board);
            assert!(!touch(&hot(|hex| board.tile(hex).1)), "§4.2, §4.3: {kind:?} {seed}");
            assert!(!board.has_touching_hot_tokens());
        }
        let setup = Setup {
            players: 3,
            rules: Rules::default(),
            board: drawn(BoardKind::Random, seed).0,
            order: None,
        };
        let game = Catan::create(&setup).expect("a fair setup");
        assert_eq!(game.board().tile(game.robber()).0, Terrain::Desert, "§4.1");
    }
}

/// Terrain and tokens by hex as the recorded luck lays them.
fn laid(said: &[u32]) -> (Vec<Terrain>, Vec<Option<u8>>) {
    let mut terrain: Vec<Terrain> = TILES.iter().flat_map(|&(t, n)| std::iter::repeat_n(t, n)).collect();
    let mut tokens = TOKENS;
    for (last, number) in (1..19).rev().zip(&said[..18]) {
        terrain.swap(last, *number as usize);
    }
    for (last, number) in (1..18).rev().zip(&said[18..]) {
        tokens.swap(last, *number as usize);
    }
    let mut rest = tokens.into_iter();
    let tokens = terrain.iter().map(|&t| if t == Terrain::Desert { None } else { rest.next() }).collect();
    (terrain, tokens)
}

#[test]
fn just_the_draws_in_which_6_or_8_touch_are_thrown_away() {
    // §4.2: made again from the numbers that were drawn, so what was thrown away can be looked at.
    let (mut kept_at_once, mut thrown_away) = (0, 0);
    for seed in 0..500 {
        let (board, said) = drawn(BoardKind::Random, seed);
        let attempts: Vec<_> = said[..said.len() - AFTERWARDS].chunks(ATTEMPT).map(laid).collect();
        let (last, before) = attempts.split_last().expect("at least one attempt");
        assert!(before.iter().all(|(_, tokens)| touch(&hot(|hex| tokens[hex.index()]))), "seed {seed}");
        for hex in Hex::land() {
            assert_eq!(board.tile(hex), (last.0[hex.index()], last.1[hex.index()]), "seed {seed}, {hex}");
        }
        kept_at_once += usize::from(before.is_empty());
        thrown_away += before.len();
    }
    assert!(kept_at_once > 20 && thrown_away > 500, "{kept_at_once} {thrown_away}");
}

/// How far counts are from what is expected of them, in the sense of chi-square.
fn distance(counts: &[u32], weights: &[f64]) -> f64 {
    let n: f64 = counts.iter().map(|&n| f64::from(n)).sum();
    let total: f64 = weights.iter().sum();
    let term = |(&count, &weight): (&u32, &f64)| {
        let expected = n * weight / total;
        (f64::from(count) - expected).powi(2) / expected
    };
    counts.iter().zip(weights).map(term).sum()
}

/// In how many ways four hot tokens lie apart if the desert lies here.
fn ways_to_lie_apart(desert: Hex) -> u32 {
    let land: Vec<Hex> = Hex::land().filter(|&hex| hex != desert).collect();
    let sets = (0..1u32 << 18).filter(|set| set.count_ones() == 4);
    let chosen = |set: u32| -> Vec<Hex> { (0..18).filter(|i| set >> i & 1 == 1).map(|i| land[i]).collect() };
    sets.filter(|&set| !touch(&chosen(set))).count() as u32
}

#[test]
fn every_board_that_keeps_the_condition_is_equally_likely() {
    // §4.2. The desert then lies where more arrangements are possible more often: in the middle rather than at the
    // coast. Repairing a draw instead of throwing it away would show here. Limits: one in a thousand by chance.
    const N: u32 = 20_000;
    let ways: Vec<f64> = Hex::land().map(|hex| f64::from(ways_to_lie_apart(hex))).collect();
    let mut luck = SplitMix::new(4);
    let (mut deserts, mut terrains, mut hills_and_six) = ([0; 19], [[0; 5]; 19], [0; 2]);
    for _ in 0..N {
        let board = Board::random(&mut luck);
        deserts[board.desert().index()] += 1;
        for hex in Hex::land() {
            let (terrain, token) = board.tile(hex);
            if let Some(resource) = terrain.resource() {
                terrains[hex.index()][resource.index()] += 1;
            }
            if token == Some(6) {
                hills_and_six[usize::from(terrain == Terrain::Hills)] += 1;
            }
        }
    }
    assert!(distance(&deserts, &ways) < 42.3, "{deserts:?} {ways:?}");
    assert!(distance(&deserts, &[1.0; 19]) > 100.0, "the weights differ so much that it matters");
    for (hex, counts) in Hex::land().zip(&terrains) {
        assert!(distance(counts, &[4.0, 3.0, 4.0, 4.0, 3.0]) < 18.5, "{hex}: {counts:?}");
    }
    assert!(distance(&hills_and_six, &[15.0, 3.0]) < 10.8, "terrain and token are independent");
}

#[test]
fn the_desert_of_a_spiral_lies_anywhere_alike() {
    let mut luck = SplitMix::new(5);
    let (mut deserts, mut first_ports) = ([0; 19], [0; 2]);
    for _ in 0..20_000 {
        let board = Board::spiral(&mut luck);
        deserts[board.desert().index()] += 1;
        let first = board.ports().next().map(|(_, port)| port);
        first_ports[usize::from(first == Some(Port::Any))] += 1;
    }
    assert!(distance(&deserts, &[1.0; 19]) < 42.3, "§4.3: {deserts:?}");
    assert!(distance(&first_ports, &[5.0, 4.0]) < 10.8, "{first_ports:?}");
}

/// Tokens row by row, `-` for the desert.
fn rows(board: &Board) -> String {
    let mut text = String::new();
    for hex in Hex::land() {
        let row_begins = hex.index() > 0 && matches!(xy(hex), (2, 4 | 0) | (1, 1 | 3) | (0, 2));
        text.push_str(if hex.index() == 0 { "" } else { [" ", " / "][usize::from(row_begins)] });
        text.push_str(&board.tile(hex).1.map_or("-".into(), |token| token.to_string()));
    }
    text
}

#[test]
fn spiral_tokens_follow_the_path() {
    // §4.3, written down by hand for a desert in the middle, at the start of the path and in the inner ring.
    let expected = [
        ("0,0", "5 2 6 / 10 9 4 3 / 8 11 - 5 8 / 4 3 6 10 / 11 12 9"),
        ("0,-2", "- 5 2 / 8 10 9 6 / 4 3 11 4 3 / 11 6 5 8 / 12 9 10"),
        ("0,1", "5 2 6 / 10 9 4 3 / 8 3 11 5 8 / 4 6 - 10 / 11 12 9"),
    ];
    let mut met = [false; 19];
    for seed in 0..1_000 {
        let (board, said) = drawn(BoardKind::Spiral, seed);
        assert_eq!(said.len(), 18 + AFTERWARDS, "nothing is drawn anew");
        met[board.desert().index()] = true;
        for (_, tokens) in expected.iter().filter(|(id, _)| hex(id) == board.desert()) {
            assert_eq!(rows(&board), *tokens);
        }
    }
    assert!(met.iter().all(|&met| met), "{met:?}");
}

#[test]
fn the_beginners_board_row_by_row() {
    // §4.4 without its punctuation.
    let expected = "mountains 10, pasture 2, forest 9, fields 12, hills 6, pasture 4, hills 10, fields 9, \
                    forest 11, desert, forest 3, mountains 8, forest 8, mountains 3, fields 4, pasture 5, \
                    hills 5, fields 6, pasture 11";
    let (board, said) = drawn(BoardKind::Beginner, 0);
    let tile = |hex| match board.tile(hex) {
        (terrain, Some(token)) => format!("{terrain} {token}"),
        (terrain, None) => terrain.to_string(),
    };
    assert_eq!(Hex::land().map(tile).collect::<Vec<_>>().join(", "), expected);
    let ports: Vec<_> = board.ports().map(|(edge, port)| (edge.to_string(), port.name())).collect();
    let names = ["any", "wheat", "ore", "any", "sheep", "any", "any", "brick", "wood"];
    assert_eq!(ports, PORT_EDGES.map(String::from).into_iter().zip(names).collect::<Vec<_>>());
    has_the_box(&board);
    assert!(said.is_empty(), "no luck");
}

#[test]
fn a_given_board_may_break_the_condition_for_drawn_ones() {
    // §4.5. Swapping two tokens of the beginners' board puts every kind of neighbours side by side.
    let mut touching = 0;
    for (a, b) in (0..19).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let mut spec = Board::beginner().spec();
        let (one, other) = (spec.tiles[a].token, spec.tiles[b].token);
        if one.is_none() || other.is_none() {
            continue;
        }
        (spec.tiles[a].token, spec.tiles[b].token) = (other, one);
        let board = Board::try_from(&spec).expect("the tiles and tokens of the box");
        let expected = touch(&hot(|hex| spec.tiles[hex.index()].token));
        assert_eq!(board.has_touching_hot_tokens(), expected);
        touching += u32::from(expected);
        let setup = Setup { players: 2, rules: Rules::default(), board, order: None };
        assert_eq!(Catan::create(&setup).expect("a fair setup").board(), &board);
    }
    assert!((20..140).contains(&touching), "{touching}");
}
