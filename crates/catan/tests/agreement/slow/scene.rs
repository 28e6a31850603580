//! Positions made by hand.
//!
//! A *scene* is written in the language of the facts, `name: value`, as far as tests need it. Cards come out of the bank
//! and the deck, so that nothing is minted.

use super::words::{pile, spot};
use super::{Phase, Slow, Spot};

impl Slow {
    /// Arranges what the lines say and leaves the rest as it is. `phase: main` makes it the turn of order's first.
    pub(crate) fn arrange(&mut self, lines: &str) {
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':').expect("name: value");
            let value = value.trim();
            let words: Vec<&str> = value.split_whitespace().collect();
            let (fact, seat) = name.rsplit_once(' ').unwrap_or((name, "0"));
            let seat: usize = seat.parse().expect("a seat");
            let spots = || words.iter().map(|word| (spot(word).expect("a spot"), seat));
            match fact {
                "hand" => {
                    self.bank.put_all(&self.players[seat].hand.clone());
                    self.players[seat].hand = pile(&words).expect("cards");
                    self.bank.take_all(&self.players[seat].hand.clone());
                }
                "dev" => {
                    self.players[seat].dev = pile(&words).expect("cards");
                    self.deck.take_all(&self.players[seat].dev.clone());
                }
                "bank" => self.bank = pile(&words).expect("cards"),
                "deck" => self.deck = pile(&words).expect("cards"),
                "knights" => self.players[seat].knights = value.parse().expect("a number"),
                "roads" => self.roads.extend(spots()),
                "settlements" => self.settlements.extend(spots()),
                "cities" => self.cities.extend(spots()),
                "robber" => self.robber = spot(value).expect("a hex"),
                "phase" => self.enter(value),
                _ => panic!("no scene has {name}"),
            }
        }
        self.measure_roads(&(0..self.players.len()).collect::<Vec<_>>());
    }

    fn enter(&mut self, phase: &str) {
        self.turn_at = 0;
        self.rolled = phase == "main";
        self.phase = if self.rolled { Phase::Main } else { Phase::BeforeRoll };
    }

    /// A hex with this number that is not the robber's, and what it gives.
    pub(crate) fn hex_with(&self, number: u8) -> (Spot, String) {
        let found = self.tiles.iter().find(|(hex, tile)| tile.number == Some(number) && **hex != self.robber);
        let (hex, tile) = found.expect("every number is on the board");
        (*hex, tile.produces.expect("a tile with a number produces").to_string())
    }
}
