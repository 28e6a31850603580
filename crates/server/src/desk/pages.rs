//! The views of a table: what each kind of viewer saw last, and how that changes.
//!
//! A view is kept in a form of which text is made only as far as it is sent. Most viewers of most moves see the same, so one of them
//! and one patch serve all whose views were and are alike.

use std::sync::Arc;

use game::Viewer;
use protocol::ws::Kept;
use protocol::ws::session::{patch_text, view_text};
use table::{Played, Playing};

use super::Desk;

/// By how much a view may become longer before it has to be moved.
const GROWTH: usize = 32;

/// What a kind of viewer saw last.
#[derive(Debug)]
struct Page<G: Played> {
    /// The event number it had.
    seq: u64,
    view: Arc<G::Kept>,
}

/// What each kind of viewer saw last. There are a handful, and they are looked for more often than it would pay to sort them.
#[derive(Debug)]
pub(super) struct Pages<G: Played>(Vec<(Viewer, Page<G>)>);

impl<G: Played> Default for Pages<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Played> Pages<G> {
    fn get(&self, viewer: Viewer) -> Option<&Page<G>> {
        self.0.iter().find(|(of, _)| *of == viewer).map(|(_, page)| page)
    }

    fn insert(&mut self, viewer: Viewer, page: Page<G>) {
        match self.0.iter_mut().find(|(of, _)| *of == viewer) {
            Some((_, old)) => *old = page,
            None => self.0.push((viewer, page)),
        }
    }

    /// Nobody has seen anything.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

/// A change that several viewers may have in common.
struct Change<G: Played> {
    seq: u64,
    before: Arc<G::Kept>,
    view: Arc<G::Kept>,
    /// Which of the texts tells it.
    text: usize,
}

/// What there is to tell several viewers.
struct Changes<G: Played> {
    known: Vec<Change<G>>,
    texts: Vec<String>,
}

impl<G: Played> Desk<G> {
    /// Lays the change of its view into the outbox of every viewer who is meant.
    pub(super) fn tell_views(&mut self, whom: impl Fn(Viewer) -> bool) {
        let Some(playing) = self.table.game() else { return };
        let seq = self.table.seq();
        let mut seen = Views::new(playing);
        let mut changes = Changes { known: Vec::new(), texts: Vec::new() };
        let mut told: Vec<(Viewer, Option<usize>)> = Vec::new();
        for connection in self.connections.values_mut() {
            let viewer = connection.viewer;
            if !whom(viewer) {
                continue;
            }
            if !told.iter().any(|(known, _)| *known == viewer) {
                let before = self.pages.get(viewer);
                let view = seen.of(viewer, before.map_or(0, |page| page.view.length()));
                let text = changes.text(before, &view, seq);
                if text.is_some() {
                    self.pages.insert(viewer, Page { seq, view });
                }
                told.push((viewer, text));
            }
            if connection.seen_as == Some(viewer) {
                let text = told.iter().find(|(known, _)| *known == viewer).and_then(|(_, text)| *text);
                if let Some(text) = text.and_then(|text| changes.texts.get(text)) {
                    connection.outbox.queue(text);
                }
            } else if let Some(page) = self.pages.get(viewer) {
                // Whoever sat down or stood up since saw another view, which no patch of this one fits.
                connection.outbox.queue(view_text(page.seq, &page.view.to_text()));
            }
            connection.seen_as = Some(viewer);
        }
    }

    /// Forgets what viewers saw who are not here: when they come back, it is no longer new.
    pub(super) fn forget_pages(&mut self) {
        let here = |viewer| self.connections.values().any(|page| page.viewer == viewer);
        self.pages.0.retain(|(viewer, _)| here(*viewer));
    }

