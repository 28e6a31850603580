//! Cases about players, their tokens and their statistics.

use super::scene::{player, submit, token};
use crate::{Commit, GameResult, NewPlayer, RollCount, Store, StoreFault, wait};

/// A token, and nothing else, leads to its player; being here is remembered.
pub fn a_token_leads_to_its_player(store: &dyn Store) {
    let anna = player(store, "anna", 0);
    player(store, "bert", 0);
    let found = store.player_by_token(&token("anna")).unwrap().unwrap();
    assert_eq!((found.id.as_str(), found.name.as_str()), ("anna", "ANNA"));
    assert_eq!((found.created_at_ms, found.seen_at_ms), (1, 1));
    assert_eq!(store.player(&anna), Ok(Some(found)));
    assert_eq!(store.player_by_token(&token("carla")), Ok(None));
    assert_eq!(store.player(&"carla".into()), Ok(None));

    wait(|done| store.seen(token("anna"), 50, done)).unwrap();
    wait(|done| store.seen(token("anna"), 40, done)).unwrap();
    wait(|done| store.seen(token("carla"), 60, done)).unwrap();
    assert_eq!(store.player(&anna).unwrap().unwrap().seen_at_ms, 50);
    assert_eq!(store.player(&"bert".into()).unwrap().unwrap().seen_at_ms, 1);
}

/// Each device has its own token; all of them can be taken away.
pub fn several_devices_have_several_tokens(store: &dyn Store) {
    let anna = player(store, "anna", 0);
    player(store, "bert", 0);
    wait(|done| store.add_token(anna.clone(), token("anna"), token("phone"), 5, done)).unwrap();
    for device in ["anna", "phone"] {
        assert_eq!(store.player_by_token(&token(device)).unwrap().unwrap().id, anna);
    }
    assert_eq!(wait(|done| store.revoke_tokens(anna.clone(), done)), Ok(2));
    assert_eq!(wait(|done| store.revoke_tokens(anna.clone(), done)), Ok(0));
    for device in ["anna", "phone"] {
        assert_eq!(store.player_by_token(&token(device)), Ok(None));
    }
    assert!(store.player_by_token(&token("bert")).unwrap().is_some());
    let stranger = wait(|done| store.add_token("carla".into(), token("bert"), token("x"), 5, done));
    assert_eq!(stranger, Err(StoreFault::UnknownPlayer("carla".into())));
    for by in ["phone", "bert"] {
        let late = wait(|done| store.add_token(anna.clone(), token(by), token("x"), 5, done));
        assert_eq!(late, Err(StoreFault::TokenGone), "{by}");
    }
    assert_eq!(store.player_by_token(&token("x")), Ok(None));
}

/// Neither an id nor a token is given out twice, and the attempt gives away no chips.
pub fn nothing_is_created_twice(store: &dyn Store) {
    let anna = player(store, "anna", 10);
    let again = |id: &str, token| NewPlayer { id: id.into(), name: "x".into(), token, opening: 10, at_ms: 2 };
    let same_id = wait(|done| store.create_player(again("anna", token("new")), done));
    assert_eq!(same_id, Err(StoreFault::Taken("player id")));
    let same_token = wait(|done| store.create_player(again("bert", token("anna")), done));
    assert_eq!(same_token, Err(StoreFault::Taken("token")));
    assert_eq!(store.player(&"bert".into()), Ok(None));
    assert_eq!(store.player_by_token(&token("new")), Ok(None));
    assert_eq!(store.balance(&crate::Account::House), Ok(-10));
    let added = wait(|done| store.add_token(anna.clone(), token("anna"), token("anna"), 2, done));
    assert_eq!(added, Err(StoreFault::Taken("token")));
    for id in ["", &"x".repeat(65)] {
        let odd = wait(|done| store.create_player(again(id, token("odd")), done));
        assert!(matches!(odd, Err(StoreFault::Invalid(_))), "{odd:?}");
    }
}

