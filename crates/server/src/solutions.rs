//! Solutions of Kniffel for those who want advice: each computed once, beside everything else.
//!
//! A *solution* belongs to a set of rules, and takes from some tenths of a second to half a minute, depending on how the program was
//! built and what else the machine does. One at a time is computed, on a blocking thread; whoever asks meanwhile waits a little
//! and is then asked to come back. A table that begins has its solution computed before anybody asks.

use std::any::Any;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use kniffel::{Kniffel, Rules};
use solver::Solution;
use tokio::sync::{Semaphore, watch};

/// How long somebody waits for a solution before being asked to come back.
const PATIENCE: Duration = Duration::from_secs(4);

/// A solution, once it is there.
type Awaited = watch::Receiver<Option<Arc<Solution>>>;

/// The solutions that were asked for.
#[derive(Debug)]
pub(crate) struct Solutions {
    awaited: [OnceLock<Awaited>; 4],
    place: Arc<Semaphore>,
    solve: fn(Rules) -> Arc<Solution>,
    patience: Duration,
}

impl Default for Solutions {
    fn default() -> Self {
        Self::by(bots::kniffel::solution, PATIENCE)
    }
}

impl Solutions {
    fn by(solve: fn(Rules) -> Arc<Solution>, patience: Duration) -> Self {
        Self { awaited: [const { OnceLock::new() }; 4], place: Arc::new(Semaphore::new(1)), solve, patience }
    }

    /// The solution for these rules; `None` if it takes longer than anybody should wait. It is computed all the same.
    pub(crate) async fn get(&self, rules: Rules) -> Option<Arc<Solution>> {
        let mut awaited = self.begin(rules);
        let solution = tokio::time::timeout(self.patience, awaited.wait_for(Option::is_some)).await;
        solution.ok()?.ok()?.clone()
    }

    /// Sees to it that what is needed at this table will be there.
    pub(crate) fn prepare(&self, game: &dyn Any) {
        if let Some(kniffel) = game.downcast_ref::<Kniffel>() {
            self.begin(kniffel.rules());
        }
    }

    /// Begins with a solution, unless somebody has.
    fn begin(&self, rules: Rules) -> Awaited {
        let which = usize::from(rules.five_of_a_kind_is_full_house) + 2 * usize::from(rules.extra_kniffel);
        let begun = self.awaited[which].get_or_init(|| {
            let (ready, awaited) = watch::channel(None);
            let (place, solve) = (Arc::clone(&self.place), self.solve);
            tokio::spawn(async move {
                // Closed only when the server is gone.
                let Ok(_place) = place.acquire_owned().await else { return };
                if let Ok(solution) = tokio::task::spawn_blocking(move || solve(rules)).await {
                    ready.send_replace(Some(solution));
                }
            });
            awaited
        });
        begun.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    const RULES: Rules = Rules { five_of_a_kind_is_full_house: true, extra_kniffel: false };

    /// As slow as the test wants it to be.
    static MAY_END: AtomicBool = AtomicBool::new(false);
    static SOLVED: AtomicU32 = AtomicU32::new(0);

    fn slowly(rules: Rules) -> Arc<Solution> {
        while !MAY_END.load(Ordering::Acquire) {
            std::thread::sleep(Duration::from_millis(1));
        }
        SOLVED.fetch_add(1, Ordering::Relaxed);
        bots::kniffel::solution(rules)
    }

    #[tokio::test]
    async fn whoever_asks_too_early_comes_back_and_it_is_computed_once() {
        let solutions = Arc::new(Solutions::by(slowly, Duration::from_millis(50)));
        let game = Kniffel::create(&kniffel::Setup { players: 1, rules: RULES }).unwrap();
        solutions.prepare(&game);
        let (one, other) = (Arc::clone(&solutions), Arc::clone(&solutions));
        let early = tokio::spawn(async move { one.get(RULES).await });
        assert!(other.get(RULES).await.is_none(), "nobody waits for long");
        assert!(early.await.unwrap().is_none());
        MAY_END.store(true, Ordering::Release);
        let solution = loop {
            if let Some(solution) = solutions.get(RULES).await {
                break solution;
            }
        };
        assert_eq!((solution.rules(), SOLVED.load(Ordering::Relaxed)), (RULES, 1));
        assert!(solutions.get(RULES).await.is_some_and(|again| Arc::ptr_eq(&again, &solution)));
    }

    #[tokio::test]
    async fn other_games_need_none() {
        let solutions = Solutions::default();
        solutions.prepare(&"no game at all");
        assert!(solutions.awaited.iter().all(|awaited| awaited.get().is_none()));
    }
}
