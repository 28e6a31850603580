//! Bots: when each is asked, and what becomes of the answer.
//!
//! A bot is asked after a pause that makes it pleasant to play with, and about one position at a time. Its *thoughts* are fleeting:
//! after a restart it is asked again. If it does not answer in time, or with nonsense, the plainest move is made.

use std::collections::BTreeMap;

use game::Seat;
use protocol::table::{Author, Pace};

use crate::played::Waits;
use crate::table::Work;
use crate::{Millis, Played, Refusal, Stage, Table, Think};

/// Which bots were asked, and about what.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thoughts(BTreeMap<Seat, Thought>);

#[derive(Clone, Copy, Debug)]
struct Thought {
    position: u64,
    /// When it was last asked.
    asked: Millis,
    /// How often it was asked about this position and would rather wait.
    waited: u32,
    /// Whether it has answered.
    answered: bool,
}

/// How often a bot may say about one position that it would rather wait.
const MOST_WAITS: u32 = 4;

/// What is to be done about a bot.
enum Next {
    Ask,
    Fallback,
}

impl<G: Played> Table<G> {
    /// When each bot wants something done about it, and what.
    fn bots_next(&self) -> Vec<(Millis, Seat, Next)> {
        let Stage::Playing(playing) = &self.stage else { return vec![] };
        if playing.pause.is_some() || playing.game.ended().is_some() {
            return vec![];
        }
        // Most tables have no bots, and are asked several times for every move.
        if !self.seated().any(|(_, chair)| chair.is_played_by_bot()) {
            return vec![];
        }
        let people = self.present_people();
        let must = playing.game.to_move();
        let mut next = Vec::new();
        for (seat, _) in self.seated().filter(|(_, chair)| chair.is_played_by_bot()) {
            let wait = match playing.game.waits(seat, people) {
                Waits::No => continue,
                Waits::Now => pause(self.settings.pace, playing.position, seat),
                Waits::ForPeople => self.limits.people_first,
            };
            match playing.thoughts.0.get(&seat) {
                Some(thought) if thought.position == playing.position => {
                    if thought.answered && thought.waited < MOST_WAITS {
                        next.push((thought.asked.saturating_add(self.limits.ask_again), seat, Next::Ask));
                    } else if must.contains(seat) {
                        next.push((thought.asked.saturating_add(self.limits.thinking), seat, Next::Fallback));
                    }
                }
                Some(_) | None => next.push((playing.clock.moved.saturating_add(wait), seat, Next::Ask)),
            }
        }
        next
    }

    /// When the next bot has to be looked after.
    pub(crate) fn bots_wake(&self) -> Option<Millis> {
        self.bots_next().into_iter().map(|(when, ..)| when).min()
    }

    /// Asks the bots whose time has come.
    pub(crate) fn follow_bots(&mut self, work: &mut Work<G>) -> Result<bool, Refusal> {
        let now = work.now();
        for (when, seat, next) in self.bots_next() {
            if when > now {
                continue;
            }
            match next {
                Next::Ask => {
                    let Some(level) = self.bot_level(seat) else { continue };
                    let Ok(playing) = self.playing_mut() else { return Ok(false) };
                    let position = playing.position;
                    let before = playing.thoughts.0.get(&seat).filter(|thought| thought.position == position);
                    let waited = before.map_or(0, |thought| thought.waited);
                    let thought = Thought { position, asked: now, waited, answered: false };
                    playing.thoughts.0.insert(seat, thought);
                    work.effects.think.push(Think { seat, level, position });
                }
                Next::Fallback => return self.fall_back(work, seat),
            }
        }
        Ok(false)
    }

    /// A bot has made up its mind.
    pub(crate) fn chosen(
        &mut self,
        work: &mut Work<G>,
        seat: Seat,
        position: u64,
        action: Option<G::Action>,
    ) -> Result<(), Refusal> {
        let is_bot = self.chair(seat).is_some_and(crate::Chair::is_played_by_bot);
        let Ok(playing) = self.playing_mut() else { return Ok(()) };
        // The game went on, stands still, or the player came back meanwhile: what the bot wanted is of no interest.
        if playing.position != position || playing.pause.is_some() || !is_bot {
            playing.thoughts.0.remove(&seat);
            return Ok(());
        }
        let must = playing.game.to_move().contains(seat);
        let Some(action) = action else {
            // It would rather wait: it is asked again in a while, or as soon as something has happened.
            if let Some(thought) = playing.thoughts.0.get_mut(&seat) {
                (thought.waited, thought.answered) = (thought.waited + 1, true);
            }
            return Ok(());
        };
        if self.make(work, Author::Bot, vec![(seat, action)]).is_err() && must {
            self.fall_back(work, seat)?;
        }
        Ok(())
    }

    /// The plainest move for a bot that gave none.
    fn fall_back(&mut self, work: &mut Work<G>, seat: Seat) -> Result<bool, Refusal> {
        let now = work.now();
        let plain = self.playing()?.game.hurried(seat);
        let moves = plain.map(|action| (seat, action)).into_iter().collect();
        Ok(self.try_moves(work, Author::Bot, moves, |playing| {
            if let Some(thought) = playing.thoughts.0.get_mut(&seat) {
                thought.asked = now;
            }
        }))
    }
}

/// How long a bot waits before it is asked: the same for the same position, so that a restart changes nothing.
fn pause(pace: Pace, position: u64, seat: Seat) -> Millis {
    let spread = (position.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(seat.0) << 7) >> 40;
    let jitter = |span: u64| (spread % span).cast_signed();
    match pace {
        Pace::Instant => 0,
        Pace::Fast => 250 + jitter(150),
        Pace::Human => 900 + jitter(900),
        Pace::Slow => 2_200 + jitter(1_200),
    }
}
