//! Law: nothing hidden shows (non-interference).
//!
//! Two states that differ only in what a viewer may not know give that viewer equal views, equal legal actions,
//! equal refusals and, for the same action with the same outcome, equal events. A game without secrets shows
//! everyone the same. Where the rules themselves disclose something, the subject excuses the action, and the
//! suite watches that excuses stay few.

use super::walk::Walk;
use super::{ActionOf, OutcomeOf, SplitMix, StateOf, Subject, seats_of};
use crate::{Game, Legal, Rejected, Seat, Viewer, draw};

/// The longest way from one position to the next.
const STRIDE: u32 = 6;

/// Checks this many positions for every viewer.
///
/// # Panics
/// When the law is broken, or when states never differed or excuses outnumber comparisons.
pub fn nothing_hidden_shows<S: Subject>(positions: u64) {
    let mut walk = Walk::<S>::new(15);
    let mut luck = SplitMix::new(16);
    let mut count = Count::default();
    for _ in 0..positions {
        for viewer in Viewer::all(walk.here().seats()) {
            if S::SECRETS {
                if let Some(twisted) = S::twist(walk.here(), viewer, &mut luck) {
                    let differs = twisted != *walk.here();
                    let kind = usize::from(viewer == Viewer::Spectator);
                    count.twisted[kind] += u64::from(differs);
                    Pair { walk: &walk, twisted, viewer }.check(&mut luck, &mut count);
                }
            } else {
                shows_all_the_same::<S>(&walk, viewer, &mut luck, &mut count);
            }
        }
        walk.stroll(STRIDE);
    }
    println!("{}: {count:?}", S::Game::NAME);
    assert!(count.events > 0, "{}: no events were compared", S::Game::NAME);
    assert!(
        !S::SECRETS || count.twisted.iter().all(|&n| n > 0),
        "{}: nothing was ever hidden from a seat or a spectator",
        S::Game::NAME
    );
    assert!(count.excused <= count.events, "{}: more excuses than comparisons", S::Game::NAME);
}

/// What was compared: twisted states by kind of viewer (seat, spectator), actions refused alike, actions whose
/// events were seen alike, actions excused.
#[derive(Debug, Default)]
struct Count {
    twisted: [u64; 2],
    refusals: u64,
    events: u64,
    excused: u64,
}

/// A position and its twin, which the viewer must not be able to tell apart.
struct Pair<'a, S: Subject> {
    walk: &'a Walk<S>,
    twisted: StateOf<S>,
    viewer: Viewer,
}

impl<S: Subject> Pair<'_, S> {
    fn check(&self, luck: &mut SplitMix, count: &mut Count) {
        let (game, twisted, viewer) = (self.walk.here(), &self.twisted, self.viewer);
        assert!(game.view(viewer) == twisted.view(viewer), "the view shows it: {}", self.place());
        assert!(game.to_move() == twisted.to_move(), "`to_move` shows it: {}", self.place());
        assert!(game.ended() == twisted.ended(), "`ended` shows it: {}", self.place());
        match viewer {
            Viewer::Seat(seat) => self.check_own_actions(seat, count),
            Viewer::Spectator => {
                for ghost in [game.seats() as u8, u8::MAX].map(|seat| Viewer::Seat(Seat(seat))) {
                    assert!(
                        game.view(ghost) == twisted.view(ghost),
                        "a seat that the table does not have sees more than a spectator: {}",
                        self.place()
                    );
                }
            }
        }
        for seat in seats_of(game) {
            let open = S::random_open(game, seat, luck);
            for action in game.legal(seat).iter().chain(open) {
                let outcome = game.chance(seat, &action).map(|chance| draw(&chance, luck));
                self.check_events(seat, &action, outcome, count);
            }
        }
    }

    fn check_own_actions(&self, seat: Seat, count: &mut Count) {
        let (game, twisted) = (self.walk.here(), &self.twisted);
        let (here, there) = (game.legal(seat), twisted.legal(seat));
        assert!(here.iter().eq(there.iter()), "the own legal actions show it: {}", self.place());
        S::conceivable(game, seat, &mut |action| {
            let (verdict, other) = (game.is_valid(seat, &action), twisted.is_valid(seat, &action));
            assert!(
                verdict == other && here.contains(&action) == there.contains(&action),
                "the answer to the own {action:?} shows it: {verdict:?} or {other:?}: {}",
                self.place()
            );
            count.refusals += u64::from(verdict.is_err());
        });
    }

    fn check_events(
        &self,
        seat: Seat,
        action: &ActionOf<S>,
        outcome: Option<OutcomeOf<S>>,
        count: &mut Count,
    ) {
        let viewer = self.viewer;
        let (mut here, mut there) = (self.walk.here().clone(), self.twisted.clone());
        let (mut told, mut told_there) = (Vec::new(), Vec::new());
        if here.apply(seat, action, outcome, &mut told).is_err() {
            return;
        }
        match there.apply(seat, action, outcome, &mut told_there) {
            Ok(()) => {}
            // The twin may lack the drawn card, or another seat may lack what it needs for its action.
            Err(Rejected::Outcome(_)) => return,
            Err(Rejected::Refused(_)) if !viewer.is(seat) => return,
            Err(Rejected::Refused(refusal)) => {
                panic!("the own {action:?} is refused in the twin: {refusal}: {}", self.place())
            }
        }
        if S::reveals(self.walk.here(), &self.twisted, viewer, seat, action) {
            count.excused += 1;
            return;
        }
        count.events += 1;
        let (seen, seen_there) = (sight(&here, &told, viewer), sight(&there, &told_there, viewer));
        assert!(
            seen == seen_there,
            "the events of {seat} {action:?} {outcome:?} show it:\n{seen:?}\nor\n{seen_there:?}\n{}",
            self.place()
        );
        assert!(
            here.view(viewer) == there.view(viewer),
            "the view after {seat} {action:?} {outcome:?} shows it: {}",
            self.place()
        );
    }

    fn place(&self) -> String {
        format!("to {:?}\n{}\nand its twin:\n{:?}", self.viewer, self.walk.place(), self.twisted)
    }
}

/// What the viewer notices of these events.
fn sight<G: Game>(game: &G, events: &[G::Event], viewer: Viewer) -> Vec<G::Seen> {
    events.iter().filter_map(|event| game.seen(event, viewer)).collect()
}

fn shows_all_the_same<S: Subject>(walk: &Walk<S>, viewer: Viewer, luck: &mut SplitMix, count: &mut Count) {
    let game = walk.here();
    assert!(
        game.view(viewer) == game.view(Viewer::Spectator),
        "there are no secrets, but {viewer:?} sees another game than a spectator\n{}",
        walk.place()
    );
    for seat in seats_of(game) {
        let open = S::random_open(game, seat, luck);
        for action in game.legal(seat).iter().chain(open) {
            let outcome = game.chance(seat, &action).map(|chance| draw(&chance, luck));
            let (mut after, mut told) = (game.clone(), Vec::new());
            if after.apply(seat, &action, outcome, &mut told).is_ok() {
                count.events += 1;
                let (seen, watched) = (sight(&after, &told, viewer), sight(&after, &told, Viewer::Spectator));
                assert!(
                    seen == watched && seen.len() == told.len(),
                    "there are no secrets, but {viewer:?} sees {seen:?} and a spectator {watched:?}\n{}",
                    walk.place()
                );
            }
        }
    }
}
