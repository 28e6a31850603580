//! A table of bots for the tests: it asks, checks, lets luck decide, and tells everybody what they may know.

use bots::{Bot, Budget, Company, Dice};
use game::{Game, Legal, Seat, Viewer, draw};

/// What the levels that search get for a decision: enough to choose, little enough for thousands of games.
pub(crate) const BUDGET: Budget = Budget::Nodes(100);

/// How often everybody is asked before the table acts for a seat that the game waits for.
const SWEEPS: usize = 4;

/// A game in which every seat has a bot.
pub(crate) struct Table<G: Company> {
    pub(crate) game: G,
    pub(crate) bots: Vec<Box<dyn Bot<G>>>,
    pub(crate) luck: Dice,
    /// Decisions made by bots.
    pub(crate) decisions: u64,
    /// Actions that the table had to take for a bot.
    pub(crate) fallbacks: u64,
}

/// One action that happened, with its events.
pub(crate) struct Done<G: Game> {
    pub(crate) seat: Seat,
    pub(crate) action: G::Action,
    pub(crate) events: Vec<G::Event>,
}

impl<G: Company> Table<G> {
    /// Seats 0, 1, … with bots of these levels.
    pub(crate) fn new(game: G, levels: &[&str], seed: u64) -> Self {
        Self::with(game, levels, BUDGET, seed)
    }

    /// The same with a budget for every decision.
    pub(crate) fn with(game: G, levels: &[&str], budget: Budget, seed: u64) -> Self {
        let mut luck = Dice::new(seed);
        let bots = levels.iter().zip(0..).map(|(level, seat)| {
            G::bot_with(level, Seat(seat), luck.word(), budget).unwrap_or_else(|| panic!("no level {level}"))
        });
        let bots = bots.collect();
        Self { game, bots, luck, decisions: 0, fallbacks: 0 }
    }

    /// The next action of whoever has one; `None` once the game waits for nobody.
    pub(crate) fn next(&mut self) -> Option<(Seat, G::Action)> {
        let waited_for = self.game.to_move().lowest()?;
        for _ in 0..SWEEPS {
            for (seat, bot) in (0..).map(Seat).zip(&mut self.bots) {
                let legal = self.game.legal(seat);
                if let Some(action) = bot.choose(&self.game.view(Viewer::Seat(seat)), &legal) {
                    assert!(legal.contains(&action), "{seat} wants {action:?} in {:?}", self.game);
                    self.decisions += 1;
                    return Some((seat, action));
                }
            }
        }
        self.fallbacks += 1;
        let legal = self.game.legal(waited_for);
        let action = bots::fallback::<G>(&legal)
            .unwrap_or_else(|| panic!("nothing moves {waited_for} on in {:?}", self.game));
        assert!(legal.contains(&action), "the fallback {action:?} of {waited_for} in {:?}", self.game);
        Some((waited_for, action))
    }

    /// Carries the action out and tells everybody.
    pub(crate) fn carry_out(&mut self, seat: Seat, action: G::Action) -> Done<G> {
        let outcome = self.game.chance(seat, &action).map(|chance| draw(&chance, &mut self.luck));
        let mut events = Vec::new();
        if let Err(rejected) = self.game.apply(seat, &action, outcome, &mut events) {
            panic!("{action:?} of {seat} was rejected: {rejected:?}");
        }
        for (listener, bot) in (0..).map(Seat).zip(&mut self.bots) {
            for event in &events {
                if let Some(seen) = self.game.seen(event, Viewer::Seat(listener)) {
                    bot.hear(&seen);
                }
            }
        }
        Done { seat, action, events }
    }

    /// Plays on until the game is over; fails if that takes more than `limit` actions.
    pub(crate) fn finish(&mut self, limit: u32, mut watch: impl FnMut(&G, &Done<G>)) {
        for _ in 0..limit {
            let Some((seat, action)) = self.next() else { return };
            let done = self.carry_out(seat, action);
            watch(&self.game, &done);
        }
        panic!("no end after {limit} actions: {:?}", self.game);
    }
}
