//! Actions and events in words. Every field of an event is said, so that what a viewer learns can be read.

use catan::{Action, Closed, Event, Seen, Terms};
use game::{Seat, SeatSet};

/// What a seat asks for.
pub(crate) fn said(action: &Action) -> String {
    match *action {
        Action::PlaceSettlement(vertex) => format!("place a settlement at {vertex}"),
        Action::PlaceRoad(edge) => format!("place a road at {edge}"),
        Action::RollDice => "roll".into(),
        Action::Discard(cards) => format!("discard {cards}"),
        Action::MoveRobber(hex) => format!("move the robber to {hex}"),
        Action::Steal(victim) => format!("steal from {victim}"),
        Action::BuildRoad(edge) => format!("build a road at {edge}"),
        Action::BuildSettlement(vertex) => format!("build a settlement at {vertex}"),
        Action::BuildCity(vertex) => format!("build a city at {vertex}"),
        Action::BuyDevCard => "buy a card".into(),
        Action::PlayKnight => "play a knight".into(),
        Action::PlayRoadBuilding => "play road building".into(),
        Action::EndRoadBuilding => "no more free roads".into(),
        Action::PlayYearOfPlenty(cards) => format!("play year of plenty for {}", cards.hand()),
        Action::PlayMonopoly(resource) => format!("play monopoly of {resource}"),
        Action::PlayVictoryPoint => "play a victory point".into(),
        Action::BankTrade { give, receive } => format!("trade {give} for {receive} with the bank"),
        Action::OfferTrade(terms) => offer(&terms),
        Action::AcceptTrade { offer } => format!("accept offer {offer}"),
        Action::DeclineTrade { offer } => format!("decline offer {offer}"),
        Action::ConfirmTrade { offer, with } => format!("confirm offer {offer} with {with}"),
        Action::CancelTrade { offer } => format!("cancel offer {offer}"),
        Action::EndTurn => "end the turn".into(),
    }
}

fn offer(terms: &Terms) -> String {
    let to = terms.to.map_or(String::new(), |to| format!(" to {}", names(to)));
    let counters = terms.counters.map_or(String::new(), |n| format!(" instead of offer {n}"));
    format!("offer {} for {}{to}{counters}", terms.give, terms.receive)
}

/// What a viewer hears at a table of so many seats.
pub(crate) fn heard(seen: &Seen, seats: usize) -> String {
    match *seen {
        Seen::Public(ref event) => told(event, seats),
        Seen::Stolen { thief, victim, automatic, card } => {
            stolen(thief, victim, automatic, &card.map_or("a card".into(), |card| format!("1 {card}")))
        }
        Seen::DevCardBought { seat, card: Some(card) } => format!("{seat} buys a card: {card}"),
        Seen::DevCardBought { seat, card: None } => format!("{seat} buys a card"),
    }
}

fn stolen(thief: Seat, victim: Seat, automatic: bool, what: &str) -> String {
    let how = if automatic { "the only victim" } else { "chosen" };
    format!("{thief} steals {what} from {victim}, {how}")
}

