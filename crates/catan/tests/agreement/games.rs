//! The crate and the slow Catan, side by side along whole games.
//!
//! After every action both must list the same actions for every seat, tell the same state, give luck the same choices,
//! and say the same to actions made up at random. The games are played by several tastes under all profiles, half of
//! them with some rules changed, so that rare situations come up; each must have been met at least once.

use std::collections::BTreeMap;

use crate::fast::table::Table;
use crate::slow::SlowRules;
use crate::slow::dealer::Dealer;
use crate::slow::policy::{CUT, DRAIN, Taste};
use catan::Profile;

/// How many games each profile gets.
const GAMES: u64 = 700;

/// How often each situation was met, and each action taken.
type Sights = BTreeMap<String, u64>;

/// How the outcomes fall.
#[derive(Clone, Copy, PartialEq)]
enum Luck {
    /// As the weights say.
    Fair,
    /// The best of five rolls for the players, so that much is built and the games are shorter.
    Kind,
    /// No seven, always the roll that costs the bank most, and first of all the years of plenty from the deck.
    Drain,
}

impl Luck {
    fn outcome(self, table: &Table, seat: usize, action: &str, dealer: &mut Dealer) -> Option<String> {
        let chances = table.chances(seat, action);
        let any = dealer.outcome(&chances);
        let cost = |dice: &String| table.bank_after(seat, action, dice);
        match (self, action) {
            (Self::Kind, "roll_dice") => {
                let others: Vec<String> = (0..4).filter_map(|_| dealer.outcome(&chances)).collect();
                others.into_iter().chain(any).min_by_key(cost)
            }
            (Self::Drain, "roll_dice") => {
                let sums = (2..=12).filter(|sum| *sum != 7).map(|sum| (6.min(sum - 1), sum));
                sums.map(|(first, sum)| format!("dice {first} {}", sum - first)).min_by_key(cost)
            }
            (Self::Drain, "buy_dev_card") => {
                let plenty = chances.into_iter().map(|(card, _)| card).find(|card| card.ends_with("plenty"));
                plenty.or(any)
            }
            _ => any,
        }
    }
}

/// The profile's rules; in every other game some fields are changed, and in every other pair the goal is nearer.
fn rules_for(game: u64, profile: Profile, dealer: &mut Dealer) -> SlowRules {
    let mut rules = match profile {
        Profile::Official => SlowRules::official(),
        Profile::Online => SlowRules::online(),
        Profile::Practice => SlowRules::practice(),
    };
    if game % 2 == 1 {
        rules.discard_from = 7 + dealer.below(14) as u32;
        rules.robber_may_stay = dealer.one_in(2);
        rules.monopoly_cap = *dealer.pick(&[None, Some(0), Some(1), Some(3)]);
        rules.one_dev_of_each_kind = dealer.one_in(2);
        rules.paid_roads_per_turn = *dealer.pick(&[None, Some(1), Some(2), Some(4)]);
        rules.vp_cards_played = dealer.one_in(2);
        rules.first_player_by_roll = dealer.one_in(2);
        rules.offers_per_turn = *dealer.pick(&[0, 1, 3, 10]);
    }
    if game % 4 > 1 {
        rules.points_to_win = 3 + dealer.below(6) as u32;
    }
    rules
}

/// Plays one game to its end, comparing after every action.
fn play(game: u64, profile: Profile, sights: &mut Sights) {
    let mut dealer = Dealer::new(game.wrapping_mul(1_000_003) + profile.name().len() as u64);
    let mut rules = rules_for(game, profile, &mut dealer);
    let players = if profile == Profile::Online { 3 + game as usize % 2 } else { 2 + game as usize % 3 };
    let (drain, cut) = (game % 40 == 39, game % 5 == 2);
    let (luck, taste) = match (drain, cut) {
        (true, _) => (Luck::Drain, DRAIN),
        (_, true) => (Luck::Kind, CUT),
        _ => (if game.is_multiple_of(3) { Luck::Fair } else { Luck::Kind }, game as usize / 2 % CUT),
    };
    if drain {
        (rules.points_to_win, rules.discard_from) = (20, 20);
    } else if cut {
        rules.points_to_win = 5 + dealer.below(5) as u32;
    }
    let until = if drain || cut { 500 } else { 100 };
    let taste = Taste::new(taste, until, if game.is_multiple_of(5) { 3 } else { 15 });
    let board = (dealer.hexes(), dealer.ports());
    let order = dealer.one_in(2).then(|| {
        let mut order: Vec<usize> = (0..players).collect();
        dealer.shuffle(&mut order);
        order
    });
    let mut table = Table::new(players, profile, rules, board, order);
    let mut legal = table.compare();
    // Nobody wins with twenty points and an empty bank; there is nothing more to see after a while.
    let most = if drain { 700 } else { 20_000 };
    for step in 0..most {
        if table.slow.is_over() {
            *sights.entry("whole games".into()).or_default() += 1;
            return;
        }
        table.try_wild(&mut dealer);
        let (seat, action) = taste.next(&table.slow, step, &legal, &mut dealer);
        let outcome = luck.outcome(&table, seat, &action, &mut dealer);
        table.act(seat, &action, outcome.as_deref());
        legal = table.compare();
        let verb = action.split(' ').next().unwrap_or_default();
        for sight in table.slow.sights(&action).into_iter().map(String::from).chain([format!("did {verb}")]) {
            *sights.entry(sight).or_default() += 1;
        }
    }
    table.agree(drain, || "the game does not end".into());
}

