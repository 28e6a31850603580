//! Development cards, §11 and §13.

use catan::{
    Action, DevCard, DevCards, Event, Outcome, Phase, Plenty, Profile, Refusal, Resource, Resume, Rules,
    VictoryPointCards,
};
use game::{Game, Legal, Seat, SeatSet};

use crate::scene::{Scene, edge, hand, hex, play, play_with, refused, roll};

const KNIGHT: [u8; 5] = [1, 0, 0, 0, 0];

fn buy(game: &mut catan::Catan, card: DevCard) {
    play_with(game, 0, Action::BuyDevCard, Some(Outcome::Card(card)));
}

#[test]
fn a_card_rests_in_the_turn_it_was_bought() {
    // §11.2: the new knight rests, an older one does not.
    let scene = Scene::official(3).hand(0, [0, 0, 1, 1, 1]);
    let mut game = scene.build();
    buy(&mut game, DevCard::Knight);
    assert_eq!(refused(&game, 0, Action::PlayKnight), Refusal::BoughtThisTurn);
    assert_eq!(game.bought_this_turn(Seat(0)).total(), 1);
    let mut with_old = scene.cards(0, KNIGHT).build();
    buy(&mut with_old, DevCard::Knight);
    play(&mut with_old, 0, Action::PlayKnight);
    play(&mut game, 0, Action::EndTurn);
    assert_eq!(game.bought_this_turn(Seat(0)), DevCards::EMPTY);
}

#[test]
fn one_card_a_turn_or_one_of_each_kind() {
    let cards = [2, 0, 0, 0, 1];
    let mut one = Scene::official(3).cards(0, cards).build();
    play(&mut one, 0, Action::PlayMonopoly(Resource::Ore));
    assert_eq!(refused(&one, 0, Action::PlayKnight), Refusal::AlreadyPlayedCard);
    assert!(!one.legal(Seat(0)).contains(&Action::PlayKnight));
    let mut each = Scene::new(3, Profile::Practice.rules()).cards(0, cards).build();
    play(&mut each, 0, Action::PlayMonopoly(Resource::Ore));
    play(&mut each, 0, Action::PlayKnight);
    play(&mut each, 0, Action::MoveRobber(hex("0,-2")));
    assert_eq!(refused(&each, 0, Action::PlayKnight), Refusal::AlreadyPlayedKind(DevCard::Knight));
    assert_eq!(refused(&each, 1, Action::PlayKnight), Refusal::NotYourTurn);
    assert_eq!(refused(&each, 0, Action::PlayRoadBuilding), Refusal::NoSuchCard(DevCard::RoadBuilding));
}

#[test]
fn a_monopoly_takes_all_or_up_to_the_cap() {
    let hands = |scene: Scene| {
        scene
            .cards(0, [0, 0, 0, 0, 1])
            .hand(0, [1, 0, 0, 0, 0])
            .hand(1, [5, 2, 0, 0, 0])
            .hand(2, [2, 0, 0, 0, 0])
    };
    let mut all = hands(Scene::official(3)).build();
    let events = play(&mut all, 0, Action::PlayMonopoly(Resource::Wood));
    let taken = [0, 5, 2, 0];
    assert!(
        events.contains(&Event::MonopolyTaken { seat: Seat(0), resource: Resource::Wood, taken }),
        "§11.6"
    );
    assert_eq!(all.hand(Seat(0)), hand([8, 0, 0, 0, 0]));
    let mut capped = hands(Scene::new(3, Profile::Practice.rules())).build();
    play(&mut capped, 0, Action::PlayMonopoly(Resource::Wood));
    assert_eq!((capped.hand(Seat(0)), capped.hand(Seat(1))), (hand([6, 0, 0, 0, 0]), hand([2, 2, 0, 0, 0])));
    assert_eq!(capped.hand(Seat(2)), hand([0; 5]));
}

