//! Offers from outside (§15): each could have been made, and would still be open.

use catan::raw::RawCatan;
use catan::{Action, Offer, Terms};
use game::{Seat, SeatSet};

use super::{check, main_phase, seats};
use crate::scene::{Scene, hand, play};

/// The same with three open offers: the active player's, a counter to it, and another one.
pub(super) fn trading() -> RawCatan {
    let mut raw = main_phase();
    let offer = |number, from, to, give, receive| {
        let (accepted, declined) = (SeatSet::EMPTY, SeatSet::EMPTY);
        let (give, receive) = (hand(give), hand(receive));
        Offer { number, from: Seat(from), to: seats(to), give, receive, accepted, declined, counters: None }
    };
    let mut own = offer(8, 0, 0b0110, [2, 0, 0, 0, 0], [0, 0, 0, 0, 1]);
    (own.accepted, own.declined) = (seats(0b0010), seats(0b0100));
    let mut counter = offer(9, 2, 0b0001, [0, 0, 2, 0, 0], [1, 0, 0, 0, 0]);
    counter.counters = Some(8);
    raw.offers = vec![own, offer(7, 1, 0b0001, [0, 1, 0, 0, 0], [0, 0, 0, 1, 0]), counter];
    raw.last_offer = 9;
    for (player, made) in raw.players.iter_mut().zip([2, 1, 1, 0]) {
        player.offers_made = made;
    }
    raw
}

#[test]
fn offers() {
    check(
        &trading(),
        &[
            ("a number twice", |raw| raw.offers[1].number = 8, "offer 8 could not"),
            (
                "two of a seat",
                |raw| raw.offers.push(Offer { number: 6, ..raw.offers[1] }),
                "offer 6 could not",
            ),
            ("number 0", |raw| raw.offers[1].number = 0, "offer 0 could not"),
            ("not yet given", |raw| raw.offers[1].number = 10, "offer 10 could not"),
            ("of an earlier turn", |raw| raw.offers[1].number = 5, "offer 5 could not"),
            ("unpayable", |raw| raw.offers[0].give = hand([4, 0, 0, 0, 0]), "offer 8 could not"),
            ("nothing given", |raw| raw.offers[0].give = hand([0; 5]), "offer 8 could not"),
            ("nothing wanted", |raw| raw.offers[0].receive = hand([0; 5]), "offer 8 could not"),
            ("both sides", |raw| raw.offers[0].receive = hand([1, 0, 0, 0, 1]), "offer 8 could not"),
            ("more than exist", |raw| raw.offers[2].receive = hand([0, 0, 0, 0, 20]), "offer 9 could not"),
            ("to itself", |raw| raw.offers[0].to = seats(0b0111), "offer 8 could not"),
            (
                "to nobody",
                |raw| {
                    let nobody = SeatSet::EMPTY;
                    raw.offers[0] = Offer { to: nobody, accepted: nobody, declined: nobody, ..raw.offers[0] };
                    raw.offers[2].counters = None;
                },
                "offer 8 could not",
            ),
            (
                "to a stranger",
                |raw| raw.offers[0].to = seats(0b1_0110),
                "offer 8 names a seat that is not at",
            ),
            ("by a stranger", |raw| raw.offers[1].from = Seat(7), "offer 7 names a seat that is not at"),
            ("accepted by a stranger", |raw| raw.offers[0].accepted = seats(1 << 9), "offer 8 names a seat"),
            ("past the active player", |raw| raw.offers[1].to = seats(0b0100), "offer 7 could not"),
            ("to more than that", |raw| raw.offers[1].to = seats(0b0101), "offer 7 could not"),
            ("both answers", |raw| raw.offers[0].declined = seats(0b0110), "offer 8 could not"),
            ("accepted unasked", |raw| raw.offers[0].accepted = seats(0b1010), "offer 8 could not"),
            ("declined unasked", |raw| raw.offers[0].declined = seats(0b1100), "offer 8 could not"),
            (
                "accepted without cards",
                |raw| (raw.offers[0].accepted, raw.offers[0].declined) = (seats(0b0110), seats(0)),
                "offer 8 could not",
            ),
            ("declined, yet open", |raw| raw.offers[1].declined = seats(0b0001), "offer 7 could not"),
            ("accepted, yet open", |raw| raw.offers[2].accepted = seats(0b0001), "offer 9 could not"),
            ("a counter to another's", |raw| raw.offers[2].counters = Some(7), "offer 9 could not"),
            ("a counter to itself", |raw| raw.offers[2].counters = Some(9), "offer 9 could not"),
            ("a counter to nothing", |raw| raw.offers[2].counters = Some(0), "offer 9 could not"),
            ("a counter to an old one", |raw| raw.offers[2].counters = Some(5), "offer 9 could not"),
            ("the active player's counter", |raw| raw.offers[0].counters = Some(7), "offer 8 could not"),
            (
                "a counter unasked",
                |raw| (raw.offers[0].to, raw.offers[0].declined) = (seats(0b0010), seats(0)),
                "offer 9 could not",
            ),
            ("a number too late", |raw| raw.last_offer = 8, "offer 9 could not"),
            ("numbers used up", |raw| raw.last_offer = 65_536, "lastOffer is too large"),
            ("never made", |raw| raw.players[2].offers_made = 0, "offer 9 could not"),
            (
                "too many in a turn",
                |raw| (raw.players[3].offers_made, raw.last_offer) = (11, 16),
                "seat 3 made more offers than it could",
            ),
            (
                "more than in the game",
                |raw| raw.players[3].offers_made = 9,
                "more offers were made in this turn than in the game",
            ),
            ("no more allowed", |raw| raw.rules.offers_per_turn = 1, "seat 0 made more offers than it could"),
        ],
    );
}

#[test]
fn offers_where_somebody_is_missing() {
    // Three play: the fourth seat of the box is as strange as any.
    let mut three = Scene::official(3).hand(0, [1, 0, 0, 0, 0]).build();
    let terms =
        Terms { give: hand([1, 0, 0, 0, 0]), receive: hand([0, 0, 0, 0, 1]), to: None, counters: None };
    play(&mut three, 0, Action::OfferTrade(terms));
    check(
        &three.to_raw(),
        &[(
            "to the fourth seat",
            |raw| raw.offers[0].to = seats(0b1110),
            "offer 1 names a seat that is not at",
        )],
    );
    // A counter outlives what it counters (§15.9), and answers to it can have changed.
    let mut outlived = trading();
    outlived.offers.remove(0);
    outlived.offers.reverse();
    let mut once = outlived.clone();
    once.players[3].offers_made += once.players[0].offers_made - 1;
    once.players[0].offers_made = 1;
    check(&once, &[]);
    check(
        &outlived,
        &[(
            "a counter where the active player offered nothing",
            |raw| {
                raw.players[3].offers_made += raw.players[0].offers_made;
                raw.players[0].offers_made = 0;
            },
            "offer 9 could not",
        )],
    );
}
