//! Catan's board as a drawing in text.
//!
//! A tile is eight columns wide and stands on its corner. Corners carry buildings, `(A)` a settlement and `[A]` a city;
//! sides carry roads, `a`; both by the first letter of their owner. `x8x` is a tile where the robber stands. What is written
//! into the sea beside a side is its port.

use catan::{Catan, Edge, Hex, Vertex};
use game::Seat;

use super::paint::{Paint, letter};
use super::place::port_name;

/// Room for the names of ports in the west, and in the east.
const MARGIN: usize = 8;
const WIDTH: usize = MARGIN + 4 * 10 + 1 + MARGIN;
const HEIGHT: usize = 28;

/// One character, and whose it is.
#[derive(Clone, Copy)]
struct Cell {
    glyph: char,
    owner: Option<Seat>,
}

/// The board with everything that stands on it.
pub(super) fn draw(game: &Catan, paint: Paint) -> String {
    let mut canvas = Canvas([[Cell { glyph: ' ', owner: None }; WIDTH]; HEIGHT]);
    for vertex in Vertex::all() {
        canvas.write(corner(vertex), ".", None);
    }
    for edge in Edge::all() {
        canvas.side(edge, None);
    }
    for hex in Hex::land() {
        canvas.tile(game, hex);
    }
    for (edge, port) in game.board().ports() {
        canvas.port(edge, port_name(port));
    }
    for seat in game.seats_iter() {
        for edge in game.roads(seat) {
            canvas.side(edge, Some(seat));
        }
        for (vertices, [open, close]) in [
            (game.settlements(seat).collect::<Vec<_>>(), ['(', ')']),
            (game.cities(seat).collect(), ['[', ']']),
        ] {
            for vertex in vertices {
                let building: String = [open, letter(seat), close].into_iter().collect();
                canvas.write(corner(vertex), &building, Some(seat));
            }
        }
    }
    canvas.text(paint)
}

/// Row and column of a corner. Two rows of corners, the sides between them and the two lines of text of a tile take
/// five lines together.
fn corner(vertex: Vertex) -> (usize, usize) {
    let (x, y) = vertex.xy().unwrap_or_default();
    (y / 2 * 5 + y % 2 * 2, MARGIN + 4 * x)
}

struct Canvas([[Cell; WIDTH]; HEIGHT]);

impl Canvas {
    /// Writes a text around the middle of its place.
    fn write(&mut self, (row, column): (usize, usize), text: &str, owner: Option<Seat>) {
        let start = column.saturating_sub(text.chars().count() / 2);
        let Some(cells) = self.0.get_mut(row).and_then(|row| row.get_mut(start..)) else { return };
        for (cell, glyph) in cells.iter_mut().zip(text.chars()) {
            *cell = Cell { glyph, owner };
        }
    }

    /// A side: a slash or two bars, or its owner's letter.
    fn side(&mut self, edge: Edge, owner: Option<Seat>) {
        let [(row, column), (other_row, other_column)] = upper_first(edge);
        let road = owner.map(|seat| letter(seat).to_ascii_lowercase());
        if column == other_column {
            for row in row + 1..other_row {
                self.write((row, column), &road.unwrap_or('|').to_string(), owner);
            }
        } else {
            let slash = if column > other_column { '/' } else { '\\' };
            self.write(
                (row + 1, usize::midpoint(column, other_column)),
                &road.unwrap_or(slash).to_string(),
                owner,
            );
        }
    }

    /// What a tile produces, and its token.
    fn tile(&mut self, game: &Catan, hex: Hex) {
        // The uppermost corner comes first.
        let Some((row, column)) = hex.vertices().next().map(corner) else { return };
        let (terrain, token) = game.board().tile(hex);
        let label = terrain.resource().map_or(terrain.name(), catan::Resource::name);
        let token = token.map_or_else(String::new, |token| token.to_string());
        let token = match (game.robber() == hex, token.as_str()) {
            (false, _) => token,
            (true, "") => "x".to_owned(),
            (true, token) => format!("x{token}x"),
        };
        self.write((row + 3, column), label, None);
        self.write((row + 4, column), &token, None);
    }