#[test]
fn year_of_plenty_takes_two_cards_that_the_bank_has() {
    let scene = Scene::official(2).cards(0, [0, 0, 0, 1, 0]);
    let take = |a, b| Action::PlayYearOfPlenty(Plenty::two(a, b));
    let one_only = Action::PlayYearOfPlenty(Plenty::one(Resource::Ore));
    let full = scene.clone().build();
    assert_eq!(
        full.legal(Seat(0)).iter().filter(|a| matches!(a, Action::PlayYearOfPlenty(_))).count(),
        15,
        "§11.5"
    );
    assert_eq!(refused(&full, 0, one_only), Refusal::WrongPlentyCount(2));
    assert_eq!(
        take(Resource::Ore, Resource::Wood),
        take(Resource::Wood, Resource::Ore),
        "the order means nothing"
    );
    // One ore is left beside plenty of wood: two ore cannot be taken.
    let short = scene.clone().hand(1, [0, 0, 0, 0, 18]).build();
    assert_eq!(refused(&short, 0, take(Resource::Ore, Resource::Ore)).code(), "bank_cannot_pay");
    for resource in Resource::ALL {
        let mut others = [0; 5];
        others[resource.index()] = 18;
        let legal = scene.clone().hand(1, others).build().legal(Seat(0));
        let listed: Vec<_> = legal.iter().filter(|a| matches!(a, Action::PlayYearOfPlenty(_))).collect();
        assert!(listed.len() == 14 && !listed.contains(&take(resource, resource)), "{resource}: {listed:?}");
    }
    // A single card in all; then none.
    let mut last = scene.clone().hand(1, [19, 19, 19, 19, 18]).build();
    assert_eq!(refused(&last, 0, take(Resource::Ore, Resource::Wood)), Refusal::WrongPlentyCount(1));
    assert_eq!(
        last.legal(Seat(0)).iter().filter(|a| matches!(a, Action::PlayYearOfPlenty(_))).collect::<Vec<_>>(),
        [one_only]
    );
    play(&mut last, 0, one_only);
    assert_eq!(last.hand(Seat(0)), hand([0, 0, 0, 0, 1]));
    for resource in Resource::ALL {
        let mut others = [19; 5];
        others[resource.index()] = 18;
        let listed = scene.clone().hand(1, others).build().legal(Seat(0));
        assert!(listed.iter().any(|a| a == Action::PlayYearOfPlenty(Plenty::one(resource))), "{resource}");
    }
    let none = scene.hand(1, [19; 5]).build();
    assert_eq!(refused(&none, 0, one_only).code(), "bank_cannot_pay");
    assert_eq!(refused(&none, 0, take(Resource::Ore, Resource::Wood)).code(), "bank_cannot_pay");
}

#[test]
fn road_building_gives_two_roads_and_may_stop_after_one() {
    let mut game = Scene::official(2).cards(0, [0, 0, 1, 0, 0]).before_roll().build();
    play(&mut game, 0, Action::PlayRoadBuilding);
    assert_eq!(game.phase(), Phase::RoadBuilding { left: 2, resume: Resume::BeforeRoll });
    assert_eq!(refused(&game, 0, Action::EndRoadBuilding), Refusal::BuildOneRoadFirst, "§11.4");
    assert_eq!(refused(&game, 1, Action::EndRoadBuilding), Refusal::NotYourTurn);
    assert_eq!(refused(&game, 1, Action::BuildRoad(edge("6,10", "6,9"))), Refusal::NotYourTurn);
    play(&mut game, 0, Action::BuildRoad(edge("2,9", "3,8")));
    assert_eq!(
        (game.hand(Seat(0)), game.paid_roads_this_turn()),
        (hand([0; 5]), 0),
        "free roads cost nothing"
    );
    let mut both = game;
    play(&mut game, 0, Action::EndRoadBuilding);
    assert_eq!(game.phase(), Phase::BeforeRoll);
    assert_eq!(refused(&game, 0, Action::EndRoadBuilding), Refusal::RollFirst);
    play(&mut both, 0, Action::BuildRoad(edge("3,8", "3,7")));
    assert_eq!(both.phase(), Phase::BeforeRoll, "the second road ends it");
    roll(&mut both, 0, [5, 6]);
    assert_eq!(refused(&both, 0, Action::EndRoadBuilding), Refusal::NotRoadBuilding);
}

