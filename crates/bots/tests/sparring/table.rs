//! A table at which some seats see everything and others what a seat may know.

use bots::{Bot, Budget, Company, Dice, Seer};
use catan::{Board, Catan, Rules, Setup};
use game::{Game, Legal, Seat, SeatSet, Viewer, draw};

/// More actions than any game takes.
const LIMIT: u32 = 100_000;

pub(crate) enum Player {
    Honest(Box<dyn Bot<Catan>>),
    Seeing(Box<dyn Seer<Catan>>),
}

impl Player {
    fn new(level: &str, seat: Seat, seed: u64) -> Self {
        if let Some(seer) = bots::catan::sparring(level, Budget::Usual) {
            return Self::Seeing(seer);
        }
        Self::Honest(Catan::bot(level, seat, seed).unwrap_or_else(|| panic!("no level {level}")))
    }

    fn choose(&mut self, game: &Catan, seat: Seat) -> Option<catan::Action> {
        match self {
            Self::Honest(bot) => bot.choose(&game.view(Viewer::Seat(seat)), &game.legal(seat)),
            Self::Seeing(seer) => seer.choose(game, seat),
        }
    }
}

pub(crate) fn board(rules: Rules, players: u8, number: u64) -> Catan {
    let board = Board::generate(rules.board, &mut Dice::of_game(77, number));
    Catan::create(&Setup { players, rules, board, order: None }).expect("a fine setup")
}

/// Plays a whole game; shows every decision before it is carried out.
pub(crate) fn play(
    mut game: Catan,
    levels: &[&str],
    seed: u64,
    mut watch: impl FnMut(&Catan, Seat, &catan::Action),
) -> Catan {
    let mut luck = Dice::new(seed);
    let mut players: Vec<Player> =
        levels.iter().zip(0..).map(|(level, seat)| Player::new(level, Seat(seat), luck.word())).collect();
    for _ in 0..LIMIT {
        if game.to_move() == SeatSet::EMPTY {
            return game;
        }
        let (seat, action) = next(&game, &mut players);
        assert!(game.legal(seat).contains(&action), "{seat} wants {action:?} in {game:?}");
        watch(&game, seat, &action);
        let outcome = game.chance(seat, &action).map(|chance| draw(&chance, &mut luck));
        let mut events = Vec::new();
        game.apply(seat, &action, outcome, &mut events).unwrap_or_else(|fault| panic!("{fault:?}"));
        for (listener, player) in (0..).map(Seat).zip(&mut players) {
            if let Player::Honest(bot) = player {
                events
                    .iter()
                    .filter_map(|e| game.seen(e, Viewer::Seat(listener)))
                    .for_each(|seen| bot.hear(&seen));
            }
        }
    }
    panic!("no end after {LIMIT} actions: {game:?}");
}

/// What somebody does next. An honest bot may wait before it answers an offer, so everybody is asked several times.
fn next(game: &Catan, players: &mut [Player]) -> (Seat, catan::Action) {
    for _ in 0..4 {
        for (seat, player) in (0..).map(Seat).zip(players.iter_mut()) {
            if let Some(action) = player.choose(game, seat) {
                return (seat, action);
            }
        }
    }
    panic!("nobody moves in {game:?}")
}
