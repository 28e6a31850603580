//! The first line of a game's file: do the secrets fit what was published, and does the beginning follow from them?

use fair::ceremony::{MOST_SEATS, Refusal, SealFault};
use fair::commit::server_commitment;
use fair::{Ceremony, Context, GameLuck, Hash, Sealed, Secret, seat_order};
use game::{Seat, SeatSet};
use protocol::canonical;
use protocol::file::{Chair, DrawnPart, HeaderOf, Recorded, Retelling};

use super::super::replay::{as_json, first_difference};
use super::super::{Fault, Part};
use super::header;

/// The game before its first move, and the chairs that are missing.
pub(super) fn begin<G: Recorded>(head: &HeaderOf<G>) -> Result<(Retelling<G>, SeatSet), Fault> {
    check_players::<G>(head)?;
    let Sealed { luck, missing } = seal::<G>(head)?;
    let expected = protocol::Seat::list(missing);
    if head.fairness.missing != expected {
        let [expected, found] = [&expected, &head.fairness.missing].map(canonical);
        return Err(Fault::differs(header(Part::Missing), expected, found));
    }
    compare_order::<G>(head, &luck)?;
    let setup = compare_start::<G>(head, &luck)?;
    let root = luck.fair().and_then(G::deck).map(|deck| deck.root().0);
    if head.fairness.deck_root.map(|root| root.0) != root {
        let text = |root: Option<[u8; 32]>| root.map_or("none".to_owned(), |root| Hash(root).to_hex());
        let found = head.fairness.deck_root.map(|root| root.0);
        return Err(Fault::differs(header(Part::Deck), format!("the root {}", text(root)), text(found)));
    }
    let telling = Retelling::new(&setup, luck).map_err(|fault| Fault::refused(header(Part::Start), fault))?;
    Ok((telling, missing))
}

/// Each chair has one player, and bots add nothing.
fn check_players<G: Recorded>(head: &HeaderOf<G>) -> Result<(), Fault> {
    let refused = |why: String| Err(Fault::refused(header(Part::Players), why));
    let n = head.players.len();
    if n != head.fairness.chairs.len() || !(1..=MOST_SEATS).contains(&n) {
        return refused(format!("there are {n} of them and {} chairs", head.fairness.chairs.len()));
    }
    let mut chairs: Vec<usize> = head.players.iter().map(|player| player.chair.into()).collect();
    chairs.sort_unstable();
    if !chairs.into_iter().eq(0..n) {
        return refused("they do not sit on one chair each".to_owned());
    }
    for player in head.players.iter().filter(|player| player.bot.is_some()) {
        let added = head.fairness.chairs.get(usize::from(player.chair)).copied().unwrap_or_default();
        if added != Chair::default() {
            return Err(Fault::refused(header(Part::Chair(player.chair)), "a bot adds nothing"));
        }
    }
    Ok(())
}

/// Goes through the ceremony once more.
fn seal<G: Recorded>(head: &HeaderOf<G>) -> Result<Sealed, Fault> {
    let fairness = &head.fairness;
    let context = Context::new(&head.table, head.number)
        .map_err(|fault| Fault::refused(header(Part::Context), fault))?;
    let (server, seed) = (Hash(fairness.server_commitment.0), Secret::from(fairness.server_seed.0));
    let mut people = vec![false; fairness.chairs.len()];
    for player in &head.players {
        if let Some(person) = people.get_mut(usize::from(player.chair)) {
            *person = player.bot.is_none();
        }
    }
    let mut ceremony = Ceremony::new(context.clone(), G::KIND, server, people);
    let chairs = || (0..).map(Seat).zip(&fairness.chairs);
    let refused = |chair: Seat, fault: Refusal| {
        // The commitments of the chairs have the server's in them: if that one is wrong, none of them fits.
        let server_fits =
            fault != Refusal::WrongSeed || server_commitment(G::KIND, &context, &seed) == server;
        if server_fits {
            Fault::refused(header(Part::Chair(chair.0)), fault)
        } else {
            Fault::refused(header(Part::ServerSeed), SealFault::WrongSeed)
        }
    };
    for (chair, added) in chairs() {
        if let Some(commitment) = added.commitment {
            ceremony.commit(chair, Hash(commitment.0)).map_err(|fault| refused(chair, fault))?;
        }
    }
    ceremony.open_reveals();
    for (chair, added) in chairs() {
        if let Some(revealed) = added.seed {
            ceremony.reveal(chair, Secret::from(revealed.0)).map_err(|fault| refused(chair, fault))?;
        }
    }
    ceremony.seal(&seed).map_err(|fault| Fault::refused(header(Part::ServerSeed), fault))
}

/// Which chair became which seat.
fn compare_order<G: Recorded>(head: &HeaderOf<G>, luck: &GameLuck) -> Result<(), Fault> {
    let drawn = &head.drawn;
    if !drawn.is_sorted_by(|a, b| a < b) {
        return Err(Fault::refused(header(Part::Drawn), "each part once, in the order of their names"));
    }
    if !drawn.contains(&DrawnPart::SeatOrder) {
        return Ok(());
    }
    let Some(fair) = luck.fair() else {
        return Err(Fault::refused(
            header(Part::Drawn),
            "in a game with a chain nothing is drawn before the first move",
        ));
    };
    // No more than sixteen, as was checked.
    let expected = seat_order(fair, head.players.len() as u8);
    let found: Vec<u8> = head.players.iter().map(|player| player.chair).collect();
    if expected == found {
        return Ok(());
    }
    let expected = format!("chairs {}, as the seeds have it", canonical(&expected));
    Err(Fault::differs(header(Part::SeatOrder), expected, canonical(&found)))
}

/// The setup: with nothing left open, in its one spelling, and drawn again where it was drawn.
fn compare_start<G: Recorded>(head: &HeaderOf<G>, luck: &GameLuck) -> Result<G::Setup, Fault> {
    let refused = |part: Part, why: &dyn std::fmt::Display| Fault::refused(header(part), why);
    let players = head.players.len() as u8;
    let settle =
        |start: &G::WireStart| G::settle(players, start, luck).map_err(|fault| refused(Part::Start, &fault));
    let (setup, open) = settle(&head.start)?;
    if !open.is_empty() {
        return Err(refused(Part::Start, &"it leaves something open"));
    }
    let whole = G::setup_out(&setup).1;
    if whole != head.start {
        let [expected, found] = first_difference(&as_json(&whole), &as_json(&head.start));
        return Err(Fault::differs(header(Part::Start), expected, found));
    }
    let mut start = head.start.clone();
    G::reopen(&mut start, &head.drawn);
    let (drawn, parts) = settle(&start)?;
    let said: Vec<DrawnPart> =
        head.drawn.iter().copied().filter(|part| *part != DrawnPart::SeatOrder).collect();
    if parts != said {
        return Err(Fault::differs(header(Part::Drawn), canonical(&parts), canonical(&said)));
    }
    if drawn != setup {
        let [expected, found] = first_difference(&as_json(&G::setup_out(&drawn).1), &as_json(&whole));
        return Err(Fault::differs(header(Part::Board), format!("{expected}, as the seeds have it"), found));
    }
    // Nobody lays out by hand what the seeds would have drawn: there are too many boards for that.
    let mut start = head.start.clone();
    G::reopen(&mut start, &[DrawnPart::Board]);
    let (drawn, parts) = settle(&start)?;
    if !parts.is_empty() && parts != said && drawn == setup {
        return Err(Fault::refused(
            header(Part::Drawn),
            "the board is said to be given, but the seeds have drawn it",
        ));
    }
    Ok(setup)
}
