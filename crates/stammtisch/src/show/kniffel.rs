//! Kniffel, told: every throw, every box, and the sheets in the end.

use bots::{Dice, Player};
use game::{Game, Seat};
use kniffel::{Category, Event, Keep, Kniffel, ROLLS};

use super::Story;
use super::paint::{Paint, name};

pub(super) struct KniffelStory {
    paint: Paint,
}

impl KniffelStory {
    pub(super) fn new(paint: Paint) -> Self {
        Self { paint }
    }

    /// One row of the sheets.
    fn row(game: &Kniffel, label: &str, value: impl Fn(&kniffel::Sheet) -> Option<u16>) -> String {
        let cells = game
            .sheets()
            .iter()
            .map(|sheet| value(sheet).map_or_else(|| format!("{:>7}", "-"), |points| format!("{points:>7}")));
        format!("  {label:<16}{}", cells.collect::<String>())
    }
}

impl Story for KniffelStory {
    type Game = Kniffel;

    fn prologue(&self, _: &Kniffel) -> String {
        "Thirteen rounds, up to three throws each; every box of the sheet is filled once.\n".to_owned()
    }

    fn next(&mut self, game: &Kniffel, luck: &mut Dice) -> Option<(Seat, kniffel::Action)> {
        let seat = game.to_move().lowest()?;
        Some((seat, game.random_action(seat, luck)?))
    }

    fn tell(&self, game: &Kniffel, event: &Event) -> Option<String> {
        let name = |seat| self.paint.name(seat);
        Some(match *event {
            Event::PlayerReady { seat } => format!("{} is ready.", name(seat)),
            Event::GameStarted => "The game begins.".to_owned(),
            Event::TurnStarted { turn } if turn.seat == Seat(0) => format!("\nRound {}", turn.round),
            Event::TurnStarted { .. } => return None,
            Event::DiceRolled { seat, kept, dice, rolls_remaining } => {
                let thrown = if rolls_remaining + 1 == ROLLS {
                    format!("{} throws", name(seat))
                } else {
                    format!("  keeps {}, throws {}", kept_faces(dice.faces(), kept), kept.n_thrown())
                };
                format!("  {thrown}: {}", faces(dice.faces()))
            }
            Event::CategoryScored { seat, category, entry, upper_bonus } => {
                let extra = if entry.extra_kniffel { ", 50 more for a further Kniffel" } else { "" };
                let bonus = if upper_bonus { ", 35 more for the upper boxes" } else { "" };
                let total = game.sheets().get(seat.index()).map_or(0, kniffel::Sheet::total);
                format!("    writes {} into {}{extra}{bonus}: {total} in all", entry.points, label(category))
            }
            Event::GameEnded { .. } => "\nThe last box is filled.".to_owned(),
            Event::PlayerDisconnected { seat } => format!("{} is away.", name(seat)),
            Event::PlayerReconnected { seat } => format!("{} is back.", name(seat)),
        })
    }

    fn remark(&mut self, _: &Kniffel) -> Option<String> {
        None
    }

    fn epilogue(&self, game: &Kniffel) -> String {
        let names =
            (0..game.players()).map(|seat| self.paint.text(Seat(seat), &format!("{:>7}", name(Seat(seat)))));
        let mut rows = vec![format!("  {:<16}{}", "", names.collect::<String>())];
        for category in Category::ALL {
            rows.push(Self::row(game, &label(category), |sheet| sheet.points(category).map(u16::from)));
            if category == Category::Sixes {
                rows.push(Self::row(game, "upper bonus", |sheet| Some(u16::from(sheet.upper_bonus()))));
            }
        }
        rows.push(Self::row(game, "total", |sheet| Some(sheet.total())));
        let end = match game.ended() {
            Some(winners) if winners.len() > 1 => format!("{} share the win.", self.paint.names(winners)),
            Some(winners) => format!("{} has won.", self.paint.names(winners)),
            None => "The game is not over.".to_owned(),
        };
        format!("{}\n\n{end}", rows.join("\n"))
    }
}

/// `three of a kind`.
fn label(category: Category) -> String {
    category.name().replace('_', " ")
}

fn faces(dice: [u8; 5]) -> String {
    dice.map(|face| face.to_string()).join(" ")
}

/// The dice that stay.
fn kept_faces(dice: [u8; 5], kept: Keep) -> String {
    if kept == Keep::NONE {
        return "nothing".to_owned();
    }
    let stay = dice.into_iter().enumerate().filter(|(place, _)| kept.holds(*place));
    stay.map(|(_, face)| face.to_string()).collect::<Vec<_>>().join(" ")
}
