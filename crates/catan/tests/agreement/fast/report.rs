//! The crate's state as the slow Catan reports its own: one fact a line, in the same order.

use std::fmt::{self, Display, Write};

use catan::{Catan, DevCard, DevCards, Hand, Phase, Resource};
use game::{Game, Seat};

use super::Fast;
use super::words::cards;

/// Every resource with its count, zeros too.
fn resources(hand: Hand) -> impl Display {
    Spaced(Resource::ALL.map(|kind| format!("{}={}", kind.name(), hand.get(kind))).to_vec())
}

/// Every kind of card with its count, zeros too.
fn dev_cards(cards: DevCards) -> impl Display {
    Spaced(DevCard::ALL.map(|kind| format!("{}={}", kind.name(), cards.get(kind))).to_vec())
}

/// Places by their coordinates, in the order of the coordinates.
fn places(at: impl Iterator<Item = Option<(usize, usize)>>) -> impl Display {
    let mut spots: Vec<(usize, usize)> = at.map(|spot| spot.expect("it stands on the board")).collect();
    spots.sort_unstable();
    Spaced(spots.into_iter().map(|(x, y)| format!("{x},{y}")).collect())
}

/// Things with a blank after each.
struct Spaced(Vec<String>);

impl Display for Spaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|item| write!(f, "{item} "))
    }
}

/// Things with commas between them, or `-` for none.
fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let text = items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(",");
    if text.is_empty() { "-".into() } else { text }
}

fn numbers(seats: impl Iterator<Item = Seat>) -> String {
    list(seats.map(|seat| seat.0))
}

impl Fast {
    /// The state as lines of facts.
    pub(crate) fn report(&self) -> String {
        let mut text = String::with_capacity(4096);
        write_table(&self.0, &mut text)
            .and_then(|()| self.0.seats_iter().try_for_each(|seat| write_seat(&self.0, seat, &mut text)))
            .expect("writing to a string cannot fail");
        text
    }
}

fn write_table(game: &Catan, out: &mut String) -> fmt::Result {
    writeln!(out, "bank: {}", resources(game.bank()))?;
    writeln!(out, "deck: {}", dev_cards(game.deck()))?;
    let (q, r) = game.robber().axial().expect("the robber stands somewhere");
    writeln!(out, "robber: {q},{r}")?;
    match game.longest_road() {
        Some(seat) => writeln!(out, "longest: {} {}", seat.0, game.road_length(seat))?,
        None => writeln!(out, "longest: none")?,
    }
    match game.largest_army() {
        Some(seat) => writeln!(out, "army: {} {}", seat.0, game.played(seat).get(DevCard::Knight))?,
        None => writeln!(out, "army: none")?,
    }
    writeln!(out, "phase: {}", phase_name(game.phase()))?;
    writeln!(out, "to_move: {}", numbers(game.to_move().iter()))?;
    writeln!(out, "turn owner: {}", game.current().0)?;
    writeln!(out, "order: {}", numbers(game.order()))?;
    match game.dice() {
        Some([a, b]) => writeln!(out, "dice: {a} {b}")?,
        None => writeln!(out, "dice: none")?,
    }
    writeln!(out, "rolled: {}", game.dice().is_some())?;
    writeln!(out, "played: {}", list(game.kinds_played_this_turn().map(DevCard::name)))?;
    writeln!(out, "paid roads: {}", game.paid_roads_this_turn())?;
    write_offers(game, out)?;
    write_phase(game, out)
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::RollForFirst(_) => "roll_first",
        Phase::Setup { .. } => "setup",
        Phase::BeforeRoll => "before_roll",
        Phase::Discarding(_) => "discarding",
        Phase::MovingRobber(_) => "moving",
        Phase::Stealing { .. } => "stealing",
        Phase::RoadBuilding { .. } => "road_building",
        Phase::Main => "main",
        Phase::Ended => "ended",
    }
}

fn write_offers(game: &Catan, out: &mut String) -> fmt::Result {
    let mut offers: Vec<_> = game.offers().collect();
    offers.sort_by_key(|offer| offer.number);
    for offer in offers {
        let (give, receive, counters) = (cards(offer.give), cards(offer.receive), list(offer.counters));
        let (to, from) = (numbers(offer.to.iter()), offer.from.0);
        let (accepted, declined) = (numbers(offer.accepted.iter()), numbers(offer.declined.iter()));
        write!(out, "offer {}: from {from} to {to} give {give} receive {receive} ", offer.number)?;
        writeln!(out, "accepted {accepted} declined {declined} counters {counters}")?;
    }
    Ok(())
}

fn write_phase(game: &Catan, out: &mut String) -> fmt::Result {
    match game.phase() {
        Phase::RollForFirst(rolls) => {
            let sums = rolls.sums().into_iter().enumerate().filter(|(_, sum)| *sum > 0);
            writeln!(out, "first rolls: {}", list(sums.map(|(seat, sum)| format!("{seat}={sum}"))))
        }
        Phase::Setup { turn, settlement } => {
            let start = if turn % 2 == 1 { settlement.xy() } else { None };
            writeln!(out, "draft: {turn} {}", list(start.map(|(x, y)| format!("{x},{y}"))))
        }
        Phase::RoadBuilding { left, .. } => writeln!(out, "free roads placed: {}", 2 - left),
        Phase::Ended => {
            writeln!(out, "ended: {}", numbers(game.ended().unwrap_or_default().iter()))
        }
        Phase::BeforeRoll
        | Phase::Discarding(_)
        | Phase::MovingRobber(_)
        | Phase::Stealing { .. }
        | Phase::Main => Ok(()),
    }
}

fn write_seat(game: &Catan, seat: Seat, out: &mut String) -> fmt::Result {
    let owed = if let Phase::Discarding(debts) = game.phase() { debts.owed_by(seat) } else { 0 };
    let n = seat.0;
    writeln!(out, "hand {n}: {}", resources(game.hand(seat)))?;
    writeln!(out, "dev {n}: {}", dev_cards(game.held(seat)))?;
    writeln!(out, "bought {n}: {}", dev_cards(game.bought_this_turn(seat)))?;
    writeln!(out, "shown points {n}: {}", game.played(seat).get(DevCard::VictoryPoint))?;
    writeln!(out, "knights {n}: {}", game.played(seat).get(DevCard::Knight))?;
    writeln!(out, "points {n}: {}", game.points(seat))?;
    writeln!(out, "public {n}: {}", game.public_points(seat))?;
    writeln!(out, "roads {n}: {}", places(game.roads(seat).map(catan::Edge::xy)))?;
    writeln!(out, "settlements {n}: {}", places(game.settlements(seat).map(catan::Vertex::xy)))?;
    writeln!(out, "cities {n}: {}", places(game.cities(seat).map(catan::Vertex::xy)))?;
    writeln!(out, "road length {n}: {}", game.road_length(seat))?;
    writeln!(out, "owed {n}: {owed}")?;
    writeln!(out, "offers made {n}: {}", game.offers_made(seat))?;
    writeln!(out, "roads left {n}: {}", game.roads_left(seat))?;
    writeln!(out, "settlements left {n}: {}", game.settlements_left(seat))?;
    writeln!(out, "cities left {n}: {}", game.cities_left(seat))
}
