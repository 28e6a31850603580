//! From what a viewer noticed to what its page is told.
//!
//! Rules: docs/rules/catan.md §5, §17.

use catan::{DevCard, Event, Hand, Resource, Seen, View};
use game::{Seat, SeatSet};

use super::{Candidate, Debtor, Giver, Granted, Receiver, Told};
use crate::catan::state_out::draft_at;
use crate::ws::{People, Who};

/// What is told about the events of one command, given the viewer's view after them.
pub(super) fn all(view: &View, seen: &[Seen], people: People) -> Vec<Told> {
    let teller = Teller { view, people };
    let mut told = Vec::new();
    for seen in seen {
        match *seen {
            Seen::Public(ref event) => teller.public(event, &mut told),
            Seen::Stolen { thief, victim, automatic, card } => {
                told.push(teller.stolen(thief, victim, automatic, card));
            }
            Seen::DevCardBought { seat, card } => told.push(teller.bought(seat, card)),
        }
    }
    told
}

/// Whose turn it is in the setup, while it lasts.
pub(super) fn placement_turn(view: &View, people: People) -> Option<Told> {
    let draft = draft_at(view.draft?, view.phase);
    Some(Told::PlacementTurn {
        current_player_index: draft.player_index,
        current_seat: view.current.into(),
        current_player_id: people.id(view.current),
        phase: draft.phase,
        round: draft.round,
        turn_number: draft.turn_number,
    })
}

struct Teller<'a> {
    view: &'a View,
    people: People<'a>,
}

