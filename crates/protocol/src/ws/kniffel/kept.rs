//! A page of Kniffel as a server keeps it: the game itself, which is smaller than any view of it, and whose move it offers.
//!
//! What has changed is found by comparing two games field by field, and only that is written, in the order in which
//! [`Tokens::patch`] would write it.

use game::{Game, Legal, Seat, SeatSet, Viewer};
use kniffel::{Action, Category, CategorySet, Dice, Keep, Kniffel, Phase, ROLLS, ROUNDS, Sheet, Turn};

use super::{Offered, Shown};
use crate::ws::Kept;
use crate::ws::patch::{Tokens, Writer};

/// A page of Kniffel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    game: Kniffel,
    /// Whose page it is, if there is something to do on it.
    acting: Option<Seat>,
    deadline: Option<i64>,
}

impl Kept<Kniffel> for Page {
    fn new(game: &Kniffel, _: Viewer, _: usize) -> Self {
        Self { game: *game, acting: None, deadline: None }
    }

    fn offer(&mut self, game: &Kniffel, seat: Seat, (): &()) -> bool {
        let offers = Choices::of(game, seat).is_some();
        if offers {
            self.acting = Some(seat);
        }
        offers
    }

    fn end(&mut self, deadline: i64) {
        self.deadline = Some(deadline);
    }

    fn length(&self) -> usize {
        0
    }

    fn to_text(&self) -> String {
        self.tokens().to_text()
    }

    fn patch(&self, later: &Self, patch: &mut String) -> bool {
        if self.game.players() == later.game.players() {
            Face::of(self).patch(&Face::of(later), patch)
        } else {
            self.tokens().patch(&later.tokens(), patch)
        }
    }
}

impl Page {
    /// The same in the way of all games.
    fn tokens(&self) -> Tokens {
        let legal = self.acting.and_then(|seat| Offered::new(&self.game, seat));
        let mut tokens = Tokens::new(&Shown::new(&self.game.to_raw(), legal), 256);
        if let Some(deadline) = self.deadline {
            tokens.add("deadline", &deadline);
        }
        tokens
    }
}

/// What becomes of a field.
#[derive(Clone, Copy)]
enum Fate {
    /// It is in both objects.
    Stays,
    /// It is in the later one only.
    Comes,
    /// It is in the earlier one only.
    Goes,
}

/// Goes along the fields of two objects, which are bits in the order of the fields, in the order in which a patch has them: what goes
/// comes before what takes its place.
fn along(mut was: u16, mut is: u16, mut each: impl FnMut(u32, Fate)) {
    while was | is != 0 {
        let (old, new) = (was.trailing_zeros(), is.trailing_zeros());
        if old == new {
            each(old, Fate::Stays);
            was &= was - 1;
            is &= is - 1;
        } else if is != 0 && (was == 0 || is & 1 << old != 0) {
            each(new, Fate::Comes);
            is &= is - 1;
        } else {
            each(old, Fate::Goes);
            was &= was - 1;
        }
    }
}

/// What a seat may do now.
struct Choices<'a> {
    /// Whether dice may be rolled, and then whether some may be kept.
    roll: Option<bool>,
    categories: CategorySet,
    game: &'a Kniffel,
    sheet: Option<&'a Sheet>,
    dice: Dice,
}

impl<'a> Choices<'a> {
    /// As [`Offered::new`] has it.
    fn of(game: &'a Kniffel, seat: Seat) -> Option<Self> {
        let legal = game.legal(seat);
        let may_roll = |kept| legal.contains(&Action::RollDice { kept });
        let roll = may_roll(Keep::NONE).then(|| may_roll(Keep::ALL));
        let (categories, dice) = match game.phase() {
            Phase::Rolling { dice, .. } => (legal.categories(), dice),
            Phase::Waiting { .. } | Phase::Ended { .. } => (CategorySet::EMPTY, Dice::PLACEHOLDER),
        };
        let sheet = game.sheets().get(seat.index());
        let some = roll.is_some() || !categories.is_empty();
        some.then_some(Self { roll, categories, game, sheet, dice })
    }

