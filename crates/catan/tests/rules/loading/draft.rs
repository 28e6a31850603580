//! What the phases before the first turn demand of the rest of a state (§5, §6).

use catan::raw::{RawCatan, RawPhase};
use catan::{Board, Catan, Profile, Setup, Vertex};
use game::{Game, Legal, Seat, Unheard};

use super::phases::{ODD, give};
use super::{cards, check, seats};
use crate::scene::{hex, roll, vertex};

fn create(players: u8, profile: Profile) -> Catan {
    let setup = Setup { players, rules: profile.rules(), board: Board::beginner(), order: None };
    Catan::create(&setup).expect("a fair setup")
}

fn rolls(raw: &mut RawCatan, bits: u16, sums: [u8; 4]) {
    raw.phase = RawPhase::RollForFirst { contenders: seats(bits), sums };
}

#[test]
fn rolling_for_the_first_player() {
    let mut game = create(3, Profile::Practice);
    roll(&mut game, 0, [2, 3]);
    check(
        &game.to_raw(),
        &[
            ("a stranger", |raw| rolls(raw, 0b1111, [5, 0, 0, 0]), "the rolls for the first player"),
            ("a sum of 13", |raw| rolls(raw, 0b111, [13, 0, 0, 0]), "the rolls for the first player"),
            ("a sum of 1", |raw| rolls(raw, 0b111, [1, 0, 0, 0]), "the rolls for the first player"),
            (
                "a roll of no contender",
                |raw| rolls(raw, 0b110, [5, 0, 0, 0]),
                "the rolls for the first player",
            ),
            ("a single contender", |raw| rolls(raw, 0b010, [0; 4]), ODD),
            ("a roll out of turn", |raw| rolls(raw, 0b111, [5, 0, 4, 0]), ODD),
            ("a roll left out", |raw| rolls(raw, 0b111, [0; 4]), ODD),
            ("all have rolled", |raw| rolls(raw, 0b111, [5, 6, 7, 0]), ODD),
            ("another seat", |raw| raw.current = Seat(2), ODD),
            ("another order", |raw| raw.order.swap(0, 2), ODD),
            ("dice of a turn", |raw| raw.dice = Some([2, 3]), ODD),
            ("no such phase", |raw| raw.rules.first_player = catan::FirstPlayer::SeatOrder, ODD),
            (
                "a piece",
                |raw| raw.players[0].settlements = vec![vertex("4,1")],
                "has no road + seat 0 has not the pieces",
            ),
            ("cards", |raw| give(raw, 0, [1, 0, 0, 0, 0]), "seat 0 has not as many cards as its second"),
            ("a turn", |raw| raw.turn = 1, "the number of the turn does not fit the phase"),
            ("the robber", |raw| raw.robber = hex("0,1"), "the robber left the desert in the setup"),
            ("a number of an offer", |raw| raw.last_offer = 1, "offers were made before the first turn"),
            ("an offer", |raw| raw.players[1].offers_made = 1, "more offers + seat 1 made more offers"),
        ],
    );
    // A second round, between those who were tied.
    let mut again = game.to_raw();
    rolls(&mut again, 0b110, [0, 8, 0, 0]);
    again.current = Seat(2);
    check(&again, &[]);
}

/// A draft of three after so many turns; the places are taken from the middle of the list.
fn drafted(turns: u8) -> RawCatan {
    let mut game = create(3, Profile::Official);
    for _ in 0..turns {
        let seat = game.current();
        let legal = game.legal(seat);
        let action = legal.get(legal.len() / 2).expect("a place");
        game.apply(seat, &action, None, &mut Unheard).expect("a legal move");
    }
    game.to_raw()
}

fn draft_at(raw: &mut RawCatan, turn: u8, settlement: Option<Vertex>) {
    raw.phase = RawPhase::Setup { turn, settlement };
}

