//! The laws of the contract, for roulette: every number of players, several sets of rules.
//!
//! Random play leans towards what makes rounds go round; far ends (the last round, empty hands) are begun from
//! positions made by hand.

use game::conformance::{self, SplitMix, Subject, Tally};
use game::{Game, Legal, Luck, Seat};
use roulette::{Action, Bet, Name, Outcome, Phase, Presence, Roulette, Rules, Setup, TABLE, View};

use crate::script::Scene;

struct AnyRoulette;

/// The default, and rules that differ from it in everything.
fn rules() -> [Rules; 3] {
    let timed = Rules { is_manual_spin: false, ..Rules::default() };
    let strict =
        Rules { zero_bets: false, min_bet: 5, max_total_bet: 60, spin_timer_sec: 7, is_manual_spin: false };
    [Rules::default(), timed, strict]
}

/// A table of two whose players have nothing left.
fn broke() -> Scene {
    let mut scene = Scene::with(&Setup { chips: 50, ..Setup::new(2) });
    scene.play("0 bet 50 red; 1 bet 50 red").settle(0).play("0 next");
    scene
}

fn last_round() -> Roulette {
    let mut raw = Scene::of(2).game.to_raw();
    raw.current_round = u32::MAX;
    raw.result_history = vec![7; 20];
    Roulette::load(&raw).unwrap()
}

impl Subject for AnyRoulette {
    type Game = Roulette;
    const SECRETS: bool = false;
    const WINNERS: bool = false;

    fn setups() -> Vec<Setup> {
        let setup = |players, rules| Setup { rules, chips: 100, ..Setup::new(players) };
        let any_rules =
            (1..=10).zip(rules().into_iter().cycle()).map(|(players, rules)| setup(players, rules));
        any_rules.chain(rules().map(|rules| setup(2, rules))).collect()
    }

    fn positions() -> Vec<Roulette> {
        let mut without_host = broke();
        without_host.play("0 leave");
        let mut every_bet = Scene::of(1);
        for bet in Bet::all() {
            every_bet.play(&format!("0 bet 1 {bet}"));
        }
        let mut deserted = Scene::of(1);
        deserted.play("0 leave");
        vec![broke().game, without_host.game, every_bet.game, deserted.game, last_round()]
    }

    fn conceivable(game: &Roulette, seat: Seat, visit: &mut dyn FnMut(Action)) {
        let (min, max) = (game.rules().min_bet, game.rules().max_total_bet);
        // Where no bet at all is taken, one in twelve is enough.
        let takes_bets = game.phase() == Phase::Betting && game.presence(seat) == Some(Presence::Here);
        let step = if takes_bets { 1 } else { 12 };
        for bet in Bet::all().step_by(step) {
            visit(Action::PlaceBet { bet, amount: min });
        }
        let chips = game.chips(seat).map_or(0, |chips| u32::try_from(chips).unwrap_or(u32::MAX));
        for bet in [0, 145, 156].into_iter().filter_map(Bet::from_index) {
            for amount in [0, min - 1, min + 1, chips, chips.saturating_add(1), max, max + 1, u32::MAX] {
                visit(Action::PlaceBet { bet, amount });
            }
        }
        let n_bets = game.bets(seat).count() as u32;
        for index in (0..n_bets + 2).chain([156, 157, 255, 256, u32::MAX]) {
            visit(Action::RemoveBet { index });
        }
        let name = Name::new("Zoë").ok();
        [
            Action::Spin,
            Action::Settle,
            Action::EndRound,
            Action::NextRound,
            Action::Close,
            Action::Join { name: None },
            Action::Join { name },
            Action::Disconnect,
            Action::Reconnect,
            Action::Leave,
        ]
        .into_iter()
        .for_each(visit);
    }

    fn random_open(game: &Roulette, seat: Seat, luck: &mut SplitMix) -> Option<Action> {
        let legal = game.legal(seat);
        if legal.contains(&Action::Join { name: None }) {
            return Some(Action::Join { name: Name::new("Zoë").ok() });
        }
        let open = legal.open_bets().filter(|open| open.max > open.min)?;
        let Some(Action::PlaceBet { bet, .. }) = legal.get(luck.index(151)) else { return None };
        Some(Action::PlaceBet { bet, amount: open.min + 1 + luck.below(open.max - open.min) })
    }

    fn sample_outcomes() -> Vec<Outcome> {
        [0, 1, 17, 36, 37, 38, 64, 128, 255].map(|winning_number| Outcome { winning_number }).into()
    }

    // Leaving takes a game further that nobody else can: a deserted table closes.
    fn moves_on(action: &Action) -> bool {
        !matches!(action, Action::Disconnect | Action::Reconnect)
    }

    fn choose(game: &Roulette, luck: &mut SplitMix) -> Option<(Seat, Action)> {
        let seat = Seat(luck.below(11) as u8);
        let legal = game.legal(seat);
        // Somebody comes or goes; closing by chance would leave no time for many rounds.
        if luck.one_in(15)
            && let n_presence = legal.len() - legal.n_round_actions()
            && let Some(action) = legal.get(legal.n_round_actions() + luck.index(n_presence))
            && (action != Action::Close || luck.one_in(3))
        {
            return Some((seat, action));
        }
        // Somebody bets or takes a bet back.
        if luck.one_in(2)
            && let Some(open) = Self::random_open(game, seat, luck).filter(|open| !open.is_presence())
        {
            return Some((seat, open));
        }
        if luck.one_in(2) && legal.open_bets().is_some() {
            return Some((seat, legal.get(luck.index(legal.n_round_actions()))?));
        }
        // The round goes on.
        let waited_for = game.to_move();
        let seat = waited_for.iter().nth(luck.index(waited_for.len()))?;
        let turns = [Action::Spin, Action::Settle, Action::EndRound, Action::NextRound];
        let turn = turns.into_iter().find(|turn| game.legal(seat).contains(turn));
        turn.map(|turn| (seat, turn)).or_else(|| conformance::any_move::<Self>(game, luck))
    }

