//! The endpoints of the HTTP interface, in one place, and the document made of them.

use serde_json::Value;

use crate::http::{
    AdviceAnswer, AdviceRequest, DeviceCode, Guest, Health, Me, MyGames, NewDevice, NewGuest, NewName,
    NewTable, Problem, Replay, Statistics, TableGames, TableSummary, Tables,
};
use crate::openapi::{Endpoint, Method, document};

/// The HTTP interface as an `OpenAPI` document.
#[must_use]
pub fn openapi() -> Value {
    document("Stammtisch", "stammtisch", &endpoints())
}

const REPLAYED: &str = "One JSON object a line. Of a game that is over: its file. Of a running one: every event that the asker \
    may know, as on the socket, with its number `seq` and its time `at` in milliseconds since 1970.";

fn endpoints() -> Vec<Endpoint> {
    use Method::{Get, Patch, Post};
    vec![
        limited(Post, "/api/guests", "Becomes a guest: a name, and a token that proves it.")
            .takes::<NewGuest>()
            .gives::<Guest>(201, "The guest. Browsers get the token as a cookie as well.")
            .gives::<Problem>(400, "No such name is possible."),
        known(Get, "/api/me", "One's own chips and games.").gives::<Me>(200, "They."),
        known(Patch, "/api/me", "Changes one's name.")
            .takes::<NewName>()
            .gives_nothing(204, "It is changed.")
            .gives::<Problem>(400, "No such name is possible."),
        known(Post, "/api/me/device-code", "Asks for a code that takes one's seat to another device.")
            .gives::<DeviceCode>(200, "The code, good for one use within a minute."),
        known(Get, "/api/me/statistics", "What one has played, and how the dice fell.")
            .gives::<Statistics>(200, "By game."),
        known(Get, "/api/me/games", "One's finished games, the last first.")
            .asks("before", "Where the next page begins, as the one before said.")
            .asks("limit", "How many, 1 to 100; 20 if missing.")
            .gives::<MyGames>(200, "A page of them.")
            .gives::<Problem>(400, "The parameters are wrong."),
        limited(Post, "/api/devices", "Uses such a code.")
            .takes::<NewDevice>()
            .gives::<Guest>(200, "The same player, with a token for this device.")
            .gives::<Problem>(404, "The code is not good any more."),
        limited(Get, "/api/tables", "Lists public tables; with a token, one's own as well.")
            .recognises()
            .gives::<Tables>(200, "The tables."),
        known(Post, "/api/tables", "Opens a table.")
            .takes::<NewTable>()
            .gives::<TableSummary>(201, "The table.")
            .gives::<Problem>(400, "It cannot be set up like this.")
            .gives::<Problem>(409, "One has as many tables as one may have."),
        known(Get, "/api/tables/{id}", "One table.")
            .gives::<TableSummary>(200, "The table.")
            .gives::<Problem>(404, "There is no such table."),
        known(Get, "/api/tables/{id}/games", "All games that were begun at a table.")
            .gives::<TableGames>(200, "The games.")
            .gives::<Problem>(404, "There is no such table."),
        known(Get, "/api/tables/{id}/replay", "A game of a table; of a running one what the asker may see.")
            .asks("game", "Which, from 1; the last if missing.")
            .gives_text(200, REPLAYED, "application/x-ndjson")
            .gives::<Problem>(400, "The parameters are wrong.")
            .gives::<Problem>(404, "There is no such table, or no such game was played."),
        known(Get, "/api/tables/{id}/replay/views", "A game that is over, view by view, as any seat saw it.")
            .asks("game", "Which, from 1; the last if missing.")
            .asks("seat", "Whose view; a spectator's if missing.")
            .gives::<Replay>(200, "The game.")
            .gives::<Problem>(400, "The parameters are wrong.")
            .gives::<Problem>(404, "There is no such table, no such game was played, or nobody sat there.")
            .gives::<Problem>(409, "The game is still on."),
        known(Post, "/api/kniffel/advice", "What everything that one may do in Kniffel is worth.")
            .takes::<AdviceRequest>()
            .gives::<AdviceAnswer>(200, "The advice.")
            .gives::<Problem>(400, "There is no such position, or there are too many.")
            .gives::<Problem>(413, "The request is too long.")
            .gives::<Problem>(
                503,
                "The solution for these rules is being computed; `Retry-After` says when to ask again.",
            ),
        known(Get, "/api/codes/{code}", "The table with a code that somebody read out.")
            .gives::<TableSummary>(200, "The table.")
            .gives::<Problem>(404, "There is no such table."),
        limited(Get, "/api/openapi.json", "This document.").gives_text(200, "It.", "application/json"),
        Endpoint::new(Get, "/health", "Whether the server is well.")
            .gives::<Health>(200, "It is, or cannot reach other servers and serves all the same.")
            .gives::<Health>(503, "It is about to stop, or cannot serve tables now."),
        Endpoint::new(Get, "/metrics", "Counters for Prometheus.").gives_text(200, "They.", "text/plain"),
    ]
}

/// An endpoint that strangers may use, if not too often.
fn limited(method: Method, path: &'static str, summary: &'static str) -> Endpoint {
    Endpoint::new(method, path, summary).gives::<Problem>(429, "Too many requests.")
}

/// An endpoint for guests.
fn known(method: Method, path: &'static str, summary: &'static str) -> Endpoint {
    limited(method, path, summary).guarded().gives::<Problem>(401, "The token is missing or unknown.")
}
