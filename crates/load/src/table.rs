//! A table of the load test: its seats in one task, which makes one move after the other, and checks now and then.
//!
//! One command of a table is under way at a time, so that whatever was told before an acknowledgement belongs to it.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bots::Dice;
use game::Luck;
use protocol::engine::GameName;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::plan::Rate;
use crate::script::choose;
use crate::seat::Seat;
use crate::seeds::Committed;
use crate::tally::{Shared, Stage, Tally};
use crate::violation::Violation;
use crate::witness::{News, Phase, What};

/// How often a table looks up though nothing came.
const GLANCE: Duration = Duration::from_millis(200);
/// After how long without a move that is due all seats compare their views: a lost message may be why nobody moves.
const DOUBT: Duration = Duration::from_secs(3);
/// How long a server may take to let somebody in before another one is tried: one that is frozen takes a connection, and says nothing.
const LET_IN: Duration = Duration::from_secs(2);
/// How long a table may stand still. The wheel of roulette takes its time.
const STANDSTILL: Duration = Duration::from_mins(2);
/// How many bytes a seat notes before they are written down.
const NOTES: usize = 16 * 1024;
/// One in so many times does the host of a roulette table spin when it might: bets are the moves there.
const SPINS: u32 = 50;

/// A table and its seats.
#[derive(Debug)]
pub(crate) struct Table {
    shared: Arc<Shared>,
    pub(crate) id: String,
    game: GameName,
    seats: Vec<Seat>,
    luck: Dice,
    tally: Tally,
    alarm: Pin<Box<Sleep>>,
    /// When the next move may be made.
    due: Instant,
    /// When something last happened.
    moved: Instant,
    doubted: Instant,
    /// Moves until the next check, and until somebody loses the line.
    until_check: u64,
    until_return: u64,
}

/// A seat that was told what it must not be told.
struct Fault(usize, Violation);

impl Table {
    pub(crate) fn new(shared: Arc<Shared>, n: usize, id: String, game: GameName, seats: Vec<Seat>) -> Self {
        let mut luck = Dice::of_game(shared.plan.seed, n as u64);
        let now = Instant::now();
        // Not all tables at a time.
        let mut spread = |every: u64| if every == 0 { u64::MAX } else { 1 + luck.word() % every };
        let until_check = spread(shared.plan.check_every);
        let until_return = spread(shared.plan.reconnect_every);
        let alarm = Box::pin(sleep_until(now));
        let (due, moved, doubted, tally) = (now, now, now, Tally::default());
        Self { shared, id, game, seats, luck, tally, alarm, due, moved, doubted, until_check, until_return }
    }

