//! Scenes in words.
//!
//! A *script* is lines (or parts between semicolons) of the form `who verb …`: `0 bet 5 split 1-2`, `0 spin 17`,
//! `table settle`. A *scene* is a table that plays scripts and writes down, for people, who asked for what and who
//! may hear what came of it.

use std::fmt::Write as _;

use game::{Game, Rejected, Seat, Viewer};
use roulette::{Action, BetType, Name, NamedBet, Outcome, Refusal, Roulette, Setup, TABLE};

/// A table that plays scripts.
pub(crate) struct Scene {
    pub(crate) game: Roulette,
    pub(crate) transcript: String,
}

/// One line of a script.
struct Line {
    seat: Seat,
    action: Result<Action, Refusal>,
    outcome: Option<Outcome>,
    words: String,
}

impl Scene {
    /// A table with the usual rules.
    pub(crate) fn of(players: u8) -> Self {
        Self::with(&Setup::new(players))
    }

    pub(crate) fn with(setup: &Setup) -> Self {
        Self { game: Roulette::create(setup).unwrap(), transcript: String::new() }
    }

    /// Plays lines that must all be accepted.
    #[track_caller]
    pub(crate) fn play(&mut self, script: &str) -> &mut Self {
        for line in lines(script) {
            if let Err(rejected) = self.step(&line) {
                panic!("{:?} is rejected: {rejected}", line.words);
            }
        }
        self
    }

    /// Plays lines that must all be refused for this reason, and change nothing.
    #[track_caller]
    pub(crate) fn refuse(&mut self, script: &str, code: &str) -> &mut Self {
        for line in lines(script) {
            let before = self.game.clone();
            match self.step(&line) {
                Err(Rejected::Refused(refusal)) => assert_eq!(refusal.code(), code, "{:?}", line.words),
                other => panic!("{:?} is not refused: {other:?}", line.words),
            }
            assert_eq!(self.game, before, "{:?} is refused but leaves a trace", line.words);
        }
        self
    }

    /// Spins for this number and lets the table do all that is due after it.
    #[track_caller]
    pub(crate) fn settle(&mut self, number: u8) -> &mut Self {
        self.play(&format!("0 spin {number}; table settle; table end"))
    }

    /// The chips in the hand of whoever sits there.
    #[track_caller]
    pub(crate) fn chips(&self, seat: u8) -> u64 {
        self.game.chips(Seat(seat)).unwrap()
    }

    /// The bets of a seat: `10 on red, 5 on split 1-2`.
    pub(crate) fn bets(&self, seat: u8) -> String {
        let bets: Vec<_> =
            self.game.bets(Seat(seat)).map(|(bet, amount)| format!("{amount} on {bet}")).collect();
        bets.join(", ")
    }

    fn step(&mut self, line: &Line) -> Result<(), Rejected<Refusal>> {
        self.tell(&format!("f{}", who(line.seat)), &line.words);
        let mut events = Vec::new();
        let result = line
            .action
            .clone()
            .map_err(Rejected::Refused)
            .and_then(|action| self.game.apply(line.seat, &action, line.outcome, &mut events));
        for event in &events {
            let hears: Vec<_> = Viewer::all(self.game.seats())
                .filter(|&viewer| self.game.seen(event, viewer).as_ref() == Some(event))
                .collect();
            let everybody = hears.len() == self.game.seats() + 1;
            self.tell(if everybody { "all" } else { "???" }, &event.to_string());
        }
        if let Err(rejected) = &result {
            self.tell(&format!("p{}", who(line.seat)), &format!("! {rejected}"));
        }
        result
    }

    /// Adds a line to the transcript: who says or hears it, and what.
    pub(crate) fn tell(&mut self, tag: &str, words: &str) {
        let _ = writeln!(self.transcript, "{tag:<4}{words}");
    }
}

fn who(seat: Seat) -> String {
    if seat == TABLE { "t".to_owned() } else { seat.0.to_string() }
}

fn lines(script: &str) -> Vec<Line> {
    script.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()).map(line).collect()
}

fn line(text: &str) -> Line {
    let mut words = text.split_whitespace();
    let who = words.next().unwrap();
    let seat = if who == "table" { TABLE } else { Seat(who.parse().unwrap()) };
    let verb = words.next().unwrap();
    let rest: Vec<_> = words.collect();
    let mut outcome = None;
    let action = match verb {
        "bet" => named(rest[0].parse().unwrap(), &rest[1..].join(" ")).place(),
        "remove" => Ok(Action::RemoveBet { index: rest[0].parse().unwrap() }),
        "spin" => {
            outcome = Some(Outcome { winning_number: rest[0].parse().unwrap() });
            Ok(Action::Spin)
        }
        "settle" => Ok(Action::Settle),
        "end" => Ok(Action::EndRound),
        "next" => Ok(Action::NextRound),
        "close" => Ok(Action::Close),
        "join" => Ok(Action::Join { name: rest.first().map(|name| Name::new(name).unwrap()) }),
        "away" => Ok(Action::Disconnect),
        "back" => Ok(Action::Reconnect),
        "leave" => Ok(Action::Leave),
        _ => panic!("unknown verb in {text:?}"),
    };
    let words = match &action {
        Ok(action) => action.to_string(),
        Err(_) => format!("{verb} {}", rest.join(" ")),
    };
    Line { seat, action, outcome, words }
}

/// Reads a bet as people name it: `split 1-2`, `dozen 3`, `red`.
pub(crate) fn named(amount: i64, text: &str) -> NamedBet {
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    let kind = BetType::from_name(kind).unwrap_or_else(|| panic!("unknown type in {text:?}"));
    let mut numbers: Vec<i64> =
        rest.split(['-', ' ']).filter(|n| !n.is_empty()).map(|n| n.parse().unwrap()).collect();
    let identifier = if kind.has_identifier() && numbers.len() == 1 { numbers.pop() } else { None };
    NamedBet { kind, numbers, identifier, amount }
}
