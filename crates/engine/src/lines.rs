//! Lines, one after the other, each within a limit.
//!
//! A *line* ends with a line feed or with the input. One that is longer than the limit is read past, piece by piece, and
//! never held in memory whole: what is left of it is the fact that it was too long.

use std::io::{self, BufRead, BufReader, Read};

/// One line of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line<'a> {
    /// Its bytes, without the line feed.
    Whole(&'a [u8]),
    /// It had more bytes than a line may have.
    TooLong,
}

/// Cuts a stream of bytes into lines.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    most: usize,
}

impl<R: Read> Lines<R> {
    /// Lines of at most `most` bytes.
    pub(crate) fn new(input: R, most: usize) -> Self {
        Self { input: BufReader::with_capacity(64 * 1024, input), line: Vec::new(), most }
    }

    /// The next line; `None` at the end of input. Calls `before_waiting` whenever the stream has to be asked for more,
    /// since that may take as long as whoever writes to it likes.
    pub(crate) fn next(
        &mut self,
        mut before_waiting: impl FnMut() -> io::Result<()>,
    ) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let mut is_too_long = false;
        let mut is_begun = false;
        loop {
            if self.input.buffer().is_empty() {
                before_waiting()?;
            }
            let piece = match self.input.fill_buf() {
                Ok(piece) => piece,
                Err(fault) if fault.kind() == io::ErrorKind::Interrupted => continue,
                Err(fault) => return Err(fault),
            };
            if piece.is_empty() && !is_begun {
                return Ok(None);
            }
            is_begun = true;
            let end = piece.iter().position(|&byte| byte == b'\n');
            let part = end.map_or(piece, |end| &piece[..end]);
            is_too_long |= part.len() > self.most - self.line.len();
            if !is_too_long {
                self.line.extend_from_slice(part);
            }
            let is_last = end.is_some() || piece.is_empty();
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if is_last {
                return Ok(Some(if is_too_long { Line::TooLong } else { Line::Whole(&self.line) }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes in pieces of this size, and is interrupted before each.
    struct Trickle<'a>(&'a [u8], usize, bool);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.2 = !self.2;
            if self.2 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let n = self.1.min(self.0.len()).min(buffer.len());
            let (now, later) = self.0.split_at(n);
            buffer[..n].copy_from_slice(now);
            self.0 = later;
            Ok(n)
        }
    }

    fn cut(text: &str, most: usize, piece: usize) -> Vec<String> {
        let mut lines = Lines::new(Trickle(text.as_bytes(), piece, false), most);
        let mut cut = Vec::new();
        while let Some(line) = lines.next(|| Ok(())).unwrap() {
            cut.push(match line {
                Line::Whole(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
                Line::TooLong => "(too long)".to_owned(),
            });
        }
        cut
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        for piece in 1..12 {
            assert_eq!(cut("", 4, piece), [] as [&str; 0]);
            assert_eq!(cut("\n", 4, piece), [""]);
            assert_eq!(cut("ab\n\ncd\r\nef", 4, piece), ["ab", "", "cd\r", "ef"]);
            assert_eq!(cut("abcd\nabcde\nx\n", 4, piece), ["abcd", "(too long)", "x"]);
            assert_eq!(cut("abcdefghijklmno", 4, piece), ["(too long)"]);
            assert_eq!(cut("a\n", 0, piece), ["(too long)"]);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_not_held_in_memory() {
        let mut lines = Lines::new(io::repeat(b'x').take(50_000_000), 1_000);
        assert_eq!(lines.next(|| Ok(())).unwrap(), Some(Line::TooLong));
        assert_eq!(lines.next(|| Ok(())).unwrap(), None);
        assert!(lines.line.capacity() <= 1_000, "{}", lines.line.capacity());
    }

    #[test]
    fn the_stream_is_asked_only_when_nothing_is_left() {
        let mut asked = 0;
        let mut lines = Lines::new(&b"a\nb\nc\n"[..], 10);
        while lines
            .next(|| {
                asked += 1;
                Ok(())
            })
            .unwrap()
            .is_some()
        {}
        assert_eq!(asked, 2, "once for the three lines and once for the end");
    }
}
