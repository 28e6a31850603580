//! What a balancer is told about a node.

use std::time::{Duration, Instant};

use crate::between::Between;
use crate::company::Company;
use crate::served::Served;

/// Waits until a node says this about itself; the answer's sentence.
async fn says(node: &Served, expected: (u16, &str)) -> String {
    let begun = Instant::now();
    loop {
        let (status, health) = pages::request(node.address, "GET", "/health", None, None).await;
        if (status, health["status"].as_str().unwrap()) == expected {
            return health["reason"].as_str().unwrap_or_default().to_owned();
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{status}, {health} and not {expected:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A node without the database is of no use to anybody, and says so until it has it again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_cannot_reach_the_database_sends_people_elsewhere() {
    let Some(company) = Company::gather("no-database", 0) else { return };
    let Some(socket) = company.socket() else { return };
    let between = Between::to_database(socket);
    let (host, port) = (between.address.ip(), between.address.port());
    let database = format!("host={host} port={port} user=stammtisch dbname=postgres");
    let node = company.start_with("node", &database);
    assert_eq!(says(&node, (200, "ok")).await, "");
    between.cut();
    let reason = says(&node, (503, "no_database")).await;
    assert!(reason.starts_with("The database was not reached"), "{reason}");
    between.mend();
    says(&node, (200, "ok")).await;
}

/// A node without the bus serves what it has. It says what is wrong, but sends nobody away: all nodes would, if the bus were gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_cannot_reach_the_bus_says_so_and_serves() {
    let Some(company) = Company::gather("no-bus", 0) else { return };
    let between = Between::to_bus(&company.bus_address);
    let node = company.start_on("node", &format!("nats://{}", between.address));
    says(&node, (200, "ok")).await;
    between.cut();
    let reason = says(&node, (200, "no_bus")).await;
    assert!(reason.contains("bus"), "{reason}");
    between.mend();
    says(&node, (200, "ok")).await;
}

/// Somebody starts a node under a name that another has: the first one serves nothing any more, and sends people elsewhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_whose_name_another_has_taken_sends_people_elsewhere() {
    let Some(company) = Company::gather("replaced", 0) else { return };
    let first = company.start("node");
    says(&first, (200, "ok")).await;
    let second = company.start_twin("node");
    let reason = says(&first, (503, "replaced")).await;
    assert!(reason.contains("taken its place"), "{reason}");
    says(&second, (200, "ok")).await;
}
