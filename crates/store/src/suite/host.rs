//! Cases about what the host decides: silence, bans, invitations, forgetting.

use super::scene::{answer, append, append_in, entry, pay, pays, player, submit, table, token};
use crate::{
    Account, ChatLine, Commit, DeviceTimes, Epoch, Erasure, GameResult, Invite, NewPlayer, Rewriting, Store,
    StoreFault, TableWrite, wait,
};

/// Who is muted or banned is remembered, by itself and until it is taken back.
pub fn judgements_are_kept(store: &dyn Store) {
    let (anna, bert) = (player(store, "anna", 0), player(store, "bert", 0));
    assert_eq!(store.judged(), Ok(vec![]));
    wait(|done| store.set_muted(anna.clone(), true, done)).unwrap();
    wait(|done| store.set_banned(bert.clone(), true, done)).unwrap();
    let judged = store.judged().unwrap();
    let told: Vec<_> = judged.iter().map(|p| (p.id.as_str(), p.muted, p.banned)).collect();
    assert_eq!(told, [("anna", true, false), ("bert", false, true)]);
    assert!(store.player_by_token(&token("bert")).unwrap().unwrap().banned);
    wait(|done| store.set_muted(anna, false, done)).unwrap();
    wait(|done| store.set_banned(bert, false, done)).unwrap();
    assert_eq!(store.judged(), Ok(vec![]));
    let stranger = wait(|done| store.set_muted("carla".into(), true, done));
    assert_eq!(stranger, Err(StoreFault::UnknownPlayer("carla".into())));
    let stranger = wait(|done| store.set_banned("carla".into(), true, done));
    assert_eq!(stranger, Err(StoreFault::UnknownPlayer("carla".into())));
}

/// Addresses are banned once, and let in once.
pub fn addresses_are_banned(store: &dyn Store) {
    wait(|done| store.ban_address("10.0.0.1".into(), 5, done)).unwrap();
    wait(|done| store.ban_address("10.0.0.1".into(), 9, done)).unwrap();
    wait(|done| store.ban_address("::1".into(), 6, done)).unwrap();
    let told: Vec<_> =
        store.banned_addresses().unwrap().into_iter().map(|ban| (ban.address, ban.at_ms)).collect();
    assert_eq!(told, [("10.0.0.1".to_owned(), 5), ("::1".to_owned(), 6)]);
    assert_eq!(wait(|done| store.unban_address("10.0.0.1".into(), done)), Ok(true));
    assert_eq!(wait(|done| store.unban_address("10.0.0.1".into(), done)), Ok(false));
    assert_eq!(store.banned_addresses().unwrap().len(), 1);
}

/// New tokens in place of all others.
pub fn tokens_are_reset(store: &dyn Store) {
    let anna = player(store, "anna", 0);
    wait(|done| store.add_token(anna.clone(), token("anna"), token("phone"), 5, done)).unwrap();
    assert_eq!(wait(|done| store.reset_tokens(anna.clone(), token("new"), 9, done)), Ok(2));
    for device in ["anna", "phone"] {
        assert_eq!(store.player_by_token(&token(device)), Ok(None));
    }
    assert_eq!(store.player_by_token(&token("new")).unwrap().unwrap().id, anna);
    let held = ["new", "anna", "nobody", "phone"].map(token);
    let mut unheld = store.unheld(&held).unwrap();
    unheld.sort_unstable();
    assert_eq!(unheld, ["anna", "nobody", "phone"].map(token));
    assert_eq!(store.unheld(&[]), Ok(vec![]));
    assert_eq!(store.devices_of(&anna), Ok(vec![DeviceTimes { created_at_ms: 9, used_at_ms: 9 }]));
    player(store, "bert", 0);
    // Somebody else's token: nothing is taken away then.
    let taken = wait(|done| store.reset_tokens(anna.clone(), token("bert"), 9, done));
    assert_eq!(taken, Err(StoreFault::Taken("token")));
    assert_eq!(store.player_by_token(&token("new")).unwrap().unwrap().id, anna);
}

