//! Playing on: what an action is worth when the next turns are played out.
//!
//! From a world, an action is carried out and everybody plays on quickly for a number of turns, each thinking its turn
//! through a little; what stands there then is judged. Every candidate gets the same worlds and the same luck, so that
//! differences between candidates are not the luck's.

use catan::{Action, Catan, Phase};
use game::{Game, Legal, Seat, Unheard, draw};

use super::draft;
use super::end::End;
use super::judge::Judge;
use super::turn::Search;
use crate::{Company, Dice};

/// Nodes for a decision while playing on.
const QUICK: u64 = 24;
/// A turn has fewer actions than this; a world that goes on longer is judged as it stands.
const MOST_ACTIONS: u32 = 200;

/// What `me` may expect after the action, if everybody plays on for so many turns.
///
/// All luck follows from the seed, and the dice of a turn from its number too: they fall the same after every action.
/// `None` if the end came before; an action that this world does not allow is worth nothing in it.
pub(super) fn play_on(
    judge: &mut Judge<'_>,
    world: &Catan,
    me: Seat,
    action: &Action,
    turns: u32,
    seed: u64,
    end: End,
) -> Option<f32> {
    let mut luck = Dice::new(seed);
    let mut game = *world;
    let mut outcome_of = |game: &Catan, seat: Seat, action: &Action| {
        let chance = game.chance(seat, action)?;
        Some(if *action == Action::RollDice {
            draw(&chance, &mut Dice::of_game(seed, u64::from(game.turn())))
        } else {
            draw(&chance, &mut luck)
        })
    };
    let outcome = outcome_of(&game, me, action);
    if game.apply(me, action, outcome, &mut Unheard).is_err() {
        return Some(0.0);
    }
    draft::finish(judge.ground(), &mut game);
    let last = game.turn() + turns;
    for _ in 0..MOST_ACTIONS {
        if game.phase() == Phase::Ended || game.turn() >= last && game.phase() == Phase::BeforeRoll {
            break;
        }
        if end.is_reached(judge) {
            return None;
        }
        let Some(seat) = game.to_move().lowest() else { break };
        let action = quick(judge, &game, seat, QUICK);
        let outcome = outcome_of(&game, seat, &action);
        if game.apply(seat, &action, outcome, &mut Unheard).is_err() {
            break;
        }
    }
    Some(judge.value(&game, me))
}

/// A quick decision of a seat that sees the whole world.
pub fn quick(judge: &mut Judge<'_>, game: &Catan, seat: Seat, nodes: u64) -> Action {
    let legal = game.legal(seat);
    if legal.len() == 1
        && legal.discard_owed().is_none()
        && let Some(only) = legal.get(0)
    {
        return only;
    }
    let weighed = Search::new(judge, seat, nodes).weigh(game);
    let plainest = || Catan::fallback(&legal).unwrap_or(Action::EndTurn);
    weighed.first().map_or_else(plainest, |best| best.action)
}
