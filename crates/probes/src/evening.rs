//! A table that people, bots and clocks do anything to, in any order, for a whole evening.
//!
//! After every input: as many entries as numbers, chips that add up, cards and pieces that are a state the rules allow. Now and then: the
//! log gives the same table again.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bots::{Bot, Dice};
use catan::Catan;
use game::{Luck, Seat, Viewer};
use kniffel::Kniffel;
use protocol::table::{Bytes32, Changes, Color, EntryOf, JoinCode, Pace, PlayerId, TableId, Topic};
use protocol::{Json, read};
use roulette::Roulette;
use serde_json::Value;
use table::{Command, Effects, Input, Limits, Millis, Moment, Opening, Played, Purse, Resting, Stage, Table};

/// How often what was met: stages of tables, and codes of refusals.
pub type Tally = BTreeMap<String, u64>;

/// People who come and go.
const PEOPLE: u32 = 4;

/// Right messages of every game.
static EXAMPLES: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../protocol/tests/examples/messages.json")).unwrap()
});

/// Spends an evening at a table of the game with this number.
pub fn evening(game: usize, luck: &mut impl Luck, inputs: usize) -> Tally {
    fair::chain::remember();
    match game % 3 {
        0 => Evening::<Catan>::spend(luck, inputs),
        1 => Evening::<Kniffel>::spend(luck, inputs),
        _ => Evening::<Roulette>::spend(luck, inputs),
    }
}

struct Evening<G: Played> {
    table: Table<G>,
    now: Millis,
    /// The log, as it is stored.
    log: Vec<(Millis, EntryOf<G>)>,
    /// What the log came to when it was last looked at.
    resting: Option<Resting<G>>,
    /// Chips by purse; the house begins with nothing and may owe.
    chips: BTreeMap<String, i64>,
    /// What bots were asked.
    asked: Vec<table::Think>,
    examples: &'static [Value],
    tally: Tally,
}

fn person(n: u32) -> PlayerId {
    PlayerId::from_entropy([n as u8; 16])
}

impl<G: Played> Evening<G> {
    fn spend(luck: &mut impl Luck, inputs: usize) -> Tally {
        let changes =
            Changes { turn_seconds: Some(20), pace: Some(Pace::Fast), ..Changes::<G::WireStart>::default() };
        let moment = Moment { now: 1_000_000, entropy: [1; 32] };
        let opening = Opening {
            id: TableId::from_entropy([9; 16]),
            code: JoinCode::from_entropy([9; 6]),
            host: person(0),
            settings: changes.onto(G::usual()),
        };
        let (table, effects) = Table::open(opening, moment, Limits::default()).unwrap();
        let mut evening = Self {
            table,
            now: moment.now,
            log: vec![],
            resting: None,
            chips: BTreeMap::new(),
            asked: vec![],
            examples: EXAMPLES[G::NAME].as_array().unwrap(),
            tally: Tally::new(),
        };
        evening.take(effects);
        for n in 0..inputs {
            let input = evening.input(luck);
            evening.handle(input, luck);
            if n % 32 == 31 {
                evening.check_log();
            }
        }
        evening.resting = None;
        evening.check_log();
        evening.tally
    }

    fn handle(&mut self, input: Input<G>, luck: &mut impl Luck) {
        let entropy = [luck.below(256) as u8; 32];
        let mut next = self.table.clone();
        match next.handle(Moment { now: self.now, entropy }, input) {
            Ok(effects) => {
                self.table = next;
                self.take(effects);
            }
            Err(refusal) => {
                assert!(refusal.code != "internal", "{refusal}");
                assert!(!refusal.reason.is_empty(), "a refusal has a sentence");
                *self.tally.entry(refusal.code.to_owned()).or_default() += 1;
            }
        }
        let stage = match self.table.stage() {
            Stage::Lobby { .. } => "lobby",
            Stage::Seeding(_) => "seeding",
            Stage::Playing(_) => "playing",
            Stage::Over(_) => "over",
            Stage::Closed => "closed",
        };
        *self.tally.entry(format!("stage {stage}")).or_default() += 1;
    }

    /// What comes in next: time, bots, connections, commands.
    fn input(&mut self, luck: &mut impl Luck) -> Input<G> {
        let player = person(luck.below(PEOPLE));
        match luck.below(16) {
            0 => Input::Came { player },
            1 if luck.below(4) == 0 => Input::Went { player },
            2 | 3 => {
                // To the moment the table waits for, or a little on.
                let wake = self.table.next_wake().filter(|_| luck.below(4) > 0);
                self.now = wake.unwrap_or(self.now + Millis::from(luck.below(70_000))).max(self.now);
                Input::Wake
            }
            4 | 5 if !self.asked.is_empty() => self.chosen(luck),
            6 if luck.below(16) == 0 => Input::CannotPay { player },
            7 if luck.below(64) == 0 => Input::Close,
            8..=11 => {
                let n = luck.below(PEOPLE);
                self.legal(n, luck).unwrap_or(Input::Command {
                    player,
                    name: String::new(),
                    command: Command::Start,
                })
            }
            _ => {
                let name = ["Ada", "Bert", "", "\u{202e}x", "a name that is much too long for anybody"]
                    [luck.below(5) as usize];
                Input::Command { player, name: name.to_owned(), command: self.command(luck) }
            }
        }
    }

    /// A bot answers, or somebody in its name.
    fn chosen(&mut self, luck: &mut impl Luck) -> Input<G> {
        let think = self.asked.swap_remove(luck.below(self.asked.len() as u32) as usize);
        let action = self.table.game().and_then(|playing| {
            let mut bot: Box<dyn Bot<G>> = G::bot(G::LEVELS[0], think.seat, u64::from(luck.below(256)))?;
            bot.choose(&playing.game.view(Viewer::Seat(think.seat)), &playing.game.legal(think.seat))
        });
        // Now and then an answer to another question.
        let position = think.position + u64::from(luck.below(16) == 0);
        Input::Chosen { seat: think.seat, position, action }
    }

