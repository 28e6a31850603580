//! `stammtisch admin`: what the host asks of the running server, through the socket in its data folder.

mod human;

use std::io::{self, BufRead, BufReader, Write};
use std::net::IpAddr;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use protocol::admin::{Answer, Request};

use crate::failure::Failure;

/// How long an answer may take: a player with very many games is forgotten slowly.
const PATIENCE: Duration = Duration::from_mins(10);

/// Who is asked for what, and how the answer is told.
#[derive(Debug, Args)]
pub(crate) struct Admin {
    /// The data folder of the server [default: what the environment says, or data]
    #[arg(long, value_name = "FOLDER", global = true)]
    pub(crate) data: Option<PathBuf>,
    /// Prints the answer as one JSON object
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) wanted: Wanted,
}

/// What can be asked for.
#[derive(Debug, Subcommand)]
pub(crate) enum Wanted {
    /// Lists the tables
    Tables {
        /// Closed ones too
        #[arg(long)]
        closed: bool,
    },
    /// Closes a table; a running game is broken off and stakes go back
    Close {
        /// Its id or its code
        table: String,
    },
    /// Lists players, the last seen first
    Players {
        /// Only those with this in their name
        text: Option<String>,
    },
    /// Refuses what a player writes in the chat
    Mute {
        /// Id, or name if only one has it
        player: String,
    },
    /// Lets a player write again
    Unmute {
        /// Id, or name if only one has it
        player: String,
    },
    /// Puts a player out and keeps that player out; or everybody from an address
    Ban(Whom),
    /// Lets a player, or an address, in again
    Unban(Whom),
    /// Lists who is muted or banned
    Bans,
    /// Gives a player a new token; all devices are logged out
    ResetToken {
        /// Id, or name if only one has it
        player: String,
    },
    /// Prints all that the server knows about a player, as JSON
    Export {
        /// Id, or name if only one has it
        player: String,
    },
    /// Forgets who a player was: name, tokens, chat and statistics go for ever; games keep a seat without a name
    Delete {
        /// Id, or name if only one has it
        player: String,
        /// Yes, for ever
        #[arg(long)]
        yes: bool,
    },
    /// Makes a code that lets people in
    Invite {
        /// How many may come in with it
        #[arg(long, default_value_t = 1)]
        uses: u32,
        /// For how many days it is good [default: for ever]
        #[arg(long)]
        days: Option<u32>,
        /// Whom it is for
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Lists the invitations
    Invites,
    /// Takes an invitation back
    Withdraw {
        /// Its code
        code: String,
    },
}

/// A player or an address.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Whom {
    /// Id, or name if only one has it
    player: Option<String>,
    /// Everybody from this address
    #[arg(long)]
    address: Option<IpAddr>,
}

/// Asks, and tells the answer.
pub(crate) fn run(wanted: Admin) -> Result<(), Failure> {
    let request = request(wanted.wanted)?;
    let line = ask(&folder(wanted.data), &request)?;
    let answer: Answer = serde_json::from_str(&line).map_err(|fault| {
        Failure::Server(format!("the server answers what is not understood here: {fault}"))
    })?;
    if let Answer::Refused { problem } = &answer {
        if wanted.json {
            println!("{}", line.trim_end());
        }
        return Err(Failure::DoesNotFit(format!("{} ({})", problem.reason, problem.code)));
    }
    let mut out = io::stdout().lock();
    if wanted.json {
        writeln!(out, "{}", line.trim_end())?;
    } else {
        human::tell(&answer, &mut out)?;
    }
    if let Answer::Deleted { unreadable, .. } = answer
        && !unreadable.is_empty()
    {
        let tables = unreadable.join(", ");
        return Err(Failure::DoesNotFit(format!(
            "the logs of these tables cannot be read and may still hold the name: {tables}"
        )));
    }
    Ok(())
}

/// The data folder that is meant: as for `serve`, but for what stands in a file of settings.
pub(crate) fn folder(named: Option<PathBuf>) -> PathBuf {
    named.or_else(|| std::env::var_os("STAMMTISCH_DATA").map(PathBuf::from)).unwrap_or_else(|| "data".into())
}

fn request(wanted: Wanted) -> Result<Request, Failure> {
    Ok(match wanted {
        Wanted::Tables { closed } => Request::Tables { closed },
        Wanted::Close { table } => Request::CloseTable { table },
        Wanted::Players { text } => Request::Players { text: text.unwrap_or_default() },
        Wanted::Mute { player } => Request::Mute { player },
        Wanted::Unmute { player } => Request::Unmute { player },
        Wanted::Ban(Whom { address: Some(address), .. }) => Request::BanAddress { address },
        Wanted::Ban(Whom { player, .. }) => Request::Ban { player: player.unwrap_or_default() },
        Wanted::Unban(Whom { address: Some(address), .. }) => Request::UnbanAddress { address },
        Wanted::Unban(Whom { player, .. }) => Request::Unban { player: player.unwrap_or_default() },
        Wanted::Bans => Request::Bans {},
        Wanted::ResetToken { player } => Request::ResetToken { player },
        Wanted::Export { player } => Request::Export { player },
        Wanted::Delete { player, yes: true } => Request::Delete { player },
        Wanted::Delete { player, yes: false } => {
            let fault = format!("{player} would be forgotten for ever; say --yes if that is meant");
            return Err(Failure::Arguments(fault));
        }
        Wanted::Invite { uses, days, note } => Request::Invite { uses, days, note },
        Wanted::Invites => Request::Invites {},
        Wanted::Withdraw { code } => Request::Withdraw { code },
    })
}

/// Sends a request and waits for the answer.
fn ask(data: &Path, request: &Request) -> Result<String, Failure> {
    let socket = data.join(server::ADMIN_SOCKET);
    let mut stream = UnixStream::connect(&socket).map_err(|fault| {
        let kind = fault.kind();
        let why = if matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) {
            "no server runs on this folder (--data names another)".to_owned()
        } else if kind == io::ErrorKind::PermissionDenied {
            "only the user who runs the server may do this".to_owned()
        } else {
            fault.to_string()
        };
        Failure::Server(format!("{}: {why}", socket.display()))
    })?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut line = serde_json::to_vec(request).map_err(io::Error::from)?;
    line.push(b'\n');
    stream.write_all(&line)?;
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer)?;
    if answer.is_empty() {
        return Err(Failure::Server("the server went away without an answer".to_owned()));
    }
    Ok(answer)
}