/// Names change, ids do not.
pub fn a_name_can_be_changed(store: &dyn Store) {
    let anna = player(store, "anna", 0);
    wait(|done| store.rename(anna.clone(), "Änne".to_owned(), done)).unwrap();
    assert_eq!(store.player(&anna).unwrap().unwrap().name, "Änne");
    let stranger = wait(|done| store.rename("carla".into(), "C".to_owned(), done));
    assert_eq!(stranger, Err(StoreFault::UnknownPlayer("carla".into())));
    for by in ["phone", "bert"] {
        let late = wait(|done| store.add_token(anna.clone(), token(by), token("x"), 5, done));
        assert_eq!(late, Err(StoreFault::TokenGone), "{by}");
    }
    assert_eq!(store.player_by_token(&token("x")), Ok(None));
}

/// Statistics by game: how many, how many won, mean and best.
pub fn statistics_add_up(store: &dyn Store) {
    let anna = player(store, "anna", 0);
    let bert = player(store, "bert", 0);
    assert!(store.statistics(&anna).unwrap().is_empty());
    let result = |player: &crate::PlayerId, game: &str, number, seat, score, won| GameResult {
        player: player.clone(),
        game: game.to_owned(),
        table: "t".into(),
        game_number: number,
        seat,
        score,
        won,
        at_ms: 1,
        details: format!("{number}"),
    };
    let results = vec![
        result(&anna, "kniffel", 1, 0, 200, false),
        result(&bert, "kniffel", 1, 1, 300, true),
        result(&anna, "kniffel", 2, 0, 251, true),
        result(&anna, "roulette", 3, 0, -40, false),
    ];
    submit(store, Commit { results, ..Commit::default() }).unwrap();
    let statistics = store.statistics(&anna).unwrap();
    let told: Vec<_> =
        statistics.iter().map(|s| (s.game.as_str(), s.games, s.wins, s.mean(), s.best)).collect();
    assert_eq!(told, [("kniffel", 2, 1, 225.5, 251), ("roulette", 1, 0, -40.0, -40)]);
    let again = Commit { results: vec![result(&anna, "kniffel", 1, 0, 9, true)], ..Commit::default() };
    assert_eq!(submit(store, again), Err(StoreFault::Taken("result")));
    let games = store.games_of(&anna, None, 2).unwrap();
    assert_eq!(games[0].result, result(&anna, "roulette", 3, 0, -40, false), "the last first");
    assert_eq!(games[1].result, result(&anna, "kniffel", 2, 0, 251, true));
    let rest = store.games_of(&anna, Some(games[1].key), 2).unwrap();
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0].result, result(&anna, "kniffel", 1, 0, 200, false));
    assert_eq!(store.games_of(&anna, Some(rest[0].key), 2), Ok(vec![]));
    assert_eq!(store.games_of(&"nobody".into(), None, 2), Ok(vec![]));
}

/// Counts of dice are added to those that are there, by player, game and value.
pub fn rolls_are_counted_up(store: &dyn Store) {
    let anna = player(store, "anna", 0);
    let bert = player(store, "bert", 0);
    let count = |player: &crate::PlayerId, game: &str, value, times| RollCount {
        player: player.clone(),
        game: game.to_owned(),
        value,
        times,
    };
    let add = |rolls| submit(store, Commit { rolls, ..Commit::default() }).unwrap();
    add(vec![count(&anna, "kniffel", 6, 2), count(&anna, "catan", 7, 1), count(&bert, "kniffel", 6, 9)]);
    add(vec![count(&anna, "kniffel", 6, 3), count(&anna, "kniffel", 1, 1), count(&anna, "kniffel", 2, 0)]);
    let all = [count(&anna, "catan", 7, 1), count(&anna, "kniffel", 1, 1), count(&anna, "kniffel", 6, 5)];
    assert_eq!(store.rolls(&anna).unwrap(), all);
    assert_eq!(store.rolls(&bert).unwrap(), [count(&bert, "kniffel", 6, 9)]);
}
