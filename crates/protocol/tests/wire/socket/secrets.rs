//! Who learns what: pages of viewers who are not concerned get the same, whatever card was drawn.
//!
//! Rules: docs/rules/catan.md §17.

use std::collections::BTreeSet;

use catan::{Action, Catan, Event};
use game::{Chance, Game, Seat, Viewer};
use protocol::ws::{People, Spoken as _};
use serde_json::Value;

use super::play::{Played, play, told};

/// Who may know more about these events than a spectator.
fn concerned(events: &[Event]) -> Vec<Seat> {
    let mut seats = Vec::new();
    for event in events {
        if let Event::Stolen { thief, victim, .. } = *event {
            seats.extend([thief, victim]);
        }
        if let Event::DevCardBought { seat, .. } | Event::StealRequired { seat, .. } = *event {
            seats.push(seat);
        }
    }
    seats
}

/// A page without what is the viewer's own.
fn impersonal(mut page: Value, viewer: Viewer) -> Value {
    let fields = page.as_object_mut().unwrap();
    fields.remove("legal");
    if let Viewer::Seat(seat) = viewer {
        let player = fields["players"][seat.0.to_string()].as_object_mut().unwrap();
        for own in ["resources", "devCards", "boughtThisTurn", "points"] {
            assert!(player.remove(own).is_some(), "{own}");
        }
    }
    page
}

#[test]
fn what_does_not_concern_a_seat_it_learns_like_a_spectator() {
    let (mut compared, mut kept_back) = (0, 0);
    play::<Catan>(11, 700, &mut |turn| {
        if turn.after.rules().hands_open || turn.after.ended().is_some() {
            return;
        }
        let outside = turn.told(Viewer::Spectator);
        let page = turn.page(Viewer::Spectator);
        let concerned = concerned(turn.events);
        for viewer in turn.viewers() {
            assert_eq!(impersonal(turn.page(viewer), viewer), page);
            if concerned.iter().any(|&seat| viewer.is(seat)) {
                kept_back += u32::from(turn.told(viewer) != outside);
            } else {
                assert_eq!(turn.told(viewer), outside);
                compared += 1;
            }
        }
        let text = serde_json::to_string(&outside).unwrap();
        assert!(!text.contains("resourceType") && !text.contains("steal_required"), "{text}");
        let bought = outside.iter().map(|told| serde_json::to_value(told).unwrap());
        assert!(
            bought.filter(|told| told["type"] == "dev_card_bought").all(|told| told.get("card").is_none())
        );
    });
    assert!(compared > 5_000 && kept_back > 200, "{compared}, {kept_back}");
}

/// All that a viewer's page gets of a move.
fn gets(game: &Catan, events: &[Event], viewer: Viewer, people: People) -> String {
    let told = told(game, events, viewer, people);
    serde_json::to_string(&(told, game.page(viewer, &()))).unwrap()
}

/// Had luck drawn another card, nobody but those who hold it or held it would get a different byte.
#[test]
fn a_drawn_card_is_told_to_those_who_may_know_it() {
    let (mut thefts, mut purchases) = (0, 0);
    play::<Catan>(12, 700, &mut |turn| {
        let [action] = turn.moves else { return };
        let draws_card = matches!(action, Action::Steal(_) | Action::MoveRobber(_) | Action::BuyDevCard);
        if !draws_card || turn.before.rules().hands_open {
            return;
        }
        let Some(chance) = turn.before.chance(turn.seat, action) else { return };
        let mut worlds = Vec::new();
        chance.each(&mut |outcome, _| {
            let mut world = *turn.before;
            let mut events = Vec::new();
            world.apply(turn.seat, action, Some(outcome), &mut events).unwrap();
            worlds.push((world, events));
        });
        // The rules lay open who has won, and offers that can no longer be kept (§15.12).
        if worlds.len() < 2 || worlds.iter().any(|(world, _)| world.ended().is_some()) {
            return;
        }
        let laid_open = |events: &[Event]| -> Vec<Event> {
            let is_public = |event: &&Event| {
                matches!(event, Event::TradeClosed { .. } | Event::AcceptanceWithdrawn { .. })
            };
            events.iter().filter(is_public).copied().collect()
        };
        worlds.retain(|(_, events)| laid_open(events) == laid_open(turn.events));
        let concerned = concerned(turn.events);
        for viewer in turn.viewers() {
            let all: BTreeSet<String> =
                worlds.iter().map(|(world, events)| gets(world, events, viewer, turn.people)).collect();
            let expected = if concerned.iter().any(|&seat| viewer.is(seat)) { worlds.len() } else { 1 };
            assert_eq!(all.len(), expected, "{viewer:?} {action:?}");
        }
        let counted = if *action == Action::BuyDevCard { &mut purchases } else { &mut thefts };
        *counted += worlds.len() - 1;
    });
    assert!(thefts > 50 && purchases > 50, "{thefts}, {purchases}");
}

/// Everything in the other games is public: all pages are told and shown the same but for what each may do.
#[test]
fn other_games_have_no_secrets() {
    fn check<G: Played>() {
        play::<G>(13, 200, &mut |turn| {
            let shown = |viewer| {
                let mut page = turn.page(viewer);
                page.as_object_mut().unwrap().remove("legal");
                (turn.told(viewer), page)
            };
            let outside = shown(Viewer::Spectator);
            assert!(turn.page(Viewer::Spectator).get("legal").is_none());
            for viewer in turn.viewers() {
                assert_eq!(shown(viewer), outside);
            }
        });
    }
    check::<kniffel::Kniffel>();
    check::<roulette::Roulette>();
}

/// A number is in the history only when the ball has come to rest (pitfall 26).
#[test]
fn pitfall_26_no_result_before_the_wheel_stops() {
    let mut spins = 0;
    play::<roulette::Roulette>(14, 300, &mut |turn| {
        let page = turn.page(Viewer::Spectator);
        let round = page["round"].to_string();
        let settled = page["phase"] == "settlement" || page["phase"] == "round_end";
        assert_eq!(page["history"].get(&round).is_some(), settled, "{page}");
        if settled {
            assert_eq!(page["history"][&round], page["winningNumber"]);
        }
        if page["phase"] == "spinning" {
            spins += 1;
            assert!(!page.to_string().contains("returned"));
        }
        assert!(page["history"].as_object().unwrap().len() <= 20);
    });
    assert!(spins > 20, "{spins}");
}

/// Before the first roll of a turn there are no dice to keep (pitfall 17).
#[test]
fn pitfall_17_no_dice_of_the_turn_before() {
    let mut fresh = 0;
    play::<kniffel::Kniffel>(15, 300, &mut |turn| {
        let page = turn.page(Viewer::Spectator);
        if page["rollsRemaining"] == 3 {
            fresh += 1;
            assert!(page.get("dice").is_none() && page.get("keptDice").is_none(), "{page}");
        } else if page["phase"] == "rolling" {
            assert!(page.get("dice").is_some(), "{page}");
        }
    });
    assert!(fresh > 50, "{fresh}");
}
