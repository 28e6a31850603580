//! A player who bets: one plan a round, then patience.
//!
//! A bot never closes a table and never opens a round, since the table does both by itself. It spins only where nobody
//! else can: as the host of a table without a timer, once bets lie and it has been asked a few times more, so that the
//! others had theirs. Whoever asks decides how long that is.

use game::{Legal, Seat};
use roulette::{Action, Bet, Event, HOST, Roulette, RouletteLegal, Stage, View};

use super::purse::Purse;
use super::style::Style;
use crate::{Bot, Dice};

/// How often a host waits with bets on the table before the wheel spins.
const HOST_WAITS: u8 = 3;

/// A player of one seat.
#[derive(Clone, Debug)]
pub struct Bettor {
    seat: Seat,
    style: Style,
    dice: Dice,
    /// The round that the plan is for.
    round: u32,
    /// The bets still to be placed, the next one last.
    plan: Vec<(Bet, u32)>,
    waited: u8,
}

impl Bettor {
    /// A player of this style, with luck of its own; `None` for a style that nobody has.
    #[must_use]
    pub fn new(style: &str, seat: Seat, seed: u64) -> Option<Self> {
        let mut dice = Dice::new(seed);
        let style = Style::named(style, &mut dice)?;
        Some(Self { seat, style, dice, round: 0, plan: Vec::new(), waited: 0 })
    }

    /// Makes up the plan of a new round. Whoever finds own bets on the table has sat down in the middle of the round, in
    /// place of somebody who has bet already.
    fn begin(&mut self, view: &View, legal: &RouletteLegal) {
        self.round = view.current_round;
        self.waited = 0;
        self.plan.clear();
        let player = view.players.iter().find(|player| player.seat == self.seat);
        if let (Some(player), Some(open)) = (player, legal.open_bets())
            && player.bets.is_empty()
        {
            self.plan = self.style.bets(&Purse::new(player, open), &mut self.dice);
            self.plan.reverse();
        }
    }

    fn bet(&mut self, legal: &RouletteLegal) -> Option<Action> {
        while let Some((bet, amount)) = self.plan.pop() {
            // What is left may be less than what was planned.
            let amount = legal.open_bets().map_or(amount, |open| amount.min(open.max));
            let action = Action::PlaceBet { bet, amount };
            if legal.contains(&action) {
                return Some(action);
            }
        }
        None
    }
}

impl Bot<Roulette> for Bettor {
    fn hear(&mut self, seen: &Event) {
        if let (Event::PlayerSettled { seat, .. }, Some(net)) = (seen, seen.net())
            && *seat == self.seat
        {
            self.style.settled(net);
        }
    }

    fn choose(&mut self, view: &View, legal: &RouletteLegal) -> Option<Action> {
        if view.phase != Stage::Betting {
            return None;
        }
        if self.round != view.current_round {
            self.begin(view, legal);
        }
        if let Some(action) = self.bet(legal) {
            return Some(action);
        }
        let alone_can = self.seat == HOST && view.rules.is_manual_spin && legal.contains(&Action::Spin);
        if !alone_can || view.players.iter().all(|player| player.bets.is_empty()) {
            return None;
        }
        self.waited = self.waited.saturating_add(1);
        (self.waited > HOST_WAITS).then_some(Action::Spin)
    }
}
