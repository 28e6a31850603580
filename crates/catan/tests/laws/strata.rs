//! The situations without which the laws would prove too little.

use catan::draft::DraftPhase;
use catan::{Action, Catan, DevCard, Phase, Profile, Resource, Resume, road};
use game::conformance::Tally;
use game::{Game, Legal};

use crate::edit::{edges, vertices};

/// Every situation that must be met.
pub(crate) const REQUIRED: &[&str] = &[
    "2 players",
    "3 players",
    "4 players",
    "official",
    "online",
    "practice",
    "hands open",
    "rolling for the first player",
    "rolling again after a tie",
    "setup: settlement, round 1",
    "setup: road, round 1",
    "setup: settlement, round 2",
    "setup: road, round 2",
    "before the roll",
    "discarding",
    "discarding: several owe",
    "moving the robber, then the roll",
    "moving the robber, then main",
    "moving the robber with offers open",
    "stealing, then the roll",
    "stealing, then main",
    "road building, two left",
    "road building, one left",
    "road building with the last piece",
    "road building, then the roll",
    "main",
    "ended",
    "playable before the roll: knight",
    "playable before the roll: road building",
    "playable before the roll: year of plenty",
    "playable before the roll: monopoly",
    "playable before the roll: victory point",
    "playable after the roll: knight",
    "playable after the roll: road building",
    "playable after the roll: year of plenty",
    "playable after the roll: monopoly",
    "playable after the roll: victory point",
    "year of plenty for the last card of the bank",
    "year of plenty with an empty bank",
    "road building without a piece",
    "the bank has no wood",
    "the bank has no brick",
    "the bank has no sheep",
    "the bank has no wheat",
    "the bank has no ore",
    "the deck is empty",
    "offer of the active player",
    "offer of another player",
    "counter",
    "counter that outlives what it countered",
    "offer accepted",
    "offer declined",
    "no offer left in this turn",
    "no number left for an offer",
    "longest road held",
    "longest road: nobody because of a tie",
    "a road of five is cut",
    "largest army held",
    "last road used",
    "last settlement used",
    "last city used",
    "the limit of paid roads reached",
    "a second card of the turn playable",
    "enough points out of turn",
];

pub(crate) fn tell(game: &Catan, tally: &mut Tally) {
    tally.met(["2 players", "3 players", "4 players"][game.seats() - 2]);
    tally.met(match game.rules().profile {
        Profile::Official => "official",
        Profile::Online => "online",
        Profile::Practice => "practice",
    });
    tally.met_if(game.rules().hands_open, "hands open");
    phase(game, tally);
    cards(game, tally);
    supplies(game, tally);
    offers(game, tally);
    titles(game, tally);
}

fn phase(game: &Catan, tally: &mut Tally) {
    let current = game.current();
    match game.phase() {
        Phase::RollForFirst(rolls) => {
            tally.met("rolling for the first player");
            tally.met_if(rolls.contenders().len() < game.seats(), "rolling again after a tie");
        }
        Phase::Setup { .. } => {
            let (_, at) = game.draft().expect("the draft lasts");
            tally.met(match (at.phase, at.round) {
                (DraftPhase::Settlement, 1) => "setup: settlement, round 1",
                (DraftPhase::Road, 1) => "setup: road, round 1",
                (DraftPhase::Settlement, _) => "setup: settlement, round 2",
                (DraftPhase::Road, _) => "setup: road, round 2",
            });
        }
        Phase::BeforeRoll => tally.met("before the roll"),
        Phase::Discarding(debts) => {
            tally.met("discarding");
            tally.met_if(debts.seats().len() > 1, "discarding: several owe");
        }
        Phase::MovingRobber(resume) => {
            tally.met(match resume {
                Resume::BeforeRoll => "moving the robber, then the roll",
                Resume::Main => "moving the robber, then main",
            });
            tally.met_if(game.offers().next().is_some(), "moving the robber with offers open");
        }
        Phase::Stealing { resume, .. } => tally.met(match resume {
            Resume::BeforeRoll => "stealing, then the roll",
            Resume::Main => "stealing, then main",
        }),
        Phase::RoadBuilding { left, resume } => {
            tally.met(if left == 2 { "road building, two left" } else { "road building, one left" });
            tally.met_if(left == 2 && game.roads_left(current) == 1, "road building with the last piece");
            tally.met_if(resume == Resume::BeforeRoll, "road building, then the roll");
        }
        Phase::Main => {
            tally.met("main");
            let limit = game.rules().paid_roads_per_turn;
            tally.met_if(limit == Some(game.paid_roads_this_turn()), "the limit of paid roads reached");
        }
        Phase::Ended => tally.met("ended"),
    }
}

