//! Bots at a desk: they think on blocking threads and hear only what their seat may know.
//!
//! A bot that sat there when the game began listens all along. One that is made later, because the server was started anew or
//! somebody went away, reads first what was said before.

use std::sync::Arc;

use bots::Bot;
use game::{Seat, Viewer};
use protocol::table::TableId;
use store::{Store, StoreFault};
use table::{Input, Played, Think};
use tokio::sync::mpsc;

use super::work::{RETRY, is_not_stored};
use super::{Desk, all_entries};
use crate::metrics::add;

/// A bot's place at the desk. The bot itself is away while it thinks.
pub(super) struct BotSlot<G: Played> {
    level: String,
    game: u32,
    bot: Option<Box<dyn Bot<G>>>,
    /// The last entry of the log when it sat down.
    since: u64,
    /// Whether it has yet to read what was said up to then.
    missed: bool,
    /// What it has yet to hear after that.
    unheard: Vec<G::Seen>,
}

/// What a bot came to.
pub(super) struct Thought<G: Played> {
    seat: Seat,
    since: u64,
    position: u64,
    pub(super) action: Option<G::Action>,
    /// The bot itself, back from thinking; it is in its place already if this comes a second time.
    bot: Option<Box<dyn Bot<G>>>,
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

    /// A game begins: bots that sit at the table will hear all of it.
    pub(super) fn bots_sit(&mut self) {
        self.bots.clear();
        let seats: Vec<Seat> = self.table.seated().map(|(seat, _)| seat).collect();
        for seat in seats {
            if let Some(level) = self.table.bot_level(seat) {
                self.bot_sits(seat, &level, false);
            }
        }
    }

    fn bot_sits(&mut self, seat: Seat, level: &str, missed: bool) {
        let Some(playing) = self.table.game() else { return };
        let (game, since) = (playing.number, self.table.seq());
        let bot = G::bot(level, seat, bot_seed(self.table.id().as_str(), game, seat));
        let slot = BotSlot { level: level.to_owned(), game, bot, since, missed, unheard: vec![] };
        self.bots.insert(seat, slot);
    }

    /// Asks a bot, on a thread of its own.
    pub(super) fn ask_bot(&mut self, think: &Think) {
        let Some(number) = self.table.game().map(|playing| playing.number) else { return };
        let Think { seat, level, position } = think;
        let sits = self.bots.get(seat).is_some_and(|slot| slot.level == *level && slot.game == number);
        if !sits {
            self.bot_sits(*seat, level, true);
        }
        let (Some(playing), Some(slot)) = (self.table.game(), self.bots.get_mut(seat)) else { return };
        // It is still thinking about an earlier position; the table's patience decides what happens then.
        let Some(mut bot) = slot.bot.take() else { return };
        let (since, missed) = (slot.since, std::mem::take(&mut slot.missed));
        let heard = std::mem::take(&mut slot.unheard);
        let (view, legal) = (playing.game.view(Viewer::Seat(*seat)), playing.game.legal(*seat));
        let (seat, position, back) = (*seat, *position, self.thoughts.0.clone());
        let (thinkers, store) = (Arc::clone(&self.app.thinkers), Arc::clone(&self.app.store));
        let table = self.table.id().clone();
        tokio::spawn(async move {
            // Closed only when the server is gone.
            let Ok(permit) = thinkers.acquire_owned().await else { return };
            let thought = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                if missed {
                    match recall::<G>(store.as_ref(), &table, since, seat) {
                        Ok(recalled) => recalled.iter().for_each(|seen| bot.hear(seen)),
                        // It can play all the same, only not as well.
                        Err(fault) => {
                            tracing::warn!(%table, %fault, "a bot does not know what was said before");
                        }
                    }
                }
                for seen in &heard {
                    bot.hear(seen);
                }
                let action = bot.choose(&view, &legal);
                Thought { seat, since, position, action, bot: Some(bot) }
            });
            if let Ok(thought) = thought.await {
                send(back, thought).await;
            }
        });
    }

    /// A bot has made up its mind.
    pub(super) async fn thought(&mut self, thought: Thought<G>) {
        let Thought { seat, since, position, action, bot } = thought;
        if let Some(bot) = bot {
            add(&self.app.metrics.bot_moves, 1);
            // Another one may sit there by now.
            if let Some(slot) = self.bots.get_mut(&seat).filter(|slot| slot.since == since) {
                slot.bot = Some(bot);
            }
        }
        let chosen = self.apply(Input::Chosen { seat, position, action: action.clone() }, None).await;
        if chosen.is_err_and(|refusal| is_not_stored(&refusal)) {
            // Its mind is made up: it says so again, and is not outrun by the table's patience.
            let (clock, back) = (self.app.clock.clone(), self.thoughts.0.clone());
            let later = clock.now() + RETRY;
            tokio::spawn(async move {
                clock.sleep_until(Some(later)).await;
                send(back, Thought { seat, since, position, action, bot: None }).await;
            });
        }
    }
}

/// What a seat has seen of the present game up to an entry of the log.
fn recall<G: Played>(
    store: &dyn Store,
    table: &TableId,
    upto: u64,
    seat: Seat,
) -> Result<Vec<G::Seen>, StoreFault> {
    let mut entries = all_entries::<G>(store, &table.as_str().into())?;
    entries.truncate(usize::try_from(upto).unwrap_or(usize::MAX));
    table::recall::<G>(table.clone(), entries, seat).map_err(|fault| StoreFault::Corrupt(fault.to_string()))
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
