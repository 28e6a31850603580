//! What a player looks at in a turn: the own sheet, the dice, the rolls left.

use kniffel::{Dice, Kniffel, Phase, Raw, Rules, Sheet};

/// The turn of whoever it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) rules: Rules,
    pub(super) sheet: Sheet,
    pub(super) dice: Dice,
    pub(super) rolls_remaining: u8,
}

impl Sight {
    /// The turn in this view; `None` while it is nobody's, or if the view is no state.
    pub(super) fn new(view: &Raw) -> Option<Self> {
        let game = Kniffel::try_from_raw(view).ok()?;
        let Phase::Rolling { turn, rolls_remaining, dice, .. } = game.phase() else { return None };
        let sheet = *game.sheets().get(turn.seat.index())?;
        Some(Self { rules: game.rules(), sheet, dice, rolls_remaining })
    }
}
