//! What an arena has to know of each game beside its rules: points, turns, an end, and who is asked when.

use bots::{Budget, Company, Seer};
use catan::{Action, Catan, CatanLegal};
use game::{Game, Legal, Seat, SeatSet};
use kniffel::{Kniffel, ROUNDS};
use protocol::Wire;
use roulette::{HOST, Phase, Roulette};

/// What came of an offer, or that there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trade {
    /// Somebody offers.
    Offered(Seat),
    /// The offer of the first seat was carried out with the second.
    Done(Seat, Seat),
}

/// A game that contests are held in.
pub(crate) trait Contested: Wire + Company + bots::Player {
    /// Players that see the state, and sit in the arena only.
    const SEERS: &'static [&'static str] = &[];
    /// How often a seat may act in one turn. Where bets can be laid for ever, somebody has to spin.
    const MOST_A_TURN: u32 = u32::MAX;

    /// A player that sees the state.
    fn seer(_level: &str, _budget: Budget) -> Option<Box<dyn Seer<Self>>> {
        None
    }

    /// What the seat has.
    fn points(&self, seat: Seat) -> u32;

    /// Turns so far, or rounds where everybody plays at once.
    fn turns(&self) -> u32;

    /// The winners, once it is over; a game that never ends by itself is over after so many rounds.
    fn result(&self, players: u8, rounds: u32) -> Option<SeatSet>;

    /// Whether there is anything to ask the seat: the game waits for it, or something that concerns it is open.
    fn is_asked(&self, seat: Seat, legal: &Self::Legal) -> bool;

    /// The refusal of somebody's offer, if one is open.
    fn refusal(_legal: &Self::Legal) -> Option<Self::Action> {
        None
    }

    /// The same without offers.
    fn without_offers(legal: Self::Legal) -> Self::Legal {
        legal
    }

    /// What an event says of trading.
    fn trade(_event: &Self::Event) -> Option<Trade> {
        None
    }
}

impl Contested for Catan {
    const SEERS: &'static [&'static str] = bots::catan::SPARRING;

    fn seer(level: &str, budget: Budget) -> Option<Box<dyn Seer<Self>>> {
        bots::catan::sparring(level, budget)
    }

    fn points(&self, seat: Seat) -> u32 {
        u32::from(self.points(seat))
    }

    fn turns(&self) -> u32 {
        self.turn()
    }

    fn result(&self, _: u8, _: u32) -> Option<SeatSet> {
        self.ended()
    }

    fn is_asked(&self, seat: Seat, legal: &CatanLegal) -> bool {
        self.to_move().contains(seat) || !legal.is_empty()
    }

    fn refusal(legal: &CatanLegal) -> Option<Action> {
        legal.iter().find(|action| matches!(action, Action::DeclineTrade { .. }))
    }

    fn without_offers(legal: CatanLegal) -> CatanLegal {
        legal.without_offers()
    }

    fn trade(event: &catan::Event) -> Option<Trade> {
        if let catan::Event::TradeOffered { from, .. } = event {
            return Some(Trade::Offered(*from));
        }
        if let catan::Event::TradeExecuted { from, with, .. } = event {
            return Some(Trade::Done(*from, *with));
        }
        None
    }
}

impl Contested for Kniffel {
    fn points(&self, seat: Seat) -> u32 {
        self.sheets().get(seat.index()).map_or(0, |sheet| u32::from(sheet.total()))
    }

    fn turns(&self) -> u32 {
        // Everybody has as many, so the number of players is all there is to say; a game is thirteen rounds.
        u32::from(ROUNDS) * u32::from(self.players())
    }

    fn result(&self, _: u8, _: u32) -> Option<SeatSet> {
        self.ended()
    }

    fn is_asked(&self, seat: Seat, _: &Self::Legal) -> bool {
        self.to_move().contains(seat)
    }
}

impl Contested for Roulette {
    const MOST_A_TURN: u32 = 20;

    fn points(&self, seat: Seat) -> u32 {
        self.chips(seat).map_or(0, |chips| u32::try_from(chips).unwrap_or(u32::MAX))
    }

    fn turns(&self) -> u32 {
        self.round().saturating_sub(1)
    }

    /// Whoever has most chips.
    fn result(&self, players: u8, rounds: u32) -> Option<SeatSet> {
        let over = self.ended().is_some() || self.turns() >= rounds && self.phase() == Phase::Betting;
        let most = (0..players).map(|seat| Contested::points(self, Seat(seat))).max()?;
        let best = (0..players).map(Seat).filter(|&seat| Contested::points(self, seat) == most);
        over.then(|| best.fold(SeatSet::EMPTY, SeatSet::with))
    }

    fn is_asked(&self, seat: Seat, legal: &Self::Legal) -> bool {
        seat == HOST || self.phase() == Phase::Betting && legal.n_round_actions() > 0
    }
}
