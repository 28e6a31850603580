//! The command line: what can be asked for, and how it is explained.

use std::path::PathBuf;
use std::time::Duration;

use bots::Company;
use catan::Catan;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, value_parser};
use simulate::contest::{Contest, Entry};
use simulate::statistics::sprt::Hypotheses;
use simulate::{GameName, Plan};

use crate::catanatron_bot::budget;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  stammtisch                              open the table for this machine
  stammtisch serve --listen 0.0.0.0:8080  open it for the local network
  stammtisch show catan --seed 7          watch one game
  stammtisch simulate kniffel --games 100000
  stammtisch simulate catan --rules practice --players 3 --json > report.json
  stammtisch simulate catan --seats greedy,weighted,random,random
  stammtisch solve kniffel                the best mean total there is
  stammtisch engine                       drive the rules from a program
  stammtisch verify game.json             check a recorded game
  stammtisch catanatron-bot               a bot for the simulator Catanatron";

const ARENA: &str = "\
Players for --seats, separated by commas:
  greedy                a bot of ours (docs/bots.md lists them; every game also has random)
  greedy:50ms           with a time for each decision; 1s, 0.5s
  greedy:200n           with a number of nodes: the same games on every machine
  greedy+notrade        Catan: makes no offers and takes none
  exec:./mybot -x       any program, over JSON lines (docs/bots.md §7), with 1 s for each decision
  exec:200ms:./mybot    with another time; quote a comma: 'exec:./mybot \"a,b\"'

Example: stammtisch simulate catan --games 10000 --seed 7
  stammtisch simulate catan --seats greedy,weighted,random,random --games 400
  stammtisch simulate catan --seats greedy,greedy+notrade,greedy+notrade --csv=games.csv
  stammtisch simulate catan --seats 'greedy,exec:python3 examples/bot.py' --replays games
  stammtisch simulate catan --seats greedy,weighted --sprt 50%,60% --games 5000
  stammtisch simulate kniffel --seats random,novice,expert --round-robin";

/// Catan, Kniffel and roulette: a table for friends in the browser, and the rules for programs.
///
/// Without a subcommand the table is served, for this machine only.
#[derive(Debug, Parser)]
#[command(name = "stammtisch", version, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serves the table: people play in their browsers
    #[command(after_help = "Example: stammtisch serve --listen 0.0.0.0:8080 --data /var/lib/stammtisch")]
    Serve(Serve),
    /// Shows one game between random players, move by move
    #[command(after_help = "Example: stammtisch show kniffel --players 3 --delay 500")]
    Show(Show),
    /// Plays many games between random players, or between bots and programs, and counts what came of them
    #[command(after_help = ARENA)]
    Simulate(Simulate),
    /// Computes the exact value of a game under the best play
    #[command(subcommand, after_help = "Example: stammtisch solve kniffel --extra-kniffel")]
    Solve(Solve),
    /// Answers requests for the rules, one JSON object a line in, one a line out
    #[command(after_help = "Example: echo '{\"id\":1,\"cmd\":\"hello\"}' | stammtisch engine")]
    Engine,
    /// Replays a recorded game and recomputes its luck
    ///
    /// Prints what the game was. If something does not fit, the first such thing goes to standard error and the exit code is 1.
    #[command(after_help = "Example: stammtisch verify game.json")]
    Verify {
        /// The file of a game that was played at a table, or the log of the engine; - reads standard input
        file: PathBuf,
    },
    /// Plays for a colour in the Python simulator Catanatron, over its line protocol
    ///
    /// Reads one JSON object a line and answers every question with a member of its list. See docs/catanatron.md.
    #[command(after_help = "Example: stammtisch catanatron-bot --level greedy --budget 500ms")]
    CatanatronBot(CatanatronBot),
}

/// Where to serve, and how. Everything else is set in the file or with --set (docs/configuration.md).
#[derive(Debug, Default, Args)]
pub(crate) struct Serve {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<String>,
    /// The folder with the database [default: data]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<String>,
    /// The address that people use, for links and for telling our page from others
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// Proxies whose word about the real address is taken
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',')]
    pub(crate) trusted_proxies: Vec<String>,
    /// A file with settings
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// One more setting, such as sockets.frame=4096
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// Opens the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// What is logged: error, warn, info, debug [default: info]
    #[arg(long, value_name = "LEVEL")]
    pub(crate) log: Option<String>,
    /// Logs as JSON, one object a line
    #[arg(long)]
    pub(crate) log_json: bool,
}

/// Which game, and how.
#[derive(Debug, Args)]
pub(crate) struct Table {
    /// The game
    #[arg(value_parser = game_parser())]
    pub(crate) game: GameName,
    /// How many play [default: catan 4, kniffel 2, roulette 3]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<u32>,
    /// The rules: official, online or practice for catan, default for the others
    #[arg(long, value_name = "PROFILE")]
    pub(crate) rules: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) table: Table,
    /// Where the luck comes from; the same seed shows the same game [default: any]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// How long to wait after each move [default: 30 on a terminal, otherwise 0]
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(..=60_000))]
    pub(crate) delay: Option<u64>,
    /// How many rounds of roulette
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
}

