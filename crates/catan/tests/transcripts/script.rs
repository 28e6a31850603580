//! A transcript under way: a game, what was said, and who heard what.
//!
//! A line begins with its *audience*: `f2` is asked by seat 2, `all` is heard by everybody, `p0 p2` by those seats alone,
//! and `rest` by everybody else, spectators included. The audience is found out by asking the game what each viewer sees,
//! so a secret that gets out changes the tag in front of it.

use std::collections::BTreeSet;
use std::fmt::Write;

use catan::{Action, Catan, DevCardsPerTurn, Event, FirstPlayer, Hex, Rules, Seen, Setup, VictoryPointCards};
use game::conformance::SplitMix;
use game::{Game, Seat, Viewer, draw};

use crate::words::{heard, said};

pub(crate) struct Script {
    pub(crate) game: Catan,
    pub(crate) text: String,
}

impl Script {
    pub(crate) fn new(setup: &Setup) -> Self {
        let game = Catan::create(setup).expect("a fair setup");
        let mut script = Self { game, text: String::new() };
        script.write(&rules(&setup.rules, setup.players));
        script.write("");
        script.board();
        script.write("");
        script
    }

    fn write(&mut self, line: &str) {
        writeln!(self.text, "{}", line.trim_end()).expect("text grows");
    }

    /// The hexes row by row with id, terrain and token; then the ports with their sides.
    fn board(&mut self) {
        let mut row = String::new();
        let mut last = None;
        for hex in Hex::land() {
            let (q, r) = hex.axial().expect("land");
            if last.is_some_and(|last| last != r) {
                self.write(&row);
                row.clear();
            }
            if last != Some(r) {
                row.push_str(&" ".repeat(9 * r.unsigned_abs() as usize));
            }
            last = Some(r);
            let (terrain, token) = self.game.board().tile(hex);
            let token = token.map_or(String::new(), |token| token.to_string());
            let tile = format!("{q},{r} {terrain} {token}");
            write!(row, "{tile:<18}").expect("text grows");
        }
        self.write(&row);
        let ports: Vec<_> =
            self.game.board().ports().map(|(edge, port)| format!("{edge} {}", port.name())).collect();
        self.write(&format!("ports: {}", ports.join(", ")));
    }

    /// Carries out an action, writes down who says it and who hears what of it, and returns what happened.
    pub(crate) fn act(&mut self, seat: Seat, action: &Action, luck: &mut SplitMix) -> Vec<Event> {
        let outcome = self.game.chance(seat, action).map(|chance| draw(&chance, luck));
        self.line(&format!("f{}", seat.0), &said(action));
        let mut events = Vec::new();
        if let Err(rejected) = self.game.apply(seat, action, outcome, &mut events) {
            panic!("{action:?} by {seat}: {rejected}\n{}", self.text);
        }
        for event in &events {
            if matches!(event, Event::TurnBegan { .. }) {
                self.write("");
            }
            for (audience, words) in self.audiences(event) {
                let header = matches!(event, Event::TurnBegan { .. });
                let points = if header { self.points() } else { String::new() };
                self.line(&audience, &format!("{words}{points}"));
            }
        }
        events
    }

    fn line(&mut self, audience: &str, words: &str) {
        self.write(&format!("{audience:<5} {words}"));
    }

    /// The public points at the beginning of a turn.
    fn points(&self) -> String {
        let points = self.game.seats_iter().map(|seat| self.game.public_points(seat).to_string());
        format!(" public points {}", points.collect::<Vec<_>>().join(" "))
    }

    /// Who hears which words of an event: those that see the same are one audience. The rest comes last.
    fn audiences(&self, event: &Event) -> Vec<(String, String)> {
        let mut seen: Vec<(Seen, Vec<Viewer>)> = Vec::new();
        for viewer in Viewer::all(self.game.seats()) {
            let Some(sight) = self.game.seen(event, viewer) else { continue };
            match seen.iter_mut().find(|(other, _)| *other == sight) {
                Some((_, viewers)) => viewers.push(viewer),
                None => seen.push((sight, vec![viewer])),
            }
        }
        seen.sort_by_key(|(_, viewers)| viewers.contains(&Viewer::Spectator));
        let words = |sight: &Seen| heard(sight, self.game.seats());
        let different: BTreeSet<String> = seen.iter().map(|(sight, _)| words(sight)).collect();
        assert_eq!(different.len(), seen.len(), "different sights must read differently: {seen:?}");
        seen.iter().map(|(sight, viewers)| (self.tag(viewers), words(sight))).collect()
    }

    fn tag(&self, viewers: &[Viewer]) -> String {
        if viewers.len() == self.game.seats() + 1 {
            return "all".into();
        }
        let name = |viewer: &Viewer| match viewer {
            Viewer::Seat(seat) => Some(format!("p{}", seat.0)),
            Viewer::Spectator => None,
        };
        let seats: Option<Vec<String>> = viewers.iter().map(name).collect();
        seats.map_or("rest".into(), |seats| seats.join(" "))
    }
}

/// The rules of the table, field by field (§1.1).
fn rules(rules: &Rules, players: u8) -> String {
    let Rules { profile, points_to_win, discard_from, offers_per_turn, .. } = rules;
    let either = |is: bool, yes: &str, no: &str| String::from(if is { yes } else { no });
    let fields = [
        format!("{players} players"),
        format!("{points_to_win} points win"),
        format!("a seven takes half of {discard_from} cards or more"),
        either(rules.robber_may_stay, "the robber may stay", "the robber has to move"),
        rules
            .monopoly_cap
            .map_or("a monopoly takes all".into(), |n| format!("a monopoly takes up to {n} each")),
        either(
            rules.dev_cards_per_turn == DevCardsPerTurn::One,
            "one card a turn",
            "one card of each kind a turn",
        ),
        rules
            .paid_roads_per_turn
            .map_or("any number of roads a turn".into(), |n| format!("{n} paid roads a turn")),
        either(
            rules.victory_point_cards == VictoryPointCards::Hidden,
            "victory points are hidden",
            "victory points are played",
        ),
        either(
            rules.first_player == FirstPlayer::SeatOrder,
            "the first seat begins",
            "the highest roll begins",
        ),
        format!("{:?} board", rules.board).to_lowercase(),
        either(rules.hands_open, "open hands", "closed hands"),
        format!("{offers_per_turn} offers a turn"),
    ];
    let lines: Vec<String> = fields.chunks(4).map(|line| line.join(", ")).collect();
    format!("{profile}: {}", lines.join(",\n"))
}