/// An event in full.
fn told(event: &Event, seats: usize) -> String {
    match *event {
        Event::FirstPlayerRolled { seat, dice } => format!("{seat} rolls {} to begin", sum(dice)),
        Event::FirstPlayerTied { seats } => format!("{} roll again", names(seats)),
        Event::FirstPlayerChosen { seat } => format!("{seat} begins"),
        Event::SettlementPlaced { seat, vertex, second, granted } => {
            let grant = if second { format!(", the second, and gets {granted}") } else { String::new() };
            format!("{seat} places a settlement at {vertex}{grant}")
        }
        Event::RoadPlaced { seat, edge } => format!("{seat} places a road at {edge}"),
        Event::SetupComplete { next } => format!("the setup is over, {next} is next"),
        Event::TurnBegan { seat, turn } => format!("== turn {turn}, {seat} =="),
        Event::DiceRolled { seat, dice, distributed } => {
            let gain = by_seat(&distributed, |cards| !cards.is_empty(), |cards| format!("gets {cards}"));
            format!("{seat} rolls {}: {gain}", sum(dice))
        }
        Event::DiscardsOwed { owed } => by_seat(&owed, |n| *n > 0, |n| format!("owes {n}")),
        Event::Discarded { seat, cards, waiting } if waiting.is_empty() => {
            format!("{seat} discards {cards}, the last to do so")
        }
        Event::Discarded { seat, cards, waiting } => {
            format!("{seat} discards {cards}; {} still to come", names(waiting))
        }
        Event::RobberMoveRequired { seat } => format!("{seat} has to move the robber"),
        Event::RobberMoved { seat, hex } => format!("{seat} moves the robber to {hex}"),
        Event::StealRequired { seat, candidates } => {
            format!("{seat} has to choose between {}", names(candidates))
        }
        Event::Stolen { thief, victim, automatic, card } => {
            stolen(thief, victim, automatic, &format!("1 {card}"))
        }
        Event::NothingToSteal { seat } => format!("{seat} finds nothing to steal"),
        Event::RoadBuilt { seat, edge, free } => {
            format!("{seat} builds a {}road at {edge}", if free { "free " } else { "" })
        }
        Event::SettlementBuilt { seat, vertex } => format!("{seat} builds a settlement at {vertex}"),
        Event::CityBuilt { seat, vertex } => format!("{seat} builds a city at {vertex}"),
        Event::DevCardBought { seat, card } => format!("{seat} buys a card: {card}"),
        Event::DevCardPlayed { seat, card } => format!("{seat} plays {card}"),
        Event::RoadBuildingEnded { seat } => format!("{seat} has no more free roads"),
        Event::PlentyTaken { seat, cards } => format!("{seat} takes {cards} from the bank"),
        Event::MonopolyTaken { seat, resource, taken } => {
            let given = by_seat(&taken, |n| *n > 0, |n| format!("gives {n}"));
            format!("{seat} has the monopoly of {resource}: {given}")
        }
        Event::BankTraded { seat, give, count, receive } => {
            format!("{seat} trades {count} {give} for 1 {receive} with the bank")
        }
        Event::TradeOffered { offer, from, to, give, receive, counters } => {
            let counters = counters.map_or(String::new(), |n| format!(" instead of offer {n}"));
            format!("offer {offer}: {from} gives {give} for {receive} to {}{counters}", names(to))
        }
        Event::TradeAnswered { offer, seat, accepted } => {
            format!("{seat} {} offer {offer}", if accepted { "accepts" } else { "declines" })
        }
        Event::AcceptanceWithdrawn { offer, seat } => {
            format!("{seat} no longer accepts offer {offer}, for want of cards")
        }
        Event::TradeExecuted { offer, from, with, give, receive } => {
            format!("offer {offer} is carried out: {from} gives {give} for {receive} to {with}")
        }
        Event::TradeClosed { offer, reason } => format!("offer {offer} is off: {}", why(reason)),
        Event::LongestRoadChanged { seat: Some(seat), length } => {
            format!("{seat} has the longest road: {length}")
        }
        Event::LongestRoadChanged { seat: None, length } => {
            format!("nobody has the longest road: {length}")
        }
        Event::LargestArmyChanged { seat, knights } => format!("{seat} has the largest army: {knights}"),
        Event::GameEnded { winner, points } => {
            let points = points[..seats].iter().map(ToString::to_string).collect::<Vec<_>>();
            format!("{winner} has won; all points {}", points.join(" "))
        }
    }
}

fn why(reason: Closed) -> &'static str {
    match reason {
        Closed::Cancelled => "canceled",
        Closed::Replaced => "replaced",
        Closed::Declined => "declined",
        Closed::CannotPay => "its cards are gone",
        Closed::TurnEnded => "the turn is over",
    }
}

fn sum([a, b]: [u8; 2]) -> String {
    format!("{a}+{b}={}", a + b)
}

/// `seat 1`, `seats 0, 1 and 3`.
fn names(seats: SeatSet) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
    match numbers.split_last() {
        Some((last, [])) => format!("seat {last}"),
        Some((last, others)) => format!("seats {} and {last}", others.join(", ")),
        None => "nobody".into(),
    }
}

/// What there is to say of each seat, in order; `nothing` if there is none.
fn by_seat<T>(all: &[T; 4], worth_saying: impl Fn(&T) -> bool, words: impl Fn(&T) -> String) -> String {
    let told = (0..).map(Seat).zip(all).filter(|(_, item)| worth_saying(item));
    let parts: Vec<String> = told.map(|(seat, item)| format!("{seat} {}", words(item))).collect();
    if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
}
