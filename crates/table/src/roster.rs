//! Who played a game: a *roster* is everybody who sat at the table while it was on, in the order in which they sat down.
//!
//! In most games that is who sat there at the beginning. At a roulette table people come and go, and a seat may have been several
//! people's.

use protocol::Seat;
use protocol::http::ReplayPlayer;
use protocol::table::{Color, EntryOf, PlayerId};

use crate::{Played, Sitter, Table};

/// Everybody who played.
#[derive(Clone, Default, Debug)]
pub(crate) struct Roster(pub(crate) Vec<ReplayPlayer>);

impl Roster {
    /// Those who sit there now.
    pub(crate) fn of<G: Played>(table: &Table<G>) -> Self {
        let players = table.seated().map(|(seat, chair)| ReplayPlayer {
            seat: seat.into(),
            player_id: chair.player.clone(),
            name: chair.name.clone(),
            color: chair.color,
            bot: if let Sitter::Bot(level) = &chair.sitter { Some(level.clone()) } else { None },
            since: None,
        });
        Self(players.collect())
    }

    /// Follows an entry of the log with this number.
    pub(crate) fn follow<G: Played>(&mut self, seq: u64, entry: &EntryOf<G>) {
        if let EntryOf::<G>::Sat { seat, player, name, color } = entry {
            self.sat(seq, *seat, player, None, name, *color);
        }
        if let EntryOf::<G>::BotSat { seat, player, level, name, color } = entry {
            self.sat(seq, *seat, player, Some(level.clone()), name, *color);
        }
        if let EntryOf::<G>::Renamed { seat, name } = entry
            && let Some(player) = self.last_in(*seat)
        {
            player.name.clone_from(name);
        }
        if let EntryOf::<G>::Recolored { seat, color } = entry
            && let Some(player) = self.last_in(*seat)
        {
            player.color = *color;
        }
    }

    fn sat(
        &mut self,
        seq: u64,
        seat: Seat,
        player: &PlayerId,
        bot: Option<String>,
        name: &str,
        color: Color,
    ) {
        let (player_id, name) = (player.clone(), name.to_owned());
        self.0.push(ReplayPlayer { seat, player_id, name, color, bot, since: Some(seq) });
    }

    fn last_in(&mut self, seat: Seat) -> Option<&mut ReplayPlayer> {
        self.0.iter_mut().rev().find(|player| player.seat == seat)
    }

    /// Whether anybody ever sat there.
    pub(crate) fn has(&self, seat: Seat) -> bool {
        self.0.iter().any(|player| player.seat == seat)
    }
}
