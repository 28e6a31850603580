//! What one viewer may know, of the state and of events.
//!
//! Both are made up from what is allowed, never cut down from the whole: a field that somebody forgets here is missing,
//! not leaked.
//!
//! Rules: docs/rules/catan.md §17.

use game::{Seat, Viewer};

use crate::action::Event;
use crate::board::Board;
use crate::card::{DevCard, DevCards};
use crate::grid::{Edge, Hex, Vertex};
use crate::phase::Phase;
use crate::resource::{Hand, Resource};
use crate::rules::Rules;
use crate::trade::Offer;
use crate::{Catan, draft};

/// What a viewer may know of the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The rules.
    pub rules: Rules,
    /// The board.
    pub board: Board,
    /// Seats in order of play.
    pub order: Vec<Seat>,
    /// What the game waits for. Nothing in a phase is hidden: debts, candidates and rolls are public.
    pub phase: Phase,
    /// Turns begun.
    pub turn: u32,
    /// Whose turn it is.
    pub current: Seat,
    /// This turn's dice.
    pub dice: Option<[u8; 2]>,
    /// Where the robber stands.
    pub robber: Hex,
    /// The position of the draft.
    pub draft: Option<(u8, draft::Position)>,
    /// What the bank has.
    pub bank: Hand,
    /// How many development cards are left.
    pub deck_count: u8,
    /// Holder and length.
    pub longest_road: Option<(Seat, u8)>,
    /// Holder and knights.
    pub largest_army: Option<(Seat, u8)>,
    /// Open offers.
    pub offers: Vec<Offer>,
    /// Kinds of development cards played in this turn.
    pub played_this_turn: Vec<DevCard>,
    /// Roads paid for in this turn.
    pub paid_roads: u8,
    /// The players by seat.
    pub players: Vec<PlayerView>,
    /// The winner.
    pub winner: Option<Seat>,
}

/// What a viewer may know of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerView {
    /// How many resource cards.
    pub resource_count: u8,
    /// Which: one's own, or everybody's where hands are open.
    pub resources: Option<Hand>,
    /// How many unplayed development cards.
    pub dev_card_count: u8,
    /// Which: one's own only.
    pub dev_cards: Option<DevCards>,
    /// Which of them are from this turn: one's own only.
    pub bought_this_turn: Option<DevCards>,
    /// Development cards on the table.
    pub played: DevCards,
    /// All points: one's own, and everybody's once the game is over.
    pub points: Option<u8>,
    /// Points that everybody sees.
    pub public_points: u8,
    /// Length of the longest trail.
    pub road_length: u8,
    /// Roads in the supply.
    pub roads_left: u8,
    /// Settlements in the supply.
    pub settlements_left: u8,
    /// Cities in the supply.
    pub cities_left: u8,
    /// Offers made in this turn.
    pub offers_made: u8,
    /// Roads on the board.
    pub roads: Vec<Edge>,
    /// Settlements on the board.
    pub settlements: Vec<Vertex>,
    /// Cities on the board.
    pub cities: Vec<Vertex>,
}

impl View {
    pub(crate) fn new(game: &Catan, viewer: Viewer) -> Self {
        let ended = game.phase == Phase::Ended;
        Self {
            rules: game.rules,
            board: game.board,
            order: game.order().collect(),
            phase: game.phase,
            turn: game.turn,
            current: game.current(),
            dice: game.dice(),
            robber: game.robber,
            draft: game.draft(),
            bank: game.bank,
            deck_count: game.deck.total() as u8,
            longest_road: game.longest_road.map(|seat| (seat, game.road_length(seat))),
            largest_army: game.largest_army.map(|seat| (seat, game.played(seat).get(DevCard::Knight))),
            offers: game.offers().collect(),
            played_this_turn: game.kinds_played_this_turn().collect(),
            paid_roads: game.paid_roads,
            players: game.seats_iter().map(|seat| PlayerView::new(game, seat, viewer, ended)).collect(),
            winner: ended.then(|| game.current()),
        }
    }
}

