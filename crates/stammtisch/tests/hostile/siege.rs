//! A server under attack, and innocent people who play there meanwhile.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use crate::served::{Folder, Served, play};

/// What the server may hold at any time of an attack, in KiB: with people who play beside it, and the solution of Kniffel that it keeps.
const MOST_MEMORY: u64 = 256 * 1024;

/// A server that is about to be attacked.
pub(crate) struct Siege {
    pub(crate) served: Served,
    pub(crate) address: SocketAddr,
    _data: Folder,
}

impl Siege {
    pub(crate) fn new(name: &str, settings: &[&str]) -> Self {
        let data = Folder::new(&format!("hostile-{name}"));
        let served = Served::start(&data.0, settings);
        Self { address: served.address, served, _data: data }
    }

    /// Attacks while others play whole games, and looks whether the server is well afterwards.
    pub(crate) fn withstands<'a>(
        &'a self,
        attack: impl Future<Output = ()> + 'a,
    ) -> Pin<Box<dyn Future<Output = ()> + 'a>> {
        Box::pin(async move {
            // What a first game needs is needed once.
            self.innocents(0).await;
            let (before, done) = (self.memory("VmRSS"), AtomicBool::new(false));
            let attack = async {
                attack.await;
                done.store(true, Ordering::Relaxed);
            };
            let innocents = async {
                let mut games = 0;
                while games == 0 || !done.load(Ordering::Relaxed) {
                    games += 1;
                    self.innocents(games).await;
                }
                games
            };
            let ((), games) = tokio::join!(attack, innocents);
            // And once more, with everything that the attack has left behind.
            self.innocents(games + 1).await;
            let (after, peak) = (self.memory("VmRSS"), self.memory("VmHWM"));
            println!(
                "{games} games beside the attack; memory {before} KiB before, {peak} at most, {after} after"
            );
            assert!(after < before + 96 * 1024, "memory grew from {before} KiB to {after} KiB");
            // What the attack needed may have been given back with its sockets.
            assert!(peak < MOST_MEMORY, "{peak} KiB were held");
        })
    }

    /// Two people play a whole game for a stake: it comes to its end, can be checked, and chips add up.
    async fn innocents(&self, game: usize) {
        let people = [
            self.served.guest(&format!("Anna {game}")).await,
            self.served.guest(&format!("Bert {game}")).await,
        ];
        let (table, mut pages) = self.served.party(&people).await;
        play(&mut pages, usize::MAX).await;
        for page in &mut pages {
            page.hear_until("the end", |page| page.heard("game_ended")).await;
            page.catch_up().await;
        }
        assert_eq!(pages[0].view, pages[1].view, "both have seen the same game");
        assert_eq!(pages[0].view["players"]["0"]["scores"].as_object().unwrap().len(), 13, "to its end");
        let headers = [("Authorization", format!("Bearer {}", people[0].1))];
        let path = format!("/api/tables/{table}/replay");
        let (status, _, file) = pages::raw(self.address, "GET", &path, &headers, "").await;
        assert_eq!(status, 200, "{file}");
        engine::verify::verify(file.as_bytes()).unwrap();
        let mut chips = 0;
        for who in &people {
            chips += self.served.get(who, "/api/me").await.1["chips"].as_i64().unwrap();
        }
        assert_eq!(chips, 2_000, "chips are neither made nor lost");
    }

    /// The memory that the server holds (`VmRSS`) or held at most (`VmHWM`), in KiB; there is none if it does not run.
    fn memory(&self, which: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.served.process())).unwrap();
        let held = status.lines().find_map(|line| line.strip_prefix(which)).expect("the server runs");
        held.trim_start_matches(':').split_whitespace().next().unwrap().parse().unwrap()
    }

    /// One of the server's counters.
    pub(crate) async fn counter(&self, name: &str) -> u64 {
        let (status, _, text) = pages::raw(self.address, "GET", "/metrics", &[], "").await;
        assert_eq!(status, 200, "{text}");
        let value = text.lines().find_map(|line| line.strip_prefix(&format!("stammtisch_{name} ")));
        value.unwrap_or_else(|| panic!("no {name}: {text}")).parse().unwrap()
    }

    /// Waits until a counter will do.
    pub(crate) async fn counts(&self, name: &str, will_do: impl Fn(u64) -> bool) {
        let begun = std::time::Instant::now();
        loop {
            let count = self.counter(name).await;
            if will_do(count) {
                return;
            }
            assert!(begun.elapsed().as_secs() < 60, "{name} stays at {count}");
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }

    /// A table of somebody, where the game is on if there is a bot to play it with.
    pub(crate) async fn table(&self, who: &(String, String), game: &str, bot: Option<&str>) -> String {
        let bots: Vec<&str> = bot.into_iter().collect();
        let options = json!({ "pace": "slow" });
        let body = json!({ "game": game, "quick": bot.is_some(), "bots": bots, "options": options });
        self.served.table(who, &body).await
    }
}

/// An example of everything that a client may send.
pub(crate) fn examples() -> Value {
    serde_json::from_str(include_str!("../../../protocol/tests/examples/messages.json")).unwrap()
}
