//! The engine: games by handle, and one answer for every line.
//!
//! A *handle* is the number by which a game is known in one conversation. Numbers are given in ascending order and not
//! given again, so that a handle that was dropped is refused rather than mistaken for another game.
//!
//! Published: docs/engine.md.

use std::collections::BTreeMap;

use protocol::engine::{Answer, Command, Empty, GameName, Handle, Hello, Opened, PROTOCOL_VERSION, Request};
use protocol::{ErrorCode, Failure, Json, Wire, with_game};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::hosted::{Any, Hosted, with_session};
use crate::session::Session;
use crate::{Limits, advice, serving};

/// What a command came to, already written down: answers of different commands and games have different types.
type Written = Box<RawValue>;

/// All games of one conversation.
#[derive(Debug)]
pub struct Engine {
    limits: Limits,
    games: BTreeMap<u32, Any>,
    /// The number that the next game gets.
    next: u32,
    /// How many moves are kept for all games together.
    kept: usize,
}

impl Engine {
    /// An engine without games.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, games: BTreeMap::new(), next: 1, kept: 0 }
    }

    /// The answer to one line, which is given without its line feed. The answer has none either.
    ///
    /// Every line has exactly one answer, whatever is in it.
    pub fn line(&mut self, line: &[u8]) -> String {
        if line.len() > self.limits.line_bytes {
            return self.too_long();
        }
        let Ok(text) = std::str::from_utf8(line) else {
            return answer(Json::default(), Err(Failure::new(ErrorCode::Parse, "the line is not UTF-8")));
        };
        let Request { id, command } = Request::parse(text);
        answer(id, command.and_then(|command| self.serve(&command)))
    }

    /// The answer to a line that was too long to be kept.
    pub(crate) fn too_long(&self) -> String {
        let most = self.limits.line_bytes;
        answer(Json::default(), Err(limit(format!("a line has at most {most} bytes"))))
    }

    /// How many games there are.
    #[must_use]
    pub fn n_games(&self) -> usize {
        self.games.len()
    }

    /// How many moves are kept for all of them.
    #[must_use]
    pub const fn n_kept(&self) -> usize {
        self.kept
    }

    fn serve(&mut self, command: &Command) -> Result<Written, Failure> {
        match command {
            Command::Hello {} => written(&hello()),
            Command::New { game, players, seed, .. } => {
                self.check_handles()?;
                with_game!(*game, G => {
                    let session = serving::new::<G>(command, *players, seed.as_deref())?;
                    let state = session.state().state_out();
                    written(&Opened { handle: self.add(session), state })
                })
            }
            Command::Load { game, state } => {
                self.check_handles()?;
                with_game!(*game, G => {
                    let session = serving::load::<G>(state)?;
                    written(&Handle { handle: self.add(session) })
                })
            }
            Command::State { handle } => {
                with_session!(self.game(*handle)?, session => written(&session.state().state_out()))
            }
            Command::View { handle, seat } => with_session!(self.game(*handle)?, session => {
                written(&serving::view(session, (*seat).into())?)
            }),
            Command::Legal { handle } => {
                with_session!(self.game(*handle)?, session => written(&serving::legal(session)))
            }
            Command::Apply { handle, seat, action, outcome } => {
                self.check_moves(1)?;
                let (seat, most) = ((*seat).into(), self.limits.moves_per_handle);
                self.change(*handle, |any| {
                    with_session!(any, session => {
                        let applied = serving::apply(session, seat, action, outcome.as_ref())?;
                        session.forget_beyond(most);
                        written(&applied)
                    })
                })
            }
            Command::Best { handle, seat, bot, budget_ms, budget_nodes, seed } => {
                let budget = advice::budget(*budget_ms, *budget_nodes);
                with_session!(self.game(*handle)?, session => {
                    written(&advice::best(session, (*seat).into(), bot, budget, seed.as_deref())?)
                })
            }
            Command::Clone { handle } => {
                self.check_handles()?;
                let copy = self.game(*handle)?.clone();
                self.check_moves(copy.n_moves())?;
                written(&Handle { handle: self.add_any(copy) })
            }
            Command::Undo { handle, plies } => {
                self.change(*handle, |any| with_session!(any, session => serving::undo(session, *plies)))?;
                written(&Empty {})
            }
            Command::Log { handle } => {
                with_session!(self.game(*handle)?, session => written(&serving::log(session)))
            }
            Command::Drop { handle } => {
                let dropped = self.games.remove(handle).ok_or_else(|| no_such_game(*handle))?;
                self.kept -= dropped.n_moves();
                written(&Empty {})
            }
        }
    }

    fn game(&self, handle: u32) -> Result<&Any, Failure> {
        self.games.get(&handle).ok_or_else(|| no_such_game(handle))
    }

    /// Does something to a game, and keeps count of its moves.
    fn change<T>(
        &mut self,
        handle: u32,
        change: impl FnOnce(&mut Any) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let any = self.games.get_mut(&handle).ok_or_else(|| no_such_game(handle))?;
        self.kept -= any.n_moves();
        let result = change(any);
        self.kept += any.n_moves();
        result
    }

    fn add<G: Hosted>(&mut self, session: Session<G>) -> u32 {
        self.add_any(G::any(Box::new(session)))
    }

    fn add_any(&mut self, any: Any) -> u32 {
        let handle = self.next;
        self.kept += any.n_moves();
        self.games.insert(handle, any);
        // After four thousand million games the numbers begin again, past those still in use.
        self.next = handle.wrapping_add(1);
        while self.games.contains_key(&self.next) {
            self.next = self.next.wrapping_add(1);
        }
        handle
    }

    fn check_handles(&self) -> Result<(), Failure> {
        let most = self.limits.handles;
        let message = || limit(format!("there are already {most} games: drop one first"));
        if self.games.len() < most { Ok(()) } else { Err(message()) }
    }

    /// Whether this many moves more may be kept. A ply may be a few moves more than that.
    fn check_moves(&self, more: usize) -> Result<(), Failure> {
        let most = self.limits.moves_in_all;
        let message = || limit(format!("{most} moves are kept for all games together: drop a game first"));
        if self.kept + more <= most { Ok(()) } else { Err(message()) }
    }
}

impl Any {
    fn n_moves(&self) -> usize {
        with_session!(self, session => session.n_moves())
    }
}

fn hello() -> Hello {
    Hello {
        protocol_version: PROTOCOL_VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        games: GameName::ALL.to_vec(),
        bots: GameName::ALL.map(|game| (game, bots(game))).into(),
        rules_versions: GameName::ALL.map(|game| (game, game.rules_version())).into(),
    }
}

fn bots(game: GameName) -> Vec<String> {
    with_game!(game, G => advice::bots::<G>()).into_iter().map(str::to_owned).collect()
}

fn answer(id: Json, result: Result<Written, Failure>) -> String {
    Answer::new(id, result).to_line()
}

fn written(value: &impl Serialize) -> Result<Written, Failure> {
    to_raw_value(value)
        .map_err(|fault| Failure::new(ErrorCode::Internal, format!("the answer cannot be written: {fault}")))
}

fn limit(message: String) -> Failure {
    Failure::new(ErrorCode::Limit, message)
}

fn no_such_game(handle: u32) -> Failure {
    Failure::new(ErrorCode::NoSuchGame, format!("there is no game with the handle {handle}"))
}
