//! A table that people at other nodes may want, while this node is cut off from them.

use std::time::Duration;

use cluster::{Company, offers};
use protocol::table::PlayerId;
use table::Played;

use super::Desk;

impl<G: Played> Desk<G> {
    /// Whether the table is to be offered to others, now that this node has been cut off from them for so long.
    pub(super) fn is_for_others(&self, cut: Duration) -> bool {
        let Some(nodes) = self.app.nodes.get() else { return false };
        let millis = |time: Duration| time.as_millis() as u64;
        let patience = millis(nodes.patience_when_cut_off());
        offers(self.company(), millis(cut), millis(self.begun.elapsed()), patience)
    }

    fn company(&self) -> Company {
        if let Some(since) = self.idle_since {
            return Company::Nobody(self.app.clock.now().saturating_sub(since).unsigned_abs());
        }
        let mut people = self.table.seated().filter(|(_, chair)| chair.belongs_to_person());
        let is_here = |player: &PlayerId| self.connections.values().any(|page| page.player == *player);
        if people.all(|(_, chair)| is_here(&chair.player)) { Company::Everybody } else { Company::Some }
    }

    /// Gives the table up for whoever wants it. Those who are here come back, here or elsewhere, and are let in when others have had the time
    /// to take it.
    pub(super) async fn offer(&mut self) {
        tracing::info!(table = %self.table.id(), "cut off from other nodes: the table is for whoever wants it");
        if let Some(nodes) = self.app.nodes.get() {
            nodes.offer(self.table.id().clone());
        }
        self.put_away().await;
    }
}
