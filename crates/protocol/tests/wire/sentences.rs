//! Single messages, letter for letter, and what is said to those that are wrong.

use game::{Game, Luck, Seat};
use protocol::{ErrorCode, Failure, Json, Wire, read_at};
use serde_json::{Value, json};

/// Reads an action and gives back what it is to the rules, or the failure.
fn action<G: Wire>(value: Value) -> Result<G::Action, Failure> {
    G::action_in(&read_at("action", &Json(value))?)
}

#[track_caller]
fn refused<G: Wire>(value: Value) -> String {
    let failure = action::<G>(value).unwrap_err();
    format!("{}: {}", json!(failure.code).as_str().unwrap(), failure.message)
}

#[test]
fn a_place_that_does_not_exist_is_for_the_rules_to_refuse() {
    use catan::{Action, Edge, Hex, Vertex};
    for id in ["", "9,9", "0, 0", "+1,0", "00,0", "99999999999999999999,1", "ä"] {
        for (value, expected) in [
            (json!({ "type": "move_robber", "hexId": id }), Action::MoveRobber(Hex::NOWHERE)),
            (json!({ "type": "place_settlement", "vertexId": id }), Action::PlaceSettlement(Vertex::NOWHERE)),
            (json!({ "type": "build_road", "edgeId": id }), Action::BuildRoad(Edge::NOWHERE)),
        ] {
            assert_eq!(action::<catan::Catan>(value), Ok(expected));
        }
    }
    let mut game = catan::Catan::create(&catan::Setup {
        players: 2,
        rules: catan::Rules::default(),
        board: catan::Board::beginner(),
        order: None,
    })
    .unwrap();
    let nowhere = action::<catan::Catan>(json!({ "type": "place_settlement", "vertexId": "0,0" })).unwrap();
    let rejected = game.apply(Seat(0), &nowhere, None, &mut game::Unheard).unwrap_err();
    assert_eq!(Failure::from(rejected).code, ErrorCode::Illegal);
}

#[test]
fn actions_of_catan_are_written_as_the_protocol_says() {
    let give: catan::Hand = [(catan::Resource::Wood, 2)].into_iter().collect();
    let receive = catan::Hand::one(catan::Resource::Ore);
    let hand = |wood: u8, ore: u8| json!({ "wood": wood, "brick": 0, "sheep": 0, "wheat": 0, "ore": ore });
    let terms = catan::Terms { give, receive, to: None, counters: None };
    for (action, expected) in [
        (catan::Action::RollDice, json!({ "type": "roll_dice" })),
        (catan::Action::Steal(Seat(2)), json!({ "type": "steal", "victim": 2 })),
        (
            catan::Action::MoveRobber(catan::Hex::parse("-1,2").unwrap()),
            json!({ "type": "move_robber", "hexId": "-1,2" }),
        ),
        (
            catan::Action::PlayYearOfPlenty(catan::Plenty::two(catan::Resource::Ore, catan::Resource::Wood)),
            json!({ "type": "play_year_of_plenty", "resources": ["wood", "ore"] }),
        ),
        (
            catan::Action::BankTrade { give: catan::Resource::Sheep, receive: catan::Resource::Wheat },
            json!({ "type": "bank_trade", "give": "sheep", "receive": "wheat" }),
        ),
        (
            catan::Action::OfferTrade(terms),
            json!({ "type": "offer_trade", "give": hand(2, 0), "receive": hand(0, 1) }),
        ),
        (
            catan::Action::OfferTrade(catan::Terms {
                to: Some(game::SeatSet::from_bits(0b1010)),
                counters: Some(7),
                ..terms
            }),
            json!({ "type": "offer_trade", "give": hand(2, 0), "receive": hand(0, 1), "to": [1, 3], "counters": 7 }),
        ),
        (
            catan::Action::ConfirmTrade { offer: 4, with: Seat(1) },
            json!({ "type": "confirm_trade", "offer": 4, "with": 1 }),
        ),
    ] {
        let written = serde_json::to_value(catan::Catan::action_out(&action)).unwrap();
        assert_eq!(written, expected);
    }
    // A hand may leave out what it does not have.
    let short = json!({ "type": "offer_trade", "give": { "wood": 2 }, "receive": { "ore": 1 } });
    assert_eq!(action::<catan::Catan>(short), Ok(catan::Action::OfferTrade(terms)));
}

