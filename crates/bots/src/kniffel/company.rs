//! Kniffel's levels, and the plainest action that moves a game on.

use game::{Legal, Luck, Seat};
use kniffel::{Action, Event, Kniffel, LegalActions, Raw};

use super::{Expert, Novice, Rival};
use crate::{Bot, Budget, Company, Dice};

/// Takes any move, each equally likely.
struct Random(Dice);

impl Bot<Kniffel> for Random {
    fn hear(&mut self, _: &Event) {}

    fn choose(&mut self, _: &Raw, legal: &LegalActions) -> Option<Action> {
        let n = legal.n_moves();
        if n == 0 { None } else { legal.get(self.0.below(n as u32) as usize) }
    }
}

impl Company for Kniffel {
    const LEVELS: &'static [&'static str] = &["random", "novice", "expert", "rival"];

    fn bot_with(level: &str, _: Seat, seed: u64, _: Budget) -> Option<Box<dyn Bot<Self>>> {
        match level {
            "random" => Some(Box::new(Random(Dice::new(seed)))),
            "novice" => Some(Box::new(Novice)),
            "expert" => Some(Box::new(Expert::default())),
            "rival" => Some(Box::new(Rival::default())),
            _ => None,
        }
    }

    /// Ready, then a first roll, then the first open category.
    fn fallback(legal: &LegalActions) -> Option<Action> {
        let category = legal.categories().get(0).map(|category| Action::ChooseCategory { category });
        category.or_else(|| legal.get(0).filter(|action| !action.is_presence()))
    }
}
