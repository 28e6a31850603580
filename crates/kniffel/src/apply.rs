//! Carrying out actions: everything is checked first, then the state changes and the events are told.
//!
//! Rules: docs/rules/kniffel.md §3 (ready), §4 (rolling), §5 (scoring and advancing), §7 (presence).

use game::{Chance, OutcomeFault, Rejected, Seat, Sink};

use crate::state::first_turn;
use crate::{Action, Category, Dice, Event, Keep, Kniffel, Outcome, Phase, ROLLS, Refusal, Turn, winners};

impl Kniffel {
    #[inline]
    pub(crate) fn carry_out(
        &mut self,
        seat: Seat,
        action: Action,
        outcome: Option<Outcome>,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rejected<Refusal>> {
        self.check(seat, action)?;
        let thrown = self.check_outcome(action, outcome).map_err(Rejected::Outcome)?;
        match action {
            Action::PlayerReady => self.make_ready(seat, events),
            Action::RollDice { kept } => {
                if let Some(thrown) = thrown {
                    self.roll(seat, kept, thrown, events);
                }
            }
            Action::ChooseCategory { category } => self.choose(seat, category, events),
            Action::PlayerDisconnect => {
                self.connected = self.connected.without(seat);
                events.event(Event::PlayerDisconnected { seat });
            }
            Action::PlayerReconnect => {
                self.connected = self.connected.with(seat);
                events.event(Event::PlayerReconnected { seat });
            }
        }
        Ok(())
    }

    /// The dice after a legal roll; `None` for an action that leaves nothing to luck.
    #[inline]
    fn check_outcome(&self, action: Action, outcome: Option<Outcome>) -> Result<Option<Dice>, OutcomeFault> {
        match (self.roll_chance(action), outcome) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(OutcomeFault::Unexpected),
            (Some(_), None) => Err(OutcomeFault::Missing),
            (Some(chance), Some(outcome)) => match Dice::new(outcome.dice) {
                Some(dice) if chance.weight(&outcome) > 0 => Ok(Some(dice)),
                Some(_) | None => Err(OutcomeFault::Impossible),
            },
        }
    }

    fn make_ready(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        let ready = self.ready().with(seat);
        events.event(Event::PlayerReady { seat });
        if ready.len() == usize::from(self.players) {
            self.phase = first_turn();
            events.event(Event::GameStarted);
            events.event(Event::TurnStarted { turn: Turn::FIRST });
        } else {
            self.phase = Phase::Waiting { ready };
        }
    }

    #[inline]
    fn roll(&mut self, seat: Seat, kept: Keep, thrown: Dice, events: &mut impl Sink<Event>) {
        if let Phase::Rolling { rolls_remaining, dice, kept: last_kept, .. } = &mut self.phase {
            *rolls_remaining -= 1;
            *dice = thrown;
            *last_kept = kept;
            events.event(Event::DiceRolled { seat, kept, dice: thrown, rolls_remaining: *rolls_remaining });
        }
    }

    #[inline]
    fn choose(&mut self, seat: Seat, category: Category, events: &mut impl Sink<Event>) {
        if let Phase::Rolling { turn, dice, .. } = self.phase {
            let sheet = &mut self.sheets[seat.index()];
            let entry = sheet.entry(dice, category, self.rules);
            let bonus_before = sheet.upper_bonus();
            sheet.fill(category, entry);
            let upper_bonus = sheet.upper_bonus() > bonus_before;
            events.event(Event::CategoryScored { seat, category, entry, upper_bonus });
            self.advance(turn, dice, events);
        }
    }

    /// Hands the dice to the next seat, or ends the game after the last turn.
    #[inline]
    fn advance(&mut self, turn: Turn, dice: Dice, events: &mut impl Sink<Event>) {
        if let Some(turn) = turn.advance(self.players) {
            self.phase = Phase::Rolling { turn, rolls_remaining: ROLLS, dice, kept: Keep::NONE };
            events.event(Event::TurnStarted { turn });
        } else {
            let winners = self.leaders();
            self.phase = Phase::Ended { dice, winners };
            events.event(Event::GameEnded { winners });
        }
    }

    /// Everyone with the highest total now.
    pub(crate) fn leaders(&self) -> game::SeatSet {
        let totals = self.sheets.map(|sheet| sheet.total());
        winners(&totals[..usize::from(self.players)])
    }
}
