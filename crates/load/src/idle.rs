//! Sockets that only listen: people who look at a table where nothing happens. They answer when asked whether they are there.

use std::future::poll_fn;
use std::io;
use std::sync::Arc;

use protocol::engine::GameName;
use tokio::task::JoinSet;

use crate::gathering::{guest, line, table};
use crate::seat::Guest;
use crate::socket::{Frame, Socket};
use crate::tally::Shared;

/// Sockets of one player: as many as the server lets a player have without being told otherwise.
const PER_PLAYER: usize = 8;
/// Sockets at one table.
const PER_TABLE: usize = 200;
/// How many tables are filled at a time.
const AT_A_TIME: usize = 8;

/// Opens them all; they live as long as what is returned. A task that ends says why.
pub(crate) async fn open(shared: &Arc<Shared>) -> io::Result<JoinSet<String>> {
    let mut all = JoinSet::new();
    let mut opening: JoinSet<io::Result<Vec<Socket>>> = JoinSet::new();
    let mut left = shared.plan.idle;
    let mut group = 0;
    while left > 0 || !opening.is_empty() {
        while left > 0 && opening.len() < AT_A_TIME {
            let count = left.min(PER_TABLE);
            left -= count;
            opening.spawn(fill(Arc::clone(shared), group, count));
            group += 1;
        }
        if let Some(opened) = opening.join_next().await {
            for socket in opened.map_err(io::Error::other).and_then(|opened| opened)? {
                all.spawn(listen(socket));
            }
        }
    }
    Ok(all)
}

/// A table that so many look at.
async fn fill(shared: Arc<Shared>, group: usize, count: usize) -> io::Result<Vec<Socket>> {
    let plan = &shared.plan;
    let mut line = line(plan, group).await?;
    let (mut sockets, mut id) = (Vec::with_capacity(count), None);
    let mut who: Option<Guest> = None;
    for n in 0..count {
        if n % PER_PLAYER == 0 {
            who = Some(guest(&mut line, &format!("Idle {group}-{n}")).await?);
        }
        let Some(guest) = &who else { break };
        let table = match &id {
            Some(id) => id,
            None => id.insert(table(&mut line, &guest.token, GameName::Kniffel).await?),
        };
        let from = plan.from(plan.tables * plan.seats + group * PER_TABLE + n);
        let server = plan.server(n);
        let mut socket = Socket::open(server.address, &server.host, from, &guest.token).await?;
        socket.send(&format!(r#"{{"id":"{n}","type":"join_table","tableId":"{table}"}}"#));
        hear_until(&mut socket, |text| text.contains(r#""type":"ack""#)).await?;
        sockets.push(socket);
    }
    Ok(sockets)
}

/// Listens until a message will do.
async fn hear_until(socket: &mut Socket, will_do: impl Fn(&str) -> bool) -> io::Result<()> {
    loop {
        while let Some(frame) = socket.next()? {
            match frame {
                Frame::Text(text, _) if will_do(text) => {
                    socket.gives_back_memory();
                    return Ok(());
                }
                Frame::Text(..) => {}
                Frame::Close(code) => return Err(io::Error::other(format!("closed {code}"))),
            }
        }
        socket.gives_back_memory();
        let came = poll_fn(|cx| {
            if let std::task::Poll::Ready(Err(fault)) = socket.poll_flush(cx) {
                return std::task::Poll::Ready(Err(fault));
            }
            socket.poll_fill(cx)
        });
        if came.await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

/// Listens for ever; why it had to end.
async fn listen(mut socket: Socket) -> String {
    match hear_until(&mut socket, |_| false).await {
        Ok(()) => String::new(),
        Err(fault) => fault.to_string(),
    }
}
