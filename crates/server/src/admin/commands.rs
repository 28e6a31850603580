//! What the host asks for, and how it is done.

use std::net::IpAddr;
use std::sync::Arc;

use protocol::admin::{Answer, HostedTable, Invite, KnownPlayer, Request};
use protocol::table::{JoinCode, TableId};
use store::{Status, TableRecord};
use tokio::sync::oneshot;

use super::{Refused, erase, export, people, refused};
use crate::address::Neighbourhood;
use crate::app::App;
use crate::identity::Identity;
use crate::lines::Whom;
use crate::mail::Mail;
use crate::outbox::Close;
use crate::{entropy, identity, storing};

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;
/// How long a code is good that the host passes on: a quarter of an hour, in milliseconds.
const CODE: i64 = 900_000;
/// The longest note beside an invitation, in characters.
const NOTE: usize = 200;

/// Does what is asked for.
pub(super) async fn carry_out(app: &Arc<App>, request: Request) -> Result<Answer, Refused> {
    match request {
        Request::Tables { closed } => tables(app, closed).await,
        Request::CloseTable { table } => close(app, &table).await,
        Request::Players { text } => players(app, text).await,
        Request::Mute { player } => mute(app, &player, true).await,
        Request::Unmute { player } => mute(app, &player, false).await,
        Request::Ban { player } => ban(app, &player, true).await,
        Request::Unban { player } => ban(app, &player, false).await,
        Request::BanAddress { address } => ban_address(app, address.to_canonical()).await,
        Request::UnbanAddress { address } => unban_address(app, address.to_canonical()).await,
        Request::Bans {} => bans(app).await,
        Request::ResetToken { player } => reset_token(app, &player).await,
        Request::Export { player } => export::export(app, people::meant(app, &player).await?).await,
        Request::Delete { player } => erase::erase(app, people::meant(app, &player).await?.player_id).await,
        Request::Invite { uses, days, note } => invite(app, uses, days, note).await,
        Request::Invites {} => invites(app).await,
        Request::Withdraw { code } => withdraw(app, code.trim().to_lowercase()).await,
    }
}

fn hosted(record: TableRecord) -> Option<HostedTable> {
    let summary: Option<protocol::http::TableSummary> = serde_json::from_str(&record.row.details).ok();
    Some(HostedTable {
        table_id: record.id.as_str().parse().ok()?,
        code: record.row.code,
        game: record.row.game,
        status: match record.row.status {
            Status::Open => "open",
            Status::Running => "running",
            Status::Finished => "finished",
            Status::Closed => "closed",
        }
        .to_owned(),
        public: record.row.public,
        players: summary.map(|summary| summary.players).unwrap_or_default(),
        seats: record.row.seats,
        bots: record.row.bots,
        entries: record.head,
        created_at: record.created_at_ms,
        changed_at: record.changed_at_ms,
    })
}

async fn tables(app: &App, closed: bool) -> Result<Answer, Refused> {
    let records = storing::read(&app.store, move |store| {
        if !closed {
            return store.tables_to_wake();
        }
        let mut all: Vec<TableRecord> = Vec::new();
        loop {
            let page = store.tables_after(all.last().map(|last| &last.id), 1_000)?;
            if page.is_empty() {
                return Ok(all);
            }
            all.extend(page);
        }
    });
    let mut tables: Vec<HostedTable> = records.await?.into_iter().filter_map(hosted).collect();
    tables.sort_by_key(|table| std::cmp::Reverse(table.changed_at));
    Ok(Answer::Tables { tables })
}

/// The open table with this id or code.
async fn table_meant(app: &App, text: &str) -> Result<TableId, Refused> {
    let nowhere = || refused("no_such_table", format!("No open table has the id or the code {text}"));
    let wanted = text.trim().to_lowercase();
    if let Ok(id) = wanted.parse::<TableId>() {
        return Ok(id);
    }
    let code: JoinCode = wanted.parse().map_err(|_| nowhere())?;
    let record = storing::read(&app.store, move |store| store.table_by_code(code.as_str())).await;
    let record = record?.ok_or_else(nowhere)?;
    record.id.as_str().parse().map_err(|_| nowhere())
}

async fn close(app: &Arc<App>, table: &str) -> Result<Answer, Refused> {
    let nowhere = || refused("no_such_table", format!("No open table has the id or the code {table}"));
    let id = table_meant(app, table).await?;
    let mail = app.tables.find(app, &id).await?.ok_or_else(nowhere)?;
    let (done, closed) = oneshot::channel();
    let away = |()| refused("unavailable", "The table was just put away; try again");
    mail.send(Mail::Close { done }).await.map_err(|_| away(()))?;
    let closed = closed.await.map_err(|_| away(()))?;
    closed.map_err(|refusal| refused(refusal.code, refusal.reason))?;
    Ok(Answer::Table { table_id: id })
}

async fn players(app: &App, text: String) -> Result<Answer, Refused> {
    let found = storing::read(&app.store, move |store| store.find_players(text.trim(), people::LISTED + 1));
    let mut found = found.await?;
    let more = found.len() > people::LISTED as usize;
    found.truncate(people::LISTED as usize);
    Ok(Answer::Players { players: found.into_iter().filter_map(people::known).collect(), more })
}

