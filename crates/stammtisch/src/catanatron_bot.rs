//! `catanatron-bot`: a bot of ours for the tables of the Python simulator Catanatron, over its line protocol.

use std::io;
use std::time::Duration;

use catanatron::{Seating, serve};

use crate::cli::CatanatronBot;
use crate::failure::Failure;

/// Plays until the input ends. The log goes to standard error.
pub(crate) fn run(wanted: &CatanatronBot) -> Result<(), Failure> {
    let seating = Seating { level: wanted.level.clone(), budget: wanted.budget };
    Ok(serve(io::stdin().lock(), io::stdout().lock(), io::stderr(), &seating)?)
}

/// `900ms`, `0.9s`, `1s`: at least a millisecond, at most a minute.
pub(crate) fn budget(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').ok_or("a time ends in ms or s, such as 900ms")?, 1.0),
    };
    let seconds = number.parse::<f64>().map_err(|fault| fault.to_string())? * unit;
    if !(0.001..=60.0).contains(&seconds) {
        return Err("a budget is 1ms to 60s".to_owned());
    }
    Duration::try_from_secs_f64(seconds).map_err(|fault| fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_with_their_unit() {
        assert_eq!(budget("900ms"), Ok(Duration::from_millis(900)));
        assert_eq!(budget("0.5s"), Ok(Duration::from_millis(500)));
        assert_eq!(budget("60s"), Ok(Duration::from_mins(1)));
        for wrong in ["", "900", "ms", "0ms", "61s", "-1s", "NaNs", "infs", "1m"] {
            assert!(budget(wrong).is_err(), "{wrong}");
        }
    }
}
