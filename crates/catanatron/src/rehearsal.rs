//! Rehearsals: whole games of our own engine, told to us as the peer would tell them.
//!
//! The *stage* plays a game with our rules and bots. What one seat sees of it is written in the peer's words and numbers,
//! sent through the conversation, and the answer is played. So everything that we read from the peer can be compared
//! with what is true: view with view, event with event.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test names what it is about")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bots::{Company, Dice};
use catan::{
    Action, Board, Catan, DevCard, Edge, Event, Hand, Hex, Phase, Plenty, Resource, Rules, Seen, Setup,
    Vertex,
};
use game::{Game, Legal, Luck, Seat, Viewer, draw};
use serde_json::{Value, json};

use crate::chronicle::Chronicle;
use crate::deed::Deed;
use crate::ledger::Ledger;
use crate::message;
use crate::player::Seating;
use crate::position::Position;
use crate::words::{card_name, resource_name};
use crate::{places, sight};

const COLORS: [&str; 4] = ["ORANGE", "RED", "WHITE", "BLUE"];

fn node(vertex: Vertex) -> u64 {
    (0..54).find(|&node| places::vertex(node) == Some(vertex)).expect("every vertex is a node")
}

fn nodes(edge: Edge) -> Value {
    let [a, b] = edge.ends().map(node);
    json!([a.min(b), a.max(b)])
}

fn cube(hex: Hex) -> Value {
    let (q, r) = hex.axial().expect("somewhere");
    json!([q, -q - r, r])
}

/// A game and what the peer would have recorded of it.
struct Stage {
    game: Catan,
    me: Seat,
    dice: Dice,
    /// Triples with what came of them, as the peer's own log has them, and who may know the result.
    log: Vec<(Value, Value, Option<Seat>)>,
    /// What the seat heard since it was asked last.
    heard: Vec<Seen>,
    told: usize,
    /// Whether the bank was low at a roll since then: our rules pay a single claimant what is left, the peer's nothing.
    short: bool,
    whole_history: bool,
    game_id: u64,
}

impl Stage {
    fn new(players: u8, me: u8, seed: u64) -> Self {
        let mut dice = Dice::of_game(41, seed);
        let rules = Rules { offers_per_turn: 0, ..Rules::default() };
        let board = Board::random(&mut dice);
        let game = Catan::create(&Setup { players, rules, board, order: None }).expect("a game");
        let whole_history = seed.is_multiple_of(2);
        Self {
            game,
            me: Seat(me),
            dice,
            log: Vec::new(),
            heard: Vec::new(),
            told: 0,
            short: false,
            whole_history,
            game_id: seed,
        }
    }

