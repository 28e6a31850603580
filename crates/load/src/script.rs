//! A player as a script: it looks at what its view lists as legal and does one of those things, all kinds alike.
//!
//! It makes no trade offers, since those are described and not listed.

use bots::Dice;
use game::Luck;
use serde_json::{Map, Value, json};

/// One of the legal things whose kind will do, as a message without an id; `None` if there is nothing to do.
///
/// The seat is needed where cards of the own hand have to be named.
pub fn choose(
    view: &Value,
    seat: Option<u64>,
    luck: &mut Dice,
    will_do: impl Fn(&str) -> bool,
) -> Option<Value> {
    let legal = view.get("legal")?.as_object()?;
    let possible = |kind: &&String| !DESCRIBED.contains(&kind.as_str()) && will_do(kind);
    let count = legal.keys().filter(possible).count();
    let kind = legal.keys().filter(possible).nth(pick(count, luck)?)?;
    let what = &legal[kind];
    let one = |field: &str, luck: &mut Dice| {
        let options = what.as_array()?;
        Some(json!({ "type": kind, field: options.get(pick(options.len(), luck)?)? }))
    };
    Some(match kind.as_str() {
        "place_settlement" | "build_settlement" | "build_city" => one("vertexId", luck)?,
        "place_road" | "build_road" => one("edgeId", luck)?,
        "move_robber" => one("hexId", luck)?,
        "steal" => one("victim", luck)?,
        "accept_trade" | "decline_trade" => one("offer", luck)?,
        "discard" => {
            let hand = &view["players"][seat?.to_string()]["resources"];
            json!({ "type": kind, "resources": some_of(hand, what["count"].as_u64()?)? })
        }
        "play_year_of_plenty" => {
            let cards = some_of(&what["of"], what["count"].as_u64()?)?;
            json!({ "type": kind, "resources": one_by_one(&cards)? })
        }
        "play_monopoly" => json!({ "type": kind, "resource": "ore" }),
        "bank_trade" => {
            let (give, _) = what["give"].as_object()?.iter().next()?;
            let receive = what["receive"].as_array()?.iter().find(|kind| *kind != give);
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
            let best = what.as_object()?.iter().max_by_key(|(_, points)| points.as_u64())?;
            json!({ "type": kind, "category": best.0 })
        }
        "place_bet" => {
            let amount = what["min"].as_u64().unwrap_or(1);
            json!({ "type": kind, "betType": "straight", "numbers": [luck.below(37)], "amount": amount })
        }
        "remove_bet" => json!({ "type": kind, "betIndex": pick(what.as_u64()? as usize, luck)? }),
        _ => json!({ "type": kind }),
    })
}

/// What is legal in more ways than a list could name.
const DESCRIBED: [&str; 3] = ["offer_trade", "confirm_trade", "cancel_trade"];

fn pick(n: usize, luck: &mut Dice) -> Option<usize> {
    (n > 0).then(|| luck.below(n as u32) as usize)
}

/// So many cards of a hand, the most frequent first.
fn some_of(hand: &Value, count: u64) -> Option<Value> {
    let mut left: Vec<(&String, u64)> =
        hand.as_object()?.iter().map(|(kind, n)| (kind, n.as_u64().unwrap_or(0))).collect();
    let mut taken = Map::new();
    for _ in 0..count {
        let (kind, n) = left.iter_mut().max_by_key(|(_, n)| *n).filter(|(_, n)| *n > 0)?;
        *n -= 1;
        let so_far = taken.get(*kind).and_then(Value::as_u64).unwrap_or(0);
        taken.insert((*kind).clone(), (so_far + 1).into());
    }
    Some(Value::Object(taken))
}

/// Cards by kind and number, as a list that names each card.
fn one_by_one(cards: &Value) -> Option<Vec<&str>> {
    let each = cards.as_object()?.iter().map(|(kind, n)| (kind.as_str(), n.as_u64().unwrap_or(0) as usize));
    Some(each.flat_map(|(kind, n)| std::iter::repeat_n(kind, n)).collect())
}
