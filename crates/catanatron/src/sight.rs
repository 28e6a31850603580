//! Sight: a position as our bots know it.
//!
//! From what the peer shows we build our own view of the seat, and one *world*: a whole state that looks like this from
//! the seat, with the cards that nobody showed us dealt anyhow. The world tells what our rules allow; what it guesses
//! stays unseen, since bots get the view of it and nothing else.
//!
//! States: docs/catanatron.md §4.

use catan::phase::Debts;
use catan::{
    Board, Catan, DevCard, DevCards, Guess, Hand, Phase, PlayerView, Resume, Rules, Vertex, View, draft,
};
use game::Seat;

use crate::deed::Deed;
use crate::ledger::{Ledger, Turn};
use crate::position::{Position, Stand};
use crate::words::Counts;

/// A world that looks like the position; `None` if our rules do not know such a table.
pub(crate) fn world(
    board: Board,
    rules: Rules,
    position: &Position,
    ledger: &Ledger,
    deeds: &[Deed],
) -> Option<Catan> {
    let view = view(board, rules, position, ledger, deeds)?;
    let guess = guess(&view, position.me)?;
    view.imagine(&guess)
}

fn view(board: Board, rules: Rules, position: &Position, ledger: &Ledger, deeds: &[Deed]) -> Option<View> {
    let players = position.players.len() as u8;
    let turn = &ledger.turn;
    let phase = phase(position, deeds, turn)?;
    let draft = if let Phase::Setup { turn, .. } = phase {
        Some((turn, draft::position(players, turn)?))
    } else {
        None
    };
    let current = match draft {
        Some((_, at)) => Seat(at.player_index),
        None => position.current,
    };
    let holder = |has: fn(&Stand) -> bool| position.players.iter().position(has).map(|seat| Seat(seat as u8));
    let army = holder(|stand| stand.has_army);
    let knights = |seat: Seat| position.players[seat.index()].played[DevCard::Knight.index()];
    let out = position.players.iter().fold(0_u8, |out, stand| {
        stand.played.into_iter().fold(out.saturating_add(stand.n_held), u8::saturating_add)
    });
    Some(View {
        rules,
        board,
        order: (0..players).map(Seat).collect(),
        phase,
        turn: turn.number,
        current,
        dice: dice(phase, turn),
        robber: ledger.robber,
        draft,
        bank: position.bank.or_else(|| Hand::new(ledger.bank.map(|n| u8::try_from(n).unwrap_or(0))))?,
        deck_count: 25_u8.checked_sub(out)?,
        // Lengths follow from the roads when the world is made.
        longest_road: holder(|stand| stand.has_road).map(|seat| (seat, 0)),
        largest_army: army.map(|seat| (seat, knights(seat))),
        offers: Vec::new(),
        played_this_turn: played(position, phase, turn),
        paid_roads: 0,
        players: (0..players)
            .map(|seat| player(position, Seat(seat), Seat(seat) == current, turn))
            .collect::<Option<_>>()?,
        winner: None,
    })
}

fn player(position: &Position, seat: Seat, in_turn: bool, turn: &Turn) -> Option<PlayerView> {
    let stand = position.players.get(seat.index())?;
    let own = seat == position.me;
    let mut bought = Counts::default();
    if own && in_turn {
        for (kind, bought) in bought.iter_mut().enumerate() {
            // Of a kind that was not there when the turn began, every card is from this turn.
            let fresh = if stand.had[kind] == Some(false) { u8::MAX } else { turn.bought[kind] };
            *bought = fresh.min(stand.held[kind]);
        }
    }
    let titles = 2 * (u8::from(stand.has_road) + u8::from(stand.has_army));
    let public_points = (stand.n_buildings() + stand.cities.len()) as u8 + titles;
    let hidden = stand.held[DevCard::VictoryPoint.index()];
    let left = |pieces: u8, used: usize| pieces.saturating_sub(used as u8);
    Some(PlayerView {
        resource_count: stand.cards,
        resources: if own { Some(Hand::new(stand.hand)?) } else { None },
        dev_card_count: stand.n_held,
        dev_cards: if own { Some(DevCards::new(stand.held)?) } else { None },
        bought_this_turn: if own { Some(DevCards::new(bought)?) } else { None },
        played: DevCards::new(stand.played)?,
        points: own.then(|| public_points.saturating_add(hidden)),
        public_points,
        road_length: 0,
        roads_left: left(15, stand.roads.len()),
        settlements_left: left(5, stand.settlements.len()),
        cities_left: left(4, stand.cities.len()),
        offers_made: 0,
        roads: stand.roads.clone(),
        settlements: stand.settlements.clone(),
        cities: stand.cities.clone(),
    })
}

