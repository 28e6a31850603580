//! The one door for a state that comes from outside.
//!
//! One function per aspect: ranges, phase data, sheets, sums, winners. All of them look, so that whoever wrote the
//! state reads every fault at once. Whatever [`Kniffel::to_raw`] writes comes back as an equal state.
//!
//! Rules: docs/rules/kniffel.md §2, §6.

use game::{Seat, SeatSet};

use crate::score::{fixed, is_possible};
use crate::{
    Category, Dice, EXTRA_KNIFFEL, Fault, KNIFFEL, Keep, Kniffel, MAX_PLAYERS, Phase, PhaseName, ROLLS,
    ROUNDS, Raw, RawPlayer, Sheet, Turn, UPPER_BONUS, UPPER_GOAL, winners,
};

impl Kniffel {
    /// The state that a raw one describes.
    ///
    /// # Errors
    /// Everything that is wrong with it; never an empty list.
    pub fn try_from_raw(raw: &Raw) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        check_ranges(raw, &mut faults);
        check_phase(raw, &mut faults);
        check_filled(raw, &mut faults);
        for (seat, player) in seated(raw) {
            check_scores(seat, player, &mut faults);
            check_extra(seat, player, raw.rules.extra_kniffel, &mut faults);
            check_sums(seat, player, &mut faults);
        }
        check_winners(raw, &mut faults);
        match Dice::new(raw.dice) {
            Some(dice) if faults.is_empty() => Ok(build(raw, dice)),
            Some(_) | None => Err(faults),
        }
    }
}

impl TryFrom<&Raw> for Kniffel {
    type Error = Vec<Fault>;

    fn try_from(raw: &Raw) -> Result<Self, Vec<Fault>> {
        Self::try_from_raw(raw)
    }
}

/// Makes the state of a raw one that was found to be sound.
fn build(raw: &Raw, dice: Dice) -> Kniffel {
    let seats_where = |test: fn(&RawPlayer) -> bool| {
        seated(raw).filter(move |(_, player)| test(player)).map(|(seat, _)| seat)
    };
    let mut sheets = [Sheet::default(); MAX_PLAYERS as usize];
    for (sheet, player) in sheets.iter_mut().zip(&raw.players) {
        *sheet =
            Sheet::from_parts(player.scores.map(|points| points.map(|n| n as u8)), player.extra_kniffels);
    }
    let turn = Turn { round: raw.round, seat: Seat(raw.current_player_index) };
    let phase = match raw.phase {
        PhaseName::Waiting => Phase::Waiting { ready: seats_where(|player| player.is_ready).collect() },
        PhaseName::Rolling => Phase::Rolling {
            turn,
            rolls_remaining: raw.rolls_remaining,
            dice,
            kept: Keep::from(raw.kept_dice),
        },
        PhaseName::Ended => Phase::Ended { dice, winners: raw.winners.iter().copied().map(Seat).collect() },
    };
    Kniffel {
        rules: raw.rules,
        players: raw.players.len() as u8,
        connected: seats_where(|player| player.is_connected).collect(),
        phase,
        sheets,
    }
}

/// The players with their seats. More than a table has are left to [`Fault::Players`].
fn seated(raw: &Raw) -> impl Iterator<Item = (Seat, &RawPlayer)> {
    (0..MAX_PLAYERS).map(Seat).zip(&raw.players)
}

fn check_ranges(raw: &Raw, faults: &mut Vec<Fault>) {
    if !(1..=usize::from(MAX_PLAYERS)).contains(&raw.players.len()) {
        faults.push(Fault::Players(raw.players.len()));
    }
    let wrong = |(_, face): &(usize, u8)| !(1..=6).contains(face);
    let dice = raw.dice.into_iter().enumerate().filter(wrong);
    faults.extend(dice.map(|(place, face)| Fault::Die { place, face }));
}