    fn points(&self, category: Category) -> u8 {
        self.sheet.map_or(0, |sheet| sheet.entry(self.dice, category, self.game.rules()).points)
    }

    fn fields(&self) -> u16 {
        u16::from(self.roll.is_some()) | u16::from(!self.categories.is_empty()) << 1
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.object(|to| along(0, self.fields(), |field, _| self.write_field(field, to)));
    }

    fn write_field(&self, field: u32, to: &mut Writer<'_>) {
        if field == 0 {
            to.name("roll_dice");
            to.object(|to| {
                to.name("keep");
                to.truth(self.roll == Some(true));
            });
        } else {
            to.name("choose_category");
            to.object(|to| {
                for category in self.categories.iter() {
                    to.name(category.name());
                    to.number(self.points(category).into());
                }
            });
        }
    }

    fn patch(&self, later: &Self, to: &mut Writer<'_>) {
        along(self.fields(), later.fields(), |field, fate| match (fate, field) {
            (Fate::Goes, 0) => to.gone("roll_dice"),
            (Fate::Goes, _) => to.gone("choose_category"),
            (Fate::Stays, 0) if self.roll == later.roll => {}
            (Fate::Comes, _) | (Fate::Stays, 0) => later.write_field(field, to),
            (Fate::Stays, _) => to.changes("choose_category", |to| {
                points(self.categories, later.categories, |c| self.points(c), |c| later.points(c), to);
            }),
        });
    }
}

/// What becomes of points by category.
fn points(
    was: CategorySet,
    is: CategorySet,
    before: impl Fn(Category) -> u8,
    after: impl Fn(Category) -> u8,
    to: &mut Writer<'_>,
) {
    let bits = |set: CategorySet| set.iter().fold(0, |bits, category| bits | 1 << category.index());
    along(bits(was), bits(is), |place, fate| {
        let Some(category) = Category::from_index(place as usize) else { return };
        let points = after(category);
        match fate {
            Fate::Goes => to.gone(category.name()),
            Fate::Stays if before(category) == points => {}
            Fate::Stays | Fate::Comes => {
                to.name(category.name());
                to.number(points.into());
            }
        }
    });
}

/// A page, field by field.
struct Face<'a> {
    phase: &'static str,
    turn: Turn,
    rolls_remaining: u8,
    dice: Dice,
    kept: Keep,
    sheets: &'a [Sheet],
    winners: SeatSet,
    legal: Option<Choices<'a>>,
    deadline: Option<i64>,
    /// Which of [`FIELDS`] there are.
    fields: u16,
}

/// All fields in the order of [`Shown`], and the deadline.
const FIELDS: [&str; 10] = [
    "phase",
    "round",
    "currentSeat",
    "dice",
    "keptDice",
    "rollsRemaining",
    "players",
    "winners",
    "legal",
    "deadline",
];

impl<'a> Face<'a> {
    /// As [`Shown::new`] has it.
    fn of(page: &'a Page) -> Self {
        let last = Turn { round: ROUNDS, seat: Seat(0) };
        let (phase, turn, rolls_remaining, dice, kept, winners, some) = match page.game.phase() {
            Phase::Waiting { .. } => {
                ("waiting", Turn::FIRST, ROLLS, Dice::PLACEHOLDER, Keep::NONE, SeatSet::EMPTY, 0)
            }
            Phase::Rolling { turn, rolls_remaining, dice, kept } => {
                // Before the first roll the dice are left from the turn before and mean nothing.
                let (rolled, again) = (rolls_remaining < ROLLS, rolls_remaining + 1 < ROLLS);
                let some = 1 << 2 | u16::from(rolled) << 3 | u16::from(again) << 4;
                ("rolling", turn, rolls_remaining, dice, kept, SeatSet::EMPTY, some)
            }
            Phase::Ended { dice, winners } => ("ended", last, 0, dice, Keep::NONE, winners, 1 << 3 | 1 << 7),
        };
        let legal = page.acting.and_then(|seat| Choices::of(&page.game, seat));
        let (sheets, deadline) = (page.game.sheets(), page.deadline);
        let always = 1 << 0 | 1 << 1 | 1 << 5 | 1 << 6;
        let fields = always | some | u16::from(legal.is_some()) << 8 | u16::from(deadline.is_some()) << 9;
        Self { phase, turn, rolls_remaining, dice, kept, sheets, winners, legal, deadline, fields }
    }