#[test]
fn a_wrong_action_of_catan_is_refused_with_a_sentence_that_names_the_field() {
    let discard = |cards: Value| json!({ "type": "discard", "resources": cards });
    for (value, expected) in [
        (json!(5), "bad_request: action: expected an object with the field `type`"),
        (json!([]), "bad_request: action: expected an object with the field `type`"),
        (json!({}), "bad_request: action: the field \"type\" is missing"),
        (
            json!({ "type": "roll_dice", "dice": [6, 6] }),
            "bad_request: action: there is no field \"dice\", nor any other",
        ),
        (json!({ "type": "steal" }), "bad_request: action: the field \"victim\" is missing"),
        (
            json!({ "type": "steal", "victim": "1" }),
            "bad_request: action: victim: expected a whole number from 0 to 255, not \"1\"",
        ),
        (
            json!({ "type": "move_robber", "hexId": [0, 0] }),
            "bad_request: action: hexId: expected a string, not a list",
        ),
        (
            discard(json!({ "wood": -1 })),
            "bad_request: action: resources.wood: expected a whole number from 0 to 127, not -1",
        ),
        (
            discard(json!({ "wood": 128 })),
            "bad_request: action: resources.wood: expected a whole number from 0 to 127, not 128",
        ),
        (
            discard(json!({ "ore": 0.5 })),
            "bad_request: action: resources.ore: expected a whole number from 0 to 127, not 0.5",
        ),
        (
            discard(json!({ "gold": 1 })),
            "bad_request: action: resources: there is no field \"gold\", only wood, brick, sheep, wheat, ore",
        ),
        (discard(json!([1, 0, 0, 0, 0])), "bad_request: action: resources: expected an object, not a list"),
        (
            json!({ "type": "play_monopoly", "resource": "gold" }),
            "bad_request: action: resource: there is no \"gold\", only wood, brick, sheep, wheat, ore",
        ),
        (
            json!({ "type": "play_year_of_plenty", "resources": ["ore", "ore", "ore"] }),
            "bad_request: action: resources: a year of plenty names one or two cards",
        ),
        (
            json!({ "type": "accept_trade", "offer": "ä".repeat(10_000) }),
            &format!(
                "bad_request: action: offer: expected a whole number from 0 to 4294967295, not \"{}…\"",
                "ä".repeat(60)
            ),
        ),
        (
            json!({ "type": "accept_trade", "offer": 1e30 }),
            "bad_request: action: offer: expected a whole number from 0 to 4294967295, not 1e30",
        ),
    ] {
        assert_eq!(refused::<catan::Catan>(value), expected);
    }
}

#[test]
fn outcomes_are_read_as_the_protocol_says() {
    let read = |value: Value| {
        read_at::<protocol::catan::Outcome>("outcome", &Json(value)).map(|o| catan::Catan::outcome_in(&o))
    };
    assert_eq!(read(json!({ "dice": [3, 4] })), Ok(catan::Outcome::Dice([3, 4])));
    assert_eq!(read(json!({ "stolen": "ore" })), Ok(catan::Outcome::Stolen(catan::Resource::Ore)));
    assert_eq!(
        read(json!({ "card": "year_of_plenty" })),
        Ok(catan::Outcome::Card(catan::DevCard::YearOfPlenty))
    );
    for (value, expected) in [
        (json!({ "dice": [3] }), "outcome.dice: expected a list of 2, not 1"),
        (json!({ "dice": [3, 4, 5] }), "outcome.dice: expected a list of 2, not 3"),
        (json!({ "dice": [3, 256] }), "outcome.dice.1: expected a whole number from 0 to 255, not 256"),
        (json!({ "dice": [3, 4], "card": "knight" }), "outcome: expected an object with exactly one field"),
        (json!({}), "outcome: expected an object with exactly one field"),
        (json!({ "coin": 1 }), "outcome: there is no \"coin\", only dice, stolen, card"),
    ] {
        assert_eq!(read(value).unwrap_err().message, expected);
    }
    let five = read_at::<protocol::kniffel::Outcome>("outcome", &Json(json!({ "dice": [1, 2, 3, 4] })));
    assert_eq!(five.unwrap_err().message, "outcome.dice: expected a list of 5, not 4");
    let wheel =
        read_at::<protocol::roulette::Outcome>("outcome", &Json(json!({ "winningNumber": 37 }))).unwrap();
    assert_eq!(
        roulette::Roulette::outcome_in(&wheel).winning_number,
        37,
        "the rules say that it is impossible"
    );
}