/// An invitation lets in as many as it says, until its time is over, and nobody for nothing.
pub fn an_invitation_is_used_up(store: &dyn Store) {
    let invite = |code: &str, until_ms, uses| Invite {
        code: code.into(),
        note: "friends".into(),
        created_at_ms: 1,
        until_ms,
        uses,
    };
    let new =
        |id: &str, at_ms| NewPlayer { id: id.into(), name: id.into(), token: token(id), opening: 10, at_ms };
    wait(|done| store.add_invite(invite("two", None, 2), done)).unwrap();
    wait(|done| store.add_invite(invite("old", Some(50), 9), done)).unwrap();
    assert_eq!(
        wait(|done| store.add_invite(invite("two", None, 5), done)),
        Err(StoreFault::Taken("invitation"))
    );
    let enter = |id: &str, at_ms, code: &str| {
        wait(|done| store.create_invited(new(id, at_ms), code.to_owned(), done))
    };
    assert_eq!(enter("anna", 1, "two"), Ok(()));
    // A name that cannot be had uses nothing up.
    assert_eq!(enter("anna", 1, "two"), Err(StoreFault::Taken("player id")));
    assert_eq!(enter("bert", 1, "two"), Ok(()));
    assert_eq!(enter("carla", 1, "two"), Err(StoreFault::NotInvited));
    assert_eq!(enter("carla", 50, "old"), Err(StoreFault::NotInvited));
    assert_eq!(enter("carla", 49, "none"), Err(StoreFault::NotInvited));
    assert_eq!(store.player(&"carla".into()), Ok(None));
    assert_eq!(enter("carla", 49, "old"), Ok(()));
    let left: Vec<_> = store.invites().unwrap().into_iter().map(|i| (i.code, i.uses, i.until_ms)).collect();
    assert_eq!(left, [("old".to_owned(), 8, Some(50)), ("two".to_owned(), 0, None)]);
    assert_eq!(wait(|done| store.withdraw_invite("old".into(), done)), Ok(true));
    assert_eq!(wait(|done| store.withdraw_invite("old".into(), done)), Ok(false));
    assert_eq!(enter("dora", 2, "old"), Err(StoreFault::NotInvited));
    assert_eq!(store.balance(&Account::House), Ok(-30));
}

/// Players are found by id or by part of a name.
pub fn players_are_found(store: &dyn Store) {
    for id in ["anna", "hanna", "bert"] {
        player(store, id, 0);
    }
    let found = |text: &str| -> Vec<String> {
        store.find_players(text, 10).unwrap().iter().map(|p| p.id.as_str().to_owned()).collect()
    };
    assert_eq!(found("ANN"), ["hanna", "anna"]);
    assert_eq!(found("bert"), ["bert"]);
    assert_eq!(found("").len(), 3);
    assert_eq!(found("%"), Vec::<String>::new());
    assert_eq!(store.find_players("", 2).unwrap().len(), 2);
}

/// All tables can be gone through, page by page, whatever their status.
pub fn all_tables_can_be_read(store: &dyn Store) {
    for id in ["b", "a", "c"] {
        table(store, id);
    }
    let ids = |after: Option<&crate::TableId>, limit| -> Vec<String> {
        store.tables_after(after, limit).unwrap().iter().map(|t| t.id.as_str().to_owned()).collect()
    };
    assert_eq!(ids(None, 2), ["a", "b"]);
    assert_eq!(ids(Some(&"b".into()), 2), ["c"]);
    assert_eq!(ids(Some(&"c".into()), 2), Vec::<String>::new());
}

/// A table is also about those who only said something there.
pub fn whoever_only_spoke_at_a_table_is_mentioned_there(store: &dyn Store) {
    let (anna, bert) = (player(store, "anna", 0), player(store, "bert", 0));
    let (at, _) = (table(store, "t"), table(store, "u"));
    let chat = vec![ChatLine { at_ms: 3, player: Some(anna.clone()), text: "hello".into(), said_as: None }];
    let write = TableWrite { chat, ..TableWrite::new(at.clone(), Epoch::FIRST) };
    submit(store, Commit { at_ms: 3, table: Some(write), ..Commit::default() }).unwrap();
    let mentioned = |player| -> Vec<_> {
        store.tables_mentioning(player).unwrap().into_iter().map(|table| table.id).collect()
    };
    assert_eq!(mentioned(&anna), [at]);
    assert_eq!(mentioned(&bert), []);
}