    fn color(seat: Seat) -> &'static str {
        COLORS[seat.index()]
    }

    fn colors(&self) -> Value {
        json!(COLORS[..self.game.seats()])
    }

    fn before(&self) -> Value {
        let board = self.game.board();
        let mut tiles: Vec<Value> = Hex::land()
            .map(|hex| {
                let (terrain, token) = board.tile(hex);
                let resource = terrain.resource().map(resource_name);
                json!({ "coordinate": cube(hex), "type": "LAND", "id": 0, "resource": resource, "number": token })
            })
            .collect();
        for (x, z) in [(3, 0), (1, 2), (-1, 3), (-3, 3), (-3, 1), (-2, -1), (0, -3), (2, -3), (3, -2)] {
            let coordinate = [x, -x - z, z];
            let side = places::port_side(coordinate).expect("a port");
            let (_, port) = board.ports().find(|(edge, _)| *edge == side).expect("one of nine");
            let resource = if let catan::Port::Of(kind) = port { Some(resource_name(kind)) } else { None };
            tiles.push(json!({ "coordinate": coordinate, "type": "PORT", "id": 1, "resource": resource,
                "direction": "EAST" }));
        }
        tiles.push(json!({ "coordinate": [3, -2, -1], "type": "WATER" }));
        let map = json!({ "template": "BASE", "tiles": tiles });
        let color = Self::color(self.me);
        if self.whole_history {
            json!({ "type": "before", "game_id": self.game_id, "color": color, "map": map, "vps_to_win": 10,
                "discard_limit": 7, "colors": self.colors() })
        } else {
            json!({ "type": "before", "game_id": self.game_id, "color": color, "new_key": 5, "state": {
                "map": map, "game": { "vps_to_win": 10, "discard_limit": 7, "colors": self.colors() } } })
        }
    }

    /// The triples that stand for what a seat may do; those for the robber name the victim too.
    fn triples(&self, seat: Seat, given: Hand) -> Vec<(Value, Action)> {
        let legal = self.game.legal(seat);
        let color = Self::color(seat);
        if legal.discard_owed().is_some() {
            let hand = self.game.hand(seat);
            return Resource::ALL
                .into_iter()
                .filter(|&kind| hand.get(kind) > given.get(kind))
                .map(|kind| {
                    let action = Action::Discard(Hand::one(kind));
                    (json!([color, "DISCARD_RESOURCE", resource_name(kind)]), action)
                })
                .collect();
        }
        legal
            .iter()
            .flat_map(|action| match action {
                Action::MoveRobber(hex) => {
                    let victims: Vec<_> = self.game.steal_candidates(hex, seat).iter().collect();
                    let nobody = victims.is_empty().then_some(Value::Null);
                    let victims = victims.into_iter().map(|victim| json!(Self::color(victim)));
                    victims
                        .chain(nobody)
                        .map(|victim| (json!([color, "MOVE_ROBBER", [cube(hex), victim]]), action))
                        .collect()
                }
                // The peer does not know it: it ends by itself.
                Action::EndRoadBuilding => Vec::new(),
                action => vec![(self.triple(seat, &action), action)],
            })
            .collect()
    }

    fn triple(&self, seat: Seat, action: &Action) -> Value {
        let (kind, value) = match *action {
            Action::RollDice => ("ROLL", Value::Null),
            Action::EndTurn => ("END_TURN", Value::Null),
            Action::PlaceSettlement(v) | Action::BuildSettlement(v) => ("BUILD_SETTLEMENT", json!(node(v))),
            Action::BuildCity(v) => ("BUILD_CITY", json!(node(v))),
            Action::PlaceRoad(e) | Action::BuildRoad(e) => ("BUILD_ROAD", nodes(e)),
            Action::BuyDevCard => ("BUY_DEVELOPMENT_CARD", Value::Null),
            Action::PlayKnight => ("PLAY_KNIGHT_CARD", Value::Null),
            Action::PlayRoadBuilding => ("PLAY_ROAD_BUILDING", Value::Null),
            Action::PlayYearOfPlenty(cards) => ("PLAY_YEAR_OF_PLENTY", plenty(cards)),
            Action::PlayMonopoly(kind) => ("PLAY_MONOPOLY", json!(resource_name(kind))),
            Action::BankTrade { give, receive } => {
                let mut list = vec![Value::Null; 4];
                list[..usize::from(self.rate(seat, give))].fill(json!(resource_name(give)));
                list.push(json!(resource_name(receive)));
                ("MARITIME_TRADE", json!(list))
            }
            ref other => panic!("the peer has no {other:?}"),
        };
        json!([Self::color(seat), kind, value])
    }

    /// What the bank asks, worked out from the board.
    fn rate(&self, seat: Seat, give: Resource) -> u8 {
        let pieces: Vec<_> = self.game.settlements(seat).chain(self.game.cities(seat)).collect();
        let own = |edge: &Edge| edge.ends().iter().any(|end| pieces.contains(end));
        let rates = self.game.board().ports().filter(|(edge, _)| own(edge)).map(|(_, port)| match port {
            catan::Port::Of(kind) if kind == give => 2,
            catan::Port::Of(_) => 4,
            catan::Port::Any => 3,
        });
        rates.min().unwrap_or(4)
    }

    /// Carries out an action and records it as the peer would.
    fn act(&mut self, seat: Seat, action: &Action) {
        let triple = match action {
            Action::Discard(_) | Action::MoveRobber(_) | Action::Steal(_) | Action::EndRoadBuilding => None,
            action => Some(self.triple(seat, action)),
        };
        self.short |= *action == Action::RollDice && self.game.bank().counts().iter().any(|&n| n < 6);
        let outcome = self.game.chance(seat, action).map(|chance| draw(&chance, &mut self.dice));
        let mut events = Vec::new();
        self.game.apply(seat, action, outcome, &mut events).expect("a legal action");
        let seen = events.iter().filter_map(|event| self.game.seen(event, Viewer::Seat(self.me)));
        self.heard.extend(seen);
        let color = Self::color(seat);
        // Our own seat's are recorded one by one as they are answered.
        if let Action::Discard(cards) = action
            && seat != self.me
        {
            for kind in Resource::ALL {
                for _ in 0..cards.get(kind) {
                    let triple = json!([color, "DISCARD_RESOURCE", resource_name(kind)]);
                    self.log.push((triple, Value::Null, None));
                }
            }
        }
        for event in &events {
            let robbed = |victim: Value| json!([color, "MOVE_ROBBER", [cube(self.game.robber()), victim]]);
            match *event {
                Event::Stolen { victim, card, .. } => {
                    let triple = robbed(json!(Self::color(victim)));
                    self.log.push((triple, json!(resource_name(card)), Some(seat)));
                }
                Event::NothingToSteal { .. } => self.log.push((robbed(Value::Null), Value::Null, None)),
                _ => {}
            }
        }
        let Some(triple) = triple else { return };
        let (result, knows) = match events.first() {
            Some(Event::DiceRolled { dice, .. }) => (json!(dice), None),
            Some(Event::DevCardBought { card, .. }) => (json!(card_name(*card)), Some(seat)),
            _ => (Value::Null, None),
        };
        self.log.push((triple, result, knows));
    }

    /// The question to our seat, with some of the cards of a discard given already.
    fn question(&mut self, given: Hand, list: &[Value]) -> Value {
        let (game, me) = (&self.game, self.me);
        let mut table = BTreeMap::new();
        for seat in game.seats_iter() {
            let mut key = |name: &str, value: Value| table.insert(format!("P{}_{name}", seat.0), value);
            for card in DevCard::ALL {
                key(&format!("PLAYED_{}", card_name(card)), json!(game.played(seat).get(card)));
            }
            key("HAS_ROAD", json!(game.longest_road() == Some(seat)));
            key("HAS_ARMY", json!(game.largest_army() == Some(seat)));
            key("HAS_ROLLED", json!(seat == game.current() && game.dice().is_some()));
            let played = seat == game.current() && game.kinds_played_this_turn().next().is_some();
            key("HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN", json!(played));
            let (hand, held) = (game.hand(seat), game.held(seat));
            if seat != me {
                key("NUM_RESOURCES_IN_HAND", json!(hand.total()));
                key("NUM_DEVELOPMENT_CARDS_IN_HAND", json!(held.total()));
                continue;
            }
            for kind in Resource::ALL {
                key(&format!("{}_IN_HAND", resource_name(kind)), json!(hand.get(kind) - given.get(kind)));
            }
            for card in DevCard::ALL {
                key(&format!("{}_IN_HAND", card_name(card)), json!(held.get(card)));
                let before = held.get(card) > game.bought_this_turn(seat).get(card);
                key(&format!("{}_OWNED_AT_START", card_name(card)), json!(before));
            }
        }
        let mut owed = vec![0; game.seats()];
        if let Phase::Discarding(debts) = game.phase() {
            owed.copy_from_slice(&debts.by_seat()[..game.seats()]);
            owed[me.index()] -= given.total() as u8;
        }
        let free_roads = if let Phase::RoadBuilding { left, .. } = game.phase() { left } else { 0 };
        let bank: Vec<u8> = Resource::ALL.map(|kind| game.bank().get(kind) + given.get(kind)).to_vec();
        let mut state = json!({
            "colors": self.colors(), "player_state": table, "board": self.board(),
            "resource_freqdeck": bank, "num_turns": game.turn(), "current_player_index": me.0,
            "current_turn_index": game.current().0, "discard_counts": owed,
            "is_road_building": free_roads > 0, "free_roads_available": free_roads,
        });
        let records: Vec<Value> = self
            .log
            .iter()
            .skip(if self.whole_history { 0 } else { self.told })
            .map(|(triple, result, knows)| {
                json!([triple, if knows.is_none_or(|knows| knows == me) { result } else { &Value::Null }])
            })
            .collect();
        self.told = self.log.len();
        state[if self.whole_history { "action_records" } else { "new_records" }] = json!(records);
        json!({ "type": "decide", "game_id": self.game_id, "color": Self::color(me), "state": state,
            "playable_actions": list })
    }

    fn board(&self) -> Value {
        let (mut buildings, mut roads) = (Vec::new(), Vec::new());
        for seat in self.game.seats_iter() {
            let color = Self::color(seat);
            buildings.extend(self.game.settlements(seat).map(|v| json!([node(v), color, "SETTLEMENT"])));
            buildings.extend(self.game.cities(seat).map(|v| json!([node(v), color, "CITY"])));
            // In both directions, as some hosts do.
            for edge in self.game.roads(seat) {
                let [a, b] = edge.ends().map(node);
                roads.extend([json!([[a, b], color]), json!([[b, a], color])]);
            }
        }
        json!({ "buildings": buildings, "roads": roads, "robber_coordinate": cube(self.game.robber()) })
    }
}

