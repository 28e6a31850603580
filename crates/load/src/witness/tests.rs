//! What a witness lets pass and what it does not, message by message, without a server.

use std::time::Duration;

use super::{News, Phase, Violation, What, Witness};

/// A seat in a game that has begun: the view is that of 10.
fn seated() -> Witness {
    let mut witness = Witness::new("ada".into(), true);
    witness.ask(What::Join, r#""type":"join_table""#);
    for text in [
        r#"{"type":"welcome","code":"abc"}"#,
        r#"{"type":"table_state","seq":4,"phase":"lobby","players":[]}"#,
        r#"{"type":"ack","id":"1","seq":4}"#,
        r#"{"type":"game_started","seq":10,"number":1}"#,
        r#"{"seq":10,"type":"turn_changed","seat":0}"#,
        r#"{"type":"table_state","seq":10,"phase":"playing","players":[{"playerId":"ada","seat":2}]}"#,
        r#"{"type":"view","seq":10,"view":{"round":1,"legal":{"roll_dice":{"keep":false}}}}"#,
    ] {
        witness.take(text).unwrap();
    }
    assert_eq!((witness.phase, witness.seat, witness.may_move()), (Phase::Playing, Some(2), true));
    witness
}

/// A move that becomes event 11: what is told about it, in order.
const MOVE: [&str; 3] = [
    r#"{"seq":11,"type":"dice_rolled","dice":[1,2,3,4,5]}"#,
    r#"{"type":"view_patch","seq":11,"from":10,"patch":{"dice":[1,2,3,4,5],"legal":null}}"#,
    r#"{"type":"ack","id":"2","seq":11}"#,
];

fn ask_to_move(witness: &mut Witness) {
    assert_eq!(witness.ask(What::Move, r#""type":"roll_dice""#), r#"{"id":"2","type":"roll_dice"}"#);
}

/// A seat that has made that move.
fn moved() -> Witness {
    let mut witness = seated();
    ask_to_move(&mut witness);
    for text in MOVE {
        witness.take(text).unwrap();
    }
    witness
}

/// What the first message that is not let pass is found to be.
fn found(witness: &mut Witness, texts: &[&str]) -> Option<Violation> {
    texts.iter().find_map(|text| witness.take(text).err())
}

#[test]
fn a_move_that_is_told_shown_and_acknowledged() {
    let mut witness = seated();
    ask_to_move(&mut witness);
    assert!(!witness.is_answered());
    assert!(witness.overdue(Duration::ZERO).is_some() && witness.overdue(Duration::from_mins(1)).is_none());
    assert_eq!(witness.take(MOVE[0]), Ok(News::Told));
    assert_eq!(witness.take(MOVE[1]), Ok(News::Told));
    assert!(matches!(witness.take(MOVE[2]), Ok(News::Moved(_))));
    assert!(witness.is_answered() && !witness.may_move() && witness.view_seq == 11);
}

/// Every one of the three messages left out, doubled, or behind the next one.
#[test]
fn a_move_of_which_something_is_missing_double_or_late() {
    type Check = fn(&Violation) -> bool;
    let orders: [(&[usize], Check); 7] = [
        (&[0, 2], |v| matches!(v, Violation::NotTold { .. })),
        (&[2], |v| matches!(v, Violation::NotTold { .. })),
        (&[0, 1, 1], |v| matches!(v, Violation::Gap { .. })),
        (&[0, 1, 2, 2], |v| matches!(v, Violation::Twice { .. })),
        (&[1, 0], |v| matches!(v, Violation::Late { .. })),
        (&[0, 2, 1], |v| matches!(v, Violation::NotTold { .. })),
        (&[2, 0, 1], |v| matches!(v, Violation::NotTold { .. })),
    ];
    for (order, is_it) in orders {
        let mut witness = seated();
        ask_to_move(&mut witness);
        let texts: Vec<&str> = order.iter().map(|&at| MOVE[at]).collect();
        let violation = found(&mut witness, &texts);
        assert!(violation.as_ref().is_some_and(is_it), "{order:?}: {violation:?}");
    }
}

/// An event that only one seat misses, or hears otherwise, is noticed between the seats.
#[test]
fn seats_that_hear_different_things_do_not_agree() {
    let (one, mut other) = (moved(), seated());
    assert_eq!(one.agrees(&other), Ok(()), "they are not equally far");
    other.take(MOVE[1]).unwrap();
    assert_eq!(one.agrees(&other), Err(Violation::OtherEvents { seq: 11 }));
    let mut third = seated();
    third.take(r#"{"seq":11,"type":"dice_rolled","dice":[6,6,6,6,6]}"#).unwrap();
    third.take(MOVE[1]).unwrap();
    assert_eq!(one.agrees(&third), Err(Violation::OtherEvents { seq: 11 }));
    assert_eq!(one.agrees(&moved()), Ok(()));
}

#[test]
fn numbers_that_go_back_and_answers_to_nothing() {
    let back = r#"{"type":"countdown","seq":9}"#;
    assert!(matches!(found(&mut moved(), &[back]), Some(Violation::WentBack { seq: 9, last: 11, .. })));
    let never = r#"{"type":"ack","id":"77","seq":11}"#;
    assert!(matches!(found(&mut moved(), &[never]), Some(Violation::NeverSent { .. })));
    let unasked = r#"{"type":"view","seq":11,"view":{}}"#;
    assert!(matches!(found(&mut moved(), &[unasked]), Some(Violation::NotAsked { seq: 11 })));
    for broken in ["", "{", r#"{"seq":1}"#, r#"{"type":"view_patch","seq":12}"#, r#"{"type":"ack","id":7}"#] {
        assert!(found(&mut moved(), &[broken]).is_some(), "{broken}");
    }
}

#[test]
fn the_whole_view_is_what_the_patches_led_to() {
    let answer = |view: &str| {
        let mut witness = moved();
        witness.ask(What::View, r#""type":"get_view""#);
        found(&mut witness, &[view, r#"{"type":"ack","id":"3","seq":11}"#])
    };
    assert_eq!(answer(r#"{"type":"view","seq":11,"view":{"round":1,"dice":[1,2,3,4,5]}}"#), None);
    let other = answer(r#"{"type":"view","seq":11,"view":{"round":1,"dice":[1,2,3,4,6]}}"#);
    assert!(matches!(other, Some(Violation::Differs { seq: 11, .. })), "{other:?}");
    let later = answer(r#"{"type":"view","seq":12,"view":{"round":1,"dice":[1,2,3,4,5]}}"#);
    assert_eq!(later, Some(Violation::Behind { own: 11, seq: 12 }));
    assert_eq!(answer(r#"{"type":"chat","text":"no view"}"#), Some(Violation::NoView));
}

/// The greeting of a seat that comes back after its move, while 12 happened.
const GREETING: [&str; 6] = [
    r#"{"type":"table_state","seq":12,"phase":"playing","players":[{"playerId":"ada","seat":2}]}"#,
    r#"{"type":"game_started","seq":12,"number":1}"#,
    r#"{"seq":12,"type":"turn_changed","seat":1}"#,
    r#"{"type":"view","seq":12,"view":{"round":1}}"#,
    r#"{"type":"ack","id":"3","seq":12}"#,
    r#"{"type":"ack","id":"2","seq":11}"#,
];

#[test]
fn who_comes_back_is_told_all_that_was_missed() {
    let mut back = moved();
    let says = back.come_back("t", true);
    assert_eq!(says[0], r#"{"id":"3","type":"join_table","tableId":"t","lastSeq":11}"#);
    assert_eq!(says[1..], [r#"{"id":"2","type":"roll_dice"}"#], "the acknowledged move is sent again");
    assert_eq!(found(&mut back, &GREETING), None);
    assert!(back.is_answered());
    // Somebody who never left.
    let mut stayed = moved();
    let patch = r#"{"type":"view_patch","seq":12,"from":11,"patch":{"dice":null}}"#;
    assert_eq!(found(&mut stayed, &[GREETING[2], patch]), None);
    assert_eq!(stayed.agrees(&back), Ok(()));
    // The event that was missed stays away.
    let mut without = moved();
    without.come_back("t", true);
    let greeting: Vec<&str> = GREETING.into_iter().filter(|text| !text.contains("turn_changed")).collect();
    assert_eq!(found(&mut without, &greeting), None);
    assert_eq!(stayed.agrees(&without), Err(Violation::OtherEvents { seq: 12 }));
}

/// The line broke after an event and what was said about the table, and before the change of the view: all of it is told again.
#[test]
fn what_comes_again_because_the_view_had_not_come_goes_back_to_nothing() {
    let event = r#"{"seq":12,"type":"turn_changed","seat":1}"#;
    let state =
        r#"{"type":"table_state","seq":13,"phase":"playing","players":[{"playerId":"ada","seat":2}]}"#;
    let back = || {
        let mut witness = moved();
        assert_eq!(found(&mut witness, &[event, state]), None);
        let says = witness.come_back("t", true);
        assert!(says[0].contains(r#""lastSeq":11"#), "{says:?}");
        witness
    };
    let view = |seq| format!(r#"{{"type":"view","seq":{seq},"view":{{"round":1}}}}"#);
    let ack = |seq| format!(r#"{{"type":"ack","id":"3","seq":{seq}}}"#);
    assert_eq!(found(&mut back(), &[state, event, &view(13), &ack(13)]), None);
    // What was told is durable all the same.
    let lost = found(&mut back(), &[event, &view(12), &ack(12)]);
    assert_eq!(lost, Some(Violation::Lost { seq: 12, known: 13 }));
    // And on one socket numbers do not go back.
    let order = found(&mut back(), &[r#"{"seq":13,"type":"dice_rolled","dice":[1,2,3,4,5]}"#, event]);
    assert!(matches!(order, Some(Violation::WentBack { seq: 12, last: 13, .. })), "{order:?}");
}

#[test]
fn what_was_acknowledged_is_not_lost() {
    let after = |change: &dyn Fn(&mut Vec<String>)| {
        let mut witness = moved();
        witness.come_back("t", false);
        let mut greeting: Vec<String> = GREETING.iter().map(|&text| text.to_owned()).collect();
        change(&mut greeting);
        let texts: Vec<&str> = greeting.iter().map(String::as_str).collect();
        found(&mut witness, &texts)
    };
    // The table is back where it was before the move.
    let older = after(&|greeting| greeting[3] = r#"{"type":"view","seq":10,"view":{"round":1}}"#.into());
    assert_eq!(older, Some(Violation::Lost { seq: 10, known: 11 }));
    let behind = after(&|greeting| {
        greeting.drain(2..4);
        greeting[2] = r#"{"type":"ack","id":"3","seq":10}"#.into();
    });
    assert_eq!(behind, Some(Violation::Lost { seq: 10, known: 11 }));
    // The move is not known any more.
    let refused = after(&|greeting| {
        greeting[5] = r#"{"type":"rejected","id":"2","code":"not_your_turn"}"#.into();
    });
    assert!(matches!(refused, Some(Violation::OtherAnswer { id: 2, was: 11, .. })), "{refused:?}");
    // It was carried out twice.
    let again = after(&|greeting| greeting[5] = r#"{"type":"ack","id":"2","seq":13}"#.into());
    assert!(matches!(again, Some(Violation::OtherAnswer { .. })), "{again:?}");
    // Also a server that was started anew says what was said before.
    let first = after(&|greeting| greeting[5] = r#"{"type":"ack","id":"2","seq":10}"#.into());
    assert!(matches!(first, Some(Violation::OtherAnswer { .. })), "{first:?}");
}

/// A question to the seat that moved the robber, between two events that all hear.
#[test]
fn a_question_to_one_is_not_missed_by_the_others() {
    let [mut asked, mut other] = [seated(), seated()];
    let moved = r#"{"seq":11,"type":"robber_moved","hexId":"1,0"}"#;
    let shown = r#"{"type":"view_patch","seq":11,"from":10,"patch":{"phase":"stealing"}}"#;
    for text in [moved, r#"{"seq":11,"type":"steal_required","candidates":[]}"#, shown] {
        asked.take(text).unwrap();
    }
    for text in [moved, shown] {
        other.take(text).unwrap();
    }
    assert_eq!(asked.agrees(&other), Ok(()));
}
