//! Who may make a name here: everybody, unless the host wants a password, an invitation, or both.
//!
//! Whoever has a name was let in, and is not asked again: a table needs nothing more. What was wrong counts against the
//! address that it came from, as wrong codes of tables do; what was right does not.

use std::net::IpAddr;

use axum::http::StatusCode;
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};
use store::{NewPlayer, StoreFault};

use crate::api::Trouble;
use crate::app::App;
use crate::storing;

/// The longest password, in characters.
const LONGEST: usize = 200;

/// The password of the server, as a hash: nobody finds it in a log or in memory.
#[derive(Clone, PartialEq, Eq)]
pub struct Password([u8; 32]);

impl Password {
    /// Whether this is it. Takes the same time however much of it is right.
    #[must_use]
    pub fn is(&self, given: &str) -> bool {
        let given: [u8; 32] = Sha256::digest(given.as_bytes()).into();
        let differences =
            self.0.iter().zip(given).fold(0, |all, (own, other)| std::hint::black_box(all | (own ^ other)));
        differences == 0
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password")
    }
}

impl<'de> Deserialize<'de> for Password {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        // The page takes blanks at the ends away, so they cannot be part of it.
        if text.trim() != text || text.is_empty() || text.chars().count() > LONGEST {
            let fault = format!("a password has 1 to {LONGEST} characters, and no blanks at its ends");
            return Err(serde::de::Error::custom(fault));
        }
        Ok(Self(Sha256::digest(text.as_bytes()).into()))
    }
}

/// Whether somebody knows the password, if there is one.
pub(crate) fn look_at_password(app: &App, client: IpAddr, given: Option<&str>) -> Result<(), Trouble> {
    let Some(password) = &app.config.password else { return Ok(()) };
    let Some(given) = given else {
        return Err(Trouble::new(StatusCode::FORBIDDEN, "password_needed", "This server has a password"));
    };
    if !app.codes.take(&client.into()) {
        return Err(Trouble::too_many());
    }
    if !password.is(given) {
        let reason = "This is not the password of this server";
        return Err(Trouble::new(StatusCode::FORBIDDEN, "wrong_password", reason));
    }
    app.codes.give_back(&client.into());
    Ok(())
}

/// Creates a player, with an invitation if one is needed; it is used up only if the player is there then.
pub(crate) async fn create(
    app: &App,
    client: IpAddr,
    player: NewPlayer,
    invite: Option<String>,
) -> Result<(), Trouble> {
    if !app.config.invite_only {
        storing::write(|done| app.store.create_player(player, done)).await?;
        return Ok(());
    }
    let Some(code) = invite else {
        let reason = "This server is by invitation only";
        return Err(Trouble::new(StatusCode::FORBIDDEN, "invite_needed", reason));
    };
    if !app.codes.take(&client.into()) {
        return Err(Trouble::too_many());
    }
    let code = code.trim().to_lowercase();
    match storing::write(|done| app.store.create_invited(player, code, done)).await {
        Err(StoreFault::NotInvited) => {
            let reason = "This invitation is not good, or no longer";
            Err(Trouble::new(StatusCode::FORBIDDEN, "bad_invite", reason))
        }
        done => {
            app.codes.give_back(&client.into());
            Ok(done?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Password, serde_json::Error> {
        serde_json::from_value(text.into())
    }

    #[test]
    fn a_password_is_itself_and_nothing_else() {
        let password = read("open sesame").unwrap();
        assert!(password.is("open sesame"));
        for wrong in ["", "open sesam", "open sesame ", "Open sesame", "open sesamf", "xpen sesame"] {
            assert!(!password.is(wrong), "{wrong:?}");
        }
        assert_eq!(format!("{password:?}"), "Password");
        for odd in ["", " ", " x", "x ", &"x".repeat(201)] {
            assert!(read(odd).is_err(), "{odd:?}");
        }
    }
}
