//! One game of a contest, as it is counted, and as a line of comma-separated values.

use std::fmt::Write;

use serde::Serialize;

use super::Entry;
use crate::statistics::real;

/// What came of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    /// Which table of a round robin; 0 where there is one.
    pub table: usize,
    /// The number of the game at its table.
    pub number: u64,
    /// The board it was played on; other games have the same, with the seats in rotation.
    pub board: u64,
    /// Whether it came to an end.
    pub is_finished: bool,
    /// Turns, or rounds.
    pub turns: u32,
    /// Actions of everybody.
    pub actions: u32,
    /// The players by seat.
    pub seats: Vec<SeatRow>,
}

/// What one player did in one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatRow {
    /// Which entry of the contest.
    pub entry: usize,
    /// 1 for a win, a part of it where several won.
    pub score: f64,
    /// Points, total or chips in the end.
    pub points: u32,
    /// How long each decision took, in nanoseconds.
    pub nanos: Vec<u64>,
    /// What went wrong and what was traded.
    pub counts: Counts,
}

/// What is counted of a player beside wins and times.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// How often the table acted because nothing was said.
    pub fallbacks: u64,
    /// Answers that the rules refused, each replaced by a random legal action.
    pub illegal: u64,
    /// Answers that did not come in time, replaced likewise.
    pub late: u64,
    /// Questions to a program that had ended, replaced likewise.
    pub dead: u64,
    /// Lines of a program that were no answers.
    pub unreadable: u64,
    /// Offers made.
    pub offers: u64,
    /// Own offers that came about.
    pub offers_done: u64,
    /// Trades with other players, whoever offered.
    pub trades: u64,
}

impl Counts {
    pub(crate) const fn add(&mut self, more: Self) {
        self.fallbacks += more.fallbacks;
        self.illegal += more.illegal;
        self.late += more.late;
        self.dead += more.dead;
        self.unreadable += more.unreadable;
        self.offers += more.offers;
        self.offers_done += more.offers_done;
        self.trades += more.trades;
    }

    pub(crate) const fn faults(&self) -> u64 {
        self.fallbacks + self.illegal + self.late + self.dead + self.unreadable
    }
}

impl GameRow {
    /// The names of the columns for games of so many players.
    #[must_use]
    pub fn csv_header(players: usize) -> String {
        let mut line = "table,game,board,finished,turns,actions".to_owned();
        for seat in 0..players {
            for name in
                ["player", "score", "points", "decisions", "seconds", "fallbacks", "illegal", "late", "dead"]
            {
                let _ = write!(line, ",{name}_{seat}");
            }
            let _ = write!(line, ",offers_{seat},offers_done_{seat},trades_{seat}");
        }
        line
    }

    /// The game as one line, without its end.
    #[must_use]
    pub fn csv(&self, entries: &[Entry]) -> String {
        let mut line = format!(
            "{},{},{},{},{},{}",
            self.table, self.number, self.board, self.is_finished, self.turns, self.actions
        );
        for seat in &self.seats {
            let name = entries.get(seat.entry).map(ToString::to_string).unwrap_or_default();
            let seconds = real(seat.nanos.iter().sum::<u64>()) / 1e9;
            let Counts { fallbacks, illegal, late, dead, offers, offers_done, trades, .. } = seat.counts;
            let _ = write!(
                line,
                ",{},{},{},{},{seconds:.6},{fallbacks},{illegal},{late},{dead},{offers},{offers_done},{trades}",
                field(&name),
                seat.score,
                seat.points,
                seat.nanos.len(),
            );
        }
        line
    }
}

/// A field in quotes if it needs any.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_as_many_fields_as_the_header() {
        let entries =
            Entry::parse_list(crate::GameName::Catan, r#"greedy,exec:./bot "a,b ""c" x"#).expect("a list");
        let seat =
            |entry| SeatRow { entry, score: 0.5, nanos: vec![1_500_000, 500_000], ..SeatRow::default() };
        let row = GameRow {
            table: 0,
            number: 3,
            board: 1,
            is_finished: true,
            turns: 70,
            actions: 300,
            seats: vec![seat(0), seat(0)],
        };
        let header = GameRow::csv_header(2);
        let line = row.csv(&entries);
        assert_eq!(header.split(',').count(), line.split(',').count());
        assert!(line.starts_with("0,3,1,true,70,300,greedy,0.5,0,2,0.002000,0,"), "{line}");
        let quoted = GameRow { seats: vec![seat(1)], ..row }.csv(&entries);
        assert!(quoted.contains(",\"exec:./bot a,b c x\",0.5"), "{quoted}");
        assert_eq!(field("a\"b"), "\"a\"\"b\"");
    }
}
