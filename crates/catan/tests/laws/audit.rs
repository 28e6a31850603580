//! What must hold in every position, counted from what the state tells everybody who asks.
//!
//! Nothing is lost and nothing made (docs/rules/catan.md §2), nothing stands where it may not (§10), points are the sum
//! of their causes (§16.1), open offers can be paid (§15.12), and a phase fits the rest of the state.

use catan::{Catan, DevCard, DevCards, Edge, Phase, Port, Resource, Resume, Vertex, VictoryPointCards};
use game::{Seat, SeatSet};

use crate::edit::{edges, vertices};

/// What stands on the board, as masks by seat.
struct Pieces {
    roads: [u128; 4],
    settlements: [u64; 4],
    cities: [u64; 4],
}

impl Pieces {
    fn of(game: &Catan) -> Self {
        let seats = [0, 1, 2, 3].map(Seat);
        Self {
            roads: seats.map(|seat| edges(game.roads(seat))),
            settlements: seats.map(|seat| vertices(game.settlements(seat))),
            cities: seats.map(|seat| vertices(game.cities(seat))),
        }
    }

    fn buildings(&self, seat: Seat) -> u64 {
        self.settlements[seat.index()] | self.cities[seat.index()]
    }
}

/// All of it.
pub(crate) fn check(game: &Catan) -> Result<(), String> {
    let pieces = Pieces::of(game);
    cards(game)?;
    places(game, &pieces)?;
    masks(game, &pieces)?;
    titles(game)?;
    points(game, &pieces)?;
    ports(game, &pieces)?;
    offers(game)?;
    phase(game, &pieces)?;
    game.check_invariants()
}

fn ensure(fine: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if fine { Ok(()) } else { Err(fault()) }
}

/// Nineteen of each resource, twenty-five development cards (§2.2, §2.4).
fn cards(game: &Catan) -> Result<(), String> {
    for kind in Resource::ALL {
        let held: u8 = game.seats_iter().map(|seat| game.hand(seat).get(kind)).sum();
        let total = held + game.bank().get(kind);
        ensure(total == 19, || format!("{total} cards of {kind}"))?;
    }
    for card in DevCard::ALL {
        let of = |cards: DevCards| cards.get(card);
        let out: u8 = game.seats_iter().map(|seat| of(game.held(seat)) + of(game.played(seat))).sum();
        let total = out + of(game.deck());
        ensure(total == DevCards::FULL_DECK.get(card), || format!("{total} cards of {card}"))?;
        let current = game.current();
        let fits = game.bought_this_turn(current).get(card) <= game.held(current).get(card);
        ensure(fits, || format!("more {card} cards bought in this turn than held"))?;
    }
    Ok(())
}

/// 15, 5 and 4 pieces, no two in a place, no two buildings side by side (§2.5, §10).
fn places(game: &Catan, pieces: &Pieces) -> Result<(), String> {
    let (mut roads, mut built) = (0, 0);
    for seat in game.seats_iter() {
        let i = seat.index();
        let on_board =
            [pieces.roads[i].count_ones(), pieces.settlements[i].count_ones(), pieces.cities[i].count_ones()];
        let supply = [game.roads_left(seat), game.settlements_left(seat), game.cities_left(seat)];
        let whole = on_board.iter().zip(supply).map(|(on_board, left)| on_board + u32::from(left));
        ensure(whole.eq([15, 5, 4]), || format!("{seat} has {on_board:?} on the board and {supply:?} left"))?;
        let twice = roads & pieces.roads[i] != 0 || built & pieces.buildings(seat) != 0;
        let both = pieces.settlements[i] & pieces.cities[i] != 0;
        ensure(!twice && !both, || "two pieces in one place".into())?;
        roads |= pieces.roads[i];
        built |= pieces.buildings(seat);
    }
    for seat in game.seats_iter() {
        for vertex in game.settlements(seat).chain(game.cities(seat)) {
            let close = vertex.neighbors().any(|next| built >> next.index() & 1 == 1);
            ensure(!close, || format!("{vertex} has a building beside it"))?;
        }
    }
    Ok(())
}

