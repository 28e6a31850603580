//! Why an action is not possible, as a sentence the player can act on.
//!
//! A refusal never tells what the player may not know. Its code is for the wire and for translations and is never
//! reworded; the sentences of docs/rules/catan.md §18 are fixed too.

use crate::card::DevCard;
use crate::resource::{Hand, Resource};

/// Why an action is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Nothing works after the end.
    #[error("The game is over")]
    GameOver,
    /// Somebody else has to act, or the seat does not exist.
    #[error("It is not your turn")]
    NotYourTurn,
    /// The setup is not over.
    #[error("The setup is not finished yet")]
    SetupNotFinished,
    /// It is not the moment to place a settlement for free.
    #[error("There is no free settlement to place now")]
    NoSettlementToPlace,
    /// It is not the moment to place a road of the setup.
    #[error("There is no setup road to place now")]
    NoRoadToPlace,
    /// It is still to be settled who begins.
    #[error("Roll for the first player before anything else")]
    FirstPlayerOpen,
    /// The player rolled already.
    #[error("You have already rolled")]
    AlreadyRolled,
    /// The player has to roll first.
    #[error("Roll the dice first")]
    RollFirst,
    /// Some seats owe cards.
    #[error("Wait until everybody has discarded")]
    DiscardsPending,
    /// The robber is on its way.
    #[error("Move the robber first")]
    RobberPending,
    /// A card has to be stolen.
    #[error("Choose whom to steal from first")]
    StealPending,
    /// Free roads are being built.
    #[error("Finish road building first")]
    RoadBuildingPending,
    /// Wrong number of cards.
    #[error("Must discard exactly {owed} cards, got {got}")]
    WrongDiscardCount {
        /// What is owed.
        owed: u8,
        /// What was named.
        got: u32,
    },
    /// Cards that are not there.
    #[error("Cannot discard {wanted} {resource}, only have {have}")]
    CannotDiscard {
        /// Of which kind.
        resource: Resource,
        /// What was named.
        wanted: u8,
        /// What is there.
        have: u8,
    },
    /// This seat owes nothing.
    #[error("You do not need to discard")]
    NoDiscardOwed,
    /// Somebody else moves the robber.
    #[error("Not your turn to move robber")]
    NotYourRobber,
    /// The robber rests.
    #[error("Not in robber move phase")]
    NotMovingRobber,
    /// No such hex.
    #[error("Invalid hex")]
    InvalidHex,
    /// The robber does not swim.
    #[error("Robber must be placed on land hex")]
    RobberAtSea,
    /// The robber has to leave its hex.
    #[error("Robber must move to another hex")]
    RobberMustMove,
    /// Somebody else steals.
    #[error("Not your turn to steal")]
    NotYourSteal,
    /// There is nothing to steal now.
    #[error("Not in steal phase")]
    NotStealing,
    /// Nothing can be stolen there.
    #[error("Invalid steal target")]
    InvalidStealTarget,
    /// No such vertex.
    #[error("There is no such vertex")]
    InvalidVertex,
    /// No such edge.
    #[error("There is no such edge")]
    InvalidEdge,
    /// Somebody built there.
    #[error("This place is already built on")]
    Occupied,
    /// The distance rule.
    #[error("Too close to existing settlement")]
    TooClose,
    /// A settlement needs an own road.
    #[error("A settlement must touch one of your roads")]
    SettlementNotConnected,
    /// A road needs an own road or building that is not cut off.
    #[error("A road must touch your own road or building")]
    RoadNotConnected,
    /// A setup road belongs to the settlement just placed.
    #[error("The road must touch the settlement you just placed")]
    RoadAwayFromSettlement,
    /// A city needs an own settlement.
    #[error("A city replaces one of your own settlements")]
    NoOwnSettlement,
    /// Nothing of that piece is left.
    #[error("You have no {0} left to build")]
    NoPieceLeft(Piece),
    /// Cards are missing.
    #[error("A {what} costs {}; you still need {missing}", what.cost())]
    CannotAfford {
        /// What was to be bought.
        what: Piece,
        /// What is missing.
        missing: Hand,
    },
    /// The limit of paid roads.
    #[error("You may build at most {limit} paid roads in a turn")]
    TooManyRoads {
        /// The limit.
        limit: u8,
    },
    /// Nothing left to buy.
    #[error("There are no development cards left")]
    DeckEmpty,
    /// No such card in hand.
    #[error("You have no {0} card to play")]
    NoSuchCard(DevCard),
    /// Bought this turn.
    #[error("A card cannot be played in the turn you bought it")]
    BoughtThisTurn,
    /// The limit of cards in a turn.
    #[error("You have already played a development card this turn")]
    AlreadyPlayedCard,
    /// The limit of one of each kind.
    #[error("You have already played a {0} card this turn")]
    AlreadyPlayedKind(DevCard),
    /// Victory-point cards stay hidden here.
    #[error("Victory point cards count by themselves and are not played")]
    VictoryPointsNotPlayed,
    /// Nowhere to build.
    #[error("There is no place where you could build a free road")]
    NoPlaceForRoad,
    /// Nothing to stop.
    #[error("You are not building free roads")]
    NotRoadBuilding,
    /// At least one road.
    #[error("Build at least one of the free roads")]
    BuildOneRoadFirst,
    /// Year of plenty takes two.
    #[error("Take exactly {0} cards from the bank")]
    WrongPlentyCount(u8),
    /// The bank has run out.
    #[error("The bank does not have {0}")]
    BankCannotPay(Hand),
    /// Same kind.
    #[error("Give one kind of resource and receive another")]
    SameResource,
    /// Too few for the rate.
    #[error("The bank wants {rate} {resource} for one card, you have {have}")]
    RateNotMet {
        /// What was to be given.
        resource: Resource,
        /// The player's best rate.
        rate: u8,
        /// What is there.
        have: u8,
    },
    /// A gift.
    #[error("Both sides of a trade must give at least one card")]
    EmptySide,
    /// The same kind on both sides.
    #[error("No kind of resource may stand on both sides of a trade")]
    KindOnBothSides,
    /// More than there are.
    #[error("There are only 19 cards of each kind")]
    MoreThanExist,
    /// The offerer lacks cards.
    #[error("You do not have {0} to give")]
    CannotGive(Hand),
    /// Nobody, oneself, or somebody who is not there.
    #[error("An offer goes to other players at the table")]
    InvalidAddressee,
    /// Before the roll, or while something is pending.
    #[error("Trades are possible after the roll, while nothing else is pending")]
    NoTradingNow,
    /// Two bystanders.
    #[error("Trade only with the player whose turn it is")]
    OnlyWithActivePlayer,
    /// The limit of offers.
    #[error("You may make at most {limit} offers in a turn")]
    TooManyOffers {
        /// The limit.
        limit: u8,
    },
    /// The numbers of a game's offers are used up.
    #[error("No more offers can be made in this game")]
    OfferNumbersUsedUp,
    /// No such open offer.
    #[error("There is no open offer {0}")]
    NoSuchOffer(u32),
    /// Not an addressee.
    #[error("This offer is not addressed to you")]
    NotAddressed,
    /// Said before.
    #[error("You have already given this answer")]
    AlreadyAnswered,
    /// No acceptance.
    #[error("That player has not accepted the offer")]
    NotAccepted,
    /// Not one's own.
    #[error("Only the player who made an offer can take it back")]
    NotYourOffer,
    /// Only the active player carries trades out.
    #[error("Only the player whose turn it is can confirm a trade")]
    OnlyActiveConfirms,
    /// Only an own offer can be confirmed.
    #[error("Accept this offer instead of confirming it")]
    ConfirmOwnOffer,
    /// Counters answer the active player's open offer.
    #[error("A counter-offer answers an open offer that was made to you")]
    CountersNothing,
}