/// Which cards can be played, and which only seem so.
fn cards(game: &Catan, tally: &mut Tally) {
    let rolled = game.phase() == Phase::Main;
    if !rolled && game.phase() != Phase::BeforeRoll {
        return;
    }
    let current = game.current();
    let already = game.kinds_played_this_turn().next().is_some();
    let (mut knight, mut roads, mut plenty, mut monopoly, mut point) = (false, false, false, false, false);
    for action in game.legal(current).iter() {
        knight |= action == Action::PlayKnight;
        roads |= action == Action::PlayRoadBuilding;
        plenty |= matches!(action, Action::PlayYearOfPlenty(_));
        monopoly |= matches!(action, Action::PlayMonopoly(_));
        point |= action == Action::PlayVictoryPoint;
    }
    for (playable, before, after) in [
        (knight, "playable before the roll: knight", "playable after the roll: knight"),
        (roads, "playable before the roll: road building", "playable after the roll: road building"),
        (plenty, "playable before the roll: year of plenty", "playable after the roll: year of plenty"),
        (monopoly, "playable before the roll: monopoly", "playable after the roll: monopoly"),
        (point, "playable before the roll: victory point", "playable after the roll: victory point"),
    ] {
        tally.met_if(playable, if rolled { after } else { before });
    }
    tally.met_if(already && (knight || roads || plenty || monopoly), "a second card of the turn playable");
    let holds = |card: DevCard| game.held(current).get(card) > game.bought_this_turn(current).get(card);
    tally.met_if(plenty && game.bank().total() == 1, "year of plenty for the last card of the bank");
    let in_vain = holds(DevCard::YearOfPlenty) && game.bank().is_empty() && !already;
    tally.met_if(in_vain, "year of plenty with an empty bank");
    let no_piece = holds(DevCard::RoadBuilding) && game.roads_left(current) == 0 && !already;
    tally.met_if(no_piece, "road building without a piece");
}

fn supplies(game: &Catan, tally: &mut Tally) {
    if game.turn() == 0 {
        return;
    }
    for (resource, stratum) in Resource::ALL.into_iter().zip([
        "the bank has no wood",
        "the bank has no brick",
        "the bank has no sheep",
        "the bank has no wheat",
        "the bank has no ore",
    ]) {
        tally.met_if(game.bank().get(resource) == 0, stratum);
    }
    tally.met_if(game.deck().is_empty(), "the deck is empty");
    tally.met_if(game.seats_iter().any(|seat| game.roads_left(seat) == 0), "last road used");
    tally.met_if(game.seats_iter().any(|seat| game.settlements_left(seat) == 0), "last settlement used");
    tally.met_if(game.seats_iter().any(|seat| game.cities_left(seat) == 0), "last city used");
}

fn offers(game: &Catan, tally: &mut Tally) {
    let active = game.current();
    let own = game.offers().find(|offer| offer.from == active);
    for offer in game.offers() {
        tally.met(if offer.from == active {
            "offer of the active player"
        } else {
            "offer of another player"
        });
        tally.met_if(!offer.accepted.is_empty(), "offer accepted");
        tally.met_if(!offer.declined.is_empty(), "offer declined");
        if offer.counters.is_some() {
            tally.met("counter");
            let gone = own.map(|own| own.number) != offer.counters;
            tally.met_if(gone, "counter that outlives what it countered");
        }
    }
    if game.phase() == Phase::Main {
        let spent =
            |seat| !game.hand(seat).is_empty() && game.offers_made(seat) >= game.rules().offers_per_turn;
        tally.met_if(game.seats_iter().any(spent), "no offer left in this turn");
        let refused =
            |seat| !game.hand(seat).is_empty() && !spent(seat) && game.legal(seat).offering().is_none();
        tally.met_if(game.seats_iter().any(refused), "no number left for an offer");
    }
}

fn titles(game: &Catan, tally: &mut Tally) {
    let longest = game.seats_iter().map(|seat| game.road_length(seat)).max().unwrap_or(0);
    tally.met_if(game.longest_road().is_some(), "longest road held");
    tally.met_if(game.longest_road().is_none() && longest >= 5, "longest road: nobody because of a tie");
    let cut = |seat| {
        let uncut = road::longest_trail(edges(game.roads(seat)), 0);
        uncut >= 5 && uncut > game.road_length(seat)
    };
    // Whoever nobody else touches is not cut; that is asked first, as it is cheap.
    let touched = |seat| {
        let others = game.seats_iter().filter(|&other| other != seat);
        let foreign = others
            .fold(0, |mask, other| mask | vertices(game.settlements(other)) | vertices(game.cities(other)));
        game.roads(seat).any(|edge| vertices(edge.ends()) & foreign != 0)
    };
    tally.met_if(game.seats_iter().any(|seat| touched(seat) && cut(seat)), "a road of five is cut");
    tally.met_if(game.largest_army().is_some(), "largest army held");
    let ready = |seat| seat != game.current() && game.points(seat) >= game.rules().points_to_win;
    tally.met_if(game.ended().is_none() && game.seats_iter().any(ready), "enough points out of turn");
}
