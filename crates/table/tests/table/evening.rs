//! An evening: a table with a clock that is moved by hand, its log, a ledger, and bots that answer when asked.
//!
//! After every input the log is checked: restored, it must give the same table as far as a log can.

use std::collections::BTreeMap;

use bots::Bot;
use game::{Seat, Viewer};
use protocol::table::{Changes, EntryOf, JoinCode, PlayerId, TableId};
use table::{
    Command, Effects, Input, Limits, Millis, Moment, Notice, Opening, Played, Purse, Refusal, Stage, Table,
    Think,
};

/// A table and all around it.
pub(crate) struct Evening<G: Played> {
    pub(crate) table: Table<G>,
    pub(crate) now: Millis,
    pub(crate) log: Vec<(Millis, EntryOf<G>)>,
    /// Chips by purse; the house begins with 0 and may owe.
    pub(crate) chips: BTreeMap<String, i64>,
    pub(crate) told: Vec<Notice<G>>,
    pub(crate) results: Vec<table::GameResult>,
    pub(crate) rolls: Vec<table::Rolled>,
    bots: BTreeMap<Seat, Box<dyn Bot<G>>>,
    /// What every seat has seen of the present game, noted when it happened.
    pub(crate) seen: BTreeMap<Seat, Vec<G::Seen>>,
    /// Every question to a bot: how long the log was, how much the seat had seen, whom, and what it chose.
    pub(crate) asked: Vec<(usize, usize, Think, Option<G::Action>)>,
    entropy: u8,
    /// Whether bots answer at all.
    pub(crate) bots_answer: bool,
}

pub(crate) fn person(n: u8) -> PlayerId {
    PlayerId::from_entropy([n; 16])
}

pub(crate) fn name(n: u8) -> String {
    format!("Person {n}")
}

fn purse_name(purse: &Purse) -> String {
    match purse {
        Purse::House => "house".into(),
        Purse::Table => "table".into(),
        Purse::Player(player) => player.to_string(),
    }
}

impl<G: Played> Evening<G> {
    pub(crate) fn open(changes: Changes<G::WireStart>) -> Self {
        let moment = Moment { now: 1_000_000, entropy: [1; 32] };
        let opening = Opening {
            id: TableId::from_entropy([9; 16]),
            code: JoinCode::from_entropy([9; 6]),
            host: person(0),
            settings: changes.onto(G::usual()),
        };
        let (table, effects) = Table::open(opening, moment, Limits::default()).unwrap();
        let log = effects.entries.into_iter().map(|entry| (moment.now, entry)).collect();
        Self {
            table,
            now: moment.now,
            log,
            chips: BTreeMap::new(),
            told: vec![],
            results: vec![],
            rolls: vec![],
            bots: BTreeMap::new(),
            seen: BTreeMap::new(),
            asked: vec![],
            entropy: 0,
            bots_answer: true,
        }
    }

    /// With people 0 to `n` − 1 connected.
    pub(crate) fn with_people(n: u8, changes: Changes<G::WireStart>) -> Self {
        let mut evening = Self::open(changes);
        (0..n).for_each(|n| evening.come(n));
        evening
    }

    pub(crate) fn input(&mut self, input: Input<G>) -> Result<(), Refusal> {
        self.entropy = self.entropy.wrapping_add(1);
        let moment = Moment { now: self.now, entropy: [self.entropy; 32] };
        let mut next = self.table.clone();
        let effects = next.handle(moment, input)?;
        self.table = next;
        self.take(effects);
        Ok(())
    }

    fn take(&mut self, effects: Effects<G>) {
        self.log.extend(effects.entries.into_iter().map(|entry| (self.now, entry)));
        assert_eq!(self.log.len() as u64, self.table.seq(), "every entry has a number");
        for transfer in effects.transfers {
            assert!(transfer.amount > 0 && transfer.from != transfer.to);
            let amount = i64::try_from(transfer.amount).unwrap();
            *self.chips.entry(purse_name(&transfer.from)).or_default() -= amount;
            *self.chips.entry(purse_name(&transfer.to)).or_default() += amount;
        }
        assert!(self.purse("table") >= 0, "a table pays only what it holds");
        for notice in &effects.notices {
            self.hear(notice);
        }
        self.told.extend(effects.notices);
        self.results.extend(effects.results);
        self.rolls.extend(effects.rolls);
        for think in effects.think {
            if !self.bots_answer {
                continue;
            }
            let Some(playing) = self.table.game() else { continue };
            let seat = think.seat;
            let bot = self.bots.entry(seat).or_insert_with(|| {
                let mut bot = G::bot(&think.level, seat, 7).unwrap();
                self.seen.get(&seat).into_iter().flatten().for_each(|seen| bot.hear(seen));
                bot
            });
            let action = bot.choose(&playing.game.view(Viewer::Seat(seat)), &playing.game.legal(seat));
            let seen = self.seen.get(&seat).map_or(0, Vec::len);
            self.asked.push((self.log.len(), seen, think.clone(), action.clone()));
            self.input(Input::Chosen { seat, position: think.position, action }).unwrap();
        }
    }

    /// Notes what every seat sees of something, and lets its bot hear it.
    fn hear(&mut self, notice: &Notice<G>) {
        if let Notice::Started = notice {
            self.seen.clear();
            self.bots.clear();
        }
        let (Notice::Happened { event, .. }, Some(playing)) = (notice, self.table.game()) else { return };
        for seat in (0..G::CHAIRS).map(Seat) {
            let Some(seen) = playing.game.seen(event, Viewer::Seat(seat)) else { continue };
            if let Some(bot) = self.bots.get_mut(&seat) {
                bot.hear(&seen);
            }
            self.seen.entry(seat).or_default().push(seen);
        }
    }