/// The masks say what the lists say; a network reaches as far as roads and buildings carry it (§10.2).
fn masks(game: &Catan, pieces: &Pieces) -> Result<(), String> {
    let cities = pieces.cities.iter().fold(0, |all, own| all | own);
    ensure(game.city_mask() == cities, || "the mask of cities is another".into())?;
    for seat in [0, 1, 2, 3, 4].map(Seat) {
        let own = (game.road_mask(seat), game.building_mask(seat));
        let listed = (edges(game.roads(seat)), vertices(game.settlements(seat).chain(game.cities(seat))));
        ensure(own == listed, || format!("{seat} has masks {own:?} instead of {listed:?}"))?;
        let foreign = |v: &Vertex| {
            let others = game.seats_iter().filter(|other| *other != seat);
            others.fold(0, |all, other| all | pieces.buildings(other)) >> v.index() & 1 == 1
        };
        let ends = game.roads(seat).flat_map(Edge::ends).filter(|v| !foreign(v));
        let stands = ends.chain(game.settlements(seat)).chain(game.cities(seat));
        let reach = edges(stands.flat_map(Vertex::edges));
        ensure(game.reach_mask(seat) == reach, || format!("{seat} reaches elsewhere"))?;
    }
    Ok(())
}

/// The titles are where the numbers put them (§12.3, §13.1).
fn titles(game: &Catan) -> Result<(), String> {
    let lengths = || game.seats_iter().map(|seat| game.road_length(seat));
    let longest = lengths().max().unwrap_or(0);
    let fine = match game.longest_road() {
        Some(seat) => longest >= 5 && game.road_length(seat) == longest,
        None => longest < 5 || lengths().filter(|&length| length == longest).count() > 1,
    };
    ensure(fine, || format!("{:?} holds the longest road", game.longest_road()))?;
    let knights = |seat: Seat| game.played(seat).get(DevCard::Knight);
    let most = game.seats_iter().map(knights).max().unwrap_or(0);
    let fine = match game.largest_army() {
        Some(seat) => most >= 3 && knights(seat) == most,
        None => most < 3,
    };
    ensure(fine, || format!("{:?} holds the largest army", game.largest_army()))
}

/// The sum of the causes, and who has won by it (§16).
fn points(game: &Catan, pieces: &Pieces) -> Result<(), String> {
    let ended = game.phase() == Phase::Ended;
    for seat in game.seats_iter() {
        let i = seat.index();
        let mut open = pieces.settlements[i].count_ones() + 2 * pieces.cities[i].count_ones();
        for title in [game.longest_road(), game.largest_army()] {
            open += if title == Some(seat) { 2 } else { 0 };
        }
        let hidden = match game.rules().victory_point_cards {
            VictoryPointCards::Hidden => u32::from(game.held(seat).get(DevCard::VictoryPoint)),
            VictoryPointCards::Played => {
                open += u32::from(game.played(seat).get(DevCard::VictoryPoint));
                0
            }
        };
        let expected = (open + hidden, if ended { open + hidden } else { open });
        let told = (u32::from(game.points(seat)), u32::from(game.public_points(seat)));
        ensure(told == expected, || format!("{seat} has {told:?} points instead of {expected:?}"))?;
    }
    let reached = game.points(game.current()) >= game.rules().points_to_win;
    ensure(reached == ended, || format!("over: {ended}, though the goal is reached: {reached}"))
}

