//! Scenes: a game under way, driven by short sentences, and positions written by hand.
//!
//! This is the one place in the tests that knows how actions are made and applied.

use game::{Game, Rejected, Seat};
use kniffel::{
    Action, Category, Dice, Event, Keep, Kniffel, Outcome, Phase, PhaseName, Raw, RawPlayer, Refusal, Rules,
    Setup,
};

/// Every combination of options.
pub(crate) const OPTIONS: [Rules; 4] = [
    Rules { five_of_a_kind_is_full_house: false, extra_kniffel: false },
    Rules { five_of_a_kind_is_full_house: true, extra_kniffel: false },
    Rules { five_of_a_kind_is_full_house: false, extra_kniffel: true },
    Rules { five_of_a_kind_is_full_house: true, extra_kniffel: true },
];

/// All 7776 throws.
pub(crate) fn throws() -> impl Iterator<Item = Dice> {
    (0..7776_u32).filter_map(|n| Dice::new([1296, 216, 36, 6, 1].map(|place| (n / place % 6) as u8 + 1)))
}

/// Five faces from a text such as `33366`.
#[track_caller]
pub(crate) fn dice(text: &str) -> [u8; 5] {
    let faces: Vec<u8> = text.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
    <[u8; 5]>::try_from(faces).unwrap_or_else(|_| panic!("five dice, not {text}"))
}

/// A keep from a text such as `x--xx`.
#[track_caller]
pub(crate) fn keep(text: &str) -> Keep {
    let places: Vec<bool> = text.bytes().map(|place| place == b'x').collect();
    Keep::from(<[bool; 5]>::try_from(places).unwrap_or_else(|_| panic!("five places, not {text}")))
}

/// A new game, nobody ready.
#[track_caller]
pub(crate) fn table(players: u8, rules: Rules) -> Kniffel {
    Kniffel::create(&Setup { players, rules }).unwrap_or_else(|fault| panic!("{fault}"))
}

/// A game that has begun.
#[track_caller]
pub(crate) fn begun(players: u8, rules: Rules) -> Kniffel {
    let mut game = table(players, rules);
    for seat in 0..players {
        act(&mut game, seat, Action::PlayerReady);
    }
    game
}

/// What an action without luck is answered with.
pub(crate) fn ask(game: &mut Kniffel, seat: u8, action: Action) -> Result<Vec<Event>, Rejected<Refusal>> {
    let mut events = Vec::new();
    game.apply(Seat(seat), &action, None, &mut events).map(|()| events)
}

/// An action without luck that must be accepted.
#[track_caller]
pub(crate) fn act(game: &mut Kniffel, seat: u8, action: Action) -> Vec<Event> {
    ask(game, seat, action).unwrap_or_else(|rejected| panic!("{action:?} by seat {seat}: {rejected}"))
}

/// A roll of the current seat that must be accepted: what is kept, and how all five lie then.
#[track_caller]
pub(crate) fn roll(game: &mut Kniffel, kept: &str, faces: &str) -> Vec<Event> {
    let action = Action::RollDice { kept: keep(kept) };
    let mut events = Vec::new();
    let seat = current(game);
    match game.apply(seat, &action, Some(Outcome { dice: dice(faces) }), &mut events) {
        Ok(()) => events,
        Err(rejected) => panic!("{action:?} by {seat}: {rejected}"),
    }
}

/// Rolls once and scores; both must be accepted.
#[track_caller]
pub(crate) fn turn(game: &mut Kniffel, faces: &str, category: Category) -> Vec<Event> {
    let seat = current(game);
    roll(game, "-----", faces);
    act(game, seat.0, Action::ChooseCategory { category })
}

/// Whose turn it is.
#[track_caller]
pub(crate) fn current(game: &Kniffel) -> Seat {
    match game.phase() {
        Phase::Rolling { turn, .. } => turn.seat,
        Phase::Waiting { .. } | Phase::Ended { .. } => panic!("nobody's turn: {:?}", game.phase()),
    }
}

/// A raw sheet from its boxes; the sums follow.
pub(crate) fn sheet(scores: &[(Category, u16)]) -> RawPlayer {
    let mut boxes = [None; 13];
    for (category, points) in scores {
        boxes[category.index()] = Some(*points);
    }
    let upper_sum = boxes[..6].iter().flatten().sum();
    let upper_bonus = if upper_sum >= 63 { 35 } else { 0 };
    let total = boxes.iter().flatten().sum::<u16>() + upper_bonus;
    RawPlayer {
        is_ready: true,
        is_connected: true,
        scores: boxes,
        extra_kniffels: 0,
        upper_sum,
        upper_bonus,
        total,
    }
}

/// A raw state in which somebody has the dice in hand.
pub(crate) fn rolling(round: u8, current: u8, faces: [u8; 5], rolls: u8, players: Vec<RawPlayer>) -> Raw {
    Raw {
        rules: Rules::default(),
        phase: PhaseName::Rolling,
        round,
        current_player_index: current,
        dice: faces,
        kept_dice: [false; 5],
        rolls_remaining: rolls,
        players,
        winners: vec![],
    }
}

/// Loads a raw state that must be sound.
#[track_caller]
pub(crate) fn load(raw: &Raw) -> Kniffel {
    Kniffel::try_from_raw(raw).unwrap_or_else(|faults| panic!("{faults:?}"))
}