async fn mute(app: &Arc<App>, player: &str, muted: bool) -> Result<Answer, Refused> {
    let player = people::meant(app, player).await?;
    let id = store::PlayerId::from(player.player_id.as_str());
    storing::write(|done| app.store.set_muted(id, muted, done)).await?;
    app.sanctions.mute(&player.player_id, muted);
    Ok(Answer::Player { player: KnownPlayer { muted, ..player }, sockets: 0 })
}

async fn ban(app: &Arc<App>, player: &str, banned: bool) -> Result<Answer, Refused> {
    let player = people::meant(app, player).await?;
    let id = store::PlayerId::from(player.player_id.as_str());
    storing::write(|done| app.store.set_banned(id, banned, done)).await?;
    let sockets = if banned { app.lines.put_out(Whom::Player(&player.player_id), Close::PutOut) } else { 0 };
    Ok(Answer::Player { player: KnownPlayer { banned, ..player }, sockets })
}

async fn ban_address(app: &App, address: IpAddr) -> Result<Answer, Refused> {
    // Whoever has one address of IPv6 has all that begin alike.
    let address = Neighbourhood::from(address).address();
    let (text, now) = (address.to_string(), app.clock.now());
    storing::write(|done| app.store.ban_address(text, now, done)).await?;
    app.sanctions.ban(address, true);
    Ok(Answer::Address { address, sockets: app.lines.put_out(Whom::Address(address.into()), Close::PutOut) })
}

async fn unban_address(app: &App, address: IpAddr) -> Result<Answer, Refused> {
    let address = Neighbourhood::from(address).address();
    let text = address.to_string();
    let was = storing::write(|done| app.store.unban_address(text, done)).await?;
    app.sanctions.ban(address, false);
    if !was {
        return Err(refused("not_banned", format!("{address} is not banned")));
    }
    Ok(Answer::Address { address, sockets: 0 })
}

async fn bans(app: &App) -> Result<Answer, Refused> {
    let read = storing::read(&app.store, |store| Ok((store.judged()?, store.banned_addresses()?)));
    let (players, addresses) = read.await?;
    Ok(Answer::Bans {
        players: players.into_iter().filter_map(people::known).collect(),
        addresses: addresses.into_iter().filter_map(|ban| ban.address.parse().ok()).collect(),
    })
}

async fn reset_token(app: &Arc<App>, player: &str) -> Result<Answer, Refused> {
    let player = people::meant(app, player).await?;
    let no_entropy = |_| refused("internal", "The system has no randomness to give");
    let (token, hash) = identity::new_token().map_err(no_entropy)?;
    let (id, now) = (store::PlayerId::from(player.player_id.as_str()), app.clock.now());
    let revoked = storing::write(|done| app.store.reset_tokens(id, hash, now, done)).await?;
    app.devices.forget(&player.player_id);
    app.lines.put_out(Whom::Player(&player.player_id), Close::LoggedOut);
    let identity = Identity::new(player.player_id.clone(), player.name.clone(), hash, app.lines.evictions());
    let code_until = now + CODE;
    let code = app.devices.give(identity, now, code_until).map_err(no_entropy)?;
    let revoked = u32::try_from(revoked).unwrap_or(u32::MAX);
    Ok(Answer::Token { player, token, code, code_until, revoked })
}

/// An invitation as the host sees it. The link works only where the server knows how people reach it.
fn shown(app: &App, invite: store::Invite) -> Invite {
    let link = |url: &String| format!("{}/?invite={}", url.trim_end_matches('/'), invite.code);
    Invite {
        link: app.config.public_url.as_ref().map(link),
        code: invite.code,
        note: invite.note,
        created_at: invite.created_at_ms,
        until: invite.until_ms,
        uses: invite.uses,
    }
}

async fn invite(app: &App, uses: u32, days: Option<u32>, note: String) -> Result<Answer, Refused> {
    if uses == 0 || days == Some(0) {
        return Err(refused("bad_invite", "An invitation is good for somebody, and for a day at least"));
    }
    if note.chars().count() > NOTE {
        return Err(refused("bad_invite", format!("A note has at most {NOTE} characters")));
    }
    let no_entropy = |_| refused("internal", "The system has no randomness to give");
    let now = app.clock.now();
    let invite = store::Invite {
        code: new_code().map_err(no_entropy)?,
        note,
        created_at_ms: now,
        until_ms: days.map(|days| now + i64::from(days) * DAY),
        uses,
    };
    let kept = invite.clone();
    storing::write(|done| app.store.add_invite(kept, done)).await?;
    Ok(Answer::Invites { invites: vec![shown(app, invite)], needed: app.config.invite_only })
}

/// Ten letters, 50 random bits: short enough to read out, long enough not to be guessed through a limited number of tries.
fn new_code() -> Result<String, getrandom::Error> {
    let mut code = String::from(TableId::from_entropy(entropy::fresh()?));
    code.truncate(10);
    Ok(code)
}

async fn invites(app: &App) -> Result<Answer, Refused> {
    let invites = storing::read(&app.store, |store| store.invites()).await?;
    let invites = invites.into_iter().map(|invite| shown(app, invite)).collect();
    Ok(Answer::Invites { invites, needed: app.config.invite_only })
}

async fn withdraw(app: &App, code: String) -> Result<Answer, Refused> {
    let gone = code.clone();
    let was = storing::write(|done| app.store.withdraw_invite(gone, done)).await?;
    if was {
        Ok(Answer::Withdrawn { code })
    } else {
        Err(refused("no_such_invite", format!("There is no invitation {code}")))
    }
}
