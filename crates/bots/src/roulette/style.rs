//! Styles: how somebody bets.
//!
//! None of them beats the wheel. The cautious lose slowly, the lucky hope for their numbers, and the chaser doubles after
//! a loss until the limit, then begins again.

use game::Luck;
use roulette::{Bet, BetType, Number, NumberSet, WHEEL_ORDER};

use super::purse::Purse;
use crate::Dice;

/// The most bets that anybody places in a round.
pub(super) const MOST_BETS: usize = 5;
/// How often a chaser doubles before beginning again.
const DOUBLINGS: u32 = 5;

const EVEN_MONEY: [BetType; 6] =
    [BetType::Red, BetType::Black, BetType::Odd, BetType::Even, BetType::Low, BetType::High];

/// How somebody bets.
#[derive(Clone, Debug)]
pub enum Style {
    /// Even money and dozens, small amounts, one favorite.
    Cautious {
        /// The usual bet.
        favorite: Bet,
    },
    /// Favorite numbers, their neighbors on the wheel, and corners around them.
    Lucky {
        /// The numbers.
        numbers: [Number; 3],
    },
    /// One even-money bet, doubled after every loss.
    Chaser {
        /// Where.
        on: Bet,
        /// What a run begins with.
        base: u32,
        /// How often it has been doubled.
        doubled: u32,
    },
}

/// One of several.
fn one_of<T: Copy>(items: &[T], dice: &mut Dice) -> Option<T> {
    items.get(dice.below(items.len() as u32) as usize).copied()
}

fn number(dice: &mut Dice) -> Number {
    Number::new(dice.below(u32::from(Number::COUNT)) as u8).unwrap_or(Number::ZERO)
}

/// One of the bets for which the condition holds.
fn any_bet(dice: &mut Dice, condition: impl Fn(Bet) -> bool) -> Option<Bet> {
    let n = Bet::all().filter(|&bet| condition(bet)).count();
    let place = dice.below(n as u32) as usize;
    Bet::all().filter(|&bet| condition(bet)).nth(place)
}

fn even_money(dice: &mut Dice) -> Option<Bet> {
    let kind = one_of(&EVEN_MONEY, dice)?;
    Bet::all().find(|bet| bet.kind() == kind)
}

fn straight(number: Number) -> Option<Bet> {
    Bet::covering(BetType::Straight, NumberSet::EMPTY.with(number))
}

impl Style {
    /// The style of this name, with favorites of its own.
    #[must_use]
    pub fn named(name: &str, dice: &mut Dice) -> Option<Self> {
        match name {
            "cautious" => Some(Self::Cautious { favorite: even_money(dice)? }),
            "lucky" => Some(Self::Lucky { numbers: std::array::from_fn(|_| number(dice)) }),
            "chaser" => Some(Self::Chaser { on: even_money(dice)?, base: 0, doubled: 0 }),
            _ => None,
        }
    }

    /// The bets of a round, at most [`MOST_BETS`], in the order in which they are placed.
    pub(super) fn bets(&mut self, purse: &Purse, dice: &mut Dice) -> Vec<(Bet, u32)> {
        let mut bets = Vec::with_capacity(MOST_BETS);
        match self {
            Self::Cautious { favorite } => {
                let amount = purse.chip(100) * (1 + dice.below(3));
                bets.push((*favorite, amount));
                if dice.below(2) == 0 {
                    let second = any_bet(dice, |bet| bet.kind().has_identifier());
                    bets.extend(second.map(|bet| (bet, purse.chip(100))));
                }
            }
            Self::Lucky { numbers } => {
                let amount = purse.chip(200) * (1 + dice.below(2));
                let favorites = &numbers[..=dice.below(3) as usize];
                bets.extend(favorites.iter().filter_map(|&number| Some((straight(number)?, amount))));
                if dice.below(2) == 0 {
                    let pocket = usize::from(numbers[0].pocket());
                    let beside = [pocket + 1, pocket + WHEEL_ORDER.len() - 1];
                    let beside = beside.map(|pocket| WHEEL_ORDER[pocket % WHEEL_ORDER.len()]);
                    bets.extend(beside.iter().filter_map(|&number| Some((straight(number)?, amount))));
                } else {
                    let around = numbers[dice.below(3) as usize];
                    let wide = [BetType::Split, BetType::Corner, BetType::Street];
                    let bet =
                        any_bet(dice, |bet| wide.contains(&bet.kind()) && bet.numbers().contains(around));
                    bets.extend(bet.map(|bet| (bet, amount)));
                }
            }
            Self::Chaser { on, base, doubled } => {
                let again =
                    base.checked_shl(*doubled).filter(|&amount| *doubled > 0 && purse.affords(amount));
                let amount = again.unwrap_or_else(|| {
                    // A new run, perhaps somewhere else.
                    *on = even_money(dice).unwrap_or(*on);
                    *doubled = 0;
                    *base = purse.chip(50);
                    *base
                });
                bets.push((*on, amount));
                if dice.below(8) == 0 {
                    bets.extend(straight(Number::ZERO).map(|zero| (zero, purse.chip(200))));
                }
            }
        }
        bets.truncate(MOST_BETS);
        bets
    }

