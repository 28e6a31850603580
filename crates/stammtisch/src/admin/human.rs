//! Answers of the server as people read them.

use std::io::{self, Write};

use protocol::admin::{Answer, HostedTable, Invite, KnownPlayer};

/// Tells an answer.
pub(super) fn tell(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    match answer {
        Answer::Tables { tables } => self::tables(tables, out),
        Answer::Players { players, more } => {
            self::players(players, out)?;
            if *more { writeln!(out, "and more: name a part of the name") } else { Ok(()) }
        }
        Answer::Bans { players, addresses } => {
            if players.is_empty() && addresses.is_empty() {
                return writeln!(out, "nobody is muted or banned");
            }
            self::players(players, out)?;
            addresses.iter().try_for_each(|address| writeln!(out, "{address}  banned"))
        }
        Answer::Table { table_id } => writeln!(out, "table {table_id} is closed"),
        Answer::Player { player, sockets } => {
            writeln!(out, "{} ({}) {}{}", player.name, player.player_id, standing(player), cut(*sockets))
        }
        Answer::Address { address, sockets } => writeln!(out, "{address}: done{}", cut(*sockets)),
        Answer::Token { player, token, code, code_until, revoked } => {
            let KnownPlayer { name, player_id, .. } = player;
            writeln!(out, "{name} ({player_id}) has a new token; {revoked} before it are no longer good.")?;
            writeln!(
                out,
                "for a browser, under \"Another device\", until {} UTC: {code}",
                moment(*code_until)
            )?;
            writeln!(out, "for a program:\n{token}")
        }
        Answer::Export(export) => {
            serde_json::to_writer_pretty(&mut *out, export)?;
            writeln!(out)
        }
        Answer::Deleted { player_id, tables, .. } => {
            writeln!(out, "{player_id} is forgotten; the name stood in the logs of {tables} tables")
        }
        Answer::Invites { invites, needed } => {
            if invites.is_empty() {
                writeln!(out, "there are no invitations")?;
            }
            invites.iter().try_for_each(|invite| self::invite(invite, out))?;
            if *needed {
                Ok(())
            } else {
                writeln!(out, "note: invite_only is off, anybody may come in without one")
            }
        }
        Answer::Withdrawn { code } => writeln!(out, "{code} is no longer good"),
        Answer::Refused { problem } => writeln!(out, "{}", problem.reason),
    }
}

fn cut(sockets: u32) -> String {
    if sockets == 0 { String::new() } else { format!("; {sockets} connections were cut") }
}

fn standing(player: &KnownPlayer) -> &'static str {
    match (player.muted, player.banned) {
        (false, false) => "may play and write",
        (true, false) => "is muted",
        (false, true) => "is banned",
        (true, true) => "is muted and banned",
    }
}

fn tables(tables: &[HostedTable], out: &mut impl Write) -> io::Result<()> {
    if tables.is_empty() {
        return writeln!(out, "there are no tables");
    }
    writeln!(
        out,
        "{:<16}  {:<6}  {:<8}  {:<8}  {:>7}  {:<16}  players",
        "id", "code", "game", "status", "entries", "changed"
    )?;
    for table in tables {
        let code = table.code.as_deref().unwrap_or("-");
        let changed = moment(table.changed_at);
        writeln!(
            out,
            "{:<16}  {code:<6}  {:<8}  {:<8}  {:>7}  {changed}  {}",
            table.table_id.as_str(),
            table.game,
            table.status,
            table.entries,
            table.players.join(", ")
        )?;
    }
    Ok(())
}

fn players(players: &[KnownPlayer], out: &mut impl Write) -> io::Result<()> {
    if players.is_empty() {
        return writeln!(out, "nobody is found");
    }
    for player in players {
        let (seen, name) = (moment(player.seen_at), &player.name);
        writeln!(out, "{}  {seen}  {name}  ({})", player.player_id, standing(player))?;
    }
    Ok(())
}

fn invite(invite: &Invite, out: &mut impl Write) -> io::Result<()> {
    let until = invite.until.map(|until| format!(", until {}", moment(until))).unwrap_or_default();
    let note = if invite.note.is_empty() { String::new() } else { format!("  {}", invite.note) };
    writeln!(out, "{}  for {} more{until}{note}", invite.code, invite.uses)?;
    invite.link.iter().try_for_each(|link| writeln!(out, "  {link}"))
}

/// A time in UTC, to the minute.
fn moment(millis: i64) -> String {
    let (days, rest) = (millis.div_euclid(86_400_000), millis.rem_euclid(86_400_000));
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", rest / 3_600_000, rest / 60_000 % 60)
}

/// The day so many days after 1 January 1970. Years begin in March here, so that the odd day comes last.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted on from day to day by the plain rule for leap years.
    #[test]
    fn days_are_counted_right_for_four_hundred_years() {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..146_097 {
            assert_eq!(date(days), (year, month, day), "{days}");
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                2 => 28 + i64::from(leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (day, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        }
        assert_eq!(moment(1_700_000_000_000), "2023-11-14 22:13");
    }
}
