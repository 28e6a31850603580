//! Some rounds as people would tell them.
//!
//! Each line says who asks for something (`f0` seat 0, `ft` the table) or who may hear what came of it (`all`, or `p0` for
//! a refusal that only seat 0 hears).

use game::{Game, Viewer};
use roulette::{Name, Rules, Setup};

use crate::script::Scene;

/// Adds what everybody sees of the table at this moment.
fn look(scene: &mut Scene) {
    let views: Vec<_> = Viewer::all(scene.game.seats()).map(|viewer| scene.game.view(viewer)).collect();
    // docs/rules/roulette.md §8.1
    assert!(views.windows(2).all(|pair| pair[0] == pair[1]));
    let view = &views[0];
    let number = view.winning_number.map_or("-".to_owned(), |number| number.to_string());
    let history: Vec<_> = view.result_history.iter().map(ToString::to_string).collect();
    let mut lines = vec![format!(
        "= round {}, {}, number {number}, history [{}], house {}",
        view.current_round,
        view.phase,
        history.join(" "),
        view.house
    )];
    for player in &view.players {
        let bets: Vec<_> = player.bets.iter().map(|bet| format!("{} on {}", bet.amount, bet.bet)).collect();
        let bets = if bets.is_empty() { "no bets".to_owned() } else { bets.join(", ") };
        lines.push(format!(
            "= {} {} ({:?}): {} chips, {bets}",
            player.seat, player.display_name, player.presence, player.chips
        ));
    }
    for line in lines {
        scene.tell("all", &line);
    }
}

#[track_caller]
fn refused(scene: &mut Scene, script: &str, code: &str) {
    scene.refuse(script, code);
}

#[test]
fn rounds_by_hand() {
    let names = ["Anna", "Ben"].map(|name| Name::new(name).unwrap()).to_vec();
    let mut scene = Scene::with(&Setup { names, chips: 100, ..Setup::new(3) });
    look(&mut scene);
    scene.play("0 bet 10 red; 1 bet 5 split 0-2; 1 bet 5 dozen 1; 0 bet 10 red; 2 bet 100 straight 36");
    refused(&mut scene, "2 bet 1 black", "over_chips");
    refused(&mut scene, "1 bet 5 corner 0-1-3-4", "not_on_layout");
    refused(&mut scene, "1 spin 2", "only_host");
    scene.play("1 remove 1; 0 spin 2");
    look(&mut scene);
    refused(&mut scene, "0 bet 5 red", "bets_closed");
    scene.play("table settle");
    look(&mut scene);
    scene.play("table end");
    refused(&mut scene, "1 next", "only_host");
    scene.play("0 next");
    look(&mut scene);
    scene.play("2 leave; 4 join Cleo; 4 bet 20 column 2; 1 bet 50 black; 1 leave; 0 spin 35; table settle; table end");
    look(&mut scene);
    scene.play("table next; 4 bet 7 high; 0 close");
    look(&mut scene);
    refused(&mut scene, "0 next", "table_closed");
    insta::assert_snapshot!(scene.transcript);
}

#[test]
fn rounds_by_timer() {
    let rules =
        Rules { zero_bets: false, min_bet: 5, max_total_bet: 50, spin_timer_sec: 20, is_manual_spin: false };
    let mut scene = Scene::with(&Setup { rules, ..Setup::new(2) });
    refused(&mut scene, "table spin 0", "no_bets");
    refused(&mut scene, "0 bet 4 red", "below_minimum");
    refused(&mut scene, "0 bet 5 street 0-1-2", "no_zero_bets");
    scene.play("0 bet 30 high; 1 bet 25 line 31-32-33-34-35-36");
    refused(&mut scene, "0 bet 21 high", "over_maximum");
    scene.play("0 away; table spin 31; table settle; table end; table next");
    look(&mut scene);
    refused(&mut scene, "0 bet 5 red", "disconnected");
    scene.play(
        "1 bet 5 even; 1 leave; table spin 0; 0 leave; table settle; table end; table next; table close",
    );
    look(&mut scene);
    insta::assert_snapshot!(scene.transcript);
}
