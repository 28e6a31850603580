//! Positions for tests, written down in a few words.
//!
//! A *scene* starts from the beginner board with two settlements and two roads a seat in the lower half; the upper half
//! is free for the test. Everything goes through [`Catan::from_raw`], so a scene is a position that a game could reach.

use catan::raw::{RawCatan, RawPhase};
use catan::{
    Action, Board, Catan, DevCard, DevCards, Edge, Event, Hand, Hex, Outcome, Refusal, Resource, Rules,
    Setup, Vertex,
};
use game::{Game, Rejected, Seat};

/// Two settlements of each seat with the other end of the road beside each.
const HOMES: [[(&str, &str); 2]; 4] = [
    [("2,10", "2,9"), ("8,10", "8,9")],
    [("4,10", "4,9"), ("0,5", "0,6")],
    [("10,5", "10,6"), ("1,8", "1,7")],
    [("9,8", "9,7"), ("5,7", "5,8")],
];

/// A position under construction.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) raw: RawCatan,
}

pub(crate) fn vertex(id: &str) -> Vertex {
    Vertex::parse(id).unwrap_or_else(|| panic!("no vertex {id}"))
}

pub(crate) fn hex(id: &str) -> Hex {
    Hex::parse(id).unwrap_or_else(|| panic!("no hex {id}"))
}

/// The edge between two neighbouring vertices.
pub(crate) fn edge(a: &str, b: &str) -> Edge {
    let (a, b) = (vertex(a), vertex(b));
    a.edges().find(|e| e.ends().contains(&b)).unwrap_or_else(|| panic!("{a} and {b} are not neighbours"))
}

/// The edges along a row of vertices.
pub(crate) fn path(vertices: &str) -> Vec<Edge> {
    let stops: Vec<&str> = vertices.split(' ').collect();
    stops.windows(2).map(|pair| edge(pair[0], pair[1])).collect()
}

pub(crate) fn hand(counts: [u8; 5]) -> Hand {
    Hand::new(counts).expect("a small hand")
}

impl Scene {
    /// Seat 0's first turn after the roll of an 11, all hands empty.
    pub(crate) fn new(players: u8, rules: Rules) -> Self {
        let order = Some((0..players).map(Seat).collect());
        let setup = Setup { players, rules, board: Board::beginner(), order };
        let mut raw = Catan::create(&setup).expect("a fair setup").to_raw();
        raw.phase = RawPhase::Main;
        raw.turn = 1;
        raw.dice = Some([5, 6]);
        for (player, homes) in raw.players.iter_mut().zip(HOMES) {
            for (home, end) in homes {
                player.settlements.push(vertex(home));
                player.roads.push(edge(home, end));
            }
        }
        Self { raw }
    }

    pub(crate) fn official(players: u8) -> Self {
        Self::new(players, Rules::default())
    }

    pub(crate) fn before_roll(mut self) -> Self {
        self.raw.phase = RawPhase::BeforeRoll;
        self.raw.dice = None;
        self
    }

    pub(crate) fn turn_of(mut self, seat: u8) -> Self {
        self.raw.turn = u32::from(seat) + 1;
        self.raw.current = Seat(seat);
        self
    }

    pub(crate) fn hand(mut self, seat: usize, counts: [u8; 5]) -> Self {
        self.raw.players[seat].resources = hand(counts);
        self
    }

    pub(crate) fn cards(mut self, seat: usize, counts: [u8; 5]) -> Self {
        self.raw.players[seat].dev_cards = DevCards::new(counts).expect("few cards");
        self
    }

    pub(crate) fn played(mut self, seat: usize, counts: [u8; 5]) -> Self {
        self.raw.players[seat].played = DevCards::new(counts).expect("few cards");
        self
    }

    /// A settlement with roads leading away from it along these vertices.
    pub(crate) fn settle(mut self, seat: usize, at: &str, roads: &str) -> Self {
        self.raw.players[seat].settlements.push(vertex(at));
        self.roads(seat, roads)
    }

    pub(crate) fn roads(mut self, seat: usize, along: &str) -> Self {
        self.raw.players[seat].roads.extend(path(along));
        self
    }

    pub(crate) fn city(mut self, seat: usize, at: &str) -> Self {
        self.raw.players[seat].cities.push(vertex(at));
        self
    }

    /// Who holds the longest road and the largest army, where it matters who was first.
    pub(crate) fn titles(mut self, road: Option<u8>, army: Option<u8>) -> Self {
        self.raw.longest_road = road.map(|seat| (Seat(seat), 0));
        self.raw.largest_army = army.map(|seat| (Seat(seat), 0));
        self
    }

