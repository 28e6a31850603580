//! The line between two nodes: numbers on all letters, and what follows when one is missing.
//!
//! The bus that carries letters may lose some, and tells nobody. So both ends count, and say something every now and then although there is
//! nothing to say: whatever is lost is missed within a moment. Then the line is *broken*: everything that rested on it, pages of either
//! side, is let go and comes back on a new one. A line that is merely silent is broken too, and its other end is out of reach until
//! it says something. Whoever stops in good order says farewell: that one is not waited for.

use crate::letter::{Content, LETTERS, Letter};

/// How long a line may be silent, and how often it is used at least; in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// After so long without a letter an empty one is sent.
    pub pulse: u64,
    /// After so long without hearing anything the other end is out of reach.
    pub silence: u64,
}

/// What became of a letter.
#[derive(Clone, PartialEq, Debug)]
pub enum Read {
    /// It is the next one.
    Next(Content),
    /// The other end has begun anew, with this: what rested on the line before is over.
    Anew(Content),
    /// It is an old one: nothing follows.
    Nothing,
    /// It is one of a stream that was given up, which the other end does not know yet: this is to be sent back.
    GivenUp(Letter),
    /// Something is missing: what rested on the line is over, and this is to be sent back.
    Missing(Letter),
    /// The other end misses something: what rested on the line is over.
    Missed,
    /// The other end has stopped for good: what rested on the line is over.
    Left,
}

/// How the other end is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It was heard a moment ago, or has not had the time to answer yet.
    Fine,
    /// Nothing was heard for too long, since this time.
    Silent(u64),
    /// It has said farewell, at this time. A node is one run of a server: it does not come back.
    Left(u64),
}

/// One node's end of the line to another.
///
/// Letters in both directions belong to one *stream*, which has a number. Whoever finds the line broken lets go of what rested on it and goes
/// on in the next stream; the other end does the same when it hears of that, and nobody goes back. So what is read in a stream was written by
/// somebody who had let go as well, and both are in the same stream again as soon as one letter arrives, whoever broke what, and how often.
#[derive(Clone, Debug)]
pub struct Line {
    me: String,
    /// When this line began: letters of an earlier one, that was forgotten, are not mistaken for letters of this one.
    born: u64,
    /// The same of the other end's line; 0 until it is heard.
    theirs: u64,
    stream: u64,
    /// The last number that was used in it.
    wrote: u64,
    /// The next number of theirs that is expected in it.
    next: u64,
    wrote_at: u64,
    heard_at: u64,
    patience: Patience,
    silent: bool,
    left: bool,
}

impl Line {
    /// A line on which nothing was said. The time must not go back from one line to the next.
    #[must_use]
    pub fn new(me: &str, now: u64, patience: Patience) -> Self {
        Self {
            me: me.to_owned(),
            born: now + 1,
            theirs: 0,
            stream: 1,
            wrote: 0,
            next: 1,
            wrote_at: now,
            heard_at: now,
            patience,
            silent: false,
            left: false,
        }
    }

    /// The next letter to the other end.
    pub fn write(&mut self, content: Content, now: u64) -> Letter {
        self.wrote += 1;
        self.wrote_at = now;
        // What is said into a silence rests on the line too, and is let go of when somebody next looks.
        self.silent &= content == Content::Pulse;
        self.letter(self.stream, self.wrote, content)
    }

    fn letter(&self, stream: u64, n: u64, content: Content) -> Letter {
        Letter { v: LETTERS, from: self.me.clone(), line: self.born, stream, n, content }
    }

    /// Goes on in another stream: what was on its way in this one is not read any more.
    const fn begin(&mut self, stream: u64) {
        (self.stream, self.wrote, self.next) = (stream, 0, 1);
    }

    /// Something is missing in a stream: it is over, and so are all before it.
    fn give_up(&mut self, stream: u64) -> Read {
        self.begin(stream + 1);
        Read::Missing(self.letter(stream, 0, Content::Pulse))
    }

