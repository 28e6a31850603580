//! Moves: by players, by bots, by the clock, by the table itself.
//!
//! Whoever makes it, a move takes the same way: luck is drawn, the rules are asked on a copy, then it is written down.

use game::{Rejected, Seat, Unheard};
use protocol::table::{Author, Bytes32, EntryOf, PlayedMove, PlayerId};
use protocol::ws::NoMove;
use protocol::ws::session::CardProof;

use crate::played::ChipFlow;
use crate::table::Work;
use crate::{Notice, Played, Playing, Purse, Refusal, Stage, Table};

/// How long the table waits before it tries again what the rules refused it.
const RETRY: i64 = 5_000;

impl<G: Played> Table<G> {
    pub(crate) fn player_move(
        &mut self,
        work: &mut Work<G>,
        player: &PlayerId,
        command: &G::Command,
    ) -> Result<(), Refusal> {
        let seat = self.own_seat(player)?;
        let playing = self.playing()?;
        if playing.pause.is_some() {
            return Err(Refusal::new("paused", "The game is paused"));
        }
        let actions =
            playing.game.moves(seat, command, &playing.memory).map_err(|no_move| match no_move {
                NoMove::Refused(refusal) => G::refused(&refusal),
                NoMove::Nothing { code, reason } => Refusal::new(code, reason),
            })?;
        self.make(work, Author::Player, actions.into_iter().map(|action| (seat, action)).collect())
    }

    /// The game that is on.
    pub(crate) fn playing(&self) -> Result<&Playing<G>, Refusal> {
        match &self.stage {
            Stage::Playing(playing) => Ok(playing),
            Stage::Over(_) => Err(Refusal::new("game_over", "Game is over")),
            Stage::Lobby { .. } | Stage::Seeding(_) | Stage::Closed => Err(Refusal::no_game()),
        }
    }

    /// Moves that the table makes as the rules say.
    pub(crate) fn table_moves(
        &mut self,
        work: &mut Work<G>,
        moves: Vec<(Seat, G::Action)>,
    ) -> Result<(), Refusal> {
        self.make(work, Author::Table, moves)
    }

    /// Makes all of these moves or none.
    pub(crate) fn make(
        &mut self,
        work: &mut Work<G>,
        by: Author,
        moves: Vec<(Seat, G::Action)>,
    ) -> Result<(), Refusal> {
        let playing = self.playing()?;
        let (mut game, mut position, mut draws) = (playing.game.clone(), playing.position, playing.draws);
        let mut made = Vec::with_capacity(moves.len());
        let mut links = Vec::new();
        for (seat, action) in moves {
            let outcome = match game.chance(seat, &action) {
                None => None,
                Some(chance) => {
                    let (outcome, draw) = playing.luck.draw(&chance, position, draws).ok_or_else(used_up)?;
                    links.extend(draw.link.map(|link| (draw.index, Bytes32(link.0))));
                    Some(outcome)
                }
            };
            game.apply(seat, &action, outcome, &mut Unheard).map_err(|rejected| match rejected {
                Rejected::Refused(refusal) => G::refused(&refusal).naming_turn(game.to_move()),
                Rejected::Outcome(fault) => Refusal::new("internal", fault.to_string()),
            })?;
            position += 1;
            draws += u64::from(outcome.is_some());
            made.push(PlayedMove {
                seat: seat.into(),
                action: G::action_out(&action),
                outcome: outcome.map(G::outcome_out),
            });
        }
        self.record(work, EntryOf::<G>::Played { by, moves: made })?;
        for (index, link) in links {
            work.tell(Notice::Drawn { index, link });
        }
        Ok(())
    }

    /// Tells what happened and books the chips that moved.
    pub(crate) fn happened(&self, work: &mut Work<G>, events: Vec<G::Event>) {
        if G::BANKED {
            let rolled = G::rolled(&events).into_iter().map(|roll| (roll, 1));
            self.count_rolls(work, rolled);
        }
        for event in events {
            match G::flow(&event) {
                Some(ChipFlow::House(amount)) if amount >= 0 => {
                    work.pay(Purse::House, Purse::Table, amount.unsigned_abs(), "won");
                }
                Some(ChipFlow::House(amount)) => {
                    work.pay(Purse::Table, Purse::House, amount.unsigned_abs(), "lost");
                }
                Some(ChipFlow::Out(seat, amount)) => {
                    work.pay(Purse::Table, self.purse(seat), amount, "cash_out");
                }
                None => {}
            }
            if let Some((seat, proof)) = self.card_proof(&event) {
                work.tell(Notice::CardProof { seat, proof });
            }
            work.tell(Notice::Happened { seq: self.seq, event });
        }
    }

    /// The proof for a card that was just drawn from the committed deck: the last one that is gone from it.
    fn card_proof(&self, event: &G::Event) -> Option<(Seat, CardProof)> {
        let seat = G::drew(event)?;
        let playing = self.game()?;
        let deck = G::deck(playing.luck.fair()?)?;
        let proof = deck.proof(playing.cards.checked_sub(1)?)?;
        Some((
            seat,
            CardProof {
                index: proof.index,
                kind: proof.kind,
                salt: Bytes32(proof.salt),
                path: proof.path.iter().map(|hash| Bytes32(hash.0)).collect(),
            },
        ))
    }

    /// What the clock asks for: what is due at the table, and the moves of whoever's time is up.
    pub(crate) fn follow_clock(&mut self, work: &mut Work<G>) -> bool {
        let now = work.now();
        let Stage::Playing(playing) = &self.stage else { return false };
        if playing.pause.is_some() || playing.game.ended().is_some() {
            return false;
        }
        if playing.clock.due().is_some_and(|due| due <= now)
            && let Some((.., seat, action)) = playing.game.due_after()
        {
            return self.try_moves(work, Author::Table, vec![(seat, action)], |playing| {
                playing.clock.retry_due(now + RETRY);
            });
        }
        if playing.clock.deadline().is_some_and(|deadline| deadline <= now) {
            let seats = playing.game.to_move();
            let hurried =
                seats.iter().find_map(|seat| Some((seat, playing.game.hurried(seat)?))).into_iter().collect();
            return self.try_moves(work, Author::Timer, hurried, |playing| playing.clock.retry(now + RETRY));
        }
        false
    }

    /// Makes moves in somebody's name. If that is not possible the game goes on all the same, and it is tried again later: no
    /// fault here may stop the clock for ever.
    pub(crate) fn try_moves(
        &mut self,
        work: &mut Work<G>,
        by: Author,
        moves: Vec<(Seat, G::Action)>,
        otherwise: impl FnOnce(&mut Playing<G>),
    ) -> bool {
        let made = !moves.is_empty() && self.make(work, by, moves).is_ok();
        if !made && let Ok(playing) = self.playing_mut() {
            otherwise(playing);
        }
        made
    }
}

fn used_up() -> Refusal {
    Refusal::new("luck_used_up", "This game has used up its chance; begin a new one")
}
