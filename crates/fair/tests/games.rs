//! The published outcomes of the three games, drawn by the rules themselves.
//!
//! `tests/games.txt` says what seeds mean for dice, cards, the wheel and boards. `tools/check_vectors.py` gets the same
//! from docs/fairness.md alone; here the real rules are asked, so that a change of theirs which would give an old seed a
//! new meaning is noticed.

use std::collections::BTreeMap;

use catan::{Board, BoardKind, CatanChance, DevCard, DevCards, Hand, Hex};
use fair::{Fair, Seed};
use game::{Game, Seat, Unheard, shuffle};
use kniffel::{Keep, Kniffel};

const VECTORS: &str = include_str!("games.txt");

fn listed<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(",")
}

fn seat_order(fair: &Fair, players: u64) -> String {
    let mut seats: Vec<u64> = (0..players).collect();
    shuffle(&mut seats, &mut fair.stream("seat_order", 0));
    listed(seats)
}

fn two_dice(fair: &Fair, position: u64) -> Option<String> {
    let catan::Outcome::Dice(dice) = fair.draw(&CatanChance::Dice, position) else { return None };
    Some(listed(dice))
}

/// The second roll of a turn, since nothing can be kept before.
fn kniffel_dice(fair: &Fair, position: u64, before: &str) -> Option<String> {
    let lying = kniffel::Outcome { dice: [1, 2, 3, 4, 5] };
    let mut game = Kniffel::create(&kniffel::Setup { players: 1, rules: kniffel::Rules::default() }).ok()?;
    game.apply(Seat(0), &kniffel::Action::PlayerReady, None, &mut Unheard).ok()?;
    game.apply(Seat(0), &kniffel::Action::RollDice { kept: Keep::NONE }, Some(lying), &mut Unheard).ok()?;

    let letters: Vec<char> = before.chars().collect();
    let kept: [bool; 5] = std::array::from_fn(|place| letters[place] == 'k');
    let chance = game.chance(Seat(0), &kniffel::Action::RollDice { kept: kept.into() })?;
    let dice = fair.draw(&chance, position).dice;
    Some(listed((0..5).map(|place| {
        if kept[place] {
            assert_eq!(dice[place], lying.dice[place]);
            "k".to_owned()
        } else {
            dice[place].to_string()
        }
    })))
}

fn stolen(fair: &Fair, position: u64, hand: &str) -> Option<String> {
    let counts: Vec<u8> = hand.split(',').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    let hand = Hand::new(counts.try_into().ok()?)?;
    let catan::Outcome::Stolen(card) = fair.draw(&CatanChance::Theft(hand), position) else { return None };
    Some(card.name().to_owned())
}

/// All cards, bought at positions that must not matter.
fn deck(fair: &Fair) -> Option<String> {
    let mut left = DevCards::FULL_DECK;
    let mut order = Vec::new();
    while !left.is_empty() {
        let position = 1_000 + 3 * order.len() as u64;
        let catan::Outcome::Card(card) = fair.draw(&CatanChance::Deck(left), position) else { return None };
        order.push(card.name());
        left = DevCards::new(DevCard::ALL.map(|kind| left.get(kind) - u8::from(kind == card)))?;
    }
    Some(listed(order))
}

fn board(fair: &Fair, kind: &str) -> Option<String> {
    let kind = match kind {
        "random" => BoardKind::Random,
        "spiral" => BoardKind::Spiral,
        _ => return None,
    };
    let board = Board::generate(kind, &mut fair.stream("board", 0));
    // Row by row is top to bottom, then left to right: by r, then by q.
    let mut hexes: Vec<Hex> = Hex::land().collect();
    hexes.sort_by_key(|hex| hex.axial().map(|(q, r)| (r, q)));
    let tiles = hexes.into_iter().map(|hex| {
        let (terrain, token) = board.tile(hex);
        format!("{terrain}:{}", token.map_or("-".to_owned(), |token| token.to_string()))
    });
    Some(listed(tiles.chain(board.ports().map(|(_, port)| port.name().to_owned()))))
}

/// The result that belongs to a question; `None` if there is no such question.
fn answer(question: &str) -> Option<String> {
    let parts: Vec<&str> = question.split(' ').collect();
    let [kind, seed, inputs @ ..] = parts.as_slice() else { return None };
    let fair = Fair::new(&Seed::from_hex(seed).ok()?);
    // Most kinds have a number first: the position, or how many players.
    let number = || inputs.first()?.parse::<u64>().ok();
    match (*kind, inputs) {
        ("seat_order", [_]) => Some(seat_order(&fair, number()?)),
        ("dice", [_]) => two_dice(&fair, number()?),
        ("kniffel", [_, before]) => kniffel_dice(&fair, number()?, before),
        ("wheel", [_]) => Some(fair.draw(&roulette::Wheel, number()?).winning_number.to_string()),
        ("steal", [_, hand]) => stolen(&fair, number()?, hand),
        ("deck", []) => deck(&fair),
        ("board", [kind]) => board(&fair, kind),
        _ => None,
    }
}

/// fairness.md §8 and §9.
#[test]
fn every_outcome_is_as_published() {
    let mut met = BTreeMap::new();
    for line in VECTORS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (question, result) = line.split_once(" = ").unwrap();
        assert_eq!(answer(question).as_deref(), Some(result), "{question}");
        *met.entry(question.split(' ').next().unwrap()).or_insert(0) += 1;
    }
    let counts = [
        ("board", 9),
        ("deck", 5),
        ("dice", 16),
        ("kniffel", 38),
        ("seat_order", 6),
        ("steal", 10),
        ("wheel", 16),
    ];
    assert_eq!(met, BTreeMap::from(counts));
}
