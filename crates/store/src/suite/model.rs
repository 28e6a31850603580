//! A case with thousands of random commits, beside a ledger and logs in plain memory.

use std::collections::{BTreeMap, BTreeSet};

use super::scene::{Dice, answer, append_in, claim, entry, player, row, submit_all, table};
use crate::{Account, Commit, Epoch, Receipt, Store, StoreFault, TableWrite, Transfer};

/// What the store should hold.
#[derive(Clone, Default)]
struct Model {
    balances: BTreeMap<Account, i64>,
    /// Transfers that a player gave or took.
    of_players: usize,
    tables: BTreeMap<String, (Epoch, Vec<Vec<u8>>)>,
    commands: BTreeMap<(String, String, String), (u64, [u8; 32])>,
}

impl Model {
    /// The same rules once more, as plainly as they can be written: on a copy that is thrown away if something fails.
    fn commit(&mut self, commit: &Commit) -> Result<Receipt, StoreFault> {
        let mut next = self.clone();
        let mut receipt = Receipt::default();
        if let Some(write) = &commit.table {
            let id = write.id.as_str().to_owned();
            let (epoch, log) =
                next.tables.get_mut(&id).ok_or_else(|| StoreFault::UnknownTable(write.id.clone()))?;
            if *epoch != write.epoch {
                return Err(StoreFault::StaleEpoch { given: write.epoch, current: *epoch });
            }
            if let Some(append) = &write.append {
                for command in append.entries.iter().filter_map(|entry| entry.command.as_ref()) {
                    let key = (id.clone(), command.player.as_str().to_owned(), command.id.clone());
                    if let Some((seq, digest)) = next.commands.get(&key) {
                        return Err(StoreFault::Duplicate { seq: *seq, digest: *digest });
                    }
                }
                if append.expected_head != log.len() as u64 {
                    let found = log.len() as u64;
                    return Err(StoreFault::WrongHead { expected: append.expected_head, found });
                }
                log.extend(append.entries.iter().map(|entry| entry.body.clone()));
                let last = log.len() as u64;
                for command in append.entries.iter().filter_map(|entry| entry.command.as_ref()) {
                    let key = (id.clone(), command.player.as_str().to_owned(), command.id.clone());
                    next.commands.insert(key, (last, command.digest));
                }
                receipt.head = Some(last);
            }
        }
        for transfer in &commit.transfers {
            if transfer.amount == 0 || transfer.from == transfer.to {
                return Err(StoreFault::Invalid(String::new()));
            }
            let amount = transfer.amount.cast_signed();
            let from = next.balances.entry(transfer.from.clone()).or_default();
            if transfer.from != Account::House && *from < amount {
                return Err(StoreFault::Insufficient { account: transfer.from.clone(), balance: *from });
            }
            *from -= amount;
            *next.balances.entry(transfer.to.clone()).or_default() += amount;
            let ends = [&transfer.from, &transfer.to];
            next.of_players += usize::from(ends.iter().any(|end| matches!(end, Account::Player(_))));
        }
        *self = next;
        Ok(receipt)
    }
}

const NAMES: [&str; 5] = ["anna", "bert", "carla", "dora", "emil"];
const TABLES: [&str; 4] = ["t", "u", "v", "w"];

fn account(dice: &mut Dice) -> Account {
    match dice.below(10) {
        0 => Account::House,
        n if n < 7 => Account::Player(NAMES[dice.below(5) as usize].into()),
        _ => Account::Table(TABLES[dice.below(4) as usize].into()),
    }
}

