//! Positions for these tests, written down in a few words. All pass [`Catan::from_raw`], so a game could reach them.

use catan::raw::{RawCatan, RawPhase};
use catan::road::{longest_road_holder, longest_trail};
use catan::{Board, Catan, DevCard, DevCards, Edge, Hand, Hex, Resource, Rules, Setup, Vertex};
use game::{Game, Seat};

/// A position under construction: the beginners' board, seat 0 after its roll, nobody holds a card.
pub(super) struct Scene(pub(super) RawCatan);

fn vertex(id: &str) -> Vertex {
    Vertex::parse(id).unwrap_or_else(|| panic!("no vertex {id}"))
}

impl Scene {
    pub(super) fn new(players: u8) -> Self {
        let setup = Setup { players, rules: Rules::default(), board: Board::beginner(), order: None };
        let mut raw = Catan::create(&setup).expect("a fair setup").to_raw();
        raw.phase = RawPhase::Main;
        raw.turn = 1;
        raw.dice = Some([5, 6]);
        Self(raw)
    }

    /// Two players with two settlements each, far apart; the desert, where the robber stands, is in the middle.
    pub(super) fn two() -> Self {
        Self::new(2)
            .settlement(0, "4,2")
            .roads(0, "4,2 3,3")
            .settlement(0, "7,7")
            .roads(0, "7,7 6,6")
            .settlement(1, "2,6")
            .roads(1, "2,6 3,7")
            .settlement(1, "8,2")
            .roads(1, "8,2 8,1")
    }

    pub(super) fn settlement(mut self, seat: usize, at: &str) -> Self {
        self.0.players[seat].settlements.push(vertex(at));
        self
    }

    /// Turns a settlement into a city.
    pub(super) fn city(mut self, seat: usize, at: &str) -> Self {
        self.0.players[seat].settlements.retain(|&v| v != vertex(at));
        self.0.players[seat].cities.push(vertex(at));
        self
    }

    /// Roads along a row of vertices.
    pub(super) fn roads(mut self, seat: usize, along: &str) -> Self {
        let stops: Vec<Vertex> = along.split(' ').map(vertex).collect();
        for pair in stops.windows(2) {
            let between: Option<Edge> = pair[0].edges().find(|edge| edge.ends().contains(&pair[1]));
            self.0.players[seat].roads.push(between.expect("neighbours"));
        }
        self
    }

    pub(super) fn robber(mut self, hex: &str) -> Self {
        self.0.robber = Hex::parse(hex).expect("a hex");
        self
    }

    pub(super) fn hand(mut self, seat: usize, counts: [u8; 5]) -> Self {
        self.0.players[seat].resources = Hand::new(counts).expect("a small hand");
        self
    }

    pub(super) fn held(mut self, seat: usize, counts: [u8; 5]) -> Self {
        self.0.players[seat].dev_cards = DevCards::new(counts).expect("few cards");
        self
    }

    pub(super) fn played(mut self, seat: usize, counts: [u8; 5]) -> Self {
        self.0.players[seat].played = DevCards::new(counts).expect("few cards");
        self
    }

    /// The game, with all that follows from the pieces and cards filled in.
    #[track_caller]
    pub(super) fn build(mut self) -> Catan {
        let raw = &mut self.0;
        let mut bank = [19u8; 5];
        let mut deck = DevCards::FULL_DECK.counts();
        for player in &raw.players {
            for kind in Resource::ALL {
                bank[kind.index()] -= player.resources.get(kind);
            }
            for card in DevCard::ALL {
                deck[card.index()] -= player.dev_cards.get(card) + player.played.get(card);
            }
        }
        raw.bank = Hand::new(bank).expect("what is left");
        raw.deck = DevCards::new(deck).expect("what is left");
        let buildings: Vec<u64> = raw
            .players
            .iter()
            .map(|p| p.settlements.iter().chain(&p.cities).fold(0, |mask, v| mask | v.bit()))
            .collect();
        let mut lengths = [0; 4];
        for (seat, player) in raw.players.iter_mut().enumerate() {
            let roads = player.roads.iter().fold(0, |mask, edge| mask | edge.bit());
            let others = (0..buildings.len()).filter(|&other| other != seat);
            lengths[seat] = longest_trail(roads, others.fold(0, |mask, other| mask | buildings[other]));
            player.road_length = lengths[seat];
        }
        let road = longest_road_holder(lengths, None);
        raw.longest_road = road.map(|seat| (seat, lengths[seat.index()]));
        let knights = |seat: usize| raw.players[seat].played.get(DevCard::Knight);
        let army = (0..buildings.len()).find(|&seat| knights(seat) >= 3);
        raw.largest_army = army.map(|seat| (Seat(seat as u8), knights(seat)));
        for (seat, player) in raw.players.iter_mut().enumerate() {
            let titles = u8::from(road == Some(Seat(seat as u8))) + u8::from(army == Some(seat));
            player.public_points = (player.settlements.len() + 2 * player.cities.len()) as u8 + 2 * titles;
            player.points = player.public_points + player.dev_cards.get(DevCard::VictoryPoint);
            player.roads_left = 15 - player.roads.len() as u8;
            player.settlements_left = 5 - player.settlements.len() as u8;
            player.cities_left = 4 - player.cities.len() as u8;
        }
        Catan::from_raw(raw).unwrap_or_else(|fault| panic!("{fault}"))
    }
}
