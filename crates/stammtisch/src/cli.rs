//! The command line: what can be asked for, and how it is explained.

use std::path::PathBuf;
use std::time::Duration;

use bots::Company;
use catan::Catan;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, value_parser};
use load::{Rate, Target};
use simulate::contest::{Contest, Entry};
use simulate::statistics::sprt::Hypotheses;
use simulate::{GameName, Plan};

use crate::admin::Admin;
use crate::catanatron_bot::budget;
use crate::check::Check;
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
  stammtisch backup monday.sqlite         copy the database while people play
  stammtisch load http://127.0.0.1:8080   put a server under load
  stammtisch catanatron-bot               a bot for the simulator Catanatron";

const ADMIN: &str = "\
Only the user who runs the server can do this: it goes through a socket in the data folder.

Examples:
  stammtisch admin tables --data /var/lib/stammtisch
  stammtisch admin close abc123
  stammtisch admin mute Anna
  stammtisch admin ban --address 203.0.113.7
  stammtisch admin export Anna > anna.json
  stammtisch admin invite --uses 5 --days 7 --note 'the chess club'";

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

const CHECK: &str = "\
Examples:
  stammtisch check --data /var/lib/stammtisch
  stammtisch check /backups/monday.sqlite
  stammtisch check --database postgresql://stammtisch@db/stammtisch --history seats.jsonl";

const LOAD: &str = "\
Examples:
  stammtisch load http://127.0.0.1:8080                       ten tables, as fast as they can
  stammtisch load --tables 2000 --rate 0.5 --seconds 60 http://127.0.0.1:8080
  stammtisch load --tables 200 --server-pid 4711 --json http://127.0.0.1:8080";

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
    /// Asks something of the server that runs on a data folder: tables, bans, tokens, invitations, people's data
    #[command(after_help = ADMIN)]
    Admin(Admin),
    /// Copies the database of a server, running or not, to a file
    ///
    /// The copy is one state of everything, and is checked before it is said to be there. Moves go on meanwhile.
    #[command(after_help = "Example: stammtisch backup /backups/monday.sqlite --data /var/lib/stammtisch")]
    Backup {
        /// The new file; it must not exist
        file: PathBuf,
        /// The data folder of the server [default: what the environment says, or data]
        #[arg(long, value_name = "FOLDER")]
        data: Option<PathBuf>,
    },
    /// Puts a copy made by `backup` into a data folder that no server uses
    #[command(after_help = "Example: stammtisch restore /backups/monday.sqlite --data /var/lib/stammtisch")]
    Restore {
        /// The copy
        file: PathBuf,
        /// The data folder; made if there is none [default: what the environment says, or data]
        #[arg(long, value_name = "FOLDER")]
        data: Option<PathBuf>,
        /// Puts a database that is there aside
        #[arg(long)]
        replace: bool,
    },
    /// Reads a whole database and says what does not fit: the file, chips, logs, snapshots, the luck of finished games
    ///
    /// Changes nothing, and may run beside the server. If something does not fit, the exit code is 1.
    #[command(after_help = CHECK)]
    Check(Check),
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
    /// Loads a running server: tables of programs play over real sockets and check all that they are told
    ///
    /// Reports moves a second, times from a move to its durable acknowledgement, bytes and errors. If the server loses, repeats or
    /// reorders anything, or a view is not what its patches led to, it says so and the exit code is 1. See docs/load.md.
    #[command(after_help = LOAD)]
    Load(Load),
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
    /// Proxies whose word about the real address is taken: addresses, or networks such as 172.16.1.0/24
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',')]
    pub(crate) trusted_proxies: Vec<String>,
    /// A database of PostgreSQL that several servers share, instead of the file in the folder
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// The NATS server over which they write to each other
    #[arg(long, value_name = "URL")]
    pub(crate) bus: Option<String>,
    /// What this server is called among them [default: the machine's name]
    #[arg(long, value_name = "NAME")]
    pub(crate) node: Option<String>,
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
pub(crate) struct Load {
    /// The server, as in the examples; or several that have the same tables
    #[arg(required = true)]
    pub(crate) url: Vec<Target>,
    /// Servers are ended meanwhile: a table may be out of reach for as long as an answer may take
    #[arg(long)]
    pub(crate) faults: bool,
    /// How long an answer may take, in seconds
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) patience: u64,
    /// How many tables play
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    pub(crate) tables: u32,
    /// How many people sit at each
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(1..=8))]
    pub(crate) seats: u32,
    /// What they play; mix plays all three, in turn from table to table
    #[arg(long, default_value = "kniffel", value_parser = PossibleValuesParser::new(["kniffel", "catan", "roulette", "mix"]))]
    pub(crate) game: String,
    /// Moves a second at each table, evenly spaced; max makes the next one when the last is acknowledged
    #[arg(long, value_name = "R", default_value = "max")]
    pub(crate) rate: Rate,
    /// How long is measured
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = value_parser!(u64).range(1..))]
    pub(crate) seconds: u64,
    /// How long they play before that
    #[arg(long, value_name = "S", default_value_t = 2)]
    pub(crate) warm_up: u64,
    /// Sockets that only listen, in addition
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) idle: u32,
    /// From how many addresses of this machine they come: 127.0.0.1, 127.0.0.2 and so on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..=250))]
    pub(crate) addresses: u8,
    /// After how many moves of a table a view is compared with a whole one; 0 for only at the end
    #[arg(long, value_name = "MOVES", default_value_t = 100)]
    pub(crate) check_every: u64,
    /// After how many moves of a table somebody loses the line and comes back; 0 for only at the end
    #[arg(long, value_name = "MOVES", default_value_t = 1_000)]
    pub(crate) reconnect_every: u64,
    /// The process of a server on this machine: its time and memory are measured too
    #[arg(long, value_name = "PID")]
    pub(crate) server_pid: Option<u32>,
    /// Where the players' choices come from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Writes down what every seat asked for, was answered, heard and saw, for `stammtisch check --history`
    #[arg(long, value_name = "FILE")]
    pub(crate) history: Option<PathBuf>,
    /// How many threads play
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u16).range(1..=64))]
    pub(crate) threads: u16,
    /// Writes a line about each move: its table, when it was asked for and when it was acknowledged
    #[arg(long, value_name = "FILE")]
    pub(crate) diary: Option<PathBuf>,
    /// Prints one JSON object
    #[arg(long)]
    pub(crate) json: bool,
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
