//! Between a table and its snapshot: what must last goes out, and comes in again.
//!
//! Nothing that is fleeting takes part (who is connected, what bots think): that comes back by itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use fair::ceremony::Entropy;
use fair::commit::server_commitment;
use fair::{Ceremony, Context, Hash, Secret};
use game::Seat;
use protocol::Wire;
use protocol::table::snapshot::{self, SnapshotOf};
use protocol::table::{Bytes32, TableId};
use protocol::ws::Spoken;

use crate::clock::Clock;
use crate::thinking::Thoughts;
use crate::{Chair, Limits, Over, Pause, Played, Playing, Seeding, Sitter, Stage, Substitute, Table};

type KeptGame<G> = snapshot::Game<<G as Wire>::WireStart, <G as Wire>::WireState, <G as Spoken>::Memory>;
type KeptStage<G> = snapshot::Stage<<G as Wire>::WireStart, <G as Wire>::WireState, <G as Spoken>::Memory>;

pub(crate) fn chair_out(chair: &Chair) -> snapshot::Chair {
    let sitter = match &chair.sitter {
        Sitter::Person(None) => snapshot::Sitter::Person,
        Sitter::Person(Some(Substitute::Meanwhile)) => snapshot::Sitter::Substitute,
        Sitter::Person(Some(Substitute::ForGood)) => snapshot::Sitter::GivenUp,
        Sitter::Bot(level) => snapshot::Sitter::Bot(level.clone()),
    };
    let Chair { player, name, color, ready, .. } = chair.clone();
    snapshot::Chair { player, sitter, name, color, ready }
}

fn chair_in(chair: snapshot::Chair) -> Chair {
    let sitter = match chair.sitter {
        snapshot::Sitter::Person => Sitter::Person(None),
        snapshot::Sitter::Substitute => Sitter::Person(Some(Substitute::Meanwhile)),
        snapshot::Sitter::GivenUp => Sitter::Person(Some(Substitute::ForGood)),
        snapshot::Sitter::Bot(level) => Sitter::Bot(level),
    };
    let snapshot::Chair { player, name, color, ready, .. } = chair;
    Chair { player, sitter, name, color, ready, away_since: None }
}

pub(crate) fn stage_out<G: Played>(stage: &Stage<G>) -> KeptStage<G> {
    match stage {
        Stage::Lobby { countdown } => snapshot::Stage::Lobby { countdown: *countdown },
        Stage::Seeding(seeding) => snapshot::Stage::Seeding {
            seeds: seeds_out(seeding.number, seeding.seed, &seeding.ceremony),
            until: seeding.until,
        },
        Stage::Playing(playing) => snapshot::Stage::Playing(Box::new(game_out(playing))),
        Stage::Over(over) => snapshot::Stage::Over {
            game: Box::new(game_out(&over.played)),
            at: over.at,
            how: over.how,
            winners: over.winners.clone(),
            scores: over.scores.clone(),
            rematch: over.rematch.clone(),
        },
        Stage::Closed => snapshot::Stage::Closed,
    }
}

fn game_out<G: Played>(playing: &Playing<G>) -> KeptGame<G> {
    snapshot::Game {
        seeds: seeds_out(playing.number, playing.seed, &playing.ceremony),
        began: playing.began,
        start: playing.start.clone(),
        state: playing.game.state_out(),
        memory: playing.memory.clone(),
        rolls: playing.rolls.iter().map(|((seat, value), times)| ((*seat).into(), *value, *times)).collect(),
        position: playing.position,
        draws: playing.draws,
        cards: playing.cards,
        clock: playing.clock.kept(),
        pause: playing.pause.map(|pause| (pause.reason, pause.since)),
        votes: playing.votes.clone(),
    }
}

fn seeds_out(number: u32, server: Bytes32, ceremony: &Ceremony) -> snapshot::Seeds {
    let seats = ceremony.seats().iter().map(|entropy| snapshot::SeatSeed {
        person: *entropy != Entropy::Bot,
        commitment: entropy.commitment().map(|hash| Bytes32(hash.0)),
        seed: entropy.seed().map(|seed| Bytes32(*seed.bytes())),
    });
    snapshot::Seeds { number, server, seats: seats.collect(), revealing: ceremony.is_revealing() }
}

