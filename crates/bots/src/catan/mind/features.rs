//! Features: a position as the numbers that the value is computed from.
//!
//! They describe a moment between two turns: whatever is under way counts as finished, and `next` is the seat that rolls
//! next. One block describes the table, one each player, beginning with the player whose chances are asked for and going
//! on in order of play. Of the others' development cards only the number is used, so that a value does not hang on a
//! guess at them; their resource cards are taken as they lie in the world at hand.
//!
//! Every number is scaled to a few units at most. The order is part of the trained weights: whoever changes it trains anew.

use catan::grid::vertices_of;
use catan::{Catan, DevCard, Hand, Piece};
use game::Seat;

use super::ground::{Ground, ends_of, with_neighbors};

/// Numbers about the table.
pub const TABLE: usize = 12;
/// Numbers about each player.
pub const PLAYER: usize = 64;
/// Numbers about a table of four.
pub const MOST: usize = TABLE + 4 * PLAYER;

/// How many numbers describe a table of so many players; three are described as four with an empty place.
#[must_use]
pub const fn inputs(players: u8) -> usize {
    TABLE + PLAYER * if players <= 2 { 2 } else { 4 }
}

/// What all players' blocks need.
struct Common<'a> {
    game: &'a Catan,
    ground: &'a Ground,
    /// Vertices on which nobody may build any more.
    closed: u64,
    /// Vertices with a building, by seat and in all.
    buildings: [u64; 4],
    occupied: u64,
    roads: u128,
}

/// Writes the position as `me` sees its chances, when `next` is the seat that rolls next. Seats must be at the table.
pub(super) fn write(game: &Catan, ground: &Ground, me: Seat, next: Seat, out: &mut [f32; MOST]) {
    let mut buildings = [0; 4];
    let mut roads = 0;
    for seat in game.seats_iter() {
        buildings[seat.index() & 3] = game.building_mask(seat);
        roads |= game.road_mask(seat);
    }
    let occupied = buildings.iter().fold(0, |all, own| all | own);
    let closed = with_neighbors(occupied);
    let common = Common { game, ground, closed, buildings, occupied, roads };
    out.fill(0.0);
    let order: [Seat; 4] = {
        let mut order = [Seat(0); 4];
        for (place, seat) in order.iter_mut().zip(game.order()) {
            *place = seat;
        }
        order
    };
    let players = usize::from(game.players()).min(4);
    let at = order[..players].iter().position(|&seat| seat == me).unwrap_or(0);
    for step in 0..players {
        let seat = order[(at + step) % players];
        if seat == next {
            out[step] = 1.0;
        }
        let from = TABLE + PLAYER * step;
        if let Some(block) = out.get_mut(from..from + PLAYER) {
            common.player(seat, step == 0, block);
        }
    }
    out[4] = game.deck().total() as f32 / 25.0;
    out[5] = game.turn().min(200) as f32 / 100.0;
    for (out, n) in out[6..11].iter_mut().zip(game.bank().counts()) {
        // Only a bank that runs dry is news.
        *out = f32::from(6 - n.min(6)) / 6.0;
    }
    out[11] = 1.0;
}

