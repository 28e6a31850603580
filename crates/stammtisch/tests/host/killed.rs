//! The server is killed again and again in the middle of games, at random moments and at chosen ones, and nothing that it
//! acknowledged is lost.
//!
//! The chosen moments are `store::failpoint`, which need the feature `failpoints`; the checker is in `checker`.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bots::Dice;
use game::Luck;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::checker;
use crate::served::{Folder, Served, World, stammtisch};
use crate::witness::{self, Witness};

/// How a life of the server ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// SIGKILL, so many milliseconds after people came back.
    Killed(u64),
    /// By itself, when it comes to a place for the n-th time.
    At(&'static str, u32),
}

/// What the server is set to: many snapshots, so that every start reads one, and no time to spare on clocks after it. Nobody is
/// played for by a bot: that is the clocks' affair here.
const SETTINGS: [&str; 3] = ["snapshot_every=20", "tables.after_restart=0.1", "tables.grace=600"];

/// A life of the server with everybody playing. Gives back whether it ended as it was meant to.
async fn life(data: &Folder, witnesses: &mut [Witness], end: End, figures: &mut Figures) -> bool {
    let environment = match end {
        End::Killed(_) => vec![],
        End::At(place, n) => vec![("FAILPOINT", format!("{place}@{n}"))],
    };
    let mut served = Served::start_in(&data.0, &SETTINGS, &World { environment, log: None });
    let address = served.address;
    let killer = tokio::spawn(async move {
        let most = if let End::Killed(life) = end { life } else { 30_000 };
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(most) {
            if served.ended().is_some() {
                return matches!(end, End::At(..));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        served.kill();
        matches!(end, End::Killed(_))
    });
    let plays = futures_util::future::join_all(witnesses.iter_mut().map(|witness| witness.play(address)));
    let counts = async {
        if let End::Killed(life) = end {
            tokio::time::sleep(Duration::from_millis(life * 9 / 10)).await;
            figures.count(address).await;
        }
    };
    futures_util::future::join(plays, counts).await;
    killer.await.unwrap()
}

/// Moments to die at: all places so many times, in between at random.
fn ends(places: usize, random: usize, longest: u32) -> Vec<End> {
    let mut luck = Dice::new(77);
    let mut ends: Vec<End> = (0..random).map(|_| End::Killed(u64::from(100 + luck.below(longest)))).collect();
    if cfg!(feature = "failpoints") {
        for _ in 0..places {
            for place in store::failpoint::ALL {
                let most = if place == store::failpoint::SNAPSHOT { 8 } else { 80 };
                let at = luck.below(ends.len() as u32 + 1) as usize;
                ends.insert(at, End::At(place, 1 + luck.below(most)));
            }
        }
    }
    ends
}

/// What was measured while the server lived and died.
#[derive(Default)]
struct Figures {
    /// Groups that were made durable, and the seconds that took, as the server counts them.
    commits: (f64, f64),
    /// Flushes of 4 KiB at the end of a file in the same folder.
    flushes: Vec<Duration>,
}

impl Figures {
    /// Appends 4 KiB to a file and flushes it, some times.
    fn flush(&mut self, data: &Folder) {
        let mut file = OpenOptions::new().create(true).append(true).open(data.join("flushed")).unwrap();
        for _ in 0..4 {
            file.write_all(&[7; 4096]).unwrap();
            let begun = Instant::now();
            file.sync_data().unwrap();
            self.flushes.push(begun.elapsed());
        }
    }

    /// Reads the server's own counters.
    async fn count(&mut self, address: SocketAddr) {
        let Ok(mut stream) = TcpStream::connect(address).await else { return };
        let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        let mut text = String::new();
        // It may die at this very moment.
        if stream.write_all(request.as_bytes()).await.is_ok()
            && stream.read_to_string(&mut text).await.is_ok()
        {
            let value = |name: &str| -> Option<f64> {
                text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
            };
            if let (Some(groups), Some(seconds)) =
                (value("stammtisch_store_groups_total "), value("stammtisch_store_commit_seconds_total "))
            {
                self.commits.0 += groups;
                self.commits.1 += seconds;
            }
        }
    }

    fn tell(&mut self) -> String {
        self.flushes.sort_unstable();
        let at = |share: usize| self.flushes[self.flushes.len() * share / 100].as_secs_f64() * 1e3;
        let (groups, seconds) = self.commits;
        format!(
            "a flush of 4 KiB took {:.2} ms (p50), {:.2} ms (p99) in {} tries; a commit {:.2} ms on average of {groups}",
            at(50),
            at(99),
            self.flushes.len(),
            seconds / groups * 1e3
        )
    }
}

/// So many tables live through these ends; then one person of each comes back, and the clocks have to do the rest.
async fn lives(name: &str, tables: usize, ends: Vec<End>) {
    let data = Folder::new(name);
    let served = Served::start(&data.0, &SETTINGS);
    let mut witnesses = witness::gather(&served, tables).await;
    served.kill();
    let mut figures = Figures::default();
    for end in &ends {
        assert!(life(&data, &mut witnesses, *end, &mut figures).await, "{end:?} did not happen");
        figures.flush(&data);
    }
    clocks_go_on(&data, &mut witnesses).await;
    let verdict = checker::check(&data.join("stammtisch.sqlite"), &witnesses);
    println!(
        "{} kills, {} acknowledged commands, {} events, {} views and {} entries compared, {} violations; {}",
        ends.len(),
        verdict.acknowledged,
        verdict.events,
        verdict.views,
        verdict.entries,
        verdict.violations.len(),
        figures.tell(),
    );
    verdict.assert_clean();
    assert!(verdict.acknowledged > 10 * tables as u64, "too few to mean anything: {verdict:?}");
    assert!(verdict.events > verdict.acknowledged && verdict.views > verdict.acknowledged, "{verdict:?}");
    let checked = stammtisch(["check", "--data", data.0.to_str().unwrap()]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

/// One person of each table comes back. Wherever a game is on, it goes on: the turns of those who are away are ended by the
/// clock, and the wheel turns.
async fn clocks_go_on(data: &Folder, witnesses: &mut [Witness]) {
    let file = data.join("stammtisch.sqlite");
    let before = checker::running(&file);
    assert!(
        before.len() * 2 > witnesses.iter().map(|w| &w.table).collect::<BTreeSet<_>>().len(),
        "{before:?}"
    );
    let served = Served::start(&data.0, &SETTINGS);
    let address = served.address;
    let mut alone: Vec<&mut Witness> = Vec::new();
    for witness in witnesses {
        if alone.iter().all(|other| other.table != witness.table) {
            alone.push(witness);
        }
    }
    let watch = async {
        let begun = Instant::now();
        loop {
            let waiting: Vec<&String> = before
                .iter()
                .filter(|(id, head)| !checker::clock_acted(&file, id, **head))
                .map(|(id, _)| id)
                .collect();
            if waiting.is_empty() {
                break;
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "nothing happens at {waiting:?}");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        served.kill();
    };
    let plays = futures_util::future::join_all(alone.into_iter().map(|witness| witness.play(address)));
    futures_util::future::join(plays, watch).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    lives("killed", 18, ends(1, 12, 400)).await;
}

/// The same for as long as it takes to believe it: `cargo nextest run -p stammtisch --all-features --run-ignored only killed_for_long --no-capture`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes ten minutes"]
async fn killed_for_long() {
    lives("killed-long", 18, ends(7, 204, 600)).await;
}

/// The checker is worth something: a server that answers before it writes is found out.
#[cfg(feature = "failpoints")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_acknowledges_before_it_writes_is_caught() {
    let data = Folder::new("early");
    let served = Served::start(&data.0, &SETTINGS);
    let mut witnesses = witness::gather(&served, 6).await;
    served.kill();
    let file = data.join("stammtisch.sqlite");
    checker::check(&file, &witnesses).assert_clean();
    let place = format!("answer_early,{}", store::failpoint::TRANSACTION);
    let place: &'static str = place.leak();
    let mut figures = Figures::default();
    assert!(life(&data, &mut witnesses, End::At(place, 30), &mut figures).await);
    let verdict = checker::check(&file, &witnesses);
    let found = |what: &str| verdict.violations.iter().any(|violation| violation.contains(what));
    assert!(found("was acknowledged and is gone"), "{verdict:#?}");
    assert!(found("was told"), "{verdict:#?}");
    // It is noticed also when the server has gone on from there.
    assert!(life(&data, &mut witnesses, End::Killed(500), &mut figures).await);
    let verdict = checker::check(&file, &witnesses);
    assert!(
        verdict.violations.iter().any(|found| found.contains("was acknowledged and is gone")),
        "{verdict:#?}"
    );
}

/// Two servers never share a data folder; one that was killed leaves nothing in the way of the next.
#[test]
fn a_second_server_on_the_same_folder_does_not_start() {
    let data = Folder::new("two");
    let first = Served::start(&data.0, &[]);
    let second = stammtisch(["serve", "--listen", "127.0.0.1:0", "--data", data.0.to_str().unwrap()]);
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains(&format!("in use by another server (process {})", first.process())), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    first.kill();
    Served::start(&data.0, &[]).kill();
}
