//! What people are told: events as each may know them, the state of the table, the change of each view.

use std::collections::BTreeMap;

use game::Viewer;
use protocol::http::TableSummary;
use protocol::table::{Bytes32, PlayerId};
use protocol::ws::People;
use protocol::ws::session::{GameStart, Player, TableState, Told};
use protocol::{Json, Whole};
use table::{Effects, Notice, Played, Playing, Sitter, Stage, Table};

use super::recent::Audience;
use super::wire::{frame, numbered};
use super::{Desk, RECENT};

impl<G: Played> Desk<G> {
    /// Tells everybody what came of an input, each what they may know.
    pub(super) fn tell(&mut self, effects: Effects<G>, asked_by: Option<&PlayerId>) {
        let mut events = Vec::new();
        let mut state = false;
        let only_moves = effects.notices.iter().all(|notice| matches!(notice, Notice::Happened { .. }));
        for notice in effects.notices {
            match notice {
                Notice::TableChanged => state = true,
                Notice::Happened { event, .. } => events.push(event),
                Notice::Countdown { until } => self.tell_countdown(until),
                Notice::SeedsAsked { .. } => self.tell_each(Self::seed_request),
                Notice::SeedsCommitted { .. } => self.tell_all(self.seeds_committed().as_ref()),
                Notice::SeedsRevealed => self.tell_all(self.seeds_revealed().as_ref()),
                Notice::Started => {
                    self.bots_sit();
                    self.pages.clear();
                    self.recent.begin_anew(self.table.seq());
                    self.tell_started();
                }
                Notice::Drawn { index, link } => {
                    let told = Told::SpinProof { seq: self.table.seq(), spin: index, link };
                    self.tell_all(Some(&frame(&told)));
                }
                Notice::CardProof { seat, proof } => {
                    let told = Told::CardProof { seq: self.table.seq(), proof };
                    let viewer = Viewer::Seat(seat);
                    self.tell_each(|_, to| (to == viewer).then(|| frame(&told)));
                }
                Notice::Paused { reason, missing } => {
                    let missing = protocol::Seat::list(missing);
                    let told = Told::Paused { seq: self.table.seq(), reason, missing };
                    self.tell_all(Some(&frame(&told)));
                }
                Notice::Resumed => {
                    let told = Told::Resumed { seq: self.table.seq() };
                    self.tell_all(Some(&frame(&told)));
                }
                Notice::Ended { .. } => {
                    self.tell_events(&events);
                    events.clear();
                    self.tell_all(self.game_ended().as_ref());
                }
                Notice::Closed => {
                    let told = Told::TableClosed { seq: self.table.seq() };
                    self.tell_all(Some(&frame(&told)));
                }
            }
        }
        self.tell_events(&events);
        if state {
            self.tell_all(Some(&frame(&Told::TableState(Box::new(self.table_state())))));
        }
        self.show(asked_by, !only_moves);
        for think in &effects.think {
            self.ask_bot(think);
        }
    }

    /// Sends every socket the same, if there is something.
    fn tell_all(&self, told: Option<&String>) {
        if let Some(told) = told {
            self.connections.values().for_each(|connection| connection.outbox.send(told));
        }
    }

    /// Sends every socket what `make` makes for its viewer.
    fn tell_each(&self, make: impl Fn(&Self, Viewer) -> Option<String>) {
        let mut frames: Vec<(Viewer, Option<String>)> = Vec::new();
        for connection in self.connections.values() {
            let viewer = connection.viewer;
            let known = frames.iter().find(|(to, _)| *to == viewer).map(|(_, frame)| frame.clone());
            let frame = known.unwrap_or_else(|| {
                let frame = make(self, viewer);
                frames.push((viewer, frame.clone()));
                frame
            });
            if let Some(frame) = frame {
                connection.outbox.send(frame);
            }
        }
    }

    /// Whoever may be told what happens: also those who are not here now and may come back, be it to look on.
    fn viewers(&self) -> Audience {
        let people = self.table.seated().filter(|(_, chair)| chair.belongs_to_person());
        Audience { seats: people.map(|(seat, _)| seat).collect(), spectators: true }
    }

