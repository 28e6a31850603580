//! A test that ends when the answer is clear: Wald's sequential test of two hypotheses.
//!
//! The *lower* hypothesis says that a player's share of wins is no more than one number, the *upper* that it is no less than
//! another. After every game the logarithm of their likelihoods' ratio moves a little; where it leaves the interval
//! between the two bounds the test is over. Each error, taking one for the other, happens at most about once in twenty tests.

use serde::Serialize;

use super::elo::share_at;

/// How often either error may happen.
pub const ERROR: f64 = 0.05;

/// Two hypotheses about a share of wins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Hypotheses {
    /// As shares of all games, both between 0 and 1.
    Shares(f64, f64),
    /// In Elo over the others at the table, of whom all are thought equal; 0 is parity at tables of any size.
    Elo(f64, f64),
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The lower hypothesis.
    Lower,
    /// The upper hypothesis.
    Upper,
}

/// A running test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    lower: f64,
    upper: f64,
    ratio: f64,
    verdict: Verdict,
}

impl Hypotheses {
    /// Reads `25%,30%` (shares) or `0,20` (Elo): first the lower, then the upper hypothesis.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (low, high) = text.split_once(',')?;
        let shares = low.trim().strip_suffix('%').zip(high.trim().strip_suffix('%'));
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
        if let Some((low, high)) = shares {
            let (low, high) = (number(low)? / 100.0, number(high)? / 100.0);
            return (0.0 < low && low < high && high < 1.0).then_some(Self::Shares(low, high));
        }
        let (low, high) = (number(low)?, number(high)?);
        (low < high && (low..=high).end().abs() <= 2_000.0 && low.abs() <= 2_000.0)
            .then_some(Self::Elo(low, high))
    }

    /// As shares at a table of so many players.
    #[must_use]
    pub fn shares(self, players: usize) -> (f64, f64) {
        match self {
            Self::Shares(low, high) => (low, high),
            Self::Elo(low, high) => (share_at(low, players), share_at(high, players)),
        }
    }
}

impl Sprt {
    /// A test of these hypotheses at a table of so many players.
    #[must_use]
    pub fn new(hypotheses: Hypotheses, players: usize) -> Self {
        let (lower, upper) = hypotheses.shares(players);
        Self { lower, upper, ratio: 0.0, verdict: Verdict::Open }
    }

    /// One more game: 1 for a win, 0 for a loss, a part for a win that is shared. What is decided stays so.
    pub fn add(&mut self, score: f64) {
        self.ratio += score * (self.upper / self.lower).ln()
            + (1.0 - score) * ((1.0 - self.upper) / (1.0 - self.lower)).ln();
    }

    /// Looks at the bounds.
    pub fn judge(&mut self) -> Verdict {
        if self.verdict == Verdict::Open {
            let bound = Self::bound();
            if self.ratio >= bound {
                self.verdict = Verdict::Upper;
            } else if self.ratio <= -bound {
                self.verdict = Verdict::Lower;
            }
        }
        self.verdict
    }

    /// The logarithm of the ratio of the likelihoods, upper over lower.
    #[must_use]
    pub const fn ratio(&self) -> f64 {
        self.ratio
    }

    /// Both hypotheses as shares.
    #[must_use]
    pub const fn shares(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// Where the test ends, to both sides.
    #[must_use]
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::Dice;
    use game::Luck;

    /// The verdict on a coin that falls with this share, looked at after every `pause` throws, and how long it took.
    fn verdict(share: f64, hypotheses: Hypotheses, pause: u32, dice: &mut Dice) -> (Verdict, u32) {
        let mut test = Sprt::new(hypotheses, 2);
        for throw in 1..1_000_000 {
            test.add(f64::from(u8::from(f64::from(dice.below(1 << 24)) < share * 16_777_216.0)));
            if throw % pause == 0 && test.judge() != Verdict::Open {
                return (test.judge(), throw);
            }
        }
        panic!("no end");
    }

    #[test]
    fn errors_happen_no_more_often_than_promised() {
        let mut dice = Dice::new(11);
        for (low, high, pause) in [(0.5, 0.6, 1), (0.25, 0.30, 4), (0.7, 0.8, 2)] {
            let hypotheses = Hypotheses::Shares(low, high);
            for (truth, right) in [(low, Verdict::Lower), (high, Verdict::Upper)] {
                let tests: Vec<_> =
                    (0..2_000).map(|_| verdict(truth, hypotheses, pause, &mut dice)).collect();
                let wrong = tests.iter().filter(|(said, _)| *said != right).count();
                // 5 % of 2 000, and three deviations more.
                assert!((20..=130).contains(&wrong), "{truth}: {wrong} of 2 000");
            }
        }
    }

    #[test]
    fn the_clearer_the_answer_the_sooner_it_comes() {
        let mut dice = Dice::new(2);
        let mut length = |truth| {
            let lengths: u32 =
                (0..300).map(|_| verdict(truth, Hypotheses::Elo(0.0, 30.0), 1, &mut dice).1).sum();
            lengths / 300
        };
        let (clear, even) = (length(0.7), length(0.52));
        assert!(clear * 4 < even, "{clear} and {even}");
    }

    #[test]
    fn hypotheses_are_shares_or_elo() {
        assert_eq!(Hypotheses::parse("25%, 30%"), Some(Hypotheses::Shares(0.25, 0.3)));
        assert_eq!(Hypotheses::parse("-10,20.5"), Some(Hypotheses::Elo(-10.0, 20.5)));
        for wrong in
            ["", "5", "20,0", "5,5", "0%,10%", "50%,100%", "60%,50%", "10%,20", "a,b", "0,NaN", "0,inf"]
        {
            assert_eq!(Hypotheses::parse(wrong), None, "{wrong}");
        }
        let (low, high) = Hypotheses::Elo(0.0, 190.848_501_887_865_2).shares(4);
        assert!((low - 0.25).abs() < 1e-12 && (high - 0.5).abs() < 1e-9, "three times as strong as each");
    }

    #[test]
    fn what_is_decided_stays_decided() {
        let mut test = Sprt::new(Hypotheses::Shares(0.4, 0.6), 2);
        for _ in 0..20 {
            test.add(1.0);
        }
        assert_eq!(test.judge(), Verdict::Upper);
        for _ in 0..100 {
            test.add(0.0);
        }
        assert_eq!(test.judge(), Verdict::Upper);
        assert!(test.ratio() < -Sprt::bound());
        let mut halves = Sprt::new(Hypotheses::Shares(0.4, 0.6), 2);
        halves.add(0.5);
        assert!(halves.ratio().abs() < 1e-12, "half a win says nothing about two such hypotheses");
    }
}
