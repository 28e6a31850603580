//! What a page is offered is exactly what is legal: written out again, it gives the rules' own list.

use std::collections::BTreeSet;

use game::{Game, Legal, Seat, Viewer};
use protocol::ws::Spoken;
use protocol::{Json, read};
use serde_json::{Map, Value, json};

use super::play::play;
use crate::games::Subject;

/// The commands that an offer stands for, but for those that are only described.
fn catan_commands(legal: &Map<String, Value>) -> Vec<Value> {
    let mut all = Vec::new();
    let list = |value: &Value| value.as_array().unwrap().clone();
    for (kind, offer) in legal {
        let mut each = |field: &str, items: Vec<Value>| {
            all.extend(items.into_iter().map(|item| json!({ "type": kind, field: item })));
        };
        match kind.as_str() {
            "place_settlement" | "build_settlement" | "build_city" => each("vertexId", list(offer)),
            "place_road" | "build_road" => each("edgeId", list(offer)),
            "move_robber" => each("hexId", list(offer)),
            "steal" => each("victim", list(offer)),
            "accept_trade" | "decline_trade" => each("offer", list(offer)),
            "cancel_trade" => each("offer", vec![offer.clone()]),
            "play_monopoly" => {
                assert_eq!(offer, true);
                each("resource", ["wood", "brick", "sheep", "wheat", "ore"].map(Value::from).into());
            }
            "play_year_of_plenty" => each("resources", plenty(offer)),
            "bank_trade" => {
                for give in offer["give"].as_object().unwrap().keys() {
                    let kinds = list(&offer["receive"]).into_iter().filter(|kind| kind != give.as_str());
                    all.extend(
                        kinds.map(|kind| json!({ "type": "bank_trade", "give": give, "receive": kind })),
                    );
                }
            }
            "confirm_trade" => {
                let with = list(&offer["with"]).into_iter();
                all.extend(with.map(|seat| json!({ "type": kind, "offer": offer["offer"], "with": seat })));
            }
            "discard" | "offer_trade" => {}
            _ => {
                assert_eq!(offer, true, "{kind}");
                all.push(json!({ "type": kind }));
            }
        }
    }
    all
}

/// All that takes exactly so many cards and of each kind at most so many; the order of the cards means nothing.
fn plenty(offer: &Value) -> Vec<Value> {
    let kinds: Vec<(&String, u64)> =
        offer["of"].as_object().unwrap().iter().map(|(kind, most)| (kind, most.as_u64().unwrap())).collect();
    if offer["count"] == 1 {
        return kinds.iter().map(|(kind, _)| json!([kind])).collect();
    }
    let mut pairs = Vec::new();
    for (i, (first, most)) in kinds.iter().enumerate() {
        pairs.extend((*most >= 2).then(|| json!([first, first])));
        pairs.extend(kinds[i + 1..].iter().map(|(second, _)| json!([first, second])));
    }
    pairs
}

#[test]
fn catan_offers_what_is_legal() {
    let mut offered = BTreeSet::new();
    let mut luck = game::conformance::SplitMix::new(21);
    play::<catan::Catan>(20, 900, &mut |turn| {
        let game = turn.after;
        for viewer in turn.viewers() {
            let page = turn.page(viewer);
            let nothing = Map::new();
            let legal = page.get("legal").map_or(&nothing, |legal| legal.as_object().unwrap());
            offered.extend(legal.keys().cloned());
            assert!(page.get("legal").is_none() || !legal.is_empty(), "absent rather than empty");
            let Viewer::Seat(seat) = viewer else {
                assert!(legal.is_empty());
                continue;
            };
            let said = catan_commands(legal).into_iter().map(|command| {
                let command = read(&Json(command)).unwrap();
                let moves = game.moves(seat, &command, &()).unwrap();
                assert_eq!(moves.len(), 1);
                format!("{:?}", moves[0])
            });
            let mut said: Vec<String> = said.collect();
            let mut listed: Vec<String> =
                game.legal(seat).iter().map(|action| format!("{action:?}")).collect();
            said.sort_unstable();
            listed.sort_unstable();
            assert_eq!(said, listed, "{legal:?}");
            described(game, seat, legal, &mut luck);
        }
    });
    let all: BTreeSet<String> = catan::Catan::COMMANDS.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(offered, all);
}