    /// What a round came to.
    pub(super) fn settled(&mut self, net: i64) {
        if let Self::Chaser { doubled, .. } = self {
            *doubled = if net < 0 && *doubled < DOUBLINGS { *doubled + 1 } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn purse(chips: u32) -> Purse {
        Purse { chips, min: 1, max: chips.min(10_000) }
    }

    fn total(bets: &[(Bet, u32)]) -> u32 {
        bets.iter().map(|(_, amount)| amount).sum()
    }

    #[test]
    fn the_cautious_bet_little_and_outside() {
        let mut dice = Dice::new(1);
        let mut style = Style::named("cautious", &mut dice).unwrap();
        for _ in 0..1_000 {
            let bets = style.bets(&purse(1_000), &mut dice);
            assert!((1..=2).contains(&bets.len()) && total(&bets) <= 40, "{bets:?}");
            assert!(bets.iter().all(|(bet, _)| bet.kind().is_outside()), "{bets:?}");
        }
    }

    #[test]
    fn the_lucky_bet_on_their_numbers_and_around_them() {
        let mut dice = Dice::new(2);
        let mut style = Style::named("lucky", &mut dice).unwrap();
        let Style::Lucky { numbers } = style.clone() else { panic!("lucky") };
        let pocket = usize::from(numbers[0].pocket());
        let beside = [WHEEL_ORDER[(pocket + 1) % 37], WHEEL_ORDER[(pocket + 36) % 37]];
        let mut counts = [0; MOST_BETS + 1];
        for _ in 0..1_000 {
            let bets = style.bets(&purse(1_000), &mut dice);
            counts[bets.len()] += 1;
            for (bet, _) in bets {
                let near = |number: Number| numbers.contains(&number) || beside.contains(&number);
                assert!(bet.numbers().iter().any(near), "{bet} is nowhere near {numbers:?}");
            }
        }
        assert!(counts[0] == 0 && counts[2..].iter().all(|&n| n > 100), "{counts:?}");
    }

    #[test]
    fn the_chaser_doubles_after_a_loss_and_begins_again() {
        let mut dice = Dice::new(3);
        let mut style = Style::named("chaser", &mut dice).unwrap();
        let mut lose = |style: &mut Style, chips| {
            let bets = style.bets(&purse(chips), &mut dice);
            style.settled(-1);
            bets[0]
        };
        let run: Vec<_> = (0..7).map(|_| lose(&mut style, 1_000)).collect();
        assert_eq!(
            run.iter().map(|(_, amount)| *amount).collect::<Vec<_>>(),
            [20, 40, 80, 160, 320, 640, 20]
        );
        assert!(run[..6].iter().all(|(bet, _)| *bet == run[0].0), "on the same field");
        style.settled(1);
        assert_eq!(lose(&mut style, 1_000).1, 20, "after a win");
        // What cannot be doubled begins again with what is left.
        assert_eq!(lose(&mut style, 30).1, 1, "30 chips do not pay for 40");
    }
}
