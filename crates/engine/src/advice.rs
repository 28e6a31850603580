//! `best`: what a bot would do in a seat.
//!
//! A bot is made for the question, hears what its seat has seen of the game as far as the moves are kept, and is shown the
//! seat's view. It may say that it would rather wait; but whoever asks wants an action, so it is asked again, and in the end
//! the plainest action is taken.

use std::time::Duration;

use bots::{Budget, Company};
use fair::Fair;
use game::{Legal, Luck, Seat, Viewer};
use protocol::Failure;
use protocol::engine::Best;

use crate::hosted::Hosted;
use crate::seeds;
use crate::serving::check_seat;
use crate::session::Session;

/// The bot that knows every game, also those where nobody would seat it.
const RANDOM: &str = "random";
/// The stream of a bot's own luck. Not one of a game's, so that the same seed for both tells the bot nothing.
const PURPOSE: &str = "bot";
/// How often a bot is asked: a Catan bot waits for answers to its own offer at most twice (docs/bots.md §2).
const QUESTIONS: usize = 3;

/// The bots that can be asked about a game.
pub(crate) fn bots<G: Hosted>() -> Vec<&'static str> {
    let others = G::LEVELS.iter().copied().filter(|level| *level != RANDOM);
    std::iter::once(RANDOM).chain(others).collect()
}

/// How long a bot may think. Who gives both means the nodes, which can be repeated.
pub(crate) fn budget(ms: Option<u32>, nodes: Option<u32>) -> Budget {
    match (nodes, ms) {
        (Some(nodes), _) => Budget::Nodes(nodes.max(1)),
        (None, Some(ms)) => Budget::Time(Duration::from_millis(ms.into())),
        (None, None) => Budget::Usual,
    }
}

/// `best`.
pub(crate) fn best<G: Hosted>(
    session: &Session<G>,
    seat: Seat,
    level: &str,
    budget: Budget,
    seed: Option<&str>,
) -> Result<Best<G::WireAction>, Failure> {
    let known = bots::<G>();
    if !known.contains(&level) {
        return Err(Failure::bad_request(format!(
            "bot: there is no bot {level:?}, only {}",
            known.join(", ")
        )));
    }
    check_seat(session, seat)?;
    // Another at every position, so that a bot that is asked with the same seed throughout a game does not repeat itself.
    let mut luck = Fair::new(&seeds::given_or_fresh(seed)?).stream(PURPOSE, session.position());
    let (action, value) = if level == RANDOM {
        (session.state().random_action(seat, &mut luck), None)
    } else {
        chosen(session, seat, level, budget, &mut luck)
    };
    let action = action.ok_or_else(|| Failure::illegal(format!("{seat} has nothing to do now")))?;
    Ok(Best { action: G::action_out(&action), value })
}

fn chosen<G: Hosted>(
    session: &Session<G>,
    seat: Seat,
    level: &str,
    budget: Budget,
    luck: &mut impl Luck,
) -> (Option<G::Action>, Option<f64>) {
    let seed = (0..4).fold(0, |seed, _| seed << 16 | u64::from(luck.below(1 << 16)));
    let Some(mut bot) = G::bot_with(level, seat, seed, budget) else { return (None, None) };
    let (state, viewer) = (session.state(), Viewer::Seat(seat));
    session.retell(viewer, |seen| bot.hear(&seen));
    let (view, legal) = (state.view(viewer), state.legal(seat));
    let choice =
        (0..QUESTIONS).find_map(|_| bot.choose(&view, &legal)).filter(|action| legal.contains(action));
    match choice {
        Some(action) => (Some(action), bot.value()),
        // Nobody has to act whom the game does not wait for.
        None if state.to_move().contains(seat) => (<G as Company>::fallback(&legal), None),
        None => (None, None),
    }
}