// docs/rules/roulette.md §2.4–§2.6, §4.6, §9.3
#[test]
fn a_bet_that_does_not_exist_is_refused_by_the_rules() {
    let bet = |kind: &str, numbers: Value, amount: Value| json!({ "type": "place_bet", "betType": kind, "numbers": numbers, "amount": amount });
    let named = |kind: &str, identifier: Value| json!({ "type": "place_bet", "betType": kind, "identifier": identifier, "amount": 1 });
    for (value, expected) in [
        (
            bet("split", json!([1, 5]), json!(1)),
            "illegal: 1-5 is not a split on the layout: its two numbers share a side",
        ),
        (
            bet("straight", json!([-1]), json!(1)),
            "illegal: -1 is not on the wheel: its numbers go from 0 to 36",
        ),
        (
            bet("straight", json!([1]), json!(-5)),
            "illegal: -5 is less than nothing: bet a whole number of chips",
        ),
        (
            bet("straight", json!([1]), json!(9_007_199_254_740_991_u64)),
            "illegal: 9007199254740991 is more than any table takes",
        ),
        (
            bet("straight", json!([1]), json!(9_007_199_254_740_992_u64)),
            "bad_request: action: amount: expected a whole number from -9007199254740991 to 9007199254740991, not 9007199254740992",
        ),
        (
            bet("straight", json!([1.5]), json!(1)),
            "bad_request: action: numbers.0: expected a whole number from -9007199254740991 to 9007199254740991, not 1.5",
        ),
        (named("dozen", json!(4)), "illegal: there is no dozen 4: choose 1, 2 or 3"),
        (
            bet("basket", json!([]), json!(1)),
            "bad_request: action: betType: there is no \"basket\", only straight, split, street, corner, line, dozen, column, red, black, odd, even, low, high",
        ),
        (json!({ "type": "player_join", "displayName": "" }), "illegal: a name has at least one character"),
    ] {
        assert_eq!(refused::<roulette::Roulette>(value), expected);
    }
    let red = json!({ "type": "place_bet", "betType": "red", "amount": 5 });
    let placed = action::<roulette::Roulette>(red.clone()).unwrap();
    assert_eq!(serde_json::to_value(roulette::Roulette::action_out(&placed)).unwrap(), red);
    let dozen = action::<roulette::Roulette>(named("dozen", json!(3))).unwrap();
    assert_eq!(dozen.to_string(), "place_bet 1 on dozen 3");
}

/// Luck that nobody may ask for.
struct Nobody;

impl Luck for Nobody {
    fn below(&mut self, _: u32) -> u32 {
        panic!("nothing was left open")
    }
}

#[test]
fn a_setup_is_refused_with_all_its_faults() {
    let setup = |players: u8, start: Value| {
        let start = read_at("start", &Json(start)).unwrap();
        catan::Catan::setup_in(players, &start, &mut Nobody).unwrap_err().message
    };
    assert_eq!(
        setup(
            2,
            json!({
                "rules": { "profile": "online", "pointsToWin": 2, "discardFrom": 21, "board": "beginner" },
                "seatOrder": [0, 0],
            })
        ),
        "pointsToWin must be 3 to 20, not 2; discardFrom must be 7 to 20, not 21; \
         online is for 3 to 4 players, not 2; seatOrder must name each of the 2 seats once"
    );
    let mut board =
        serde_json::to_value(protocol::catan::Board::from(&catan::Board::beginner().spec())).unwrap();
    board["hexes"][0]["hex"] = json!("7,7");
    let faults = setup(9, json!({ "board": board }));
    assert!(faults.starts_with("there is no hex \"7,7\"; "), "{faults}");
    assert!(faults.ends_with("; official is for 2 to 4 players, not 9"), "{faults}");
}

