//! Whole games as a table plays them: a command, its moves, its events, and what every page gets of them.
//!
//! Players build and play cards when they can, and offer, answer, hold back and undo often enough that everything happens.

use game::conformance::SplitMix;
use game::{Game, Legal, Luck, Seat, Viewer, draw};
use protocol::Whole;
use protocol::table::PlayerId;
use protocol::ws::{NoMove, People, Spoken};
use serde_json::Value;

use crate::games::Subject;

/// A game as the tests play it at a table.
pub(crate) trait Played: Subject + Spoken {
    /// The setups whose games are played.
    fn tables(luck: &mut SplitMix) -> Vec<Self::Setup>;

    /// What the table itself does now.
    fn table_move(&self, _luck: &mut SplitMix) -> Option<(Seat, Self::Action)> {
        None
    }

    /// What the player in this seat says.
    fn say(&self, seat: Seat, luck: &mut SplitMix) -> Option<Self::Command>;
}

impl Played for catan::Catan {
    fn tables(luck: &mut SplitMix) -> Vec<catan::Setup> {
        let table = |(profile, players): (catan::Profile, u8), luck: &mut SplitMix| catan::Setup {
            players,
            rules: profile.rules(),
            board: catan::Board::random(luck),
            order: None,
        };
        catan::Profile::ALL
            .into_iter()
            .flat_map(|profile| profile.players().map(move |players| (profile, players)))
            .map(|kind| table(kind, luck))
            .collect()
    }

    fn say(&self, seat: Seat, luck: &mut SplitMix) -> Option<protocol::catan::Action> {
        use catan::Action;
        let legal = self.legal(seat);
        let listed: Vec<Action> = legal.iter().collect();
        let wanted: Vec<&Action> = listed
            .iter()
            .filter(|action| {
                matches!(
                    action,
                    Action::BuildCity(_)
                        | Action::BuildSettlement(_)
                        | Action::BuyDevCard
                        | Action::PlayKnight
                        | Action::PlayRoadBuilding
                        | Action::PlayYearOfPlenty(_)
                        | Action::PlayVictoryPoint
                        | Action::AcceptTrade { .. }
                )
            })
            .collect();
        // A monopoly waits until it takes what somebody has promised.
        let promised = self.offers().find(|offer| offer.from == seat && !offer.accepted.is_empty());
        let taken = |kind: catan::Resource| promised.is_some_and(|offer| offer.receive.get(kind) > 0);
        let breaking =
            listed.iter().find(|action| matches!(action, Action::PlayMonopoly(kind) if taken(*kind)));
        let action = if let Some(breaking) = breaking {
            *breaking
        } else if !wanted.is_empty() && !luck.one_in(6) {
            *wanted[luck.index(wanted.len())]
        } else if listed.is_empty() || luck.one_in(8) {
            self.described(seat, luck)?
        } else {
            listed[luck.index(listed.len())]
        };
        Some((&action).into())
    }
}

impl Played for kniffel::Kniffel {
    fn tables(luck: &mut SplitMix) -> Vec<kniffel::Setup> {
        <Self as Subject>::setups(luck)
    }

    fn table_move(&self, _: &mut SplitMix) -> Option<(Seat, kniffel::Action)> {
        let seat = self.to_move().lowest()?;
        let ready = kniffel::Action::PlayerReady;
        self.legal(seat).contains(&ready).then_some((seat, ready))
    }

    fn say(&self, seat: Seat, luck: &mut SplitMix) -> Option<protocol::ws::kniffel::Command> {
        use protocol::ws::kniffel::Command;
        let legal = self.legal(seat);
        let moves = legal.n_moves();
        let action = if moves == 0 { None } else { legal.get(luck.index(moves)) };
        match action? {
            kniffel::Action::RollDice { kept } => Some(Command::RollDice { kept_dice: kept.to_array() }),
            kniffel::Action::ChooseCategory { category } => {
                Some(Command::ChooseCategory { category: category.into() })
            }
            kniffel::Action::PlayerReady
            | kniffel::Action::PlayerDisconnect
            | kniffel::Action::PlayerReconnect => None,
        }
    }
}

impl Played for roulette::Roulette {
    fn tables(luck: &mut SplitMix) -> Vec<roulette::Setup> {
        <Self as Subject>::setups(luck)
    }

    fn table_move(&self, luck: &mut SplitMix) -> Option<(Seat, roulette::Action)> {
        let close = roulette::Action::Close;
        if self.round() > 20 && self.is_valid(roulette::HOST, &close).is_ok() {
            return Some((roulette::HOST, close));
        }
        let spin = roulette::Action::Spin;
        if luck.one_in(10) && self.is_valid(roulette::TABLE, &spin).is_ok() {
            return Some((roulette::TABLE, spin));
        }
        protocol::Wire::due(self)
    }

