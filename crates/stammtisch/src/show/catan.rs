//! Catan, told: a line for each roll and each thing that is done, the points whenever they change.

use bots::{Dice, Player};
use catan::{Catan, Closed, DevCard, Event, Hand, VictoryPointCards};
use game::{Game, Seat};

use super::Story;
use super::board::draw;
use super::paint::{Paint, counted, letter, listed};
use super::place;

pub(super) struct CatanStory {
    paint: Paint,
    /// What was last said about the points.
    points: Vec<u8>,
}

impl CatanStory {
    pub(super) fn new(paint: Paint) -> Self {
        Self { paint, points: Vec::new() }
    }

    fn legend(&self, game: &Catan) -> String {
        let own = |seat| {
            let letter = letter(seat);
            let pieces = format!("({letter}) [{letter}] {}", letter.to_ascii_lowercase());
            format!("{} {}", self.paint.text(seat, &pieces), self.paint.name(seat))
        };
        let players: Vec<String> = game.seats_iter().map(own).collect();
        format!(
            "Settlement, city and road: {}.\nx marks the robber; 3:1 and names in the sea are ports.",
            players.join(", ")
        )
    }

    /// What each seat gets, for those who get anything.
    fn shares(&self, game: &Catan, hands: &[Hand; 4]) -> String {
        let share = |(seat, hand): (Seat, &Hand)| {
            (!hand.is_empty()).then(|| format!("{} gets {hand}", self.paint.name(seat)))
        };
        let all: Vec<String> = game.seats_iter().zip(hands).filter_map(share).collect();
        if all.is_empty() { "nobody gets anything".to_owned() } else { all.join("; ") }
    }

    /// How many each seat has to give, for those who have to.
    fn counts(&self, game: &Catan, counts: [u8; 4]) -> String {
        let count = |(seat, n): (Seat, u8)| {
            (n > 0).then(|| format!("{} from {}", counted(n, "card"), self.paint.name(seat)))
        };
        listed(&game.seats_iter().zip(counts).filter_map(count).collect::<Vec<_>>())
    }

    fn final_score(&self, game: &Catan, seat: Seat) -> String {
        let cards = match game.rules().victory_point_cards {
            VictoryPointCards::Hidden => game.held(seat).get(DevCard::VictoryPoint),
            VictoryPointCards::Played => game.played(seat).get(DevCard::VictoryPoint),
        };
        let count = |n: usize, noun: &str, plural: &str| {
            (n > 0).then(|| format!("{n} {}", if n == 1 { noun } else { plural }))
        };
        let causes: Vec<String> = [
            count(game.settlements(seat).count(), "settlement", "settlements"),
            count(game.cities(seat).count(), "city", "cities"),
            (game.longest_road() == Some(seat)).then(|| format!("longest road ({})", game.road_length(seat))),
            (game.largest_army() == Some(seat))
                .then(|| format!("largest army ({})", game.played(seat).get(DevCard::Knight))),
            count(usize::from(cards), "victory point card", "victory point cards"),
        ]
        .into_iter()
        .flatten()
        .collect();
        let name = self.paint.text(seat, &format!("{:<6}", super::paint::name(seat)));
        format!("  {name}{:>3} points: {}", game.points(seat), causes.join(", "))
    }

