//! A witness: one seat's knowledge of its table, and the check of everything that it is told.
//!
//! It follows its view from patch to patch, notices numbers that skip or go back, answers that come twice or never, and keeps a
//! fingerprint of the events that all seats must hear alike. Nothing here talks to a socket: messages come in, news go out.

#[cfg(test)]
mod tests;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use protocol::ws::patch;
use serde::Deserialize;
use serde_json::Value;

use crate::history::{Noted, Notes, event, view_digest};
use crate::violation::Violation;

/// Questions to one seat, which the others do not hear.
const TO_ONE: [&str; 1] = ["steal_required"];

/// What a message is looked at for. What only some messages have is read from the text again.
#[derive(Deserialize)]
struct Told<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    seq: Option<u64>,
    // In events these may be anything.
    from: Option<Value>,
    id: Option<Value>,
    code: Option<Value>,
    patch: Option<Value>,
    view: Option<Value>,
}

/// What the table is doing, as far as this seat was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// People gather, or make a seed.
    Before,
    /// The game runs.
    Playing,
    /// It is over.
    Over,
}

/// What a message was sent for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// To come to the table, for the first time or again.
    Join,
    /// To play.
    Move,
    /// To be told the whole view.
    View,
    /// To hear once more that a move was done, as it was said before.
    Again {
        /// The number it was acknowledged with.
        was: u64,
    },
    /// Whatever else.
    Other,
}

impl What {
    const fn name(self) -> &'static str {
        match self {
            Self::Join => "join_table",
            Self::Move => "a move",
            Self::View => "get_view",
            Self::Again { .. } => "a move again",
            Self::Other => "a command",
        }
    }

    /// Whether it belongs to the test and not to the play.
    pub(crate) const fn is_check(self) -> bool {
        matches!(self, Self::Join | Self::View | Self::Again { .. })
    }
}

/// A message that waits for its answer.
#[derive(Clone, Debug)]
struct Asked {
    id: u64,
    what: What,
    at: Instant,
    /// The last number that was told before.
    since: u64,
    /// It went out on another socket before.
    resent: bool,
    text: String,
}

/// What a message came to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum News {
    /// Something was told.
    Told,
    /// Part of a check: a whole view, or the greeting.
    Checked,
    /// A move is durable, this long after it was sent.
    Moved(Duration),
    /// Something else was done.
    Done(What),
    /// Something was refused.
    Refused { what: What, code: String },
    /// A seed is asked for; the message.
    SeedAsked(Value),
    /// All have committed; the message.
    SeedsCommitted(Value),
    /// The game ended.
    Ended,
}

/// What one seat knows.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Witness {
    player: String,
    /// Whether all are told the same words; otherwise only what kind of thing happened.
    open: bool,
    pub(crate) view: Value,
    pub(crate) view_seq: u64,
    /// The last number that was told on this socket.
    told: u64,
    /// The highest number that a command was acknowledged with, or that was told on an earlier socket: the table is not behind it any more.
    known: u64,
    /// The fingerprint of all events of this game, and what it was at the last change of the view.
    heard: u64,
    heard_at_view: u64,
    /// Whether it heard all of the game.
    complete: bool,
    /// Which game at this table.
    pub(crate) game: u64,
    /// A game began and its first view has not come yet.
    pub(crate) fresh: bool,
    pub(crate) phase: Phase,
    pub(crate) seat: Option<u64>,
    asked: Vec<Asked>,
    next: u64,
    views_due: u32,
    pub(crate) joining: bool,
    /// The table was out of reach when it was joined.
    shut_out: bool,
    /// The last move that was acknowledged.
    last: Option<(u64, u64, String)>,
    pub(crate) notes: Notes,
}

impl Witness {
    pub(crate) fn new(player: String, open: bool) -> Self {
        Self {
            player,
            open,
            view: Value::Null,
            view_seq: 0,
            told: 0,
            known: 0,
            heard: 0,
            heard_at_view: 0,
            complete: false,
            game: 0,
            fresh: false,
            phase: Phase::Before,
            seat: None,
            asked: Vec::new(),
            next: 1,
            views_due: 0,
            joining: false,
            shut_out: false,
            last: None,
            notes: Notes::default(),
        }
    }