    /// The name of a port, in the sea beside its side.
    fn port(&mut self, edge: Edge, name: &str) {
        let [upper, lower] = upper_first(edge);
        let Some(hex) = edge.ends()[0].hexes().find(|hex| edge.ends()[1].hexes().any(|other| other == *hex))
        else {
            return;
        };
        let Some((top, middle)) = hex.vertices().next().map(corner) else { return };
        let column = usize::midpoint(upper.1, lower.1);
        // Sloping sides leave room above or below them, upright ones beside them.
        let (row, gap) = match (upper.1 == lower.1, upper.0 == top) {
            (true, _) => (upper.0 + 1, 2),
            (false, true) => (upper.0, 0),
            (false, false) => (lower.0, 0),
        };
        // `write` centers; a name in the east begins, one in the west ends beside its side.
        let (before, after) = (name.len() / 2, name.len() - 1 - name.len() / 2);
        let center = if column > middle { column + gap + before } else { column - gap - after };
        self.write((row, center), name, None);
    }

    fn text(&self, paint: Paint) -> String {
        let mut text = String::new();
        for row in &self.0 {
            let used = row.iter().rposition(|cell| cell.glyph != ' ').map_or(0, |last| last + 1);
            for cell in &row[..used] {
                match cell.owner {
                    Some(seat) => text.push_str(&paint.text(seat, &cell.glyph.to_string())),
                    None => text.push(cell.glyph),
                }
            }
            text.push('\n');
        }
        text
    }
}

/// Where the two ends of a side lie, from the top down.
fn upper_first(edge: Edge) -> [(usize, usize); 2] {
    let mut ends = edge.ends().map(corner);
    ends.sort_unstable();
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::{Dice, playout};
    use catan::{Action, Board, Rules, Setup};
    use game::{Game, Unheard};

    fn game(players: u8, board: Board) -> Catan {
        Catan::create(&Setup { players, rules: Rules::default(), board, order: None })
            .expect("a possible setup")
    }

    #[test]
    fn the_beginners_board_before_the_first_move() {
        insta::assert_snapshot!(draw(&game(3, Board::beginner()), Paint::Plain));
    }

    #[test]
    fn the_beginners_board_after_the_setup() {
        let mut game = game(3, Board::beginner());
        // By seats 0, 1, 2, 2, 1, 0: a settlement and the road beside it.
        for (vertex, edge) in
            [("4,2", "5,2"), ("8,5", "9,4"), ("2,9", "2,8"), ("10,5", "10,5"), ("4,5", "4,5"), ("5,0", "6,0")]
        {
            let place = Vertex::parse(vertex).map(Action::PlaceSettlement).expect("on the grid");
            let lay = Edge::parse(edge).map(Action::PlaceRoad).expect("on the grid");
            for action in [place, lay] {
                game.apply(game.current(), &action, None, &mut Unheard).expect("a free place");
            }
        }
        insta::assert_snapshot!(draw(&game, Paint::Plain));
    }

    #[test]
    fn everything_that_stands_on_the_board_is_drawn_once() {
        for seed in 0..50 {
            let mut luck = Dice::new(seed);
            let mut game = game(4, Board::random(&mut luck));
            playout(&mut game, &mut luck, 100_000);
            let drawing = draw(&game, Paint::Plain);
            let count = |text: &str| drawing.matches(text).count();
            for seat in game.seats_iter() {
                assert_eq!(count(&format!("({})", letter(seat))), game.settlements(seat).count());
                assert_eq!(count(&format!("[{}]", letter(seat))), game.cities(seat).count());
            }
            // Letters appear in the names of resources too: count roads by what they cover.
            let free = count("/") + count("\\") + count("|") / 2;
            let roads: usize = game.seats_iter().map(|seat| game.roads(seat).count()).sum();
            assert_eq!(free, 72 - roads, "{drawing}");
            assert_eq!(count("3:1"), 4);
            assert_eq!(count("desert"), 1);
        }
    }
}