    /// One of the things that a person may do in the game.
    fn legal(&self, n: u32, luck: &mut impl Luck) -> Option<Input<G>> {
        let playing = self.table.game()?;
        let seat = self.table.seat_of(&person(n))?;
        let viewer = Viewer::Seat(seat);
        let shown = G::shown(&playing.game.view(viewer), playing.offered(viewer));
        let page = serde_json::to_value(shown).unwrap();
        let mut dice = Dice::new(u64::from(luck.below(1 << 16)));
        let message = load::choose(&page, Some(u64::from(seat.0)), &mut dice, |_| true)?;
        let command = read::<G::Command>(&Json(message)).unwrap();
        Some(Input::Command {
            player: person(n),
            name: format!("Person {n}"),
            command: Command::Move(command),
        })
    }

    /// Anything that can be asked for.
    fn command(&self, luck: &mut impl Luck) -> Command<G> {
        let seat = Seat(luck.below(9) as u8);
        let bytes = Bytes32([luck.below(256) as u8; 32]);
        let yes = luck.below(2) == 0;
        match luck.below(24) {
            0 | 1 => Command::Sit { seat: (!yes).then_some(seat) },
            2 => Command::Stand,
            3 => Command::Leave,
            4 => Command::GiveUp,
            5..=7 => Command::ToggleReady,
            8 => Command::Start,
            9 => Command::Kick(person(luck.below(PEOPLE))),
            10 => Command::TransferHost(person(luck.below(PEOPLE))),
            11 => Command::AddBot(["nobody", G::LEVELS[0], G::LEVELS[0]][luck.below(3) as usize].to_owned()),
            12 => Command::RemoveSeat(seat),
            13 => Command::Rename(["Ada", "\u{200b}", "Grace"][luck.below(3) as usize].to_owned()),
            14 => Command::Recolor(Color::ALL[luck.below(Color::ALL.len() as u32) as usize]),
            15 => Command::CommitSeed(bytes),
            16 => Command::RevealSeed(bytes),
            17 => Command::Vote { topic: if luck.below(2) == 0 { Topic::Bot } else { Topic::Abort }, yes },
            18 => Command::Pause,
            19 => Command::Resume,
            20 | 21 => Command::Rematch,
            22 => Command::SetOptions(Changes { stake: Some(luck.below(50)), ..Changes::default() }),
            _ => {
                let mut message = self.examples[luck.below(self.examples.len() as u32) as usize].clone();
                if yes {
                    engine::probe::change_json(&mut message, luck);
                }
                read(&Json(message)).map_or(Command::Stand, Command::Move)
            }
        }
    }

    fn take(&mut self, effects: Effects<G>) {
        self.log.extend(effects.entries.into_iter().map(|entry| {
            let text = serde_json::to_string(&(self.now, &entry)).unwrap();
            let stored = serde_json::from_str::<(Millis, EntryOf<G>)>(&text).unwrap();
            assert_eq!(stored, (self.now, entry), "what is stored reads back equal");
            stored
        }));
        assert_eq!(self.log.len() as u64, self.table.seq(), "every entry has a number");
        let name = |purse: &Purse| match purse {
            Purse::House => "house".to_owned(),
            Purse::Table => "table".to_owned(),
            Purse::Player(player) => player.to_string(),
        };
        for transfer in effects.transfers {
            assert!(transfer.amount > 0 && transfer.from != transfer.to, "{transfer:?}");
            let amount = i64::try_from(transfer.amount).unwrap();
            *self.chips.entry(name(&transfer.from)).or_default() -= amount;
            *self.chips.entry(name(&transfer.to)).or_default() += amount;
        }
        let held = self.chips.get("table").copied().unwrap_or(0);
        assert!(held >= 0, "a table pays only what it holds");
        if matches!(self.table.stage(), Stage::Over(_) | Stage::Closed | Stage::Lobby { .. }) {
            assert_eq!(held, 0, "nothing stays at a table where nothing is played");
        }
        assert_eq!(self.chips.values().sum::<i64>(), 0, "chips are neither made nor lost");
        if let Some(playing) = self.table.game() {
            // Whatever breaks an invariant (cards, pieces, points) cannot be read again.
            let state = G::state_in(&playing.game.state_out()).unwrap();
            assert_eq!(state, playing.game);
        }
        self.asked.extend(effects.think);
        // Bots that are asked too often do not answer at all.
        let old = self.asked.len().saturating_sub(8);
        self.asked.drain(..old);
    }

    /// The log gives the same table again: what came since the last look, behind what the rest came to; in the end all of it.
    fn check_log(&mut self) {
        let id = self.table.id().clone();
        let resting = match self.resting.take() {
            None => Resting::from_log(id, Limits::default(), self.log.iter().cloned()).unwrap(),
            Some(mut resting) => {
                resting.follow(self.log[resting.seq() as usize..].iter().cloned()).unwrap();
                resting
            }
        };
        self.resting = Some(resting.clone());
        assert_eq!(resting.seq(), self.table.seq());
        let again = resting.wake(self.now, self.now);
        assert_eq!(again.host(), self.table.host());
        assert_eq!(again.settings(), self.table.settings());
        assert_eq!(std::mem::discriminant(again.stage()), std::mem::discriminant(self.table.stage()));
        let games = [&again, &self.table]
            .map(|table| table.game().map(|playing| (playing.game.clone(), playing.position)));
        assert_eq!(games[0], games[1]);
    }
}
