//! The fields in which tables differ, with the three profiles of docs/rules/catan.md §1.

/// The rules of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "one plain field per row of the rules' table")]
pub(crate) struct SlowRules {
    pub(crate) points_to_win: u32,
    pub(crate) discard_from: u32,
    pub(crate) robber_may_stay: bool,
    pub(crate) monopoly_cap: Option<u8>,
    pub(crate) one_dev_of_each_kind: bool,
    pub(crate) paid_roads_per_turn: Option<u8>,
    pub(crate) vp_cards_played: bool,
    pub(crate) first_player_by_roll: bool,
    pub(crate) hands_open: bool,
    pub(crate) offers_per_turn: u32,
}

impl SlowRules {
    pub(crate) fn official() -> Self {
        Self {
            points_to_win: 10,
            discard_from: 8,
            robber_may_stay: false,
            monopoly_cap: None,
            one_dev_of_each_kind: false,
            paid_roads_per_turn: None,
            vp_cards_played: false,
            first_player_by_roll: false,
            hands_open: false,
            offers_per_turn: 10,
        }
    }

    pub(crate) fn online() -> Self {
        Self { robber_may_stay: true, ..Self::official() }
    }

    pub(crate) fn practice() -> Self {
        Self {
            discard_from: 7,
            monopoly_cap: Some(3),
            one_dev_of_each_kind: true,
            paid_roads_per_turn: Some(2),
            vp_cards_played: true,
            first_player_by_roll: true,
            ..Self::official()
        }
    }
}
