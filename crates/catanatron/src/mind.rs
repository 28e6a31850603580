//! Minds: a bot on a thread of its own, so that an answer is never late.
//!
//! The bot thinks within its budget by itself; should it take longer, or should it break, the question is answered
//! without it. What it says too late is not listened to.

use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use bots::{Bot, Budget, Company};
use catan::{Action, Catan, CatanLegal, Seen, View};
use game::Seat;

/// What a bot is told.
enum Word {
    Heard(Seen),
    Asked { number: u64, view: Box<View>, legal: Box<CatanLegal> },
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Silence {
    /// It thinks for too long.
    Late,
    /// It has nothing to say.
    Nothing,
    /// It broke.
    Gone,
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Late => "the bot thinks for too long",
            Self::Nothing => "the bot says nothing",
            Self::Gone => "the bot broke",
        })
    }
}

/// A bot that thinks beside us.
#[derive(Debug)]
pub(crate) struct Mind {
    words: Sender<Word>,
    answers: Receiver<(u64, Option<Action>)>,
    asked: u64,
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heard(seen) => f.debug_tuple("Heard").field(seen).finish(),
            Self::Asked { number, .. } => {
                f.debug_struct("Asked").field("number", number).finish_non_exhaustive()
            }
        }
    }
}

impl Mind {
    /// A bot of this level; `None` if there is no such level.
    pub(crate) fn new(level: &str, seat: Seat, seed: u64, budget: Budget) -> Option<Self> {
        Catan::bot_with(level, seat, seed, budget).map(Self::of)
    }

    fn of(mut bot: Box<dyn Bot<Catan>>) -> Self {
        let (words, heard) = channel();
        let (answer, answers) = channel();
        // The thread ends with the mind: then nobody can speak to it any more.
        thread::spawn(move || {
            for word in heard {
                match word {
                    Word::Heard(seen) => bot.hear(&seen),
                    Word::Asked { number, view, legal } => {
                        if answer.send((number, bot.choose(&view, &legal))).is_err() {
                            break;
                        }
                    }
                }
            }
        });
        Self { words, answers, asked: 0 }
    }

    /// Something happened.
    pub(crate) fn hear(&self, seen: Seen) {
        // A bot that broke is noticed when it is asked.
        let _ = self.words.send(Word::Heard(seen));
    }

    /// What the seat does now, if the bot says so before the deadline.
    pub(crate) fn choose(
        &mut self,
        view: View,
        legal: CatanLegal,
        deadline: Instant,
    ) -> Result<Action, Silence> {
        self.asked += 1;
        let (view, legal) = (Box::new(view), Box::new(legal));
        self.words.send(Word::Asked { number: self.asked, view, legal }).map_err(|_| Silence::Gone)?;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left) {
                Ok((number, answer)) if number == self.asked => return answer.ok_or(Silence::Nothing),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Silence::Late),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use catan::{Board, Rules, Setup};
    use game::{Game, Legal, Viewer};

    use super::*;

    /// Slow at the first question, broken at the third.
    struct Moody(u32);

    impl Bot<Catan> for Moody {
        fn hear(&mut self, _: &Seen) {}
        fn choose(&mut self, _: &View, legal: &CatanLegal) -> Option<Action> {
            self.0 += 1;
            match self.0 {
                1 => thread::sleep(Duration::from_millis(300)),
                3 => panic!("on purpose"),
                _ => {}
            }
            legal.get(self.0 as usize)
        }
    }

    #[test]
    fn a_late_answer_is_dropped_and_a_broken_bot_noticed() {
        let setup = Setup { players: 2, rules: Rules::default(), board: Board::beginner(), order: None };
        let game = Catan::create(&setup).expect("a game");
        let (view, legal) = (game.view(Viewer::Seat(Seat(0))), game.legal(Seat(0)));
        let mut mind = Mind::of(Box::new(Moody(0)));
        let mut ask = |ms| mind.choose(view.clone(), legal, Instant::now() + Duration::from_millis(ms));
        assert_eq!(ask(20), Err(Silence::Late));
        assert_eq!(ask(5_000), Ok(legal.get(2).expect("listed")), "not the first answer, which came late");
        assert_eq!(ask(5_000), Err(Silence::Gone));
        assert_eq!(ask(5_000), Err(Silence::Gone), "and again");
    }
}
