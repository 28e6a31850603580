//! A turn: every action that could be worth something, judged by what it gains in points.
//!
//! The gain of an action is the worth of what it brings, plus what the cards that remain are worth then, less what the
//! cards are worth now. The turn ends when nothing gains anything.

use catan::{Action, CatanLegal, Edge, Hand, Piece, Vertex, View};
use game::Legal;

use super::goals::cost;
use super::memory::Memory;
use super::network::{title_length, trail};
use super::prospect::Prospect;
use super::robber::best;
use super::sight::{Cards, Estate, Sight, cards, minus, plus};

/// Less is noise.
const NOTICEABLE: f32 = 0.01;
/// What development cards in the hand are worth: playing one has to bring more.
const KEPT_KNIGHT: f32 = 0.25;
const KEPT_MONOPOLY: f32 = 0.35;
const KEPT_PLENTY: f32 = 0.15;
const KEPT_ROADS: f32 = 0.05;
/// Points per pip of a better place for the robber.
const PER_BLOCKED_PIP: f32 = 0.02;
/// What a stolen card is worth.
const STOLEN_CARD: f32 = 0.2;

/// One's own position, ready to judge actions.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    pub(super) sight: &'a Sight,
    pub(super) view: &'a View,
    pub(super) memory: &'a Memory,
    pub(super) prospect: Prospect,
    now: f32,
}

impl<'a> Turn<'a> {
    pub(super) fn new(sight: &'a Sight, view: &'a View, memory: &'a Memory) -> Self {
        let prospect = Prospect::new(sight, sight.me, sight.own(), 0);
        let now = prospect.of(&sight.hand);
        Self { sight, view, memory, prospect, now }
    }

    /// The worth of these cards once one's estate has changed.
    fn later(&self, estate: &Estate, hand: &Cards, free_roads: u8) -> f32 {
        Prospect::new(self.sight, self.sight.me, estate, free_roads).of(hand)
    }

    fn built(&self, vertex: Vertex, piece: Piece) -> f32 {
        let (sight, own) = (self.sight, self.sight.own());
        let estate = own.with_building(&sight.land, sight.robber, vertex);
        let hand = minus(&sight.hand, &cost(piece));
        sight.building_benefit(sight.me, own, vertex) + self.later(&estate, &hand, 0) - self.now
    }

    /// The gain of a road, paid or one of some free ones.
    fn road(&self, edge: Edge, hand: &Cards, free_roads: u8) -> f32 {
        let sight = self.sight;
        let mut estate = sight.own().with_road(edge);
        let mut title = 0.0;
        // A trail can only reach the title if it is close to it, and looking for trails is what costs time.
        if sight.road_holder != Some(sight.me) && estate.road_length + 2 >= title_length(sight, sight.me) {
            estate.road_length = trail(sight, sight.me, &estate);
            if estate.road_length >= title_length(sight, sight.me) {
                title = sight.title_benefit(sight.me);
            }
        }
        title + self.later(&estate, hand, free_roads) - self.now
    }

    /// The gain of a free road.
    pub(super) fn free_road(&self, edge: Edge, left: u8) -> f32 {
        self.road(edge, &self.sight.hand, left)
    }

    fn paid_road(&self, edge: Edge) -> f32 {
        // Only a road that leads to a goal is worth its cards.
        if self.prospect.goals().iter().any(|goal| goal.first == Some(edge)) {
            self.road(edge, &minus(&self.sight.hand, &cost(Piece::Road)), 0)
        } else {
            f32::MIN
        }
    }

    fn traded(&self, out: &Cards, into: &Cards) -> f32 {
        self.prospect.of(&plus(&minus(&self.sight.hand, out), into)) - self.now
    }

    fn bought(&self) -> f32 {
        let hand = minus(&self.sight.hand, &cost(Piece::DevCard));
        self.sight.card_benefit(self.sight.me) + self.prospect.of(&hand) - self.now
    }

    /// The gain of a knight: a better place for the robber, a card, and the army.
    pub(super) fn knight(&self) -> f32 {
        let (sight, view) = (self.sight, self.view);
        let hexes = catan::Hex::land().filter(|&hex| view.rules.robber_may_stay || hex != view.robber);
        let place = sight.best_raid(view, hexes).map_or(0.0, |(_, worth)| worth);
        let moved = PER_BLOCKED_PIP * (place - sight.block_worth(view.robber));
        let knights = sight.own().knights + 1;
        let leader = sight.army_holder.map_or(2, |holder| sight.estates[holder & 3].knights);
        let army = if sight.army_holder == Some(sight.me) {
            0.0
        } else if knights > leader {
            let wins = sight.own().points + 2 >= sight.target;
            if wins { 10.0 } else { 2.0 }
        } else {
            0.1
        };
        moved + STOLEN_CARD + army - KEPT_KNIGHT
    }

    fn monopoly(&self, kind: usize) -> f32 {
        let cap = self.view.rules.monopoly_cap.map_or(f32::MAX, f32::from);
        let mut taken = [0.0; 5];
        taken[kind] = self.sight.others().map(|seat| self.memory.of(seat)[kind].min(cap)).sum();
        // What others lose counts too, a little.
        self.traded(&[0.0; 5], &taken) + 0.03 * taken[kind] - KEPT_MONOPOLY
    }

    fn road_building(&self) -> f32 {
        let free = self.sight.own().roads_left.min(2);
        self.later(self.sight.own(), &self.sight.hand, free) - self.now - KEPT_ROADS
    }

    /// What an action gains; the lowest number for what is decided elsewhere.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "placing, robbing and answering are decided elsewhere"
    )]
    pub(super) fn gain(&self, action: &Action) -> f32 {
        match *action {
            Action::BuildCity(vertex) => self.built(vertex, Piece::City),
            Action::BuildSettlement(vertex) => self.built(vertex, Piece::Settlement),
            Action::BuildRoad(edge) => self.paid_road(edge),
            Action::BuyDevCard => self.bought(),
            Action::BankTrade { give, receive } => {
                let mut out = [0.0; 5];
                out[give.index()] = self.sight.own().rates[give.index()];
                self.traded(&out, &cards(Hand::one(receive)))
            }
            Action::PlayKnight => self.knight(),
            Action::PlayMonopoly(resource) => self.monopoly(resource.index()),
            Action::PlayYearOfPlenty(plenty) => self.traded(&[0.0; 5], &cards(plenty.hand())) - KEPT_PLENTY,
            Action::PlayRoadBuilding => self.road_building(),
            Action::PlayVictoryPoint => 10.0,
            Action::EndTurn => NOTICEABLE,
            _ => f32::MIN,
        }
    }

    /// The best of what is listed.
    pub(super) fn best(&self, legal: &CatanLegal) -> Option<Action> {
        best(legal.iter(), |action| self.gain(action))
            .filter(|(_, gain)| *gain > f32::MIN)
            .map(|(action, _)| action)
    }
}
