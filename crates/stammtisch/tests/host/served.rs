//! A server in a process of its own, and people who play there.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bots::Dice;
use pages::Page;
use serde_json::{Value, json};

/// What is set so that tests are quick, and so that many pages come from one address.
const HASTY: [&str; 9] = [
    "rates.bytes=[1000000, 1000000]",
    "rates.guests=[10000, 10000]",
    "rates.address=[10000, 10000]",
    "rates.socket=[10000, 10000]",
    "rates.player=[10000, 10000]",
    "sockets.per_address=1000",
    "tables.countdown=0.01",
    "tables.commit=0.05",
    "tables.reveal=0.05",
];

/// A folder that goes when the test does.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("stammtisch-host-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program with some arguments.
pub(crate) fn stammtisch<I: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = I>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stammtisch")).args(arguments).output().unwrap()
}

/// What a server finds around it: variables of the environment, and a file for what it logs.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) environment: Vec<(&'static str, String)>,
    pub(crate) log: Option<PathBuf>,
}

/// The server on a data folder, not started yet.
pub(crate) fn serve(data: &Path, more: &[&str], world: &World) -> Command {
    let level = if world.log.is_some() { "warn" } else { "error" };
    let mut command = Command::new(env!("CARGO_BIN_EXE_stammtisch"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--log", level, "--data"]).arg(data);
    for setting in HASTY.iter().chain(more) {
        command.args(["--set", setting]);
    }
    command.envs(world.environment.iter().map(|(name, value)| (name, value)));
    let log = world.log.as_ref().map(|log| OpenOptions::new().create(true).append(true).open(log).unwrap());
    command.stdout(Stdio::piped()).stderr(log.map_or_else(Stdio::inherit, Stdio::from));
    command
}

/// A server that runs; killed when dropped.
pub(crate) struct Served {
    child: Child,
    data: PathBuf,
    pub(crate) address: SocketAddr,
}

impl Served {
    pub(crate) fn start(data: &Path, more: &[&str]) -> Self {
        Self::start_in(data, more, &World::default())
    }

    /// Starts in a world of one's own choice.
    pub(crate) fn start_in(data: &Path, more: &[&str], world: &World) -> Self {
        Self::started(serve(data, more, world), data)
    }

    /// The usual one, with a program that was built elsewhere.
    #[allow(dead_code, reason = "only measurements need another program")]
    pub(crate) fn start_program(program: &str, data: &Path, more: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.args(serve(data, more, &World::default()).get_args()).stdout(Stdio::piped());
        Self::started(command, data)
    }

    /// A server that was prepared elsewhere.
    pub(crate) fn started(mut command: Command, data: &Path) -> Self {
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let link = lines
            .map_while(Result::ok)
            .find_map(|line| Some(line.trim().strip_prefix("http://")?.to_owned()));
        let address = link.expect("it says where it is").trim_end_matches('/').parse().unwrap();
        Self { child, data: data.to_owned(), address }
    }

    /// The number of its process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// SIGKILL: nothing is finished, nothing is flushed.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops in good order.
    pub(crate) fn stop(mut self) {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(asked.success());
        let begun = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(30), "it stops when it is told to");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// `stammtisch admin` with these arguments: exit code, what it says, and what it complains of.
    pub(crate) fn admin(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let mut all = vec!["admin"];
        all.extend(arguments);
        all.extend(["--data", self.data.to_str().unwrap()]);
        let output = stammtisch(all);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    /// What the host gets, as JSON.
    #[track_caller]
    pub(crate) fn host(&self, arguments: &[&str]) -> Value {
        let mut all = arguments.to_vec();
        all.push("--json");
        let (code, said, complaint) = self.admin(&all);
        assert_eq!(code, Some(0), "{arguments:?}: {said}{complaint}");
        assert_eq!(said.lines().count(), 1, "{said}");
        serde_json::from_str(&said).unwrap()
    }

    /// What the host is told in words.
    #[track_caller]
    pub(crate) fn told(&self, arguments: &[&str]) -> String {
        let (code, said, complaint) = self.admin(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {said}{complaint}");
        said
    }

    /// The code with which something is refused.
    #[track_caller]
    pub(crate) fn refused(&self, arguments: &[&str]) -> String {
        let mut all = arguments.to_vec();
        all.push("--json");
        let (code, said, complaint) = self.admin(&all);
        assert_eq!(code, Some(1), "{arguments:?}: {said}{complaint}");
        let answer: Value = serde_json::from_str(&said).unwrap();
        let reason = answer["problem"]["reason"].as_str().unwrap();
        assert!(complaint.contains(reason), "{complaint}");
        answer["problem"]["code"].as_str().unwrap().to_owned()
    }

    /// A new guest: id and token.
    pub(crate) async fn guest(&self, name: &str) -> (String, String) {
        let body = json!({ "name": name });
        let (status, guest) = pages::request(self.address, "POST", "/api/guests", None, Some(&body)).await;
        assert_eq!(status, 201, "{guest}");
        (guest["playerId"].as_str().unwrap().to_owned(), guest["token"].as_str().unwrap().to_owned())
    }

    /// A new table of somebody; its id.
    pub(crate) async fn table(&self, who: &(String, String), body: &Value) -> String {
        let (status, table) =
            pages::request(self.address, "POST", "/api/tables", Some(&who.1), Some(body)).await;
        assert_eq!(status, 201, "{table}");
        table["tableId"].as_str().unwrap().to_owned()
    }

    /// A request in somebody's name.
    pub(crate) async fn get(&self, who: &(String, String), path: &str) -> (u16, Value) {
        pages::request(self.address, "GET", path, Some(&who.1), None).await
    }

    /// People at a new table of Kniffel with a stake; the game has begun.
    pub(crate) async fn party(&self, people: &[(String, String)]) -> (String, Vec<Page>) {
        self.party_of(people, "kniffel").await
    }

    /// The same with another game. Nobody is hurried: a recorded game is played on when it may be years old.
    pub(crate) async fn party_of(&self, people: &[(String, String)], game: &str) -> (String, Vec<Page>) {
        let stake = if game == "roulette" { 0 } else { 10 };
        let options = json!({ "pace": "instant", "stake": stake, "public": true, "turnSeconds": 0 });
        self.party_with(people, &json!({ "game": game, "options": options })).await
    }

    /// The same as they like it.
    pub(crate) async fn party_with(&self, people: &[(String, String)], body: &Value) -> (String, Vec<Page>) {
        let table = self.table(&people[0], body).await;
        let mut pages = Vec::new();
        for who in people {
            let mut page = Page::at(self.address, who, &table).await;
            page.does(json!({ "type": "sit" })).await;
            pages.push(page);
        }
        for page in &mut pages {
            page.does(json!({ "type": "toggle_ready" })).await;
        }
        begun(&mut pages).await;
        (table, pages)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Listens until the game has begun for all.
pub(crate) async fn begun(pages: &mut [Page]) {
    let playing = |page: &Page| page.phase() == "playing" && page.view.is_object();
    let begins = pages.iter_mut().map(|page| page.hear_until("the beginning", playing));
    futures_util::future::join_all(begins).await;
}

/// Every page plays by its script until the game is over, or until so many moves were made in all.
pub(crate) async fn play(pages: &mut [Page], most: usize) -> usize {
    let moves = &AtomicUsize::new(0);
    let plays = pages.iter_mut().enumerate().map(|(i, page)| async move {
        let mut luck = Dice::new(i as u64 + 1);
        while page.phase() == "playing" && moves.load(Ordering::Relaxed) < most {
            if let Some(message) = pages::choose(page, &mut luck) {
                let answer = page.ask(message).await;
                moves.fetch_add(usize::from(answer["type"] == "ack"), Ordering::Relaxed);
            } else {
                let heard = tokio::time::timeout(Duration::from_millis(200), page.hear()).await;
                assert!(heard.is_err() || heard.is_ok_and(|told| told.is_some()), "the game goes on");
            }
        }
    });
    futures_util::future::join_all(plays).await;
    moves.load(Ordering::Relaxed)
}

/// When the turn that a page shows is over, in milliseconds since 1970.
#[track_caller]
pub(crate) fn deadline(page: &Page) -> i64 {
    page.view["deadline"].as_i64().unwrap_or_else(|| panic!("no deadline: {}", page.view))
}

/// Whether a deadline was moved by a time without a server, which began at this moment. It is known to have been there a little before, and
/// people need a moment to come back.
#[track_caller]
pub(crate) fn is_made_up_for(before: i64, after: i64, died: Instant, signs: Duration) {
    let (moved, gone) = (after - before, i64::try_from(died.elapsed().as_millis()).unwrap());
    let signs = i64::try_from(signs.as_millis()).unwrap();
    assert!(
        (gone - 1_000..=gone + signs + 1_000).contains(&moved),
        "{gone} ms without a server, {moved} ms more"
    );
}

/// Why the server closed a page.
pub(crate) async fn cut(page: &mut Page) -> u16 {
    while page.hear().await.is_some() {}
    page.closed.as_ref().map_or(0, |frame| frame.code.into())
}
