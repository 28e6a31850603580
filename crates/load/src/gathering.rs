//! Guests, tables and sockets, before anything is measured: several at a time, so that the server's commits are shared.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use protocol::engine::GameName;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::http::Line;
use crate::plan::Plan;
use crate::run::LoadFault;
use crate::seat::{Guest, Seat};
use crate::table::Table;
use crate::tally::Shared;

/// How many tables gather at a time.
const AT_A_TIME: usize = 64;

fn text(answer: &Value, field: &str) -> io::Result<String> {
    let found = answer[field].as_str().map(str::to_owned);
    found.ok_or_else(|| io::Error::other(format!("an answer has no {field}")))
}

/// A new guest.
pub(crate) async fn guest(line: &mut Line, name: &str) -> io::Result<Guest> {
    let made = line.post("/api/guests", None, &json!({ "name": name })).await?;
    Ok(Guest { player: text(&made, "playerId")?, token: text(&made, "token")? })
}

/// A new table; its id.
pub(crate) async fn table(line: &mut Line, token: &str, game: GameName) -> io::Result<String> {
    let wanted = json!({ "game": game.name(), "options": { "pace": "instant" } });
    text(&line.post("/api/tables", Some(token), &wanted).await?, "tableId")
}

pub(crate) async fn line(plan: &Plan, n: usize) -> io::Result<Line> {
    let server = plan.server(n);
    Line::open(server.address, &server.host, plan.from(n)).await
}

/// The nth table, with everybody seated and the game begun.
async fn gather(shared: &Arc<Shared>, n: usize) -> io::Result<Table> {
    let plan = &shared.plan;
    let game = plan.games.get(n % plan.games.len().max(1)).copied().unwrap_or(GameName::Kniffel);
    let mut line = line(plan, n).await?;
    let mut guests = Vec::with_capacity(plan.seats);
    for seat in 0..plan.seats {
        guests.push(guest(&mut line, &format!("Load {n}-{seat}")).await?);
    }
    let host = guests.first().map(|guest| guest.token.clone()).unwrap_or_default();
    let id = self::table(&mut line, &host, game).await?;
    let mut seats = Vec::with_capacity(plan.seats);
    // In Catan some events name a card to those concerned only.
    let open = game != GameName::Catan;
    for (at, guest) in guests.into_iter().enumerate() {
        let number = n * plan.seats + at;
        let mut seat = Seat::open(plan, guest, number, open).await?;
        if shared.history.is_some() {
            seat.notes_down(number, &id);
        }
        seats.push(seat);
    }
    let mut table = Table::new(Arc::clone(shared), n, id, game, seats);
    table.gather().await?;
    Ok(table)
}

/// All tables, with their games begun.
pub(crate) async fn all(shared: &Arc<Shared>) -> Result<Vec<Table>, LoadFault> {
    let (next, total) = (Arc::new(AtomicUsize::new(0)), shared.plan.tables);
    let mut gatherers = JoinSet::new();
    for _ in 0..AT_A_TIME.min(total) {
        let (shared, next) = (Arc::clone(shared), Arc::clone(&next));
        gatherers.spawn(async move {
            let mut tables: Vec<Table> = Vec::new();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= total {
                    break;
                }
                tables.push(gather(&shared, n).await?);
                // Those who sit already answer when they are asked for seeds and whether they are there.
                for table in &mut tables {
                    table.listen().await?;
                }
            }
            for table in &mut tables {
                table.begin().await?;
            }
            Ok::<_, io::Error>(tables)
        });
    }
    let mut tables = Vec::with_capacity(total);
    while let Some(gathered) = gatherers.join_next().await {
        let gathered = gathered.map_err(io::Error::other).and_then(|gathered| gathered);
        tables.extend(gathered.map_err(LoadFault::Setup)?);
    }
    Ok(tables)
}
