//! A write that waits.
//!
//! Commits, claims and releases are *planned*: a group of them is decided in memory, under the locks of the rows that it is about, and
//! written with a few statements however many there are. Everything else is done *apart*, one after the other.

use std::future::Future;
use std::pin::Pin;

use store::engine::{Pending, Waiting};
use store::{Account, Claimed, Commit, Done, Epoch, PlayerId, Receipt, StoreFault, TableId, TokenHash};

use crate::failure::Failure;
use crate::session::Session;

/// The rows that a write is about, to be locked before anything is done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub(crate) tables: Vec<TableId>,
    pub(crate) accounts: Vec<Account>,
    pub(crate) players: Vec<PlayerId>,
    pub(crate) tokens: Vec<TokenHash>,
}

/// A write that waits.
pub(crate) enum Job {
    Commit(Box<Commit>, Pending<Receipt>),
    Claim(TableId, Pending<Claimed>),
    Release(Vec<(TableId, Epoch)>, Pending<()>),
    Apart(Box<dyn Apart>),
}

/// A write that is done by itself inside the group's transaction.
pub(crate) trait Apart: Send {
    fn rows(&self) -> &Rows;
    /// Does it, if need be once more after what it did was taken back.
    fn run<'a>(&'a mut self, session: &'a Session)
    -> Pin<Box<dyn Future<Output = Result<(), Failure>> + 'a>>;
    fn is_refused(&self) -> bool;
    fn answer(self: Box<Self>, group: Result<(), StoreFault>);
}

struct Work<T, F> {
    rows: Rows,
    step: F,
    answer: Pending<T>,
}

impl<T, F> Apart for Work<T, F>
where
    T: Send,
    F: AsyncFn(&Session) -> Result<T, Failure> + Send,
{
    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn run<'a>(
        &'a mut self,
        session: &'a Session,
    ) -> Pin<Box<dyn Future<Output = Result<(), Failure>> + 'a>> {
        Box::pin(async move {
            let outcome = (self.step)(session).await;
            match outcome {
                Ok(value) => Ok(self.answer.settle(Ok(value))?),
                Err(failure) => {
                    let _ = self.answer.settle(Err(failure.fault()));
                    Err(failure)
                }
            }
        })
    }

    fn is_refused(&self) -> bool {
        self.answer.is_refused()
    }

    fn answer(self: Box<Self>, group: Result<(), StoreFault>) {
        self.answer.answer(group);
    }
}

impl Job {
    /// A write that is done by a function.
    pub(crate) fn apart<T: Send + 'static>(
        rows: Rows,
        done: Done<T>,
        step: impl AsyncFn(&Session) -> Result<T, Failure> + Send + 'static,
    ) -> Self {
        Self::Apart(Box::new(Work { rows, step, answer: Pending::new(done) }))
    }

    pub(crate) fn is_apart(&self) -> bool {
        matches!(self, Self::Apart(_))
    }

    pub(crate) fn is_refused(&self) -> bool {
        match self {
            Self::Commit(_, answer) => answer.is_refused(),
            Self::Claim(_, answer) => answer.is_refused(),
            Self::Release(_, answer) => answer.is_refused(),
            Self::Apart(work) => work.is_refused(),
        }
    }

    /// Tells how it ended, after the group has.
    pub(crate) fn answer(self, group: Result<(), StoreFault>) {
        match self {
            Self::Commit(_, answer) => answer.answer(group),
            Self::Claim(_, answer) => answer.answer(group),
            Self::Release(_, answer) => answer.answer(group),
            Self::Apart(work) => work.answer(group),
        }
    }
}

impl Waiting for Job {
    fn refuse(self, fault: StoreFault) {
        self.answer(Err(fault));
    }
}
