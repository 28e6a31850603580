//! Self-play: games of one net against itself, kept as positions with how they ended.
//!
//! A *row* is one position between two turns, as one of the players sees its chances. To see more than its own habits the
//! player strays now and then: a settlement of the draft that is nearly as good, an action that is not quite the best.

use bots::catan::mind::features::{MOST, inputs};
use bots::catan::mind::judge::{Judge, rolls_next};
use bots::catan::mind::net::Net;
use bots::catan::mind::turn::{Search, Weighed};
use bots::{Bot, Company, Dice};
use catan::{Action, Board, Catan, Phase, Rules, Setup};
use game::{Game, Legal, Luck, Seat, Unheard, Viewer, draw};

/// Positions of many games, with what that player came to.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) width: usize,
    pub(crate) inputs: Vec<f32>,
    pub(crate) labels: Vec<f32>,
}

impl Rows {
    pub(crate) fn new(players: u8) -> Self {
        Self { width: inputs(players), inputs: Vec::new(), labels: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    pub(crate) fn append(&mut self, mut other: Self) {
        self.inputs.append(&mut other.inputs);
        self.labels.append(&mut other.labels);
    }

    pub(crate) fn row(&self, n: usize) -> &[f32] {
        &self.inputs[n * self.width..(n + 1) * self.width]
    }
}

/// How games are played.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    pub(crate) players: u8,
    /// Nodes a decision.
    pub(crate) nodes: u64,
    /// One in so many positions is kept.
    pub(crate) every: u32,
    /// How much worse a draft may be that is still taken sometimes.
    pub(crate) draft_heat: f32,
    /// How much worse an action may be that is still taken sometimes.
    pub(crate) heat: f32,
    /// How much of a label is what was expected a turn later, rather than what came of it.
    pub(crate) trust: f32,
}

/// The table for a game: mostly the wanted number of players, some of three where four are wanted.
fn opening(manner: &Manner, luck: &mut Dice) -> Option<Catan> {
    let players = if manner.players == 4 && luck.below(6) == 0 { 3 } else { manner.players };
    let board = Board::random(luck);
    Catan::create(&Setup { players, rules: Rules::default(), board, order: None }).ok()
}

/// Plays one game with the net in every seat; its rows.
pub(crate) fn play(net: &Net, manner: &Manner, luck: &mut Dice) -> Rows {
    let mut rows = Rows::new(manner.players);
    let Some(mut game) = opening(manner, luck) else { return rows };
    let mut judge = Judge::new(net, &game);
    let mut kept = Kept::default();
    for _ in 0..6_000 {
        let Some(seat) = game.to_move().lowest() else { break };
        kept.look(&game, manner, luck, &mut judge);
        let action = decide(&mut judge, &game, seat, manner, luck);
        let outcome = game.chance(seat, &action).map(|chance| draw(&chance, luck));
        if game.apply(seat, &action, outcome, &mut Unheard).is_err() {
            return rows;
        }
    }
    kept.label(&game, manner.trust, &mut rows);
    rows
}

/// Plays one game of the level `greedy`, to begin with.
pub(crate) fn play_greedy(manner: &Manner, luck: &mut Dice) -> Rows {
    let mut rows = Rows::new(manner.players);
    let Some(mut game) = opening(manner, luck) else { return rows };
    let mut bots: Vec<Box<dyn Bot<Catan>>> =
        game.seats_iter().filter_map(|seat| Catan::bot("greedy", seat, 0)).collect();
    let blank = Net::blank(MOST);
    let mut judge = Judge::new(&blank, &game);
    let mut kept = Kept::default();
    'game: for _ in 0..20_000 {
        if game.to_move().is_empty() {
            break;
        }
        kept.look(&game, manner, luck, &mut judge);
        for (seat, bot) in (0..).map(Seat).zip(&mut bots) {
            let legal = game.legal(seat);
            let mut choice = bot.choose(&game.view(Viewer::Seat(seat)), &legal);
            if choice.is_some() && matches!(game.phase(), Phase::Setup { .. }) && luck.below(3) > 0 {
                choice = legal.get(luck.below(legal.len() as u32) as usize);
            }
            if let Some(action) = choice {
                let outcome = game.chance(seat, &action).map(|chance| draw(&chance, luck));
                let mut events = Vec::new();
                if game.apply(seat, &action, outcome, &mut events).is_err() {
                    return rows;
                }
                for (listener, bot) in (0..).map(Seat).zip(&mut bots) {
                    for event in &events {
                        if let Some(seen) = game.seen(event, Viewer::Seat(listener)) {
                            bot.hear(&seen);
                        }
                    }
                }
                continue 'game;
            }
        }
    }
    kept.label(&game, 0.0, &mut rows);
    rows
}

