//! Wishes: from what a bot of ours wants to a place in the peer's list.
//!
//! Two of our questions are one of the peer's (where the robber goes and whom it robs), and one of ours is several of
//! the peer's (the cards of a discard). Whoever is asked, the way from the wish to the list is the same.
//!
//! Choices: docs/catanatron.md §6.

use catan::{Action, Catan, CatanLegal, Hand, Phase, Resource};
use game::{Game, Seat, Unheard};

use crate::deed::Deed;

/// Which deed of the list somebody wants. `discards` are the cards that are still to follow; `ask` is asked for an action
/// in a world, with what may be chosen there and whether this is one of two questions.
///
/// # Errors
/// Why nothing in the list is wanted.
pub(crate) fn place(
    world: &Catan,
    me: Seat,
    deeds: &[Deed],
    discards: &mut Hand,
    mut ask: impl FnMut(&Catan, CatanLegal, bool) -> Result<Action, String>,
) -> Result<usize, String> {
    // What our rules allow and the peer's list has, as far as they go together.
    let legal = world.legal(me).retain(|action| deeds.iter().any(|deed| deed.is(action)));
    if let Phase::Discarding(debts) = world.phase() {
        if discards.total() != u32::from(debts.owed_by(me)) || !world.hand(me).covers(*discards) {
            let Action::Discard(cards) = ask(world, legal, false)? else {
                return Err("no discard is wanted".to_owned());
            };
            *discards = cards;
        }
        return next_discard(deeds, discards);
    }
    *discards = Hand::EMPTY;
    let action = ask(world, legal, matches!(world.phase(), Phase::MovingRobber(_)))?;
    let fits: Vec<_> = (0..deeds.len()).filter(|&place| deeds[place].is(&action)).collect();
    if let (Action::MoveRobber(_), [_, _, ..]) = (action, &fits[..]) {
        let mut moved = *world;
        moved.apply(me, &action, None, &mut Unheard).map_err(|why| why.to_string())?;
        let legal = moved.legal(me).retain(|action| fits.iter().any(|&place| deeds[place].is(action)));
        let victim = ask(&moved, legal, true)?;
        let chosen = fits.into_iter().find(|&place| deeds[place].is(&victim));
        return chosen.ok_or_else(|| format!("the list lacks {victim:?} after {action:?}"));
    }
    // Should the same trade be listed at several rates, the lowest is meant.
    fits.into_iter()
        .min_by_key(|&place| if let Deed::Maritime { count, .. } = deeds[place] { count } else { 0 })
        .ok_or_else(|| format!("the list lacks {action:?}"))
}

/// The first of the cards to discard.
fn next_discard(deeds: &[Deed], discards: &mut Hand) -> Result<usize, String> {
    let wanted = |kind: &Resource| discards.get(*kind) > 0;
    let next = Resource::ALL.into_iter().find(wanted).ok_or("nothing is left to discard")?;
    let mut left = discards.counts();
    left[next.index()] -= 1;
    *discards = Hand::new(left).unwrap_or_default();
    let chosen = deeds.iter().position(|deed| *deed == Deed::Discard(next));
    chosen.ok_or_else(|| format!("the list lacks the discard of {next}"))
}
