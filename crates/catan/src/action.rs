//! Actions, what luck decides, and what happened.
//!
//! An *action* is what a seat asks for, an *outcome* what luck adds to it, an *event* what came of both, in full. What
//! one viewer may know of an event is in [`crate::view`].
//!
//! Rules: docs/rules/catan.md §5–§16.

use game::{Seat, SeatSet};

use crate::card::DevCard;
use crate::grid::{Edge, Hex, Vertex};
use crate::resource::{Hand, Resource};

/// What a seat asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Setup: a free settlement.
    PlaceSettlement(Vertex),
    /// Setup: the free road beside it.
    PlaceRoad(Edge),
    /// The roll of a turn, or the roll for the first player.
    RollDice,
    /// Pays what a seven demands.
    Discard(Hand),
    /// Moves the robber.
    MoveRobber(Hex),
    /// Steals a card from one of several candidates.
    Steal(Seat),
    /// A road, paid or free during road building.
    BuildRoad(Edge),
    /// A settlement.
    BuildSettlement(Vertex),
    /// A city in place of an own settlement.
    BuildCity(Vertex),
    /// Buys the next development card.
    BuyDevCard,
    /// Plays a knight.
    PlayKnight,
    /// Plays road building; up to two free roads follow.
    PlayRoadBuilding,
    /// Stops road building after the first road.
    EndRoadBuilding,
    /// Plays year of plenty.
    PlayYearOfPlenty(Plenty),
    /// Plays monopoly.
    PlayMonopoly(Resource),
    /// Plays a victory-point card, where the rules want them played.
    PlayVictoryPoint,
    /// Trades with the bank at the player's best rate.
    BankTrade {
        /// What goes to the bank.
        give: Resource,
        /// What comes from it.
        receive: Resource,
    },
    /// Offers a trade to other players.
    OfferTrade(Terms),
    /// Accepts an offer.
    AcceptTrade {
        /// The offer's number.
        offer: u32,
    },
    /// Declines an offer.
    DeclineTrade {
        /// The offer's number.
        offer: u32,
    },
    /// Carries out an accepted offer.
    ConfirmTrade {
        /// The offer's number.
        offer: u32,
        /// The acceptor to trade with.
        with: Seat,
    },
    /// Takes back an own offer.
    CancelTrade {
        /// The offer's number.
        offer: u32,
    },
    /// Ends the turn.
    EndTurn,
}

/// The cards a year of plenty asks for: two, or one if the bank holds a single card. Their order means nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plenty {
    first: Resource,
    second: Option<Resource>,
}

impl Plenty {
    /// Two cards.
    #[must_use]
    pub fn two(a: Resource, b: Resource) -> Self {
        Self { first: a.min(b), second: Some(a.max(b)) }
    }

    /// One card.
    #[must_use]
    pub const fn one(resource: Resource) -> Self {
        Self { first: resource, second: None }
    }

    /// As cards.
    #[must_use]
    #[inline]
    pub const fn hand(self) -> Hand {
        match self.second {
            Some(second) => Hand::one(self.first).plus(Hand::one(second)),
            None => Hand::one(self.first),
        }
    }

    /// The resources in order.
    pub fn resources(self) -> impl Iterator<Item = Resource> {
        [Some(self.first), self.second].into_iter().flatten()
    }
}

/// What an offer says, as the offerer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Terms {
    /// What the offerer gives.
    pub give: Hand,
    /// What the offerer wants.
    pub receive: Hand,
    /// To whom; `None` means everybody who may be asked.
    pub to: Option<SeatSet>,
    /// The number of the offer that this one answers.
    pub counters: Option<u32>,
}

/// What luck decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Two dice.
    Dice([u8; 2]),
    /// The card the thief drew.
    Stolen(Resource),
    /// The card on top of the deck.
    Card(DevCard),
}

/// Why an offer is no longer open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Closed {
    /// The offerer took it back.
    Cancelled,
    /// The offerer made a new one.
    Replaced,
    /// The active player declined another seat's offer.
    Declined,
    /// The offerer no longer holds the cards.
    CannotPay,
    /// The turn ended.
    TurnEnded,
}

