//! The example of docs/fairness.md §21: the file on the page is the one that follows from its secrets, and verifies.

use std::fs;
use std::path::PathBuf;

use engine::verify::verify;
use fair::commit::{seat_commitment, server_commitment};
use fair::{Ceremony, Context, Kind, Secret, seat_order};
use game::{Move, Seat};
use kniffel::{Action, Category, Keep, Kniffel};
use protocol::file::{DrawnPart, PlayedGame, Player, RecordFault, Recorded, Retelling, record};

fn counting(from: u8) -> Secret {
    Secret::from(std::array::from_fn(|i| from + i as u8))
}

/// A game of Kniffel that is given up after the first turn, and all that its file is made of.
pub(crate) struct Example {
    pub(crate) ceremony: Ceremony,
    pub(crate) server_seed: Secret,
    players: Vec<Player>,
    setup: kniffel::Setup,
    pub(crate) moves: Vec<Move<Action, kniffel::Outcome>>,
}

impl Example {
    pub(crate) fn file(&self) -> Result<Vec<u8>, RecordFault> {
        record(&PlayedGame::<Kniffel> {
            ceremony: &self.ceremony,
            server_seed: &self.server_seed,
            players: &self.players,
            setup: &self.setup,
            drawn: &[DrawnPart::SeatOrder],
            moves: &self.moves,
        })
    }
}

pub(crate) fn example() -> Example {
    let context = Context::new("stube", 1).unwrap();
    let [server_seed, seat_seed] = [counting(0), counting(32)];
    let server = server_commitment(Kind::Seed, &context, &server_seed);
    let commitment = seat_commitment(&context, &server, Seat(0), &seat_seed);
    let mut ceremony = Ceremony::new(context, Kind::Seed, server, [true, true, false]);
    ceremony.commit(Seat(0), commitment).unwrap();
    ceremony.open_reveals();
    ceremony.reveal(Seat(0), seat_seed).unwrap();
    let luck = ceremony.seal(&server_seed).unwrap().luck;
    let order = seat_order(luck.fair().unwrap(), 3);
    let players: Vec<Player> = order
        .into_iter()
        .map(|chair| Player {
            name: ["Anna", "Björn", "Robo"][usize::from(chair)].to_owned(),
            bot: (chair == 2).then(|| "novice".to_owned()),
            chair,
        })
        .collect();
    let (setup, _) = Kniffel::settle(3, &protocol::kniffel::Start::default(), &luck).unwrap();
    let mut telling = Retelling::<Kniffel>::new(&setup, luck).unwrap();
    let kept = Keep::from([true, false, false, true, false]);
    let actions = [
        (0, Action::PlayerReady),
        (1, Action::PlayerReady),
        (2, Action::PlayerReady),
        (0, Action::RollDice { kept: Keep::NONE }),
        (0, Action::RollDice { kept }),
        (0, Action::ChooseCategory { category: Category::Chance }),
    ];
    let moves: Vec<_> = actions
        .into_iter()
        .map(|(seat, action)| {
            let (_, outcome) = telling.tell(Seat(seat), &action).unwrap();
            Move { seat: Seat(seat), action, outcome }
        })
        .collect();
    Example { ceremony, server_seed, players, setup, moves }
}

#[test]
fn the_file_on_the_page_is_the_one_that_follows() {
    let file = String::from_utf8(example().file().unwrap()).unwrap();
    let report = verify(file.as_bytes()).unwrap();
    assert_eq!((report.moves, report.drawn), (6, 2), "{report}");
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/fairness.md");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains(&format!("```jsonl\n{file}```\n")), "the page should have\n{file}");
}
