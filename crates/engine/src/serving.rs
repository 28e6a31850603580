//! What each command does with one game.
//!
//! Everything here is generic: it asks the rules through the contract and speaks through [`Wire`](protocol::Wire). Nothing
//! changes the session when it fails.

use fair::{Fair, SCHEME_VERSION};
use game::{Legal, Rejected, Seat, SeatSet, Viewer};
use protocol::engine::{
    AnyAction, AnyOutcome, AnyState, Applied, Command, Ended, LOG_VERSION, LegalAction, LegalActions,
    LogFormat, LogMove, LogOf,
};
use protocol::{Failure, Wire};

use crate::digest;
use crate::hosted::Hosted;
use crate::seeds::{self, Witness};
use crate::session::{Session, Start};

/// The stream from which a setup is drawn: docs/fairness.md §9.
pub(crate) const SETUP_PURPOSE: &str = "board";

type AppliedOf<G> = Applied<<G as Wire>::WireEvent, <G as Wire>::WireOutcome>;
type LegalOf<G> = LegalActions<<G as Wire>::WireAction, <G as Wire>::WireOpen>;

/// `new`.
pub(crate) fn new<G: Hosted>(
    command: &Command,
    players: u8,
    seed: Option<&str>,
) -> Result<Session<G>, Failure> {
    let start = command.start::<G>()?;
    let seed = seeds::given_or_fresh(seed)?;
    let mut luck = Witness::new(Fair::new(&seed).stream(SETUP_PURPOSE, 0));
    let setup = G::setup_in(players, &start, &mut luck)?;
    let drawn = luck.was_asked();
    Session::new(setup, drawn, seed).map_err(|fault: G::SetupFault| Failure::bad_request(fault.to_string()))
}

/// `load`.
pub(crate) fn load<G: Hosted>(state: &AnyState) -> Result<Session<G>, Failure> {
    let state = G::state_in(&state.read::<G>()?).map_err(|faults| Failure::faults(&faults))?;
    Ok(Session::from_state(state, seeds::given_or_fresh(None)?))
}

/// `view`.
pub(crate) fn view<G: Hosted>(session: &Session<G>, viewer: Viewer) -> Result<G::WireView, Failure> {
    if let Viewer::Seat(seat) = viewer {
        check_seat(session, seat)?;
    }
    Ok(G::view_out(&session.state().view(viewer)))
}

/// `legal`.
pub(crate) fn legal<G: Hosted>(session: &Session<G>) -> LegalOf<G> {
    let state = session.state();
    let mut answer = LegalActions { to_move: seats(state.to_move()), actions: Vec::new(), open: Vec::new() };
    for seat in (0..state.seats()).map(|seat| Seat(seat as u8)) {
        let legal = state.legal(seat);
        let listed =
            legal.iter().map(|action| LegalAction { seat: seat.into(), action: G::action_out(&action) });
        answer.actions.extend(listed);
        answer.open.extend(G::open_out(seat, &legal));
    }
    answer
}

/// `apply`.
pub(crate) fn apply<G: Hosted>(
    session: &mut Session<G>,
    seat: Seat,
    action: &AnyAction,
    outcome: Option<&AnyOutcome>,
) -> Result<AppliedOf<G>, Failure> {
    let action = G::action_in(&action.read::<G>()?)?;
    let given = outcome.map(AnyOutcome::read::<G>).transpose()?.map(|outcome| G::outcome_in(&outcome));
    let applied = session
        .apply(seat, action, given)
        .map_err(|rejected: Rejected<G::Refusal>| Failure::from(rejected))?;
    let state = session.state();
    Ok(Applied {
        events: applied.events.iter().map(G::event_out).collect(),
        outcome: applied.outcome.map(G::outcome_out),
        to_move: seats(state.to_move()),
        ended: state.ended().map(|winners| Ended { winners: seats(winners) }),
    })
}

/// `undo`.
pub(crate) fn undo<G: Hosted>(session: &mut Session<G>, plies: u32) -> Result<(), Failure> {
    let most = session.n_plies();
    if plies as usize > most {
        return Err(Failure::bad_request(format!("plies: only {most} can be taken back")));
    }
    session.undo(plies as usize);
    Ok(())
}

/// `log`.
pub(crate) fn log<G: Hosted>(session: &Session<G>) -> LogOf<G> {
    let (players, setup, setup_drawn, state) = match session.start() {
        Start::Setup { setup, drawn } => {
            let (players, start) = G::setup_out(setup);
            (players, Some(start), *drawn, None)
        }
        Start::State { state, .. } => (state.players(), None, false, Some(state.state_out())),
    };
    let moves = session.moves().map(|kept| LogMove::new::<G>(&kept.what, kept.is_given()));
    let mut log = LogOf::<G> {
        format: LogFormat::default(),
        version: LOG_VERSION,
        game: G::GAME,
        rules_version: G::RULES_VERSION,
        players,
        setup,
        setup_drawn,
        state,
        // Beyond four thousand million moves the log could no longer be recomputed; no conversation gets there.
        position: u32::try_from(session.start().position()).unwrap_or(u32::MAX),
        seed: Some(session.seed().to_hex()),
        scheme: Some(SCHEME_VERSION),
        moves: moves.collect(),
        digest: String::new(),
    };
    log.digest = digest::of_log(&log, &session.state().state_out());
    log
}

pub(crate) fn check_seat<G: Hosted>(session: &Session<G>, seat: Seat) -> Result<(), Failure> {
    if seat.index() < session.state().seats() {
        Ok(())
    } else {
        Err(Failure::bad_request(format!("seat: there is no {seat} at this table")))
    }
}

fn seats(set: SeatSet) -> Vec<protocol::Seat> {
    protocol::Seat::list(set)
}