/// The table that a snapshot describes, with everything that is fleeting left out.
pub(crate) fn thaw<G: Played>(id: TableId, limits: Limits, kept: SnapshotOf<G>) -> Result<Table<G>, String> {
    if kept.chairs.len() != usize::from(G::CHAIRS) {
        return Err(format!("it has {} chairs", kept.chairs.len()));
    }
    let stage = match kept.stage {
        snapshot::Stage::Lobby { countdown } => Stage::Lobby { countdown },
        snapshot::Stage::Seeding { seeds, until } => Stage::Seeding(Box::new(Seeding {
            number: seeds.number,
            seed: seeds.server,
            ceremony: ceremony_in::<G>(&id, &seeds)?,
            until,
        })),
        snapshot::Stage::Playing(game) => Stage::Playing(Box::new(game_in(&id, *game)?)),
        snapshot::Stage::Over { game, at, how, winners, scores, rematch } => {
            Stage::Over(Box::new(Over { played: game_in(&id, *game)?, at, how, winners, scores, rematch }))
        }
        snapshot::Stage::Closed => Stage::Closed,
    };
    Ok(Table {
        id,
        limits,
        code: kept.code,
        host: kept.host,
        settings: kept.settings,
        chairs: Arc::new(kept.chairs.into_iter().map(|chair| chair.map(chair_in)).collect()),
        stage,
        games: kept.games,
        seq: kept.seq,
        here: Arc::default(),
        empty_since: None,
        host_gone: None,
        still_since: None,
    })
}

fn game_in<G: Played>(id: &TableId, kept: KeptGame<G>) -> Result<Playing<G>, String> {
    let ceremony = ceremony_in::<G>(id, &kept.seeds)?;
    let sealed = ceremony.seal(&Secret::from(kept.seeds.server.0)).map_err(|fault| fault.to_string())?;
    let rolls = kept.rolls.into_iter().map(|(seat, value, times)| ((seat.into(), value), times));
    // In order, and each once, whatever the snapshot says.
    let rolls: BTreeMap<_, _> = rolls.collect();
    Ok(Playing {
        number: kept.seeds.number,
        began: kept.began,
        game: G::state_in(&kept.state).map_err(|faults| faults.join("; "))?,
        start: kept.start,
        ceremony: Arc::new(ceremony),
        seed: kept.seeds.server,
        luck: Arc::new(sealed.luck),
        memory: kept.memory,
        rolls: rolls.into_iter().collect(),
        position: kept.position,
        draws: kept.draws,
        cards: kept.cards,
        clock: Clock::from_kept(&kept.clock),
        pause: kept.pause.map(|(reason, since)| Pause { reason, since }),
        votes: kept.votes,
        thoughts: Thoughts::default(),
    })
}

/// The exchange of seeds once more, step by step: what does not follow from its steps is refused.
fn ceremony_in<G: Played>(id: &TableId, kept: &snapshot::Seeds) -> Result<Ceremony, String> {
    let context = Context::new(id.as_str(), kept.number).map_err(|fault| fault.to_string())?;
    let commitment = server_commitment(G::KIND, &context, &Secret::from(kept.server.0));
    let mut ceremony = Ceremony::new(context, G::KIND, commitment, kept.seats.iter().map(|seat| seat.person));
    let seats = || (0..).map(Seat).zip(&kept.seats);
    for (seat, commitment) in seats().filter_map(|(seat, kept)| Some((seat, kept.commitment?))) {
        ceremony.commit(seat, Hash(commitment.0)).map_err(|fault| fault.to_string())?;
    }
    if kept.revealing {
        ceremony.open_reveals();
    }
    for (seat, seed) in seats().filter_map(|(seat, kept)| Some((seat, kept.seed?))) {
        ceremony.reveal(seat, Secret::from(seed.0)).map_err(|fault| fault.to_string())?;
    }
    Ok(ceremony)
}