    /// All seats come to the table, sit down and are ready.
    pub(crate) async fn gather(&mut self) -> io::Result<()> {
        let join = format!(r#""type":"join_table","tableId":"{}""#, self.id);
        for (what, fields) in [
            (What::Join, join.as_str()),
            (What::Other, r#""type":"sit""#),
            (What::Other, r#""type":"toggle_ready""#),
        ] {
            for seat in 0..self.seats.len() {
                self.ask(seat, what, fields);
            }
            self.settle().await.map_err(|fault| io::Error::other(self.sentence(&fault)))?;
            if let Some(code) = self.tally.errors.keys().next() {
                return Err(io::Error::other(format!("{fields} was refused: {code}")));
            }
        }
        Ok(())
    }

    /// Whether all are shown a game.
    fn is_playing(&self) -> bool {
        self.seats.iter().all(|seat| seat.witness.phase == Phase::Playing && !seat.witness.fresh)
    }

    /// Takes in what has come, without waiting for more.
    pub(crate) async fn listen(&mut self) -> io::Result<()> {
        self.hear(Instant::now()).await.map_err(|fault| io::Error::other(self.sentence(&fault)))
    }

    /// Listens until the game has begun for all.
    pub(crate) async fn begin(&mut self) -> io::Result<()> {
        let most = Instant::now() + STANDSTILL;
        while !self.is_playing() {
            self.hear(Instant::now() + GLANCE)
                .await
                .map_err(|fault| io::Error::other(self.sentence(&fault)))?;
            if Instant::now() > most {
                return Err(io::Error::other(format!("table {}: the game does not begin", self.id)));
            }
        }
        Ok(())
    }

    /// Plays until the test ends; what was counted.
    pub(crate) async fn play(mut self) -> Tally {
        if let Err(fault) = self.play_on().await {
            let sentence = self.sentence(&fault);
            self.tally.violations.push(sentence);
        }
        for seat in &mut self.seats {
            seat.leave();
        }
        // Best effort: the server notices a line that is gone by itself.
        let goodbye = poll_fn(|cx| {
            self.seats.iter_mut().for_each(|seat| while seat.poll(cx).is_ready() && seat.gone.is_none() {});
            Poll::Ready(())
        });
        goodbye.await;
        self.write_down(0);
        self.tally
    }

    async fn play_on(&mut self) -> Result<(), Fault> {
        while self.shared.stage() == Stage::Gathering {
            self.hear(Instant::now() + GLANCE).await?;
        }
        if let Rate::PerSecond(rate) = self.shared.plan.rate {
            // Tables move at different times.
            let part = f64::from(self.luck.below(1_000)) / 1_000.0;
            self.due = Instant::now() + Duration::from_secs_f64(part / rate);
        }
        self.moved = Instant::now();
        while self.shared.stage() != Stage::Ending {
            let next = self.act()?;
            self.hear(next).await?;
        }
        self.finale().await
    }

    /// Does what there is to do; when there is more, unless something is told before.
    fn act(&mut self) -> Result<Instant, Fault> {
        let now = Instant::now();
        let glance = now + GLANCE;
        if self.seats.iter().any(|seat| seat.gone.is_some() || !seat.witness.is_answered()) {
            return Ok(glance);
        }
        for n in 0..self.seats.len() {
            let seat = &mut self.seats[n];
            if seat.witness.phase == Phase::Over && seat.rematch != seat.witness.game {
                seat.rematch = seat.witness.game;
                self.ask(n, What::Other, r#""type":"request_rematch""#);
            }
        }
        if now.duration_since(self.moved) > STANDSTILL {
            let seconds = STANDSTILL.as_secs();
            return Err(Fault(0, Violation::Standstill { seconds }));
        }
        // Where moves are rare there is no doubt between them: thousands of tables would ask for nothing but views.
        if now.duration_since(self.moved.max(self.doubted).max(self.due)) > DOUBT && self.is_playing() {
            self.doubted = now;
            self.check_all();
            return Ok(glance);
        }
        if self.due > now {
            return Ok(self.due.min(glance));
        }
        if self.is_playing()
            && self.make_move()
            && let Rate::PerSecond(rate) = self.shared.plan.rate
        {
            self.due = (self.due + Duration::from_secs_f64(1.0 / rate)).max(now);
        }
        Ok(glance)
    }

    /// Somebody who may makes a move; whether anybody may.
    fn make_move(&mut self) -> bool {
        let n = self.seats.len();
        let first = self.luck.below(n as u32) as usize;
        let Some(at) = (0..n).map(|i| (first + i) % n).find(|&at| self.seats[at].witness.may_move()) else {
            return false;
        };
        let spins = self.luck.below(SPINS) == 0;
        let witness = &self.seats[at].witness;
        let will_do = |kind: &str| kind != "spin" || spins;
        let Some(chosen) = choose(&witness.view, witness.seat, &mut self.luck, will_do) else { return false };
        let text = chosen.to_string();
        self.ask(at, What::Move, text.trim_start_matches('{').trim_end_matches('}'));
        true
    }

    fn ask(&mut self, at: usize, what: What, fields: &str) {
        let sent = self.seats[at].ask(what, fields);
        if self.shared.stage() == Stage::Measuring {
            self.tally.bytes_out += sent;
        }
    }

    fn check_all(&mut self) {
        for seat in 0..self.seats.len() {
            self.ask(seat, What::View, r#""type":"get_view""#);
        }
    }

    /// Listens until something came or the time has come, and takes it in.
    async fn hear(&mut self, until: Instant) -> Result<(), Fault> {
        let until = self.seats.iter().filter_map(|seat| seat.back_at).fold(until, Instant::min);
        // Setting an alarm costs more than looking up too early.
        if self.alarm.is_elapsed() || self.alarm.deadline() > until {
            self.alarm.as_mut().reset(until);
        }
        let (seats, alarm) = (&mut self.seats, &mut self.alarm);
        poll_fn(|cx| {
            let mut any = false;
            for seat in seats.iter_mut() {
                any |= seat.poll(cx).is_ready();
            }
            if any { Poll::Ready(()) } else { alarm.as_mut().poll(cx) }
        })
        .await;
        let counts = self.shared.stage() == Stage::Measuring;
        for at in 0..self.seats.len() {
            while let Some(news) = self.seats[at].take(counts, &mut self.tally) {
                let news = news.map_err(|violation| Fault(at, violation))?;
                self.take(at, news, counts)?;
            }
        }
        for at in 0..self.seats.len() {
            if self.is_time_to_come_back(at) {
                self.come_back(at).await?;
            }
            if let Some(late) = self.seats[at].witness.overdue(self.shared.plan.patience) {
                return Err(Fault(at, late));
            }
        }
        self.write_down(NOTES);
        Ok(())
    }

    /// Writes down what seats have noted, of those that have noted at least this much.
    fn write_down(&mut self, least: usize) {
        let Some(history) = &self.shared.history else { return };
        for lines in self.seats.iter_mut().filter_map(|seat| seat.witness.notes.take(least)) {
            history.write(&lines);
        }
    }

    fn take(&mut self, at: usize, news: News, counts: bool) -> Result<(), Fault> {
        match news {
            News::Told | News::Checked => {}
            News::Moved(after) => {
                self.moved = Instant::now();
                if counts {
                    self.tally.moves += 1;
                    self.shared.latency.count(after);
                }
                if let Some(diary) = &self.shared.diary {
                    diary.note(&self.id, after);
                }
                self.compare()?;
                self.check_now_and_then(at);
            }
            News::Done(What::View) => self.tally.views += 1,
            News::Done(What::Again { .. }) => self.tally.repeated += 1,
            News::Done(_) => self.moved = Instant::now(),
            News::Refused { what: What::Join, code } if self.shared.plan.faults && code == "unavailable" => {
                self.seats[at].gone = Some(code);
            }
            News::Refused { what: What::Join, code } if self.shared.stage() != Stage::Gathering => {
                return Err(Fault(at, Violation::ShutOut { why: code }));
            }
            News::Refused { code, .. } => self.tally.error(code),
            News::SeedAsked(asked) => {
                let seed: Vec<u8> = (0..4).flat_map(|_| self.luck.word().to_be_bytes()).collect();
                let before = self.seats[at].committed.take();
                let committed = seed.first_chunk().and_then(|seed| Committed::anew(&asked, before, *seed));
                if let Some(committed) = committed {
                    let fields = format!(r#""type":"commit_seed","commitment":"{}""#, committed.commitment);
                    self.seats[at].committed = Some(committed);
                    self.ask(at, What::Other, &fields);
                }
            }
            News::SeedsCommitted(told) => {
                if let Some(committed) = self.seats[at].committed.take() {
                    // Where nobody served the table, time may have run out before it was heard.
                    if !committed.counts(&told) && !self.shared.plan.faults {
                        return Err(Fault(at, Violation::NotCommitted));
                    }
                    let fields = format!(r#""type":"reveal_seed","seed":"{}""#, committed.seed);
                    self.ask(at, What::Other, &fields);
                }
            }
            News::Ended => self.tally.games += u64::from(at == 0),
        }
        Ok(())
    }

    /// All seats that are equally far were told the same.
    fn compare(&self) -> Result<(), Fault> {
        for (at, seat) in self.seats.iter().enumerate().skip(1) {
            let others = &self.seats[..at];
            others
                .iter()
                .try_for_each(|other| seat.witness.agrees(&other.witness))
                .map_err(|violation| Fault(at, violation))?;
        }
        Ok(())
    }

    fn check_now_and_then(&mut self, at: usize) {
        self.until_check -= 1;
        if self.until_check == 0 {
            self.until_check = self.shared.plan.check_every;
            if self.is_playing() {
                self.ask((at + 1) % self.seats.len(), What::View, r#""type":"get_view""#);
            }
        }
        self.until_return -= 1;
        if self.until_return == 0 {
            self.until_return = self.shared.plan.reconnect_every;
            let one = self.luck.below(self.seats.len() as u32) as usize;
            if self.is_playing() && self.seats[one].witness.is_answered() {
                self.seats[one].gone = Some(String::new());
            }
        }
    }

    /// Whether a seat's line is gone, and has been for as long as a page waits: not at once again, but all at the same time.
    fn is_time_to_come_back(&mut self, at: usize) -> bool {
        let seat = &mut self.seats[at];
        let Some(why) = &seat.gone else { return false };
        let now = Instant::now();
        let pause = if why.is_empty() { Duration::ZERO } else { GLANCE };
        *seat.back_at.get_or_insert(now + pause) <= now
    }

    /// A seat whose line is gone, or was dropped on purpose (which has no reason), takes another one.
    async fn come_back(&mut self, at: usize) -> Result<(), Fault> {
        let why = self.seats[at].gone.clone().unwrap_or_default();
        let on_purpose = why.is_empty();
        let unbroken = on_purpose && !self.shared.plan.faults;
        if !on_purpose {
            self.tally.error(why);
        }
        let most = Instant::now() + self.shared.plan.patience;
        loop {
            let coming = self.seats[at].come_back(&self.shared.plan, &self.id, unbroken);
            match tokio::time::timeout(LET_IN, coming).await.unwrap_or(Err(io::ErrorKind::TimedOut.into())) {
                Ok(()) => break,
                Err(fault) if Instant::now() > most => {
                    return Err(Fault(at, Violation::ShutOut { why: fault.to_string() }));
                }
                Err(_) => tokio::time::sleep(GLANCE).await,
            }
        }
        self.tally.returns += 1;
        if !on_purpose {
            // Whoever was interrupted tries at once whether it goes on.
            self.due = self.due.min(Instant::now());
        }
        Ok(())
    }

    /// Listens until everything is answered.
    async fn settle(&mut self) -> Result<(), Fault> {
        while self.seats.iter().any(|seat| !seat.witness.is_answered()) {
            self.hear(Instant::now() + GLANCE).await?;
        }
        Ok(())
    }

    /// At the end one seat comes back, and all compare what they know.
    async fn finale(&mut self) -> Result<(), Fault> {
        self.settle().await?;
        if self.is_playing() {
            let one = self.luck.below(self.seats.len() as u32) as usize;
            self.seats[one].gone = Some(String::new());
            self.come_back(one).await?;
            self.settle().await?;
            self.check_all();
            self.settle().await?;
        }
        self.compare()
    }

    fn sentence(&self, Fault(at, violation): &Fault) -> String {
        format!("{} table {}, seat {at}: {violation}", self.game.name(), self.id)
    }
}