    /// Whether the view lists something to do.
    pub(crate) fn may_move(&self) -> bool {
        self.phase == Phase::Playing && self.view.get("legal").is_some()
    }

    /// Whether nothing waits for an answer.
    pub(crate) fn is_answered(&self) -> bool {
        self.asked.is_empty()
    }

    /// A message with an id of its own, from its fields as JSON without brackets.
    pub(crate) fn ask(&mut self, what: What, fields: &str) -> &str {
        let id = self.next;
        self.next += 1;
        match what {
            What::Join => self.joining = true,
            What::View => self.views_due += 1,
            What::Move | What::Again { .. } | What::Other => {}
        }
        let text = format!(r#"{{"id":"{id}",{fields}}}"#);
        match what {
            What::Join => self.notes.note(|| Noted::Joining { after: self.view_seq }),
            What::Move | What::Other => {
                let says = || serde_json::from_str(&text).unwrap_or_default();
                self.notes.note(|| Noted::Asked { id: id.to_string(), says: says() });
            }
            What::View | What::Again { .. } => {}
        }
        self.asked.push(Asked { id, what, at: Instant::now(), since: self.told, resent: false, text });
        self.asked.last().map_or("", |asked| asked.text.as_str())
    }

    /// The socket is a new one: what the seat says first. Events after the last change of the view will be told again.
    ///
    /// Only where nothing broke but the socket does the seat insist on being told all that it missed.
    pub(crate) fn come_back(&mut self, table: &str, unbroken: bool) -> Vec<String> {
        self.heard = self.heard_at_view;
        // Something else may have been told after those events and before the view, such as who is there.
        self.known = self.known.max(self.told);
        self.told = self.view_seq;
        self.complete &= unbroken;
        self.views_due = 0;
        self.shut_out = false;
        self.asked.retain(|asked| !asked.what.is_check());
        let mut says: Vec<String> = Vec::new();
        let fields = format!(r#""type":"join_table","tableId":"{table}","lastSeq":{}"#, self.view_seq);
        says.push(self.ask(What::Join, &fields).to_owned());
        for asked in self.asked.iter_mut().filter(|asked| asked.what != What::Join) {
            asked.resent = true;
            says.push(asked.text.clone());
        }
        if let Some((id, was, text)) = self.last.clone() {
            says.push(text.clone());
            let what = What::Again { was };
            self.asked.push(Asked { id, what, at: Instant::now(), since: 0, resent: true, text });
        }
        says
    }

    /// Whether a message waits for its answer for too long.
    pub(crate) fn overdue(&self, patience: Duration) -> Option<Violation> {
        let late = self.asked.iter().find(|asked| asked.at.elapsed() > patience)?;
        Some(Violation::Unanswered { id: late.id, what: late.what.name(), seconds: patience.as_secs() })
    }

    /// Whether two seats that are equally far were told the same.
    pub(crate) fn agrees(&self, other: &Self) -> Result<(), Violation> {
        let comparable = |seat: &Self| seat.complete && !seat.joining && !seat.fresh;
        let same_point = self.view_seq == other.view_seq && self.game == other.game;
        if same_point && comparable(self) && comparable(other) && self.heard_at_view != other.heard_at_view {
            return Err(Violation::OtherEvents { seq: self.view_seq });
        }
        Ok(())
    }

    /// Takes in a message.
    pub(crate) fn take(&mut self, text: &str) -> Result<News, Violation> {
        let told: Told = serde_json::from_str(text).map_err(|why| unreadable(&why, text))?;
        let news = match told.kind {
            "view_patch" => return self.patched(told, text),
            "view" => return self.shown(told, text),
            "ack" | "rejected" | "invalid_placement" => return self.answered(&told, text),
            "error" => News::Refused { what: What::Other, code: word(told.code.as_ref()) },
            "table_state" => self.table_state(&whole(text)?),
            "game_started" => self.started(&whole(text)?),
            "seed_request" => News::SeedAsked(whole(text)?),
            "seeds_committed" => News::SeedsCommitted(whole(text)?),
            "game_ended" => News::Ended,
            "welcome" | "countdown" | "seeds_revealed" | "seat_elsewhere" | "spin_proof" | "card_proof"
            | "paused" | "resumed" | "chat" | "dice_held" | "table_closed" | "server_stopping" | "pong" => {
                News::Told
            }
            _ => return self.happened(&told, text),
        };
        // The greeting says how things are, then what was missed: only events go in order there.
        if !self.joining
            && let Some(seq) = told.seq
        {
            self.advance(told.kind, seq)?;
        }
        Ok(if self.joining && matches!(news, News::Told | News::Ended) { News::Checked } else { news })
    }

    fn advance(&mut self, kind: &str, seq: u64) -> Result<(), Violation> {
        if seq < self.told {
            return Err(Violation::WentBack { kind: kind.to_owned(), seq, last: self.told });
        }
        self.told = seq;
        Ok(())
    }

    /// Something happened in the game.
    fn happened(&mut self, told: &Told, text: &str) -> Result<News, Violation> {
        let seq = number(told.seq, text)?;
        self.notes.note(|| Noted::Heard { seq, event: event(whole(text).unwrap_or_default()) });
        self.advance(told.kind, seq)?;
        if seq <= self.view_seq {
            return Err(Violation::Late { kind: told.kind.to_owned(), seq, view: self.view_seq });
        }
        if !TO_ONE.contains(&told.kind) {
            let mut hash = DefaultHasher::new();
            (self.heard, seq, if self.open { text } else { told.kind }).hash(&mut hash);
            self.heard = hash.finish();
        }
        Ok(if self.joining { News::Checked } else { News::Told })
    }

    fn patched(&mut self, told: Told, text: &str) -> Result<News, Violation> {
        let (seq, from) = (number(told.seq, text)?, number(told.from.and_then(|from| from.as_u64()), text)?);
        if from != self.view_seq || seq <= from {
            return Err(Violation::Gap { from, seq, view: self.view_seq });
        }
        self.advance("view_patch", seq)?;
        patch::apply(&mut self.view, told.patch.unwrap_or_default());
        self.view_seq = seq;
        self.heard_at_view = self.heard;
        self.notes.note(|| Noted::Shown { seq, view: view_digest(&self.view) });
        Ok(News::Told)
    }

    /// A whole view: of a new game, as part of a greeting, or because it was asked for.
    fn shown(&mut self, told: Told, text: &str) -> Result<News, Violation> {
        let (seq, view) = (number(told.seq, text)?, told.view.unwrap_or_default());
        self.notes.note(|| Noted::Shown { seq, view: view_digest(&view) });
        if self.fresh || self.joining {
            if seq < self.view_seq {
                return Err(Violation::Lost { seq, known: self.view_seq });
            }
            if seq == self.view_seq && self.view.is_object() {
                self.compare(seq, &view)?;
            }
            if !self.joining {
                self.advance("view", seq)?;
            }
            (self.view, self.view_seq, self.fresh) = (view, seq, false);
            self.heard_at_view = self.heard;
            return Ok(if self.joining { News::Checked } else { News::Told });
        }
        if self.views_due == 0 {
            return Err(Violation::NotAsked { seq });
        }
        if seq != self.view_seq {
            return Err(Violation::Behind { own: self.view_seq, seq });
        }
        self.compare(seq, &view)?;
        self.views_due -= 1;
        Ok(News::Checked)
    }

    fn compare(&self, seq: u64, whole: &Value) -> Result<(), Violation> {
        match patch::diff(&self.view, whole) {
            None => Ok(()),
            Some(difference) => Err(Violation::Differs { seq, difference: cut(&difference.to_string()) }),
        }
    }

    fn table_state(&mut self, state: &Value) -> News {
        self.phase = match state["phase"].as_str() {
            Some("playing") => Phase::Playing,
            Some("over") => Phase::Over,
            _ => Phase::Before,
        };
        let own = |player: &&Value| player["playerId"] == self.player.as_str();
        let players = state["players"].as_array();
        self.seat = players.and_then(|players| players.iter().find(own)?["seat"].as_u64());
        News::Told
    }

    fn started(&mut self, started: &Value) -> News {
        let game = started["number"].as_u64().unwrap_or(0);
        if !self.joining {
            self.notes.note(|| Noted::Began { seq: started["seq"].as_u64().unwrap_or(0) });
        }
        if game != self.game {
            // Who comes back into another game than the one it left has missed its beginning.
            (self.game, self.fresh, self.complete) = (game, true, !self.joining);
            self.heard = 0;
        }
        News::Told
    }

    /// The one answer to a message.
    fn answered(&mut self, told: &Told, text: &str) -> Result<News, Violation> {
        let id = word(told.id.as_ref());
        let number_of = id.parse().unwrap_or(0);
        let Some(at) = self.asked.iter().position(|asked| asked.id == number_of) else {
            let sent = (1..self.next).contains(&number_of);
            return Err(if sent { Violation::Twice { id } } else { Violation::NeverSent { id } });
        };
        let asked = self.asked.swap_remove(at);
        if told.kind != "ack" {
            let code = word(told.code.as_ref());
            // What was said before the table was out of reach waits until it is not.
            if self.shut_out && code == "not_joined" {
                if !asked.what.is_check() {
                    self.asked.push(asked);
                }
                return Ok(News::Checked);
            }
            if asked.what != What::Join {
                self.notes.note(|| Noted::Refused { id, code: code.clone() });
            }
            self.shut_out = asked.what == What::Join && code == "unavailable";
            if let What::Again { was, .. } = asked.what {
                return Err(Violation::OtherAnswer { id: asked.id, was, is: code });
            }
            self.joining &= asked.what != What::Join;
            return Ok(News::Refused { what: asked.what, code });
        }
        let seq = number(told.seq, text)?;
        match asked.what {
            What::Join => self.notes.note(|| Noted::Joined { seq }),
            What::Move | What::Other | What::Again { .. } => self.notes.note(|| Noted::Acked { id, seq }),
            What::View => {}
        }
        match asked.what {
            What::Again { was } => {
                if seq != was {
                    let is = format!("acknowledged with {seq}");
                    return Err(Violation::OtherAnswer { id: asked.id, was, is });
                }
                return Ok(News::Done(asked.what));
            }
            What::Join => {
                self.joining = false;
                let known = self.known.max(self.told);
                if seq < known {
                    return Err(Violation::Lost { seq, known });
                }
            }
            What::View if self.views_due > 0 => return Err(Violation::NoView),
            What::Move if !asked.resent => self.check_move(&asked, seq)?,
            What::Move | What::View | What::Other => {}
        }
        // A server that was started anew finds the answer in its log, and it may be older than what was told since.
        if !asked.resent {
            self.advance("ack", seq)?;
        }
        self.known = self.known.max(seq);
        if asked.what == What::Move {
            self.last = Some((asked.id, seq, asked.text));
            return Ok(News::Moved(asked.at.elapsed()));
        }
        Ok(News::Done(asked.what))
    }

    /// An acknowledged move has changed something, and this seat was told and shown all of it before.
    fn check_move(&self, asked: &Asked, seq: u64) -> Result<(), Violation> {
        let Asked { id, since, .. } = *asked;
        if seq <= since {
            return Err(Violation::Nothing { id, seq });
        }
        // The first view of the next game comes later.
        if self.told != seq || self.view_seq != seq && !self.fresh {
            return Err(Violation::NotTold { id, seq, told: self.told, view: self.view_seq });
        }
        Ok(())
    }
}

fn whole(text: &str) -> Result<Value, Violation> {
    serde_json::from_str(text).map_err(|why| unreadable(&why, text))
}

fn number(number: Option<u64>, text: &str) -> Result<u64, Violation> {
    number.ok_or_else(|| unreadable(&"a number is missing", text))
}

fn unreadable(why: &impl ToString, text: &str) -> Violation {
    Violation::Unreadable { why: why.to_string(), text: cut(text) }
}

/// As much of a text as a sentence can bear.
fn cut(text: &str) -> String {
    text.chars().take(300).collect()
}

fn word(value: Option<&Value>) -> String {
    value.and_then(Value::as_str).unwrap_or_default().to_owned()
}
