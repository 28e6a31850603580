//! Rivalry: how much of the win at Kniffel a player takes from experts, who play for their mean.
//!
//! Equal totals share the win, so the *share* of a game is 1 for the only winner, 1/2 for one of two, and so on; among equals
//! everybody has 1/n on average. The luck of the dice can be left aside: what each throw, and each turn of another, changed in the
//! chance to win is taken off again. It is nothing on average whoever plays how, and what is left hardly varies.

use bots::kniffel::{futures, solution};
use game::{Game, Seat};
use kniffel::{Action, Dice, Kniffel, Phase, Rules, Setup, Sheet};
use solver::{Aim, Plan};

use crate::strength::wilson;
use crate::table::Table;

/// The mean of some numbers and its standard error.
#[derive(Default)]
struct Mean {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.n += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    fn value(&self) -> f64 {
        self.sum / self.n
    }

    fn error(&self) -> f64 {
        ((self.squares / self.n - self.value().powi(2)) / self.n).sqrt()
    }
}

/// One player of a level among experts, in every seat in turn.
struct Match {
    players: u8,
    hero: &'static str,
}

impl Match {
    fn table(&self, number: u32, seed: u64) -> (Table<Kniffel>, Seat) {
        let seat = Seat((number % u32::from(self.players)) as u8);
        let mut levels = vec!["expert"; usize::from(self.players)];
        levels[seat.index()] = self.hero;
        let game =
            Kniffel::create(&Setup { players: self.players, rules: Rules::default() }).expect("a table");
        (Table::new(game, &levels, seed ^ u64::from(number) << 20), seat)
    }

    /// What is left of the shares when luck is left aside.
    fn without_luck(&self, games: u32, seed: u64) -> Mean {
        let mut mean = Mean::default();
        for number in 0..games {
            let (mut table, hero) = self.table(number, seed);
            let mut luck = Luck::new(&table.game, hero);
            while let Some((seat, action)) = table.next() {
                let before = table.game;
                table.carry_out(seat, action);
                luck.watch(&before, &table.game, seat, action);
            }
            mean.add(share(&table.game, hero) - luck.sum);
        }
        self.say("luck left aside", games, &mean);
        mean
    }

    /// The shares as they came, and the games that were won alone or together.
    fn with_luck(&self, games: u32, seed: u64) -> (Mean, u32) {
        let (mut mean, mut won) = (Mean::default(), 0);
        for number in 0..games {
            let (mut table, hero) = self.table(number, seed);
            table.finish(1_000, |_, _| {});
            let share = share(&table.game, hero);
            won += u32::from(share > 0.0);
            mean.add(share);
        }
        let (low, high) = wilson(won, games);
        println!(
            "won, shared wins counted whole: {won} of {games}, {:.2} % to {:.2} %",
            100.0 * low,
            100.0 * high
        );
        self.say("as the dice fell", games, &mean);
        (mean, won)
    }

    fn say(&self, how: &str, games: u32, mean: &Mean) {
        println!(
            "{} at a table of {} with experts, {games} games, {how}: share {:.3} %, standard error {:.3}",
            self.hero,
            self.players,
            100.0 * mean.value(),
            100.0 * mean.error()
        );
    }
}

fn share(game: &Kniffel, seat: Seat) -> f64 {
    let winners = game.ended().expect("an end");
    if winners.contains(seat) { 1.0 / f64::from(winners.len() as u32) } else { 0.0 }
}

/// What luck has brought to one seat.
struct Luck {
    hero: Seat,
    /// The chance to win, by the sheets, if everybody plays for the mean.
    hope: f64,
    plan: Option<Box<Plan>>,
    sum: f64,
}

impl Luck {
    fn new(game: &Kniffel, hero: Seat) -> Self {
        Self { hero, hope: hope(game, hero), plan: None, sum: 0.0 }
    }

    fn watch(&mut self, before: &Kniffel, after: &Kniffel, seat: Seat, action: Action) {
        match action {
            Action::RollDice { kept } if seat == self.hero => {
                let ((dice, rolls), (dice_after, rolls_after)) = (on_table(before), on_table(after));
                if rolls == kniffel::ROLLS {
                    let (rules, own) = (before.rules(), before.sheets()[seat.index()]);
                    self.plan = solution(rules).contest(&futures(rules), &own, &aim(before, seat), 1);
                }
                let plan = self.plan.as_ref().expect("made at the first roll");
                let expected = plan.value_of_keep(dice, kept, rolls).expect("a legal keep");
                self.sum += plan.value_of(dice_after, rolls_after) - expected;
            }
            Action::ChooseCategory { .. } => {
                let now = hope(after, self.hero);
                if seat != self.hero {
                    self.sum += now - self.hope;
                }
                self.hope = now;
            }
            Action::RollDice { .. }
            | Action::PlayerReady
            | Action::PlayerDisconnect
            | Action::PlayerReconnect => {}
        }
    }
}

fn on_table(game: &Kniffel) -> (Dice, u8) {
    match game.phase() {
        Phase::Rolling { dice, rolls_remaining, .. } => (dice, rolls_remaining),
        Phase::Waiting { .. } | Phase::Ended { .. } => panic!("nobody's turn"),
    }
}

fn aim(game: &Kniffel, hero: Seat) -> Aim {
    let mut others: Vec<Sheet> = game.sheets().to_vec();
    others.remove(hero.index());
    Aim::new(&solution(game.rules()), &futures(game.rules()), &others)
}

fn hope(game: &Kniffel, hero: Seat) -> f64 {
    let rules = game.rules();
    aim(game, hero).worth_of(&solution(rules), &futures(rules), &game.sheets()[hero.index()])
}

/// The control: luck is nothing on average, and an expert among experts has an equal share.
#[test]
fn an_expert_takes_nothing_from_experts() {
    for players in [2, 4] {
        let mean = Match { players, hero: "expert" }.without_luck(200, 11);
        let fair = 1.0 / f64::from(players);
        assert!((mean.value() - fair).abs() < 4.0 * mean.error() && mean.error() < 0.004);
    }
}

#[test]
fn a_rival_takes_more_than_an_equal_share() {
    for players in [2, 4, 7] {
        let mean = Match { players, hero: "rival" }.without_luck(200, 12);
        let fair = 1.0 / f64::from(players);
        assert!(mean.value() > fair + 4.0 * mean.error(), "{} ± {}", mean.value(), mean.error());
    }
}

#[test]
#[ignore = "minutes"]
fn a_hundred_thousand_games_of_rival_and_experts() {
    for players in [2, 4] {
        let rivalry = Match { players, hero: "rival" };
        let (mean, _) = rivalry.with_luck(100_000, 5);
        let fair = 1.0 / f64::from(players);
        assert!(mean.value() > fair + 4.0 * mean.error(), "{} ± {}", mean.value(), mean.error());
    }
}
