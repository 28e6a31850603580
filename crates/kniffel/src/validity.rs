//! Whether an action is accepted, and why not.
//!
//! One function per action. The order of the checks is part of the rules: the game is over, the phase, the turn,
//! the rolls, the arguments, the category.
//!
//! Rules: docs/rules/kniffel.md §3–§8; the order: §10.

use game::{Seat, SeatSet};

use crate::{Action, Category, Dice, Keep, Kniffel, Phase, ROLLS, Refusal};

impl Kniffel {
    #[inline]
    pub(crate) fn check(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match action {
            Action::PlayerReady => self.check_ready(seat),
            Action::RollDice { kept } => self.check_roll(seat, kept),
            Action::ChooseCategory { category } => self.check_choice(seat, category).map(|_| ()),
            Action::PlayerDisconnect => self.check_presence(seat, true),
            Action::PlayerReconnect => self.check_presence(seat, false),
        }
    }

    fn check_ready(&self, seat: Seat) -> Result<(), Refusal> {
        let ready = self.waiting()?;
        if !self.has(seat) {
            Err(Refusal::NoSuchSeat)
        } else if ready.contains(seat) {
            Err(Refusal::AlreadyReady)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn check_roll(&self, seat: Seat, kept: Keep) -> Result<(), Refusal> {
        let (rolls_remaining, _) = self.own_turn(seat)?;
        if rolls_remaining == 0 {
            Err(Refusal::NoRollsRemaining)
        } else if rolls_remaining == ROLLS && kept != Keep::NONE {
            Err(Refusal::NothingToKeep)
        } else {
            Ok(())
        }
    }

    /// Answers with the dice to be scored.
    #[inline]
    pub(crate) fn check_choice(&self, seat: Seat, category: Category) -> Result<Dice, Refusal> {
        let (rolls_remaining, dice) = self.own_turn(seat)?;
        if rolls_remaining == ROLLS {
            return Err(Refusal::RollFirst);
        }
        let sheet = &self.sheets[seat.index()];
        if sheet.filled().contains(category) {
            return Err(Refusal::CategoryScored);
        }
        let open = sheet.open(dice, self.rules);
        if open.contains(category) {
            Ok(dice)
        } else if open.iter().any(|category| category.face().is_some()) {
            Err(Refusal::JokerOwnBox)
        } else {
            Err(Refusal::JokerLowerBox)
        }
    }

    /// Presence may change in every phase but the last.
    fn check_presence(&self, seat: Seat, is_connected: bool) -> Result<(), Refusal> {
        if matches!(self.phase, Phase::Ended { .. }) {
            Err(Refusal::GameOver)
        } else if !self.has(seat) {
            Err(Refusal::NoSuchSeat)
        } else if self.connected.contains(seat) == is_connected {
            Ok(())
        } else if is_connected {
            Err(Refusal::AlreadyAway)
        } else {
            Err(Refusal::AlreadyPresent)
        }
    }

    fn waiting(&self) -> Result<SeatSet, Refusal> {
        match self.phase {
            Phase::Ended { .. } => Err(Refusal::GameOver),
            Phase::Rolling { .. } => Err(Refusal::NotWaiting),
            Phase::Waiting { ready } => Ok(ready),
        }
    }

    /// The rolls that remain and the dice, if it is this seat's turn.
    #[inline]
    fn own_turn(&self, seat: Seat) -> Result<(u8, Dice), Refusal> {
        match self.phase {
            Phase::Ended { .. } => Err(Refusal::GameOver),
            Phase::Waiting { .. } => Err(Refusal::NotRolling),
            Phase::Rolling { turn, .. } if turn.seat != seat => Err(Refusal::NotYourTurn),
            Phase::Rolling { rolls_remaining, dice, .. } => Ok((rolls_remaining, dice)),
        }
    }
}