fn plenty(cards: Plenty) -> Value {
    cards.resources().map(resource_name).collect()
}

/// Events in the form in which both sides can be compared: cards of a discard one by one; without titles, which are in
/// the view, and without questions.
fn comparable(seen: &[Seen]) -> Vec<String> {
    let mut list = Vec::new();
    for seen in seen {
        match *seen {
            Seen::Public(
                Event::LongestRoadChanged { .. }
                | Event::LargestArmyChanged { .. }
                | Event::StealRequired { .. }
                | Event::RoadBuildingEnded { .. },
            ) => {}
            Seen::Public(Event::Discarded { seat, cards, .. }) => {
                for number in 0..cards.total() {
                    list.push(format!("{seat} discards {}", cards.card_at(number)));
                }
            }
            other => list.push(format!("{other:?}")),
        }
    }
    // The order of the cards of a discard means nothing.
    for cards in list.chunk_by_mut(|a, b| a.contains(" discards ") && b.contains(" discards ")) {
        cards.sort_unstable();
    }
    list
}

/// Plays games on the stage; `each` sees every question to our seat and says what is answered.
fn rehearse(stage: &mut Stage, mut answer: impl FnMut(&mut Stage, Hand, &[Value]) -> usize) {
    let n = stage.game.seats() as u8;
    let mut bots: Vec<_> = (0..n).map(|seat| Catan::bot("greedy", Seat(seat), 0).expect("a level")).collect();
    let mut random = Dice::of_game(42, stage.game_id);
    for _ in 0..20_000 {
        let Some(seat) = stage.game.to_move().lowest() else { break };
        if seat != stage.me {
            let legal = stage.game.legal(seat);
            // Now and then anything: greedy players alone rarely play every card.
            let wild = Luck::below(&mut random, 4) == 0 && !legal.is_empty();
            let mut any = || legal.get(Luck::below(&mut random, legal.len() as u32) as usize);
            let view = stage.game.view(Viewer::Seat(seat));
            let wish = if wild { any() } else { bots[seat.index()].choose(&view, &legal) };
            // The peer's road building goes on until there is nothing left to build.
            let end = Action::EndRoadBuilding;
            let action =
                wish.filter(|wish| *wish != end).or_else(|| legal.iter().find(|other| *other != end));
            stage.act(seat, &action.expect("a choice"));
            continue;
        }
        let mut given = Hand::EMPTY;
        if let Some(owed) = stage.game.legal(seat).discard_owed() {
            while given.total() < u32::from(owed) {
                let list = stage.triples(seat, given);
                let triples: Vec<_> = list.iter().map(|(triple, _)| triple.clone()).collect();
                let place = if list.len() == 1 { 0 } else { answer(stage, given, &triples) };
                let Action::Discard(card) = list[place].1 else { panic!("no discard") };
                stage.log.push((list[place].0.clone(), Value::Null, None));
                given =
                    [given, card].iter().flat_map(|hand| Resource::ALL.map(|r| (r, hand.get(r)))).collect();
            }
            stage.act(seat, &Action::Discard(given));
            continue;
        }
        let mut list = stage.triples(seat, given);
        let triples: Vec<_> = list.iter().map(|(triple, _)| triple.clone()).collect();
        let place = if list.len() == 1 { 0 } else { answer(stage, given, &triples) };
        let (triple, action) = list.swap_remove(place);
        stage.act(seat, &action);
        if let Phase::Stealing { .. } = stage.game.phase() {
            let victim = COLORS.iter().position(|color| triple[2][1] == *color).expect("a victim");
            stage.act(seat, &Action::Steal(Seat(victim as u8)));
        }
    }
    assert!(stage.game.ended().is_some(), "the game goes on for ever");
}

