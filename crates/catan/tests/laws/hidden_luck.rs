//! Luck that others must not see: whichever card is stolen or bought, an onlooker notices the same
//! (docs/rules/catan.md §9.8, §11.1, §17.4).

use catan::{Action, Catan, CatanChance, Outcome, Seen, View};
use game::conformance::{SplitMix, Subject};
use game::{Chance, Game, Legal, Seat, Viewer, draw};

use crate::subject::AnyCatan;
use crate::twins::{laid_open, twist};
use crate::{play, positions};

/// Actions played from each start.
const ACTIONS: u32 = 400;

/// What luck may decide that is not for everybody's eyes, with those who see it.
fn secret(game: &Catan, seat: Seat, action: &Action) -> Option<(Vec<Outcome>, Vec<Seat>)> {
    let chance = game.chance(seat, action)?;
    let involved = match (&chance, action) {
        (CatanChance::Deck(_), _) => vec![seat],
        (CatanChance::Theft(_), _) if game.rules().hands_open => return None,
        (CatanChance::Theft(_), Action::MoveRobber(hex)) => {
            vec![seat, game.steal_candidates(*hex, seat).lowest()?]
        }
        (CatanChance::Theft(_), Action::Steal(victim)) => vec![seat, *victim],
        (CatanChance::Theft(_) | CatanChance::Dice, _) => return None,
    };
    let mut outcomes = Vec::new();
    chance.each(&mut |outcome, _| outcomes.push(outcome));
    Some((outcomes, involved))
}

/// What the viewer notices of the action, and what it sees afterwards.
fn sight(game: &Catan, seat: Seat, action: &Action, outcome: Outcome, viewer: Viewer) -> (Vec<Seen>, View) {
    let mut after = *game;
    let mut events = Vec::new();
    after.apply(seat, action, Some(outcome), &mut events).expect("a possible outcome");
    (events.iter().filter_map(|event| after.seen(event, viewer)).collect(), after.view(viewer))
}

/// Compares all outcomes, in this position and in a twin of it; says how many pairs were compared.
fn compare(game: &Catan, seat: Seat, action: &Action, luck: &mut SplitMix) -> u64 {
    let Some((outcomes, involved)) = secret(game, seat, action) else { return 0 };
    let mut compared = 0;
    // Somebody in a seat that the table does not have is no more than a spectator.
    let stranger = Viewer::Seat(Seat(game.players()));
    let viewers = Viewer::all(game.seats()).chain([stranger]);
    for viewer in viewers.filter(|viewer| !involved.iter().any(|&seat| viewer.is(seat))) {
        let first = outcomes[0];
        let told = laid_open(game, seat, action, Some(first));
        let seen = sight(game, seat, action, first, viewer);
        let here = outcomes[1..].iter().map(|&outcome| (*game, outcome));
        let twin = twist(game, viewer, luck);
        let there = twin.and_then(|twin| Some((twin, draw(&twin.chance(seat, action)?, luck))));
        for (state, outcome) in here.chain(there) {
            // Withdrawn offers and a won game are laid open by the rules, and tell of the card.
            if laid_open(&state, seat, action, Some(outcome)) == told {
                let other = sight(&state, seat, action, outcome, viewer);
                assert_eq!(other, seen, "{viewer:?} can tell {first:?} from {outcome:?} in {game:?}");
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn stolen_and_bought_cards_look_alike_to_everybody_else() {
    let mut luck = SplitMix::new(31);
    let mut compared = [0; 2];
    let begun = AnyCatan::setups().into_iter().map(|setup| Catan::create(&setup).expect("a fine setup"));
    for start in begun.chain(positions::all()) {
        let mut game = start;
        for _ in 0..ACTIONS {
            if game.ended().is_some() {
                break;
            }
            let seat = game.current();
            for action in game.legal(seat).iter() {
                compared[usize::from(action == Action::BuyDevCard)] +=
                    compare(&game, seat, &action, &mut luck);
            }
            play::step(&mut game, &mut luck);
        }
    }
    println!("pairs compared: {compared:?} of stolen and bought cards");
    assert!(compared.iter().all(|&n| n > 1_000), "too little was hidden: {compared:?}");
}
