//! Trades: nobody who is about to win is handed anything, and what is offered and accepted helps.

use bots::Dice;
use catan::{Action, Catan, Event, Hand, Phase, Resource, Rules, Terms};
use game::{Game, Legal, Luck, Seat, SeatSet};

use crate::catan_setups::create;
use crate::table::{Done, Table};

/// Whether a seat is within two visible points of winning.
fn is_close(game: &Catan, seat: Seat) -> bool {
    game.public_points(seat) + 2 >= game.rules().points_to_win
}

/// A near goal, so that somebody is close for half of the game.
fn near() -> Rules {
    Rules { points_to_win: 6, ..Rules::default() }
}

/// What the players have done with their offers and answers.
#[derive(Default, Debug)]
struct Ledger {
    offers: u32,
    offers_while_somebody_is_close: u32,
    confirmed: u32,
}

impl Ledger {
    /// Judges an action in the position in which it was chosen.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest is no trade between players")]
    fn judge(&mut self, game: &Catan, seat: Seat, action: &Action) {
        match *action {
            Action::OfferTrade(terms) => {
                // A counter-offer goes to whoever has the turn.
                let countered = terms.counters.map(|_| SeatSet::only(game.current()));
                let to = terms.to.or(countered).expect("bots say whom they mean");
                assert!(!to.iter().any(|other| is_close(game, other)), "{seat} offers {terms:?} in {game:?}");
                let others = game.seats_iter().filter(|&other| other != seat);
                self.offers += 1;
                self.offers_while_somebody_is_close +=
                    u32::from(others.into_iter().any(|o| is_close(game, o)));
            }
            Action::ConfirmTrade { with, .. } => {
                assert!(!is_close(game, with), "{seat} trades with {with} in {game:?}");
                self.confirmed += 1;
            }
            Action::AcceptTrade { offer } => {
                let offer = game.offers().find(|open| open.number == offer).expect("an open offer");
                assert!(!is_close(game, offer.from), "{seat} accepts {offer:?} in {game:?}");
            }
            _ => {}
        }
    }
}

fn no_offer_to_somebody_about_to_win(level: &str, games: u64) {
    let mut ledger = Ledger::default();
    for number in 0..games {
        let mut table: Table<Catan> = Table::new(create(near(), 4, number), &[level; 4], number);
        while let Some((seat, action)) = table.next() {
            ledger.judge(&table.game, seat, &action);
            table.carry_out(seat, action);
        }
    }
    println!("{level}: {ledger:?}");
    assert!(ledger.offers_while_somebody_is_close > 20 && ledger.confirmed > 20, "{ledger:?}");
}

#[test]
fn greedy_makes_no_offer_to_somebody_about_to_win() {
    no_offer_to_somebody_about_to_win("greedy", 150);
}

#[test]
fn planner_makes_no_offer_to_somebody_about_to_win() {
    no_offer_to_somebody_about_to_win("planner", 100);
}

/// Any cards for any card, as a person might ask.
fn any_offer(game: &Catan, seat: Seat, luck: &mut Dice) -> Option<Action> {
    let hand = game.hand(seat);
    if hand.is_empty() || game.legal(seat).offering().is_none() {
        return None;
    }
    let give = bots::random::random_cards(hand, 1 + luck.below(3) as u8, luck);
    let wanted: Vec<_> = Resource::ALL.into_iter().filter(|&kind| give.get(kind) == 0).collect();
    let receive = Hand::one(wanted[luck.below(wanted.len() as u32) as usize]);
    Some(Action::OfferTrade(Terms { give, receive, to: None, counters: None }))
}

/// A generous person sits in seat 0 and offers up to three cards for one.
fn nothing_from_somebody_about_to_win(level: &str, games: u64) {
    let (mut from_close, mut from_others, mut accepted) = (0, 0, 0);
    for number in 0..games {
        let mut luck = Dice::of_game(3, number);
        let mut table: Table<Catan> = Table::new(create(near(), 4, number), &[level; 4], number);
        while table.game.ended().is_none() {
            let person = Seat(0);
            if table.game.current() == person
                && table.game.phase() == Phase::Main
                && table.game.offers().next().is_none()
                && luck.below(2) == 0
                && let Some(offer) = any_offer(&table.game, person, &mut luck)
            {
                from_close += u32::from(is_close(&table.game, person));
                from_others += u32::from(!is_close(&table.game, person));
                table.carry_out(person, offer);
                // Everybody is asked until all have answered: nobody may keep the others waiting.
                for _ in 0..3 {
                    for seat in [1, 2, 3].map(Seat) {
                        let legal = table.game.legal(seat);
                        let view = table.game.view(game::Viewer::Seat(seat));
                        if let Some(answer) = table.bots[seat.index()].choose(&view, &legal) {
                            assert!(legal.contains(&answer));
                            if matches!(answer, Action::AcceptTrade { .. }) {
                                assert!(!is_close(&table.game, person), "{seat} accepts in {:?}", table.game);
                                accepted += 1;
                            }
                            table.carry_out(seat, answer);
                        }
                    }
                }
                let open = table.game.offers().next().expect("still open");
                let answered = open.accepted.len() + open.declined.len();
                assert_eq!(answered, 3, "somebody does not answer {open:?}");
            }
            let Some((seat, action)) = table.next() else { break };
            table.carry_out(seat, action);
        }
    }
    println!(
        "{level}: offers from somebody close: {from_close}, from others: {from_others}, accepted: {accepted}"
    );
    assert!(from_close > 100 && from_others > 200 && accepted > 100, "{from_close} {from_others} {accepted}");
}

