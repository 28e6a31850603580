//! `show`: one game between random players, move by move, in sentences.
//!
//! A *story* is how one game is told: what happens next, what is said about an event, what is said before the first and
//! after the last move. Whoever watches sees everything, hidden cards too: nobody at this table can be cheated.

mod board;
mod catan;
mod kniffel;
mod paint;
mod place;
mod roulette;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::thread::sleep;
use std::time::Duration;

use bots::Dice;
use game::{Game, Seat, draw};
use simulate::{GameName, Opening};

use crate::cli::Show;
use crate::failure::Failure;
use paint::Paint;

/// How one game is told.
trait Story {
    /// The game.
    type Game: Game;

    /// What is said before the first move.
    fn prologue(&self, game: &Self::Game) -> String;

    /// Who does what next; `None` when the story is over.
    fn next(&mut self, game: &Self::Game, luck: &mut Dice) -> Option<(Seat, <Self::Game as Game>::Action)>;

    /// What is said about an event; `None` if it is not worth a line.
    fn tell(&self, game: &Self::Game, event: &<Self::Game as Game>::Event) -> Option<String>;

    /// What is said after a move, when its events are told.
    fn remark(&mut self, game: &Self::Game) -> Option<String>;

    /// What is said after the last move.
    fn epilogue(&self, game: &Self::Game) -> String;
}

/// Shows the game that is wanted.
pub(crate) fn run(wanted: &Show) -> Result<(), Failure> {
    let table = &wanted.table;
    let opening = Opening::new(table.game, &table.rules(), table.players())?;
    // Any number will do: this is only to be different each time.
    let seed = wanted.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
    let on_terminal = io::stdout().is_terminal();
    let delay = Duration::from_millis(wanted.delay.unwrap_or(if on_terminal { 30 } else { 0 }));
    let paint = if on_terminal { Paint::of_terminal() } else { Paint::Plain };
    let mut out = BufWriter::new(io::stdout().lock());
    let players = table.players();
    writeln!(
        out,
        "{}, {players} random players. To see it again: {}\n",
        title(table.game),
        again(wanted, seed)
    )?;
    let mut luck = Dice::of_game(seed, 0);
    match opening {
        Opening::Catan(opening) => {
            let game = opening.game(&mut luck).map_err(|fault| Failure::Arguments(fault.to_string()))?;
            tell(catan::CatanStory::new(paint), game, &mut luck, delay, &mut out)?;
        }
        Opening::Kniffel(setup) => {
            let game = begin(&setup)?;
            tell(kniffel::KniffelStory::new(paint), game, &mut luck, delay, &mut out)?;
        }
        Opening::Roulette(setup) => {
            let game = begin(&setup)?;
            let story = roulette::RouletteStory::new(paint, setup.players, wanted.rounds);
            tell(story, game, &mut luck, delay, &mut out)?;
        }
    }
    Ok(out.flush()?)
}

/// The command that shows the same game.
fn again(wanted: &Show, seed: u64) -> String {
    let table = &wanted.table;
    let (game, players, rules) = (table.game, table.players(), table.rules());
    let rounds =
        if game == GameName::Roulette { format!(" --rounds {}", wanted.rounds) } else { String::new() };
    format!("stammtisch show {game} --players {players} --rules {rules}{rounds} --seed {seed}")
}

fn title(game: GameName) -> &'static str {
    match game {
        GameName::Catan => "Catan",
        GameName::Kniffel => "Kniffel",
        GameName::Roulette => "Roulette",
    }
}

fn begin<G: Game>(setup: &G::Setup) -> Result<G, Failure> {
    G::create(setup).map_err(|fault| Failure::Arguments(fault.to_string()))
}

/// Plays the game to its end and tells it.
fn tell<S: Story>(
    mut story: S,
    mut game: S::Game,
    luck: &mut Dice,
    delay: Duration,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}", story.prologue(&game))?;
    let mut events = Vec::new();
    while let Some((seat, action)) = story.next(&game, luck) {
        let outcome = game.chance(seat, &action).map(|chance| draw(&chance, luck));
        if let Err(rejected) = game.apply(seat, &action, outcome, &mut events) {
            return Err(io::Error::other(format!("{seat} cannot {action:?}: {rejected}")));
        }
        let told: Vec<String> = events.drain(..).filter_map(|event| story.tell(&game, &event)).collect();
        let is_worth_waiting = !told.is_empty() && !delay.is_zero();
        for line in told.into_iter().chain(story.remark(&game)) {
            writeln!(out, "{line}")?;
        }
        if is_worth_waiting {
            out.flush()?;
            sleep(delay);
        }
    }
    writeln!(out, "\n{}", story.epilogue(&game))
}
