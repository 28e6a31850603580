//! What nodes write to each other: letters changed on the way, lost, doubled, delayed or forged.
//!
//! Whoever can write to the bus is trusted with everything (docs/cluster.md), but a node of another version, or one that is out of its
//! mind, must not take the others along.

use std::collections::VecDeque;
use std::sync::LazyLock;

use cluster::{Content, LETTERS, Letter, Line, Patience, Question, Read, Reply, Unreadable};
use game::Luck;
use serde_json::Value;

use crate::Input;

const PATIENCE: Patience = Patience { pulse: 500, silence: 3_000 };
/// How much happens between two ends before the bus is well again.
const STEPS: u32 = 60;
/// In how many rounds both ends must have found together then.
const FOUND: u32 = 30;

/// One right letter of each kind.
static EXAMPLES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    contents().into_iter().map(|content| serde_json::to_value(letter_with(content)).unwrap()).collect()
});

fn letter_with(content: Content) -> Letter {
    Letter { v: LETTERS, from: "c".into(), line: 7, stream: 1, n: 1, content }
}

fn contents() -> Vec<Content> {
    let (table, player) = (String::from("9999999999999999"), String::from("1111111111111111"));
    let (name, text) = (String::from("Anna"), String::from(r#"{"type":"ping"}"#));
    let id = || "x".to_owned();
    let questions = [
        Question::Summary { table: table.clone(), player: player.clone() },
        Question::Close { table: table.clone() },
        Question::PutAway { table: table.clone() },
        Question::Device { code: "k7m2qx".into() },
    ];
    let replies = [
        Reply::Summary("{}".into()),
        Reply::Done,
        Reply::NotHere,
        Reply::Refused("It is full".into()),
        Reply::Device { player: player.clone(), name: name.clone(), by: "00".repeat(32) },
    ];
    let mut all = vec![
        Content::Pulse,
        Content::Join {
            table,
            page: 1,
            player,
            name,
            device: 2,
            last_seq: Some(3),
            as_spectator: false,
            id: id(),
        },
        Content::Said { page: 1, text: text.clone() },
        Content::Gone { page: 1 },
        Content::Told { page: 1, texts: vec![text.clone(), text] },
        Content::Cut { page: 1, why: 4013 },
        Content::Farewell,
    ];
    all.extend(questions.map(|question| Content::Ask { number: 4, question }));
    all.extend(replies.map(|reply| Content::Answer { number: 4, reply }));
    all
}

/// Tries a letter, or a whole conversation; whether the letter was read, or nothing in the conversation was forged.
pub fn letter(kind: usize, input: &mut Input<'_, impl Luck>) -> bool {
    match kind % 2 {
        0 => changed(input).is_some(),
        _ => conversation(input),
    }
}

/// A letter as it may arrive, right or wrong.
pub fn letter_bytes(input: &mut Input<'_, impl Luck>) -> Vec<u8> {
    let example = &EXAMPLES[input.luck.below(EXAMPLES.len() as u32) as usize];
    input.text(example)
}

/// A letter that was changed: what is read reads back equal after being written again.
fn changed(input: &mut Input<'_, impl Luck>) -> Option<Letter> {
    match Letter::from_bytes(&letter_bytes(input)) {
        Ok(letter) => {
            assert_eq!(Letter::from_bytes(&letter.to_bytes()).as_ref(), Ok(&letter), "{letter:?}");
            Some(letter)
        }
        Err(Unreadable::Broken(what)) => {
            assert!(!what.is_empty(), "a fault has a sentence");
            None
        }
        Err(Unreadable::Version { version, .. }) => {
            assert_ne!(version, LETTERS);
            None
        }
    }
}

/// Two ends of a line and a bus that may do anything.
struct Conversation {
    ends: [Line; 2],
    /// What is on its way to each end; with its number, if the other end wrote it.
    post: [VecDeque<(Letter, Option<u64>)>; 2],
    /// The last number that each end has read.
    read: [u64; 2],
    written: u64,
    now: u64,
}

/// Whatever is lost, doubled, delayed or forged: nobody reads the other end's words out of order or twice, and if nothing was forged, both
/// find together once the bus is well again.
fn conversation(input: &mut Input<'_, impl Luck>) -> bool {
    let ends = ["a", "b"].map(|name| Line::new(name, 0, PATIENCE));
    let mut both = Conversation { ends, post: Default::default(), read: [0; 2], written: 0, now: 0 };
    let mut forged = false;
    for _ in 0..STEPS {
        both.now += u64::from(input.luck.below(800));
        let end = input.luck.below(2) as usize;
        match input.luck.below(9) {
            0..=2 => both.write(end),
            3 => both.tick(end),
            4 => drop(both.post[end].pop_front()),
            5 => {
                let again = both.post[end].front().cloned();
                both.post[end].extend(again);
            }
            6 => {
                if let Some(letter) = changed(input) {
                    both.post[end].push_front((letter, None));
                    forged = true;
                }
            }
            _ => {
                for _ in 0..input.luck.below(4) {
                    both.deliver(end);
                }
            }
        }
    }
    for round in 0..FOUND + 10 {
        both.now += 300;
        for end in [0, 1] {
            both.tick(end);
            both.write(end);
        }
        while let Some(understood) = both.deliver(0).or_else(|| both.deliver(1)) {
            assert!(understood || forged || round < FOUND, "still broken in round {round}");
        }
    }
    !forged
}

impl Conversation {
    fn write(&mut self, end: usize) {
        self.written += 1;
        let said = Content::Said { page: 1, text: String::new() };
        let letter = self.ends[end].write(said, self.now);
        self.post[1 - end].push_back((letter, Some(self.written)));
    }

    fn tick(&mut self, end: usize) {
        self.ends[end].fell_silent(self.now);
        if let Some(pulse) = self.ends[end].pulse(self.now) {
            self.written += 1;
            self.post[1 - end].push_back((pulse, Some(self.written)));
        }
    }

    /// Hands the next letter over; whether it was understood, if there is one.
    fn deliver(&mut self, end: usize) -> Option<bool> {
        let (letter, number) = self.post[end].pop_front()?;
        let read = self.ends[end].read(letter, self.now);
        let understood = matches!(read, Read::Next(_));
        match read {
            Read::Next(_) | Read::Anew(_) => {
                if let Some(number) = number {
                    assert!(number > self.read[end], "{number} after {}", self.read[end]);
                    self.read[end] = number;
                }
            }
            Read::Missing(complaint) | Read::GivenUp(complaint) => {
                self.post[1 - end].push_back((complaint, None));
            }
            Read::Nothing | Read::Missed | Read::Left => {}
        }
        Some(understood)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new kind of content, question or reply does not compile here until it has a number, and fails until it has an example.
    const fn number(content: &Content) -> usize {
        match content {
            Content::Pulse => 0,
            Content::Join { .. } => 1,
            Content::Said { .. } => 2,
            Content::Gone { .. } => 3,
            Content::Told { .. } => 4,
            Content::Cut { .. } => 5,
            Content::Farewell => 6,
            Content::Ask { question: Question::Summary { .. }, .. } => 7,
            Content::Ask { question: Question::Close { .. }, .. } => 8,
            Content::Ask { question: Question::PutAway { .. }, .. } => 9,
            Content::Ask { question: Question::Device { .. }, .. } => 10,
            Content::Answer { reply: Reply::Summary(_), .. } => 11,
            Content::Answer { reply: Reply::Done, .. } => 12,
            Content::Answer { reply: Reply::NotHere, .. } => 13,
            Content::Answer { reply: Reply::Refused(_), .. } => 14,
            Content::Answer { reply: Reply::Device { .. }, .. } => 15,
        }
    }

    #[test]
    fn there_is_an_example_of_every_letter() {
        let numbers: Vec<usize> = contents().iter().map(number).collect();
        assert_eq!(numbers, (0..16).collect::<Vec<_>>());
    }
}
