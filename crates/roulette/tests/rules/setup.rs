//! Setups, good and bad.

use game::{Game, Seat, SeatSet};
use roulette::{Name, Phase, Presence, Roulette, Rules, Setup, SetupFault, SetupFaults};

// docs/rules/roulette.md §4.1, §5.1
#[test]
fn a_new_table() {
    for players in 1..=10 {
        let game = Roulette::create(&Setup::new(players)).unwrap();
        assert_eq!(game.phase(), Phase::Betting);
        assert_eq!((game.round(), game.house(), game.at_stake()), (1, 0, 0));
        assert_eq!(game.issued(), 1_000 * i64::from(players));
        assert!(game.history().as_slice().is_empty());
        assert_eq!(game.ended(), None);
        assert_eq!(game.to_move(), SeatSet::only(Seat(0)));
        for seat in 0..10 {
            let taken = (seat < players).then_some(Presence::Here);
            assert_eq!(game.presence(Seat(seat)), taken);
            assert_eq!(game.chips(Seat(seat)), taken.map(|_| 1_000));
            assert_eq!(game.bets(Seat(seat)).count(), 0);
        }
        assert_eq!(game.free_seat(), (players < 10).then_some(Seat(players)));
    }
}

// docs/rules/roulette.md §4.1, §4.3
#[test]
fn a_name_for_every_player_and_none_for_anybody_else() {
    let names = |n: u8| (0..n).map(|seat| Name::of_seat(Seat(seat))).collect();
    for players in 1..=10 {
        let game = Roulette::create(&Setup { names: names(players), ..Setup::new(players) }).unwrap();
        assert_eq!(game.seats(), 11, "ten for players and the table's own");
        assert!(Roulette::create(&Setup { names: names(players + 1), ..Setup::new(players) }).is_err());
    }
}

// docs/rules/roulette.md §4.4
#[test]
fn default_rules() {
    let rules = Rules::default();
    assert_eq!((rules.zero_bets, rules.min_bet, rules.max_total_bet), (true, 1, 10_000));
    assert_eq!((rules.spin_timer_sec, rules.is_manual_spin), (30, true));
    assert_eq!(*Roulette::create(&Setup::new(2)).unwrap().rules(), rules);
}

// docs/rules/roulette.md §4.1
#[test]
fn the_first_players_can_have_names() {
    let names = vec![Name::new("Zoë").unwrap(), Name::new("Max").unwrap()];
    let game = Roulette::create(&Setup { names, ..Setup::new(3) }).unwrap();
    let called: Vec<_> = game.to_raw().players.into_iter().map(|player| player.display_name).collect();
    assert_eq!(called, ["Zoë", "Max", "Player 3"]);
}

// docs/rules/roulette.md §4.5
#[test]
fn a_bad_setup_is_refused_with_all_its_faults() {
    let name = Name::new("A").unwrap();
    let rules = Rules { min_bet: 0, max_total_bet: 1_000_001, spin_timer_sec: 0, ..Rules::default() };
    let setup = Setup { players: 0, rules, chips: 0, names: vec![name] };
    let faults = Roulette::create(&setup).unwrap_err();
    assert_eq!(
        faults.list(),
        [
            SetupFault::Players(0),
            SetupFault::Names { names: 1, players: 0 },
            SetupFault::Chips(0),
            SetupFault::MinBet,
            SetupFault::MaxTotalBet(1_000_001),
            SetupFault::SpinTimer(0),
        ]
    );
    assert_eq!(
        faults.to_string(),
        "roulette is played by 1 to 10 players, not 0; there are 1 names for 0 players; each player begins with \
         1 to 1000000000 chips, not 0; the smallest bet is at least 1; the stakes of a round are limited to at \
         most 1000000, not 1000001; the betting is open for 1 to 3600 seconds, not 0"
    );
}

// docs/rules/roulette.md §4.1, §4.4: on both sides of every limit.
#[test]
fn limits_of_the_setup() {
    let check = |change: &dyn Fn(&mut Setup), expected: Option<SetupFault>| {
        let mut setup = Setup::new(2);
        change(&mut setup);
        let found = Roulette::create(&setup).err();
        assert_eq!(found.as_ref().map(SetupFaults::list), expected.as_ref().map(std::slice::from_ref));
    };
    check(&|s| s.players = 1, None);
    check(&|s| s.players = 10, None);
    check(&|s| s.players = 11, Some(SetupFault::Players(11)));
    check(&|s| s.chips = 1, None);
    check(&|s| s.chips = 1_000_000_000, None);
    check(&|s| s.chips = 1_000_000_001, Some(SetupFault::Chips(1_000_000_001)));
    check(&|s| s.rules.min_bet = 10_000, None);
    check(&|s| s.rules.min_bet = 10_001, Some(SetupFault::MinOverMax { min: 10_001, max: 10_000 }));
    check(&|s| s.rules.max_total_bet = 1_000_000, None);
    check(&|s| s.rules.max_total_bet = 0, Some(SetupFault::MinOverMax { min: 1, max: 0 }));
    check(&|s| s.rules.spin_timer_sec = 1, None);
    check(&|s| s.rules.spin_timer_sec = 3_600, None);
    check(&|s| s.rules.spin_timer_sec = 3_601, Some(SetupFault::SpinTimer(3_601)));
}