/// Positions kept until it is known who won.
#[derive(Default)]
struct Kept {
    /// What each seat expected at the beginning of each turn.
    expected: Vec<[f32; 4]>,
    /// By the number of the turn, from 0.
    rows: Vec<(usize, Seat, Box<[f32; MOST]>)>,
    turn: u32,
}

impl Kept {
    /// Notes what everybody expects if a turn begins here, and keeps the position if it is its time.
    fn look(&mut self, game: &Catan, manner: &Manner, luck: &mut Dice, judge: &mut Judge<'_>) {
        if game.phase() != Phase::BeforeRoll || game.turn() == self.turn {
            return;
        }
        self.turn = game.turn();
        let at = self.expected.len();
        let keep = luck.below(manner.every) == 0;
        let mut expected = [0.0; 4];
        for seat in game.seats_iter() {
            let mut row = Box::new([0.0; MOST]);
            judge.features(game, seat, rolls_next(game), &mut row);
            expected[seat.index() & 3] = judge.chance(&row);
            if keep {
                self.rows.push((at, seat, row));
            }
        }
        self.expected.push(expected);
    }

    /// Labels every row: with who won in the end, and by `trust` with what was expected a turn later, and so on.
    fn label(mut self, game: &Catan, trust: f32, rows: &mut Rows) {
        let Some(winners) = game.ended() else { return };
        let mut later: [f32; 4] =
            std::array::from_fn(|seat| if winners.contains(Seat(seat as u8)) { 1.0 } else { 0.0 });
        for expected in self.expected.iter_mut().rev() {
            let now = *expected;
            *expected = later;
            for (later, now) in later.iter_mut().zip(now) {
                *later = trust * now + (1.0 - trust) * *later;
            }
        }
        for (at, seat, row) in self.rows {
            rows.inputs.extend_from_slice(&row[..rows.width]);
            rows.labels.push(self.expected[at][seat.index() & 3]);
        }
    }
}

/// What the net's player does.
pub(crate) fn decide(
    judge: &mut Judge<'_>,
    game: &Catan,
    seat: Seat,
    manner: &Manner,
    luck: &mut Dice,
) -> Action {
    let legal = game.legal(seat);
    if legal.len() == 1
        && legal.discard_owed().is_none()
        && let Some(only) = legal.get(0)
    {
        return only;
    }
    let draft = matches!(game.phase(), Phase::Setup { .. });
    let weighed = Search::new(judge, seat, manner.nodes).weigh(game);
    let heat = if draft { manner.draft_heat } else { manner.heat };
    let fallback = Catan::fallback(&legal).unwrap_or(Action::EndTurn);
    stray(&weighed, heat, luck).unwrap_or(fallback)
}

/// One of the weighed actions: the best, or with some heat one of those that are not much worse.
fn stray(weighed: &[Weighed], heat: f32, luck: &mut Dice) -> Option<Action> {
    let best = weighed.first()?;
    if heat <= 0.0 {
        return Some(best.action);
    }
    let weights: Vec<f32> = weighed.iter().map(|w| ((w.value - best.value) / heat).exp()).collect();
    let total: f32 = weights.iter().sum();
    let mut ticket = luck.below(1 << 24) as f32 / (1 << 24) as f32 * total;
    for (choice, weight) in weighed.iter().zip(weights) {
        ticket -= weight;
        if ticket <= 0.0 {
            return Some(choice.action);
        }
    }
    Some(best.action)
}