impl Common<'_> {
    #[expect(clippy::too_many_lines, reason = "one list, in the order of the weights")]
    fn player(&self, seat: Seat, own: bool, out: &mut [f32]) {
        let (game, ground) = (self.game, self.ground);
        let i = seat.index() & 3;
        let mut at = 0;
        let mut put = |x: f32| {
            if let Some(place) = out.get_mut(at) {
                *place = x;
            }
            at += 1;
        };
        let target = f32::from(game.rules().points_to_win.max(1));
        let points = if own { game.points(seat) } else { game.public_points(seat) };
        let left = target - f32::from(points);
        put(f32::from(points) / target);
        put(f32::from(u8::from(left <= 1.0)));
        put(f32::from(u8::from(left <= 2.0)));
        put(f32::from(u8::from(left <= 3.0)));

        // What the buildings earn.
        let cities = game.city_mask();
        let robbed = game.robber().vertex_mask();
        let (robbed_kind, robbed_pips) = ground.hexes[game.robber().index() & 31];
        let mut income = [0.0f32; 5];
        let mut lost = 0.0;
        let mut upgrade = 0.0f32;
        for vertex in vertices_of(self.buildings[i]) {
            let v = vertex.index();
            let city = cities >> v & 1 == 1;
            let times = if city { 2.0 } else { 1.0 };
            for (sum, pips) in income.iter_mut().zip(ground.income[v & 63]) {
                *sum += times * pips;
            }
            if robbed >> v & 1 == 1 {
                income[robbed_kind] -= times * robbed_pips;
                lost += times * robbed_pips;
            }
            if !city {
                upgrade = upgrade.max(ground.pips[v & 63]);
            }
        }
        for pips in income {
            put(pips / 10.0);
        }
        put(lost / 8.0);
        put(income.iter().sum::<f32>() / 30.0);
        put(income.iter().filter(|&&pips| pips > 0.0).count() as f32 / 5.0);
        put(upgrade / 12.0);

        // What they trade for.
        let ports = game.port_bits(seat);
        let rate = |kind: usize| match (ports >> kind & 1, ports >> 5 & 1) {
            (1, _) => 2.0,
            (_, 1) => 3.0,
            _ => 4.0f32,
        };
        for (kind, pips) in income.iter().enumerate() {
            put(if ports >> kind & 1 == 1 { 0.2 + pips / 10.0 } else { 0.0 });
        }
        put(f32::from(ports >> 5 & 1));
        let traded: f32 = income.iter().enumerate().map(|(kind, pips)| pips / rate(kind)).sum();
        put(traded / 8.0);

        // The hand.
        let hand = game.hand(seat);
        let counts = hand.counts().map(f32::from);
        let total = hand.total() as f32;
        for n in counts {
            put(n / 4.0);
        }
        put(total / 8.0);
        put((total - 7.0).max(0.0) / 5.0);
        for (piece, most) in
            [(Piece::Road, 2.0), (Piece::Settlement, 4.0), (Piece::City, 5.0), (Piece::DevCard, 3.0)]
        {
            let missing = hand.missing(piece.cost());
            let n = missing.total() as f32;
            put(f32::from(u8::from(missing.is_empty())));
            put(n / most);
            // How many rolls until it can be paid, roughly: each missing kind comes by itself or is traded for.
            put(1.0 / (1.0 + self.rolls(missing, &income, traded, spare(&counts, piece, rate)) / 8.0));
        }

        // Pieces and titles.
        let n_settlements = (self.buildings[i] & !cities).count_ones();
        let n_cities = (self.buildings[i] & cities).count_ones();
        put(n_settlements as f32 / 5.0);
        put(n_cities as f32 / 4.0);
        put(f32::from(u8::from(n_settlements == 5)));
        put(f32::from(u8::from(n_cities == 4)));
        let own_roads = game.road_mask(seat);
        put(own_roads.count_ones() as f32 / 15.0);
        let length = f32::from(game.road_length(seat));
        let others = || game.seats_iter().filter(|&other| other != seat);
        let longest = others().map(|other| game.road_length(other)).max().unwrap_or(0).max(4);
        put(length / 10.0);
        put(f32::from(u8::from(game.longest_road() == Some(seat))));
        put(((length - f32::from(longest)) / 4.0).clamp(-1.5, 1.5));
        let knights = game.played(seat).get(DevCard::Knight);
        let army = others().map(|other| game.played(other).get(DevCard::Knight)).max().unwrap_or(0).max(2);
        put(f32::from(knights) / 4.0);
        put(f32::from(u8::from(game.largest_army() == Some(seat))));
        put(((f32::from(knights) - f32::from(army)) / 3.0).clamp(-1.5, 1.5));
        let held = game.held(seat);
        put(held.total() as f32 / 4.0);
        for card in DevCard::ALL {
            put(if own { f32::from(held.get(card)) / 2.0 } else { 0.0 });
        }

        // Where the roads lead.
        let hostile = self.occupied & !self.buildings[i];
        let touched = self.buildings[i] | ends_of(own_roads);
        let free = !self.roads;
        let widen = |from: u64| {
            vertices_of(from & !hostile).fold(from, |mask, v| mask | ends_of(v.edge_mask() & free))
        };
        let near = widen(touched);
        let far = widen(near);
        let open = !self.closed & ((1 << 54) - 1);
        let have =
            income.iter().enumerate().fold(0u8, |mask, (kind, &pips)| mask | u8::from(pips > 0.0) << kind);
        let mut new_kinds = 0.0f32;
        let mut best_of = |sites: u64| {
            let (mut first, mut second) = (0.0f32, 0.0f32);
            for vertex in vertices_of(sites) {
                let v = vertex.index();
                let pips = ground.pips[v & 63];
                let fresh = (ground.kinds[v & 63] & !have).count_ones() as f32;
                new_kinds = new_kinds.max(fresh * pips);
                if pips > first {
                    (first, second) = (pips, first);
                } else if pips > second {
                    second = pips;
                }
            }
            (first, second)
        };
        let (now, next, later) = (touched & open, near & open & !touched, far & open & !near);
        let (first, second) = best_of(now);
        put(now.count_ones() as f32 / 3.0);
        put(first / 12.0);
        put(second / 12.0);
        let (first, second) = best_of(next);
        put(next.count_ones() as f32 / 4.0);
        put(first / 12.0);
        put(second / 12.0);
        let (first, _) = best_of(later);
        put(later.count_ones() as f32 / 6.0);
        put(first / 12.0);
        put(new_kinds / 20.0);
    }

    /// Rolls until the missing cards are there, with `spare` cards of the bank already in hand.
    fn rolls(&self, missing: Hand, income: &[f32; 5], traded: f32, spare: f32) -> f32 {
        let players = f32::from(self.game.players());
        let counts = missing.counts().map(f32::from);
        let need: f32 = counts.iter().sum();
        if need <= spare {
            return 0.0;
        }
        let open = (need - spare) / need;
        let rolls =
            counts.iter().zip(income).map(|(&n, &pips)| 36.0 * n * open / (pips + 0.5 * traded + 0.3));
        rolls.fold(0.0, f32::max).min(80.0) * 4.0 / players.max(1.0) / 4.0
    }
}

/// How many cards the bank would give for what the piece does not need.
fn spare(counts: &[f32; 5], piece: Piece, rate: impl Fn(usize) -> f32) -> f32 {
    let cost = piece.cost().counts().map(f32::from);
    (0..5).map(|kind| ((counts[kind] - cost[kind]).max(0.0) / rate(kind)).floor()).sum()
}