/// What happened, in full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A roll for the first player.
    FirstPlayerRolled {
        /// Who rolled.
        seat: Seat,
        /// The dice.
        dice: [u8; 2],
    },
    /// Several rolled the same highest sum and roll again.
    FirstPlayerTied {
        /// Who rolls again.
        seats: SeatSet,
    },
    /// It is settled who begins.
    FirstPlayerChosen {
        /// Who begins.
        seat: Seat,
    },
    /// A settlement of the setup.
    SettlementPlaced {
        /// Whose.
        seat: Seat,
        /// Where.
        vertex: Vertex,
        /// Whether it is the second one.
        second: bool,
        /// The cards that the second one brings.
        granted: Hand,
    },
    /// A road of the setup.
    RoadPlaced {
        /// Whose.
        seat: Seat,
        /// Where.
        edge: Edge,
    },
    /// The setup is over.
    SetupComplete {
        /// Who takes the first turn.
        next: Seat,
    },
    /// A turn began.
    TurnBegan {
        /// Whose.
        seat: Seat,
        /// Turns count from 1.
        turn: u32,
    },
    /// The roll of a turn.
    DiceRolled {
        /// Who rolled.
        seat: Seat,
        /// The dice.
        dice: [u8; 2],
        /// What each seat got.
        distributed: [Hand; 4],
    },
    /// A seven: these seats owe cards.
    DiscardsOwed {
        /// How many, by seat.
        owed: [u8; 4],
    },
    /// Somebody paid.
    Discarded {
        /// Who.
        seat: Seat,
        /// What, openly.
        cards: Hand,
        /// Who still owes.
        waiting: SeatSet,
    },
    /// The robber has to be moved.
    RobberMoveRequired {
        /// By whom.
        seat: Seat,
    },
    /// The robber was moved.
    RobberMoved {
        /// By whom.
        seat: Seat,
        /// Where to.
        hex: Hex,
    },
    /// There are several to steal from.
    StealRequired {
        /// Who chooses.
        seat: Seat,
        /// From whom.
        candidates: SeatSet,
    },
    /// A card was stolen.
    Stolen {
        /// Who has it now.
        thief: Seat,
        /// Who had it.
        victim: Seat,
        /// Whether there was nobody else to choose.
        automatic: bool,
        /// Which card; only those two learn it.
        card: Resource,
    },
    /// There was nobody to steal from.
    NothingToSteal {
        /// Who moved the robber.
        seat: Seat,
    },
    /// A road was built.
    RoadBuilt {
        /// Whose.
        seat: Seat,
        /// Where.
        edge: Edge,
        /// Whether road building paid for it.
        free: bool,
    },
    /// A settlement was built.
    SettlementBuilt {
        /// Whose.
        seat: Seat,
        /// Where.
        vertex: Vertex,
    },
    /// A city was built.
    CityBuilt {
        /// Whose.
        seat: Seat,
        /// Where.
        vertex: Vertex,
    },
    /// A development card was bought.
    DevCardBought {
        /// By whom.
        seat: Seat,
        /// Which; only the buyer learns it.
        card: DevCard,
    },
    /// A development card was played.
    DevCardPlayed {
        /// By whom.
        seat: Seat,
        /// Which.
        card: DevCard,
    },
    /// Road building is over.
    RoadBuildingEnded {
        /// Whose.
        seat: Seat,
    },
    /// What a year of plenty brought.
    PlentyTaken {
        /// To whom.
        seat: Seat,
        /// Which cards.
        cards: Hand,
    },
    /// What a monopoly brought.
    MonopolyTaken {
        /// To whom.
        seat: Seat,
        /// Of which kind.
        resource: Resource,
        /// How many from each seat.
        taken: [u8; 4],
    },
    /// A trade with the bank.
    BankTraded {
        /// By whom.
        seat: Seat,
        /// What went to the bank.
        give: Resource,
        /// How many.
        count: u8,
        /// What one card came back.
        receive: Resource,
    },
    /// An offer was made.
    TradeOffered {
        /// Its number.
        offer: u32,
        /// By whom.
        from: Seat,
        /// To whom.
        to: SeatSet,
        /// What the offerer gives.
        give: Hand,
        /// What the offerer wants.
        receive: Hand,
        /// The offer it answers.
        counters: Option<u32>,
    },
    /// An offer was answered.
    TradeAnswered {
        /// Its number.
        offer: u32,
        /// By whom.
        seat: Seat,
        /// How.
        accepted: bool,
    },
    /// An acceptor no longer holds the cards.
    AcceptanceWithdrawn {
        /// The offer's number.
        offer: u32,
        /// Whose acceptance.
        seat: Seat,
    },
    /// A trade was carried out.
    TradeExecuted {
        /// The offer's number.
        offer: u32,
        /// The offerer.
        from: Seat,
        /// The other side.
        with: Seat,
        /// What the offerer gave.
        give: Hand,
        /// What the offerer got.
        receive: Hand,
    },
    /// An offer is no longer open.
    TradeClosed {
        /// Its number.
        offer: u32,
        /// Why.
        reason: Closed,
    },
    /// The longest road went to somebody else, or to nobody.
    LongestRoadChanged {
        /// Who holds it now.
        seat: Option<Seat>,
        /// How long it is.
        length: u8,
    },
    /// The largest army went to somebody else.
    LargestArmyChanged {
        /// Who holds it now.
        seat: Seat,
        /// How many knights.
        knights: u8,
    },
    /// The game is over.
    GameEnded {
        /// Who won.
        winner: Seat,
        /// Everybody's points, hidden ones included.
        points: [u8; 4],
    },
}
