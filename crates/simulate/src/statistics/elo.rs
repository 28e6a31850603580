//! Ratings from who won at which tables: the fit of Bradley and Terry, on the scale of Elo.
//!
//! Everybody has a *strength*; at a table the chance to win is one's own strength over the sum of all. For two players that
//! is Elo's own formula; larger tables need no other. The strengths that make the results likeliest are found by
//! iteration, and the curvature there tells how far each rating reaches to both sides.
//!
//! To every table one more game is added that all its players share. Without it somebody who never lost would be infinitely
//! strong.

use serde::Serialize;

use super::{Z95, real};

/// How many points of Elo a natural logarithm of strength is worth.
pub const ELO_PER_NATURAL: f64 = 173.717_792_761_277_2;
/// Far more than any table of results needs.
const ROUNDS: usize = 100_000;
/// A change of strength that no figure shows.
const STILL: f64 = 1e-12;

/// The players of one table, and how many games each of them won there. A game that several won counts for each in part.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// Who met, by number.
    pub players: Vec<usize>,
    /// Games won, in the same order.
    pub wins: Vec<f64>,
}

/// A rating, with the interval of 95 %. The mean of all ratings is 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// How far the interval reaches to each side; none where the tables do not connect all players.
    pub margin: Option<f64>,
}

/// The share of games that a player wins against so many others, who are all weaker by this much.
#[must_use]
pub fn share_at(elo: f64, players: usize) -> f64 {
    let strength = (elo / ELO_PER_NATURAL).exp();
    strength / (strength + real((players.max(2) - 1) as u64))
}

/// The ratings of players 0 to `n` − 1.
#[must_use]
pub fn ratings(n: usize, meetings: &[Meeting]) -> Vec<Rating> {
    let meetings: Vec<_> = meetings.iter().filter(|m| m.players.iter().all(|&player| player < n)).collect();
    let games = |meeting: &Meeting| meeting.wins.iter().sum::<f64>() + 1.0;
    let mut wins = vec![0.0; n];
    for meeting in &meetings {
        for (&player, won) in meeting.players.iter().zip(&meeting.wins) {
            wins[player] += won + 1.0 / real(meeting.players.len() as u64);
        }
    }
    let mut strengths = vec![1.0_f64; n];
    for _ in 0..ROUNDS {
        let mut expected = vec![0.0; n];
        for meeting in &meetings {
            let sum: f64 = meeting.players.iter().map(|&player| strengths[player]).sum();
            meeting.players.iter().for_each(|&player| expected[player] += games(meeting) / sum);
        }
        let mut next: Vec<f64> =
            (0..n).map(|i| if expected[i] > 0.0 { wins[i] / expected[i] } else { strengths[i] }).collect();
        let mean = (next.iter().map(|s| s.ln()).sum::<f64>() / real(n as u64)).exp();
        for strength in &mut next {
            *strength /= mean;
        }
        let moved = next.iter().zip(&strengths).map(|(a, b)| (a / b).ln().abs()).fold(0.0, f64::max);
        strengths = next;
        if moved < STILL {
            break;
        }
    }
    // The curvature of the likelihood. It is flat where all move together; there the mean holds them.
    let mut curvature = vec![vec![1.0 / real(n as u64); n]; n];
    for meeting in &meetings {
        let sum: f64 = meeting.players.iter().map(|&player| strengths[player]).sum();
        for &a in &meeting.players {
            for &b in &meeting.players {
                let (p, q) = (strengths[a] / sum, strengths[b] / sum);
                curvature[a][b] += games(meeting) * if a == b { p * (1.0 - p) } else { -p * q };
            }
        }
    }
    let spread = inverse(curvature);
    let margin = |i: usize| {
        let variance = spread.as_ref()?[i][i] - 1.0 / real(n as u64);
        Some(Z95 * ELO_PER_NATURAL * variance.max(0.0).sqrt())
    };
    (0..n).map(|i| Rating { elo: ELO_PER_NATURAL * strengths[i].ln(), margin: margin(i) }).collect()
}

