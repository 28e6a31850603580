//! What can be wrong with the offers of a state from outside.
//!
//! Rules: docs/rules/catan.md §15.

use game::{Seat, SeatSet};

use super::RawCatan;
use super::check::{Faults, may_have_built};
use crate::phase::Phase;
use crate::resource::Hand;
use crate::trade::Offer;
use crate::trade::players::check_terms;
use crate::{Catan, Terms};

/// Offers that nobody could have made, or that would no longer be open.
pub(super) fn check(raw: &RawCatan, game: &Catan, faults: &mut Faults) {
    let open = may_have_built(game) && game.phase != Phase::Ended;
    faults.unless(open || raw.offers.is_empty(), || "offers are open at the wrong moment".into());
    let made: u32 = game.seats_iter().map(|seat| u32::from(game.offers_made(seat))).sum();
    faults.unless(made <= raw.last_offer, || "more offers were made in this turn than in the game".into());
    // Offers end with the turn, so every open one, and what it counters, has a number of this turn.
    let of_this_turn = |number: u32| number <= raw.last_offer && number + made > raw.last_offer;
    let counterable = |number: u32, by: Seat| {
        let countered = raw.offers.iter().find(|offer| offer.number == number);
        game.offers_made(game.current()) > 0
            && countered.is_none_or(|offer| offer.from == game.current() && offer.to.contains(by))
    };
    for (i, offer) in raw.offers.iter().enumerate() {
        let again = raw.offers[..i].iter().any(|o| o.number == offer.number || o.from == offer.from);
        let numbered = of_this_turn(offer.number)
            && offer
                .counters
                .is_none_or(|n| n < offer.number && of_this_turn(n) && counterable(n, offer.from));
        let counted = game.offers_made(offer.from) > 0;
        faults.unless(!again && numbered && counted && fits(game, offer), || {
            format!("offer {} could not have been made or would have been withdrawn", offer.number)
        });
    }
    for seat in game.seats_iter() {
        let made = game.offers_made(seat);
        faults.unless(made <= game.rules.offers_per_turn && (made == 0 || may_have_built(game)), || {
            format!("{seat} made more offers than it could")
        });
    }
}

fn fits(game: &Catan, offer: &Offer) -> bool {
    let terms = Terms { give: offer.give, receive: offer.receive, to: Some(offer.to), counters: None };
    let pays = |seat: Seat, cards: Hand| game.hand(seat).covers(cards);
    let active = game.current();
    let answers = offer.accepted.bits() & offer.declined.bits() == 0
        && (offer.accepted.bits() | offer.declined.bits()) & !offer.to.bits() == 0
        && offer.accepted.iter().all(|seat| pays(seat, offer.receive));
    let addressed = if offer.from == active {
        !offer.to.is_empty() && !offer.to.contains(active) && offer.counters.is_none()
    } else {
        // An answer to another seat's offer carries it out or closes it, so none can be standing.
        offer.to == SeatSet::only(active) && offer.accepted.is_empty() && offer.declined.is_empty()
    };
    check_terms(&terms, game.hand(offer.from)).is_ok() && answers && addressed
}
