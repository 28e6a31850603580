//! Trains the value that Catan's searching bots judge positions by.
//!
//! Generation by generation: the net of the last one plays against itself, and a net learns from the newest games who
//! wins from where. The first generation learns from games of the level `greedy`. The same flags give the same weights.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of games and rows are far below what an f32 holds exactly"
)]

mod selfplay;
mod train;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use bots::Dice;
use bots::catan::mind::features::inputs;
use bots::catan::mind::net::Net;
use clap::Parser;

use crate::selfplay::{Manner, Rows, play, play_greedy};
use crate::train::{Course, fresh, train};

#[derive(Parser)]
struct Options {
    /// For how many players: 2 or 4 (with some games of three)
    #[arg(long, default_value_t = 4)]
    players: u8,
    /// Games a generation
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    #[arg(long, default_value_t = 5)]
    generations: u32,
    /// Nodes a decision of self-play
    #[arg(long, default_value_t = 30)]
    nodes: u64,
    /// Generations whose games are kept for training
    #[arg(long, default_value_t = 2)]
    keep: usize,
    #[arg(long, default_value_t = 4)]
    epochs: u32,
    /// How much a label trusts what was expected a turn later
    #[arg(long, default_value_t = 0.06)]
    trust: f32,
    #[arg(long, default_value_t = 0.004)]
    heat: f32,
    #[arg(long, default_value_t = 0.02)]
    draft_heat: f32,
    #[arg(long, default_value_t = 1e-3)]
    rate: f32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Weights to go on from
    #[arg(long)]
    from: Option<PathBuf>,
    /// Where the weights go after each generation
    #[arg(long)]
    out: PathBuf,
}

fn main() -> std::io::Result<()> {
    let options = Options::parse();
    let width = inputs(options.players);
    let mut luck = Dice::new(options.seed);
    let mut net = match &options.from {
        Some(path) => Net::from_bytes(&std::fs::read(path)?),
        None => None,
    };
    let mut kept: Vec<Rows> = Vec::new();
    for generation in 0..options.generations {
        let began = Instant::now();
        let seed = luck.word();
        let manner = Manner {
            players: options.players,
            nodes: options.nodes,
            every: 8,
            draft_heat: options.draft_heat,
            heat: options.heat,
            trust: options.trust,
        };
        let rows = gather(options.games, options.threads, options.players, |number| {
            let mut luck = Dice::of_game(seed, number);
            match &net {
                Some(net) => play(net, &manner, &mut luck),
                None => play_greedy(&manner, &mut luck),
            }
        });
        let played = began.elapsed().as_secs_f32();
        let n_rows = rows.len();
        kept.push(rows);
        if kept.len() > options.keep {
            kept.remove(0);
        }
        let mut all = Rows::new(options.players);
        for rows in &kept {
            all.inputs.extend_from_slice(&rows.inputs);
            all.labels.extend_from_slice(&rows.labels);
        }
        let mut learner = net.clone().unwrap_or_else(|| fresh(width, &mut luck));
        let rate = if net.is_none() { 2e-3 } else { options.rate };
        let course = Course { epochs: options.epochs, rate, decay: 1e-4 };
        let (before, after) = train(&mut learner, &all, &course, &mut luck);
        println!(
            "generation {generation}: {} games in {played:.0} s, {n_rows} rows, loss {before:.4} -> {after:.4} on {} rows, {:.0} s",
            options.games,
            all.len(),
            began.elapsed().as_secs_f32()
        );
        std::fs::write(&options.out, learner.to_bytes())?;
        net = Some(learner);
    }
    Ok(())
}

/// Plays games on several threads; the rows in the order of the games.
fn gather(games: u64, threads: usize, players: u8, play: impl Fn(u64) -> Rows + Sync) -> Rows {
    let next = AtomicU64::new(0);
    let work = || {
        let mut done: Vec<(u64, Rows)> = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return done;
            }
            done.push((number, play(number)));
        }
    };
    let mut all: Vec<(u64, Rows)> = std::thread::scope(|scope| {
        let crew: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        crew.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    all.sort_by_key(|(number, _)| *number);
    let mut rows = Rows::new(players);
    for (_, more) in all {
        rows.append(more);
    }
    rows
}
