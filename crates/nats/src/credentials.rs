//! Who we are, as the address of the bus says it: `nats://user:password@host`, or `nats://token@host`.
//!
//! `async_nats` reads both from an address and then says neither.

use async_nats::{ConnectOptions, ServerAddr};

/// How to connect as whoever an address names; as nobody, if it names none. One that cannot be read is refused when it is connected to.
pub(crate) fn of(url: &str) -> ConnectOptions {
    let options = ConnectOptions::new();
    let Ok(address) = url.parse::<ServerAddr>() else { return options };
    match (address.username(), address.password()) {
        (Some(user), Some(password)) => options.user_and_password(plain(user), plain(password)),
        (Some(token), None) => options.token(plain(token)),
        (None, _) => options,
    }
}

/// What an address spells with `%40` for `@` and the like.
fn plain(spelt: &str) -> String {
    let (mut bytes, mut rest) = (Vec::with_capacity(spelt.len()), spelt.as_bytes());
    while let [first, after @ ..] = rest {
        let read = match (first, after) {
            (b'%', [high, low, after @ ..]) => byte(*high, *low).map(|byte| (byte, after)),
            _ => None,
        };
        let (byte, after) = read.unwrap_or((*first, after));
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A byte by its two digits.
fn byte(high: u8, low: u8) -> Option<u8> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spelt_in_an_address_is_read() {
        for (spelt, read) in [
            ("", ""),
            ("plain", "plain"),
            ("a%40b%3A%2f", "a@b:/"),
            ("%c3%A4", "ä"),
            ("100%", "100%"),
            ("%4", "%4"),
            ("%zz%+1", "%zz%+1"),
        ] {
            assert_eq!(plain(spelt), read, "{spelt}");
        }
    }
}
