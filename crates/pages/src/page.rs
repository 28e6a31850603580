//! A page as a program: a socket, what it was told, and the view that follows from it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use load::Committed;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::Part;

/// How long a page waits for anything.
const PATIENCE: Duration = Duration::from_secs(20);

/// An id for a message. Ids are scoped to the player, whatever page they come from.
fn fresh_id() -> Value {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("m{}", NEXT.fetch_add(1, Ordering::Relaxed)).into()
}

/// A page that is open.
#[derive(Debug)]
pub struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Whose page it is.
    pub player: String,
    /// Everything it was told, in order.
    pub told: Vec<Value>,
    /// The same, byte for byte as it came.
    pub frames: Vec<String>,
    /// The view, with patches applied.
    pub view: Value,
    view_seq: u64,
    /// The last state of the table.
    pub table: Value,
    /// How the last game began.
    pub started: Value,
    /// The last event number it has seen.
    pub last_seq: u64,
    /// How many bytes came in.
    pub bytes: usize,
    /// Why the server closed it.
    pub closed: Option<CloseFrame>,
    /// What it does when it is asked for a seed; nothing if this is `None`.
    pub part: Option<Part>,
    /// The seed that it committed to last.
    pub committed: Option<Committed>,
}

/// Why a page could not be opened.
pub type OpenFault = tokio_tungstenite::tungstenite::Error;

impl Page {
    /// Opens a page.
    pub async fn open(address: SocketAddr, (player, token): &(String, String)) -> Self {
        Self::try_open(address, player, token, None).await.unwrap()
    }

    /// Opens a page as one of this origin, if the server lets it.
    ///
    /// # Errors
    /// If the server does not.
    pub async fn try_open(
        address: SocketAddr,
        player: &str,
        token: &str,
        origin: Option<&str>,
    ) -> Result<Self, OpenFault> {
        let mut request = format!("ws://{address}/ws").into_client_request()?;
        request.headers_mut().insert("Authorization", format!("Bearer {token}").parse().unwrap());
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Self {
            socket,
            player: player.to_owned(),
            told: vec![],
            frames: vec![],
            view: Value::Null,
            view_seq: 0,
            table: Value::Null,
            started: Value::Null,
            last_seq: 0,
            bytes: 0,
            closed: None,
            part: None,
            committed: None,
        })
    }

    /// Opens a page and joins a table.
    pub async fn at(address: SocketAddr, who: &(String, String), table: &str) -> Self {
        let mut page = Self::open(address, who).await;
        page.does(json!({ "type": "join_table", "tableId": table })).await;
        page
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: &str) {
        // A socket that the server has cut is noticed when reading.
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// Sends any frame.
    pub async fn send_raw(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// The next message, or `None` when the socket is closed.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("something is said");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.bytes += text.len();
                    let told: Value = serde_json::from_str(&text).unwrap();
                    self.take(&told);
                    self.told.push(told.clone());
                    self.frames.push(text.as_str().to_owned());
                    self.take_part(&told).await;
                    return Some(told);
                }
                Some(Ok(Message::Close(frame))) => {
                    self.closed = frame;
                    return None;
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// Follows what it is told, as a real page does.
    fn take(&mut self, told: &Value) {
        self.last_seq = self.last_seq.max(told["seq"].as_u64().unwrap_or(0));
        match told["type"].as_str().unwrap_or("") {
            "table_state" => self.table = told.clone(),
            "game_started" => self.started = told.clone(),
            "view" => {
                self.view = told["view"].clone();
                self.view_seq = told["seq"].as_u64().unwrap();
            }
            "view_patch" => {
                assert_eq!(told["from"].as_u64(), Some(self.view_seq), "a patch fits the view it is for");
                self.view_seq = told["seq"].as_u64().unwrap();
                protocol::ws::patch::apply(&mut self.view, told["patch"].clone());
            }
            _ => {}
        }
    }

    /// Commits and reveals without being told to by a script; the answers come with everything else.
    async fn take_part(&mut self, told: &Value) {
        let Some(part) = self.part else { return };
        let says = match (told["type"].as_str(), &self.committed) {
            (Some("seed_request"), _) => {
                self.committed = part.commits(told);
                let committed = self.committed.as_ref();
                committed.map(|made| json!({ "type": "commit_seed", "commitment": made.commitment }))
            }
            (Some("seeds_committed"), Some(committed)) => part.reveals(committed, told),
            _ => None,
        };
        if let Some(mut message) = says {
            message["id"] = fresh_id();
            self.send(&message).await;
        }
    }

    /// Asks for something; the one answer that it gets.
    pub async fn ask(&mut self, mut message: Value) -> Value {
        if message.get("id").is_none() {
            message["id"] = fresh_id();
        }
        let id = message["id"].clone();
        self.send(&message).await;
        while let Some(told) = self.hear().await {
            let answers = ["ack", "rejected", "invalid_placement"];
            if told["id"] == id && answers.contains(&told["type"].as_str().unwrap_or("")) {
                return told;
            }
        }
        panic!("the socket closed before {message} was answered: {:?}", self.closed);
    }

    /// Asks for something that must be accepted.
    pub async fn does(&mut self, message: Value) -> Value {
        let answer = self.ask(message.clone()).await;
        assert_eq!(answer["type"], "ack", "{message} got {answer}");
        answer
    }

    /// Asks for something that must be refused; the code.
    pub async fn refused(&mut self, message: Value) -> String {
        let answer = self.ask(message.clone()).await;
        assert_ne!(answer["type"], "ack", "{message} got {answer}");
        assert!(answer["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
        answer["code"].as_str().unwrap().to_owned()
    }

    /// Listens until something holds.
    pub async fn hear_until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        for _ in 0..5_000 {
            if holds(self) {
                return;
            }
            assert!(self.hear().await.is_some(), "closed while waiting for {what}: {:?}", self.closed);
        }
        panic!("{what} did not happen");
    }

    /// Hears all that there is to hear, and gets the whole view once more.
    pub async fn catch_up(&mut self) {
        // An id that follows from what was heard, so that pages that were told the same ask the same.
        let id = format!("view{}", self.frames.len());
        self.does(json!({ "type": "get_view", "id": id })).await;
    }

    /// What the table is doing.
    #[must_use]
    pub fn phase(&self) -> &str {
        self.table["phase"].as_str().unwrap_or("")
    }

    /// Whether a message of this type was told.
    #[must_use]
    pub fn heard(&self, kind: &str) -> bool {
        self.told.iter().any(|told| told["type"] == kind)
    }

    /// The seat of this page's player.
    #[must_use]
    pub fn seat(&self) -> Option<u64> {
        let players = self.table["players"].as_array()?;
        players.iter().find(|player| player["playerId"] == self.player.as_str())?["seat"].as_u64()
    }

    /// Closes the page.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}
