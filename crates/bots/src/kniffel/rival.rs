//! The rival: makes the choice with the largest chance to win against the others' sheets.
//!
//! It takes the others for experts. At each of its turns it works out what every final total would be worth against what their
//! sheets may still become (its *aim*), and plays for that: behind, it takes risks that cost points on average; ahead, it
//! avoids them. In the first round, where there is nothing to go by yet, and alone it plays as the expert does.
//!
//! Method: docs/kniffel-solver.md §4.

use std::sync::Arc;

use kniffel::{Action, Category, Event, Kniffel, LegalActions, Raw, Sheet};
use solver::{Aim, Choice, Futures, Plan, Solution};

use super::Expert;
use super::sight::Sight;
use super::solutions::{futures, prepare_futures, solution};
use crate::Bot;

/// With up to this many free boxes every choice to the end of the game is made for the aim; before, those of the turn.
const EXACT_TURNS: usize = 2;

/// A player who wants to win.
#[derive(Clone, Debug, Default)]
pub struct Rival {
    expert: Expert,
    /// What is known for the table's options, once they are known.
    known: Option<(Arc<Solution>, Arc<Futures>)>,
    plan: Option<Planned>,
}

/// A plan, and what it was made for.
#[derive(Clone, Debug)]
struct Planned {
    own: Sheet,
    others: Vec<Sheet>,
    plan: Box<Plan>,
}

impl Rival {
    fn decide(&mut self, sight: &Sight) -> Option<Choice> {
        if sight.others.is_empty() {
            return self.expert.decide(sight);
        }
        if sight.sheet.filled().is_empty() {
            // The others' turns leave time for what the second round needs.
            prepare_futures(sight.rules);
            return self.expert.decide(sight);
        }
        let is_this = |made: &Planned| made.own == sight.sheet && made.others == sight.others;
        let planned = match self.plan.take().filter(is_this) {
            Some(made) => made,
            None => self.make(sight)?,
        };
        Some(self.plan.insert(planned).plan.choice(sight.dice, sight.rolls_remaining))
    }

    fn make(&mut self, sight: &Sight) -> Option<Planned> {
        let Sight { rules, sheet: own, .. } = *sight;
        let known = self.known.take().filter(|(solution, _)| solution.rules() == rules);
        let (solution, futures) =
            self.known.insert(known.unwrap_or_else(|| (solution(rules), futures(rules))));
        let aim = Aim::new(solution, futures, &sight.others);
        let n_free = Category::COUNT - own.filled().len();
        let reach = if n_free <= EXACT_TURNS { n_free } else { 1 };
        let plan = solution.contest(futures, &own, &aim, reach)?;
        Some(Planned { own, others: sight.others.clone(), plan })
    }
}

impl Bot<Kniffel> for Rival {
    fn hear(&mut self, _: &Event) {}

    fn choose(&mut self, view: &Raw, legal: &LegalActions) -> Option<Action> {
        Sight::play(view, *legal, |sight| self.decide(sight))
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Seat, Viewer, draw};
    use kniffel::{PhaseName, RawPlayer, Rules, Setup};

    use super::*;
    use crate::Dice;

    fn player(boxes: &[(Category, u16)], full: bool) -> RawPlayer {
        let mut scores = [Some(0); Category::COUNT];
        scores[Category::Chance.index()] = None;
        for (category, points) in boxes {
            scores[category.index()] = Some(*points);
        }
        assert_eq!(scores.iter().flatten().count(), Category::COUNT - usize::from(!full));
        let upper_sum = scores[..6].iter().flatten().sum();
        let total = scores.iter().flatten().sum();
        RawPlayer { is_ready: true, is_connected: true, scores, upper_sum, total, ..RawPlayer::default() }
    }