    fn tell_events(&mut self, events: &[G::Event]) {
        if events.is_empty() {
            return;
        }
        self.bots_hear(events);
        let Some(playing) = self.table.game() else { return };
        let (seq, ids) = (self.table.seq(), self.table.people());
        let closes_at = playing.acts_at().map(Whole::new);
        let written = |viewer| -> Vec<String> {
            let told = playing.told(events, viewer, People(&ids), closes_at);
            told.iter().map(|told| numbered(seq, told)).collect()
        };
        let viewers = self.viewers();
        let frames: Vec<(Audience, String)> = if G::OPEN {
            written(Viewer::Spectator).into_iter().map(|frame| (viewers, frame)).collect()
        } else {
            let own = |viewer| written(viewer).into_iter().map(move |frame| (Audience::only(viewer), frame));
            viewers.iter().flat_map(own).collect()
        };
        for connection in self.connections.values() {
            for (_, frame) in frames.iter().filter(|(to, _)| to.contains(connection.viewer)) {
                connection.outbox.queue(frame);
            }
        }
        self.recent.keep(seq, frames, RECENT);
    }

    fn tell_countdown(&self, until: Option<i64>) {
        self.tell_all(Some(&self.countdown(until)));
    }

    /// How long until the game begins; or that it does not after all.
    pub(super) fn countdown(&self, until: Option<i64>) -> String {
        let seconds =
            until.map(|until| u32::try_from((until - self.app.clock.now() + 999) / 1_000).unwrap_or(0));
        frame(&Told::Countdown { seq: self.table.seq(), seconds_remaining: seconds })
    }

    pub(super) fn seed_request(&self, viewer: Viewer) -> Option<String> {
        let Stage::Seeding(seeding) = self.table.stage() else { return None };
        let seat = if let Viewer::Seat(seat) = viewer { Some(seat.into()) } else { None };
        Some(frame(&Told::SeedRequest {
            seq: self.table.seq(),
            commitment: Bytes32(seeding.ceremony.server().0),
            table_id: self.table.id().clone(),
            game: seeding.number,
            seat,
            deadline: seeding.until,
        }))
    }

    pub(super) fn seeds_committed(&self) -> Option<String> {
        let Stage::Seeding(seeding) = self.table.stage() else { return None };
        let commitments = commitments(&seeding.ceremony);
        Some(frame(&Told::SeedsCommitted { seq: self.table.seq(), commitments, deadline: seeding.until }))
    }

    fn seeds_revealed(&self) -> Option<String> {
        let ceremony = &self.table.game()?.ceremony;
        let seeds = (0..)
            .map(protocol::Seat)
            .zip(ceremony.seats())
            .filter_map(|(seat, entropy)| Some((seat, Bytes32(*entropy.seed()?.bytes()))));
        Some(frame(&Told::SeedsRevealed {
            seq: self.table.seq(),
            seeds: seeds.collect(),
            missing: protocol::Seat::list(ceremony.missing()),
        }))
    }

    fn tell_started(&self) {
        self.tell_all(self.game_started().as_ref());
        let Some(playing) = self.table.game() else { return };
        self.app.solutions.prepare(&playing.game);
        let (ids, closes_at) = (self.table.people(), playing.acts_at().map(Whole::new));
        for connection in self.connections.values() {
            let view = playing.game.view(connection.viewer);
            for told in G::begun(&view, People(&ids), closes_at) {
                connection.outbox.send(numbered(self.table.seq(), &told));
            }
        }
    }

    pub(super) fn game_started(&self) -> Option<String> {
        let playing = self.table.game()?;
        Some(frame(&Told::GameStarted(Box::new(GameStart {
            seq: self.table.seq(),
            number: playing.number,
            game: G::GAME,
            fixed: Json(serde_json::to_value(playing.game.fixed()).unwrap_or_default()),
            fairness: playing.fairness(),
        }))))
    }

    pub(super) fn game_ended(&self) -> Option<String> {
        let Stage::Over(over) = self.table.stage() else { return None };
        let told = over.told(self.table.seq());
        Some(frame(&Told::GameEnded(Box::new(told))))
    }

