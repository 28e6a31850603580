//! Roulette, told: every bet, the wheel, what comes back.
//!
//! Everybody places a few bets a round, drawn from all 157, with a handful of chips each; then the host spins. (The random
//! players of simulations place hundreds, which nobody wants to read.)

use bots::Dice;
use bots::random::one_of_first;
use game::{Game, Legal, Luck, Seat};
use roulette::{Action, Bet, Event, HOST, Phase, Roulette};

use super::Story;
use super::paint::{Paint, counted, name};

/// The most bets that somebody places in a round.
const MOST_BETS: u32 = 3;
/// The most chips on one of them.
const MOST_CHIPS: u32 = 50;

pub(super) struct RouletteStory {
    paint: Paint,
    players: u8,
    rounds: u32,
    /// How many bets each seat still wants to place in this round; `None` before the first.
    wishes: Option<Vec<u32>>,
}

impl RouletteStory {
    pub(super) fn new(paint: Paint, players: u8, rounds: u32) -> Self {
        Self { paint, players, rounds, wishes: None }
    }

    fn next_bet(&mut self, game: &Roulette, luck: &mut Dice) -> Option<(Seat, Action)> {
        let players = self.players;
        let wishes =
            self.wishes.get_or_insert_with(|| (0..players).map(|_| 1 + luck.below(MOST_BETS)).collect());
        for (seat, wish) in (0..).map(Seat).zip(wishes) {
            while *wish > 0 {
                *wish -= 1;
                if let Some(action) = random_bet(game, seat, luck) {
                    return Some((seat, action));
                }
            }
        }
        None
    }
}

/// Any bet with some chips, if the seat can pay for it.
fn random_bet(game: &Roulette, seat: Seat, luck: &mut Dice) -> Option<Action> {
    let legal = game.legal(seat);
    let open = legal.open_bets()?;
    let bet = Bet::from_index(luck.below(Bet::COUNT as u32) as usize)?;
    let amount = open.min.saturating_add(luck.below(MOST_CHIPS)).min(open.max);
    let action = Action::PlaceBet { bet, amount };
    legal.contains(&action).then_some(action)
}

impl Story for RouletteStory {
    type Game = Roulette;

    fn prologue(&self, game: &Roulette) -> String {
        let chips = game.chips(HOST).unwrap_or(0);
        format!("Everybody begins with {}.\n\nRound 1", counted(chips, "chip"))
    }

    fn next(&mut self, game: &Roulette, luck: &mut Dice) -> Option<(Seat, Action)> {
        match game.phase() {
            Phase::Betting => Some(self.next_bet(game, luck).unwrap_or((HOST, Action::Spin))),
            Phase::RoundEnd(_) if game.round() >= self.rounds => None,
            Phase::RoundEnd(_) => {
                self.wishes = None;
                Some((HOST, Action::NextRound))
            }
            Phase::Spinning(_) | Phase::Settlement(_) => {
                let seat = game.to_move().lowest()?;
                let legal = game.legal(seat);
                Some((seat, one_of_first(&legal, legal.n_round_actions(), luck)?))
            }
            Phase::Closed => None,
        }
    }

    fn tell(&self, _: &Roulette, event: &Event) -> Option<String> {
        let name = |seat| self.paint.name(seat);
        Some(match event {
            Event::BetPlaced { seat, bet, amount, stake } if amount == stake => {
                format!("  {} bets {amount} on {bet}.", name(*seat))
            }
            Event::BetPlaced { seat, bet, amount, stake } => {
                format!("  {} bets {amount} more on {bet}, {stake} in all.", name(*seat))
            }
            Event::BetRemoved { seat, bet, amount } => {
                format!("  {} takes {amount} back from {bet}.", name(*seat))
            }
            Event::BettingClosed { .. } => "  No more bets.".to_owned(),
            Event::RoundSettled { number, .. } => format!("  The ball rests on {number} {}.", number.color()),
            Event::BetSettled { seat, bet, returned, .. } if *returned > 0 => {
                format!("  {} wins on {bet}: {returned} come back.", name(*seat))
            }
            Event::PlayerSettled { seat, .. } => match event.net().unwrap_or(0) {
                0 => format!("  {} neither wins nor loses.", name(*seat)),
                net if net > 0 => format!("  {} wins {net} in all.", name(*seat)),
                loss => format!("  {} loses {} in all.", name(*seat), -loss),
            },
            Event::BettingOpened { round } => format!("\nRound {round}"),
            Event::Joined { seat, chips, .. } => format!("  {} sits down with {chips} chips.", name(*seat)),
            Event::Left { seat } => format!("  {} gets up.", name(*seat)),
            Event::CashedOut { seat, chips } => format!("  {} takes {chips} chips along.", name(*seat)),
            Event::Disconnected { seat } => format!("  {} is away.", name(*seat)),
            Event::Reconnected { seat } => format!("  {} is back.", name(*seat)),
            Event::StakeReturned { seat, amount } => format!("  {} gets {amount} back.", name(*seat)),
            Event::Closed { .. } => "  The table closes.".to_owned(),
            // Bets that lose are in what their player loses; the number is told when the ball has come to rest.
            Event::WheelSpun { .. } | Event::BetSettled { .. } | Event::RoundEnded { .. } => return None,
        })
    }

    fn remark(&mut self, _: &Roulette) -> Option<String> {
        None
    }

    fn epilogue(&self, game: &Roulette) -> String {
        let chips = (0..self.players).map(Seat).map(|seat| {
            let padded = self.paint.text(seat, &format!("{:<6}", name(seat)));
            format!("  {padded}{:>7} chips", game.chips(seat).unwrap_or(0))
        });
        let chips: Vec<String> = chips.collect();
        let house = match game.house() {
            won if won < 0 => format!("the house has lost {}", -won),
            won => format!("the house has won {won}"),
        };
        format!("After {} {house}:\n{}", counted(game.round(), "round"), chips.join("\n"))
    }
}