#[test]
fn views_and_events_are_those_of_the_game() {
    let (mut views, mut events, mut unknown, mut thefts) = (0, 0, 0, 0);
    for seed in 0..40 {
        let players = 2 + (seed % 3) as u8;
        let mut stage = Stage::new(players, (seed / 3 % u64::from(players)) as u8, seed);
        let me = stage.me;
        let before = stage.before();
        let (board, rules) = (message::board(&before).expect("a board"), message::rules(&before));
        assert_eq!((board, rules), (*stage.game.board(), *stage.game.rules()));
        let colors = message::colors(&before).expect("colours");
        let mut chronicle = Chronicle::new(Ledger::new(board, rules, players, me));
        let mut random = Dice::of_game(43, seed);
        let mut seen = Vec::new();
        let mut greedy = Catan::bot("greedy", me, 0).expect("a level");
        rehearse(&mut stage, |stage, given, list| {
            let question = stage.question(given, list);
            let position = Position::read(&question, &colors, me);
            let deeds: Vec<_> = list.iter().map(|triple| Deed::read(triple, &colors).1).collect();
            assert!(!deeds.contains(&Deed::Unknown), "{list:?}");
            seen.extend(chronicle.listen(&question, &colors, &position));
            let world = sight::world(board, rules, &position, &chronicle.ledger, &deeds).expect("a world");
            if given.is_empty() {
                let told = comparable(&std::mem::take(&mut seen));
                let heard = comparable(&std::mem::take(&mut stage.heard));
                let mut view = stage.game.view(Viewer::Seat(me));
                view.paid_roads = 0;
                assert_eq!(world.view(Viewer::Seat(me)), view);
                assert_eq!(world.legal(me), stage.game.legal(me));
                views += 1;
                if !std::mem::take(&mut stage.short) {
                    assert_eq!(told.len(), heard.len(), "{seed}: {told:#?} {heard:#?}");
                    for (told, heard) in told.iter().zip(&heard) {
                        events += 1;
                        thefts += u32::from(heard.contains(&format!("victim: {me:?}")));
                        if told != heard {
                            // Several cards stolen from us since the last question: whose is which stays open.
                            let open = told.contains("victim") && told.contains("card: None");
                            assert!(open, "{seed}: {told} {heard}");
                            unknown += 1;
                        }
                    }
                }
            }
            if Luck::below(&mut random, 3) == 0 {
                return Luck::below(&mut random, list.len() as u32) as usize;
            }
            let view = world.view(Viewer::Seat(me));
            let wish = greedy.choose(&view, &world.legal(me));
            wish.and_then(|wish| deeds.iter().position(|deed| deed.is(&wish))).unwrap_or(0)
        });
    }
    println!("{views} views, {events} events, {unknown} of {thefts} thefts from us unknown");
    assert!(views > 2_000 && events > 10_000 && thefts > 50 && unknown < thefts / 4);
}

/// Every level through the whole conversation: one answer to each question, a member of the list, and no complaint.
#[test]
fn every_answer_is_a_member_of_the_list() {
    for (number, level) in Catan::LEVELS.iter().enumerate() {
        let seating = Seating { level: (*level).to_owned(), budget: Duration::from_millis(4) };
        let mut hall = crate::serve::Hall::new(&seating);
        for seed in 0..3 {
            let mut stage = Stage::new(2 + seed as u8, seed as u8, 1_000 + 10 * number as u64 + seed);
            assert_eq!(hall.hear(&stage.before(), Instant::now()), (None, None));
            let mut odd = Vec::new();
            rehearse(&mut stage, |stage, given, list| {
                let question = stage.question(given, list);
                let (answer, why) = hall.hear(&question, Instant::now());
                odd.extend(why);
                let action = &answer.expect("an answer")["action"];
                list.iter().position(|triple| triple == action).expect("a member of the list")
            });
            // On a busy machine a bot may be late; nothing else may happen.
            let odd: Vec<_> = odd.iter().filter(|why| !why.contains("too long")).collect();
            assert!(odd.is_empty(), "{level}: {odd:?}");
        }
    }
}