    fn patch(&self, later: &Self, patch: &mut String) -> bool {
        Writer::new(patch).change(|to| {
            along(self.fields, later.fields, |field, fate| {
                let name = FIELDS.get(field as usize).copied().unwrap_or_default();
                match fate {
                    Fate::Goes => to.gone(name),
                    Fate::Comes => later.write_field(field, name, to),
                    Fate::Stays => self.patch_field(later, field, name, to),
                }
            });
        })
    }

    fn patch_field(&self, later: &Self, field: u32, name: &'static str, to: &mut Writer<'_>) {
        let same = match field {
            0 => self.phase == later.phase,
            1 => self.turn.round == later.turn.round,
            2 => self.turn.seat == later.turn.seat,
            3 => self.dice == later.dice,
            4 => self.kept == later.kept,
            5 => self.rolls_remaining == later.rolls_remaining,
            7 => self.winners == later.winners,
            9 => self.deadline == later.deadline,
            6 => return to.changes(name, |to| self.patch_players(later, to)),
            _ => {
                if let (Some(was), Some(is)) = (&self.legal, &later.legal) {
                    to.changes(name, |to| was.patch(is, to));
                }
                return;
            }
        };
        if !same {
            later.write_field(field, name, to);
        }
    }

    fn write_field(&self, field: u32, name: &'static str, to: &mut Writer<'_>) {
        to.name(name);
        match field {
            0 => to.word(self.phase),
            1 => to.number(self.turn.round.into()),
            2 => to.number(self.turn.seat.0.into()),
            3 => to.list(self.dice.faces(), |to, face| to.number(face.into())),
            4 => to.list(self.kept.to_array(), Writer::truth),
            5 => to.number(self.rolls_remaining.into()),
            7 => to.list(self.winners.iter(), |to, seat| to.number(seat.0.into())),
            9 => to.signed(self.deadline.unwrap_or_default()),
            // The players are always there, and so is what is offered where it is to be written.
            _ => {
                if let Some(legal) = &self.legal {
                    legal.write(to);
                }
            }
        }
    }

    fn patch_players(&self, later: &Self, to: &mut Writer<'_>) {
        for (seat, (was, is)) in (0_u64..).zip(self.sheets.iter().zip(later.sheets)) {
            if was != is {
                to.changes_at(seat, |to| patch_sheet(was, is, to));
            }
        }
    }
}

fn patch_sheet(was: &Sheet, is: &Sheet, to: &mut Writer<'_>) {
    to.changes("scores", |to| {
        let value = |sheet: &Sheet, category| sheet.points(category).unwrap_or_default();
        points(
            was.filled(),
            is.filled(),
            |category| value(was, category),
            |category| value(is, category),
            to,
        );
    });
    let sums = |sheet: &Sheet| -> [(&'static str, u64); 4] {
        [
            ("extraKniffels", sheet.n_extra_kniffels().into()),
            ("upperSum", sheet.upper_sum().into()),
            ("upperBonus", sheet.upper_bonus().into()),
            ("total", sheet.total().into()),
        ]
    };
    for ((name, before), (_, after)) in sums(was).into_iter().zip(sums(is)) {
        if before != after {
            to.name(name);
            to.number(after);
        }
    }
}