/// A commit that is sometimes right and sometimes wrong in one of several ways.
fn random(dice: &mut Dice, model: &Model) -> Commit {
    let mut commit = Commit { at_ms: dice.below(1 << 40).cast_signed(), ..Commit::default() };
    if dice.below(3) > 0 {
        let id = TABLES[dice.below(4) as usize];
        let (epoch, log) = &model.tables[id];
        let epoch = if dice.below(15) == 0 { Epoch(epoch.0 + 1 - dice.below(3)) } else { *epoch };
        let wrong = dice.below(10) == 0;
        let head = if wrong { dice.below(log.len() as u64 + 3) } else { log.len() as u64 };
        let mut entries = Vec::new();
        for _ in 0..dice.below(3) {
            entries.push(entry(&dice.below(1_000).to_string()));
        }
        if dice.below(2) == 0 {
            let body = dice.below(1_000).to_string();
            let name = NAMES[dice.below(5) as usize];
            entries.push(answer(&body, &name.into(), &dice.below(400).to_string()));
            for _ in 0..dice.below(3) {
                entries.push(entry("came of it"));
            }
        }
        commit = Commit { at_ms: commit.at_ms, ..append_in(epoch, &id.into(), head, entries) };
        if dice.below(8) == 0
            && let Some(write) = &mut commit.table
        {
            *write = TableWrite { row: Some(row()), ..write.clone() };
        }
    }
    for _ in 0..dice.below(4) {
        let (from, to) = (account(dice), account(dice));
        let amount = dice.below(60);
        commit.transfers.push(Transfer { from, to, amount, reason: "play".into() });
    }
    commit
}

/// Answers, balances, logs and the number of transfers are those of the model, in groups of all sizes.
pub fn the_ledger_agrees_with_a_plain_one(store: &dyn Store) {
    let mut model = Model::default();
    for name in NAMES {
        player(store, name, 100);
        model.balances.insert(Account::Player(name.into()), 100);
        *model.balances.entry(Account::House).or_default() -= 100;
        model.of_players += 1;
    }
    for id in TABLES {
        table(store, id);
        model.tables.insert(id.to_owned(), (Epoch::FIRST, Vec::new()));
    }
    let mut dice = Dice(2026);
    let (mut kept, mut refused) = (0, 0);
    while kept + refused < 4_000 {
        if dice.below(20) == 0 {
            let id = TABLES[dice.below(4) as usize];
            let next = claim(store, &id.into()).unwrap();
            let epoch = &mut model.tables.get_mut(id).unwrap().0;
            epoch.0 += 1;
            assert_eq!(next, *epoch);
        }
        let mut expected = Vec::new();
        let mut commits = Vec::new();
        for _ in 0..=dice.below(60) {
            let commit = random(&mut dice, &model);
            expected.push(model.commit(&commit));
            commits.push(commit);
        }
        for ((answer, expected), commit) in
            submit_all(store, commits.clone()).into_iter().zip(expected).zip(&commits)
        {
            match (&answer, &expected) {
                (Err(StoreFault::Invalid(_)), Err(StoreFault::Invalid(_))) => {}
                _ => assert_eq!(answer, expected, "{commit:?}"),
            }
            *(if answer.is_ok() { &mut kept } else { &mut refused }) += 1;
        }
        assert_eq!(model.balances.values().sum::<i64>(), 0);
    }
    assert!(kept > 1_000 && refused > 1_000, "{kept} kept, {refused} refused: not much of a test");
    for (account, balance) in &model.balances {
        assert_eq!(store.balance(account), Ok(*balance), "{account}");
    }
    for (id, (epoch, log)) in &model.tables {
        let at = id.as_str().into();
        assert_eq!(store.table(&at).unwrap().unwrap().epoch, *epoch);
        let bodies: Vec<_> =
            store.entries(&at, 1, 10_000).unwrap().into_iter().map(|entry| entry.body).collect();
        assert_eq!(&bodies, log, "{id}");
    }
    for ((id, name, command), there) in &model.commands {
        let found = store.command(&id.as_str().into(), &name.as_str().into(), command);
        assert_eq!(found, Ok(Some(*there)));
    }
    let seen: BTreeSet<u64> = NAMES
        .iter()
        .flat_map(|name| store.transfers_of(&(*name).into(), None, 100_000).unwrap())
        .map(|booking| booking.id)
        .collect();
    assert_eq!(seen.len(), model.of_players, "transfers to or from players");
}