    /// Reads a letter of the other end's.
    pub fn read(&mut self, letter: Letter, now: u64) -> Read {
        let Letter { line, stream, n, content, .. } = letter;
        if self.left {
            return Read::Nothing;
        }
        self.heard_at = now;
        // Whatever its number: it is about the node, which will not say again what was lost before it.
        if content == Content::Farewell {
            self.left = true;
            return Read::Left;
        }
        self.silent = false;
        if n == 0 {
            if stream < self.stream {
                return Read::Nothing;
            }
            self.begin(stream + 1);
            return Read::Missed;
        }
        if line < self.theirs {
            return Read::Nothing;
        }
        let forgot_us = self.theirs != 0 && line > self.theirs;
        self.theirs = line;
        if stream > self.stream && n == 1 {
            self.begin(stream);
            self.next = 2;
            return Read::Anew(content);
        }
        if forgot_us || stream > self.stream {
            return self.give_up(stream.max(self.stream));
        }
        if stream < self.stream {
            // Whoever has followed us is there by now, and this is a letter that came twice.
            let followed = self.next > 1;
            let complaint = self.letter(self.stream - 1, 0, Content::Pulse);
            return if followed { Read::Nothing } else { Read::GivenUp(complaint) };
        }
        if n > self.next {
            return self.give_up(stream);
        }
        if n < self.next {
            return Read::Nothing;
        }
        self.next += 1;
        Read::Next(content)
    }

    /// What is to be sent because nothing was for a while.
    pub fn pulse(&mut self, now: u64) -> Option<Letter> {
        let due = !self.left && now.saturating_sub(self.wrote_at) >= self.patience.pulse;
        due.then(|| self.write(Content::Pulse, now))
    }

    /// How the other end is doing.
    #[must_use]
    pub const fn state(&self, now: u64) -> State {
        if self.left {
            return State::Left(self.heard_at);
        }
        let since = self.heard_at + self.patience.silence;
        if now >= since { State::Silent(since) } else { State::Fine }
    }