#[test]
fn the_army_goes_to_the_first_with_three_and_then_to_more() {
    let knights = |own: [u8; 5], held| Scene::official(3).cards(0, KNIGHT).played(0, own).played(1, held);
    let holder = |scene: Scene| {
        let mut game = scene.build();
        play(&mut game, 0, Action::PlayKnight);
        game.largest_army()
    };
    assert_eq!(holder(knights([1, 0, 0, 0, 0], [0; 5])), None, "two knights are no army (§13.1)");
    assert_eq!(holder(knights([2, 0, 0, 0, 0], [0; 5])), Some(Seat(0)));
    assert_eq!(holder(knights([2, 0, 0, 0, 0], [3, 0, 0, 0, 0])), Some(Seat(1)), "as many is not more");
    assert_eq!(holder(knights([3, 0, 0, 0, 0], [3, 0, 0, 0, 0]).titles(None, Some(1))), Some(Seat(0)));
    assert_eq!(holder(knights([3, 0, 0, 0, 0], [3, 0, 0, 0, 0]).titles(None, Some(0))), Some(Seat(0)));
}

#[test]
fn a_knight_that_wins_leaves_the_robber_where_it_is() {
    let rules = Rules { points_to_win: 4, ..Rules::default() };
    let mut game = Scene::new(3, rules).cards(0, KNIGHT).played(0, [2, 0, 0, 0, 0]).build();
    let events = play(&mut game, 0, Action::PlayKnight);
    assert!(matches!(events.last(), Some(Event::GameEnded { winner: Seat(0), .. })), "§11.3: {events:?}");
    assert!(!events.iter().any(|e| matches!(e, Event::RobberMoveRequired { .. })));
    assert_eq!(game.ended(), Some(SeatSet::only(Seat(0))));
}

#[test]
fn victory_point_cards_count_hidden_or_once_played() {
    let card = [0, 1, 0, 0, 0];
    let hidden = Scene::official(3).cards(0, card).build();
    assert_eq!((hidden.points(Seat(0)), hidden.public_points(Seat(0))), (3, 2), "§11.7");
    assert_eq!(refused(&hidden, 0, Action::PlayVictoryPoint), Refusal::VictoryPointsNotPlayed);
    let rules = Rules { points_to_win: 4, ..Profile::Practice.rules() };
    assert_eq!(rules.victory_point_cards, VictoryPointCards::Played);
    let mut played = Scene::new(3, rules).cards(0, [1, 2, 0, 0, 0]).hand(0, [0, 0, 1, 1, 1]).build();
    assert_eq!((played.points(Seat(0)), played.public_points(Seat(0))), (2, 2));
    play(&mut played, 0, Action::PlayVictoryPoint);
    assert_eq!((played.points(Seat(0)), played.public_points(Seat(0))), (3, 3));
    play(&mut played, 0, Action::PlayVictoryPoint);
    assert_eq!(played.ended(), Some(SeatSet::only(Seat(0))), "any number in a turn");
    // Not in the turn it was bought, not before anything else is settled.
    let mut fresh = Scene::new(3, rules).hand(0, [0, 0, 1, 1, 1]).build();
    buy(&mut fresh, DevCard::VictoryPoint);
    assert_eq!(refused(&fresh, 0, Action::PlayVictoryPoint), Refusal::BoughtThisTurn);
    assert!(!fresh.legal(Seat(0)).contains(&Action::PlayVictoryPoint));
}

#[test]
fn an_empty_deck_sells_nothing() {
    let game = Scene::official(2)
        .played(0, [7, 0, 1, 1, 1])
        .played(1, [7, 0, 1, 1, 1])
        .cards(1, [0, 5, 0, 0, 0])
        .hand(0, [0, 0, 1, 1, 1])
        .build();
    assert_eq!(game.deck().total(), 0);
    assert_eq!(refused(&game, 0, Action::BuyDevCard), Refusal::DeckEmpty, "§11.1");
    assert!(!game.legal(Seat(0)).contains(&Action::BuyDevCard));
}