/// What the game waits for. The list of actions says it more reliably than any key.
fn phase(position: &Position, deeds: &[Deed], turn: &Turn) -> Option<Phase> {
    let own = position.own()?;
    let any = |is: fn(&Deed) -> bool| deeds.iter().any(is);
    let active = position.players.get(position.current.index())?;
    let rolled = active.has_rolled.unwrap_or(turn.dice.is_some());
    let resume = if rolled { Resume::Main } else { Resume::BeforeRoll };
    if any(|deed| matches!(deed, Deed::Discard(_))) {
        let half = own.cards / 2;
        let mut owed = position.owed.unwrap_or_default();
        let debt = owed.get_mut(position.me.index())?;
        *debt = if *debt == 0 { half } else { *debt };
        return Debts::new(owed).map(Phase::Discarding);
    }
    if any(|deed| matches!(deed, Deed::Robber { .. })) {
        return Some(Phase::MovingRobber(resume));
    }
    if deeds.contains(&Deed::Roll) {
        return Some(Phase::BeforeRoll);
    }
    if deeds.contains(&Deed::EndTurn) {
        return Some(Phase::Main);
    }
    let road = any(|deed| matches!(deed, Deed::Road(_)));
    let settlement = any(|deed| matches!(deed, Deed::Settlement(_)));
    if own.roads.len() < 2 && (road || settlement) {
        let pieces: usize =
            position.players.iter().map(|stand| stand.n_buildings() + stand.roads.len()).sum();
        let roadless = |vertex: &&Vertex| !vertex.edges().any(|edge| own.roads.contains(&edge));
        let last = own.settlements.iter().find(roadless).copied();
        let settlement = if road { last? } else { Vertex::NOWHERE };
        return Some(Phase::Setup { turn: u8::try_from(pieces).ok()?, settlement });
    }
    road.then(|| Phase::RoadBuilding { left: position.free_roads.clamp(1, 2), resume })
}

/// This turn's dice. A seven is known by what it leads to, should its record be missing.
fn dice(phase: Phase, turn: &Turn) -> Option<[u8; 2]> {
    match phase {
        Phase::Setup { .. } | Phase::BeforeRoll | Phase::RollForFirst(_) => None,
        Phase::MovingRobber(Resume::BeforeRoll) | Phase::RoadBuilding { resume: Resume::BeforeRoll, .. } => {
            None
        }
        Phase::Discarding(_) | Phase::MovingRobber(Resume::Main) => Some(turn.dice.unwrap_or([3, 4])),
        Phase::Main | Phase::RoadBuilding { .. } | Phase::Stealing { .. } | Phase::Ended => {
            Some(turn.dice.unwrap_or([1, 1]))
        }
    }
}

/// Kinds of cards played in this turn.
fn played(position: &Position, phase: Phase, turn: &Turn) -> Vec<DevCard> {
    let Some(stand) = position.players.get(position.current.index()) else { return Vec::new() };
    if !stand.has_played || matches!(phase, Phase::Setup { .. }) {
        return Vec::new();
    }
    if let Some(&card) = turn.played.last() {
        return vec![card];
    }
    // Its record is missing: what was played must lie on the table.
    let likely =
        if matches!(phase, Phase::RoadBuilding { .. }) { DevCard::RoadBuilding } else { DevCard::Knight };
    let lies = |card: &DevCard| stand.played[card.index()] > 0;
    [likely].into_iter().chain(DevCard::ALL).find(lies).into_iter().collect()
}

/// What nobody showed us, dealt in order of the seats; victory points stay in the deck as long as they can, so that
/// nobody has won.
fn guess(view: &View, me: Seat) -> Option<Guess> {
    let own = view.players.get(me.index())?;
    let (hand, held) = (own.resources?, own.dev_cards?);
    let mut cards = rest(rest([19; 5], view.bank.counts())?, hand.counts())?;
    let mut deck = rest(DevCards::FULL_DECK.counts(), held.counts())?;
    for player in &view.players {
        deck = rest(deck, player.played.counts())?;
    }
    let mut guess = Guess { bought: own.bought_this_turn?, ..Guess::default() };
    if view.current != me {
        guess.bought = DevCards::EMPTY;
    }
    let points = DevCard::VictoryPoint.index();
    for (seat, player) in view.players.iter().enumerate() {
        if seat == me.index() {
            guess.hands[seat] = hand;
            guess.held[seat] = held;
        } else {
            guess.hands[seat] = Hand::new(deal(&mut cards, player.resource_count, [0, 1, 2, 3, 4])?)?;
            let kinds = [0, 2, 3, 4, points];
            guess.held[seat] = DevCards::new(deal(&mut deck, player.dev_card_count, kinds)?)?;
        }
    }
    guess.deck = DevCards::new(deck)?;
    Some(guess)
}

fn rest(all: Counts, less: Counts) -> Option<Counts> {
    let mut left = all;
    for (left, less) in left.iter_mut().zip(less) {
        *left = left.checked_sub(less)?;
    }
    Some(left)
}

/// `n` cards of the first kinds that there are.
fn deal(from: &mut Counts, n: u8, kinds: [usize; 5]) -> Option<Counts> {
    let mut dealt = Counts::default();
    let mut due = n;
    for kind in kinds {
        let part = due.min(from[kind]);
        from[kind] -= part;
        dealt[kind] = part;
        due -= part;
    }
    (due == 0).then_some(dealt)
}