/// The inverse of a symmetric matrix by elimination; `None` if it has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut result: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot =
            (column..n).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < STILL {
            return None;
        }
        matrix.swap(column, pivot);
        result.swap(column, pivot);
        let scale = matrix[column][column];
        for j in 0..n {
            matrix[column][j] /= scale;
            result[column][j] /= scale;
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for j in 0..n {
                matrix[row][j] -= factor * matrix[column][j];
                result[row][j] -= factor * result[column][j];
            }
        }
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(players: &[usize], wins: &[f64]) -> Meeting {
        Meeting { players: players.to_vec(), wins: wins.to_vec() }
    }

    /// For two players: the odds, and the deviation of the logarithm of odds.
    #[test]
    fn two_players_have_a_closed_form() {
        for (a, b) in [(50.0, 50.0), (75.0, 25.0), (999.0, 1.0), (10.0, 0.0), (0.0, 0.0), (33.5, 66.5)] {
            let rated = ratings(2, &[meeting(&[0, 1], &[a, b])]);
            let (won, lost) = (a + 0.5, b + 0.5);
            let apart = ELO_PER_NATURAL * f64::ln(won / lost);
            assert!((rated[0].elo - rated[1].elo - apart).abs() < 1e-6, "{a}:{b} {rated:?}");
            assert!((rated[0].elo + rated[1].elo).abs() < 1e-6);
            let margin = Z95 * ELO_PER_NATURAL * (1.0 / won + 1.0 / lost).sqrt() / 2.0;
            assert!((rated[0].margin.unwrap() - margin).abs() < 1e-6, "{a}:{b} {rated:?}");
        }
        assert!((share_at(0.0, 4) - 0.25).abs() < 1e-12);
        assert!((share_at(400.0, 2) - 10.0 / 11.0).abs() < 1e-12);
        assert!((share_at(190.848_501_887_865_2, 2) - 0.75).abs() < 1e-9);
    }

    fn likelihood(meetings: &[Meeting], elos: &[f64]) -> f64 {
        let strength = |player: usize| (elos[player] / ELO_PER_NATURAL).exp();
        let one = |meeting: &Meeting| {
            let sum: f64 = meeting.players.iter().map(|&player| strength(player)).sum();
            let of = |(&player, won): (&usize, &f64)| {
                (won + 1.0 / real(meeting.players.len() as u64)) * (strength(player) / sum).ln()
            };
            meeting.players.iter().zip(&meeting.wins).map(of).sum::<f64>()
        };
        meetings.iter().map(one).sum()
    }

    /// The second way: climbing the likelihood itself along one rating after the other, in ever smaller steps.
    fn climbed(n: usize, meetings: &[Meeting]) -> Vec<f64> {
        let mut elos = vec![0.0; n];
        let mut step = 256.0;
        while step > 1e-7 {
            let mut moved = false;
            for i in 0..n {
                for way in [step, -step] {
                    let mut other = elos.clone();
                    other[i] += way;
                    if likelihood(meetings, &other) > likelihood(meetings, &elos) {
                        elos = other;
                        moved = true;
                    }
                }
            }
            if !moved {
                step /= 2.0;
            }
        }
        let mean = elos.iter().sum::<f64>() / real(n as u64);
        elos.iter().map(|elo| elo - mean).collect()
    }

    #[test]
    fn climbing_the_likelihood_leads_to_the_same_ratings() {
        let pairs =
            [meeting(&[0, 1], &[70.0, 30.0]), meeting(&[1, 2], &[20.0, 5.0]), meeting(&[0, 2], &[40.0, 3.0])];
        let tables = [
            meeting(&[0, 1, 2, 3], &[500.0, 250.0, 200.0, 50.0]),
            meeting(&[2, 3, 4], &[30.0, 10.0, 60.0]),
            meeting(&[0, 4], &[12.5, 7.5]),
        ];
        for (n, meetings) in [(3, &pairs), (5, &tables)] {
            let rated = ratings(n, meetings);
            for (i, (one, two)) in rated.iter().zip(climbed(n, meetings)).enumerate() {
                assert!((one.elo - two).abs() < 1e-2, "{i}: {rated:?}, climbed {two}");
            }
            // The interval, too: half a unit of likelihood is one deviation, for the best of all other ratings.
            let elos: Vec<_> = rated.iter().map(|one| one.elo).collect();
            assert!(likelihood(meetings, &elos) >= likelihood(meetings, &climbed(n, meetings)) - 1e-9);
        }
    }

    /// Ratings of drawn results lie within their intervals about 95 times in 100.
    #[test]
    fn intervals_hold_what_they_promise() {
        use bots::Dice;
        use game::Luck;
        let truth = [120.0, 0.0, -120.0];
        let mut dice = Dice::new(5);
        let mut held = [0u32; 3];
        for _ in 0..1_000 {
            let meetings: Vec<_> = [[0, 1], [0, 2], [1, 2]]
                .iter()
                .map(|&[a, b]| {
                    let share = share_at(truth[a] - truth[b], 2);
                    let won =
                        (0..200).filter(|_| f64::from(dice.below(1 << 20)) < share * 1_048_576.0).count();
                    meeting(&[a, b], &[real(won as u64), real(200 - won as u64)])
                })
                .collect();
            for (i, rating) in ratings(3, &meetings).iter().enumerate() {
                held[i] += u32::from((rating.elo - truth[i]).abs() <= rating.margin.unwrap());
            }
        }
        assert!(held.iter().all(|held| (925..=975).contains(held)), "{held:?}");
    }

    #[test]
    fn players_who_never_met_have_no_interval() {
        let rated = ratings(4, &[meeting(&[0, 1], &[3.0, 1.0]), meeting(&[2, 3], &[1.0, 1.0])]);
        assert!(rated.iter().all(|rating| rating.margin.is_none() && rating.elo.is_finite()), "{rated:?}");
        assert!(ratings(0, &[]).is_empty());
        assert!(ratings(1, &[meeting(&[0, 9], &[1.0, 1.0])])[0].elo.abs() < 1e-9, "nobody is number 9");
    }
}