    /// Whether the line has fallen silent since this was last asked, or was silent and something was said on it all the same: what rested
    /// on it is over.
    pub fn fell_silent(&mut self, now: u64) -> bool {
        let fell = matches!(self.state(now), State::Silent(_)) && !std::mem::replace(&mut self.silent, true);
        if fell {
            self.begin(self.stream + 1);
        }
        fell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Patience = Patience { pulse: 500, silence: 3_000 };

    fn pair() -> (Line, Line) {
        (Line::new("a", 0, PATIENCE), Line::new("b", 0, PATIENCE))
    }

    fn said(text: &str) -> Content {
        Content::Said { page: 1, text: text.to_owned() }
    }

    #[test]
    fn letters_arrive_in_order_and_once() {
        let (mut a, mut b) = pair();
        let letters: Vec<Letter> = ["x", "y", "z"].iter().map(|text| a.write(said(text), 1)).collect();
        for (letter, text) in letters.iter().zip(["x", "y", "z"]) {
            assert_eq!(b.read(letter.clone(), 2), Read::Next(said(text)));
        }
        assert_eq!(b.read(letters[1].clone(), 3), Read::Nothing, "twice");
        let back = b.write(said("back"), 3);
        assert_eq!(a.read(back, 4), Read::Next(said("back")));
    }

    /// What is lost is missed with the next letter, the line begins anew, and what was on its way is not read any more.
    #[test]
    fn what_is_lost_is_missed() {
        let (mut a, mut b) = pair();
        let first = a.write(said("x"), 1);
        let _lost = a.write(said("y"), 1);
        let third = a.write(said("z"), 1);
        let late = a.write(said("late"), 1);
        assert_eq!(b.read(first, 2), Read::Next(said("x")));
        let Read::Missing(complaint) = b.read(third, 2) else { panic!("it is missed") };
        assert_eq!(b.read(late, 2), Read::GivenUp(complaint.clone()));
        assert_eq!(a.read(complaint.clone(), 3), Read::Missed);
        assert_eq!(a.read(complaint, 3), Read::Nothing, "it is about the stream before");
        let anew = a.write(said("x"), 4);
        assert_eq!(b.read(anew, 5), Read::Next(said("x")));
    }

    /// Whoever has said farewell is not waited for, whatever was lost before it and whatever comes after it.
    #[test]
    fn whoever_says_farewell_has_left_for_good() {
        for lost in [false, true] {
            let (mut a, mut b) = pair();
            let first = a.write(said("x"), 1);
            let farewell = a.write(Content::Farewell, 2);
            let late = a.write(said("late"), 2);
            if !lost {
                assert_eq!(b.read(first, 2), Read::Next(said("x")));
            }
            assert_eq!(b.read(farewell, 3), Read::Left);
            assert_eq!(b.state(3), State::Left(3));
            assert_eq!(b.read(late, 4), Read::Nothing);
            assert_eq!(b.pulse(10_000), None, "nobody is there");
            assert!(!b.fell_silent(10_000), "nobody was waited for");
            assert_eq!(b.state(10_000), State::Left(3));
        }
    }

    /// The last letter is lost, and nothing else is to be said: the next pulse shows it.
    #[test]
    fn a_pulse_shows_what_is_missing_at_the_end() {
        let (mut a, mut b) = pair();
        let first = a.write(said("x"), 1);
        assert_eq!(b.read(first, 2), Read::Next(said("x")));
        let _lost = a.write(said("y"), 100);
        assert_eq!(a.pulse(599), None);
        let pulse = a.pulse(600).unwrap();
        assert!(matches!(b.read(pulse, 601), Read::Missing(_)));
        assert_eq!(a.pulse(700), None);
    }

    /// One end falls silent and begins anew: the other one learns of it with the first letter, and then both are at the beginning.
    #[test]
    fn one_end_that_begins_anew_ends_what_the_other_rested_on() {
        let (mut a, mut b) = pair();
        let (first, second) = (a.write(said("x"), 1), b.write(said("y"), 1));
        b.read(first, 2);
        a.read(second, 2);
        let on_its_way = b.write(said("late"), 3);
        assert!(a.fell_silent(3_002));
        assert!(matches!(a.read(on_its_way, 3_003), Read::GivenUp(_)));
        let anew = a.write(Content::Pulse, 3_004);
        assert_eq!(b.read(anew, 3_005), Read::Anew(Content::Pulse));
        let (there, back) = (a.write(said("x"), 3_006), b.write(said("y"), 3_006));
        assert_eq!(b.read(there, 3_007), Read::Next(said("x")));
        assert_eq!(a.read(back, 3_007), Read::Next(said("y")));
    }

    /// One end waits too long for the very first word, gives up, and then hears it: both are at the beginning once, and not over and over.
    #[test]
    fn a_first_word_that_comes_too_late_breaks_the_line_once() {
        let (mut a, mut b) = pair();
        let join = a.write(said("join"), 1);
        assert!(a.fell_silent(3_001));
        assert_eq!(b.read(join, 3_002), Read::Next(said("join")));
        let late = b.write(said("late"), 3_003);
        let anew = a.write(Content::Pulse, 3_003);
        a.read(late, 3_004);
        b.read(anew, 3_004);
        let mut broken = 0;
        for round in 0..10 {
            let now = 3_010 + round * 10;
            let (there, back) = (a.write(Content::Pulse, now), b.write(Content::Pulse, now));
            for (end, letter) in [(&mut b, there), (&mut a, back)] {
                broken += u64::from(!matches!(end.read(letter, now + 1), Read::Next(_)));
            }
        }
        assert!(broken <= 1, "broken {broken} times");
    }

    /// One end forgets the line and begins a new one, while the other remembers the old one: nothing of the new one is taken for something old.
    #[test]
    fn a_line_that_one_end_has_forgotten_is_a_new_line() {
        for breaks in 0..5 {
            let (mut a, mut b) = pair();
            let mut read = 0;
            for n in 0..100 {
                let letter = a.write(said("x"), n);
                read += u64::from(matches!(b.read(letter, n), Read::Next(_)));
            }
            assert_eq!(read, 100);
            for n in 0..breaks {
                b.read(a.write(Content::Pulse, 10_000 + 10_000 * n), 10_000 + 10_000 * n);
                assert!(b.fell_silent(19_000 + 10_000 * n));
            }
            let now = 100_000;
            let mut a = Line::new("a", now, PATIENCE);
            let mut understood = 0;
            for n in 0..10 {
                let letter = a.write(said("y"), now + n);
                match b.read(letter, now + n) {
                    Read::Next(_) | Read::Anew(_) => understood += 1,
                    Read::Missing(complaint) | Read::GivenUp(complaint) => {
                        a.read(complaint, now + n);
                    }
                    Read::Nothing | Read::Missed | Read::Left => {}
                }
            }
            assert!(understood >= 8, "{understood} of 10 after {breaks} breaks");
        }
    }

    /// Whatever a bus loses, delays or repeats: once it is well again, both ends understand each other after a few letters, and
    /// until then nobody reads anything out of order.
    #[test]
    fn two_ends_find_together_again_whatever_was_lost() {
        for seed in 1..2_000_u64 {
            let mut dice = seed;
            let mut below = |n: u64| {
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                dice % n
            };
            let mut ends = [pair().0, pair().1];
            let mut post: [Vec<Letter>; 2] = [vec![], vec![]];
            let mut last = [0_u64; 2];
            let (mut now, mut count) = (0, 0);
            for step in 0..400 {
                now += below(400);
                let calm = step >= 300;
                for i in 0..2 {
                    if ends[i].fell_silent(now) {
                        last[i] = 0;
                    }
                    if below(3) == 0 {
                        count += 1;
                        let letter = ends[i].write(said(&count.to_string()), now);
                        post[1 - i].push(letter);
                    }
                    let pulse = ends[i].pulse(now);
                    post[1 - i].extend(pulse);
                    if !calm && below(4) == 0 && !post[i].is_empty() {
                        let at = below(post[i].len() as u64) as usize;
                        post[i].remove(at);
                    }
                    if !calm && below(20) == 0 {
                        post[i].clear();
                    }
                }
                for i in 0..2 {
                    while let Some(letter) = (!post[i].is_empty()).then(|| post[i].remove(0)) {
                        let broke = match ends[i].read(letter, now) {
                            Read::Next(Content::Said { text, .. }) => {
                                let n: u64 = text.parse().unwrap();
                                assert!(n > last[i], "seed {seed}: in order");
                                last[i] = n;
                                false
                            }
                            Read::Missing(complaint) => {
                                post[1 - i].push(complaint);
                                true
                            }
                            Read::GivenUp(complaint) => {
                                post[1 - i].push(complaint);
                                false
                            }
                            Read::Anew(_) | Read::Missed | Read::Left => true,
                            Read::Next(_) | Read::Nothing => false,
                        };
                        assert!(!broke || step < 330, "seed {seed}: still broken in step {step}");
                    }
                }
            }
            assert!(last.iter().all(|last| *last + 40 > count), "seed {seed}: {last:?} of {count}");
        }
    }

    #[test]
    fn silence_is_noticed_once_and_ends_with_the_first_word() {
        let (mut a, mut b) = pair();
        assert!(!a.fell_silent(2_999));
        assert_eq!(a.state(2_999), State::Fine);
        assert!(a.fell_silent(3_000));
        assert!(!a.fell_silent(3_001));
        assert_eq!(a.state(9_000), State::Silent(3_000));
        let word = b.write(Content::Pulse, 9_000);
        a.read(word, 9_001);
        assert_eq!(a.state(9_001), State::Fine);
        assert!(a.fell_silent(12_001));
    }

    /// Somebody comes to rest on a line that was silent before: they are let go of as well.
    #[test]
    fn what_is_said_into_a_silence_is_let_go_of() {
        let mut a = pair().0;
        assert!(a.fell_silent(3_000));
        assert!(a.pulse(3_500).is_some());
        assert!(!a.fell_silent(3_600), "a pulse rests on nothing");
        a.write(said("x"), 3_700);
        assert!(a.fell_silent(3_750));
        assert!(!a.fell_silent(4_000));
    }

    /// A stream that is the last one there can be is no stream: there would be none to go on in.
    #[test]
    fn numbers_that_nobody_counts_to_are_not_read() {
        let (mut a, mut b) = pair();
        for (line, stream, n) in
            [(1, u64::MAX, 0), (1, u64::MAX, 1), (1, u64::MAX, 2), (u64::MAX, 1, 1), (1, 1, u64::MAX)]
        {
            let forged = Letter { v: LETTERS, from: "b".into(), line, stream, n, content: Content::Pulse };
            if let Ok(letter) = Letter::from_bytes(&forged.to_bytes()) {
                a.read(letter, 1);
            }
        }
        let honest = b.write(said("x"), 2);
        assert_eq!(a.read(honest, 3), Read::Next(said("x")));
    }

    #[test]
    fn letters_are_read_as_they_were_written() {
        let mut a = pair().0;
        let letter = a.write(Content::Told { page: 7, texts: vec![r#"{"type":"pong"}"#.into()] }, 1);
        assert_eq!(Letter::from_bytes(&letter.to_bytes()), Ok(letter));
        for rubbish in
            ["", "{}", "null", "[1]", r#"{"from":"a","line":1,"stream":-1,"n":1,"content":"Pulse"}"#]
        {
            assert!(Letter::from_bytes(rubbish.as_bytes()).is_err(), "{rubbish}");
        }
    }
}
