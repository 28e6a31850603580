//! A report as a table, for people.

use std::fmt;

use crate::report::{Chips, Details, Histogram, PointsRow, Report, SeatWins};
use crate::statistics::{Share, Summary};

/// How long the longest bar is: a line then fits into eighty columns.
const BAR: f64 = 36.0;
/// The width of a count: ten thousand million still leave a gap before it.
const COUNT: usize = 14;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = if self.players == 1 { "player" } else { "players" };
        writeln!(f, "{}, {} {players}, rules {}, seed {}", self.game, self.players, self.rules, self.seed)?;
        writeln!(f)?;
        let given_up = match self.unfinished {
            0 => String::new(),
            n => format!(", {} given up after {} actions", grouped(n), grouped(u64::from(self.action_limit))),
        };
        row(f, "games", &format!("{}{given_up}", grouped(self.games)))?;
        row(f, "actions", &format!("{}, {} a game", grouped(self.total_actions), figures(&self.actions)))?;
        self.write_own_rows(f)?;
        self.write_timing(f)?;
        self.write_wins(f)?;
        self.write_own_histograms(f)
    }
}

impl Report {
    fn write_own_rows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.details {
            Details::Catan { turns, .. } => row(f, "turns", &format!("{} a game", figures(turns))),
            Details::Kniffel { turns, scores, winners_scores, ties, .. } => {
                row(f, "turns", &grouped(*turns))?;
                row(f, "score", &figures(scores))?;
                row(f, "winner's score", &figures(winners_scores))?;
                row(f, "ties", &share(ties))
            }
            Details::Roulette { rounds, chips, final_chips, .. } => {
                row(f, "rounds", &grouped(*rounds))?;
                row(f, "chips in the end", &format!("{} a player", figures(final_chips)))?;
                row(f, "returned", &returned(chips))
            }
        }
    }

    fn write_timing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let timing = &self.timing;
        let threads = if timing.threads == 1 { "thread" } else { "threads" };
        row(f, "time", &format!("{:.2} s on {} {threads}", timing.wall_seconds, timing.threads))?;
        if let Some((games, actions)) = timing.games_per_second.zip(timing.actions_per_second) {
            row(f, "a second", &format!("{} games, {} actions", rounded(games), rounded(actions)))?;
        }
        if let Some((games, actions)) = timing.games_per_cpu_second.zip(timing.actions_per_cpu_second) {
            row(f, "a CPU-second", &format!("{} games, {} actions", rounded(games), rounded(actions)))?;
        }
        Ok(())
    }

    fn write_wins(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.wins.is_empty() {
            return Ok(());
        }
        writeln!(f, "\n{:<8}{:>COUNT$}{:>10}   95 % interval", "wins", "count", "share")?;
        for SeatWins { seat, share } in &self.wins {
            let (count, own) = (grouped(share.count), percent(share.share));
            let (low, high) = (percent(Some(share.low)), percent(Some(share.high)));
            writeln!(f, "  {:<6}{count:>COUNT$}{own:>10}   {low} to {high}", format!("seat {seat}"))?;
        }
        Ok(())
    }

    fn write_own_histograms(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.details {
            Details::Catan { winners_points, dice, .. } => {
                writeln!(f, "\n{:<8}{:>COUNT$}{:>10}", "won with", "games", "share")?;
                for PointsRow { points, count, share } in winners_points {
                    let (count, share) = (grouped(*count), percent(Some(*share)));
                    writeln!(f, "  {points:>6}{count:>COUNT$}{share:>10}")?;
                }
                histogram(f, "dice", dice)
            }
            Details::Kniffel { dice, .. } => histogram(f, "dice", dice),
            Details::Roulette { numbers, .. } => histogram(f, "wheel", numbers),
        }
    }
}

pub(crate) fn row(f: &mut fmt::Formatter<'_>, label: &str, text: &str) -> fmt::Result {
    writeln!(f, "{label:<18}{text}")
}

fn histogram(f: &mut fmt::Formatter<'_>, title: &str, histogram: &Histogram) -> fmt::Result {
    writeln!(f, "\n{title:<8}{:>COUNT$}{:>10}  expected", "count", "share")?;
    let tallest = histogram.values.iter().map(|row| row.share.unwrap_or(0.0).max(row.expected));
    let tallest = tallest.fold(0.0, f64::max);
    for row in &histogram.values {
        let share = row.share.unwrap_or(0.0);
        #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
        let length = (BAR * share / tallest).round() as usize;
        let (count, own, expected) = (grouped(row.count), percent(row.share), percent(Some(row.expected)));
        let bar = "█".repeat(length);
        let line = format!("  {:>6}{count:>COUNT$}{own:>10}{expected:>10}  {bar}", row.value);
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

/// `330.1 ± 2.3 (deviation 120.4), 120 to 1 020`.
pub(crate) fn figures(summary: &Summary) -> String {
    let Some(mean) = summary.mean else { return "nothing".to_owned() };
    let spread = match summary.margin.zip(summary.deviation) {
        Some((margin, deviation)) => format!(" ± {} (deviation {})", decimal(margin), decimal(deviation)),
        None => String::new(),
    };
    let range = match summary.min.zip(summary.max) {
        Some((min, max)) => format!(", {} to {}", grouped(u64::from(min)), grouped(u64::from(max))),
        None => String::new(),
    };
    format!("{}{spread}{range}", decimal(mean))
}

fn share(share: &Share) -> String {
    let (low, high) = (percent(Some(share.low)), percent(Some(share.high)));
    format!("{}, {} of the games (95 %: {low} to {high})", grouped(share.count), percent(share.share))
}

fn returned(chips: &Chips) -> String {
    let Some(share) = chips.share else { return "nothing was staked".to_owned() };
    let interval = match chips.low.zip(chips.high) {
        Some((low, high)) => format!(" (95 %: {low:.4} to {high:.4})"),
        None => String::new(),
    };
    let staked = grouped(chips.staked);
    format!("{share:.4} of each of {staked} chips staked{interval}, 36/37 = {:.4}", chips.expected)
}

pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.2} %", 100.0 * share))
}

/// A number with its thousands apart.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A rate without its digits behind the point.
#[expect(clippy::cast_sign_loss, reason = "rates are not negative")]
fn rounded(rate: f64) -> String {
    grouped(rate.round() as u64)
}

/// One digit behind the point, thousands apart.
pub(crate) fn decimal(x: f64) -> String {
    #[expect(clippy::cast_sign_loss, reason = "means and deviations are not negative")]
    let tenths = (10.0 * x).round() as u64;
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        for (n, text) in [(0, "0"), (999, "999"), (1_000, "1 000"), (12_345_678, "12 345 678")] {
            assert_eq!(grouped(n), text);
        }
        assert_eq!([decimal(0.0), decimal(0.96), decimal(1_068.25)], ["0.0", "1.0", "1 068.3"]);
        assert_eq!(rounded(1_999.6), "2 000");
    }
}
