//! Chips are neither made nor lost, along a million random actions.

use game::conformance::SplitMix;
use game::{Game, Legal, Luck, Seat, draw};
use roulette::{Action, Bet, Event, HOST, Number, Phase, Presence, Roulette, Rules, Setup};

/// What the view says of hands, stakes and house: added up without asking the state for its sums.
fn counted(game: &Roulette) -> i64 {
    let view = game.view(game::Viewer::Spectator);
    let settled = game.phase().settled_number().is_some();
    let of_players = view.players.iter().map(|player| {
        let staked: u32 = if settled { 0 } else { player.bets.iter().map(|bet| bet.amount).sum() };
        i64::try_from(player.chips).unwrap() + i64::from(staked)
    });
    view.house + of_players.sum::<i64>()
}

/// Anything anybody might do, mostly about the round and with any amount.
fn random_action(game: &Roulette, luck: &mut SplitMix) -> (Seat, Action) {
    if luck.one_in(5_000) {
        return (HOST, Action::Close);
    }
    let seat = Seat(luck.below(11) as u8);
    let legal = game.legal(seat);
    let n_round = legal.n_round_actions();
    if legal.open_bets().is_some() && !luck.one_in(3) {
        let bet = Bet::from_index(luck.index(Bet::COUNT)).unwrap();
        return (seat, Action::PlaceBet { bet, amount: luck.below(3_000) });
    }
    let n = if n_round > 0 && !luck.one_in(20) { n_round } else { legal.len() };
    // Closing by chance would leave no time to win.
    let action = legal.get(luck.index(n)).filter(|action| *action != Action::Close);
    (seat, action.unwrap_or(Action::Reconnect))
}

// docs/rules/roulette.md §9.1
#[test]
fn chips_are_conserved_over_a_million_random_actions() {
    let mut luck = SplitMix::new(36);
    let (mut accepted, mut rounds, mut ends, mut leavers) = (0, 0, 0, 0);
    let mut events = Vec::new();
    // Bounded, so that rules that accept nothing fail instead of running for ever.
    for _ in 0..2_000 {
        if accepted >= 1_000_000 {
            break;
        }
        let rules = Rules {
            zero_bets: luck.one_in(2),
            min_bet: 1 + luck.below(20),
            max_total_bet: 20 + luck.below(20_000),
            is_manual_spin: luck.one_in(2),
            ..Rules::default()
        };
        let players = 1 + luck.below(10) as u8;
        let chips = 1 + luck.below(100_000);
        let mut game = Roulette::create(&Setup { players, rules, chips, names: Vec::new() }).unwrap();
        let mut total = i64::from(players) * i64::from(chips);
        for _ in 0..10_000 {
            let (seat, action) = random_action(&game, &mut luck);
            let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
            events.clear();
            if game.apply(seat, &action, outcome, &mut events).is_err() {
                continue;
            }
            accepted += 1;
            for event in &events {
                match event {
                    Event::Joined { chips, .. } => total += i64::from(*chips),
                    Event::CashedOut { chips, .. } => total -= i64::try_from(*chips).unwrap(),
                    Event::BetPlaced { .. }
                    | Event::BetRemoved { .. }
                    | Event::BettingClosed { .. }
                    | Event::WheelSpun { .. }
                    | Event::RoundSettled { .. }
                    | Event::BetSettled { .. }
                    | Event::PlayerSettled { .. }
                    | Event::RoundEnded { .. }
                    | Event::BettingOpened { .. }
                    | Event::Left { .. }
                    | Event::Disconnected { .. }
                    | Event::Reconnected { .. }
                    | Event::StakeReturned { .. }
                    | Event::Closed { .. } => {}
                }
            }
            assert_eq!(game.issued(), total, "after {action} of {seat}");
            let sum = game.in_hands().cast_signed() + game.at_stake().cast_signed() + game.house();
            assert_eq!(sum, total, "after {action} of {seat}");
            if accepted % 16 == 0 {
                assert_eq!(counted(&game), total, "after {action} of {seat}");
            }
            leavers += u32::from(events.iter().any(
                |event| matches!(event, Event::Left { seat } if game.presence(*seat) == Some(Presence::Left)),
            ));
            if game.phase() == Phase::Closed {
                ends += 1;
                break;
            }
        }
        rounds += game.round();
    }
    assert!(accepted >= 1_000_000, "only {accepted} actions accepted");
    // The walk went everywhere, or it proves little.
    assert!(rounds > 1_000 && ends > 20 && leavers > 200, "{rounds} rounds, {ends} ends, {leavers} leavers");
}

// docs/rules/roulette.md §5.7: the events of a settlement tell exactly what happened to the accounts.
#[test]
fn the_results_add_up() {
    let mut luck = SplitMix::new(17);
    let mut game = Roulette::create(&Setup { chips: 1_000_000, ..Setup::new(10) }).unwrap();
    for _ in 0..500 {
        for seat in (0..10).map(Seat) {
            for _ in 0..luck.below(8) {
                let bet = Bet::from_index(luck.index(Bet::COUNT)).unwrap();
                let amount = 1 + luck.below(100);
                game.apply(seat, &Action::PlaceBet { bet, amount }, None, &mut game::Unheard).unwrap();
            }
        }
        let chance = game.chance(Seat(0), &Action::Spin).unwrap();
        let outcome = draw(&chance, &mut luck);
        let number = Number::new(outcome.winning_number).unwrap();
        game.apply(Seat(0), &Action::Spin, Some(outcome), &mut game::Unheard).unwrap();
        let before = game.clone();
        let mut events = Vec::new();
        game.apply(roulette::TABLE, &game.due().unwrap(), None, &mut events).unwrap();
        let mut expected = vec![Event::RoundSettled { round: game.round(), number }];
        let mut house = before.house();
        for seat in (0..10).map(Seat) {
            let bets: Vec<_> = before.bets(seat).collect();
            let returns = bets.iter().map(|&(bet, amount)| {
                u64::from(bet.numbers().contains(number)) * u64::from(amount) * 36
                    / bet.numbers().len() as u64
            });
            let returns: Vec<u64> = returns.collect();
            expected.extend(bets.iter().zip(&returns).map(|(&(bet, amount), &returned)| Event::BetSettled {
                seat,
                bet,
                amount,
                returned,
            }));
            if bets.is_empty() {
                continue;
            }
            let staked: u32 = bets.iter().map(|&(_, amount)| amount).sum();
            let returned = returns.iter().sum();
            let result = Event::PlayerSettled { seat, staked, returned };
            assert_eq!(result.net(), Some(returned.cast_signed() - i64::from(staked)));
            expected.push(result);
            assert_eq!(game.chips(seat), before.chips(seat).map(|chips| chips + returned));
            house += i64::from(staked) - returned.cast_signed();
        }
        assert_eq!(events, expected);
        assert_eq!(game.house(), house);
        game.apply(roulette::TABLE, &game.due().unwrap(), None, &mut game::Unheard).unwrap();
        game.apply(Seat(0), &Action::NextRound, None, &mut game::Unheard).unwrap();
    }
}
