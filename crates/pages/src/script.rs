//! People as scripts: they look at what is legal and do one of those things.

use bots::Dice;
use serde_json::Value;

use crate::Page;

/// One of the legal things, as a message; `None` if there is nothing to do.
pub fn choose(page: &Page, luck: &mut Dice) -> Option<Value> {
    choose_among(page, luck, |_| true)
}

/// One of the legal things whose kind will do. These scripts end nothing for others, and leave their bets where they are.
pub fn choose_among(page: &Page, luck: &mut Dice, will_do: impl Fn(&str) -> bool) -> Option<Value> {
    let keeps = |kind: &str| {
        kind == "place_bet" || !(kind == "next_round" || kind.ends_with("_bet") || kind.ends_with("_bets"))
    };
    load::choose(&page.view, page.seat(), luck, |kind| keeps(kind) && will_do(kind))
}