/// The best rate for each kind (§14.2).
fn ports(game: &Catan, pieces: &Pieces) -> Result<(), String> {
    for seat in game.seats_iter() {
        let mut rates = [4; 5];
        for (edge, port) in game.board().ports() {
            if vertices(edge.ends()) & pieces.buildings(seat) == 0 {
                continue;
            }
            match port {
                Port::Any => rates = rates.map(|rate: u8| rate.min(3)),
                Port::Of(kind) => rates[kind.index()] = 2,
            }
        }
        let told = game.rates(seat).counts();
        ensure(told == rates, || format!("{seat} trades at {told:?} instead of {rates:?}"))?;
        let bits = game.port_bits(seat);
        let from_bits: [u8; 5] =
            std::array::from_fn(|kind| if bits >> kind & 1 == 1 { 2 } else { 4 - (bits >> 5 & 1) });
        ensure(bits >> 6 == 0 && from_bits == rates, || format!("{seat} has the ports {bits:b}"))?;
    }
    Ok(())
}

/// Open offers can be paid, by the offerer and by all who accepted (§15).
fn offers(game: &Catan) -> Result<(), String> {
    let current = game.current();
    let table = SeatSet::first(game.players());
    for offer in game.offers() {
        let to = if offer.from == current { table.without(current) } else { SeatSet::only(current) };
        let answers = offer.accepted.bits() | offer.declined.bits();
        let fits = offer.to.bits() & !to.bits() == 0
            && !offer.to.is_empty()
            && answers & !offer.to.bits() == 0
            && offer.accepted.bits() & offer.declined.bits() == 0
            && !offer.give.is_empty()
            && !offer.receive.is_empty()
            && !offer.give.shares_a_kind(offer.receive)
            && [offer.give, offer.receive].iter().all(|side| side.counts().iter().all(|&n| n <= 19))
            && game.dice().is_some()
            && game.offers_made(offer.from) > 0;
        ensure(fits, || format!("an impossible offer: {offer:?}"))?;
        let paid = game.hand(offer.from).covers(offer.give)
            && offer.accepted.iter().all(|seat| game.hand(seat).covers(offer.receive));
        ensure(paid, || format!("cannot be paid: {offer:?}"))?;
    }
    let limit = game.rules().offers_per_turn;
    ensure(game.seats_iter().all(|seat| game.offers_made(seat) <= limit), || "too many offers".into())?;
    let limit = game.rules().paid_roads_per_turn.unwrap_or(15);
    ensure(game.paid_roads_this_turn() <= limit, || "too many roads paid for".into())
}

/// What a phase implies (§5–§9, §11.4).
fn phase(game: &Catan, pieces: &Pieces) -> Result<(), String> {
    let rolled = game.dice().is_some();
    let goes_on = |resume: Resume| rolled == (resume == Resume::Main);
    let current = game.current();
    let fits = match game.phase() {
        Phase::RollForFirst(_) | Phase::Setup { .. } => game.turn() == 0 && !rolled,
        Phase::BeforeRoll => !rolled,
        Phase::Discarding(debts) => {
            let owes = |seat: Seat| {
                let (n, owed) = (game.hand(seat).total(), u32::from(debts.owed_by(seat)));
                owed == 0 || (owed == n / 2 && n >= u32::from(game.rules().discard_from))
            };
            rolled && game.seats_iter().all(owes) && !debts.seats().is_empty()
        }
        Phase::MovingRobber(resume) => goes_on(resume),
        Phase::Stealing { candidates, resume } => {
            let corners = vertices(game.robber().vertices());
            let victims: SeatSet = game
                .seats_iter()
                .filter(|&seat| seat != current && !game.hand(seat).is_empty())
                .filter(|&seat| pieces.buildings(seat) & corners != 0)
                .collect();
            goes_on(resume) && candidates.seats() == victims && victims.len() > 1
        }
        Phase::RoadBuilding { left, resume } => {
            goes_on(resume) && (left == 1 || left == 2) && game.roads_left(current) > 0
        }
        Phase::Main => rolled,
        Phase::Ended => game.turn() > 0,
    };
    ensure(fits, || "the phase does not fit".into())
}
