//! From the events of the rules to those on the wire.

use std::collections::BTreeMap;

use super::{Event, Hand};
use crate::Seat;

impl From<&catan::Event> for Event {
    fn from(event: &catan::Event) -> Self {
        use catan::Event as From;
        match *event {
            From::FirstPlayerRolled { seat, dice } => Self::FirstPlayerRolled { seat: seat.into(), dice },
            From::FirstPlayerTied { seats } => Self::FirstPlayerTied { seats: Seat::list(seats) },
            From::FirstPlayerChosen { seat } => Self::FirstPlayerChosen { seat: seat.into() },
            From::SettlementPlaced { seat, vertex, second, granted } => Self::SettlementPlaced {
                seat: seat.into(),
                vertex_id: vertex.into(),
                is_second_settlement: second,
                resources_granted: second.then(|| granted.into()),
            },
            From::RoadPlaced { seat, edge } => Self::RoadPlaced { seat: seat.into(), edge_id: edge.into() },
            From::SetupComplete { next } => Self::SetupComplete { next: next.into() },
            From::TurnBegan { seat, turn } => Self::TurnChanged { seat: seat.into(), turn },
            From::DiceRolled { seat, dice, distributed } => Self::DiceRolled {
                seat: seat.into(),
                dice,
                total: dice[0] + dice[1],
                resources_distributed: hands(distributed),
                robber_triggered: dice[0] + dice[1] == 7,
            },
            From::DiscardsOwed { owed } => Self::RobberTriggered { must_discard: counts(owed) },
            From::Discarded { seat, cards, waiting } => {
                Self::Discarded { seat: seat.into(), resources: cards.into(), waiting: Seat::list(waiting) }
            }
            From::RobberMoveRequired { seat } => Self::RobberMoveRequired { seat: seat.into() },
            From::RobberMoved { seat, hex } => Self::RobberMoved { seat: seat.into(), hex_id: hex.into() },
            From::StealRequired { seat, candidates } => {
                Self::StealRequired { seat: seat.into(), candidates: Seat::list(candidates) }
            }
            From::Stolen { thief, victim, automatic, card } => {
                Self::from(&catan::Seen::Stolen { thief, victim, automatic, card: Some(card) })
            }
            From::NothingToSteal { seat } => Self::NoStealPossible { seat: seat.into() },
            From::RoadBuilt { seat, edge, free } => {
                Self::RoadBuilt { seat: seat.into(), edge_id: edge.into(), free }
            }
            From::SettlementBuilt { seat, vertex } => {
                Self::SettlementBuilt { seat: seat.into(), vertex_id: vertex.into() }
            }
            From::CityBuilt { seat, vertex } => {
                Self::CityBuilt { seat: seat.into(), vertex_id: vertex.into() }
            }
            From::DevCardBought { seat, card } => {
                Self::from(&catan::Seen::DevCardBought { seat, card: Some(card) })
            }
            From::DevCardPlayed { seat, card } => {
                Self::DevCardPlayed { seat: seat.into(), card: card.into() }
            }
            From::RoadBuildingEnded { seat } => Self::RoadBuildingEnded { seat: seat.into() },
            From::PlentyTaken { seat, cards } => {
                Self::YearOfPlentyTaken { seat: seat.into(), resources: cards.into() }
            }
            From::MonopolyTaken { seat, resource, taken } => {
                Self::MonopolyExecuted { seat: seat.into(), resource: resource.into(), taken: counts(taken) }
            }
            From::BankTraded { seat, give, count, receive } => {
                Self::BankTraded { seat: seat.into(), give: give.into(), count, receive: receive.into() }
            }
            From::LongestRoadChanged { seat, length } => {
                Self::LongestRoadChanged { seat: seat.map(Into::into), length }
            }
            From::LargestArmyChanged { seat, knights } => {
                Self::LargestArmyChanged { seat: seat.into(), knights }
            }
            // Nobody at the table ends with 0 points, since the two settlements of the setup never go away.
            From::GameEnded { winner, points } => {
                Self::GameEnded { winners: vec![winner.into()], points: counts(points) }
            }
            From::TradeOffered { offer, from, to, give, receive, counters } => Self::TradeOffered {
                offer,
                from: from.into(),
                to: Seat::list(to),
                give: give.into(),
                receive: receive.into(),
                counters,
            },
            From::TradeAnswered { offer, seat, accepted } => {
                Self::TradeAnswered { offer, seat: seat.into(), accepted }
            }
            From::AcceptanceWithdrawn { offer, seat } => {
                Self::AcceptanceWithdrawn { offer, seat: seat.into() }
            }
            From::TradeExecuted { offer, from, with, give, receive } => Self::TradeExecuted {
                offer,
                from: from.into(),
                with: with.into(),
                give: give.into(),
                receive: receive.into(),
            },
            From::TradeClosed { offer, reason } => Self::TradeClosed { offer, reason: reason.into() },
        }
    }
}

impl From<&catan::Seen> for Event {
    fn from(seen: &catan::Seen) -> Self {
        match *seen {
            catan::Seen::Public(ref event) => Self::from(event),
            catan::Seen::Stolen { thief, victim, automatic, card } => Self::Stolen {
                thief: thief.into(),
                victim: victim.into(),
                automatic,
                resource: card.map(Into::into),
            },
            catan::Seen::DevCardBought { seat, card } => {
                Self::DevCardBought { seat: seat.into(), card: card.map(Into::into) }
            }
        }
    }
}

/// Counts by seat, without those that are 0.
pub(super) fn counts(by_seat: [u8; 4]) -> BTreeMap<Seat, u8> {
    (0..).map(Seat).zip(by_seat).filter(|&(_, n)| n > 0).collect()
}

/// Hands by seat, without those that are empty.
fn hands(by_seat: [catan::Hand; 4]) -> BTreeMap<Seat, Hand> {
    (0..)
        .map(Seat)
        .zip(by_seat)
        .filter(|(_, hand)| !hand.is_empty())
        .map(|(seat, hand)| (seat, hand.into()))
        .collect()
}
