//! The server over real sockets: whole games, hostile pages, reloads, restarts.

mod connections;
mod host;
mod http;
mod limits;
mod page;
mod script;
mod whole_games;
