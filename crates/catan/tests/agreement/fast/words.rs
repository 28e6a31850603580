//! Actions and outcomes from text and back, in the slow Catan's words.

use std::fmt::Write;

use catan::{Action, DevCard, Edge, Hand, Hex, Outcome, Plenty, Resource, Terms, Vertex};
use game::{Seat, SeatSet};

/// The action that a text names, as far as the crate has a value for it. An id that is not on the board still has one.
pub(crate) fn action(text: &str) -> Option<Action> {
    let vertex = |id: &str| Vertex::parse(id).unwrap_or(Vertex::NOWHERE);
    let edge = |id: &str| Edge::parse(id).unwrap_or(Edge::NOWHERE);
    let hex = |id: &str| Hex::parse(id).unwrap_or(Hex::NOWHERE);
    let words: Vec<&str> = text.split(' ').collect();
    Some(match words[..] {
        ["place_settlement", at] => Action::PlaceSettlement(vertex(at)),
        ["place_road", at] => Action::PlaceRoad(edge(at)),
        ["roll_dice"] => Action::RollDice,
        ["discard", ref cards @ ..] => Action::Discard(hand(cards)?),
        ["move_robber", at] => Action::MoveRobber(hex(at)),
        ["steal", victim] => Action::Steal(seat(victim)?),
        ["build_road", at] => Action::BuildRoad(edge(at)),
        ["build_settlement", at] => Action::BuildSettlement(vertex(at)),
        ["build_city", at] => Action::BuildCity(vertex(at)),
        ["buy_dev_card"] => Action::BuyDevCard,
        ["play_knight"] => Action::PlayKnight,
        ["play_road_building"] => Action::PlayRoadBuilding,
        ["end_road_building"] => Action::EndRoadBuilding,
        ["play_year_of_plenty", a] => Action::PlayYearOfPlenty(Plenty::one(resource(a)?)),
        ["play_year_of_plenty", a, b] => Action::PlayYearOfPlenty(Plenty::two(resource(a)?, resource(b)?)),
        ["play_monopoly", kind] => Action::PlayMonopoly(resource(kind)?),
        ["play_victory_point"] => Action::PlayVictoryPoint,
        ["bank_trade", give, receive] => {
            Action::BankTrade { give: resource(give)?, receive: resource(receive)? }
        }
        ["offer_trade", "give", ref rest @ ..] => Action::OfferTrade(terms(rest)?),
        ["accept_trade", n] => Action::AcceptTrade { offer: n.parse().ok()? },
        ["decline_trade", n] => Action::DeclineTrade { offer: n.parse().ok()? },
        ["confirm_trade", n, with] => Action::ConfirmTrade { offer: n.parse().ok()?, with: seat(with)? },
        ["cancel_trade", n] => Action::CancelTrade { offer: n.parse().ok()? },
        ["end_turn"] => Action::EndTurn,
        _ => return None,
    })
}

fn seat(text: &str) -> Option<Seat> {
    text.parse().ok().map(Seat)
}

fn resource(text: &str) -> Option<Resource> {
    Resource::from_name(text)
}

fn hand(words: &[&str]) -> Option<Hand> {
    let mut counts = [0; 5];
    for word in words {
        let (kind, n) = word.split_once('=')?;
        counts[resource(kind)?.index()] = n.parse().ok()?;
    }
    Hand::new(counts)
}

fn terms(words: &[&str]) -> Option<Terms> {
    let find = |word: &str| words.iter().position(|w| *w == word);
    let receive_at = find("receive")?;
    let counters_at = find("counters").unwrap_or(words.len());
    let to_at = find("to").unwrap_or(counters_at);
    let seats = |list: &&str| list.split(',').map(seat).collect::<Option<SeatSet>>();
    let to = match words.get(to_at + 1) {
        Some(list) if to_at < counters_at => Some(seats(list)?),
        _ => None,
    };
    let counters = match words.get(counters_at + 1) {
        Some(n) => Some(n.parse().ok()?),
        None => None,
    };
    let (give, receive) = (hand(&words[..receive_at])?, hand(&words[receive_at + 1..to_at])?);
    Some(Terms { give, receive, to, counters })
}

/// The cards of a hand that it has any of, such as `wood=1 ore=2`.
pub(super) fn cards(hand: Hand) -> String {
    let mut text = String::new();
    for kind in Resource::ALL.into_iter().filter(|kind| hand.get(*kind) > 0) {
        let gap = if text.is_empty() { "" } else { " " };
        write!(text, "{gap}{}={}", kind.name(), hand.get(kind)).expect("writing to a string cannot fail");
    }
    text
}

/// A listed action as text.
pub(crate) fn text(action: &Action) -> String {
    let place = |verb: &str, at: Option<(usize, usize)>| match at {
        Some((x, y)) => format!("{verb} {x},{y}"),
        None => format!("{verb} nowhere"),
    };
    match *action {
        Action::PlaceSettlement(at) => place("place_settlement", at.xy()),
        Action::PlaceRoad(at) => place("place_road", at.xy()),
        Action::RollDice => "roll_dice".into(),
        Action::Discard(hand) => format!("discard {}", cards(hand)),
        Action::MoveRobber(at) => match at.axial() {
            Some((q, r)) => format!("move_robber {q},{r}"),
            None => "move_robber nowhere".into(),
        },
        Action::Steal(victim) => format!("steal {}", victim.0),
        Action::BuildRoad(at) => place("build_road", at.xy()),
        Action::BuildSettlement(at) => place("build_settlement", at.xy()),
        Action::BuildCity(at) => place("build_city", at.xy()),
        Action::BuyDevCard => "buy_dev_card".into(),
        Action::PlayKnight => "play_knight".into(),
        Action::PlayRoadBuilding => "play_road_building".into(),
        Action::EndRoadBuilding => "end_road_building".into(),
        Action::PlayYearOfPlenty(kinds) => {
            kinds.resources().fold("play_year_of_plenty".into(), |text, kind| text + " " + kind.name())
        }
        Action::PlayMonopoly(kind) => format!("play_monopoly {}", kind.name()),
        Action::PlayVictoryPoint => "play_victory_point".into(),
        Action::BankTrade { give, receive } => format!("bank_trade {} {}", give.name(), receive.name()),
        // Offers are described, never listed; the name alone would stand out as a difference.
        Action::OfferTrade(_) => "offer_trade".into(),
        Action::AcceptTrade { offer } => format!("accept_trade {offer}"),
        Action::DeclineTrade { offer } => format!("decline_trade {offer}"),
        Action::ConfirmTrade { offer, with } => format!("confirm_trade {offer} {}", with.0),
        Action::CancelTrade { offer } => format!("cancel_trade {offer}"),
        Action::EndTurn => "end_turn".into(),
    }
}

/// The outcome that a text names.
pub(crate) fn outcome(text: &str) -> Option<Outcome> {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["dice", a, b] => Some(Outcome::Dice([a.parse().ok()?, b.parse().ok()?])),
        ["stolen", kind] => resource(kind).map(Outcome::Stolen),
        ["card", kind] => DevCard::from_name(kind).map(Outcome::Card),
        _ => None,
    }
}

/// An outcome as text.
pub(crate) fn outcome_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Dice([a, b]) => format!("dice {a} {b}"),
        Outcome::Stolen(kind) => format!("stolen {}", kind.name()),
        Outcome::Card(card) => format!("card {}", card.name()),
    }
}
