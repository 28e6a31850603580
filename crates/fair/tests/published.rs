//! The published vectors of the ceremony, the deck and the chain.
//!
//! `tests/ceremony.txt` is checked twice by different means: here, and by `tools/check_vectors.py` from docs/fairness.md alone.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use fair::chain::follows;
use fair::commit::{seat_commitment, server_commitment};
use fair::{Chain, Context, Deck, Fair, Hash, Kind, Secret, Seed, game_seed, round_seed, seat_order};
use game::Seat;

const VECTORS: &str = include_str!("ceremony.txt");
const GAMES: &str = include_str!("games.txt");
const CARDS: [u8; 5] = [14, 5, 2, 2, 2];

fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(" = ").unwrap())
}

fn secrets(list: &str) -> Vec<Secret> {
    list.split(',').map(|hex| Secret::from_hex(hex).unwrap()).collect()
}

/// The result that belongs to a question.
fn answer(question: &str) -> String {
    let parts: Vec<&str> = question.split(' ').collect();
    let secret = || Secret::from_hex(parts[1]).unwrap();
    let context = || Context::new(parts[2], parts[3].parse().unwrap()).unwrap();
    let number = |place: usize| parts[place].parse::<u32>().unwrap();
    let deck = || Deck::new(&Fair::new(&Seed::from_hex(parts[1]).unwrap()), CARDS);
    match (parts[0], parts.len()) {
        ("server_commitment", 4) => server_commitment(Kind::Seed, &context(), &secret()).to_hex(),
        ("seat_commitment", 6) => {
            let server = Hash::from_hex(parts[4]).unwrap();
            seat_commitment(&context(), &server, Seat(parts[5].parse().unwrap()), &secret()).to_hex()
        }
        ("game_seed", 5) => game_seed(&context(), &secret(), &secrets(parts[4])).to_hex(),
        ("chain_link", 5) => Chain::new(&context(), &secret()).link(number(4)).unwrap().to_hex(),
        ("round_seed", 6) => {
            let link = Hash::from_hex(parts[1]).unwrap();
            round_seed(&context(), &link, &secrets(parts[5]), number(4)).to_hex()
        }
        ("deck_salt", 3) => Hash(deck().proof(number(2)).unwrap().salt).to_hex(),
        ("deck_root", 2) => deck().root().to_hex(),
        ("deck_path", 3) => {
            let proof = deck().proof(number(2)).unwrap();
            assert!(proof.fits(&deck().root(), 25));
            proof.path.iter().map(Hash::to_hex).collect::<Vec<_>>().join(",")
        }
        _ => panic!("no such vector: {question}"),
    }
}

/// docs/fairness.md §13 to §16.
#[test]
fn every_vector_is_as_published() {
    let mut met = BTreeMap::new();
    for (question, result) in lines(VECTORS) {
        assert_eq!(answer(question), result, "{question}");
        *met.entry(question.split(' ').next().unwrap()).or_insert(0) += 1;
    }
    let counts = [
        ("chain_link", 7),
        ("deck_path", 4),
        ("deck_root", 2),
        ("deck_salt", 3),
        ("game_seed", 4),
        ("round_seed", 3),
        ("seat_commitment", 4),
        ("server_commitment", 4),
    ];
    assert_eq!(met, BTreeMap::from(counts));
}

/// §16: what is published follows one from the other.
#[test]
fn published_links_follow_each_other() {
    let links: BTreeMap<&str, Hash> = lines(VECTORS)
        .filter_map(|(question, result)| {
            let number = question.strip_prefix("chain_link ")?.rsplit(' ').next()?;
            Some((number, Hash::from_hex(result).unwrap()))
        })
        .collect();
    assert!(follows(&links["0"], &links["1"]) && follows(&links["1"], &links["2"]));
}

/// §8: orders of play and decks as they were published for scheme 1.
#[test]
fn orders_and_decks_are_those_of_the_games() {
    const NAMES: [&str; 5] = ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"];
    let mut met = 0;
    for (question, result) in lines(GAMES) {
        let parts: Vec<&str> = question.split(' ').collect();
        let fair = Fair::new(&Seed::from_hex(parts[1]).unwrap());
        let found: Vec<String> = match parts[0] {
            "seat_order" => seat_order(&fair, parts[2].parse().unwrap()).iter().map(u8::to_string).collect(),
            "deck" => {
                Deck::new(&fair, CARDS).kinds().map(|kind| NAMES[usize::from(kind)].to_owned()).collect()
            }
            _ => continue,
        };
        assert_eq!(found.join(","), result, "{question}");
        met += 1;
    }
    assert_eq!(met, 11);
}