    pub(crate) fn come(&mut self, n: u8) {
        self.input(Input::Came { player: person(n) }).unwrap();
    }

    pub(crate) fn go(&mut self, n: u8) {
        self.input(Input::Went { player: person(n) }).unwrap();
    }

    pub(crate) fn ask(&mut self, n: u8, command: Command<G>) -> Result<(), Refusal> {
        self.input(Input::Command { player: person(n), name: name(n), command })
    }

    #[track_caller]
    pub(crate) fn does(&mut self, n: u8, command: Command<G>) {
        self.ask(n, command).unwrap();
    }

    /// The code of the refusal; nothing may have changed.
    #[track_caller]
    pub(crate) fn refused(&mut self, n: u8, command: Command<G>) -> &'static str {
        let before = format!("{:?}", self.table);
        let refusal = self.ask(n, command).unwrap_err();
        assert_eq!(format!("{:?}", self.table), before);
        refusal.code
    }

    /// Lets time pass, waking the table whenever it wants.
    pub(crate) fn pass(&mut self, time: Millis) {
        let until = self.now + time;
        while let Some(wake) = self.table.next_wake().filter(|wake| *wake <= until) {
            assert!(wake >= self.now - 60_000 * 60 * 24 * 31, "a deadline in the distant past");
            self.now = self.now.max(wake);
            let before = (self.table.next_wake(), self.log.len());
            self.input(Input::Wake).unwrap();
            assert!(
                (self.table.next_wake(), self.log.len()) != before,
                "woken at {wake} and nothing came of it"
            );
        }
        self.now = until;
        self.input(Input::Wake).unwrap();
    }

    /// Lets time pass until something holds; at most so many wakes.
    #[track_caller]
    pub(crate) fn pass_until(&mut self, most: usize, holds: impl Fn(&Self) -> bool) {
        for _ in 0..most {
            if holds(self) {
                return;
            }
            let wake = self.table.next_wake().expect("something will happen");
            self.now = self.now.max(wake);
            self.input(Input::Wake).unwrap();
        }
        panic!("it did not happen");
    }

    /// People 0 to `n` − 1 sit down with bots beside them and say that they are ready; the game begins.
    pub(crate) fn begin(&mut self, n: u8, bots: u8) {
        (0..n).for_each(|n| self.does(n, Command::Sit { seat: None }));
        (0..bots).for_each(|_| self.does(0, Command::AddBot(G::LEVELS[G::LEVELS.len() - 1].into())));
        (0..n).for_each(|n| self.does(n, Command::ToggleReady));
        self.pass_until(10, |evening| matches!(evening.table.stage(), Stage::Playing(_)));
    }

    pub(crate) fn is_playing(&self) -> bool {
        matches!(self.table.stage(), Stage::Playing(_))
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.table.stage(), Stage::Over(_))
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.table.game().is_some_and(|playing| playing.pause.is_some())
    }

    pub(crate) fn position(&self) -> u64 {
        self.table.game().map_or(0, |playing| playing.position)
    }

    pub(crate) fn purse(&self, name: &str) -> i64 {
        self.chips.get(name).copied().unwrap_or(0)
    }

    pub(crate) fn purse_of(&self, n: u8) -> i64 {
        self.purse(person(n).as_str())
    }

    /// The table as its log alone gives it.
    pub(crate) fn restored(&self) -> Table<G> {
        Table::restore(self.table.id().clone(), Limits::default(), self.stored(), self.now).unwrap()
    }

    /// The log through JSON, as it is stored.
    pub(crate) fn stored(&self) -> impl Iterator<Item = (Millis, EntryOf<G>)> {
        self.log.iter().map(|(at, entry)| {
            let text = serde_json::to_string(entry).unwrap();
            (*at, serde_json::from_str(&text).unwrap())
        })
    }

    /// What must survive a restart is there after one.
    pub(crate) fn check_log(&self) {
        let again = self.restored();
        assert_eq!(again.seq(), self.table.seq());
        assert_eq!(again.host(), self.table.host());
        assert_eq!(again.settings(), self.table.settings());
        let chairs = |table: &Table<G>| {
            let lasting = table.seated().map(|(seat, chair)| {
                (
                    seat,
                    chair.player.clone(),
                    chair.sitter.clone(),
                    chair.name.clone(),
                    chair.color,
                    chair.ready,
                )
            });
            lasting.collect::<Vec<_>>()
        };
        assert_eq!(chairs(&again), chairs(&self.table));
        assert_eq!(std::mem::discriminant(again.stage()), std::mem::discriminant(self.table.stage()));
        match (again.game(), self.table.game()) {
            (Some(a), Some(b)) => {
                assert_eq!(a.game, b.game);
                assert_eq!((a.position, a.number, a.pause), (b.position, b.number, b.pause));
                assert_eq!(a.votes, b.votes);
                assert_eq!(a.secret(), b.secret());
            }
            (None, None) => {}
            _ => panic!("a game only on one side"),
        }
        for seat in (0..G::CHAIRS).map(Seat) {
            let recalled = table::recall::<G>(self.table.id().clone(), self.stored(), seat).unwrap();
            assert_eq!(&recalled, self.seen.get(&seat).unwrap_or(&vec![]), "{seat} recalls what it has seen");
        }
    }
}
