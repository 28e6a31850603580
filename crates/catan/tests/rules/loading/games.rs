//! Positions of real games, disturbed by chance, never break the door. (That it lets in the real ones unchanged, `laws` shows.)

use catan::raw::{RawCatan, RawPhase};
use catan::{Board, Catan, DevCard, DevCards, Edge, Hand, Hex, Profile, Setup, Vertex};
use game::conformance::SplitMix;
use game::{Game, Legal, Luck, Seat, SeatSet, Unheard, draw};

use crate::player;

/// Every position of a game of every profile and number of players.
fn each_position(mut visit: impl FnMut(&Catan)) {
    for profile in Profile::ALL {
        for players in profile.players() {
            let mut luck = SplitMix::new(0);
            let rules = profile.rules();
            let board = Board::generate(rules.board, &mut luck);
            let setup = Setup { players, rules, board, order: None };
            let mut game = Catan::create(&setup).expect("a fair setup");
            visit(&game);
            while game.ended().is_none() {
                let (seat, action) = player::choose(&game, &mut luck);
                let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
                game.apply(seat, &action, outcome, &mut Unheard).expect("a legal move");
                visit(&game);
            }
        }
    }
}

/// Lists mean the same in any order.
fn sorted(mut raw: RawCatan) -> RawCatan {
    for player in &mut raw.players {
        player.roads.sort_unstable();
        player.settlements.sort_unstable();
        player.cities.sort_unstable();
    }
    raw.offers.sort_unstable_by_key(|offer| offer.from);
    raw.played_this_turn.sort_unstable();
    raw
}

/// Changes something somewhere.
fn disturb(raw: &mut RawCatan, luck: &mut SplitMix) {
    let n = if luck.one_in(4) { luck.below(256) as u8 } else { luck.below(8) as u8 };
    let seats = SeatSet::from_bits(luck.below(16) as u16);
    let seat = luck.index(raw.players.len());
    let offer = luck.index(raw.offers.len());
    let phases = [
        RawPhase::RollForFirst { contenders: seats, sums: [n, 0, 0, 0] },
        RawPhase::Setup { turn: n, settlement: None },
        RawPhase::BeforeRoll,
        RawPhase::Discarding { owed: [n, 0, 4, 0] },
        RawPhase::MovingRobber { before_roll: n > 3 },
        RawPhase::Stealing { candidates: seats, before_roll: n > 3 },
        RawPhase::RoadBuilding { left: n, before_roll: luck.one_in(2) },
        RawPhase::Main,
        RawPhase::Ended,
    ];
    let hand = Hand::new([n & 31, luck.below(4) as u8, 0, luck.below(4) as u8, 1]).expect("a hand");
    let devs = DevCards::new([n & 15, luck.below(3) as u8, 0, 0, luck.below(2) as u8]).expect("cards");
    let edge = Edge::all().nth(luck.index(73)).unwrap_or(Edge::NOWHERE);
    let vertex = Vertex::all().nth(luck.index(55)).unwrap_or(Vertex::NOWHERE);
    let other = luck.index(raw.players.len());
    let player = &mut raw.players[seat];
    match luck.below(30) {
        0 => raw.phase = phases[luck.index(phases.len())].clone(),
        1 => raw.turn = u32::from(n),
        2 => raw.current = Seat(n),
        3 => raw.dice = [None, Some([n, 3]), Some([3, 4])][luck.index(3)],
        4 => raw.robber = Hex::all().nth(luck.index(38)).unwrap_or(Hex::NOWHERE),
        5 => raw.bank = hand,
        6 => raw.deck = devs,
        7 => raw.longest_road = (n < 6).then_some((Seat(n & 3), luck.below(16) as u8)),
        8 => raw.largest_army = (n < 6).then_some((Seat(n & 3), luck.below(15) as u8)),
        9 => raw.last_offer = u32::from(n) << luck.below(16),
        10 => raw.played_this_turn = vec![DevCard::ALL[luck.index(5)]; luck.index(3)],
        11 => raw.paid_roads = n,
        12 => player.resources = hand,
        13 => player.dev_cards = devs,
        14 => player.bought_this_turn = devs,
        15 => player.played = devs,
        16 => player.points = n,
        17 => player.road_length = n,
        18 => player.roads_left = n,
        19 => player.offers_made = n,
        20 => player.roads.push(edge),
        21 => player.roads.truncate(2),
        22 => player.settlements.push(vertex),
        23 => player.cities.push(vertex),
        24 => player.settlements.clear(),
        25 => raw.rules.points_to_win = n,
        26 => raw.order.swap(seat, other),
        27 => raw.players.truncate(2),
        28 if !raw.offers.is_empty() => raw.offers[offer].to = seats,
        29 if !raw.offers.is_empty() => raw.offers[offer].accepted = seats,
        _ => raw.rules.offers_per_turn = n,
    }
}

#[test]
fn disturbed_states_are_refused_or_sound() {
    // What is let in prints the same again, keeps its caches and can go on: nothing of it was passed over.
    let mut luck = SplitMix::new(6);
    let (mut refused, mut loaded) = (0, 0);
    each_position(|game| {
        let mut raw = game.to_raw();
        for _ in 0..=luck.below(2) {
            disturb(&mut raw, &mut luck);
        }
        let Ok(again) = Catan::from_raw(&raw) else { return refused += 1 };
        loaded += 1;
        assert_eq!(sorted(again.to_raw()), sorted(raw));
        assert_eq!(again.check_invariants(), Ok(()));
        let can_move = |seat: Seat| {
            let legal = again.legal(seat);
            !legal.is_empty() || legal.discard_owed().is_some()
        };
        assert!(again.ended().is_some() || again.to_move().iter().all(can_move), "{again:?}");
    });
    assert!(refused > 2_000 && loaded > 200, "{refused} {loaded}");
}
