//! Who somebody is: a secret token, known to the server only by its hash.
//!
//! Browsers hold the token in a cookie that scripts cannot read; programs send it as a bearer token. A *device code* takes an
//! identity to another device: typed in there within a minute, once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, header};
use protocol::table::PlayerId;
use sha2::{Digest, Sha256};

use crate::api::Trouble;
use crate::app::App;
use crate::{entropy, storing};

/// The cookie's name.
pub(crate) const COOKIE: &str = "stammtisch";

/// How long a token has: 32 bytes in hex.
const TOKEN_LENGTH: usize = 64;

/// A player who has shown a token.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub(crate) player: PlayerId,
    pub(crate) name: String,
    pub(crate) device: Device,
    /// How often somebody had been put out when the token was looked up.
    pub(crate) as_of: u64,
    token: store::TokenHash,
}

impl Identity {
    pub(crate) fn new(player: PlayerId, name: String, token: store::TokenHash, as_of: u64) -> Self {
        Self { player, name, device: Device::with(&token), as_of, token }
    }

    /// The hash of the token that was shown.
    pub(crate) const fn token(&self) -> &store::TokenHash {
        &self.token
    }

    /// Whether the token is still good, asked only if somebody was put out since it was looked up.
    pub(crate) async fn still_holds(&self, app: &App) -> bool {
        if app.lines.evictions() == self.as_of {
            return true;
        }
        let token = self.token;
        let player = storing::read(&app.store, move |store| store.player_by_token(&token)).await;
        matches!(player, Ok(Some(player)) if !player.banned)
    }
}

/// One of a player's devices. Each has a token of its own; this is part of its hash, and says nothing about the token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Device(u64);

impl Device {
    /// The device that has this number.
    pub(crate) const fn numbered(number: u64) -> Self {
        Self(number)
    }

    /// Its number, for another node of ours.
    pub(crate) const fn number(self) -> u64 {
        self.0
    }

    fn with(hash: &store::TokenHash) -> Self {
        Self(hash.iter().take(8).fold(0, |id, byte| id << 8 | u64::from(*byte)))
    }
}

/// A fresh token and its hash.
pub(crate) fn new_token() -> Result<(String, store::TokenHash), getrandom::Error> {
    let token = protocol::table::Bytes32(entropy::fresh()?).to_hex();
    let hash = hash(&token);
    Ok((token, hash))
}

fn hash(token: &str) -> store::TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// The token of a request, from its bearer header or its cookie.
fn token(headers: &HeaderMap) -> Option<&str> {
    let bearer = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    let cookie = || {
        headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).find_map(|value| {
            value.split(';').find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
        })
    };
    bearer.or_else(cookie).filter(|token| token.len() == TOKEN_LENGTH)
}

/// Who asks; `None` if nobody we know. Whoever is banned is told so.
pub(crate) async fn identify(app: &App, headers: &HeaderMap) -> Result<Option<Identity>, Trouble> {
    let Some(token) = token(headers).map(hash) else { return Ok(None) };
    let as_of = app.lines.evictions();
    let player = storing::read(&app.store, move |store| store.player_by_token(&token)).await?;
    let Some(player) = player else { return Ok(None) };
    if player.banned {
        return Err(Trouble::banned());
    }
    note_seen(app, &player, token);
    let id = player.id.as_str().parse().ok();
    Ok(id.map(|id| Identity::new(id, player.name, token, as_of)))
}

/// Notes when somebody was last here, by the hour and no more often. Nobody waits for it.
fn note_seen(app: &App, player: &store::Player, token: store::TokenHash) {
    const HOUR: i64 = 3_600_000;
    let now = app.clock.now();
    let hour = now - now.rem_euclid(HOUR);
    if player.seen_at_ms < hour {
        let noted = |noted: Result<(), store::StoreFault>| {
            if let Err(fault) = noted {
                tracing::warn!(%fault, "it was not noted who was here");
            }
        };
        app.store.seen(token, hour, Box::new(noted));
    }
}

/// The cookie with a token. `secure` where the page is served over TLS.
pub(crate) fn cookie(token: &str, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000{secure}")
}

/// Codes that take an identity to another device.
#[derive(Debug, Default)]
pub(crate) struct DeviceCodes(Mutex<HashMap<String, (Identity, i64)>>);

impl DeviceCodes {
    /// A new code, good until then. A player has one at a time.
    pub(crate) fn give(&self, identity: Identity, now: i64, until: i64) -> Result<String, getrandom::Error> {
        let code = String::from(protocol::table::JoinCode::from_entropy(entropy::fresh()?));
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (who, end)| *end > now && who.player != identity.player);
        codes.insert(code.clone(), (identity, until));
        Ok(code)
    }

    /// Takes a player's code back.
    pub(crate) fn forget(&self, player: &PlayerId) {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (who, _)| who.player != *player);
    }

    /// Uses a code up.
    pub(crate) fn take(&self, code: &str, now: i64) -> Option<Identity> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.remove(&code.to_lowercase()).filter(|(_, until)| *until > now).map(|(identity, _)| identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_in_either_place_and_nowhere_else() {
        let secret = "a".repeat(64);
        let with = |name: header::HeaderName, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            token(&headers).map(str::to_owned)
        };
        assert_eq!(with(header::AUTHORIZATION, &format!("Bearer {secret}")), Some(secret.clone()));
        assert_eq!(with(header::COOKIE, &format!("a=b; stammtisch={secret}; c=d")), Some(secret.clone()));
        assert_eq!(with(header::COOKIE, &format!("xstammtisch={secret}")), None);
        assert_eq!(with(header::AUTHORIZATION, &secret), None);
        assert_eq!(with(header::AUTHORIZATION, "Bearer short"), None);
    }

    #[test]
    fn a_device_code_is_good_once_and_for_a_while() {
        let codes = DeviceCodes::default();
        let player = PlayerId::from_entropy([1; 16]);
        let who = Identity::new(player, "Ada".into(), [0; 32], 0);
        let code = codes.give(who.clone(), 0, 60).unwrap();
        assert!(codes.take("000000", 1).is_none() || code == "000000");
        assert_eq!(codes.take(&code.to_uppercase(), 59).unwrap().player, who.player);
        assert!(codes.take(&code, 59).is_none());
        let late = codes.give(who.clone(), 0, 60).unwrap();
        assert!(codes.take(&late, 60).is_none());
        let withdrawn = codes.give(who.clone(), 0, 60).unwrap();
        codes.forget(&who.player);
        assert!(codes.take(&withdrawn, 1).is_none());
        let first = codes.give(who.clone(), 0, 60).unwrap();
        let second = codes.give(who, 0, 60).unwrap();
        assert!(first == second || codes.take(&first, 1).is_none());
    }
}
