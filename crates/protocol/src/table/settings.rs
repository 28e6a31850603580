//! What the host of a table chooses before the game: rules, timers, company, stakes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Wire;

/// How a table is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TableSettings"))]
pub struct Settings<S> {
    /// The rules, and what else the game lets one choose.
    pub start: S,
    /// How long a turn may take; 0 gives all the time in the world.
    pub turn_seconds: u16,
    /// What happens when somebody is away for longer than the grace.
    pub absence: Absence,
    /// How fast bots play.
    pub pace: Pace,
    /// Chips that everybody puts in and the winners share. Roulette has none: there one bets.
    pub stake: u32,
    /// Whether strangers find the table in the list.
    pub public: bool,
    /// Whether people without a seat may watch.
    pub spectators: bool,
}

/// Among friends: all the time in the world, nothing at stake, no strangers, but whoever has the link may watch.
impl<S: Default> Default for Settings<S> {
    fn default() -> Self {
        Self {
            start: S::default(),
            turn_seconds: 0,
            absence: Absence::default(),
            pace: Pace::default(),
            stake: 0,
            public: false,
            spectators: true,
        }
    }
}

/// Settings of one game's table.
pub type SettingsOf<G> = Settings<<G as Wire>::WireStart>;

/// Changes to settings; what is missing stays as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TableChanges", optional_fields))]
pub struct Changes<S> {
    /// The rules, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<S>,
    /// See [`Settings::turn_seconds`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_seconds: Option<u16>,
    /// See [`Settings::absence`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
    /// See [`Settings::pace`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// See [`Settings::stake`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stake: Option<u32>,
    /// See [`Settings::public`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<bool>,
    /// See [`Settings::spectators`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectators: Option<bool>,
}

impl<S> Default for Changes<S> {
    fn default() -> Self {
        Self {
            start: None,
            turn_seconds: None,
            absence: None,
            pace: None,
            stake: None,
            public: None,
            spectators: None,
        }
    }
}

impl<S> Changes<S> {
    /// The settings with these changes.
    #[must_use]
    pub fn onto(self, settings: Settings<S>) -> Settings<S> {
        Settings {
            start: self.start.unwrap_or(settings.start),
            turn_seconds: self.turn_seconds.unwrap_or(settings.turn_seconds),
            absence: self.absence.unwrap_or(settings.absence),
            pace: self.pace.unwrap_or(settings.pace),
            stake: self.stake.unwrap_or(settings.stake),
            public: self.public.unwrap_or(settings.public),
            spectators: self.spectators.unwrap_or(settings.spectators),
        }
    }
}

/// What happens when somebody is away for longer than the grace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Absence {
    /// The game waits.
    Wait,
    /// The game waits, and those who are there may vote a bot into the seat.
    Vote,
    /// A bot takes over and hands back at once when the player returns.
    #[default]
    Bot,
}

/// How fast bots play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Pace {
    /// Without any pause.
    Instant,
    /// As a person in a hurry.
    Fast,
    /// As a person.
    #[default]
    Human,
    /// With time to explain each move.
    Slow,
}
