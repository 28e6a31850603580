//! The score of a contest while it lasts, by entry.

use super::contest::Contest;
use super::entry::Entry;
use super::report::{ContestReport, EntryReport, Gain, TableReport, TestReport};
use super::row::{Counts, GameRow};
use super::times::Times;
use crate::clock::{Elapsed, Timing};
use crate::statistics::elo::{Meeting, ratings};
use crate::statistics::sprt::Sprt;
use crate::statistics::{Moments, Share, Z95, real};

/// What was counted so far.
pub(crate) struct Score {
    unfinished: u64,
    actions: Moments,
    turns: Moments,
    standings: Vec<Standing>,
    /// Won and played by table and entry.
    tables: Vec<Vec<(f64, u64)>>,
    /// Pairs of entries that differ in trading alone, and by how much the first did better in each game.
    pairs: Vec<((usize, usize), Vec<f64>)>,
}

#[derive(Clone, Default)]
struct Standing {
    games: u64,
    won: f64,
    wins: u64,
    points: Moments,
    times: Times,
    counts: Counts,
}

impl Score {
    pub(crate) fn new(entries: &[Entry], tables: usize) -> Self {
        // Of several alike the first stands for all of them.
        let first = |i: usize| entries.iter().position(|other| *other == entries[i]) == Some(i);
        let pairs = (0..entries.len()).flat_map(|a| (0..entries.len()).map(move |b| (a, b)));
        let pairs = pairs.filter(|&(a, b)| {
            first(a) && first(b) && entries[a].trades && entries[a].is_same_but_for_trading(&entries[b])
        });
        Self {
            unfinished: 0,
            actions: Moments::default(),
            turns: Moments::default(),
            standings: vec![Standing::default(); entries.len()],
            tables: vec![vec![(0.0, 0); entries.len()]; tables],
            pairs: pairs.map(|pair| (pair, Vec::new())).collect(),
        }
    }

    pub(crate) fn add(&mut self, row: &GameRow, entries: &[Entry]) {
        if row.is_finished {
            self.actions.add(row.actions);
            self.turns.add(row.turns);
        } else {
            self.unfinished += 1;
        }
        for seat in &row.seats {
            let Some(standing) = self.standings.get_mut(seat.entry) else { continue };
            standing.counts.add(seat.counts);
            seat.nanos.iter().for_each(|&nanos| standing.times.add(nanos));
            if row.is_finished {
                standing.games += 1;
                standing.won += seat.score;
                standing.wins += u64::from(seat.score > 0.0);
                standing.points.add(seat.points);
                if let Some((won, played)) =
                    self.tables.get_mut(row.table).and_then(|t| t.get_mut(seat.entry))
                {
                    *won += seat.score;
                    *played += 1;
                }
            }
        }
        if row.is_finished {
            for ((with, without), gains) in &mut self.pairs {
                let mean = |like: &Entry| {
                    let scores = row.seats.iter().filter(|seat| entries.get(seat.entry) == Some(like));
                    let (sum, n) = scores.fold((0.0, 0u32), |(sum, n), seat| (sum + seat.score, n + 1));
                    (n > 0).then(|| sum / f64::from(n))
                };
                if let Some((a, b)) = mean(&entries[*with]).zip(mean(&entries[*without])) {
                    gains.push(a - b);
                }
            }
        }
    }

    pub(crate) fn report(
        &self,
        contest: &Contest,
        tables: &[Vec<usize>],
        test: Option<Sprt>,
        elapsed: Elapsed,
    ) -> ContestReport {
        let meetings: Vec<_> = tables
            .iter()
            .zip(&self.tables)
            .map(|(players, results)| Meeting {
                players: players.clone(),
                wins: players.iter().map(|&player| results[player].0).collect(),
            })
            .collect();
        let elo = (tables.len() > 1).then(|| ratings(contest.entries.len(), &meetings));
        let games = self.actions.n() + self.unfinished;
        let entries =
            contest.entries.iter().zip(&self.standings).enumerate().map(|(i, (entry, standing))| {
                let counts = standing.counts;
                EntryReport {
                    player: entry.to_string(),
                    games: standing.games,
                    wins: standing.wins,
                    share: Share::of_score(standing.won, standing.games).share,
                    low: Share::of_score(standing.won, standing.games).low,
                    high: Share::of_score(standing.won, standing.games).high,
                    points: standing.points.summary(),
                    decisions: standing.times.n(),
                    counts,
                    accepted: Share::new(counts.offers_done, counts.offers),
                    elo: elo.as_ref().and_then(|elo| elo.get(i).copied()),
                    time: standing.times.summary(),
                }
            });
        let gains = self.pairs.iter().filter_map(|((with, without), gains)| {
            Gain::new(&contest.entries[*with], &contest.entries[*without], gains)
        });
        let table_reports = tables.iter().zip(&self.tables).map(|(players, results)| TableReport {
            players: players.clone(),
            games: players.first().map_or(0, |&first| results[first].1),
            won: players.iter().map(|&player| results[player].0).collect(),
        });
        ContestReport {
            game: contest.game.name(),
            rules: contest.rules.clone(),
            players: contest.players,
            seed: contest.seed,
            games,
            unfinished: self.unfinished,
            action_limit: contest.limit,
            actions: self.actions.summary(),
            turns: self.turns.summary(),
            entries: entries.collect(),
            tables: if tables.len() > 1 { table_reports.collect() } else { Vec::new() },
            trading: gains.collect(),
            test: test.map(TestReport::new),
            timing: Timing::new(
                elapsed,
                games,
                u64::try_from(self.actions.summary().sum).unwrap_or(u64::MAX),
            ),
        }
    }
}

impl Gain {
    fn new(with: &Entry, without: &Entry, gains: &[f64]) -> Option<Self> {
        let n = real(gains.len() as u64);
        let mean = gains.iter().sum::<f64>() / n;
        let squares: f64 = gains.iter().map(|gain| (gain - mean).powi(2)).sum();
        (gains.len() > 1).then(|| Self {
            with: with.to_string(),
            without: without.to_string(),
            games: gains.len() as u64,
            gain: mean,
            margin: Z95 * (squares / (n - 1.0) / n).sqrt(),
        })
    }
}
