//! What came of a contest as a table, for people.

use std::fmt;

use super::report::{ContestReport, EntryReport, Gain, TestReport};
use crate::statistics::real;
use crate::statistics::sprt::Verdict;
use crate::table::{decimal, figures, grouped, percent, row};

impl fmt::Display for ContestReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = self.players;
        writeln!(f, "{}, {seats} at a table, rules {}, seed {}\n", self.game, self.rules, self.seed)?;
        let given_up = match self.unfinished {
            0 => String::new(),
            n => format!(", {} given up after {} actions", grouped(n), grouped(u64::from(self.action_limit))),
        };
        let boards = self.games / seats.max(1) as u64 / self.tables.len().max(1) as u64;
        let tables = match self.tables.len() {
            0 => String::new(),
            n => format!(" at {n} tables"),
        };
        let boards = format!("{} deals, the seats in rotation", grouped(boards));
        row(f, "games", &format!("{}{tables}, {boards}{given_up}", grouped(self.games)))?;
        let turns = if self.game == "roulette" { "rounds" } else { "turns" };
        row(f, turns, &format!("{} a game", figures(&self.turns)))?;
        row(f, "actions", &format!("{} a game", figures(&self.actions)))?;
        let threads = if self.timing.threads == 1 { "thread" } else { "threads" };
        row(f, "time", &format!("{:.2} s on {} {threads}", self.timing.wall_seconds, self.timing.threads))?;
        self.write_wins(f)?;
        self.write_times(f)?;
        self.write_faults(f)?;
        self.write_trading(f)?;
        self.test.iter().try_for_each(|test| self.write_test(f, test))
    }
}

impl ContestReport {
    /// How wide the names are, within reason: a command may be long.
    fn width(&self) -> usize {
        let widest = self.entries.iter().map(|entry| entry.player.chars().count()).max();
        widest.unwrap_or(0).clamp(8, 32) + 2
    }

    fn lines(&self) -> impl Iterator<Item = (String, &EntryReport)> {
        let width = self.width();
        self.entries.iter().map(move |entry| {
            let name: String = entry.player.chars().take(width - 2).collect();
            (format!("{name:<width$}"), entry)
        })
    }

    fn write_wins(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_rated = self.entries.iter().any(|entry| entry.elo.is_some());
        let rated = if is_rated { "            Elo" } else { "" };
        let width = self.width();
        writeln!(
            f,
            "\n{:<width$}{:>9}{:>9}{:>10}   {:<20}{:>9}{rated}",
            "player", "games", "wins", "share", "95 % interval", "points"
        )?;
        for (name, entry) in self.lines() {
            let interval = format!("{} to {}", percent(Some(entry.low)), percent(Some(entry.high)));
            let points = entry.points.mean.map_or_else(|| "-".to_owned(), decimal);
            let elo = entry.elo.map_or_else(String::new, |rating| {
                let margin = rating.margin.map_or_else(String::new, |margin| format!(" ± {margin:.0}"));
                format!("{:>15}", format!("{:+.0}{margin}", rating.elo))
            });
            let (games, wins) = (grouped(entry.games), grouped(entry.wins));
            let share = percent(entry.share);
            writeln!(f, "{name}{games:>9}{wins:>9}{share:>10}   {interval:<20}{points:>9}{elo}")?;
        }
        Ok(())
    }

    fn write_times(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width();
        writeln!(
            f,
            "\n{:<width$}{:>12}{:>11}{:>11}{:>11}{:>11}",
            "ms a decision", "decisions", "mean", "p50", "p99", "max"
        )?;
        for (name, entry) in self.lines() {
            let time = &entry.time;
            let [mean, p50, p99, max] = [time.mean_ms, time.p50_ms, time.p99_ms, time.max_ms].map(ms);
            let decisions = grouped(entry.decisions);
            writeln!(f, "{name}{decisions:>12}{mean:>11}{p50:>11}{p99:>11}{max:>11}")?;
        }
        Ok(())
    }

    /// Only where something went wrong.
    fn write_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.entries.iter().all(|entry| entry.counts.faults() == 0) {
            return Ok(());
        }
        let width = self.width();
        writeln!(
            f,
            "\n{:<width$}{:>12}{:>11}{:>11}{:>11}{:>12}",
            "went wrong", "fallbacks", "illegal", "late", "dead", "unreadable"
        )?;
        for (name, EntryReport { counts, .. }) in self.lines() {
            let [fallbacks, illegal, late, dead, unreadable] =
                [counts.fallbacks, counts.illegal, counts.late, counts.dead, counts.unreadable].map(grouped);
            writeln!(f, "{name}{fallbacks:>12}{illegal:>11}{late:>11}{dead:>11}{unreadable:>12}")?;
        }
        Ok(())
    }

    /// Only where somebody offered something.
    fn write_trading(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.entries.iter().any(|entry| entry.counts.offers > 0) {
            let width = self.width();
            writeln!(f, "\n{:<width$}{:>12}{:>11}{:>12}", "a game", "offers", "trades", "accepted")?;
            for (name, entry) in self.lines() {
                let a_game = |n: u64| {
                    let games = real(entry.games.max(1));
                    format!("{:.2}", real(n) / games)
                };
                let (offers, trades) = (a_game(entry.counts.offers), a_game(entry.counts.trades));
                writeln!(f, "{name}{offers:>12}{trades:>11}{:>12}", percent(entry.accepted.share))?;
            }
        }
        for Gain { with, without, games, gain, margin } in &self.trading {
            writeln!(
                f,
                "\n{with} wins {:+.2} ± {:.2} points of 100 more often than {without}, over {} games",
                100.0 * gain,
                100.0 * margin,
                grouped(*games)
            )?;
        }
        Ok(())
    }

    fn write_test(&self, f: &mut fmt::Formatter<'_>, test: &TestReport) -> fmt::Result {
        let first = self.entries.first().map_or("", |entry| entry.player.as_str());
        let (lower, upper) = (percent(Some(test.lower)), percent(Some(test.upper)));
        let said = match test.verdict {
            Verdict::Upper => format!("{first} wins at least {upper}, not {lower}"),
            Verdict::Lower => format!("{first} wins at most {lower}, not {upper}"),
            Verdict::Open => format!("not yet clear whether {first} wins {lower} or {upper}"),
        };
        let (ratio, bound) = (test.ratio, test.bound);
        writeln!(f, "\ntest: {said} (log-likelihood ratio {ratio:+.2}, bounds ± {bound:.2}, 5 % each error)")
    }
}

/// Milliseconds with three digits that matter.
fn ms(time: Option<f64>) -> String {
    match time {
        None => "-".to_owned(),
        Some(ms) if ms < 1.0 => format!("{ms:.4}"),
        Some(ms) if ms < 100.0 => format!("{ms:.2}"),
        Some(ms) => format!("{ms:.0}"),
    }
}
