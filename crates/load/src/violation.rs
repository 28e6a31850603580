//! Violations: what a server must never do, each with a sentence. One of them is enough for the load test to fail.

/// What the server did that it must never do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Violation {
    #[error("a message cannot be understood: {why}: {text}")]
    Unreadable { why: String, text: String },
    #[error("{kind} has the number {seq}, but {last} was told before")]
    WentBack { kind: String, seq: u64, last: u64 },
    #[error("a patch leads from {from} to {seq}, but the view is that of {view}")]
    Gap { from: u64, seq: u64, view: u64 },
    #[error("{kind} of {seq} was told after the change of the view to {view}")]
    Late { kind: String, seq: u64, view: u64 },
    #[error("the patches led to the view of {own}, but it is now that of {seq}")]
    Behind { own: u64, seq: u64 },
    #[error("the patches led to another view of {seq} than the whole one; the difference is {difference}")]
    Differs { seq: u64, difference: String },
    #[error("a whole view of {seq} was told that nobody had asked for")]
    NotAsked { seq: u64 },
    #[error("the whole view was asked for and not told")]
    NoView,
    #[error("message {id} was answered, but never sent")]
    NeverSent { id: String },
    #[error("message {id} was answered twice")]
    Twice { id: String },
    #[error("message {id} ({what}) was not answered within {seconds} s")]
    Unanswered { id: u64, what: &'static str, seconds: u64 },
    #[error(
        "move {id} was acknowledged with {seq}, but what was told ends with {told} and the view with {view}"
    )]
    NotTold { id: u64, seq: u64, told: u64, view: u64 },
    #[error("move {id} was acknowledged with {seq}, which was reached before it was sent")]
    Nothing { id: u64, seq: u64 },
    #[error("after coming back the table is at {seq}, but {known} was known before")]
    Lost { seq: u64, known: u64 },
    #[error("move {id} was acknowledged with {was}; sent again, it got {is}")]
    OtherAnswer { id: u64, was: u64, is: String },
    #[error("up to {seq}, this seat was told other events than another one")]
    OtherEvents { seq: u64 },
    #[error("the own commitment is not among those that count")]
    NotCommitted,
    #[error("nothing has happened for {seconds} s, though nobody is waited for")]
    Standstill { seconds: u64 },
    #[error("the seat could not come back: {why}")]
    ShutOut { why: String },
}
