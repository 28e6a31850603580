//! Random games as a table would play them: a ceremony, the order of the seats and the board drawn, moves, the file.

use std::sync::OnceLock;

use bots::{Dice, Player as Bot};
use catan::Catan;
use fair::commit::{seat_commitment, server_commitment};
use fair::{Ceremony, Context, Kind, Secret, seat_order};
use game::{Legal, Luck, Move, Seat, Unheard};
use kniffel::Kniffel;
use protocol::file::{DrawnPart, PlayedGame, Player, Recorded, record};
use roulette::Roulette;

/// The most moves of a random game.
const PATIENCE: usize = 20_000;

/// What somebody does in the ceremony.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Reveals,
    OnlyCommits,
    Sleeps,
    IsBot,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub(crate) struct Plan<S> {
    pub(crate) table: &'static str,
    pub(crate) number: u32,
    pub(crate) chairs: Vec<Part>,
    pub(crate) start: S,
    /// Where the secrets and the random players' choices come from.
    pub(crate) seed: u64,
    /// How many moves until it is aborted.
    pub(crate) most: usize,
}

fn secret(luck: &mut Dice) -> Secret {
    Secret::from(std::array::from_fn(|_| luck.below(256) as u8))
}

/// The ceremony, sealed, and the server's seed.
fn ceremony<S>(kind: Kind, plan: &Plan<S>, luck: &mut Dice) -> (Ceremony, Secret) {
    let context = Context::new(plan.table, plan.number).unwrap();
    let server = secret(luck);
    let commitment = server_commitment(kind, &context, &server);
    let people = plan.chairs.iter().map(|part| *part != Part::IsBot);
    let mut ceremony = Ceremony::new(context.clone(), kind, commitment, people);
    let secrets: Vec<Secret> = plan.chairs.iter().map(|_| secret(luck)).collect();
    let chairs = || (0..).map(Seat).zip(&plan.chairs).zip(&secrets);
    for ((chair, part), seed) in chairs() {
        if matches!(part, Part::Reveals | Part::OnlyCommits) {
            ceremony.commit(chair, seat_commitment(&context, &commitment, chair, seed)).unwrap();
        }
    }
    ceremony.open_reveals();
    for ((chair, part), seed) in chairs() {
        if *part == Part::Reveals {
            ceremony.reveal(chair, seed.clone()).unwrap();
        }
    }
    (ceremony, server)
}

/// Plays a game and gives its file.
pub(crate) fn play<G: Recorded + Bot>(plan: &Plan<G::WireStart>) -> Vec<u8> {
    let mut luck = Dice::new(plan.seed);
    let (ceremony, server_seed) = ceremony(G::KIND, plan, &mut luck);
    let fate = ceremony.seal(&server_seed).unwrap().luck;
    let n = plan.chairs.len() as u8;
    let order = fate.fair().map_or_else(|| (0..n).collect(), |fair| seat_order(fair, n));
    let sitting = |&chair: &u8| Player {
        name: format!("Gast \"{chair}\" ä"),
        bot: (plan.chairs[usize::from(chair)] == Part::IsBot).then(|| "random".to_owned()),
        chair,
    };
    let players: Vec<Player> = order.iter().map(sitting).collect();
    let (setup, mut settled) = G::settle(n, &plan.start, &fate).unwrap();
    settled.extend(fate.fair().map(|_| DrawnPart::SeatOrder));

    let mut game = G::create(&setup).unwrap();
    let (mut moves, mut draws) = (Vec::new(), 0);
    while moves.len() < plan.most {
        assert!(moves.len() < PATIENCE, "the game does not end");
        let Some((seat, action)) = game.due().or_else(|| next(&game, &mut luck)) else { break };
        let chance = game.chance(seat, &action);
        let decided = chance.map(|chance| fate.draw(&chance, moves.len() as u64, draws).unwrap());
        let outcome = decided.map(|(outcome, _)| outcome);
        draws += u64::from(outcome.is_some());
        game.apply(seat, &action, outcome, &mut Unheard).unwrap();
        moves.push(Move { seat, action, outcome });
    }
    let played = PlayedGame::<G> {
        ceremony: &ceremony,
        server_seed: &server_seed,
        players: &players,
        setup: &setup,
        drawn: &settled,
        moves: &moves,
    };
    record(&played).unwrap()
}

/// What somebody does next. Now and then it is the last that is listed, where games list coming and going.
fn next<G: Recorded + Bot>(game: &G, luck: &mut Dice) -> Option<(Seat, G::Action)> {
    let seat = game.to_move().lowest()?;
    if luck.below(30) == 0 {
        let other = Seat(1 + luck.below(3) as u8);
        let legal = game.legal(other);
        if let Some(last) = legal.len().checked_sub(1).and_then(|last| legal.get(last)) {
            return Some((other, last));
        }
    }
    Some((seat, game.random_action(seat, luck)?))
}

pub(crate) fn catan(profile: protocol::catan::Profile, chairs: &[Part], most: usize) -> Vec<u8> {
    let start = protocol::catan::Start {
        rules: Some(protocol::Choice::Named(profile)),
        ..protocol::catan::Start::default()
    };
    play::<Catan>(&Plan { table: "h0lz", number: 3, chairs: chairs.to_vec(), start, seed: 4, most })
}

pub(crate) fn kniffel(chairs: &[Part], most: usize) -> Vec<u8> {
    let start = protocol::kniffel::Start::default();
    play::<Kniffel>(&Plan { table: "w-rfel_6", number: 1, chairs: chairs.to_vec(), start, seed: 5, most })
}

/// Few chips, since who has chips left seldom spins.
pub(crate) fn roulette(chairs: &[Part], most: usize) -> Vec<u8> {
    let start = protocol::roulette::Start { chips: Some(9), ..protocol::roulette::Start::default() };
    play::<Roulette>(&Plan { table: "kessel", number: 70_000, chairs: chairs.to_vec(), start, seed: 6, most })
}

/// Whole games of every kind, by name; played once for all tests.
pub(crate) fn all() -> &'static [(&'static str, Vec<u8>)] {
    static FILES: OnceLock<Vec<(&str, Vec<u8>)>> = OnceLock::new();
    FILES.get_or_init(play_all)
}

fn play_all() -> Vec<(&'static str, Vec<u8>)> {
    use Part::{IsBot, OnlyCommits, Reveals, Sleeps};
    use protocol::catan::Profile::{Official, Online, Practice};
    vec![
        ("catan-official", catan(Official, &[Reveals, IsBot, Reveals, OnlyCommits], usize::MAX)),
        ("catan-online", catan(Online, &[Sleeps, Reveals, Reveals], usize::MAX)),
        ("catan-practice", catan(Practice, &[IsBot, IsBot], usize::MAX)),
        ("catan-aborted", catan(Official, &[Reveals, Reveals], 200)),
        ("kniffel", kniffel(&[Reveals, OnlyCommits, IsBot], usize::MAX)),
        ("kniffel-aborted", kniffel(&[Reveals, Reveals], 0)),
        ("roulette", roulette(&[Reveals, Reveals, Sleeps], usize::MAX)),
        ("roulette-aborted", roulette(&[Reveals], 90)),
    ]
}