/// Plays many games and makes sure that they have shown everything worth seeing.
fn play_all(profile: Profile) {
    let mut sights = Sights::new();
    for game in 0..GAMES {
        play(game, profile, &mut sights);
    }
    println!("{profile}: {sights:#?}");
    let verbs = "place_settlement place_road roll_dice discard move_robber steal build_road build_settlement build_city \
                 buy_dev_card play_knight play_road_building end_road_building play_year_of_plenty play_monopoly \
                 play_victory_point bank_trade offer_trade accept_trade decline_trade confirm_trade cancel_trade end_turn";
    let verbs = verbs.split_whitespace().map(|verb| format!("did {verb}"));
    let rare = [
        "a choice of victims",
        "a counter to an offer that is gone",
        "a kind is out in the bank",
        "a road cut",
        "a robber before the roll",
        "a title kept in a tie",
        "an offer while something is pending",
        "free roads before the roll",
        "no cities left",
        "no roads left",
        "no settlements left",
        "road building ended with the last piece",
        "road building without a piece",
        "several owe",
        "the bank has one card",
        "the bank's one card was taken",
        "the deck is empty",
        "two acceptances",
        "won by a bought card",
        "won by a knight",
        "won by a road",
        "year of plenty with an empty bank",
    ];
    for sight in verbs.chain(rare.map(String::from)) {
        assert!(sights.contains_key(&sight), "{profile}: never met: {sight}");
    }
    assert!(sights["whole games"] >= GAMES * 97 / 100);
}

#[test]
fn official_games_agree() {
    play_all(Profile::Official);
}

#[test]
fn online_games_agree() {
    play_all(Profile::Online);
}

#[test]
fn practice_games_agree() {
    play_all(Profile::Practice);
}

/// Three players; seat 0 has the longest road along the second row of corners, seat 1 one of five below it, and seat
/// 2 is about to cut the first from above.
fn before_the_cut(points_to_win: u32) -> Table {
    let mut dealer = Dealer::new(7);
    let rules = SlowRules { points_to_win, ..SlowRules::official() };
    let mut table = Table::new(3, Profile::Official, rules, (dealer.hexes(), dealer.ports()), None);
    for (seat, corner, side) in [
        (0, "1,3", "2,2"),
        (1, "0,5", "1,4"),
        (2, "3,0", "4,0"),
        (2, "10,6", "10,6"),
        (1, "8,10", "8,10"),
        (0, "2,10", "3,10"),
    ] {
        table.pursue(seat, &format!("place_settlement {corner}"));
        table.pursue(seat, &format!("place_road {side}"));
    }
    for (seat, sides) in [(0, "3,2 4,2 5,2 6,2 7,2"), (1, "2,4 3,4 4,4 5,4"), (2, "4,1")] {
        for side in sides.split(' ') {
            table.pursue(seat, &format!("build_road {side}"));
        }
    }
    assert_eq!(table.slow.facts()["longest"], "0 6");
    table
}

/// §12.3: several are equal after the cut, so nobody has the title until one is ahead.
#[test]
fn a_cut_that_leaves_two_equal_leaves_the_title_with_nobody() {
    let mut table = before_the_cut(10);
    for side in ["9,6", "8,6", "7,6", "6,6"] {
        table.pursue(2, &format!("build_road {side}"));
    }
    table.pursue(2, "build_settlement 4,2");
    let facts = table.slow.facts();
    assert_eq!((&*facts["longest"], &*facts["road length 1"], &*facts["road length 2"]), ("none", "5", "5"));
    table.pursue(1, "build_road 6,4");
    assert_eq!(table.slow.facts()["longest"], "1 6");
}

/// §12.5, §16.3: the title comes in another's turn, the victory with one's own.
#[test]
fn a_title_won_by_anothers_cut_wins_when_the_turn_comes() {
    let mut table = before_the_cut(5);
    table.pursue(1, "build_settlement 2,5");
    table.pursue(2, "build_settlement 4,2");
    let facts = table.slow.facts();
    assert_eq!((&*facts["longest"], &*facts["points 1"], &*facts["phase"]), ("1 5", "5", "main"));
    table.pursue(2, "end_turn");
    assert_eq!(table.slow.facts()["phase"], "before_roll");
    table.pursue(0, "end_turn");
    assert_eq!(table.slow.facts()["ended"], "1");
}
