//! What is legal in Catan but too much to be listed: discards and trade offers.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Seat;

/// A kind of action that is legal with many arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CatanOpen")]
pub enum Open {
    /// Any of the seat's cards, exactly this many.
    Discard {
        /// Who owes.
        seat: Seat,
        /// How many cards.
        count: u8,
    },
    /// Any of the seat's cards for any cards of other kinds.
    OfferTrade {
        /// Who may offer.
        seat: Seat,
        /// Who may be addressed.
        to: Vec<Seat>,
        /// Whether to some of them; otherwise to all or without saying.
        some: bool,
        /// The number of the offer that may be countered.
        #[serde(skip_serializing_if = "Option::is_none")]
        counters: Option<u32>,
        /// How many offers are left in this turn.
        left: u8,
    },
}

pub(super) fn describe(seat: game::Seat, legal: &catan::CatanLegal) -> Vec<Open> {
    let discard = legal.discard_owed().map(|count| Open::Discard { seat: seat.into(), count });
    let offer = legal.offering().map(|offering| Open::OfferTrade {
        seat: seat.into(),
        to: Seat::list(offering.to),
        some: offering.chooses,
        counters: offering.counters,
        left: offering.left,
    });
    discard.into_iter().chain(offer).collect()
}
