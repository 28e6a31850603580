//! Advice for Kniffel, from the exact solution that experts play by.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use kniffel::{Dice, Keep, ROLLS, Sheet};
use protocol::http::{Advice, AdviceAnswer, AdviceChoice, AdviceRequest, OutlookBand};
use solver::{BANDS, Choice, Outlook, Solution};

use super::problem::Trouble;
use crate::address;
use crate::app::App;
use crate::identity::Identity;
use crate::studies::Student;

/// How many positions one may ask about at once: more than the choices of the longest game.
pub(super) const POSITIONS: usize = 256;
/// How long a request may be, in bytes. A position with a full sheet takes some 250.
pub(super) const BODY: usize = 96 * 1024;
/// When to ask again for a solution that is being computed, in seconds.
const RETRY: u32 = 2;

/// Advice for whoever asks, about any positions: nothing of any table is looked at.
pub(crate) async fn advise(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    me: Identity,
    body: Result<Json<AdviceRequest>, JsonRejection>,
) -> Result<Json<AdviceAnswer>, Trouble> {
    let Json(request) = body?;
    if !(1..=POSITIONS).contains(&request.positions.len()) {
        let reason = format!("Ask about 1 to {POSITIONS} positions");
        return Err(Trouble::new(StatusCode::BAD_REQUEST, "wrong_number_of_positions", reason)
            .with("most", POSITIONS));
    }
    if request.outlook && request.positions.len() > 1 {
        let reason = "The outlook is told for one position at a time";
        return Err(Trouble::new(StatusCode::BAD_REQUEST, "one_outlook_at_a_time", reason));
    }
    let rules = request.whole_rules();
    let mut positions = Vec::with_capacity(request.positions.len());
    for (i, position) in request.positions.iter().enumerate() {
        let (sheet, dice) = position.read(rules).map_err(|fault| no_such_position(i, &fault))?;
        positions.push((sheet, dice, position.rolls_remaining));
    }
    let outlook = request.outlook.then(|| positions[0]);
    let solution = app.solutions.get(rules).await.ok_or_else(being_computed)?;
    let solved = Arc::clone(&solution);
    let advice =
        app.studies.short(move || study(&solved, &positions)).await.ok_or_else(Trouble::unavailable)?;
    let outlook = match outlook {
        None => None,
        Some((sheet, dice, rolls)) => {
            let study = move || solution.outlook(&sheet, dice, rolls);
            let address = address::client(&app.config, peer, &headers).into();
            let student = Student { player: me.player, address };
            Some(bands(&app.studies.long(student, study).await.map_err(Trouble::not_studied)?))
        }
    };
    Ok(Json(AdviceAnswer { advice: advice?, outlook }))
}

fn no_such_position(position: usize, fault: &str) -> Trouble {
    let reason = format!("Position {position}, counted from 0, cannot come up: {fault}");
    Trouble::new(StatusCode::BAD_REQUEST, "no_such_position", reason).with("position", position)
}

/// The rules have not been asked about before, and the machine is slow or busy.
fn being_computed() -> Trouble {
    let reason = "The solution for these rules is being computed; ask again in a moment";
    Trouble::new(StatusCode::SERVICE_UNAVAILABLE, "being_computed", reason).retry_after(RETRY)
}

fn study(solution: &Solution, positions: &[(Sheet, Dice, u8)]) -> Result<Vec<Advice>, Trouble> {
    let advise = |(i, (sheet, dice, rolls)): (usize, &(Sheet, Dice, u8))| {
        let advice = solution.advise(sheet, *dice, *rolls);
        let advice = advice.ok_or_else(|| no_such_position(i, "no box is free"))?;
        let mut keeps = vec![0.0; if *rolls == ROLLS { 1 } else { advice.keeps.len() }];
        for (keep, worth) in advice.keeps {
            if let Some(place) = keeps.get_mut(Keep::number(keep)) {
                *place = rounded(worth);
            }
        }
        let categories = advice.categories.into_iter();
        Ok(Advice {
            value: rounded(advice.value),
            best: match advice.best {
                Choice::Roll(kept) => AdviceChoice::RollDice { kept_dice: kept.to_array() },
                Choice::Score(category) => AdviceChoice::ChooseCategory { category: category.into() },
            },
            categories: categories.map(|(category, worth)| (category.into(), rounded(worth))).collect(),
            keeps,
        })
    };
    positions.iter().enumerate().map(advise).collect()
}

/// Six digits: as exact as anybody can use, and half as long as all of them.
fn rounded(worth: f64) -> f64 {
    (worth * 1e6).round() / 1e6
}

fn bands(outlook: &Outlook) -> Vec<OutlookBand> {
    let starts = std::iter::once(0).chain(BANDS);
    let ends = BANDS.into_iter().map(|next| Some(next - 1)).chain([None]);
    let bands = starts.zip(ends).zip(outlook.bands());
    bands.map(|((from, to), chance)| OutlookBand { from, to, chance: (chance * 1e9).round() / 1e9 }).collect()
}
