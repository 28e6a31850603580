//! Transcripts: whole games as people would tell them, compared with files under `tests/data`.
//!
//! Each line is tagged: `f0` is said by seat 0, `all` is heard by everybody, `p0` by seat 0 alone.
//! After a wanted change: `INSTA_UPDATE=always cargo test -p kniffel transcript`, and read the difference.

use std::fmt::Write;

use game::conformance::SplitMix;
use game::{Game, Luck, Seat, SeatSet, Viewer, draw};
use kniffel::{Action, Category, Event, Keep, Kniffel, Outcome, Phase, Rules};

use crate::scene::{OPTIONS, table};

struct Transcript {
    game: Kniffel,
    text: String,
}

impl Transcript {
    fn new(players: u8, rules: Rules) -> Self {
        Self { game: table(players, rules), text: String::new() }
    }

    fn line(&mut self, tag: &str, words: &str) {
        writeln!(self.text, "{tag:<3} {words}").expect("text grows");
    }

    /// One action: who says it, and who hears what of the answer.
    fn act(&mut self, seat: Seat, action: Action, outcome: Option<Outcome>) {
        self.line(&format!("f{}", seat.0), &said(action, self.game.to_raw().dice));
        let mut events = Vec::new();
        if let Err(rejected) = self.game.apply(seat, &action, outcome, &mut events) {
            self.line(&format!("p{}", seat.0), &format!("refused: {rejected}"));
        }
        for event in events {
            let audience: Vec<Viewer> = Viewer::all(self.game.seats())
                .filter(|viewer| self.game.seen(&event, *viewer) == Some(event))
                .collect();
            assert_eq!(audience.len(), self.game.seats() + 1, "everything is public");
            let words = self.told(&event);
            self.line("all", &words);
        }
    }

    fn told(&self, event: &Event) -> String {
        match *event {
            Event::PlayerReady { seat } => format!("{seat} is ready"),
            Event::GameStarted => "the game begins".to_owned(),
            Event::TurnStarted { turn } => format!("-- round {}, {} --", turn.round, turn.seat),
            Event::DiceRolled { seat, kept, dice, rolls_remaining } => {
                let n = kept.n_thrown();
                let dice = faces(dice.faces(), Keep::ALL);
                format!("{seat} throws {n}: {dice} ({rolls_remaining} left)")
            }
            Event::CategoryScored { seat, category, entry, upper_bonus } => {
                let total = self.game.sheets()[seat.index()].total();
                let extra = if entry.extra_kniffel { ", 50 for a further Kniffel" } else { "" };
                let bonus = if upper_bonus { ", 35 for the upper part" } else { "" };
                format!("{seat} has {} in {}{extra}{bonus}: total {total}", entry.points, category.name())
            }
            Event::GameEnded { winners } => format!("the game is over, won by {}", names(winners)),
            Event::PlayerDisconnected { seat } => format!("{seat} is away"),
            Event::PlayerReconnected { seat } => format!("{seat} is back"),
        }
    }
}

fn names(seats: SeatSet) -> String {
    seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" and ")
}

fn faces(dice: [u8; 5], shown: Keep) -> String {
    let face = |place| if shown.holds(place) { dice[place].to_string() } else { "-".to_owned() };
    (0..5).map(face).collect::<Vec<_>>().join(" ")
}

fn said(action: Action, dice: [u8; 5]) -> String {
    match action {
        Action::PlayerReady => "ready".to_owned(),
        Action::RollDice { kept: Keep::NONE } => "roll all".to_owned(),
        Action::RollDice { kept } => format!("roll, keep {}", faces(dice, kept)),
        Action::ChooseCategory { category } => format!("score {}", category.name()),
        Action::PlayerDisconnect => "away".to_owned(),
        Action::PlayerReconnect => "back".to_owned(),
    }
}

/// A simple player: keeps the most frequent face, stops at a pattern, takes what brings most now.
fn simple_move(game: &Kniffel, seat: Seat) -> Option<Action> {
    let Phase::Rolling { rolls_remaining, dice, .. } = game.phase() else { return None };
    if rolls_remaining == 3 {
        return Some(Action::RollDice { kept: Keep::NONE });
    }
    let sheet = game.sheets()[seat.index()];
    let worth = |category: &Category| sheet.entry(dice, *category, game.rules()).points;
    let best = game.legal(seat).categories().iter().max_by_key(worth)?;
    if rolls_remaining == 0 || worth(&best) >= 25 {
        return Some(Action::ChooseCategory { category: best });
    }
    let counts = dice.counts();
    let frequent = (1..=6).max_by_key(|face| counts[*face as usize - 1])?;
    Some(Action::RollDice { kept: Keep::from(dice.faces().map(|face| face == frequent)) })
}

/// Plays to the end with simple players. `lucky`: one roll in three turns up five equal faces.
fn play(script: &mut Transcript, luck: &mut SplitMix, lucky: bool) {
    // Bounded, so that rules that stopped working fail the test instead of filling the memory.
    for _ in 0..2_000 {
        let Some(seat) = script.game.to_move().lowest() else { return };
        let action = simple_move(&script.game, seat).unwrap_or(Action::PlayerReady);
        let chance = script.game.chance(seat, &action);
        let mut outcome = chance.map(|chance| draw(&chance, luck));
        if lucky && action == (Action::RollDice { kept: Keep::NONE }) && luck.one_in(3) {
            outcome = Some(Outcome { dice: [1 + luck.below(6) as u8; 5] });
        }
        script.act(seat, action, outcome);
        scenes_on_the_way(script);
    }
    panic!("the game does not end: {:?}", script.game);
}

/// What a tidy game would not show: refusals and absence, once each.
fn scenes_on_the_way(script: &mut Transcript) {
    let Phase::Rolling { turn, rolls_remaining, .. } = script.game.phase() else { return };
    let other = Seat((turn.seat.0 + 1) % script.game.players());
    let all = Action::RollDice { kept: Keep::ALL };
    let chance = Action::ChooseCategory { category: Category::Chance };
    match (turn.round, turn.seat.0, rolls_remaining) {
        (1, 0, 3) => {
            script.act(turn.seat, all, None);
            script.act(turn.seat, chance, None);
            script.act(other, Action::PlayerReady, None);
        }
        (1, 1, 3) => script.act(other, chance, None),
        (2, 0, 0) => script.act(turn.seat, all, None),
        (2, 1, 3) => script.act(turn.seat, Action::PlayerDisconnect, None),
        (4, 1, 3) => script.act(turn.seat, Action::PlayerReconnect, None),
        _ => {}
    }
}

#[track_caller]
fn snapshot(name: &str, script: &Transcript) {
    insta::with_settings!({
        snapshot_path => "../data",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, script.text);
    });
}

#[test]
fn transcript_of_a_whole_game() {
    let mut script = Transcript::new(3, Rules::default());
    play(&mut script, &mut SplitMix::new(1), false);
    script.act(Seat(0), Action::PlayerReady, None);
    snapshot("whole_game", &script);
}

#[test]
fn transcript_of_a_whole_game_with_further_kniffels() {
    let mut script = Transcript::new(2, OPTIONS[3]);
    play(&mut script, &mut SplitMix::new(2), true);
    snapshot("whole_game_with_options", &script);
}