#[derive(Debug, Args)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) table: Table,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Where the luck comes from; the same seed gives the same games on any number of threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// How many rounds a game of roulette has
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Gives a game up after this many actions [default: 100000, for roulette none]
    #[arg(long, value_name = "ACTIONS", value_parser = value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Prints one JSON object instead of tables
    #[arg(long)]
    pub(crate) json: bool,
    /// Who plays: bots and programs, separated by commas; the seats rotate, on the same boards for everybody
    #[arg(long, value_name = "PLAYERS")]
    pub(crate) seats: Option<String>,
    /// Seats every pair of the players, or every table of --players, and rates them (Elo); --games is for each table
    #[arg(long, requires = "seats")]
    pub(crate) round_robin: bool,
    /// Ends when it is clear whether the first player is LOW or HIGH: shares of wins (25%,30%) or Elo over the others (0,20)
    #[arg(long, value_name = "LOW,HIGH", requires = "seats", conflicts_with = "round_robin", allow_hyphen_values = true, value_parser = hypotheses)]
    pub(crate) sprt: Option<Hypotheses>,
    /// Writes one row a game, as comma-separated values, to a file (--csv=FILE) or in place of the table
    #[arg(long, value_name = "FILE", requires = "seats", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    pub(crate) csv: Option<PathBuf>,
    /// Writes the log of each game into this folder, for `stammtisch verify`
    #[arg(long, value_name = "FOLDER", requires = "seats")]
    pub(crate) replays: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CatanatronBot {
    /// Which of our bots plays
    #[arg(long, value_name = "LEVEL", default_value = strongest(), value_parser = PossibleValuesParser::new(Catan::LEVELS.iter().copied()))]
    pub(crate) level: String,
    /// How long an answer may take; the host waits for 1s by default
    #[arg(long, value_name = "TIME", default_value = "850ms", value_parser = budget)]
    pub(crate) budget: Duration,
}

/// The levels are listed from the weakest up.
fn strongest() -> &'static str {
    Catan::LEVELS.last().copied().unwrap_or_default()
}

/// The games that can be solved.
#[derive(Debug, Subcommand)]
pub(crate) enum Solve {
    /// The best mean total of a player alone
    Kniffel(SolveKniffel),
}

#[derive(Debug, Args)]
pub(crate) struct SolveKniffel {
    /// Five equal dice count as a full house
    #[arg(long)]
    pub(crate) five_of_a_kind_is_full_house: bool,
    /// A further Kniffel brings 50 points more and serves as a joker
    #[arg(long)]
    pub(crate) extra_kniffel: bool,
    /// How many threads compute [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Prints one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

fn hypotheses(text: &str) -> Result<Hypotheses, String> {
    Hypotheses::parse(text)
        .ok_or_else(|| "two shares (25%,30%) or two numbers of Elo (0,20), the lower first".to_owned())
}

fn game_parser() -> impl TypedValueParser<Value = GameName> {
    PossibleValuesParser::new(GameName::ALL.map(GameName::name))
        .map(|name| GameName::from_name(&name).unwrap_or(GameName::Catan))
}

impl Table {
    pub(crate) fn players(&self) -> u32 {
        self.players.unwrap_or(self.game.usual_players())
    }

    /// The name of the rules.
    pub(crate) fn rules(&self) -> String {
        self.rules.clone().unwrap_or_else(|| Plan::new(self.game).rules)
    }
}

impl Simulate {
    /// The contest that is wanted, if one is.
    pub(crate) fn contest(&self) -> Result<Option<Contest>, Failure> {
        let Some(seats) = &self.seats else { return Ok(None) };
        let game = self.table.game;
        let entries =
            Entry::parse_list(game, seats).map_err(|fault| Failure::Arguments(fault.to_string()))?;
        let players = match (self.round_robin, self.table.players) {
            (true, players) => players.unwrap_or(2) as usize,
            (false, None) => entries.len(),
            (false, Some(players)) if players as usize == entries.len() => entries.len(),
            (false, Some(players)) => {
                let n = entries.len();
                let fault = format!("--seats names {n} players, --players says {players}");
                return Err(Failure::Arguments(fault));
            }
        };
        Ok(Some(Contest {
            game,
            rules: self.table.rules(),
            entries,
            players,
            games: self.games,
            seed: self.seed,
            rounds: self.rounds,
            limit: self.limit.unwrap_or(Plan::usual_limit(game)),
            test: self.sprt,
        }))
    }

    pub(crate) fn plan(&self) -> Plan {
        let game = self.table.game;
        Plan {
            game,
            games: self.games,
            players: self.table.players(),
            rules: self.table.rules(),
            seed: self.seed,
            rounds: self.rounds,
            limit: self.limit.unwrap_or(Plan::usual_limit(game)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_names_the_players_that_are_usual() {
        let mut command = Cli::command();
        let show = command.find_subcommand_mut("show").expect("it is there").render_long_help().to_string();
        for game in GameName::ALL {
            assert!(show.contains(&format!("{game} {}", game.usual_players())), "{show}");
            assert!(game.profiles().iter().all(|profile| show.contains(profile)), "{show}");
        }
    }
}
