//! Scenes: a player alone, with a sheet written by hand; solutions that the tests share; luck that repeats.

use std::sync::LazyLock;

use game::Luck;
use kniffel::{Category, Dice, Kniffel, PhaseName, Raw, RawPlayer, Rules, Sheet};
use solver::{Solution, solve};

/// Every combination of options.
pub(crate) const OPTIONS: [Rules; 4] = [
    Rules { five_of_a_kind_is_full_house: false, extra_kniffel: false },
    Rules { five_of_a_kind_is_full_house: true, extra_kniffel: false },
    Rules { five_of_a_kind_is_full_house: false, extra_kniffel: true },
    Rules { five_of_a_kind_is_full_house: true, extra_kniffel: true },
];

static SOLUTIONS: [LazyLock<Solution>; 4] = [
    LazyLock::new(|| solve(OPTIONS[0], 2)),
    LazyLock::new(|| solve(OPTIONS[1], 2)),
    LazyLock::new(|| solve(OPTIONS[2], 2)),
    LazyLock::new(|| solve(OPTIONS[3], 2)),
];

/// The solution for these options.
pub(crate) fn solution(rules: Rules) -> &'static Solution {
    let place = OPTIONS.iter().position(|options| *options == rules).expect("one of four");
    &SOLUTIONS[place]
}

/// A full sheet but for these boxes, with this upper sum as nearly as the boxes allow, and Kniffel with 50 or 0.
pub(crate) fn all_but(free: &[Category], upper_sum: u16, kniffel: u16, rules: Rules) -> Kniffel {
    let mut boxes = Vec::new();
    let mut missing = upper_sum;
    for category in Category::ALL.into_iter().rev().filter(|category| !free.contains(category)) {
        let points = match (category, category.face().map(u16::from)) {
            (_, Some(face)) => {
                let points = (missing / face).min(5) * face;
                missing -= points;
                points
            }
            (Category::Kniffel, None) => kniffel,
            (Category::Chance, None) => 20,
            _ => 0,
        };
        boxes.push((category, points));
    }
    with(&boxes, rules)
}

/// A player alone before a turn, with these boxes filled.
pub(crate) fn with(boxes: &[(Category, u16)], rules: Rules) -> Kniffel {
    let raw = Raw {
        rules,
        phase: PhaseName::Rolling,
        round: boxes.len() as u8 + 1,
        current_player_index: 0,
        dice: [1; 5],
        kept_dice: [false; 5],
        rolls_remaining: 3,
        players: vec![player(boxes)],
        winners: vec![],
    };
    Kniffel::try_from_raw(&raw).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn player(boxes: &[(Category, u16)]) -> RawPlayer {
    let mut scores = [None; Category::COUNT];
    for (category, points) in boxes {
        scores[category.index()] = Some(*points);
    }
    let upper_sum = scores[..6].iter().flatten().sum();
    let upper_bonus = if upper_sum >= 63 { 35 } else { 0 };
    RawPlayer {
        is_ready: true,
        is_connected: true,
        scores,
        extra_kniffels: 0,
        upper_sum,
        upper_bonus,
        total: scores.iter().flatten().sum::<u16>() + upper_bonus,
    }
}

/// A full sheet with these points: of a player alone whose game is over.
pub(crate) fn full(boxes: &[(Category, u16)], rules: Rules) -> Sheet {
    let raw = Raw {
        rules,
        phase: PhaseName::Ended,
        round: 13,
        current_player_index: 0,
        dice: [1; 5],
        kept_dice: [false; 5],
        rolls_remaining: 0,
        players: vec![player(boxes)],
        winners: vec![0],
    };
    sheet(&Kniffel::try_from_raw(&raw).unwrap_or_else(|faults| panic!("{faults:?}")))
}

pub(crate) fn sheet(game: &Kniffel) -> Sheet {
    game.sheets()[0]
}

/// All 252 throws, with how likely each is.
pub(crate) fn throws() -> Vec<(Dice, f64)> {
    let mut all: Vec<[u8; 5]> = (0..7776_u32)
        .map(|n| {
            let mut faces = [1296, 216, 36, 6, 1].map(|place| (n / place % 6) as u8 + 1);
            faces.sort_unstable();
            faces
        })
        .collect();
    all.sort_unstable();
    let of_kind =
        |same: &[[u8; 5]]| (Dice::new(same[0]).expect("dice"), f64::from(same.len() as u32) / 7776.0);
    all.chunk_by(|one, next| one == next).map(of_kind).collect()
}

/// Numbers from a seed: `SplitMix64`.
pub(crate) struct Numbers(pub(crate) u64);

impl Luck for Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        // 64 bits against bounds of at most 7776: the bias is below 1e-15.
        ((u128::from(z) * u128::from(bound)) >> 64) as u32
    }
}