    /// The whole view as a frame. All sockets of a viewer share one, so that patches fit all of them.
    pub(super) fn whole_view(&mut self, viewer: Viewer) -> String {
        self.show_the_rest();
        if self.pages.get(viewer).is_none()
            && let Some(playing) = self.table.game()
        {
            let view = Views::new(playing).of(viewer, 0);
            self.pages.insert(viewer, Page { seq: self.table.seq(), view });
        }
        let page = self.pages.get(viewer);
        let (seq, view) =
            page.map_or_else(|| (self.table.seq(), "{}".to_owned()), |page| (page.seq, page.view.to_text()));
        view_text(seq, &view)
    }
}

impl<G: Played> Changes<G> {
    /// Which text to tell a viewer who saw this page and sees this view now, if there is something to tell.
    fn text(&mut self, page: Option<&Page<G>>, view: &Arc<G::Kept>, seq: u64) -> Option<usize> {
        let text = self.texts.len();
        let Some(before) = page else {
            self.texts.push(view_text(seq, &view.to_text()));
            return Some(text);
        };
        let alike = |change: &&Change<G>| {
            change.seq == before.seq
                && Arc::ptr_eq(&change.before, &before.view)
                && Arc::ptr_eq(&change.view, view)
        };
        if let Some(change) = self.known.iter().find(alike) {
            return Some(change.text);
        }
        self.texts.push(patch_text(seq, before.seq, |patch| before.view.patch(view, patch))?);
        let (was, view) = (Arc::clone(&before.view), Arc::clone(view));
        self.known.push(Change { seq: before.seq, before: was, view, text });
        Some(text)
    }
}

/// The views of a game as it is now, each written once.
struct Views<'a, G: Played> {
    playing: &'a Playing<G>,
    /// What everybody sees, in a game without secrets: what one may do comes after it.
    common: Option<G::Kept>,
    /// The same, as those see it who may do nothing.
    idle: Option<Arc<G::Kept>>,
}

impl<'a, G: Played> Views<'a, G> {
    fn new(playing: &'a Playing<G>) -> Self {
        Self { playing, common: None, idle: None }
    }

    /// The view of one, which was so long before.
    fn of(&mut self, viewer: Viewer, before: usize) -> Arc<G::Kept> {
        let playing = self.playing;
        let new = |viewer| G::Kept::new(&playing.game, viewer, before + GROWTH);
        let mut view = if G::OPEN {
            self.common.get_or_insert_with(|| new(Viewer::Spectator)).clone()
        } else {
            new(viewer)
        };
        let acts = playing.offer(&mut view, viewer);
        if let (true, false, Some(idle)) = (G::OPEN, acts, &self.idle) {
            return Arc::clone(idle);
        }
        // A turn that runs out, or a wheel that the table will spin.
        if let Some(deadline) = playing.deadline().or_else(|| playing.acts_at()) {
            view.end(deadline);
        }
        let view = Arc::new(view);
        if !acts {
            self.idle = Some(Arc::clone(&view));
        }
        view
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kniffel::Kniffel;
    use protocol::ws::patch::Tokens;
    use roulette::Roulette;
    use table::{Limits, Table};

    /// Every view of every moment of a recorded evening, in one piece and put together.
    fn are_the_same<G: Played>(log: &str) {
        let log: Vec<_> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut acting = 0;
        for length in 1..=log.len() {
            let id = "9999999999999999".parse().unwrap();
            let table = Table::<G>::restore(id, Limits::default(), log[..length].iter().cloned(), 0).unwrap();
            let Some(playing) = table.game() else { continue };
            let mut views = Views::new(playing);
            let seats = table.seated().map(|(seat, _)| Viewer::Seat(seat));
            for viewer in seats.chain([Viewer::Spectator]) {
                let offered = playing.offered(viewer);
                acting += usize::from(offered.is_some());
                let mut whole = Tokens::new(&G::shown(&playing.game.view(viewer), offered), 0);
                if let Some(deadline) = playing.deadline().or_else(|| playing.acts_at()) {
                    whole.add("deadline", &deadline);
                }
                let view = views.of(viewer, 0);
                assert_eq!(view.to_text(), whole.to_text(), "{viewer:?} after entry {length}");
            }
        }
        assert!(acting > 10, "{acting}");
    }

    #[test]
    fn views_of_games_without_secrets_differ_only_in_what_one_may_do() {
        are_the_same::<Kniffel>(include_str!("../../../table/tests/logs/kniffel-1.jsonl"));
        are_the_same::<Roulette>(include_str!("../../../table/tests/logs/roulette-1.jsonl"));
    }
}