/// Whoever is erased is nowhere named any more; chips and other people's things stay.
pub fn an_erased_player_is_nobody(store: &dyn Store) {
    let (anna, bert) = (player(store, "anna", 100), player(store, "bert", 100));
    let (at, other) = (table(store, "t"), table(store, "u"));
    let entries = vec![answer("anna sat as ANNA", &anna, "c1"), answer("bert", &bert, "c2")];
    submit(store, append(&at, 0, entries)).unwrap();
    submit(store, append(&other, 0, vec![entry("nobody")])).unwrap();
    submit(store, super::scene::snapshot(&at, 2, "ANNA")).unwrap();
    let said = |player: &crate::PlayerId, text: &str| ChatLine {
        at_ms: 3,
        player: Some(player.clone()),
        text: text.into(),
        said_as: None,
    };
    let chat = vec![said(&anna, "I am Anna"), said(&bert, "hello")];
    let write = TableWrite { chat, ..TableWrite::new(at.clone(), Epoch::FIRST) };
    let result = |player: &crate::PlayerId, seat| GameResult {
        player: player.clone(),
        game: "kniffel".into(),
        table: at.clone(),
        game_number: 1,
        seat,
        score: 5,
        won: false,
        at_ms: 4,
        details: "ANNA BERT".into(),
    };
    let results = vec![result(&anna, 0), result(&bert, 1)];
    submit(store, Commit { at_ms: 3, table: Some(write), results, ..Commit::default() }).unwrap();
    submit(store, pays(vec![pay(&Account::Player(anna.clone()), &Account::Player(bert.clone()), 7)]))
        .unwrap();

    let mentioned: Vec<_> = store.tables_mentioning(&anna).unwrap().into_iter().map(|t| t.id).collect();
    assert_eq!(mentioned, std::slice::from_ref(&at));
    assert_eq!(store.said_by(&anna).unwrap(), [(at.clone(), said(&anna, "I am Anna"))]);
    let keys: Vec<u64> = store.results_at(&at).unwrap().iter().map(|played| played.key).collect();
    let erasure = |head| Erasure {
        player: anna.clone(),
        name: "Nobody".into(),
        at_ms: 9,
        tables: vec![Rewriting {
            table: at.clone(),
            head,
            entries: vec![(1, b"anna sat as Nobody".to_vec())],
            details: "new".into(),
            results: vec![(keys[1], "Nobody BERT".into())],
        }],
    };
    let grown = wait(|done| store.erase(erasure(1), done));
    assert_eq!(grown, Err(StoreFault::WrongHead { expected: 1, found: 2 }));
    assert_eq!(store.player(&anna).unwrap().unwrap().name, "ANNA", "all or nothing");
    wait(|done| store.erase(erasure(2), done)).unwrap();

    let known = store.player(&anna).unwrap().unwrap();
    assert_eq!((known.name.as_str(), known.erased), ("Nobody", true));
    assert_eq!(store.player_by_token(&token("anna")), Ok(None));
    assert_eq!(store.find_players("", 10).unwrap().len(), 1);
    assert_eq!(store.entries(&at, 1, 1).unwrap()[0].body, b"anna sat as Nobody");
    assert_eq!(store.command(&at, &anna, "c1").unwrap().unwrap().0, 2, "what was answered stays answered");
    assert_eq!(store.last_snapshot(&at), Ok(None));
    assert_eq!(store.chat(&at, 10).unwrap(), [said(&bert, "hello")]);
    assert_eq!(store.games_of(&anna, None, 10), Ok(vec![]));
    assert_eq!(store.games_of(&bert, None, 10).unwrap()[0].result.details, "Nobody BERT");
    assert_eq!(store.balance(&Account::Player(anna.clone())), Ok(93));
    assert_eq!(store.table(&at).unwrap().unwrap().row.details, "new");
    assert_eq!(store.table(&other).unwrap().unwrap().epoch, Epoch::FIRST);
    // Whoever owned the table has to read it again before writing, and nobody comes back as somebody who is gone.
    let stale = submit(store, append(&at, 2, vec![entry("x")]));
    assert_eq!(stale, Err(StoreFault::StaleEpoch { given: Epoch::FIRST, current: Epoch(2) }));
    submit(store, append_in(Epoch(2), &at, 2, vec![answer("y", &anna, "c3")])).unwrap();
    wait(|done| store.rename(anna.clone(), "ANNA".into(), done)).unwrap();
    assert_eq!(store.player(&anna).unwrap().unwrap().name, "Nobody", "a name does not come back");
    let back = wait(|done| store.add_token(anna, token("anna"), token("back"), 9, done));
    assert_eq!(back, Err(StoreFault::TokenGone));
}
