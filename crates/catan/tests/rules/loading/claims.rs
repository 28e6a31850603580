//! What is claimed although it follows from the rest: titles, points, supplies, the counters of a turn.

use catan::raw::{RawCatan, RawPhase};
use catan::{Catan, DevCard, Profile};
use game::Seat;

use super::{check, main_phase, sound};
use crate::scene::{Scene, fill_in};

/// Seat 1 has the longest road by 6 and the largest army by 4 knights; seat 2 comes second in both.
fn titled() -> RawCatan {
    let scene = Scene::official(4)
        .settle(1, "2,1", "2,1 3,0 4,1 5,0 6,1 7,0 8,1")
        .settle(2, "9,3", "9,3 8,2 7,3 7,4 6,5")
        .roads(2, "9,3 9,4")
        .played(1, [4, 0, 0, 0, 0])
        .played(2, [3, 0, 0, 0, 0])
        .titles(None, Some(1));
    sound(&scene)
}

#[test]
fn titles_follow_from_roads_and_knights() {
    check(
        &titled(),
        &[
            (
                "a shorter road",
                |raw| raw.longest_road = Some((Seat(2), 5)),
                "does not follow from the roads + points of seat 1 + points of seat 1 + points of seat 2 + points of seat 2",
            ),
            (
                "nobody's road",
                |raw| raw.longest_road = None,
                "does not follow from the roads + seat 1 + seat 1",
            ),
            (
                "another length",
                |raw| raw.longest_road = Some((Seat(1), 5)),
                "the length of the longest road is wrong",
            ),
            (
                "a smaller army",
                |raw| raw.largest_army = Some((Seat(2), 3)),
                "from the played knights + seat 1 + seat 1 + seat 2 + seat 2",
            ),
            ("nobody's army", |raw| raw.largest_army = None, "from the played knights + seat 1 + seat 1"),
            ("another count", |raw| raw.largest_army = Some((Seat(1), 5)), "from the played knights"),
            ("own length", |raw| raw.players[2].road_length = 6, "the road length of seat 2 is wrong"),
        ],
    );
    check(
        &sound(&Scene::official(4).played(2, [3, 0, 0, 0, 0]).titles(None, Some(2))),
        &[(
            "an army of three for nobody",
            |raw| raw.largest_army = None,
            "from the played knights + seat 2 + seat 2",
        )],
    );
    check(
        &main_phase(),
        &[
            (
                "a road of four",
                |raw| raw.longest_road = Some((Seat(0), 4)),
                "from the roads + length + points + points",
            ),
            (
                "one knight",
                |raw| raw.largest_army = Some((Seat(0), 1)),
                "from the played knights + points + points",
            ),
        ],
    );
}

#[test]
fn a_tie_leaves_a_title_with_any_of_the_longest() {
    // §12.3: with equal lengths the past decides, so the door takes either, or nobody, but no third.
    let tied = |holder: Option<u8>| {
        let scene = Scene::official(3)
            .settle(1, "2,1", "2,1 3,0 4,1 5,0 6,1 7,0")
            .settle(2, "9,3", "9,3 8,2 7,3 7,4 6,5")
            .roads(2, "9,3 9,4");
        let mut raw = scene.titles(holder, None).raw;
        fill_in(&mut raw);
        (raw.longest_road.map(|title| title.0.0), Catan::from_raw(&raw).is_ok())
    };
    assert_eq!([None, Some(1), Some(2)].map(tied), [(None, true), (Some(1), true), (Some(2), true)]);
    assert_eq!(tied(Some(0)), (None, true), "filled in anew");
}

#[test]
fn what_follows_from_the_rest() {
    check(
        &main_phase(),
        &[
            ("points", |raw| raw.players[0].points += 1, "the points of seat 0 do not add up"),
            ("no hidden point", |raw| raw.players[0].points = 2, "the points of seat 0 do not add up"),
            (
                "public points",
                |raw| raw.players[0].public_points = 3,
                "the public points of seat 0 do not add up",
            ),
            ("roads left", |raw| raw.players[1].roads_left = 14, "the supply of seat 1 does not fit"),
            (
                "settlements left",
                |raw| raw.players[2].settlements_left = 0,
                "the supply of seat 2 does not fit",
            ),
            ("cities left", |raw| raw.players[3].cities_left = 5, "the supply of seat 3 does not fit"),
            ("road length", |raw| raw.players[0].road_length = 2, "the road length of seat 0 is wrong"),
        ],
    );
}

#[test]
fn the_turn_and_its_counters() {
    check(
        &main_phase(),
        &[
            ("another seat", |raw| raw.turn = 2, "somebody else's turn by the number of the turn"),
            ("no turn yet", |raw| raw.turn = 0, "the number of the turn does not fit the phase"),
            (
                "not rolled",
                |raw| raw.dice = None,
                "the roads of this turn + bought too early + the phase does not fit",
            ),
            ("before the roll", |raw| raw.phase = RawPhase::BeforeRoll, "the phase does not fit"),
            (
                "bought before the roll",
                |raw| (raw.phase, raw.dice, raw.paid_roads) = (RawPhase::BeforeRoll, None, 0),
                "cards were bought too early in the turn",
            ),
            ("more roads paid than built", |raw| raw.paid_roads = 3, "the roads of this turn do not fit"),
            ("far more", |raw| raw.paid_roads = 255, "the roads of this turn do not fit"),
            (
                "beyond the limit",
                |raw| (raw.rules.paid_roads_per_turn, raw.paid_roads) = (Some(1), 2),
                "the roads of this turn do not fit",
            ),
            (
                "played but not there",
                |raw| raw.played_this_turn = vec![DevCard::Monopoly],
                "the cards played this turn do not fit",
            ),
            (
                "played twice",
                |raw| raw.played_this_turn = vec![DevCard::Knight; 2],
                "the cards played this turn do not fit",
            ),
            (
                "a point played",
                |raw| raw.played_this_turn = vec![DevCard::VictoryPoint],
                "the cards played this turn do not fit",
            ),
            ("not over", |raw| raw.rules.points_to_win = 3, "the game ends when, and only when"),
            (
                "over too early",
                |raw| raw.phase = RawPhase::Ended,
                "public points of seat 0 + the game ends when, and only when",
            ),
        ],
    );
    let mut both = Scene::new(2, Profile::Practice.rules()).played(0, [1, 0, 1, 0, 0]).roads(0, "2,9 3,8");
    both.raw.played_this_turn = vec![DevCard::Knight, DevCard::RoadBuilding];
    check(
        &sound(&both),
        &[
            (
                "one a turn",
                |raw| raw.rules.dev_cards_per_turn = catan::DevCardsPerTurn::One,
                "the cards played this turn do not fit",
            ),
            ("two free roads", |raw| raw.paid_roads = 1, "the roads of this turn do not fit"),
        ],
    );
}
