//! All that the server knows about a player, for the player.

use std::sync::Arc;

use protocol::admin::{
    Answer, Export, ExportedDevice, ExportedGame, ExportedLine, ExportedRoll, ExportedTransfer, KnownPlayer,
};
use store::{Account, Store, StoreFault};

use super::Refused;
use crate::app::App;
use crate::storing;

/// How many rows are read at a time.
const PAGE: u32 = 1_000;

pub(super) async fn export(app: &Arc<App>, player: KnownPlayer) -> Result<Answer, Refused> {
    let read = storing::read(&app.store, move |store| gather(store, player));
    Ok(Answer::Export(Box::new(read.await?)))
}

fn gather(store: &dyn Store, player: KnownPlayer) -> Result<Export, StoreFault> {
    let id = store::PlayerId::from(player.player_id.as_str());
    let devices = store.devices_of(&id)?.into_iter();
    let rolls = store.rolls(&id)?.into_iter();
    let chat = store.said_by(&id)?.into_iter();
    let tables = store.tables_mentioning(&id)?.into_iter();
    Ok(Export {
        chips: store.balance(&Account::Player(id.clone()))?,
        devices: devices
            .map(|device| ExportedDevice { created_at: device.created_at_ms, used_at: device.used_at_ms })
            .collect(),
        games: games(store, &id)?,
        rolls: rolls
            .map(|roll| ExportedRoll { game: roll.game, value: roll.value, times: roll.times })
            .collect(),
        transfers: transfers(store, &id)?,
        chat: chat
            .map(|(table, line)| ExportedLine {
                table_id: table.as_str().to_owned(),
                at: line.at_ms,
                text: line.text,
            })
            .collect(),
        tables: tables.filter_map(|table| table.id.as_str().parse().ok()).collect(),
        player,
    })
}

fn games(store: &dyn Store, player: &store::PlayerId) -> Result<Vec<ExportedGame>, StoreFault> {
    let (mut games, mut before) = (Vec::new(), None);
    loop {
        let page = store.games_of(player, before, PAGE)?;
        let Some(last) = page.last() else { return Ok(games) };
        before = Some(last.key);
        games.extend(page.into_iter().map(|played| ExportedGame {
            game: played.result.game,
            table_id: played.result.table.as_str().to_owned(),
            number: played.result.game_number,
            seat: played.result.seat,
            score: played.result.score,
            won: played.result.won,
            at: played.result.at_ms,
        }));
    }
}

fn transfers(store: &dyn Store, player: &store::PlayerId) -> Result<Vec<ExportedTransfer>, StoreFault> {
    let (mut transfers, mut before) = (Vec::new(), None);
    loop {
        let page = store.transfers_of(player, before, PAGE)?;
        let Some(last) = page.last() else { return Ok(transfers) };
        before = Some(last.id);
        transfers.extend(page.into_iter().map(|booking| ExportedTransfer {
            at: booking.at_ms,
            from: booking.transfer.from.to_string(),
            to: booking.transfer.to.to_string(),
            amount: booking.transfer.amount,
            reason: booking.transfer.reason.into_owned(),
        }));
    }
}