    pub(super) fn table_state(&self) -> TableState {
        let table = &self.table;
        let playing = if let Stage::Playing(playing) = table.stage() { Some(playing) } else { None };
        let seated = table.people_here().filter(|player| table.seat_of(player).is_some()).count();
        TableState {
            seq: table.seq(),
            players: table.seated().map(|(seat, chair)| player(table, seat, chair)).collect(),
            host: table.host().clone(),
            phase: phase(table).to_owned(),
            least_players: *table.range().start(),
            most_players: *table.range().end(),
            spectators: (table.people_here().count() - seated) as u32,
            settings: settings(table),
            paused: playing.and_then(|playing| Some(playing.pause?.reason)),
            votes: playing.map(|playing| votes(playing)).unwrap_or_default(),
            rematch: match table.stage() {
                Stage::Over(over) => over.rematch.iter().cloned().collect(),
                Stage::Lobby { .. } | Stage::Seeding(_) | Stage::Playing(_) | Stage::Closed => vec![],
            },
        }
    }

    pub(super) fn summary(&self, asker: &PlayerId) -> TableSummary {
        let summary = summary(&self.table, self.app.clock.now());
        match self.table.seat_of(asker) {
            Some(_) => summary.for_sitter(asker),
            None => summary.for_stranger(),
        }
    }
}

fn commitments(ceremony: &fair::Ceremony) -> BTreeMap<protocol::Seat, Bytes32> {
    let seats = (0..).map(protocol::Seat).zip(ceremony.seats());
    seats.filter_map(|(seat, entropy)| Some((seat, Bytes32(entropy.commitment()?.0)))).collect()
}

fn votes<G: Played>(playing: &Playing<G>) -> BTreeMap<protocol::table::Topic, Vec<PlayerId>> {
    playing
        .votes
        .iter()
        .filter(|(_, voters)| !voters.is_empty())
        .map(|(topic, voters)| (*topic, voters.iter().cloned().collect()))
        .collect()
}

fn player<G: Played>(table: &Table<G>, seat: game::Seat, chair: &table::Chair) -> Player {
    Player {
        seat: seat.into(),
        player_id: chair.player.clone(),
        name: chair.name.clone(),
        color: chair.color,
        ready: chair.ready,
        connected: !chair.is_person() || table.is_here(&chair.player),
        bot: match &chair.sitter {
            Sitter::Bot(level) => Some(level.clone()),
            Sitter::Person(Some(_)) => Some(G::SUBSTITUTE.to_owned()),
            Sitter::Person(None) => None,
        },
        substituted: matches!(chair.sitter, Sitter::Person(Some(_))),
    }
}

pub(super) fn settings<G: Played>(table: &Table<G>) -> Json {
    Json(serde_json::to_value(table.settings()).unwrap_or_default())
}

/// The word for what a table is doing.
fn phase<G: Played>(table: &Table<G>) -> &'static str {
    match table.stage() {
        Stage::Lobby { .. } => "lobby",
        Stage::Seeding(_) => "seeding",
        Stage::Playing(_) => "playing",
        Stage::Over(_) => "over",
        Stage::Closed => "closed",
    }
}

fn waits_for<G: Played>(table: &Table<G>) -> BTreeMap<PlayerId, String> {
    let chairs = table.waits_for().iter().filter_map(|seat| table.chair(seat));
    chairs.map(|chair| (chair.player.clone(), chair.name.clone())).collect()
}

/// What a table looks like from outside, with all that one who sits there may know.
pub(super) fn summary<G: Played>(table: &Table<G>, now: i64) -> TableSummary {
    TableSummary {
        table_id: table.id().clone(),
        code: table.code().clone(),
        game: G::GAME,
        phase: phase(table).to_owned(),
        players: table.seated().map(|(_, chair)| chair.name.clone()).collect(),
        seats: *table.range().end(),
        public: table.settings().public,
        settings: Some(settings(table)),
        waits_for: waits_for(table),
        waits_for_me: false,
        changed_at: now,
    }
}
