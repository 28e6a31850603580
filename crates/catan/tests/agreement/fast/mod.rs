//! The crate under test in the words of the slow Catan: setups, actions, outcomes and states as text.
//!
//! Translation only. Nothing is decided here and nothing is left out: an action or a fact that the slow one has a word
//! for gets the same word here.

mod pursue;
mod report;
pub(crate) mod table;
mod words;

use catan::{Action, Board, BoardSpec, Catan, DevCardsPerTurn, Edge, FirstPlayer, Hand, Hex, Port, Profile};
use catan::{Rules, Setup, Terrain, TileSpec, VictoryPointCards};
use game::{Chance, Game, Legal, Seat, Unheard};

use crate::slow::{HexText, SlowRules, Spot};

use words::{action, outcome, outcome_text, text};

/// A game of the crate, driven by text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fast(pub(crate) Catan);

impl Fast {
    /// A game before its first action.
    pub(crate) fn new(
        players: usize,
        profile: Profile,
        rules: &SlowRules,
        hexes: &[HexText],
        ports: &[(Spot, String)],
        order: Option<&[usize]>,
    ) -> Self {
        let setup = Setup {
            players: players as u8,
            rules: rules_of(profile, rules),
            board: board_of(hexes, ports),
            order: order.map(|order| order.iter().map(|&seat| Seat(seat as u8)).collect()),
        };
        Self(Catan::create(&setup).expect("the setup is without fault"))
    }

    /// The listed actions of a seat, sorted by their text.
    pub(crate) fn legal(&self, seat: usize) -> Vec<String> {
        let mut list: Vec<String> =
            self.0.legal(Seat(seat as u8)).iter().map(|action| text(&action)).collect();
        list.sort();
        list
    }

    /// Whether an action is accepted. The list and the check must not disagree about it.
    pub(crate) fn accepts(&self, seat: usize, text: &str) -> bool {
        let Some(action) = action(text) else { return false };
        let seat = Seat(seat as u8);
        let valid = self.0.is_valid(seat, &action).is_ok();
        assert_eq!(self.0.legal(seat).contains(&action), valid, "legal and is_valid differ: {seat} {text}");
        valid
    }

    /// The outcomes that luck may give, with weights, sorted by their text.
    pub(crate) fn chances(&self, seat: usize, text: &str) -> Vec<(String, u32)> {
        let mut list = Vec::new();
        let chance = action(text).and_then(|action| self.0.chance(Seat(seat as u8), &action));
        if let Some(chance) = chance {
            chance.each(&mut |outcome, weight| list.push((outcome_text(outcome), weight)));
            assert_eq!(list.iter().map(|(_, weight)| weight).sum::<u32>(), chance.total());
        }
        list.sort();
        list
    }

    /// Carries out an action.
    pub(crate) fn apply(&mut self, seat: usize, text: &str, luck: Option<&str>) -> Result<(), String> {
        let action: Action = action(text).ok_or("no action")?;
        let luck = luck.map(|word| outcome(word).ok_or("no outcome")).transpose()?;
        self.0.apply(Seat(seat as u8), &action, luck, &mut Unheard).map_err(|why| why.to_string())
    }

    /// How many play.
    pub(crate) fn seats(&self) -> usize {
        self.0.seats()
    }

    /// Every way to pay a debt of discards, as the crate describes it: any of the cards in hand, so many of them.
    pub(crate) fn discards(&self, seat: usize) -> Vec<String> {
        let seat = Seat(seat as u8);
        let legal = self.0.legal(seat);
        let Some(owed) = legal.discard_owed() else { return Vec::new() };
        let [wood, brick, sheep, wheat, ore] = self.0.hand(seat).counts().map(|n| 0..=n.min(owed));
        let mut ways = Vec::new();
        for a in wood {
            for b in brick.clone() {
                for c in sheep.clone() {
                    for d in wheat.clone() {
                        let hands = ore.clone().filter_map(|e| Hand::new([a, b, c, d, e]));
                        ways.extend(hands.map(Action::Discard).filter(|discard| legal.contains(discard)));
                    }
                }
            }
        }
        ways.iter().map(text).collect()
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.0.ended().is_some()
    }
}

fn rules_of(profile: Profile, rules: &SlowRules) -> Rules {
    Rules {
        points_to_win: rules.points_to_win as u8,
        discard_from: rules.discard_from as u8,
        robber_may_stay: rules.robber_may_stay,
        monopoly_cap: rules.monopoly_cap,
        dev_cards_per_turn: if rules.one_dev_of_each_kind {
            DevCardsPerTurn::OneOfEachKind
        } else {
            DevCardsPerTurn::One
        },
        paid_roads_per_turn: rules.paid_roads_per_turn,
        victory_point_cards: if rules.vp_cards_played {
            VictoryPointCards::Played
        } else {
            VictoryPointCards::Hidden
        },
        first_player: if rules.first_player_by_roll {
            FirstPlayer::HighestRoll
        } else {
            FirstPlayer::SeatOrder
        },
        hands_open: rules.hands_open,
        offers_per_turn: rules.offers_per_turn as u8,
        ..profile.rules()
    }
}

fn board_of(hexes: &[HexText], ports: &[(Spot, String)]) -> Board {
    let tile = |((q, r), terrain, token): &HexText| TileSpec {
        hex: Hex::parse(&format!("{q},{r}")).expect("a hex"),
        terrain: Terrain::from_name(terrain).expect("a terrain"),
        token: *token,
    };
    let port = |((x, y), kind): &(Spot, String)| {
        (Edge::parse(&format!("{x},{y}")).expect("an edge"), Port::from_name(kind).expect("a port"))
    };
    let spec = BoardSpec { tiles: hexes.iter().map(tile).collect(), ports: ports.iter().map(port).collect() };
    Board::try_from(&spec).expect("the board is without fault")
}
