//! Places on Catan's board as people name them: by the tiles around.

use catan::{Board, Edge, Hex, Port, Vertex};

use super::paint::listed;

/// `wood 8`, `the desert`.
pub(super) fn hex(board: &Board, hex: Hex) -> String {
    match board.tile(hex) {
        (terrain, Some(token)) => match terrain.resource() {
            Some(resource) => format!("{resource} {token}"),
            None => format!("{terrain} {token}"),
        },
        (terrain, None) => format!("the {terrain}"),
    }
}

/// `between wood 8, ore 3 and the sea`.
pub(super) fn vertex(board: &Board, at: Vertex) -> String {
    let mut around: Vec<String> = at.hexes().map(|one| hex(board, one)).collect();
    if around.len() < 3 {
        around.push("the sea".to_owned());
    }
    let port = board.ports().find(|(edge, _)| edge.ends().contains(&at));
    let port = port.map_or_else(String::new, |(_, port)| format!(", at the {} port", port_name(port)));
    format!("between {}{port}", listed(&around))
}

/// `between wood 8 and ore 3`.
pub(super) fn edge(board: &Board, at: Edge) -> String {
    let [a, b] = at.ends();
    let mut beside: Vec<String> =
        a.hexes().filter(|one| b.hexes().any(|other| other == *one)).map(|one| hex(board, one)).collect();
    if beside.len() < 2 {
        beside.push("the sea".to_owned());
    }
    format!("between {}", listed(&beside))
}

/// `3:1` or `ore`.
pub(super) const fn port_name(port: Port) -> &'static str {
    match port {
        Port::Any => "3:1",
        Port::Of(resource) => resource.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_by_what_lies_around() {
        let board = Board::beginner();
        let at = |text| vertex(&board, Vertex::parse(text).expect("on the grid"));
        assert_eq!(at("4,5"), "between brick 6, wood 11 and the desert");
        assert_eq!(at("3,0"), "between ore 10 and the sea, at the 3:1 port");
        assert_eq!(at("4,1"), "between ore 10, sheep 2 and the sea");
        let along = |text| edge(&board, Edge::parse(text).expect("on the grid"));
        assert_eq!(along("4,1"), "between ore 10 and sheep 2");
        assert_eq!(along("3,0"), "between ore 10 and the sea");
        assert_eq!(hex(&board, board.desert()), "the desert");
    }
}