    fn patience() -> u32 {
        150
    }

    fn strata(game: &Roulette, tally: &mut Tally) {
        let view = game.view(game::Viewer::Spectator);
        strata_of_players(&view, tally);
        tally.met(view.phase.name());
        tally.met_if(game.rules().zero_bets, "zero can be joined");
        tally.met_if(!game.rules().zero_bets, "zero cannot be joined");
        tally.met_if(view.result_history.len() == 20, "history full");
        tally.met_if(view.house < 0, "the house has lost");
        tally.met_if(game.round() == u32::MAX, "last round");
        tally.met_if(view.players.iter().any(|player| player.bets.len() == 157), "all bets placed");
        let betting = game.phase() == Phase::Betting;
        let host_is_here = game.presence(Seat(0)) == Some(Presence::Here);
        let table_may_spin = game.is_valid(TABLE, &Action::Spin).is_ok();
        tally.met_if(betting && host_is_here && table_may_spin, "the timer may spin");
        tally.met_if(betting && !host_is_here && table_may_spin, "the timer spins for the host");
        tally.met_if(betting && !host_is_here && game.at_stake() == 0, "no host and no bets");
        let can_bet = |seat: u8| game.legal(Seat(seat)).open_bets().is_some();
        tally.met_if(betting && !(0..10).any(can_bet), "nobody can bet");
        let at_limit = |total: u32| game.rules().max_total_bet - total < game.rules().min_bet;
        let limited = view.players.iter().any(|player| {
            player.chips >= u64::from(game.rules().min_bet) && at_limit(player.total_bet_amount)
        });
        tally.met_if(betting && limited, "at the limit with chips left");
    }

    fn required_strata() -> &'static [&'static str] {
        &[
            "betting",
            "spinning",
            "settlement",
            "round_end",
            "closed",
            "zero can be joined",
            "zero cannot be joined",
            "history full",
            "the house has lost",
            "last round",
            "all bets placed",
            "the timer may spin",
            "the timer spins for the host",
            "no host and no bets",
            "nobody can bet",
            "at the limit with chips left",
            "nobody at the table",
            "1 player",
            "ten players",
            "somebody is away",
            "somebody is away with bets",
            "somebody has left with bets open",
            "somebody has left with bets settled",
        ]
    }

    fn check_invariants(game: &Roulette) -> Result<(), String> {
        let sum = game.in_hands().cast_signed() + game.at_stake().cast_signed() + game.house();
        if sum != game.issued() {
            return Err(format!("the accounts add up to {sum}, not {}", game.issued()));
        }
        for seat in (0..10).map(Seat) {
            let bets: Vec<_> = game.bets(seat).collect();
            let total: u32 = bets.iter().map(|(_, amount)| amount).sum();
            if total > game.rules().max_total_bet {
                return Err(format!("{seat} has staked {total}"));
            }
            if bets.iter().any(|(bet, amount)| {
                *amount < game.rules().min_bet || (bet.joins_zero() && !game.rules().zero_bets)
            }) {
                return Err(format!("{seat} has a bet that the table does not take: {bets:?}"));
            }
            if game.presence(seat) == Some(Presence::Left) && bets.is_empty() {
                return Err(format!("{seat} is gone, yet holds the seat"));
            }
        }
        // The number is in the history once it is settled, and not a moment sooner.
        let known = game.round() - u32::from(game.phase().settled_number().is_none());
        if game.history().as_slice().len() != (known as usize).min(20) {
            return Err(format!("{:?} after {known} results", game.history()));
        }
        Ok(())
    }
}

fn strata_of_players(view: &View, tally: &mut Tally) {
    let settled = view.players.iter().any(|player| player.total_returned.is_some());
    match view.players.len() {
        0 => tally.met("nobody at the table"),
        1 => tally.met("1 player"),
        10 => tally.met("ten players"),
        _ => {}
    }
    for player in &view.players {
        let has_bets = !player.bets.is_empty();
        match player.presence {
            Presence::Here => {}
            Presence::Away => {
                tally.met("somebody is away");
                tally.met_if(has_bets, "somebody is away with bets");
            }
            Presence::Left if settled => tally.met("somebody has left with bets settled"),
            Presence::Left => tally.met("somebody has left with bets open"),
        }
    }
}

#[test]
fn accepts_exactly_what_is_legal() {
    conformance::accepts_exactly_what_is_legal::<AnyRoulette>(600);
}

#[test]
fn rejection_changes_nothing() {
    conformance::rejection_changes_nothing::<AnyRoulette>(300);
}

#[test]
fn replay_gives_the_same_state() {
    conformance::replay_gives_the_same_state::<AnyRoulette>(100);
}

#[test]
fn chances_add_up() {
    conformance::chances_add_up::<AnyRoulette>(50_000);
}

#[test]
fn order_of_legal_actions_is_stable() {
    conformance::order_of_legal_actions_is_stable::<AnyRoulette>(300);
}

#[test]
fn finished_game_accepts_nothing() {
    conformance::finished_game_accepts_nothing::<AnyRoulette>(50);
}

#[test]
fn somebody_can_always_move() {
    conformance::somebody_can_always_move::<AnyRoulette>(100_000);
}

#[test]
fn everyone_sees_the_same() {
    conformance::nothing_hidden_shows::<AnyRoulette>(100);
}

#[test]
fn invariants_hold_for_a_million_actions_with_each_set_of_rules() {
    conformance::invariants_hold::<AnyRoulette>(3_000_000);
}
