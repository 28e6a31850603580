//! Walks: random games, one after the other.
//!
//! A *walk* begins in turn from every extra position and every setup of the subject, plays moves that the subject
//! chooses, and goes on to the next start when the game is over or has lasted long enough. It is where
//! all laws get their positions from.

use super::{ActionOf, OutcomeOf, SetupOf, SplitMix, StateOf, Subject};
use crate::{Game, Legal, Luck, Move, Seat, Sink, Unheard, draw};

/// How many actions a walk goes on from an extra position: rare situations lie close to it.
const NEAR: u32 = 50;

/// One action in how many is tried by any seat rather than by one the game waits for.
const OUT_OF_TURN: u32 = 8;

/// One action in how many is taken from those that are described rather than listed.
const DESCRIBED: u32 = 4;

/// One mark ("is away") in how many that come up is really made.
const MARKS: u32 = 8;

enum Start<S: Subject + ?Sized> {
    Setup(SetupOf<S>),
    Position(StateOf<S>),
}

/// Random games of a subject.
pub(crate) struct Walk<S: Subject + ?Sized> {
    starts: Vec<Start<S>>,
    start: usize,
    steps: u32,
    game: StateOf<S>,
    luck: SplitMix,
}

impl<S: Subject + ?Sized> Walk<S> {
    /// A walk over all starts.
    pub(crate) fn new(seed: u64) -> Self {
        let positions = S::positions().into_iter().map(Start::Position);
        Self::over(positions.chain(S::setups().into_iter().map(Start::Setup)).collect(), seed)
    }

    /// A walk over the setups alone, so that every game is whole.
    pub(crate) fn whole_games(seed: u64) -> Self {
        Self::over(S::setups().into_iter().map(Start::Setup).collect(), seed)
    }

    fn over(starts: Vec<Start<S>>, seed: u64) -> Self {
        assert!(!starts.is_empty(), "{}: the subject has no setups", S::Game::NAME);
        let game = begin(&starts[0]);
        Self { starts, start: 0, steps: 0, game, luck: SplitMix::new(seed) }
    }

    /// The position the walk has come to.
    pub(crate) fn here(&self) -> &StateOf<S> {
        &self.game
    }

    /// The number of different starts.
    pub(crate) fn starts(&self) -> usize {
        self.starts.len()
    }

    /// The setup of the current game, unless it began from an extra position.
    pub(crate) fn setup(&self) -> Option<&SetupOf<S>> {
        match &self.starts[self.start] {
            Start::Setup(setup) => Some(setup),
            Start::Position(_) => None,
        }
    }

    /// Whether the current game has nothing more to give.
    pub(crate) fn is_over(&self) -> bool {
        let limit = if self.setup().is_some() { S::patience() } else { NEAR };
        self.steps >= limit || self.game.ended().is_some()
    }

    /// Begins the next game.
    pub(crate) fn next_game(&mut self) {
        self.start = (self.start + 1) % self.starts.len();
        self.steps = 0;
        self.game = begin(&self.starts[self.start]);
    }

    /// Plays one action, or begins the next game where this one is over.
    #[inline]
    pub(crate) fn step(&mut self) {
        if self.is_over() {
            self.next_game();
        } else {
            self.play(&mut Unheard);
        }
    }

    /// Plays between 1 and `most` actions.
    pub(crate) fn stroll(&mut self, most: u32) {
        for _ in 0..=self.luck.below(most) {
            self.step();
        }
    }

    /// Plays one action of a game that is not over and tells what was played.
    #[inline]
    pub(crate) fn play(
        &mut self,
        events: &mut impl Sink<<StateOf<S> as Game>::Event>,
    ) -> Move<ActionOf<S>, OutcomeOf<S>> {
        let Some((seat, action)) = S::choose(&self.game, &mut self.luck) else {
            panic!("nobody can do anything, yet the game is not over\n{}", self.place());
        };
        let outcome = self.game.chance(seat, &action).map(|chance| draw(&chance, &mut self.luck));
        if let Err(rejected) = self.game.apply(seat, &action, outcome, events) {
            panic!(
                "a move chosen as legal is rejected: {seat} {action:?} {outcome:?}: {rejected}\n{}",
                self.place()
            );
        }
        self.steps += 1;
        Move { seat, action, outcome }
    }

    /// Where the walk is, for a message.
    pub(crate) fn place(&self) -> String {
        let start = match &self.starts[self.start] {
            Start::Setup(setup) => format!("{setup:?}"),
            Start::Position(_) => format!("extra position {}", self.start),
        };
        format!("in {}, {} actions after {start}:\n{:?}", S::Game::NAME, self.steps, self.game)
    }
}

fn begin<S: Subject + ?Sized>(start: &Start<S>) -> StateOf<S> {
    match start {
        Start::Setup(setup) => match S::Game::create(setup) {
            Ok(game) => game,
            Err(fault) => panic!("{}: the setup {setup:?} is refused: {fault}", S::Game::NAME),
        },
        Start::Position(game) => game.clone(),
    }
}

/// A random move: mostly of a seat the game waits for, mostly a listed one, seldom a mere mark.
pub fn any_move<S: Subject + ?Sized>(game: &StateOf<S>, luck: &mut SplitMix) -> Option<(Seat, ActionOf<S>)> {
    let waited_for = game.to_move();
    let seat = if waited_for.is_empty() || luck.one_in(OUT_OF_TURN) {
        Seat(luck.index(game.seats()) as u8)
    } else {
        waited_for.iter().nth(luck.index(waited_for.len()))?
    };
    // From the drawn seat upwards, so that a seat with nothing to do hands on to the next.
    let seats = game.seats();
    (0..seats).find_map(|further| {
        let seat = Seat(((seat.index() + further) % seats) as u8);
        move_of::<S>(game, seat, luck).map(|action| (seat, action))
    })
}

fn move_of<S: Subject + ?Sized>(game: &StateOf<S>, seat: Seat, luck: &mut SplitMix) -> Option<ActionOf<S>> {
    if luck.one_in(DESCRIBED) {
        S::random_open(game, seat, luck).or_else(|| listed_move::<S>(game, seat, luck))
    } else {
        listed_move::<S>(game, seat, luck).or_else(|| S::random_open(game, seat, luck))
    }
}

/// A random one of the seat's listed actions, seldom a mere mark.
pub fn listed_move<S: Subject + ?Sized>(
    game: &StateOf<S>,
    seat: Seat,
    luck: &mut SplitMix,
) -> Option<ActionOf<S>> {
    let legal = game.legal(seat);
    let mut action = legal.get(luck.index(legal.len()))?;
    // Bounded, since a seat out of turn may have marks only.
    for _ in 0..MARKS {
        if S::moves_on(&action) || luck.one_in(MARKS) {
            break;
        }
        action = legal.get(luck.index(legal.len()))?;
    }
    Some(action)
}
