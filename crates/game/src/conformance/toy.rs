//! Whispers: a tiny game with luck and secrets, and one deliberate fault at a time.
//!
//! Each seat in turn draws a card that only it may know, or passes; after twelve draws the highest sum wins. The
//! suite is tested on it: without a fault every law holds, and for every fault the right law fails.

use std::cell::Cell;

use crate::{Chance, Game, Legal, OutcomeFault, Purpose, Rejected, Seat, SeatSet, Sink, Viewer};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Nothing,
    AcceptsUnlisted,
    RefusesListed,
    AcceptsGhosts,
    ChangesWhenRefused,
    TellsWhenRefused,
    TakesAnyOutcome,
    TakesNeedlessOutcome,
    WeighsWrong,
    PicksWrong,
    ListsTwice,
    ListsInMoods,
    MovesAfterTheEnd,
    WaitsForNobody,
    ViewLeaks,
    EventLeaks,
    RefusalLeaks,
    LosesCards,
    ReplaysInMoods,
}

thread_local! {
    /// Memory outside the state: what a faulty game must not have.
    static MOOD: Cell<u32> = const { Cell::new(0) };
}

fn mood() -> u32 {
    MOOD.replace(MOOD.get().wrapping_add(1))
}

pub(crate) const DRAWS: u8 = 12;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Whispers {
    pub(crate) fault: Fault,
    pub(crate) seats: u8,
    pub(crate) turn: u8,
    pub(crate) draws: [u8; 4],
    pub(crate) sums: [u8; 4],
    pub(crate) bids: u8,
    pub(crate) away: SeatSet,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Draw,
    Pass,
    /// Described: any number from 1 to 200.
    Bid(u8),
    Leave,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Drew(Seat, u8),
    Other(Seat, Action),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    Drew(Seat, Option<u8>),
    Other(Seat, Action),
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Refusal(pub(crate) String);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct View(u8, [u8; 4], [Option<u8>; 4], u8, SeatSet);

pub(crate) struct Listed {
    actions: Vec<Action>,
    bids: bool,
}

impl Legal<Action> for Listed {
    fn len(&self) -> usize {
        self.actions.len()
    }

    fn get(&self, index: usize) -> Option<Action> {
        self.actions.get(index).cloned()
    }

    fn contains(&self, action: &Action) -> bool {
        self.actions.contains(action) || self.bids && matches!(action, Action::Bid(1..=200))
    }
}

/// A card 1, 2 or 3 with as many tickets.
pub(crate) struct Card(Fault);

impl Chance for Card {
    type Outcome = u8;

    fn total(&self) -> u32 {
        if self.0 == Fault::WeighsWrong { 7 } else { 6 }
    }

    fn pick(&self, ticket: u32) -> u8 {
        match ticket {
            0 => 1,
            1 | 2 => 2,
            3 if self.0 == Fault::PicksWrong => 1,
            _ => 3,
        }
    }

    fn weight(&self, outcome: &u8) -> u32 {
        if (1..=3).contains(outcome) { u32::from(*outcome) } else { 0 }
    }

    fn each(&self, visit: &mut dyn FnMut(u8, u32)) {
        (1..=3).for_each(|card| visit(card, u32::from(card)));
    }

    fn purpose(&self) -> Purpose {
        Purpose::by_position("card")
    }
}

impl Whispers {
    pub(crate) fn is_over(&self) -> bool {
        self.draws.iter().sum::<u8>() >= DRAWS
    }
}

impl Game for Whispers {
    const NAME: &'static str = "whispers";
    const RULES_VERSION: u32 = 1;
    type Setup = (u8, Fault);
    type Action = Action;
    type Outcome = u8;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Refusal = Refusal;
    type SetupFault = Refusal;
    type Legal = Listed;
    type Chance = Card;

    fn create(&(seats, fault): &Self::Setup) -> Result<Self, Refusal> {
        Ok(Self { fault, seats, turn: 0, draws: [0; 4], sums: [0; 4], bids: 0, away: SeatSet::EMPTY })
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }

    fn to_move(&self) -> SeatSet {
        if self.is_over() || self.fault == Fault::WaitsForNobody {
            SeatSet::EMPTY
        } else {
            SeatSet::only(Seat(self.turn))
        }
    }

    fn legal(&self, seat: Seat) -> Listed {
        let here = seat.0 < self.seats && !self.is_over();
        let turn = here && seat.0 == self.turn;
        let mut actions = Vec::new();
        if turn {
            actions.push(Action::Draw);
            if self.sums[seat.index()] > 0 || self.fault == Fault::RefusesListed {
                actions.push(Action::Pass);
            }
            if self.fault == Fault::ListsTwice {
                actions.push(Action::Draw);
            }
            if self.fault == Fault::ListsInMoods && mood().is_multiple_of(2) {
                actions.reverse();
            }
        }
        if here && !self.away.contains(seat) {
            actions.push(Action::Leave);
        }
        Listed { actions, bids: turn && self.bids < 2 }
    }

    fn is_valid(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let no = |why: &str| Err(Refusal(why.to_owned()));
        if self.is_over() && self.fault != Fault::MovesAfterTheEnd {
            return no("over");
        }
        if seat.0 >= self.seats {
            let accepts = self.fault == Fault::AcceptsGhosts && *action == Action::Leave;
            return if accepts { Ok(()) } else { no("not here") };
        }
        match action {
            Action::Leave if self.away.contains(seat) => no("away"),
            Action::Leave => Ok(()),
            _ if seat.0 != self.turn && self.fault == Fault::RefusalLeaks => {
                no(&format!("not with {}", self.sums[self.turn as usize]))
            }
            _ if seat.0 != self.turn => no("not your turn"),
            Action::Draw => Ok(()),
            Action::Pass if self.sums[seat.index()] > 0 => Ok(()),
            Action::Pass if self.fault == Fault::AcceptsUnlisted => Ok(()),
            Action::Pass => no("nothing drawn"),
            Action::Bid(1..=200) if self.bids < 2 => Ok(()),
            Action::Bid(_) => no("no such bid"),
        }
    }

    fn chance(&self, seat: Seat, action: &Action) -> Option<Card> {
        (*action == Action::Draw && self.is_valid(seat, action).is_ok()).then_some(Card(self.fault))
    }

    fn apply(
        &mut self,
        seat: Seat,
        action: &Action,
        outcome: Option<u8>,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rejected<Refusal>> {
        if let Err(refusal) = self.is_valid(seat, action) {
            if self.fault == Fault::ChangesWhenRefused {
                self.bids = 2;
            } else if self.fault == Fault::TellsWhenRefused {
                events.event(Event::Other(seat, action.clone()));
            }
            return Err(refusal.into());
        }
        let card = match (self.chance(seat, action), outcome) {
            (None, None) => 0,
            (None, Some(_)) if self.fault == Fault::TakesNeedlessOutcome => 0,
            (None, Some(_)) => return Err(Rejected::Outcome(OutcomeFault::Unexpected)),
            (Some(_), None) => return Err(Rejected::Outcome(OutcomeFault::Missing)),
            (Some(chance), Some(card)) => {
                if chance.weight(&card) == 0 && self.fault != Fault::TakesAnyOutcome {
                    return Err(Rejected::Outcome(OutcomeFault::Impossible));
                }
                card
            }
        };
        match action {
            Action::Draw => {
                self.draws[seat.index()] += 1;
                self.sums[seat.index()] += card;
                if self.fault == Fault::LosesCards && card == 3 {
                    self.sums[seat.index()] = 0;
                }
                events.event(Event::Drew(seat, card));
            }
            Action::Leave => self.away = self.away.with(seat),
            Action::Bid(_) => self.bids += 1,
            Action::Pass => {}
        }
        if *action != Action::Draw {
            events.event(Event::Other(seat, action.clone()));
        }
        if matches!(action, Action::Draw | Action::Pass) {
            let restless = self.fault == Fault::ReplaysInMoods && mood().is_multiple_of(5);
            self.turn = if restless { 0 } else { (self.turn + 1) % self.seats };
            self.bids = 0;
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        let open = |seat: u8| viewer.is(Seat(seat)) || self.is_over() || self.fault == Fault::ViewLeaks;
        let sums = [0, 1, 2, 3].map(|seat| open(seat).then_some(self.sums[seat as usize]));
        View(self.turn, self.draws, sums, self.bids, self.away)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Option<Seen> {
        Some(match event {
            Event::Drew(seat, card) => {
                let leak = (self.fault == Fault::EventLeaks).then_some(self.sums.iter().sum());
                Seen::Drew(*seat, if viewer.is(*seat) { Some(*card) } else { leak })
            }
            Event::Other(seat, action) => Seen::Other(*seat, action.clone()),
        })
    }

    fn ended(&self) -> Option<SeatSet> {
        let best = self.sums.iter().max()?;
        let winners = (0..self.seats).map(Seat).filter(|seat| self.sums[seat.index()] == *best);
        self.is_over().then(|| winners.collect())
    }
}