    /// The last turn of all, with 30 points and only chance free, after five fours in the second roll; the other has ended
    /// with this many points more than 30.
    fn last_turn(other: &[(Category, u16)]) -> Kniffel {
        let raw = Raw {
            rules: Rules::default(),
            phase: PhaseName::Rolling,
            round: 13,
            current_player_index: 1,
            dice: [4; 5],
            kept_dice: [true; 5],
            rolls_remaining: 1,
            players: vec![player(other, true), player(&[(Category::Sixes, 30)], false)],
            winners: vec![],
        };
        Kniffel::try_from_raw(&raw).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    fn ask(bot: &mut dyn Bot<Kniffel>, game: &Kniffel, seat: Seat) -> Option<Action> {
        bot.choose(&game.view(Viewer::Seat(seat)), &game.legal(seat))
    }

    /// How many dice it throws again; 0 if it takes the 20 points.
    fn thrown(other: &[(Category, u16)]) -> usize {
        let game = last_turn(other);
        match ask(&mut Rival::default(), &game, Seat(1)) {
            Some(Action::RollDice { kept }) => (0..5).filter(|place| !kept.holds(*place)).count(),
            Some(Action::ChooseCategory { category: Category::Chance }) => 0,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn with_the_last_throw_it_goes_for_the_number_it_needs() {
        use Category::{Chance, Ones, Sixes};
        let expert = ask(&mut Expert::default(), &last_turn(&[(Sixes, 30), (Chance, 21)]), Seat(1));
        assert_eq!(expert, Some(Action::ChooseCategory { category: Chance }), "for the mean, fours stay");
        assert_eq!(thrown(&[(Sixes, 30), (Chance, 19)]), 0, "20 win");
        // Level is half a win, and one die more wins with a five or six only.
        assert_eq!(thrown(&[(Sixes, 30), (Chance, 20)]), 0, "20 are level");
        // One die: a five is level, a six wins. Two dice need nine for level and ten to win, which is rarer.
        assert_eq!(thrown(&[(Sixes, 30), (Chance, 21)]), 1, "21 are level");
        assert_eq!(thrown(&[(Sixes, 30), (Chance, 30)]), 5, "only five sixes are level");
        assert_eq!(thrown(&[(Sixes, 30), (Chance, 30), (Ones, 1)]), 0, "lost: then for the mean");
    }

    #[test]
    fn alone_it_plays_as_the_expert_does() {
        let rules = Rules { extra_kniffel: true, ..Rules::default() };
        let (mut rival, mut expert, mut luck) = (Rival::default(), Expert::default(), Dice::new(8));
        for _ in 0..20 {
            let mut game = Kniffel::create(&Setup { players: 1, rules }).expect("a table");
            while let Some(seat) = game.to_move().lowest() {
                let action = ask(&mut rival, &game, seat).expect("a move");
                assert_eq!(Some(action), ask(&mut expert, &game, seat));
                let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
                game.apply(seat, &action, outcome, &mut Vec::new()).expect("a legal move");
            }
        }
    }

    /// A table with other options, in the middle of the same bot's life.
    #[test]
    fn it_goes_by_the_options_of_the_table() {
        let mut rival = Rival::default();
        for rules in [Rules::default(), Rules { extra_kniffel: true, ..Rules::default() }] {
            let mut luck = Dice::new(9);
            let mut game = Kniffel::create(&Setup { players: 8, rules }).expect("a table");
            while let Some(seat) = game.to_move().lowest() {
                let action = ask(&mut rival, &game, seat).expect("a move");
                let afresh = if game.sheets()[7].filled().len() % 4 == 3 {
                    ask(&mut Rival::default(), &game, seat)
                } else {
                    Some(action)
                };
                assert_eq!(Some(action), afresh, "what it did before makes no difference");
                let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
                game.apply(seat, &action, outcome, &mut Vec::new()).expect("a legal move");
            }
            assert!(game.ended().is_some());
        }
        let waiting = Kniffel::create(&Setup { players: 2, rules: Rules::default() }).expect("a table");
        assert_eq!(ask(&mut rival, &waiting, Seat(1)), Some(Action::PlayerReady));
        let begun = last_turn(&[(Category::Chance, 20)]);
        assert_eq!(ask(&mut rival, &begun, Seat(0)), None, "not its turn");
    }
}
