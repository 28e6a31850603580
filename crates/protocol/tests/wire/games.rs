//! Random games of every kind, to be looked at position by position.
//!
//! A *subject* is a game with setups worth testing and a player who also does what is described and not listed.

use game::conformance::SplitMix;
use game::{Game, Legal, Luck, Seat, draw};
use protocol::Wire;

/// A game as the tests play it.
pub(crate) trait Subject: Wire {
    /// Beginnings of every kind.
    fn setups(luck: &mut SplitMix) -> Vec<Self::Setup>;

    /// A legal action that is described and not listed.
    fn described(&self, _seat: Seat, _luck: &mut SplitMix) -> Option<Self::Action> {
        None
    }
}

impl Subject for catan::Catan {
    fn setups(luck: &mut SplitMix) -> Vec<catan::Setup> {
        let mut setups = Vec::new();
        for profile in catan::Profile::ALL {
            for players in profile.players() {
                let mut rules = profile.rules();
                // Fewer points make shorter games, so that the end is met too.
                rules.points_to_win = 5 + luck.below(6) as u8;
                rules.hands_open = luck.one_in(4);
                let order = luck.one_in(2).then(|| (0..players).rev().map(Seat).collect());
                setups.push(catan::Setup { players, rules, board: catan::Board::random(luck), order });
            }
        }
        setups
    }

    fn described(&self, seat: Seat, luck: &mut SplitMix) -> Option<catan::Action> {
        let legal = self.legal(seat);
        let hand = self.hand(seat);
        if let Some(owed) = legal.discard_owed() {
            let mut left = hand.counts();
            let mut cards = [0; 5];
            for _ in 0..owed {
                let kind =
                    catan::Hand::new(left)?.card_at(luck.below(left.iter().map(|&n| u32::from(n)).sum()));
                left[kind.index()] -= 1;
                cards[kind.index()] += 1;
            }
            return Some(catan::Action::Discard(catan::Hand::new(cards)?));
        }
        let offering = legal.offering()?;
        let give = hand.card_at(luck.below(hand.total()));
        let receive = catan::Resource::ALL.into_iter().filter(|&kind| kind != give).nth(luck.index(4))?;
        let to = if luck.one_in(2) { None } else { offering.to.lowest().map(game::SeatSet::only) };
        Some(catan::Action::OfferTrade(catan::Terms {
            give: catan::Hand::one(give),
            receive: catan::Hand::one(receive),
            to,
            counters: offering.counters,
        }))
    }
}

impl Subject for kniffel::Kniffel {
    fn setups(_: &mut SplitMix) -> Vec<kniffel::Setup> {
        let rules = |five_of_a_kind_is_full_house, extra_kniffel| kniffel::Rules {
            five_of_a_kind_is_full_house,
            extra_kniffel,
        };
        vec![
            kniffel::Setup { players: 1, rules: rules(false, false) },
            kniffel::Setup { players: 2, rules: rules(true, true) },
            kniffel::Setup { players: 8, rules: rules(false, true) },
        ]
    }
}

impl Subject for roulette::Roulette {
    fn setups(_: &mut SplitMix) -> Vec<roulette::Setup> {
        let named = roulette::Setup {
            rules: roulette::Rules {
                zero_bets: false,
                min_bet: 5,
                is_manual_spin: false,
                ..Default::default()
            },
            chips: 1_000_000,
            names: vec![roulette::Name::new("Zoë").unwrap()],
            ..roulette::Setup::new(3)
        };
        vec![roulette::Setup::new(1), named, roulette::Setup::new(10)]
    }

    fn described(&self, seat: Seat, luck: &mut SplitMix) -> Option<roulette::Action> {
        let legal = self.legal(seat);
        if let Some(open) = legal.open_bets() {
            let bet = roulette::Bet::from_index(luck.index(roulette::Bet::COUNT_WITHOUT_ZERO_BETS))?;
            let amount = open.min + luck.below((open.max - open.min).min(500) + 1);
            return Some(roulette::Action::PlaceBet { bet, amount });
        }
        let join = roulette::Action::Join { name: roulette::Name::new("Ömer \"der\" Große").ok() };
        legal.contains(&join).then_some(join)
    }
}

/// What happened on the way to a position.
pub(crate) struct Step<G: Game> {
    pub(crate) seat: Seat,
    pub(crate) action: G::Action,
    pub(crate) outcome: Option<G::Outcome>,
    pub(crate) events: Vec<G::Event>,
}

fn choose<G: Subject>(game: &G, luck: &mut SplitMix) -> Option<(Seat, G::Action)> {
    let seats: Vec<Seat> = (0..game.seats()).map(|seat| Seat(seat as u8)).collect();
    // Mostly those the game waits for, and sometimes anybody: answers to offers, people who come and go.
    for _ in 0..200 {
        let waiting: Vec<Seat> = game.to_move().iter().collect();
        let seat = if luck.one_in(3) || waiting.is_empty() {
            seats[luck.index(seats.len())]
        } else {
            waiting[luck.index(waiting.len())]
        };
        let legal = game.legal(seat);
        if (legal.is_empty() || luck.one_in(5))
            && let Some(action) = game.described(seat, luck)
        {
            return Some((seat, action));
        }
        if let Some(action) = legal.get(luck.index(legal.len())) {
            return Some((seat, action));
        }
    }
    None
}

/// Plays a game of every setup, at most `patience` moves each, and shows every position with what led to it.
pub(crate) fn walk<G: Subject>(seed: u64, patience: u32, visit: &mut dyn FnMut(&G, Option<&Step<G>>)) {
    let mut luck = SplitMix::new(seed);
    for setup in G::setups(&mut luck) {
        let mut game = G::create(&setup).unwrap_or_else(|fault| panic!("{fault}"));
        visit(&game, None);
        for _ in 0..patience {
            if game.ended().is_some() {
                break;
            }
            let Some((seat, action)) = choose(&game, &mut luck) else { panic!("nobody can move: {game:?}") };
            let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
            let mut events = Vec::new();
            game.apply(seat, &action, outcome, &mut events).unwrap_or_else(|r| panic!("{action:?}: {r:?}"));
            visit(&game, Some(&Step { seat, action, outcome, events }));
        }
    }
}