/// What each phase allows for round, player, rolls, dice, kept and ready.
fn check_phase(raw: &Raw, faults: &mut Vec<Fault>) {
    let players = raw.players.len();
    let current = usize::from(raw.current_player_index);
    let (round_fits, player_fits, rolls_fit) = match raw.phase {
        PhaseName::Waiting => (raw.round == 1, current == 0, raw.rolls_remaining == ROLLS),
        PhaseName::Rolling => {
            ((1..=ROUNDS).contains(&raw.round), current < players, raw.rolls_remaining <= ROLLS)
        }
        PhaseName::Ended => (raw.round == ROUNDS, current + 1 == players, raw.rolls_remaining == 0),
    };
    let first_turn = raw.round == 1 && current == 0 && raw.rolls_remaining == ROLLS;
    // The first roll of a turn keeps nothing, so that something is kept only once two were made.
    let may_keep = raw.phase == PhaseName::Rolling && raw.rolls_remaining < ROLLS - 1;
    let all_ready = raw.players.iter().all(|player| player.is_ready);
    for (fits, fault) in [
        (round_fits, Fault::Round(raw.round)),
        (player_fits, Fault::CurrentPlayer(raw.current_player_index)),
        (rolls_fit, Fault::Rolls(raw.rolls_remaining)),
        (!first_turn || raw.dice == Dice::PLACEHOLDER.faces(), Fault::DiceBeforeFirstRoll),
        (may_keep || raw.kept_dice == [false; 5], Fault::Kept),
        (all_ready == (raw.phase != PhaseName::Waiting), Fault::Ready),
    ] {
        if !fits {
            faults.push(fault);
        }
    }
}

/// Each seat has filled one box for every turn it has had.
fn check_filled(raw: &Raw, faults: &mut Vec<Fault>) {
    for (seat, player) in seated(raw) {
        let filled = player.scores.iter().flatten().count();
        let expected = usize::from(match raw.phase {
            PhaseName::Waiting => 0,
            PhaseName::Rolling if seat.0 < raw.current_player_index => raw.round,
            PhaseName::Rolling => raw.round.saturating_sub(1),
            PhaseName::Ended => ROUNDS,
        });
        if filled != expected {
            faults.push(Fault::Filled { seat, filled, expected });
        }
    }
}

fn check_scores(seat: Seat, player: &RawPlayer, faults: &mut Vec<Fault>) {
    for (category, points) in Category::ALL.into_iter().zip(player.scores) {
        if let Some(points) = points
            && !is_possible(points, category)
        {
            faults.push(Fault::Score { seat, category, points });
        }
    }
}

/// Every further Kniffel needs a box that it can have filled, and a Kniffel before it.
fn check_extra(seat: Seat, player: &RawPlayer, extra_kniffel: bool, faults: &mut Vec<Fault>) {
    let given = player.extra_kniffels;
    let may = extra_kniffel && player.scores[Category::Kniffel.index()] == Some(u16::from(KNIFFEL));
    let boxes = Category::ALL.into_iter().zip(player.scores);
    let takers =
        boxes.filter(|(category, points)| points.is_some_and(|points| takes_joker(*category, points)));
    let possible = if may { takers.count() as u8 } else { 0 };
    if given > possible {
        faults.push(Fault::ExtraKniffels { seat, given, possible });
    }
}

/// Whether these points can stand in this box because of a further Kniffel.
fn takes_joker(category: Category, points: u16) -> bool {
    if let Some(face) = category.face() {
        points == 0 || points == 5 * u16::from(face)
    } else if fixed(category).is_some() {
        points > 0 && category != Category::Kniffel
    } else {
        points > 0 && points.is_multiple_of(5)
    }
}

fn check_sums(seat: Seat, player: &RawPlayer, faults: &mut Vec<Fault>) {
    // Points out of range must not overflow a sum: a fault is reported for them anyway.
    let sum = |scores: &[Option<u16>]| scores.iter().flatten().fold(0, |sum: u16, n| sum.saturating_add(*n));
    let upper_sum = sum(&player.scores[..6]);
    let upper_bonus = if upper_sum >= UPPER_GOAL.into() { u16::from(UPPER_BONUS) } else { 0 };
    let extra = u16::from(player.extra_kniffels) * u16::from(EXTRA_KNIFFEL);
    let total = sum(&player.scores).saturating_add(upper_bonus).saturating_add(extra);
    if player.upper_sum != upper_sum {
        faults.push(Fault::UpperSum { seat, given: player.upper_sum, expected: upper_sum });
    }
    if player.upper_bonus != upper_bonus {
        faults.push(Fault::UpperBonus { seat, given: player.upper_bonus, expected: upper_bonus });
    }
    if player.total != total {
        faults.push(Fault::Total { seat, given: player.total, expected: total });
    }
}

/// The winners are ascending, and exactly those with the highest total; before the end there are none.
fn check_winners(raw: &Raw, faults: &mut Vec<Fault>) {
    let totals: Vec<u16> = seated(raw).map(|(_, player)| player.total).collect();
    let expected = if raw.phase == PhaseName::Ended { winners(&totals) } else { SeatSet::EMPTY };
    if !expected.iter().map(|seat| seat.0).eq(raw.winners.iter().copied()) {
        faults.push(Fault::Winners);
    }
}
