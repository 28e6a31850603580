//! People as scripts: they look at what is legal and do one of those things.

use bots::Dice;
use game::Luck;
use serde_json::{Value, json};

use crate::Page;

/// One of the legal things, as a message; `None` if there is nothing to do.
pub fn choose(page: &Page, luck: &mut Dice) -> Option<Value> {
    choose_among(page, luck, |_| true)
}

/// One of the legal things whose kind will do.
pub fn choose_among(page: &Page, luck: &mut Dice, will_do: impl Fn(&str) -> bool) -> Option<Value> {
    let legal = page.view.get("legal")?.as_object()?;
    let kinds: Vec<&String> = legal.keys().filter(|kind| wanted(kind) && will_do(kind)).collect();
    if kinds.is_empty() {
        return None;
    }
    let kind = kinds[pick(kinds.len(), luck)].clone();
    let what = &legal[&kind];
    let one = |field: &str, luck: &mut Dice| {
        let options = what.as_array().unwrap();
        json!({ "type": kind, field: options[pick(options.len(), luck)] })
    };
    Some(match kind.as_str() {
        "place_settlement" | "build_settlement" | "build_city" => one("vertexId", luck),
        "place_road" | "build_road" => one("edgeId", luck),
        "move_robber" => one("hexId", luck),
        "steal" => one("victim", luck),
        "accept_trade" | "decline_trade" => one("offer", luck),
        "discard" => {
            json!({ "type": kind, "resources": some_of(&own_hand(page), what["count"].as_u64().unwrap()) })
        }
        "play_year_of_plenty" => {
            json!({ "type": kind, "resources": some_of(&what["of"], what["count"].as_u64().unwrap()) })
        }
        "play_monopoly" => json!({ "type": kind, "resource": "ore" }),
        "bank_trade" => {
            let (give, _) = what["give"].as_object().unwrap().iter().next().unwrap();
            let receive = what["receive"].as_array().unwrap().iter().find(|kind| *kind != give);
            match receive {
                Some(receive) => json!({ "type": kind, "give": give, "receive": receive }),
                None => json!({ "type": "end_turn" }),
            }
        }
        "roll_dice" if what.get("keep").is_some() => {
            let keep = what["keep"] == true;
            let kept: Vec<bool> = (0..5).map(|_| keep && luck.below(2) == 1).collect();
            json!({ "type": kind, "keptDice": kept })
        }
        "choose_category" => {
            let best = what.as_object().unwrap().iter().max_by_key(|(_, points)| points.as_u64()).unwrap();
            json!({ "type": kind, "category": best.0 })
        }
        "place_bet" => {
            let amount = what["min"].as_u64().unwrap_or(1);
            json!({ "type": kind, "betType": "straight", "numbers": [luck.below(37)], "amount": amount })
        }
        _ => json!({ "type": kind }),
    })
}

/// Scripts make no offers and end nothing for others.
fn wanted(kind: &str) -> bool {
    !matches!(
        kind,
        "offer_trade"
            | "confirm_trade"
            | "cancel_trade"
            | "next_round"
            | "remove_bet"
            | "undo_bet"
            | "clear_bets"
            | "repeat_bets"
            | "double_bets"
    )
}

fn pick(n: usize, luck: &mut Dice) -> usize {
    luck.below(n as u32) as usize
}

fn own_hand(page: &Page) -> Value {
    let seat = page.seat().unwrap().to_string();
    page.view["players"][&seat]["resources"].clone()
}

/// So many cards of a hand, the most frequent first.
fn some_of(hand: &Value, count: u64) -> Value {
    let mut left: Vec<(String, u64)> =
        hand.as_object().unwrap().iter().map(|(kind, n)| (kind.clone(), n.as_u64().unwrap_or(0))).collect();
    let mut taken = serde_json::Map::new();
    for _ in 0..count {
        left.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        if left[0].1 > 0 {
            left[0].1 -= 1;
            let so_far = taken.get(&left[0].0).and_then(Value::as_u64).unwrap_or(0);
            taken.insert(left[0].0.clone(), (so_far + 1).into());
        }
    }
    Value::Object(taken)
}
