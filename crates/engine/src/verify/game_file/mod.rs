//! Verifying the file of a game: its secrets, its beginning, every move, its end, its digest.
//!
//! In the order of the lines, so that the first thing that is named is the first that was changed, or right behind it.
//!
//! Published: docs/fairness.md §18.

mod beginning;
mod moves;

use game::Game;
use protocol::file::{DrawnPart, Header, Recorded, Text};

use super::{CeremonyReport, Fault, Part, Place, Report, Start};

/// Something in the header.
const fn header(part: Part) -> Place {
    Place::Line { number: 1, part }
}

/// Makes the game again that a file of a known version holds.
pub(super) fn verify<G: Recorded>(text: &Text<'_>) -> Result<Report, Fault> {
    let head: Header<G::WireStart> = text.header()?;
    let (mut telling, missing) = beginning::begin::<G>(&head)?;
    moves::follow(text, &mut telling)?;
    moves::compare_end(text, &telling)?;
    let (expected, found) = (text.expected_digest(), text.digest()?);
    if expected != found {
        let place = Place::Line { number: text.digest_line(), part: Part::Digest };
        return Err(Fault::differs(place, expected.to_hex(), found.to_hex()));
    }
    let people = head.players.iter().filter(|player| player.bot.is_none()).count();
    let board_drawn = head.drawn.contains(&DrawnPart::Board);
    Ok(Report {
        game: G::NAME,
        players: head.players.len(),
        moves: text.n_moves(),
        winners: Game::ended(telling.game()).map(|winners| winners.iter().map(|seat| seat.0).collect()),
        drawn: telling.draws() as usize,
        given: 0,
        start: if board_drawn { Start::DrawnBoard } else { Start::Given },
        ceremony: Some(CeremonyReport {
            table: head.table,
            number: head.number,
            given: people.saturating_sub(missing.len()),
            missing: missing.iter().map(|seat| seat.0).collect(),
            seats_drawn: head.drawn.contains(&DrawnPart::SeatOrder),
            deck: head.fairness.deck_root.is_some(),
            chain: G::KIND == fair::Kind::Chain,
        }),
    })
}
