//! Text frames of WebSocket as a server writes them: a head that says how long the text is, and the text (RFC 6455 §5.2).
//!
//! What is to be sent lies in one piece, frame after frame, as it goes to the socket. Reading, where others decide what comes, is left to
//! tungstenite.

/// The first byte of a text in one piece.
const TEXT: u8 = 0x81;
/// Instead of a length: it follows in two bytes, or in eight.
const TWO: u8 = 126;
const EIGHT: u8 = 127;

/// Appends a text as a frame.
pub(crate) fn put(bytes: &mut Vec<u8>, text: &str) {
    let length = text.len();
    bytes.reserve(length + 10);
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ ..TWO), _) => bytes.extend_from_slice(&[TEXT, short]),
        (_, Ok(length)) => {
            let [high, low] = length.to_be_bytes();
            bytes.extend_from_slice(&[TEXT, TWO, high, low]);
        }
        (_, Err(_)) => {
            bytes.extend_from_slice(&[TEXT, EIGHT]);
            bytes.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    bytes.extend_from_slice(text.as_bytes());
}

/// The texts of frames that were [put](put) one after the other.
pub(crate) fn texts(mut bytes: &[u8]) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let (&TEXT, head) = bytes.split_first()? else { return None };
        let (length, rest) = match head.split_first()? {
            (&EIGHT, rest) => {
                let (length, rest) = rest.split_first_chunk()?;
                (usize::try_from(u64::from_be_bytes(*length)).ok()?, rest)
            }
            (&TWO, rest) => {
                let (length, rest) = rest.split_first_chunk()?;
                (u16::from_be_bytes(*length).into(), rest)
            }
            (&short, rest) => (short.into(), rest),
        };
        let (text, rest) = rest.split_at_checked(length)?;
        bytes = rest;
        std::str::from_utf8(text).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocket};

    /// Texts of every length at which the head changes.
    fn samples() -> Vec<String> {
        let lengths = [0, 1, 2, 124, 125, 126, 127, 128, 255, 256, 257, 65_534, 65_535, 65_536, 70_000];
        lengths.map(|length| "ä".repeat(length / 2) + if length % 2 == 0 { "" } else { "x" }).into()
    }

    fn framed() -> Vec<u8> {
        let mut bytes = Vec::new();
        for text in samples() {
            put(&mut bytes, &text);
        }
        bytes
    }

    #[test]
    fn tungstenite_reads_what_was_put() {
        let bytes = framed();
        let mut socket = WebSocket::from_raw_socket(Cursor::new(bytes), Role::Client, None);
        for text in samples() {
            assert_eq!(socket.read().unwrap(), Message::text(text));
        }
    }

    #[test]
    fn texts_come_out_as_they_were_put_in() {
        let bytes = framed();
        assert!(texts(&bytes).eq(samples()));
        // One that is not all there is not there.
        assert_eq!(texts(&bytes[..bytes.len() - 1]).count(), samples().len() - 1);
    }
}
