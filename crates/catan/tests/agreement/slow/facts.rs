//! The whole state as text, one fact per line, so that it can be compared with anything.
//!
//! A *fact* is `name: value`. Facts about one seat end in its number, such as `hand 2`. `phase` is one of `roll_first`,
//! `setup`, `before_roll`, `discarding`, `moving`, `stealing`, `road_building`, `main`, `ended`.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};

use super::words::{Card, Pile, Resource, list};
use super::{Phase, Slow, Spot};

/// Every kind with its count, zeros too.
fn counts<K: Ord + Copy + Display>(kinds: &'static [K], pile: &Pile<K>) -> impl Display {
    Spaced(kinds.iter().map(|&kind| Pair(kind, "=", pile.count(kind))).collect())
}

/// The spots that belong to a seat.
fn spots_of(pieces: &BTreeMap<Spot, usize>, seat: usize) -> impl Display {
    let own = pieces.iter().filter(|(_, owner)| **owner == seat);
    Spaced(own.map(|(&(x, y), _)| Pair(x, ",", y)).collect())
}

/// Two things with a sign between them.
struct Pair<A, B>(A, &'static str, B);

impl<A: Display, B: Display> Display for Pair<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.0, self.1, self.2)
    }
}

/// Things with a blank after each.
struct Spaced<T>(Vec<T>);

impl<T: Display> Display for Spaced<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|item| write!(f, "{item} "))
    }
}

impl Slow {
    /// The state, as a map from the name of a fact to its value.
    pub(crate) fn facts(&self) -> BTreeMap<String, String> {
        let report = self.report();
        let pairs = report.lines().filter_map(|line| line.split_once(": "));
        pairs.map(|(name, value)| (name.to_owned(), value.trim_end().to_owned())).collect()
    }

    /// The state as lines of facts, always in the same order.
    pub(crate) fn report(&self) -> String {
        let mut text = String::with_capacity(4096);
        self.write_table(&mut text)
            .and_then(|()| (0..self.players.len()).try_for_each(|seat| self.write_seat(seat, &mut text)))
            .expect("writing to a string cannot fail");
        text
    }

    fn write_table(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "bank: {}", counts(Resource::ALL, &self.bank))?;
        writeln!(out, "deck: {}", counts(Card::ALL, &self.deck))?;
        writeln!(out, "robber: {},{}", self.robber.0, self.robber.1)?;
        match self.longest_road {
            Some(seat) => writeln!(out, "longest: {seat} {}", self.lengths[seat])?,
            None => writeln!(out, "longest: none")?,
        }
        match self.largest_army {
            Some(seat) => writeln!(out, "army: {seat} {}", self.players[seat].knights)?,
            None => writeln!(out, "army: none")?,
        }
        writeln!(out, "phase: {}", self.phase_name())?;
        writeln!(out, "to_move: {}", list(self.to_move()))?;
        writeln!(out, "turn owner: {}", self.mover().unwrap_or(self.active()))?;
        writeln!(out, "order: {}", list(&self.order))?;
        match self.dice {
            Some((a, b)) => writeln!(out, "dice: {a} {b}")?,
            None => writeln!(out, "dice: none")?,
        }
        writeln!(out, "rolled: {}", self.rolled)?;
        writeln!(out, "played: {}", list(&self.played))?;
        writeln!(out, "paid roads: {}", self.paid_roads)?;
        self.write_offers(out)?;
        self.write_phase(out)
    }

    fn phase_name(&self) -> &'static str {
        match self.phase {
            Phase::RollFirst { .. } => "roll_first",
            Phase::Setup { .. } => "setup",
            Phase::BeforeRoll => "before_roll",
            Phase::Discarding { .. } => "discarding",
            Phase::Moving => "moving",
            Phase::Stealing => "stealing",
            Phase::RoadBuilding { .. } => "road_building",
            Phase::Main => "main",
            Phase::Ended { .. } => "ended",
        }
    }

    /// What only some phases have: the rolls for the first turn, the turn of the draft, free roads placed, the winner.
    fn write_phase(&self, out: &mut String) -> fmt::Result {
        match &self.phase {
            Phase::RollFirst { rolled, .. } => {
                writeln!(out, "first rolls: {}", list(rolled.iter().map(|(seat, sum)| Pair(seat, "=", sum))))
            }
            Phase::Setup { turn, settlement } => {
                writeln!(out, "draft: {turn} {}", list(settlement.map(|(x, y)| Pair(x, ",", y))))
            }
            Phase::RoadBuilding { placed } => writeln!(out, "free roads placed: {placed}"),
            Phase::Ended { winner } => writeln!(out, "ended: {winner}"),
            Phase::BeforeRoll | Phase::Discarding { .. } | Phase::Moving | Phase::Stealing | Phase::Main => {
                Ok(())
            }
        }
    }

    fn write_seat(&self, seat: usize, out: &mut String) -> fmt::Result {
        let player = &self.players[seat];
        let owed = match &self.phase {
            Phase::Discarding { owed } => owed.get(&seat).copied().unwrap_or(0),
            _ => 0,
        };
        // What is hidden counts openly once the game is over.
        let points = self.points(seat);
        let public = if self.is_over() { points } else { self.open_points(seat) };
        let offers_made = self.offers_made.get(&seat).copied().unwrap_or(0);
        writeln!(out, "hand {seat}: {}", counts(Resource::ALL, &player.hand))?;
        writeln!(out, "dev {seat}: {}", counts(Card::ALL, &player.dev))?;
        writeln!(out, "bought {seat}: {}", counts(Card::ALL, &player.bought))?;
        writeln!(out, "shown points {seat}: {}", player.shown_points)?;
        writeln!(out, "knights {seat}: {}", player.knights)?;
        writeln!(out, "points {seat}: {points}")?;
        writeln!(out, "public {seat}: {public}")?;
        writeln!(out, "roads {seat}: {}", spots_of(&self.roads, seat))?;
        writeln!(out, "settlements {seat}: {}", spots_of(&self.settlements, seat))?;
        writeln!(out, "cities {seat}: {}", spots_of(&self.cities, seat))?;
        writeln!(out, "road length {seat}: {}", self.lengths[seat])?;
        writeln!(out, "owed {seat}: {owed}")?;
        writeln!(out, "offers made {seat}: {offers_made}")?;
        writeln!(out, "roads left {seat}: {}", self.roads_left(seat))?;
        writeln!(out, "settlements left {seat}: {}", self.settlements_left(seat))?;
        writeln!(out, "cities left {seat}: {}", self.cities_left(seat))
    }

    fn write_offers(&self, out: &mut String) -> fmt::Result {
        for (n, offer) in &self.offers {
            let (give, receive, counters) = (&offer.give, &offer.receive, list(offer.counters));
            let (to, accepted, declined) = (list(&offer.to), list(&offer.accepted), list(&offer.declined));
            write!(out, "offer {n}: from {} to {to} give {give} receive {receive} ", offer.from)?;
            writeln!(out, "accepted {accepted} declined {declined} counters {counters}")?;
        }
        Ok(())
    }
}