#[test]
fn a_profile_is_changed_only_where_it_is_said() {
    let rules = |start: Value| {
        let start = read_at("start", &Json(start)).unwrap();
        catan::Catan::setup_in(3, &start, &mut game::conformance::SplitMix::new(1)).unwrap().rules
    };
    assert_eq!(rules(json!({})), catan::Rules::default());
    assert_eq!(rules(json!({ "rules": "practice" })), catan::Profile::Practice.rules());
    assert_eq!(
        rules(json!({ "rules": { "profile": "practice", "monopolyCap": null, "handsOpen": true } })),
        catan::Rules { monopoly_cap: None, hands_open: true, ..catan::Profile::Practice.rules() }
    );
    assert_eq!(
        rules(json!({ "rules": { "paidRoadsPerTurn": 1, "devCardsPerTurn": "one_of_each_kind" } })),
        catan::Rules {
            paid_roads_per_turn: Some(1),
            dev_cards_per_turn: catan::DevCardsPerTurn::OneOfEachKind,
            ..catan::Rules::default()
        }
    );
}

/// A state with one field changed is refused, and the sentence names what does not fit.
#[test]
fn what_a_state_says_twice_has_to_agree() {
    let game = catan::Catan::create(&catan::Setup {
        players: 3,
        rules: catan::Rules::default(),
        board: catan::Board::beginner(),
        order: None,
    })
    .unwrap();
    let good = serde_json::to_value(game.state_out()).unwrap();
    let faults = |change: &dyn Fn(&mut Value)| {
        let mut state = good.clone();
        change(&mut state);
        catan::Catan::state_in(&read_at("state", &Json(state)).unwrap()).unwrap_err()
    };
    for (change, expected) in [
        (
            &(|s: &mut Value| s["robberPhase"] = json!("moving")) as &dyn Fn(&mut Value),
            "robberPhase does not fit the phase",
        ),
        (&|s| s["robberMover"] = json!(0), "robberMover does not fit the phase"),
        (&|s| s["pendingDiscards"] = json!({ "1": 4 }), "pendingDiscards does not fit the phase"),
        (&|s| s["stealCandidates"] = json!([1]), "stealCandidates does not fit the phase"),
        (&|s| s["freeRoads"] = json!(1), "freeRoads does not fit the phase"),
        (&|s| s["firstRolls"] = json!({ "contenders": [], "sums": {} }), "firstRolls does not fit the phase"),
        (
            &|s| s["draft"]["round"] = json!(2),
            "round, playerIndex and phase of the draft do not follow from its turnNumber",
        ),
        (&|s| s["players"][1]["playedKnights"] = json!(1), "playedKnights and playedCards of seat 1 differ"),
    ] {
        assert_eq!(faults(change), [expected]);
    }
    assert!(
        faults(&|s| s["settlements"] = json!({ "9,99": 0 }))
            .contains(&"there is no vertex \"9,99\"".to_owned())
    );
    assert!(
        faults(&|s| s["roads"] = json!({ "3,0": 7 }))
            .contains(&"a road belongs to seat 7, which nobody has".to_owned())
    );
    assert!(faults(&|s| s["robberHexId"] = json!("x")).contains(&"there is no hex \"x\"".to_owned()));

    let table = roulette::Roulette::new(&roulette::Setup::new(1)).unwrap();
    let good = serde_json::to_value(table.state_out()).unwrap();
    for (field, value, expected) in [
        ("spinTimerSec", json!(31), "spinTimerSec differs from the one in the rules"),
        ("isManualSpin", json!(false), "isManualSpin differs from the one in the rules"),
    ] {
        let mut state = good.clone();
        state[field] = value;
        let faults = roulette::Roulette::state_in(&read_at("state", &Json(state)).unwrap());
        assert_eq!(faults.unwrap_err(), [expected]);
    }
}

/// Numbers that a browser could not keep exactly, or would not after a few more rounds, are not let in.
#[test]
fn an_account_of_roulette_stays_within_what_everybody_can_read() {
    let table = roulette::Roulette::new(&roulette::Setup::new(1)).unwrap();
    let faults = |path: &str, account: i64| {
        let mut state = serde_json::to_value(table.state_out()).unwrap();
        *state.pointer_mut(path).unwrap() = json!(account);
        roulette::Roulette::state_in(&read_at("state", &Json(state)).unwrap()).unwrap_err().join("; ")
    };
    let limit = 1_i64 << 52;
    for (path, name) in [("/house", "house"), ("/issued", "issued"), ("/players/0/chips", "chips")] {
        let beyond = format!("{name} is beyond {limit}");
        assert!(faults(path, limit + 1).starts_with(&beyond));
        assert!(!faults(path, limit).contains(&beyond));
        assert!(faults(path, -limit - 1).contains(&beyond));
    }
    assert!(faults("/players/0/chips", -1).starts_with("seat 0 has less than no chips"));
}
