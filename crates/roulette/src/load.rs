//! The one door for states from outside.
//!
//! *Loading* checks plain data against everything that holds in every state of ours and reports all that does not,
//! not only the first. Only then is a state built, so a loaded table can be trusted like one that was played.
//!
//! Rules: docs/rules/roulette.md §10.1.

use game::Seat;

use crate::setup::chip_faults;
use crate::stakes::Stakes;
use crate::state::{LAST_ROUND, Player, Presence, most_chips, most_house};
use crate::{
    Bet, History, LoadFault, LoadFaults, MAX_PLAYERS, Name, Number, Phase, PlayerFault, Raw, RawPlayer,
    Roulette, Stage,
};

impl Roulette {
    /// The state that the data describe.
    ///
    /// # Errors
    /// Everything that could not be so in a state of ours.
    pub fn load(raw: &Raw) -> Result<Self, LoadFaults> {
        let mut faults = Vec::new();
        check_rules(raw, &mut faults);
        let phase = phase(raw, &mut faults);
        check_round(raw, &mut faults);
        let history = history(raw, &mut faults);
        check_house(raw, &mut faults);
        let players = players(raw, &mut faults);
        check_accounts(raw, &mut faults);
        match (phase, faults.is_empty()) {
            (Some(phase), true) => Ok(Self {
                rules: raw.rules,
                start_chips: raw.start_chips,
                phase,
                round: raw.current_round,
                history,
                house: raw.house,
                issued: raw.issued,
                players,
            }),
            _ => Err(LoadFaults(faults)),
        }
    }
}

/// Whether the bets are paid in this stage, so that the chips of the round are with players and house again.
const fn is_settled(stage: Stage) -> bool {
    match stage {
        Stage::Settlement | Stage::RoundEnd => true,
        Stage::Betting | Stage::Spinning | Stage::Closed => false,
    }
}

/// How many rounds are settled.
fn settled_rounds(raw: &Raw) -> u32 {
    if is_settled(raw.phase) { raw.current_round } else { raw.current_round.saturating_sub(1) }
}

fn check_rules(raw: &Raw, faults: &mut Vec<LoadFault>) {
    let mut found = Vec::new();
    raw.rules.faults(&mut found);
    chip_faults(raw.start_chips, &mut found);
    faults.extend(found.into_iter().map(LoadFault::Setup));
}

fn phase(raw: &Raw, faults: &mut Vec<LoadFault>) -> Option<Phase> {
    let stage = raw.phase;
    let with_number: fn(Number) -> Phase = match stage {
        Stage::Betting | Stage::Closed => {
            if raw.winning_number.is_some() {
                faults.push(LoadFault::NumberUnexpected(stage));
            }
            return Some(if stage == Stage::Closed { Phase::Closed } else { Phase::Betting });
        }
        Stage::Spinning => Phase::Spinning,
        Stage::Settlement => Phase::Settlement,
        Stage::RoundEnd => Phase::RoundEnd,
    };
    let Some(given) = raw.winning_number else {
        faults.push(LoadFault::NumberMissing(stage));
        return None;
    };
    let number = Number::new(given);
    if number.is_none() {
        faults.push(LoadFault::NotOnWheel(given));
    }
    number.map(with_number)
}

fn check_round(raw: &Raw, faults: &mut Vec<LoadFault>) {
    if raw.current_round == 0 {
        faults.push(LoadFault::Round);
    }
    let is_spun = raw.phase == Stage::Spinning || is_settled(raw.phase);
    if raw.current_round == LAST_ROUND && is_spun {
        faults.push(LoadFault::LastRound);
    }
}

fn history(raw: &Raw, faults: &mut Vec<LoadFault>) -> History {
    let given = &raw.result_history;
    let expected = (settled_rounds(raw) as usize).min(History::CAPACITY);
    if given.len() != expected {
        faults.push(LoadFault::HistoryLength { found: given.len(), expected });
    }
    if is_settled(raw.phase) && given.first().copied() != raw.winning_number {
        faults.push(LoadFault::HistoryNewest);
    }
    for (index, &number) in given.iter().enumerate().filter(|(_, number)| Number::new(**number).is_none()) {
        faults.push(LoadFault::ResultNotOnWheel { index, number });
    }
    let mut history = History::EMPTY;
    given.iter().rev().filter_map(|&result| Number::new(result)).for_each(|number| history.push(number));
    history
}