#[test]
fn the_draft_before_a_settlement() {
    // Turn 8: seat 2 has placed all its pieces, seat 1 is due, seat 0 comes last.
    check(
        &drafted(8),
        &[
            ("no such turn", |raw| draft_at(raw, 12, None), "the draft has no turn 12"),
            ("far beyond", |raw| draft_at(raw, 255, None), "the draft has no turn 255"),
            (
                "a later turn",
                |raw| draft_at(raw, 10, None),
                "seat 1 has not the pieces that this phase implies",
            ),
            (
                "an earlier turn",
                |raw| draft_at(raw, 6, None),
                "seat 2 has not the pieces that this phase implies",
            ),
            ("a settlement already", |raw| draft_at(raw, 8, Some(raw.players[1].settlements[0])), ODD),
            ("a settlement elsewhere", |raw| draft_at(raw, 8, Some(vertex("0,5"))), ODD),
            ("another seat", |raw| raw.current = Seat(0), ODD),
            ("another order", |raw| raw.order.swap(1, 2), "seat 2 has not + seat 1 has not"),
            ("dice", |raw| raw.dice = Some([1, 2]), ODD),
            ("a turn", |raw| raw.turn = 1, "the number of the turn does not fit the phase"),
            ("the robber", |raw| raw.robber = hex("2,0"), "the robber left the desert in the setup"),
            ("an offer", |raw| raw.last_offer = 1, "offers were made before the first turn"),
            ("a road paid for", |raw| raw.paid_roads = 1, "the roads of this turn do not fit"),
            (
                "cards too early",
                |raw| give(raw, 0, [1, 0, 0, 0, 0]),
                "seat 0 has not as many cards as its second",
            ),
            ("cards missing", |raw| give(raw, 2, [0; 5]), "seat 2 has not as many cards as its second"),
            (
                "too many cards",
                |raw| give(raw, 2, [0, 0, 0, 2, 2]),
                "seat 2 has not as many cards as its second",
            ),
            (
                "a city",
                |raw| raw.players[0].cities = std::mem::take(&mut raw.players[0].settlements),
                "seat 0 has not the pieces that this phase implies",
            ),
            (
                "two roads at one settlement",
                |raw| {
                    let player = &mut raw.players[2];
                    let at = player.settlements[0];
                    player.roads = at.edges().take(2).collect();
                },
                "a building of seat 2 has no road",
            ),
            (
                "a knight",
                |raw| {
                    (raw.players[0].dev_cards, raw.deck) = (cards([1, 0, 0, 0, 0]), cards([13, 5, 2, 2, 2]));
                },
                "development cards are out before the first turn",
            ),
        ],
    );
}

#[test]
fn the_draft_before_a_road() {
    // Turn 9: the road of seat 1's second settlement is due.
    check(
        &drafted(9),
        &[
            ("no settlement", |raw| draft_at(raw, 9, None), "a building of seat 1 has no road"),
            ("nowhere", |raw| draft_at(raw, 9, Some(Vertex::NOWHERE)), "the last settlement is nowhere"),
            ("a free place", |raw| draft_at(raw, 9, Some(vertex("0,5"))), "a building of seat 1 has no road"),
            (
                "another's settlement",
                |raw| draft_at(raw, 9, Some(raw.players[2].settlements[0])),
                "a building of seat 1 has no road",
            ),
            (
                "a road at the last, none at the first",
                |raw| {
                    let RawPhase::Setup { settlement: Some(last), .. } = raw.phase else { panic!("a draft") };
                    raw.players[1].roads = last.edges().take(1).collect();
                },
                "a building of seat 1 has no road",
            ),
            (
                "too many cards",
                |raw| give(raw, 1, [1, 1, 1, 1, 0]),
                "seat 1 has not as many cards as its second",
            ),
            ("no cards", |raw| give(raw, 1, [0; 5]), "seat 1 has not as many cards as its second"),
        ],
    );
}
