//! Rule profiles: the named sets of rules, and the fields a table may change.
//!
//! Rules: docs/rules/catan.md §1.

use std::fmt;

/// The rules of one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The profile this started from.
    pub profile: Profile,
    /// Points that win the game: 3–20.
    pub points_to_win: u8,
    /// A seven makes everybody with at least this many cards discard: 7–20.
    pub discard_from: u8,
    /// Whether the robber may be "moved" to the hex it stands on.
    pub robber_may_stay: bool,
    /// The most cards a Monopoly takes from each player; `None` takes all.
    pub monopoly_cap: Option<u8>,
    /// How many development cards may be played in a turn.
    pub dev_cards_per_turn: DevCardsPerTurn,
    /// The most roads that may be bought in a turn; `None` has no limit.
    pub paid_roads_per_turn: Option<u8>,
    /// How victory-point cards count.
    pub victory_point_cards: VictoryPointCards,
    /// Who begins.
    pub first_player: FirstPlayer,
    /// How the board is made when none is given.
    pub board: BoardKind,
    /// Whether everybody sees everybody's resource cards.
    pub hands_open: bool,
    /// The most trade offers a seat may make in a turn.
    pub offers_per_turn: u8,
}

/// A named set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// The rule book; the default.
    Official,
    /// As the large online tables play.
    Online,
    /// Gentler: capped Monopoly, played victory points, a roll for the first player.
    Practice,
}

/// How many development cards may be played in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DevCardsPerTurn {
    /// One.
    One,
    /// One of each kind.
    OneOfEachKind,
}

/// How victory-point cards count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VictoryPointCards {
    /// They stay hidden and count at once for their owner.
    Hidden,
    /// They count once played.
    Played,
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstPlayer {
    /// The first seat of the seat order.
    SeatOrder,
    /// The highest roll of two dice.
    HighestRoll,
}

/// How a board is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardKind {
    /// Tiles and tokens random, no 6 or 8 beside another.
    Random,
    /// Tiles random, tokens along the spiral.
    Spiral,
    /// The fixed board for a first game.
    Beginner,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Self; 3] = [Self::Official, Self::Online, Self::Practice];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Official => "official",
            Self::Online => "online",
            Self::Practice => "practice",
        }
    }

    /// The profile with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }

    /// The rules this profile stands for.
    #[must_use]
    pub const fn rules(self) -> Rules {
        let official = Rules {
            profile: self,
            points_to_win: 10,
            discard_from: 8,
            robber_may_stay: false,
            monopoly_cap: None,
            dev_cards_per_turn: DevCardsPerTurn::One,
            paid_roads_per_turn: None,
            victory_point_cards: VictoryPointCards::Hidden,
            first_player: FirstPlayer::SeatOrder,
            board: BoardKind::Random,
            hands_open: false,
            offers_per_turn: 10,
        };
        match self {
            Self::Official => official,
            Self::Online => Rules { robber_may_stay: true, ..official },
            Self::Practice => Rules {
                discard_from: 7,
                monopoly_cap: Some(3),
                dev_cards_per_turn: DevCardsPerTurn::OneOfEachKind,
                paid_roads_per_turn: Some(2),
                victory_point_cards: VictoryPointCards::Played,
                first_player: FirstPlayer::HighestRoll,
                board: BoardKind::Spiral,
                ..official
            },
        }
    }

    /// How many players the profile is made for. Two play `official` as a variant; `online` needs three.
    #[must_use]
    pub const fn players(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Self::Official | Self::Practice => 2..=4,
            Self::Online => 3..=4,
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Default for Rules {
    fn default() -> Self {
        Profile::Official.rules()
    }
}

impl Rules {
    /// Everything that is out of range, as sentences.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !(3..=20).contains(&self.points_to_win) {
            faults.push(format!("pointsToWin must be 3 to 20, not {}", self.points_to_win));
        }
        if !(7..=20).contains(&self.discard_from) {
            faults.push(format!("discardFrom must be 7 to 20, not {}", self.discard_from));
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profiles_differ_just_where_the_table_says() {
        let official = Rules::default();
        assert_eq!(official, Profile::Official.rules());
        let online = Profile::Online.rules();
        assert_eq!(Rules { profile: Profile::Official, robber_may_stay: false, ..online }, official, "§1.1");
        let practice = Profile::Practice.rules();
        assert_eq!(
            (practice.discard_from, practice.monopoly_cap, practice.paid_roads_per_turn),
            (7, Some(3), Some(2))
        );
        assert_eq!(practice.dev_cards_per_turn, DevCardsPerTurn::OneOfEachKind);
        assert_eq!(practice.victory_point_cards, VictoryPointCards::Played);
        assert_eq!((practice.first_player, practice.board), (FirstPlayer::HighestRoll, BoardKind::Spiral));
        for profile in Profile::ALL {
            let rules = profile.rules();
            assert_eq!((rules.points_to_win, rules.offers_per_turn, rules.hands_open), (10, 10, false));
            assert!(rules.faults().is_empty());
            assert_eq!(Profile::from_name(profile.name()), Some(profile));
        }
    }

    #[test]
    fn ranges_are_checked_at_both_ends() {
        let faults = |points_to_win, discard_from| {
            Rules { points_to_win, discard_from, ..Rules::default() }.faults().len()
        };
        assert_eq!(
            [faults(3, 7), faults(20, 20), faults(2, 7), faults(21, 8), faults(10, 6), faults(2, 21)],
            [0, 0, 1, 1, 1, 2]
        );
    }
}
