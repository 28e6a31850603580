//! The words of the game: resources, cards, and actions as plain text.
//!
//! An *act* is an action read from text such as `build_road 3,4` or `offer_trade give wood=1 receive ore=1 to 0,2`. A *pile*
//! counts things by kind; hands, the bank and the deck are piles. Text that is not exactly in this form is no act.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};
use std::str::FromStr;

use super::grid::Spot;

/// Declares an enum whose values have names, in an order that matters.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident: $($value:ident = $text:literal),+) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(crate) enum $name { $($value),+ }

        impl $name {
            /// Every value, in order.
            pub(crate) const ALL: &[Self] = &[$(Self::$value),+];
        }

        impl Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$value => $text),+ })
            }
        }

        impl FromStr for $name {
            type Err = ();
            fn from_str(text: &str) -> Result<Self, ()> {
                match text { $($text => Ok(Self::$value),)+ _ => Err(()) }
            }
        }
    };
}

named!(
    /// What tiles produce.
    Resource: Wood = "wood", Brick = "brick", Sheep = "sheep", Wheat = "wheat", Ore = "ore"
);
named!(
    /// The development cards.
    Card: Knight = "knight", VictoryPoint = "victory_point", RoadBuilding = "road_building",
    YearOfPlenty = "year_of_plenty", Monopoly = "monopoly"
);

/// Things counted by kind. Invariant: no kind is listed with 0, so equal piles are equal maps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Pile<K: Ord>(BTreeMap<K, u32>);

impl<K: Ord + Copy> Pile<K> {
    pub(crate) fn of(kinds: &[(K, u32)]) -> Self {
        Self(kinds.iter().copied().filter(|&(_, n)| n > 0).collect())
    }

    pub(crate) fn empty() -> Self {
        Self(BTreeMap::new())
    }

    pub(crate) fn count(&self, kind: K) -> u32 {
        self.0.get(&kind).copied().unwrap_or(0)
    }

    pub(crate) fn total(&self) -> u32 {
        self.0.values().sum()
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = (K, u32)> {
        self.0.iter().map(|(&kind, &n)| (kind, n))
    }

    pub(crate) fn covers(&self, other: &Self) -> bool {
        other.each().all(|(kind, n)| self.count(kind) >= n)
    }

    pub(crate) fn put(&mut self, kind: K, n: u32) {
        if n > 0 {
            *self.0.entry(kind).or_insert(0) += n;
        }
    }

    /// Takes cards out; there must be enough of them.
    pub(crate) fn take(&mut self, kind: K, n: u32) {
        let left = self.count(kind).checked_sub(n).expect("a pile never goes below zero");
        if left == 0 {
            self.0.remove(&kind);
        } else {
            self.0.insert(kind, left);
        }
    }

    pub(crate) fn put_all(&mut self, other: &Self) {
        other.each().for_each(|(kind, n)| self.put(kind, n));
    }

    pub(crate) fn take_all(&mut self, other: &Self) {
        other.each().for_each(|(kind, n)| self.take(kind, n));
    }
}

impl<K: Ord + Display> Display for Pile<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (kind, n)) in self.0.iter().enumerate() {
            let gap = if at == 0 { "" } else { " " };
            write!(f, "{gap}{kind}={n}")?;
        }
        Ok(())
    }
}

/// What a seat may ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    PlaceSettlement(Spot),
    PlaceRoad(Spot),
    RollDice,
    Discard(Pile<Resource>),
    MoveRobber(Spot),
    Steal(usize),
    BuildRoad(Spot),
    BuildSettlement(Spot),
    BuildCity(Spot),
    BuyDevCard,
    PlayKnight,
    PlayRoadBuilding,
    EndRoadBuilding,
    PlayYearOfPlenty(Vec<Resource>),
    PlayMonopoly(Resource),
    PlayVictoryPoint,
    BankTrade(Resource, Resource),
    OfferTrade {
        give: Pile<Resource>,
        receive: Pile<Resource>,
        to: Option<BTreeSet<usize>>,
        counters: Option<u32>,
    },
    AcceptTrade(u32),
    DeclineTrade(u32),
    ConfirmTrade(u32, usize),
    CancelTrade(u32),
    EndTurn,
}

impl Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PlaceSettlement((x, y)) => write!(f, "place_settlement {x},{y}"),
            Self::PlaceRoad((x, y)) => write!(f, "place_road {x},{y}"),
            Self::RollDice => f.write_str("roll_dice"),
            Self::Discard(cards) => write!(f, "discard {cards}"),
            Self::MoveRobber((q, r)) => write!(f, "move_robber {q},{r}"),
            Self::Steal(victim) => write!(f, "steal {victim}"),
            Self::BuildRoad((x, y)) => write!(f, "build_road {x},{y}"),
            Self::BuildSettlement((x, y)) => write!(f, "build_settlement {x},{y}"),
            Self::BuildCity((x, y)) => write!(f, "build_city {x},{y}"),
            Self::BuyDevCard => f.write_str("buy_dev_card"),
            Self::PlayKnight => f.write_str("play_knight"),
            Self::PlayRoadBuilding => f.write_str("play_road_building"),
            Self::EndRoadBuilding => f.write_str("end_road_building"),
            Self::PlayYearOfPlenty(kinds) => {
                f.write_str("play_year_of_plenty")?;
                kinds.iter().try_for_each(|kind| write!(f, " {kind}"))
            }
            Self::PlayMonopoly(kind) => write!(f, "play_monopoly {kind}"),
            Self::PlayVictoryPoint => f.write_str("play_victory_point"),
            Self::BankTrade(give, receive) => write!(f, "bank_trade {give} {receive}"),
            Self::OfferTrade { give, receive, to, counters } => {
                write!(f, "offer_trade give {give} receive {receive}")?;
                if let Some(to) = to {
                    write!(f, " to {}", list(to))?;
                }
                counters.map_or(Ok(()), |n| write!(f, " counters {n}"))
            }
            Self::AcceptTrade(n) => write!(f, "accept_trade {n}"),
            Self::DeclineTrade(n) => write!(f, "decline_trade {n}"),
            Self::ConfirmTrade(n, with) => write!(f, "confirm_trade {n} {with}"),
            Self::CancelTrade(n) => write!(f, "cancel_trade {n}"),
            Self::EndTurn => f.write_str("end_turn"),
        }
    }
}

