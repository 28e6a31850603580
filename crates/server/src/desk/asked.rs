//! What a message asks for, in the table's own words.

use protocol::table::Changes;
use protocol::ws::session::{Frame, Request};
use protocol::{Failure, read_at};
use table::{Command, Played, Refusal};

/// What a message asks for.
pub(super) enum Asked<G: Played> {
    /// Something of the table.
    Command(Command<G>),
    /// To say something.
    Chat(String),
    /// The whole view.
    View,
    /// To show which dice are held.
    Hold([bool; 5]),
}

/// Refusals of the rules that are about a place on the board; in the setup the page shows them there.
pub(super) const PLACEMENT_CODES: [&str; 11] = [
    "not_your_turn",
    "no_settlement_to_place",
    "no_road_to_place",
    "setup_not_finished",
    "invalid_vertex",
    "invalid_edge",
    "occupied",
    "too_close",
    "road_not_connected",
    "road_away_from_settlement",
    "settlement_not_connected",
];

fn bad(failure: Failure) -> Refusal {
    Refusal::new("bad_request", failure.message)
}

/// Reads a message.
pub(super) fn asked<G: Played>(frame: &Frame) -> Result<Asked<G>, Refusal> {
    if let Some(command) = frame.plain().and_then(G::heard) {
        return Ok(Asked::Command(Command::Move(command)));
    }
    if G::COMMANDS.contains(&frame.kind.as_str()) {
        return Ok(Asked::Command(Command::Move(frame.read().map_err(bad)?)));
    }
    if !Request::TYPES.contains(&frame.kind.as_str()) {
        let reason = format!("There is no message of type {:?} at this table", frame.kind);
        return Err(Refusal::new("unknown_type", reason).with("type", &frame.kind));
    }
    Ok(Asked::Command(match frame.read::<Request>().map_err(bad)? {
        Request::Chat { text } => return Ok(Asked::Chat(text)),
        // Served before it comes here, or as a second greeting.
        Request::GetView {} | Request::Ping {} | Request::JoinTable { .. } => return Ok(Asked::View),
        Request::HoldDice { kept_dice } => return Ok(Asked::Hold(kept_dice)),
        Request::Sit { seat } => Command::Sit { seat: seat.map(Into::into) },
        Request::Stand {} => Command::Stand,
        Request::LeaveTable {} => Command::Leave,
        Request::GiveUpSeat {} => Command::GiveUp,
        Request::ToggleReady {} => Command::ToggleReady,
        Request::RequestRematch {} => Command::Rematch,
        Request::Pause {} => Command::Pause,
        Request::Resume {} => Command::Resume,
        Request::SetOptions { options } => {
            Command::SetOptions(read_at::<Changes<G::WireStart>>("options", &options).map_err(bad)?)
        }
        Request::Start {} => Command::Start,
        Request::Kick { player_id } => Command::Kick(player_id),
        Request::TransferHost { player_id } => Command::TransferHost(player_id),
        Request::Vote { topic, yes } => Command::Vote { topic, yes },
        Request::ChangeName { name } => Command::Rename(name),
        Request::ChangeColor { color } => Command::Recolor(color),
        Request::AddBot { bot } => Command::AddBot(bot),
        Request::RemoveSeat { seat } => Command::RemoveSeat(seat.into()),
        Request::CommitSeed { commitment } => Command::CommitSeed(commitment),
        Request::RevealSeed { seed } => Command::RevealSeed(seed),
    }))
}
