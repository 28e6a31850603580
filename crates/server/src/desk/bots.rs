//! Bots at a desk: they think on blocking threads and hear only what their seat may know.

use bots::Bot;
use game::{Seat, Viewer};
use table::{Input, Played, Think};
use tokio::sync::mpsc;

use super::Desk;
use crate::metrics::add;

/// A bot's place at the desk. The bot itself is away while it thinks.
pub(super) struct BotSlot<G: Played> {
    level: String,
    game: u32,
    bot: Option<Box<dyn Bot<G>>>,
    /// What it has yet to hear.
    unheard: Vec<G::Seen>,
}

/// What a bot came to.
pub(super) struct Thought<G: Played> {
    seat: Seat,
    game: u32,
    position: u64,
    action: Option<G::Action>,
    bot: Box<dyn Bot<G>>,
}

/// The most a bot that is away can miss; beyond that it is better replaced.
const MOST_UNHEARD: usize = 10_000;

impl<G: Played> Desk<G> {
    /// Lets the bots hear what their seats may know.
    pub(super) fn bots_hear(&mut self, events: &[G::Event]) {
        let Some(playing) = self.table.game() else { return };
        self.bots.retain(|_, slot| slot.game == playing.number && slot.unheard.len() < MOST_UNHEARD);
        for (seat, slot) in &mut self.bots {
            let seen = events.iter().filter_map(|event| playing.game.seen(event, Viewer::Seat(*seat)));
            slot.unheard.extend(seen);
        }
    }

    /// Asks a bot, on a thread of its own.
    pub(super) fn ask_bot(&mut self, think: &Think) {
        let Some(playing) = self.table.game() else { return };
        let Think { seat, level, position } = think;
        let stale =
            self.bots.get(seat).is_some_and(|slot| slot.level != *level || slot.game != playing.number);
        if stale {
            self.bots.remove(seat);
        }
        let number = playing.number;
        let slot = self.bots.entry(*seat).or_insert_with(|| BotSlot {
            level: level.clone(),
            game: number,
            bot: G::bot(level, *seat, bot_seed(self.table.id().as_str(), number, *seat)),
            unheard: vec![],
        });
        // It is still thinking about an earlier position; the table's patience decides what happens then.
        let Some(mut bot) = slot.bot.take() else { return };
        let heard = std::mem::take(&mut slot.unheard);
        let (view, legal) = (playing.game.view(Viewer::Seat(*seat)), playing.game.legal(*seat));
        let (seat, position, back) = (*seat, *position, self.thoughts.0.clone());
        let thinkers = std::sync::Arc::clone(&self.app.thinkers);
        tokio::spawn(async move {
            // Closed only when the server is gone.
            let Ok(permit) = thinkers.acquire_owned().await else { return };
            let thought = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                for seen in &heard {
                    bot.hear(seen);
                }
                let action = bot.choose(&view, &legal);
                Thought { seat, game: number, position, action, bot }
            });
            if let Ok(thought) = thought.await {
                send(back, thought).await;
            }
        });
    }

    /// A bot has made up its mind.
    pub(super) async fn thought(&mut self, thought: Thought<G>) {
        let Thought { seat, game, position, action, bot } = thought;
        if let Some(slot) = self.bots.get_mut(&seat).filter(|slot| slot.game == game) {
            slot.bot = Some(bot);
        }
        add(&self.app.metrics.bot_moves, 1);
        self.apply(Input::Chosen { seat, position, action }, None).await.ok();
    }
}

async fn send<G: Played>(back: mpsc::Sender<Thought<G>>, thought: Thought<G>) {
    // The desk may be gone; then nobody asks.
    let _ = back.send(thought).await;
}

/// A bot's own luck: the same after a restart, different at every seat.
fn bot_seed(table: &str, number: u32, seat: Seat) -> u64 {
    table.bytes().fold(u64::from(number) << 8 | u64::from(seat.0), |seed, byte| {
        (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(5)
    })
}
