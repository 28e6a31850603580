//! The table's half of the socket: frames, the lobby, seeds, chat, views; whatever is played.

mod frame;
mod plain;
mod request;
mod told;
mod view;

pub use frame::{Frame, FrameFault, ID_LENGTH};
pub use request::Request;
pub use told::{
    Answer, CardProof, ChatLine, Fairness, GameOver, GameStart, Player, TableState, Told, Welcome,
};
pub use view::{patch_text, view_text};