#[test]
fn greedy_accepts_nothing_from_somebody_about_to_win() {
    nothing_from_somebody_about_to_win("greedy", 150);
}

#[test]
fn planner_accepts_nothing_from_somebody_about_to_win() {
    nothing_from_somebody_about_to_win("planner", 60);
}

/// A first question is met with patience while others are silent; the second is answered.
#[test]
fn bots_let_others_answer_first() {
    let mut met = 0;
    for level in ["random", "weighted", "greedy", "planner"] {
        for number in 0..40 {
            let mut luck = Dice::of_game(4, number);
            let game = create(Rules::default(), 3, number);
            let mut table: Table<Catan> = Table::new(game, &[level; 3], number);
            for _ in 0..400 {
                let Some((seat, action)) = table.next() else { break };
                table.carry_out(seat, action);
                let current = table.game.current();
                if table.game.phase() != Phase::Main || table.game.offers().next().is_some() {
                    continue;
                }
                let Some(offer) = any_offer(&table.game, current, &mut luck) else { continue };
                table.carry_out(current, offer);
                let bystanders: Vec<_> = table.game.seats_iter().filter(|&seat| seat != current).collect();
                for &seat in &bystanders {
                    assert_eq!(ask(&mut table, seat), None, "{level} was first");
                }
                for &seat in &bystanders {
                    let answer = ask(&mut table, seat).unwrap_or_else(|| panic!("{level} never answers"));
                    table.carry_out(seat, answer);
                    assert_eq!(ask(&mut table, seat), None, "{level} answers again and again");
                }
                met += 1;
                break;
            }
        }
    }
    assert!(met > 100, "only {met} offers");
}

fn ask(table: &mut Table<Catan>, seat: Seat) -> Option<Action> {
    let view = table.game.view(game::Viewer::Seat(seat));
    table.bots[seat.index()].choose(&view, &table.game.legal(seat))
}

/// Trades happen: a rule that forbids everything would pass all of the above.
#[test]
fn greedy_players_do_trade_with_each_other() {
    let (mut offered, mut executed, mut turns) = (0, 0, 0);
    for number in 0..40 {
        let mut table: Table<Catan> = Table::new(create(Rules::default(), 4, number), &["greedy"; 4], number);
        table.finish(60_000, |_, done: &Done<Catan>| {
            offered += u32::from(matches!(done.action, Action::OfferTrade(_)));
            let traded = |event: &&Event| matches!(event, Event::TradeExecuted { .. });
            executed += done.events.iter().filter(traded).count() as u32;
        });
        turns += table.game.turn();
    }
    println!("{offered} offers, {executed} trades in {turns} turns");
    assert!(executed * 20 > turns, "less than a trade in twenty turns");
    assert!(offered < turns, "more than an offer a turn");
}

/// An offer to the player whose turn it is, by somebody else: it is answered, and a bot that finds itself in the offerer's
/// seat does not leave it there.
#[test]
fn offers_out_of_turn_are_dealt_with() {
    let mut met = [0; 3];
    for (level, met) in ["random", "weighted", "greedy"].into_iter().zip(&mut met) {
        for number in 0..60 {
            let mut luck = Dice::of_game(5, number);
            let mut table: Table<Catan> =
                Table::new(create(Rules::default(), 3, number), &[level; 3], number);
            for _ in 0..400 {
                let Some((seat, action)) = table.next() else { break };
                table.carry_out(seat, action);
                let current = table.game.current();
                let outsider = Seat((current.0 + 1) % 3);
                if table.game.phase() != Phase::Main || table.game.offers().next().is_some() {
                    continue;
                }
                let Some(offer) = any_offer(&table.game, outsider, &mut luck) else { continue };
                table.carry_out(outsider, offer);
                let number = table.game.offers().next().expect("just made").number;
                for _ in 0..60 {
                    let (seat, action) = table.next().expect("the game goes on");
                    table.carry_out(seat, action);
                }
                let open = table.game.offers().any(|offer| offer.number == number);
                assert!(!open, "{level} leaves {number} open");
                assert_eq!(table.fallbacks, 0);
                *met += 1;
                break;
            }
        }
    }
    assert!(met.iter().all(|&n| n > 40), "{met:?}");
}