fn check_house(raw: &Raw, faults: &mut Vec<LoadFault>) {
    if raw.house.unsigned_abs() > most_house(settled_rounds(raw)) {
        faults.push(LoadFault::House(raw.house));
    }
}

fn check_accounts(raw: &Raw, faults: &mut Vec<LoadFault>) {
    let is_open = !is_settled(raw.phase);
    let of_players = raw.players.iter().map(|player| {
        let staked = if is_open { bet_sum(player) } else { 0 };
        i128::from(player.chips) + staked
    });
    let sum = i128::from(raw.house) + of_players.sum::<i128>();
    if sum != i128::from(raw.issued) {
        faults.push(LoadFault::Accounts { sum, issued: raw.issued });
    }
}

fn bet_sum(player: &RawPlayer) -> i128 {
    player.bets.iter().map(|bet| i128::from(bet.amount)).sum()
}

fn players(raw: &Raw, faults: &mut Vec<LoadFault>) -> [Option<Player>; MAX_PLAYERS as usize] {
    let mut places = [const { None }; MAX_PLAYERS as usize];
    for given in &raw.players {
        let seat = given.seat;
        let player = player(raw, given, &mut |fault| faults.push(LoadFault::Player { seat, fault }));
        match places.get_mut(Seat(seat).index()) {
            None => faults.push(LoadFault::Seat(seat)),
            Some(Some(_)) => faults.push(LoadFault::SeatTwice(seat)),
            Some(place) => *place = Some(player),
        }
    }
    places
}

fn player(raw: &Raw, given: &RawPlayer, fault: &mut impl FnMut(PlayerFault)) -> Player {
    let name = Name::new(&given.display_name).unwrap_or_else(|found| {
        fault(found.into());
        Name::of_seat(Seat(given.seat))
    });
    let sum = bet_sum(given);
    // What is staked counts as if it were still in the hand; once settled it is gone (§9.2).
    let open = if is_settled(raw.phase) { 0 } else { sum };
    if i128::from(given.chips) + open > i128::from(most_chips(settled_rounds(raw))) {
        fault(PlayerFault::Chips(given.chips));
    }
    let stakes = stakes(raw, given, fault);
    if sum != i128::from(given.total_bet_amount) {
        fault(PlayerFault::Total { sum, total: given.total_bet_amount });
    }
    if sum > i128::from(raw.rules.max_total_bet) {
        fault(PlayerFault::OverMaximum(sum));
    }
    if raw.phase == Stage::Closed && !given.bets.is_empty() {
        fault(PlayerFault::BetsAfterEnd);
    }
    let presence = presence(raw, given, fault);
    Player { name, presence, chips: given.chips, stakes }
}

fn stakes(raw: &Raw, given: &RawPlayer, fault: &mut impl FnMut(PlayerFault)) -> Stakes {
    let allowed = i64::from(raw.rules.min_bet.max(1))..=i64::from(raw.rules.max_total_bet);
    let mut seen = [false; Bet::COUNT];
    let mut stakes = Stakes::NONE;
    for (index, named) in given.bets.iter().enumerate() {
        let amount = named.amount;
        if !allowed.contains(&amount) {
            fault(PlayerFault::Amount { index, amount });
        }
        let bet = match named.bet() {
            Ok(bet) => bet,
            Err(found) => {
                fault(PlayerFault::Bet { index, fault: found });
                continue;
            }
        };
        if bet.joins_zero() && !raw.rules.zero_bets {
            fault(PlayerFault::ZeroBet { index });
        }
        if std::mem::replace(&mut seen[bet.index()], true) {
            fault(PlayerFault::BetTwice { index });
            continue;
        }
        // Only a state without faults is built, and its stakes fit; what does not fit was reported above or will be.
        let fits = u32::try_from(amount).ok().filter(|&amount| stakes.total().checked_add(amount).is_some());
        if let Some(amount @ 1..) = fits {
            stakes.add(bet, amount);
        }
    }
    stakes
}

fn presence(raw: &Raw, given: &RawPlayer, fault: &mut impl FnMut(PlayerFault)) -> Presence {
    if !given.has_left {
        return if given.is_connected { Presence::Here } else { Presence::Away };
    }
    if given.is_connected {
        fault(PlayerFault::LeftConnected);
    }
    if given.bets.is_empty() {
        fault(PlayerFault::LeftWithoutBets);
    }
    if is_settled(raw.phase) && given.chips > 0 {
        fault(PlayerFault::LeftWithChips);
    }
    Presence::Left
}