impl Refusal {
    /// A stable name for the wire and for translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::NotYourTurn => "not_your_turn",
            Self::SetupNotFinished => "setup_not_finished",
            Self::NoSettlementToPlace => "no_settlement_to_place",
            Self::NoRoadToPlace => "no_road_to_place",
            Self::FirstPlayerOpen => "first_player_open",
            Self::AlreadyRolled => "already_rolled",
            Self::RollFirst => "roll_first",
            Self::DiscardsPending => "discards_pending",
            Self::RobberPending => "robber_pending",
            Self::StealPending => "steal_pending",
            Self::RoadBuildingPending => "road_building_pending",
            Self::WrongDiscardCount { .. } => "wrong_discard_count",
            Self::CannotDiscard { .. } => "cannot_discard",
            Self::NoDiscardOwed => "no_discard_owed",
            Self::NotYourRobber => "not_your_robber",
            Self::NotMovingRobber => "not_moving_robber",
            Self::InvalidHex => "invalid_hex",
            Self::RobberAtSea => "robber_at_sea",
            Self::RobberMustMove => "robber_must_move",
            Self::NotYourSteal => "not_your_steal",
            Self::NotStealing => "not_stealing",
            Self::InvalidStealTarget => "invalid_steal_target",
            Self::InvalidVertex => "invalid_vertex",
            Self::InvalidEdge => "invalid_edge",
            Self::Occupied => "occupied",
            Self::TooClose => "too_close",
            Self::SettlementNotConnected => "settlement_not_connected",
            Self::RoadNotConnected => "road_not_connected",
            Self::RoadAwayFromSettlement => "road_away_from_settlement",
            Self::NoOwnSettlement => "no_own_settlement",
            Self::NoPieceLeft(_) => "no_piece_left",
            Self::CannotAfford { .. } => "cannot_afford",
            Self::TooManyRoads { .. } => "too_many_roads",
            Self::DeckEmpty => "deck_empty",
            Self::NoSuchCard(_) => "no_such_card",
            Self::BoughtThisTurn => "bought_this_turn",
            Self::AlreadyPlayedCard => "already_played_card",
            Self::AlreadyPlayedKind(_) => "already_played_kind",
            Self::VictoryPointsNotPlayed => "victory_points_not_played",
            Self::NoPlaceForRoad => "no_place_for_road",
            Self::NotRoadBuilding => "not_road_building",
            Self::BuildOneRoadFirst => "build_one_road_first",
            Self::WrongPlentyCount(_) => "wrong_plenty_count",
            Self::BankCannotPay(_) => "bank_cannot_pay",
            Self::SameResource => "same_resource",
            Self::RateNotMet { .. } => "rate_not_met",
            Self::EmptySide => "empty_side",
            Self::KindOnBothSides => "kind_on_both_sides",
            Self::MoreThanExist => "more_than_exist",
            Self::CannotGive(_) => "cannot_give",
            Self::InvalidAddressee => "invalid_addressee",
            Self::NoTradingNow => "no_trading_now",
            Self::OnlyWithActivePlayer => "only_with_active_player",
            Self::TooManyOffers { .. } => "too_many_offers",
            Self::OfferNumbersUsedUp => "offer_numbers_used_up",
            Self::NoSuchOffer(_) => "no_such_offer",
            Self::NotAddressed => "not_addressed",
            Self::AlreadyAnswered => "already_answered",
            Self::NotAccepted => "not_accepted",
            Self::NotYourOffer => "not_your_offer",
            Self::OnlyActiveConfirms => "only_active_confirms",
            Self::ConfirmOwnOffer => "confirm_own_offer",
            Self::CountersNothing => "counters_nothing",
        }
    }
}

/// Something that can be bought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A road.
    Road,
    /// A settlement.
    Settlement,
    /// A city.
    City,
    /// A development card.
    DevCard,
}

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Road => "road",
            Self::Settlement => "settlement",
            Self::City => "city",
            Self::DevCard => "development card",
        })
    }
}

impl Piece {
    /// What it costs (§2.6).
    #[must_use]
    #[inline]
    pub const fn cost(self) -> Hand {
        match self {
            Self::Road => Hand::of([1, 1, 0, 0, 0]),
            Self::Settlement => Hand::of([1, 1, 1, 1, 0]),
            Self::City => Hand::of([0, 0, 0, 2, 3]),
            Self::DevCard => Hand::of([0, 0, 1, 1, 1]),
        }
    }
}
