//! What a player looks at in a turn: the own sheet and the others', the dice, the rolls left.

use game::Legal;
use kniffel::{Action, Dice, Kniffel, LegalActions, Phase, Raw, Rules, Sheet};
use solver::Choice;

/// The turn of whoever it is.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    pub(super) rules: Rules,
    pub(super) sheet: Sheet,
    /// The sheets of all others, by seat.
    pub(super) others: Vec<Sheet>,
    pub(super) dice: Dice,
    pub(super) rolls_remaining: u8,
}

impl Sight {
    /// The turn in this view; `None` while it is nobody's, or if the view is no state.
    pub(super) fn new(view: &Raw) -> Option<Self> {
        let game = Kniffel::try_from_raw(view).ok()?;
        let Phase::Rolling { turn, rolls_remaining, dice, .. } = game.phase() else { return None };
        let mut others = game.sheets().to_vec();
        if turn.seat.index() >= others.len() {
            return None;
        }
        let sheet = others.remove(turn.seat.index());
        Some(Self { rules: game.rules(), sheet, others, dice, rolls_remaining })
    }

    /// What somebody does who says ready at once and decides in this way when it is their turn.
    pub(super) fn play(
        view: &Raw,
        legal: LegalActions,
        decide: impl FnOnce(&Self) -> Option<Choice>,
    ) -> Option<Action> {
        if legal.contains(&Action::PlayerReady) {
            return Some(Action::PlayerReady);
        }
        if legal.n_moves() == 0 {
            return None;
        }
        Some(match decide(&Self::new(view)?)? {
            Choice::Roll(kept) => Action::RollDice { kept },
            Choice::Score(category) => Action::ChooseCategory { category },
        })
    }
}