    /// The game, with bank, deck and all that follows filled in.
    #[track_caller]
    pub(crate) fn build(&self) -> Catan {
        let mut raw = self.raw.clone();
        fill_in(&mut raw);
        Catan::from_raw(&raw).unwrap_or_else(|fault| panic!("{fault}"))
    }
}

/// Fills in what follows from the rest: bank, deck, lengths, points, supplies.
pub(crate) fn fill_in(raw: &mut RawCatan) {
    let mut bank = [19u8; 5];
    let mut deck = DevCards::FULL_DECK.counts();
    for player in &raw.players {
        for resource in Resource::ALL {
            bank[resource.index()] -= player.resources.get(resource);
        }
        for card in DevCard::ALL {
            deck[card.index()] -= player.dev_cards.get(card) + player.played.get(card);
        }
    }
    raw.bank = hand(bank);
    raw.deck = DevCards::new(deck).expect("few cards");
    let buildings = |seat: usize| {
        raw.players[seat]
            .settlements
            .iter()
            .chain(&raw.players[seat].cities)
            .fold(0u64, |m, v| m | 1 << v.index())
    };
    let lengths: Vec<u8> = (0..raw.players.len())
        .map(|seat| {
            let roads = raw.players[seat].roads.iter().fold(0u128, |m, e| m | 1 << e.index());
            let blocked = (0..raw.players.len()).filter(|&o| o != seat).fold(0, |m, o| m | buildings(o));
            catan::road::longest_trail(roads, blocked)
        })
        .collect();
    let mut by_seat = [0; 4];
    by_seat[..lengths.len()].copy_from_slice(&lengths);
    let holder = catan::road::longest_road_holder(by_seat, raw.longest_road.map(|(seat, _)| seat));
    raw.longest_road = holder.map(|seat| (seat, by_seat[seat.index()]));
    let knights: Vec<u8> = raw.players.iter().map(|p| p.played.get(DevCard::Knight)).collect();
    let named = raw.largest_army.map(|(seat, _)| seat.index());
    let army = named.or_else(|| (0..knights.len()).find(|&s| knights[s] >= 3));
    raw.largest_army = army.map(|seat| (Seat(seat as u8), knights[seat]));
    let (road, army) = (raw.longest_road.map(|t| t.0), raw.largest_army.map(|t| t.0));
    let hidden = raw.rules.victory_point_cards == catan::VictoryPointCards::Hidden;
    for (i, player) in raw.players.iter_mut().enumerate() {
        let seat = Some(Seat(i as u8));
        let titles = u8::from(road == seat) + u8::from(army == seat);
        player.public_points = (player.settlements.len() + 2 * player.cities.len()) as u8
            + 2 * titles
            + player.played.get(DevCard::VictoryPoint);
        let in_hand = if hidden { player.dev_cards.get(DevCard::VictoryPoint) } else { 0 };
        player.points = player.public_points + in_hand;
        player.road_length = lengths[i];
        player.roads_left = 15 - player.roads.len() as u8;
        player.settlements_left = 5 - player.settlements.len() as u8;
        player.cities_left = 4 - player.cities.len() as u8;
    }
}

/// Carries out an action that must be accepted, and returns what happened.
#[track_caller]
pub(crate) fn play(game: &mut Catan, seat: u8, action: Action) -> Vec<Event> {
    play_with(game, seat, action, None)
}

#[track_caller]
pub(crate) fn play_with(game: &mut Catan, seat: u8, action: Action, outcome: Option<Outcome>) -> Vec<Event> {
    let mut events = Vec::new();
    if let Err(rejected) = game.apply(Seat(seat), &action, outcome, &mut events) {
        panic!("{action:?} by seat {seat} was rejected: {rejected}");
    }
    events
}

#[track_caller]
pub(crate) fn roll(game: &mut Catan, seat: u8, dice: [u8; 2]) -> Vec<Event> {
    play_with(game, seat, Action::RollDice, Some(Outcome::Dice(dice)))
}

/// The refusal of an action that must be refused; checks that nothing changed.
#[track_caller]
pub(crate) fn refused(game: &Catan, seat: u8, action: Action) -> Refusal {
    let mut after = *game;
    let mut events: Vec<Event> = Vec::new();
    let refusal = match after.apply(Seat(seat), &action, None, &mut events) {
        Err(Rejected::Refused(refusal)) => refusal,
        other => panic!("{action:?} by seat {seat}: {other:?}"),
    };
    assert!(after == *game && events.is_empty(), "a refusal changes nothing");
    refusal
}
