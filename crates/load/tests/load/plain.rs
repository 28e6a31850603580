//! Nothing is wrong, and nothing is found.

use load::{Plan, Rate, Report, run};
use protocol::engine::GameName;

use crate::host::{Host, plan};

async fn played(change: impl FnOnce(&mut Plan)) -> Report {
    let host = Host::start().await;
    let mut plan = plan(host.address);
    change(&mut plan);
    let report = run(plan).await.unwrap();
    assert_eq!(report.violations, Vec::<String>::new(), "{report}");
    assert!(report.latency_ms.p50 > 0.0 && report.latency_ms.p50 <= report.latency_ms.p99, "{report}");
    assert!(report.latency_ms.p99 <= report.latency_ms.max && report.latency_ms.max < 5_000.0, "{report}");
    assert!(report.views_compared >= 9 && report.reconnects >= 3, "{report}");
    assert!(report.moves_repeated >= 3, "{report}");
    report
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_games_of_kniffel() {
    let report = played(|_| ()).await;
    assert!(report.moves > 50, "{report}");
    assert!(report.errors.is_empty(), "{report}");
    // Everybody hears of a move, sees it, and one has it acknowledged.
    assert!(report.frames_in_per_move >= 7.0 && report.frames_in_per_move < 15.0, "{report}");
    assert!(report.bytes_in_per_move > 300.0 && report.bytes_out_per_move > 50.0, "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_end_go_on_with_a_rematch() {
    // Alone it takes 26 to 52 moves, and nobody is waited for.
    let report = played(|plan| (plan.seats, plan.time) = (1, std::time::Duration::from_secs(3))).await;
    assert!(report.games_ended >= 3, "{report}");
}

/// The diary has every move, also those that are not counted because they come before or after what is measured.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_move_is_in_the_diary() {
    let file = std::env::temp_dir().join(format!("stammtisch-diary-{}", std::process::id()));
    let report = played(|plan| plan.diary = Some(file.clone())).await;
    let diary = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let mut tables = std::collections::BTreeMap::<&str, (u64, u64)>::new();
    for line in diary.lines() {
        let [table, asked, acknowledged] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let (asked, acknowledged) = (asked.parse::<u64>().unwrap(), acknowledged.parse::<u64>().unwrap());
        let (moves, last) = tables.entry(table).or_default();
        // One move of a table is under way at a time; times are cut off to the millisecond.
        assert!(*last <= asked + 1 && asked <= acknowledged, "{line} after {last}");
        (*moves, *last) = (*moves + 1, acknowledged);
    }
    assert_eq!(tables.len(), 3);
    assert!(tables.values().map(|(moves, _)| moves).sum::<u64>() >= report.moves, "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_games_of_catan() {
    let report = played(|plan| plan.games = vec![GameName::Catan]).await;
    assert!(report.moves > 20, "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rounds_of_roulette() {
    let report = played(|plan| plan.games = vec![GameName::Roulette]).await;
    assert!(report.moves > 20, "{report}");
}

/// The rate is kept: neither more moves nor fewer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rate_with_idle_sockets_from_two_addresses() {
    let report = played(|plan| {
        plan.rate = Rate::PerSecond(10.0);
        (plan.idle, plan.addresses, plan.server) = (30, 2, Some(std::process::id()));
    })
    .await;
    let wanted = 10.0 * 3.0;
    assert!((report.moves_per_second - wanted).abs() < wanted * 0.2, "{report}");
    assert_eq!(report.idle.map(|idle| idle.sockets), Some(30));
    assert!(report.server.is_some_and(|server| server.memory_kib > 0), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_not_there_is_said_to_be_so() {
    let nowhere = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(run(plan(nowhere)).await.unwrap_err().to_string().contains("refused"));
    for wrong in ["https://example.org", "http://", "no such host:1"] {
        assert!(wrong.parse::<load::Target>().is_err(), "{wrong}");
    }
    for wrong in ["0", "-1", "inf", "NaN", "fast", ""] {
        assert!(wrong.parse::<Rate>().is_err(), "{wrong}");
    }
    assert_eq!(("max".parse(), "0.5".parse()), (Ok(Rate::Closed), Ok(Rate::PerSecond(0.5))));
}
