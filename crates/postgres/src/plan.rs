//! A group decided in memory.
//!
//! Each write is looked at in the order in which it came, against what is known and what those before it will have written. All of
//! a commit is looked at before any of it goes into the [`Draft`], so that one which is refused leaves nothing there. Nobody else
//! can change what was known: its rows are locked.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use store::engine::column;
use store::failpoint::unfenced;
use store::{
    Account, Append, Claimed, Commit, Epoch, PlayerId, Receipt, Status, StoreFault, TableId, TableRow,
    TableWrite,
};

use crate::draft::Draft;
use crate::known::{CommandName, Known, Place};

/// A group that is being decided.
pub(crate) struct Plan<'a> {
    known: Known,
    pub(crate) draft: Draft<'a>,
}

/// What a commit says about its table, looked at and found good.
struct Seen<'a> {
    write: &'a TableWrite,
    place: Place,
    is_new: bool,
    head: Option<u64>,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(known: Known) -> Self {
        Self { known, draft: Draft::default() }
    }

    pub(crate) fn claim(&mut self, table: &TableId) -> Result<Claimed, StoreFault> {
        let lease = self.known.lease;
        let place =
            self.known.tables.get_mut(table).ok_or_else(|| StoreFault::UnknownTable(table.clone()))?;
        if !lease {
            return Err(StoreFault::LeaseLost);
        }
        if let Some(node) = &place.elsewhere {
            return Err(StoreFault::OwnedElsewhere { node: node.clone() });
        }
        place.epoch.0 += 1;
        place.mine = true;
        self.draft.change_owner(place);
        Ok(Claimed { epoch: place.epoch, unserved: place.unserved.replace(Duration::ZERO) })
    }

    /// Ends the epochs that are ours, so that nothing more is written in them.
    pub(crate) fn release(&mut self, tables: &[(TableId, Epoch)]) {
        for (table, epoch) in tables {
            if let Some(place) = self.known.tables.get_mut(table)
                && place.mine
                && place.epoch == *epoch
            {
                place.epoch.0 += 1;
                place.mine = false;
                place.unserved = Some(Duration::ZERO);
                self.draft.change_owner(place);
            }
        }
    }

    pub(crate) fn commit(&mut self, commit: &'a Commit) -> Result<Receipt, StoreFault> {
        let seen = commit.table.as_ref().map(|write| self.look_at_table(write)).transpose()?;
        let new_table = seen.as_ref().filter(|seen| seen.is_new).map(|seen| &seen.write.id);
        let balances = self.look_at_transfers(commit, new_table)?;
        self.look_at_results(commit)?;
        for count in &commit.rolls {
            self.player(&count.player)?;
            column(count.times)?;
        }
        let receipt = Receipt { head: seen.as_ref().and_then(|seen| seen.head) };
        if let Some(seen) = seen {
            self.draft_table(seen, commit.at_ms)?;
        }
        self.draft_rest(commit, balances)?;
        Ok(receipt)
    }

    fn player(&self, player: &PlayerId) -> Result<i64, StoreFault> {
        self.known.players.get(player).copied().ok_or_else(|| StoreFault::UnknownPlayer(player.clone()))
    }

    fn look_at_table(&self, write: &'a TableWrite) -> Result<Seen<'a>, StoreFault> {
        if !self.known.lease && !unfenced() {
            return Err(StoreFault::LeaseLost);
        }
        let (mut place, is_new) =
            match (self.known.tables.get(&write.id), self.known.new_tables.get(&write.id)) {
                // Whoever guesses the right number without having claimed is not the owner either.
                (Some(place), _) if (place.epoch != write.epoch || !place.mine) && !unfenced() => {
                    return Err(StoreFault::StaleEpoch { given: write.epoch, current: place.epoch });
                }
                (Some(place), _) => (place.clone(), false),
                (None, Some(key)) if write.row.is_some() && write.epoch == Epoch::FIRST => {
                    let unserved = Some(Duration::ZERO);
                    let (epoch, key) = (Epoch::FIRST, *key);
                    (Place { key, epoch, head: 0, mine: true, elsewhere: None, unserved }, true)
                }
                (None, _) => return Err(StoreFault::UnknownTable(write.id.clone())),
            };
        if let Some(code) = write.row.as_ref().and_then(living_code)
            && self.known.codes.get(code).is_some_and(|key| *key != place.key)
        {
            return Err(StoreFault::Taken("code"));
        }
        let head =
            write.append.as_ref().map(|append| self.look_at_append(&write.id, &place, append)).transpose()?;
        place.head = head.unwrap_or(place.head);
        if let Some(snapshot) = &write.snapshot {
            snapshot.check(place.head)?;
        }
        let mut taken = (HashSet::new(), HashSet::new());
        for sitting in write.seats.iter().flatten() {
            if !taken.0.insert(self.player(&sitting.player)?) || !taken.1.insert(sitting.seat) {
                return Err(StoreFault::Taken("seat"));
            }
        }
        for line in &write.chat {
            line.player.as_ref().map(|player| self.player(player)).transpose()?;
        }
        Ok(Seen { write, place, is_new, head })
    }

    /// The head after an append.
    fn look_at_append(&self, table: &TableId, place: &Place, append: &Append) -> Result<u64, StoreFault> {
        let mut said: HashSet<CommandName> = HashSet::new();
        // A command that is there already explains a head that is further on: its sender gets the first answer again.
        for command in append.entries.iter().filter_map(|entry| entry.command.as_ref()) {
            self.player(&command.player)?;
            let name = (table.clone(), command.player.clone(), command.id.clone());
            if let Some((seq, digest)) = self.known.commands.get(&name) {
                return Err(StoreFault::Duplicate { seq: *seq, digest: *digest });
            }
            if !said.insert(name) && append.expected_head == place.head {
                return Err(command.twice());
            }
        }
        if append.expected_head != place.head && !unfenced() {
            return Err(StoreFault::WrongHead { expected: append.expected_head, found: place.head });
        }
        Ok(place.head + append.entries.len() as u64)
    }

    /// What the accounts hold afterwards that a commit is about.
    fn look_at_transfers(
        &self,
        commit: &'a Commit,
        new_table: Option<&TableId>,
    ) -> Result<HashMap<&'a Account, (i64, i64)>, StoreFault> {
        let mut now: HashMap<&Account, (i64, i64)> = HashMap::new();
        for transfer in &commit.transfers {
            transfer.check()?;
            for end in [&transfer.from, &transfer.to] {
                if !now.contains_key(end) {
                    now.insert(end, self.account(end, new_table)?);
                }
            }
            let ((giver, holds), (taker, has)) = (now[&transfer.from], now[&transfer.to]);
            let (left, more) = transfer.book(holds, has)?;
            now.insert(&transfer.from, (giver, left));
            now.insert(&transfer.to, (taker, more));
        }
        Ok(now)
    }

    /// An account's key and balance. A table's account is opened when it is first used, but only if there is such a table.
    fn account(&self, account: &Account, new_table: Option<&TableId>) -> Result<(i64, i64), StoreFault> {
        if let Some(found) = self.known.accounts.get(account) {
            return Ok(*found);
        }
        match account {
            Account::Player(id) => Err(StoreFault::UnknownPlayer(id.clone())),
            Account::House => Err(StoreFault::Corrupt("the house has no account".to_owned())),
            Account::Table(id) => {
                let there = self.known.tables.contains_key(id) || new_table == Some(id);
                let key = self.known.new_accounts.get(id).filter(|_| there);
                key.map(|key| (*key, 0)).ok_or_else(|| StoreFault::UnknownTable(id.clone()))
            }
        }
    }

    fn look_at_results(&self, commit: &Commit) -> Result<(), StoreFault> {
        let mut said = HashSet::new();
        for result in &commit.results {
            self.player(&result.player)?;
            let place = (result.table.clone(), result.game_number, result.seat);
            if self.known.results.contains(&place) || !said.insert(place) {
                return Err(StoreFault::Taken("result"));
            }
        }
        Ok(())
    }

    fn draft_table(&mut self, seen: Seen<'a>, at_ms: i64) -> Result<(), StoreFault> {
        let Seen { write, place, is_new, .. } = seen;
        let key = place.key;
        if is_new {
            self.draft.create(key, &write.id, at_ms);
        }
        if let Some(row) = &write.row {
            self.known.codes.retain(|_, holder| *holder != key);
            if let Some(code) = living_code(row) {
                self.known.codes.insert(code.to_owned(), key);
            }
            self.draft.row(key, row, at_ms);
        }
        if let Some(append) = &write.append {
            // The same as the expected head, unless nobody looks who writes.
            let before = place.head - append.entries.len() as u64;
            for (seq, entry) in (before + 1..).zip(&append.entries) {
                let player =
                    entry.command.as_ref().map(|command| self.player(&command.player)).transpose()?;
                if let Some(command) = &entry.command {
                    let name = (write.id.clone(), command.player.clone(), command.id.clone());
                    self.known.commands.insert(name, (place.head, command.digest));
                }
                let until = if entry.command.is_some() && place.head > seq {
                    Some(column(place.head)?)
                } else {
                    None
                };
                self.draft.entry(key, column(seq)?, entry, player, until);
            }
        }
        if let Some(snapshot) = &write.snapshot {
            self.draft.snapshot(key, snapshot);
        }
        if let Some(seats) = &write.seats {
            let seats = seats.iter().map(|sitting| Ok((self.player(&sitting.player)?, sitting.seat)));
            let seats = seats.collect::<Result<Vec<_>, StoreFault>>()?;
            self.draft.seats(key, seats);
        }
        for line in &write.chat {
            let player = line.player.as_ref().map(|player| self.player(player)).transpose()?;
            self.draft.chat(key, line, player);
        }
        if is_new || write.append.is_some() || write.row.is_some() {
            self.draft.place(&place);
        }
        self.known.tables.insert(write.id.clone(), place);
        Ok(())
    }

    fn draft_rest(
        &mut self,
        commit: &'a Commit,
        balances: HashMap<&'a Account, (i64, i64)>,
    ) -> Result<(), StoreFault> {
        for transfer in &commit.transfers {
            let (giver, taker) = (balances[&transfer.from].0, balances[&transfer.to].0);
            self.draft.transfer(giver, taker, column(transfer.amount)?, &transfer.reason, commit.at_ms);
        }
        for (account, (key, balance)) in balances {
            if let Account::Table(id) = account
                && !self.known.accounts.contains_key(account)
            {
                self.draft.open_account(key, id);
            }
            self.draft.balance(key, balance);
            self.known.accounts.insert(account.clone(), (key, balance));
        }
        for result in &commit.results {
            self.known.results.insert((result.table.clone(), result.game_number, result.seat));
            self.draft.result(self.player(&result.player)?, result);
        }
        for count in commit.rolls.iter().filter(|count| count.times > 0) {
            self.draft.roll(self.player(&count.player)?, count, column(count.times)?);
        }
        Ok(())
    }
}

/// The code by which a table can be joined, as long as it is not closed.
fn living_code(row: &TableRow) -> Option<&str> {
    row.code.as_deref().filter(|_| row.status != Status::Closed)
}