impl Teller<'_> {
    #[expect(clippy::too_many_lines, reason = "one arm for each event, and nothing else")]
    fn public(&self, event: &Event, told: &mut Vec<Told>) {
        let id = |seat| self.people.id(seat);
        told.push(match *event {
            Event::FirstPlayerRolled { seat, dice: [dice1, dice2] } => Told::FirstPlayerRolled {
                seat: seat.into(),
                player_id: id(seat),
                dice1,
                dice2,
                total: dice1 + dice2,
            },
            Event::FirstPlayerTied { seats } => Told::FirstPlayerTied { players: self.each(seats) },
            Event::FirstPlayerChosen { seat } => {
                told.push(Told::FirstPlayerChosen { seat: seat.into(), player_id: id(seat) });
                told.extend(placement_turn(self.view, self.people));
                return;
            }
            Event::SettlementPlaced { seat, vertex, second, granted } => {
                told.push(Told::SettlementPlaced {
                    vertex_id: vertex.into(),
                    seat: seat.into(),
                    player_id: id(seat),
                    is_second_settlement: second,
                    resources_granted: second.then(|| Granted::list(granted)),
                });
                told.extend(placement_turn(self.view, self.people));
                return;
            }
            Event::RoadPlaced { seat, edge } => {
                told.push(Told::RoadPlaced { edge_id: edge.into(), seat: seat.into(), player_id: id(seat) });
                told.extend(placement_turn(self.view, self.people));
                return;
            }
            Event::SetupComplete { next } => {
                Told::SetupComplete { next_seat: next.into(), next_player_id: id(next) }
            }
            Event::TurnBegan { seat, turn } => {
                Told::TurnChanged { seat: seat.into(), player_id: id(seat), turn }
            }
            Event::DiceRolled { seat, dice: [dice1, dice2], distributed } => Told::DiceRolled {
                seat: seat.into(),
                player_id: id(seat),
                dice1,
                dice2,
                total: dice1 + dice2,
                resources_distributed: self.receivers(distributed),
                robber_triggered: dice1 + dice2 == 7,
            },
            Event::DiscardsOwed { owed } => {
                Told::RobberTriggered { must_discard_players: self.debtors(owed) }
            }
            Event::Discarded { seat, cards, waiting } => Told::Discarded {
                seat: seat.into(),
                player_id: id(seat),
                resources: cards.into(),
                remaining: self.each(waiting),
                all_discards_done: waiting.is_empty(),
            },
            Event::RobberMoveRequired { seat } => {
                Told::RobberMoveRequired { seat: seat.into(), player_id: id(seat) }
            }
            Event::RobberMoved { seat, hex } => {
                Told::RobberMoved { hex_id: hex.into(), seat: seat.into(), player_id: id(seat) }
            }
            Event::StealRequired { seat, candidates } => Told::StealRequired {
                seat: seat.into(),
                player_id: id(seat),
                candidates: self.candidates(candidates),
            },
            // The rules never show these two in full; if they did, nobody would be told the card.
            Event::Stolen { thief, victim, automatic, .. } => self.stolen(thief, victim, automatic, None),
            Event::DevCardBought { seat, .. } => self.bought(seat, None),
            Event::NothingToSteal { seat } => {
                Told::NoStealPossible { seat: seat.into(), player_id: id(seat) }
            }
            Event::RoadBuilt { seat, edge, free } => {
                Told::RoadBuilt { seat: seat.into(), player_id: id(seat), edge_id: edge.into(), free }
            }
            Event::SettlementBuilt { seat, vertex } => {
                Told::SettlementBuilt { seat: seat.into(), player_id: id(seat), vertex_id: vertex.into() }
            }
            Event::CityBuilt { seat, vertex } => {
                Told::CityBuilt { seat: seat.into(), player_id: id(seat), vertex_id: vertex.into() }
            }
            Event::DevCardPlayed { seat, card } => {
                Told::DevCardPlayed { seat: seat.into(), player_id: id(seat), card: card.into() }
            }
            Event::PlentyTaken { seat, cards } => {
                Told::YearOfPlentyTaken { seat: seat.into(), player_id: id(seat), resources: cards.into() }
            }
            Event::MonopolyTaken { seat, resource, taken } => Told::MonopolyExecuted {
                seat: seat.into(),
                player_id: id(seat),
                resource: resource.into(),
                taken: self.givers(taken),
            },
            Event::BankTraded { seat, give, count, receive } => Told::BankTraded {
                seat: seat.into(),
                player_id: id(seat),
                give: give.into(),
                count,
                receive: receive.into(),
            },
            Event::TradeOffered { offer, from, to, give, receive, counters } => Told::TradeOffered {
                offer,
                from: from.into(),
                from_id: id(from),
                to: self.each(to),
                give: give.into(),
                receive: receive.into(),
                counters,
            },
            Event::TradeAnswered { offer, seat, accepted } => {
                Told::TradeAnswered { offer, seat: seat.into(), player_id: id(seat), accepted }
            }
            Event::AcceptanceWithdrawn { offer, seat } => {
                Told::AcceptanceWithdrawn { offer, seat: seat.into(), player_id: id(seat) }
            }
            Event::TradeExecuted { offer, from, with, give, receive } => Told::TradeExecuted {
                offer,
                from: from.into(),
                from_id: id(from),
                with: with.into(),
                with_id: id(with),
                give: give.into(),
                receive: receive.into(),
            },
            Event::TradeClosed { offer, reason } => Told::TradeClosed { offer, reason: reason.into() },
            Event::LongestRoadChanged { seat, length } => {
                Told::LongestRoadChanged { seat: seat.map(Into::into), player_id: seat.and_then(id), length }
            }
            Event::LargestArmyChanged { seat, knights } => {
                Told::LargestArmyChanged { seat: seat.into(), player_id: id(seat), knights }
            }
            // That free roads are over is in the view's phase; how the game ended is the table's to say.
            Event::RoadBuildingEnded { .. } | Event::GameEnded { .. } => return,
        });
    }

    fn stolen(&self, thief: Seat, victim: Seat, automatic: bool, card: Option<Resource>) -> Told {
        Told::Stolen {
            thief: thief.into(),
            thief_id: self.people.id(thief),
            victim: victim.into(),
            victim_id: self.people.id(victim),
            automatic,
            resource_type: card.map(Into::into),
        }
    }

    fn bought(&self, seat: Seat, card: Option<DevCard>) -> Told {
        Told::DevCardBought { seat: seat.into(), player_id: self.people.id(seat), card: card.map(Into::into) }
    }

    fn each(&self, seats: SeatSet) -> Vec<Who> {
        seats.iter().map(|seat| self.people.who(seat)).collect()
    }

    fn candidates(&self, seats: SeatSet) -> Vec<Candidate> {
        let count =
            |seat: Seat| self.view.players.get(seat.index()).map_or(0, |player| player.resource_count);
        seats
            .iter()
            .map(|seat| Candidate {
                seat: seat.into(),
                player_id: self.people.id(seat),
                card_count: count(seat),
            })
            .collect()
    }

    fn receivers(&self, hands: [Hand; 4]) -> Vec<Receiver> {
        by_seat(hands)
            .filter(|(_, hand)| !hand.is_empty())
            .map(|(seat, hand)| Receiver {
                seat: seat.into(),
                player_id: self.people.id(seat),
                resources: hand.into(),
            })
            .collect()
    }

    fn debtors(&self, owed: [u8; 4]) -> Vec<Debtor> {
        by_seat(owed)
            .filter(|(_, n)| *n > 0)
            .map(|(seat, n)| Debtor { seat: seat.into(), player_id: self.people.id(seat), target_count: n })
            .collect()
    }

    fn givers(&self, taken: [u8; 4]) -> Vec<Giver> {
        by_seat(taken)
            .filter(|(_, n)| *n > 0)
            .map(|(seat, n)| Giver { seat: seat.into(), player_id: self.people.id(seat), count: n })
            .collect()
    }
}

fn by_seat<T>(values: [T; 4]) -> impl Iterator<Item = (Seat, T)> {
    (0..).map(Seat).zip(values)
}
