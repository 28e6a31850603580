//! Who sees which cards and points, in every combination of viewer, seat and `handsOpen`.
//!
//! Rules: docs/rules/catan.md §17.2, §17.3, §17.5, §17.6.

use catan::Rules;
use game::{Game, Seat, Viewer};

use crate::scene::Scene;

#[test]
fn everybody_sees_the_own_cards_and_with_open_hands_all_resources() {
    for hands_open in [false, true] {
        let rules = Rules { hands_open, ..Rules::default() };
        let game = Scene::new(3, rules).hand(0, [1, 0, 2, 0, 0]).cards(1, [1, 1, 0, 0, 0]).build();
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2)), Viewer::Spectator]
        {
            let view = game.view(viewer);
            for (seat, player) in (0..3).map(Seat).zip(&view.players) {
                let own = viewer == Viewer::Seat(seat);
                let resources = (own || hands_open).then(|| game.hand(seat));
                assert_eq!(player.resources, resources, "§17.2, §17.6: {viewer:?} looks at {seat}");
                assert_eq!(
                    player.dev_cards,
                    own.then(|| game.held(seat)),
                    "§17.2: {viewer:?} looks at {seat}"
                );
                assert_eq!(player.bought_this_turn.is_some(), own, "§17.2: {viewer:?} looks at {seat}");
                assert_eq!(
                    player.points,
                    own.then(|| game.points(seat)),
                    "§17.3: {viewer:?} looks at {seat}"
                );
                assert_eq!(u32::from(player.resource_count), game.hand(seat).total(), "§17.1");
                assert_eq!(u32::from(player.dev_card_count), game.held(seat).total(), "§17.1");
                assert_eq!(player.public_points, 2, "§17.3: two settlements, whatever is in hand");
            }
        }
        assert_eq!(game.points(Seat(1)), 3, "with the card in hand");
    }
}