impl FromStr for Act {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["place_settlement", at] => Ok(Self::PlaceSettlement(spot(at)?)),
            ["place_road", at] => Ok(Self::PlaceRoad(spot(at)?)),
            ["roll_dice"] => Ok(Self::RollDice),
            ["discard", ref cards @ ..] => Ok(Self::Discard(pile(cards)?)),
            ["move_robber", at] => Ok(Self::MoveRobber(spot(at)?)),
            ["steal", victim] => Ok(Self::Steal(number(victim)?)),
            ["build_road", at] => Ok(Self::BuildRoad(spot(at)?)),
            ["build_settlement", at] => Ok(Self::BuildSettlement(spot(at)?)),
            ["build_city", at] => Ok(Self::BuildCity(spot(at)?)),
            ["buy_dev_card"] => Ok(Self::BuyDevCard),
            ["play_knight"] => Ok(Self::PlayKnight),
            ["play_road_building"] => Ok(Self::PlayRoadBuilding),
            ["end_road_building"] => Ok(Self::EndRoadBuilding),
            ["play_year_of_plenty", ref kinds @ ..] => {
                let mut kinds = kinds.iter().map(|word| word.parse()).collect::<Result<Vec<_>, ()>>()?;
                kinds.sort();
                Ok(Self::PlayYearOfPlenty(kinds))
            }
            ["play_monopoly", kind] => Ok(Self::PlayMonopoly(kind.parse()?)),
            ["play_victory_point"] => Ok(Self::PlayVictoryPoint),
            ["bank_trade", give, receive] => Ok(Self::BankTrade(give.parse()?, receive.parse()?)),
            ["offer_trade", "give", ref rest @ ..] => offer(rest),
            ["accept_trade", n] => Ok(Self::AcceptTrade(number(n)?)),
            ["decline_trade", n] => Ok(Self::DeclineTrade(number(n)?)),
            ["confirm_trade", n, with] => Ok(Self::ConfirmTrade(number(n)?, number(with)?)),
            ["cancel_trade", n] => Ok(Self::CancelTrade(number(n)?)),
            ["end_turn"] => Ok(Self::EndTurn),
            _ => Err(()),
        }
    }
}

/// Items with commas between them, or `-` for none.
pub(crate) fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let text = items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(",");
    if text.is_empty() { "-".into() } else { text }
}

/// A number in its one proper spelling: no sign but a minus, no leading zero, no blank.
pub(super) fn number<N: FromStr + Display>(text: &str) -> Result<N, ()> {
    text.parse::<N>().ok().filter(|n| n.to_string() == text).ok_or(())
}

/// A pair of coordinates such as `3,4`.
pub(super) fn spot(text: &str) -> Result<Spot, ()> {
    let (first, second) = text.split_once(',').ok_or(())?;
    Ok((number(first)?, number(second)?))
}

/// A pile such as `wood=1`, `ore=2`.
pub(super) fn pile<K: Ord + Copy + FromStr<Err = ()>>(words: &[&str]) -> Result<Pile<K>, ()> {
    let mut cards = Pile::empty();
    for word in words {
        let (kind, n) = word.split_once('=').ok_or(())?;
        let kind = kind.parse()?;
        if cards.count(kind) > 0 {
            return Err(());
        }
        cards.put(kind, number(n)?);
    }
    Ok(cards)
}

/// The part of an offer after the word `give`: cards `receive` cards [`to` seats] [`counters` n].
fn offer(words: &[&str]) -> Result<Act, ()> {
    let find = |word: &str| words.iter().position(|w| *w == word);
    let receive_at = find("receive").ok_or(())?;
    let counters_at = find("counters").unwrap_or(words.len());
    let to_at = find("to").unwrap_or(counters_at);
    if receive_at > to_at || to_at > counters_at {
        return Err(());
    }
    let to = match words[to_at..counters_at] {
        [] => None,
        [_, seats] => Some(seats.split(',').map(number).collect::<Result<BTreeSet<_>, _>>()?),
        _ => return Err(()),
    };
    let counters = match words[counters_at..] {
        [] => None,
        [_, n] => Some(number(n)?),
        _ => return Err(()),
    };
    let (give, receive) = (pile(&words[..receive_at])?, pile(&words[receive_at + 1..to_at])?);
    Ok(Act::OfferTrade { give, receive, to, counters })
}
