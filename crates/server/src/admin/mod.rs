//! What the host asks of the running server, through a socket in the data folder.
//!
//! A file can be kept from others by its mode; an address on the network needs a secret that can be stolen, guessed or left in a log. The
//! socket has mode 0600 from its first moment: it is made in a folder that only its owner may enter, and moved to its place then.

mod commands;
mod erase;
mod export;
mod people;

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use protocol::admin::{Answer, Request};
use protocol::http::Problem;
use store::StoreFault;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};

use crate::app::App;

/// The socket's name in the data folder.
pub const SOCKET: &str = "admin.sock";

/// The longest request, in bytes.
const LONGEST: u64 = 64 * 1024;

/// How long a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// Makes the socket, in place of one that a killed server left. The folder must be this server's alone.
pub(crate) fn listen(folder: &Path) -> io::Result<UnixListener> {
    let (place, hidden) = (folder.join(SOCKET), folder.join(".admin"));
    let remove = || match std::fs::remove_dir_all(&hidden) {
        Err(fault) if fault.kind() != io::ErrorKind::NotFound => Err(fault),
        Ok(()) | Err(_) => Ok(()),
    };
    remove()?;
    DirBuilder::new().mode(0o700).create(&hidden)?;
    let made = hidden.join("s");
    let listener = UnixListener::bind(&made)?;
    std::fs::set_permissions(&made, Permissions::from_mode(0o600))?;
    std::fs::rename(&made, place)?;
    remove()?;
    Ok(listener)
}

/// Serves the host until the server stops.
pub(crate) async fn serve(app: Arc<App>, listener: UnixListener) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let app = Arc::clone(&app);
                tokio::spawn(async move {
                    if let Err(fault) = converse(&app, stream).await {
                        tracing::debug!(%fault, "the host went away");
                    }
                });
            }
            Err(fault) => {
                tracing::warn!(%fault, "the host cannot be listened to");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// One request, one answer.
async fn converse(app: &Arc<App>, stream: UnixStream) -> io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut line = Vec::new();
    let mut read = BufReader::new(read.take(LONGEST));
    tokio::time::timeout(PATIENCE, read.read_until(b'\n', &mut line)).await??;
    let answer = match serde_json::from_slice::<Request>(&line) {
        Ok(request) => {
            tracing::info!(command = name(&request), "the host asks");
            commands::carry_out(app, request).await.unwrap_or_else(Answer::from)
        }
        Err(fault) => refused("bad_request", fault.to_string()).into(),
    };
    let mut line = serde_json::to_vec(&answer)?;
    line.push(b'\n');
    write.write_all(&line).await?;
    write.shutdown().await
}

/// For the log: what is asked, and not about whom.
fn name(request: &Request) -> &'static str {
    match request {
        Request::Tables { .. } => "tables",
        Request::CloseTable { .. } => "close",
        Request::Players { .. } => "players",
        Request::Mute { .. } => "mute",
        Request::Unmute { .. } => "unmute",
        Request::Ban { .. } | Request::BanAddress { .. } => "ban",
        Request::Unban { .. } | Request::UnbanAddress { .. } => "unban",
        Request::Bans {} => "bans",
        Request::ResetToken { .. } => "reset-token",
        Request::Export { .. } => "export",
        Request::Delete { .. } => "delete",
        Request::Invite { .. } => "invite",
        Request::Invites {} => "invites",
        Request::Withdraw { .. } => "withdraw",
    }
}

/// Why the host does not get what was asked for.
struct Refused(Box<Problem>);

fn refused(code: &str, reason: impl Into<String>) -> Refused {
    let (code, params) = (code.to_owned(), std::collections::BTreeMap::new());
    Refused(Box::new(Problem { code, params, reason: reason.into() }))
}

/// The host may know what is wrong with the store.
impl From<StoreFault> for Refused {
    fn from(fault: StoreFault) -> Self {
        refused("not_stored", format!("The store did not do it: {fault}"))
    }
}

impl From<Refused> for Answer {
    fn from(Refused(problem): Refused) -> Self {
        Self::Refused { problem: *problem }
    }
}
