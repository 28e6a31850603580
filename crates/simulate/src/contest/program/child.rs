//! A program that runs beside the arena, with a line for everything that is said.
//!
//! Two threads serve its streams, so that neither a program that does not read nor one that does not write can hold up a
//! game beyond its time. Nothing it prints is kept without bound: a line has a largest size, and so has the number of lines
//! that wait.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child as Process, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use protocol::Json;

use super::message::{answer, is_hello};

/// The most bytes in a line of a program.
const LONGEST_LINE: u64 = 1 << 16;
/// How many lines of a program wait to be looked at; then the program waits.
const WAITING: usize = 64;
/// How long a program may take to say hello.
const START: Duration = Duration::from_secs(10);
/// How long a program may take to end once its input has.
const GRACE: Duration = Duration::from_millis(500);
/// So many late answers in a row, and the program is taken for dead: it would only be waited for.
const PATIENCE: u32 = 20;

/// What went wrong with an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// It did not come in time.
    Late,
    /// There is nobody left to give one.
    Dead,
    /// The rules refuse it, or it is no action.
    Illegal,
}

/// A running program.
#[derive(Debug)]
pub(crate) struct Child {
    process: Process,
    /// Lines for the program; without it its input ends.
    to: Option<Sender<String>>,
    from: Receiver<Vec<u8>>,
    asked: u64,
    late_in_a_row: u32,
    unreadable: u64,
    is_dead: bool,
}

impl Child {
    /// Starts a program and waits for its hello.
    ///
    /// # Errors
    /// Why it cannot take part, as a sentence.
    pub(crate) fn start(command: &[String], hello: String) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("there is no command")?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|fault| fault.to_string())?;
        let (to, said) = channel();
        let (heard, from) = sync_channel(WAITING);
        let threads = process.stdin.take().zip(process.stdout.take()).map(|(input, output)| {
            let writer = Builder::new().spawn(move || write_lines(input, &said));
            writer.and_then(|_| Builder::new().spawn(move || read_lines(output, &heard)))
        });
        let mut child = Self {
            process,
            to: Some(to),
            from,
            asked: 0,
            late_in_a_row: 0,
            unreadable: 0,
            is_dead: !matches!(threads, Some(Ok(_))),
        };
        child.tell(hello);
        match child.from.recv_timeout(START) {
            Ok(line) if is_hello(&line) => Ok(child),
            Ok(_) => Err("its first line is no hello of this protocol".to_owned()),
            Err(RecvTimeoutError::Timeout) => Err(format!("no hello within {START:?}")),
            Err(RecvTimeoutError::Disconnected) => Err("it ended without a hello".to_owned()),
        }
    }

    /// Says something that needs no answer.
    pub(crate) fn tell(&mut self, line: String) {
        let told = self.to.as_ref().is_some_and(|to| to.send(line).is_ok());
        self.is_dead |= !told;
    }

    /// Asks, and waits for the answer to exactly this question.
    pub(crate) fn ask(
        &mut self,
        question: impl FnOnce(u64) -> String,
        time: Duration,
    ) -> Result<Json, Fault> {
        if self.is_dead {
            return Err(Fault::Dead);
        }
        self.asked += 1;
        let id = self.asked;
        let until = Instant::now() + time;
        self.tell(question(id));
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left) {
                Ok(line) => match answer(&line) {
                    Some(answered) if answered.id == id => {
                        self.late_in_a_row = 0;
                        return answered.action.ok_or(Fault::Illegal);
                    }
                    // The answer to an earlier question comes too late to mean anything.
                    Some(_) => {}
                    None => self.unreadable += 1,
                },
                Err(RecvTimeoutError::Timeout) => {
                    self.late_in_a_row += 1;
                    self.is_dead |= self.late_in_a_row >= PATIENCE;
                    return Err(Fault::Late);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.is_dead = true;
                    return Err(Fault::Dead);
                }
            }
        }
    }

    /// Whether there is somebody to ask.
    pub(crate) const fn is_dead(&self) -> bool {
        self.is_dead
    }

    /// How many lines were no answers since this was last asked.
    pub(crate) const fn take_unreadable(&mut self) -> u64 {
        std::mem::replace(&mut self.unreadable, 0)
    }
}

impl Drop for Child {
    /// Ends its input; a program that does not end then is ended.
    fn drop(&mut self) {
        self.to = None;
        let until = Instant::now() + if self.is_dead { Duration::ZERO } else { GRACE };
        while Instant::now() < until {
            if matches!(self.process.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn write_lines(mut input: ChildStdin, said: &Receiver<String>) {
    while let Ok(line) = said.recv() {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands on lines until the program has ended, prints a line that is too long, or nobody listens.
fn read_lines(output: ChildStdout, heard: &SyncSender<Vec<u8>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        let fits = read.is_ok_and(|n| n > 0 && n as u64 <= LONGEST_LINE);
        if !fits || heard.send(line).is_err() {
            return;
        }
    }
}
