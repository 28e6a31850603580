//! What a game says about itself beside its rules, so that its file can be written and checked.

use fair::{Deck, Fair, GameLuck, Kind};
use game::{Luck, Seat};

use super::{DrawnPart, Score};
use crate::engine::GameName;
use crate::{Failure, Whole, Wire};

/// A game whose files can be written and checked.
pub trait Recorded: Wire {
    /// Its name.
    const GAME: GameName;
    /// How its luck follows from the secrets of the ceremony.
    const KIND: Kind;

    /// The deck that is settled before the first move, if the game has one.
    #[must_use]
    fn deck(_: &Fair) -> Option<Deck> {
        None
    }

    /// The hand a card is stolen from, if that is what luck decides.
    #[must_use]
    fn robbed(_: &Self::Chance) -> Option<[u8; 5]> {
        None
    }

    /// What everybody at the table has.
    fn scores(&self) -> Vec<Score>;

    /// Takes out of a start what luck decided.
    fn reopen(_: &mut Self::WireStart, _: &[DrawnPart]) {}

    /// The setup that is meant, with what the start leaves open drawn from the luck of the game; and whether something was.
    ///
    /// # Errors
    /// As [`Wire::setup_in`]; and when luck would have to decide something in a game with a chain.
    fn settle(
        players: u8,
        start: &Self::WireStart,
        luck: &GameLuck,
    ) -> Result<(Self::Setup, Vec<DrawnPart>), Failure> {
        let mut board = Asked { stream: luck.fair().map(|fair| fair.stream("board", 0)), asked: false };
        let setup = Self::setup_in(players, start, &mut board)?;
        match (board.asked, board.stream) {
            (false, _) => Ok((setup, vec![])),
            (true, Some(_)) => Ok((setup, vec![DrawnPart::Board])),
            (true, None) => Err(Failure::bad_request("the start leaves something open that nothing decides")),
        }
    }
}

/// A stream that remembers whether it was asked for anything.
struct Asked {
    stream: Option<fair::Stream>,
    asked: bool,
}

impl Luck for Asked {
    fn below(&mut self, bound: u32) -> u32 {
        self.asked = true;
        self.stream.as_mut().map_or(0, |stream| stream.below(bound))
    }
}

fn score(seat: Seat, score: i64) -> Score {
    Score { seat: seat.into(), score: Whole::new(score) }
}

impl Recorded for catan::Catan {
    const GAME: GameName = GameName::Catan;
    const KIND: Kind = Kind::Seed;

    fn deck(fair: &Fair) -> Option<Deck> {
        let full = catan::DevCards::FULL_DECK;
        Some(Deck::new(fair, catan::DevCard::ALL.map(|card| full.get(card))))
    }

    fn robbed(chance: &catan::CatanChance) -> Option<[u8; 5]> {
        match chance {
            catan::CatanChance::Theft(hand) => Some(hand.counts()),
            catan::CatanChance::Dice | catan::CatanChance::Deck(_) => None,
        }
    }

    fn scores(&self) -> Vec<Score> {
        self.seats_iter().map(|seat| score(seat, self.points(seat).into())).collect()
    }

    fn reopen(start: &mut crate::catan::Start, drawn: &[DrawnPart]) {
        if drawn.contains(&DrawnPart::Board) {
            start.board = None;
        }
    }
}

impl Recorded for kniffel::Kniffel {
    const GAME: GameName = GameName::Kniffel;
    const KIND: Kind = Kind::Seed;

    fn scores(&self) -> Vec<Score> {
        let sheets = self.sheets().iter().enumerate();
        sheets.map(|(seat, sheet)| score(Seat(seat as u8), sheet.total().into())).collect()
    }
}

impl Recorded for roulette::Roulette {
    const GAME: GameName = GameName::Roulette;
    const KIND: Kind = Kind::Chain;

    /// The chips in everybody's hand; those on the table are nobody's yet.
    fn scores(&self) -> Vec<Score> {
        let seats = (0..roulette::MAX_PLAYERS).map(Seat);
        let chips = |seat| Some(score(seat, i64::try_from(self.chips(seat)?).unwrap_or(i64::MAX)));
        seats.filter_map(chips).collect()
    }
}