    fn told(&self, game: &Catan, event: &Event) -> Option<String> {
        let board = game.board();
        let name = |seat| self.paint.name(seat);
        Some(match *event {
            Event::FirstPlayerRolled { seat, dice: [a, b] } => {
                format!("{} rolls {a} + {b} = {} for the first turn.", name(seat), a + b)
            }
            Event::FirstPlayerTied { seats } => {
                format!("{} rolled the same and roll again.", self.paint.names(seats))
            }
            Event::FirstPlayerChosen { seat } => format!("{} begins.", name(seat)),
            Event::SettlementPlaced { seat, vertex, granted, .. } => {
                let cards = if granted.is_empty() { String::new() } else { format!(" and gets {granted}") };
                format!("{} settles {}{cards}.", name(seat), place::vertex(board, vertex))
            }
            Event::RoadPlaced { seat, edge } => {
                format!("{} lays a road {}.", name(seat), place::edge(board, edge))
            }
            Event::DiceRolled { seat, dice: [a, b], distributed } => {
                let what = if a + b == 7 { "the robber".to_owned() } else { self.shares(game, &distributed) };
                format!("{:>4}. {} rolls {a} + {b} = {}: {what}.", game.turn(), name(seat), a + b)
            }
            Event::DiscardsOwed { owed } => {
                format!("      The robber demands {}.", self.counts(game, owed))
            }
            Event::Discarded { seat, cards, .. } => format!("      {} gives up {cards}.", name(seat)),
            Event::RobberMoved { seat, hex } => {
                format!("      {} moves the robber to {}.", name(seat), place::hex(board, hex))
            }
            Event::Stolen { thief, victim, card, .. } => {
                format!("      {} steals 1 {card} from {}.", name(thief), name(victim))
            }
            Event::RoadBuilt { seat, edge, free } => {
                let free = if free { " for free" } else { "" };
                format!("      {} builds a road{free} {}.", name(seat), place::edge(board, edge))
            }
            Event::SettlementBuilt { seat, vertex } => {
                format!("      {} builds a settlement {}.", name(seat), place::vertex(board, vertex))
            }
            Event::CityBuilt { seat, vertex } => {
                format!("      {} builds a city {}.", name(seat), place::vertex(board, vertex))
            }
            Event::DevCardBought { seat, card } => {
                format!("      {} buys a development card: {card}.", name(seat))
            }
            Event::DevCardPlayed { seat, card } => format!("      {} plays {card}.", name(seat)),
            Event::PlentyTaken { seat, cards } => format!("      {} takes {cards}.", name(seat)),
            Event::MonopolyTaken { seat, resource, taken } => {
                format!("      {} takes all {resource}: {}.", name(seat), self.counts(game, taken))
            }
            Event::BankTraded { seat, give, count, receive } => {
                format!("      {} trades {count} {give} for 1 {receive} with the bank.", name(seat))
            }
            Event::LongestRoadChanged { seat: Some(seat), length } => {
                format!("      {} has the longest road: {length}.", name(seat))
            }
            Event::LongestRoadChanged { seat: None, .. } => {
                "      Nobody has the longest road now.".to_owned()
            }
            Event::LargestArmyChanged { seat, knights } => {
                format!("      {} has the largest army: {knights}.", name(seat))
            }
            Event::GameEnded { winner, .. } => format!("      {} wins!", name(winner)),
            Event::TradeOffered { from, to, give, receive, .. } => {
                format!("      {} offers {give} for {receive} to {}.", name(from), self.paint.names(to))
            }
            Event::TradeAnswered { seat, accepted, .. } => {
                format!("      {} {}.", name(seat), if accepted { "accepts" } else { "declines" })
            }
            Event::TradeExecuted { from, with, give, receive, .. } => {
                format!("      {} gives {give} to {} for {receive}.", name(from), name(with))
            }
            Event::AcceptanceWithdrawn { seat, .. } => format!("      {} can no longer trade.", name(seat)),
            Event::TradeClosed { reason: Closed::Cancelled | Closed::CannotPay, .. } => {
                "      The offer is taken back.".to_owned()
            }
            // Said by what comes before or after it.
            Event::SetupComplete { .. }
            | Event::TurnBegan { .. }
            | Event::RobberMoveRequired { .. }
            | Event::StealRequired { .. }
            | Event::NothingToSteal { .. }
            | Event::RoadBuildingEnded { .. }
            | Event::TradeClosed {
                reason: Closed::Replaced | Closed::Declined | Closed::TurnEnded, ..
            } => {
                return None;
            }
        })
    }
}

impl Story for CatanStory {
    type Game = Catan;

    fn prologue(&self, game: &Catan) -> String {
        format!("{}\n{}\n", draw(game, self.paint), self.legend(game))
    }

    fn next(&mut self, game: &Catan, luck: &mut Dice) -> Option<(Seat, catan::Action)> {
        let seat = game.to_move().lowest()?;
        Some((seat, game.random_action(seat, luck)?))
    }

    fn tell(&self, game: &Catan, event: &Event) -> Option<String> {
        self.told(game, event)
    }

    fn remark(&mut self, game: &Catan) -> Option<String> {
        let points: Vec<u8> = game.seats_iter().map(|seat| game.points(seat)).collect();
        // In the setup everybody gets the same points one after the other.
        if game.turn() == 0 || points == self.points {
            return None;
        }
        self.points = points;
        let all = game.seats_iter().map(|seat| format!("{} {}", self.paint.name(seat), game.points(seat)));
        Some(format!("      Points: {}.", all.collect::<Vec<_>>().join(", ")))
    }

    fn epilogue(&self, game: &Catan) -> String {
        let scores: Vec<String> = game.seats_iter().map(|seat| self.final_score(game, seat)).collect();
        let end = match game.ended() {
            Some(winners) => {
                format!("{} has won after {}:", self.paint.names(winners), counted(game.turn(), "turn"))
            }
            None => "The game is not over:".to_owned(),
        };
        format!("{}\n{}\n\n{end}\n{}", draw(game, self.paint), self.legend(game), scores.join("\n"))
    }
}
