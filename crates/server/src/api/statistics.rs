//! What whoever asks has played: counts and means by game, how the dice fell, and the list of finished games.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use protocol::engine::GameName;
use protocol::http::{GameStatistics, MyGame, MyGames, Played, RollKind, Rolls, Statistics};
use store::{PlayedGame, RollCount, Statistic};

use super::problem::Trouble;
use super::query;
use crate::app::App;
use crate::identity::Identity;
use crate::storing;

/// How many games are listed if nobody says how many, and at most.
const USUAL: u32 = 20;
const MOST: u32 = 100;

/// Counts and means.
pub(super) fn played(statistic: &Statistic) -> Played {
    Played {
        games: statistic.games,
        wins: statistic.wins,
        mean_score: statistic.mean(),
        best_score: statistic.best,
    }
}

/// What a game's dice or ball can give, and how likely each result is; nothing was counted yet.
fn uncounted(game: GameName) -> Rolls {
    let (of, lowest, chances): (_, _, Vec<f64>) = match game {
        GameName::Catan => {
            let ways = |sum: i32| f64::from(6 - (7 - sum).abs());
            (RollKind::TwoDice, 2, (2..=12).map(|sum| ways(sum) / 36.0).collect())
        }
        GameName::Kniffel => (RollKind::Die, 1, vec![1.0 / 6.0; 6]),
        GameName::Roulette => {
            let pockets = roulette::Number::COUNT;
            (RollKind::Pocket, 0, vec![1.0 / f64::from(pockets); pockets.into()])
        }
    };
    Rolls { of, lowest, counts: vec![0; chances.len()], chances }
}

fn gathered(statistics: &[Statistic], rolls: &[RollCount]) -> Statistics {
    let mut games: BTreeMap<String, GameStatistics> = BTreeMap::new();
    let names = statistics.iter().map(|statistic| &statistic.game).chain(rolls.iter().map(|roll| &roll.game));
    for name in names {
        // A game that this program does not know cannot be described.
        let Some(game) = GameName::from_name(name) else { continue };
        let nothing = || GameStatistics { played: Played::default(), rolls: uncounted(game) };
        games.entry(name.clone()).or_insert_with(nothing);
    }
    for statistic in statistics {
        if let Some(game) = games.get_mut(&statistic.game) {
            game.played = played(statistic);
        }
    }
    for roll in rolls {
        if let Some(Rolls { lowest, counts, .. }) = games.get_mut(&roll.game).map(|game| &mut game.rolls)
            && let Some(count) = roll.value.checked_sub(*lowest).and_then(|i| counts.get_mut(usize::from(i)))
        {
            *count += roll.times;
        }
    }
    Statistics { games }
}

/// Counts and means by game, and how the dice fell.
pub(crate) async fn statistics(
    State(app): State<Arc<App>>,
    me: Identity,
) -> Result<Json<Statistics>, Trouble> {
    let id = store::PlayerId::from(me.player.as_str());
    let (statistics, rolls) =
        storing::read(&app.store, move |store| Ok((store.statistics(&id)?, store.rolls(&id)?))).await?;
    Ok(Json(gathered(&statistics, &rolls)))
}

/// A page of finished games, the last first.
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    me: Identity,
    uri: Uri,
) -> Result<Json<MyGames>, Trouble> {
    let [before, limit] = query::numbers(&uri, ["before", "limit"])?;
    let limit = limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        let reason = format!("A page has 1 to {MOST} games");
        return Err(Trouble::new(StatusCode::BAD_REQUEST, "bad_limit", reason).with("most", MOST));
    }
    let id = store::PlayerId::from(me.player.as_str());
    // One more than is wanted tells whether there is another page.
    let mut found =
        storing::read(&app.store, move |store| store.games_of(&id, before.map(u64::from), limit + 1)).await?;
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let before = found.last().filter(|_| more).map(|game| game.key);
    Ok(Json(MyGames { games: found.into_iter().filter_map(mine).collect(), before }))
}

fn mine(game: PlayedGame) -> Option<MyGame> {
    let result = game.result;
    Some(MyGame {
        table_id: result.table.as_str().parse().ok()?,
        number: result.game_number,
        game: GameName::from_name(&result.game)?,
        at: result.at_ms,
        seat: protocol::Seat(result.seat),
        score: result.score,
        won: result.won,
        players: serde_json::from_str(&result.details).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_to_one() {
        for (game, n) in [(GameName::Catan, 11), (GameName::Kniffel, 6), (GameName::Roulette, 37)] {
            let rolls = uncounted(game);
            assert_eq!((rolls.counts.len(), rolls.chances.len()), (n, n));
            assert!((rolls.chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        let mut ways = [0.0; 11];
        (0..36).for_each(|roll| ways[roll / 6 + roll % 6] += 1.0 / 36.0);
        let chances = uncounted(GameName::Catan).chances;
        assert!(ways.iter().zip(chances).all(|(way, chance)| (way - chance).abs() < 1e-12));
    }

    #[test]
    fn counts_find_their_place_and_strange_ones_none() {
        let roll = |game: &str, value, times| RollCount {
            player: "anna".into(),
            game: game.to_owned(),
            value,
            times,
        };
        let rolls = [roll("catan", 2, 3), roll("catan", 12, 4), roll("catan", 13, 9), roll("catan", 0, 9)];
        let statistics = gathered(&[], &[rolls.as_slice(), &[roll("chess", 1, 1)]].concat());
        assert_eq!(statistics.games.len(), 1);
        let counts = &statistics.games["catan"].rolls.counts;
        assert_eq!((counts[0], counts[10], counts.iter().sum::<u64>()), (3, 4, 7));
    }
}