/// The two kinds of actions that are not listed, and the rates of the bank.
fn described(
    game: &catan::Catan,
    seat: Seat,
    legal: &Map<String, Value>,
    luck: &mut game::conformance::SplitMix,
) {
    let owed = game.legal(seat).discard_owed().map(u64::from);
    assert_eq!(legal.get("discard").map(|discard| discard["count"].as_u64().unwrap()), owed);
    assert_eq!(legal.contains_key("offer_trade"), game.legal(seat).offering().is_some());
    if let (Some(offer), Some(catan::Action::OfferTrade(terms))) =
        (legal.get("offer_trade"), game.described(seat, luck))
    {
        let to: Vec<u64> =
            offer["to"].as_array().unwrap().iter().map(|seat| seat.as_u64().unwrap()).collect();
        assert!(terms.to.is_none_or(|seats| seats.iter().all(|seat| to.contains(&u64::from(seat.0)))));
        assert!(!to.contains(&u64::from(seat.0)) && offer["left"].as_u64() > Some(0));
        assert_eq!(offer["some"], seat == game.current());
        assert_eq!(offer.get("counters").and_then(Value::as_u64), terms.counters.map(u64::from));
    }
    for (kind, rate) in
        legal.get("bank_trade").and_then(|trade| trade["give"].as_object()).into_iter().flatten()
    {
        let resource = catan::Resource::from_name(kind).unwrap();
        assert_eq!(*rate, game.rates(seat).get(resource));
    }
}

#[test]
fn kniffel_offers_what_is_legal() {
    let mut filled = 0;
    play::<kniffel::Kniffel>(22, 600, &mut |turn| {
        // The points that were offered are those that were given.
        if let [kniffel::Action::ChooseCategory { category }] = turn.moves {
            let page = turn.page_before(Viewer::Seat(turn.seat));
            let sheet = |game: &kniffel::Kniffel| game.sheets()[turn.seat.index()];
            let points = sheet(turn.after).points(*category).unwrap();
            let name = serde_json::to_value(protocol::kniffel::Category::from(*category)).unwrap();
            assert_eq!(page["legal"]["choose_category"][name.as_str().unwrap()], points);
            filled += 1;
        }
        for viewer in turn.viewers() {
            let Viewer::Seat(seat) = viewer else { continue };
            let page = turn.page(viewer);
            let legal = turn.after.legal(seat);
            let roll = page["legal"].get("roll_dice");
            let rolls = match roll.map(|roll| roll["keep"].as_bool().unwrap()) {
                None => 0,
                Some(false) => 1,
                Some(true) => 32,
            };
            let boxes =
                page["legal"].get("choose_category").map_or(0, |boxes| boxes.as_object().unwrap().len());
            let ready = usize::from(legal.contains(&kniffel::Action::PlayerReady));
            assert_eq!(rolls + boxes + ready, legal.n_moves(), "{page}");
            assert_eq!(page.get("legal").is_some(), rolls + boxes > 0);
        }
    });
    assert!(filled > 50, "{filled}");
}

/// Whether a command is accepted: all of its moves, or none.
fn accepted(
    table: &roulette::Roulette,
    seat: Seat,
    command: &Value,
    memory: &protocol::ws::roulette::Memory,
) -> bool {
    let command = read(&Json(command.clone())).unwrap();
    let mut luck = game::conformance::SplitMix::new(1);
    table
        .moves(seat, &command, memory)
        .is_ok_and(|moves| super::play::carry_out(table, seat, &moves, &mut luck).is_some())
}

#[test]
fn roulette_offers_what_is_accepted() {
    let mut met = BTreeSet::new();
    let mut luck = game::conformance::SplitMix::new(24);
    play::<roulette::Roulette>(23, 250, &mut |turn| {
        for viewer in turn.viewers() {
            let Viewer::Seat(seat) = viewer else { continue };
            let page = turn.page(viewer);
            let legal = &page["legal"];
            let accepts = |command: Value| accepted(turn.after, seat, &command, turn.memory);
            for kind in ["undo_bet", "clear_bets", "repeat_bets", "double_bets", "spin", "next_round"] {
                let offered = legal.get(kind).is_some();
                assert_eq!(offered, accepts(json!({ "type": kind })), "{kind} {page}");
                met.extend(offered.then_some(kind));
            }
            let bets = legal.get("remove_bet").and_then(Value::as_u64).unwrap_or(0);
            assert!(bets == 0 || accepts(json!({ "type": "remove_bet", "betIndex": bets - 1 })));
            assert!(!accepts(json!({ "type": "remove_bet", "betIndex": bets })));
            met.extend((bets > 0).then_some("remove_bet"));

            let bet = roulette::Bet::from_index(luck.index(roulette::Bet::COUNT)).unwrap();
            let named = bet.named(0);
            let kind = serde_json::to_value(protocol::roulette::BetType::from(named.kind)).unwrap();
            let place = |amount: i64| {
                accepts(
                    json!({ "type": "place_bet", "betType": kind, "numbers": named.numbers, "amount": amount }),
                )
            };
            if let Some(limits) = legal.get("place_bet") {
                let [min, max] = ["min", "max"].map(|name| limits[name].as_i64().unwrap());
                let exists = !bet.joins_zero() || limits["zeroBets"] == true;
                assert_eq!([place(min), place(max)], [exists; 2], "{bet} {page}");
                assert!(!place(min - 1) && !place(max + 1) && !place(-1));
                met.insert("place_bet");
            } else {
                assert!(!place(1) && !place(turn.after.rules().min_bet.into()), "{page}");
            }
        }
    });
    assert_eq!(met, roulette::Roulette::COMMANDS.iter().copied().collect());
}