impl PlayerView {
    fn new(game: &Catan, seat: Seat, viewer: Viewer, ended: bool) -> Self {
        let own = viewer.is(seat);
        Self {
            resource_count: game.hand(seat).total() as u8,
            resources: (own || game.rules.hands_open).then(|| game.hand(seat)),
            dev_card_count: game.held(seat).total() as u8,
            dev_cards: own.then(|| game.held(seat)),
            bought_this_turn: own.then(|| game.bought_this_turn(seat)),
            played: game.played(seat),
            points: (own || ended).then(|| game.points(seat)),
            public_points: game.public_points(seat),
            road_length: game.road_length(seat),
            roads_left: game.roads_left(seat),
            settlements_left: game.settlements_left(seat),
            cities_left: game.cities_left(seat),
            offers_made: game.offers_made(seat),
            roads: game.roads(seat).collect(),
            settlements: game.settlements(seat).collect(),
            cities: game.cities(seat).collect(),
        }
    }
}

impl Catan {
    /// The turn and position of the draft, while it lasts.
    #[must_use]
    pub fn draft(&self) -> Option<(u8, draft::Position)> {
        let Phase::Setup { turn, .. } = self.phase else { return None };
        draft::position(self.players, turn).map(|at| (turn, at))
    }

    /// Kinds of development cards played in this turn.
    pub fn kinds_played_this_turn(&self) -> impl Iterator<Item = DevCard> + use<> {
        let kinds = self.kinds_played;
        DevCard::ALL.into_iter().filter(move |card| kinds >> card.index() & 1 == 1)
    }

    /// Roads paid for in this turn.
    #[must_use]
    pub fn paid_roads_this_turn(&self) -> u8 {
        self.paid_roads
    }
}

/// What a viewer may know of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// An event that hides nothing.
    Public(Event),
    /// A card was stolen.
    Stolen {
        /// Who has it now.
        thief: Seat,
        /// Who had it.
        victim: Seat,
        /// Whether there was nobody else to choose.
        automatic: bool,
        /// Which card, for those two (or where hands are open).
        card: Option<Resource>,
    },
    /// A development card was bought.
    DevCardBought {
        /// By whom.
        seat: Seat,
        /// Which, for the buyer.
        card: Option<DevCard>,
    },
}

impl Seen {
    pub(crate) fn new(event: &Event, viewer: Viewer, hands_open: bool) -> Option<Self> {
        Some(match *event {
            Event::Stolen { thief, victim, automatic, card } => {
                let knows = viewer.is(thief) || viewer.is(victim) || hands_open;
                Self::Stolen { thief, victim, automatic, card: knows.then_some(card) }
            }
            Event::DevCardBought { seat, card } => {
                Self::DevCardBought { seat, card: viewer.is(seat).then_some(card) }
            }
            // A question to one seat; the others hear what comes of it.
            Event::StealRequired { seat, .. } if !viewer.is(seat) => return None,
            // Named one by one, so that a new event has to be judged before anybody hears of it.
            Event::FirstPlayerRolled { .. }
            | Event::FirstPlayerTied { .. }
            | Event::FirstPlayerChosen { .. }
            | Event::SettlementPlaced { .. }
            | Event::RoadPlaced { .. }
            | Event::SetupComplete { .. }
            | Event::TurnBegan { .. }
            | Event::DiceRolled { .. }
            | Event::DiscardsOwed { .. }
            | Event::Discarded { .. }
            | Event::RobberMoveRequired { .. }
            | Event::RobberMoved { .. }
            | Event::StealRequired { .. }
            | Event::NothingToSteal { .. }
            | Event::RoadBuilt { .. }
            | Event::SettlementBuilt { .. }
            | Event::CityBuilt { .. }
            | Event::DevCardPlayed { .. }
            | Event::RoadBuildingEnded { .. }
            | Event::PlentyTaken { .. }
            | Event::MonopolyTaken { .. }
            | Event::BankTraded { .. }
            | Event::TradeOffered { .. }
            | Event::TradeAnswered { .. }
            | Event::AcceptanceWithdrawn { .. }
            | Event::TradeExecuted { .. }
            | Event::TradeClosed { .. }
            | Event::LongestRoadChanged { .. }
            | Event::LargestArmyChanged { .. }
            | Event::GameEnded { .. } => Self::Public(*event),
        })
    }
}