    fn say(&self, seat: Seat, luck: &mut SplitMix) -> Option<protocol::ws::roulette::Command> {
        use protocol::ws::roulette::Command;
        if self.presence(seat) != Some(roulette::Presence::Here) {
            return None;
        }
        Some(match luck.below(12) {
            0 => Command::UndoBet {},
            1 => Command::RemoveBet { bet_index: luck.below(3) },
            2 if luck.one_in(4) => Command::ClearBets {},
            3 => Command::RepeatBets {},
            4 => Command::DoubleBets {},
            5 => Command::Spin {},
            6 => Command::NextRound {},
            _ => {
                // Few places, so that chips come to lie on each other.
                let bets = [5, 38, 95, 110, 130, 139, 143, 145, 152];
                let bet = roulette::Bet::from_index(bets[luck.index(bets.len())])?.named(0);
                Command::PlaceBet {
                    bet_type: bet.kind.into(),
                    numbers: bet.numbers.into_iter().map(Whole::new).collect(),
                    amount: Whole::new(i64::from(5 + luck.below(20))),
                }
            }
        })
    }
}

/// The ids of everybody at a table of this many seats.
pub(crate) fn people(seats: usize) -> Vec<Option<PlayerId>> {
    (0..seats).map(|seat| Some(PlayerId::from_entropy([seat as u8 * 7 + 1; 16]))).collect()
}

/// One command and what came of it.
pub(crate) struct Turn<'a, G: Played> {
    pub(crate) before: &'a G,
    pub(crate) after: &'a G,
    pub(crate) memory_before: &'a G::Memory,
    pub(crate) memory: &'a G::Memory,
    pub(crate) seat: Seat,
    pub(crate) moves: &'a [G::Action],
    pub(crate) events: &'a [G::Event],
    pub(crate) people: People<'a>,
}

impl<G: Played> Turn<'_, G> {
    /// What a viewer's page is told.
    pub(crate) fn told(&self, viewer: Viewer) -> Vec<G::Told> {
        told(self.after, self.events, viewer, self.people)
    }

    /// What a viewer's page shows afterwards.
    pub(crate) fn page(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.after.page(viewer, self.memory)).unwrap()
    }

    /// What a viewer's page showed before.
    pub(crate) fn page_before(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.before.page(viewer, self.memory_before)).unwrap()
    }

    /// The viewers of this table.
    pub(crate) fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        Viewer::all(self.people.0.len())
    }
}

/// What a viewer's page is told about some events.
pub(crate) fn told<G: Spoken>(
    after: &G,
    events: &[G::Event],
    viewer: Viewer,
    people: People,
) -> Vec<G::Told> {
    let seen: Vec<G::Seen> = events.iter().filter_map(|event| after.seen(event, viewer)).collect();
    G::told(&after.view(viewer), &seen, people, None)
}

/// Makes all the moves, or none.
pub(crate) fn carry_out<G: Game>(
    game: &G,
    seat: Seat,
    moves: &[G::Action],
    luck: &mut SplitMix,
) -> Option<(G, Vec<G::Event>)> {
    let mut copy = game.clone();
    let mut events = Vec::new();
    for action in moves {
        let outcome = copy.chance(seat, action).map(|chance| draw(&chance, luck));
        copy.apply(seat, action, outcome, &mut events).ok()?;
    }
    Some((copy, events))
}

/// Plays a game of every table to its end, or for at most `patience` commands, and shows every command.
pub(crate) fn play<G: Played>(seed: u64, patience: u32, visit: &mut dyn FnMut(&Turn<'_, G>)) {
    let mut luck = SplitMix::new(seed);
    for setup in G::tables(&mut luck) {
        let mut game = G::create(&setup).unwrap_or_else(|fault| panic!("{fault}"));
        let mut memory = G::Memory::default();
        let seats = people(game.seats().min(10));
        let people = People(&seats);
        for _ in 0..patience {
            if game.ended().is_some() {
                break;
            }
            let (seat, moves) = next(&game, &memory, seats.len(), &mut luck);
            let Some((after, events)) = carry_out(&game, seat, &moves, &mut luck) else { continue };
            let mut memory_after = memory.clone();
            for event in &events {
                G::remember(&mut memory_after, event);
            }
            visit(&Turn {
                before: &game,
                after: &after,
                memory_before: &memory,
                memory: &memory_after,
                seat,
                moves: &moves,
                events: &events,
                people,
            });
            (game, memory) = (after, memory_after);
        }
    }
}

fn next<G: Played>(
    game: &G,
    memory: &G::Memory,
    seats: usize,
    luck: &mut SplitMix,
) -> (Seat, Vec<G::Action>) {
    for _ in 0..10_000 {
        if let Some((seat, action)) = game.table_move(luck) {
            return (seat, vec![action]);
        }
        let waiting = game.to_move();
        let anybody = luck.one_in(3) || waiting.is_empty();
        let seat = if anybody { Seat(luck.index(seats) as u8) } else { nth(waiting, luck) };
        let Some(command) = game.say(seat, luck) else { continue };
        match game.moves(seat, &command, memory) {
            Ok(moves) => return (seat, moves),
            Err(NoMove::Refused(_) | NoMove::Nothing { .. }) => {}
        }
    }
    panic!("nobody says anything: {game:?}")
}

fn nth(seats: game::SeatSet, luck: &mut SplitMix) -> Seat {
    let index = luck.index(seats.len());
    seats.iter().nth(index).unwrap()
}
