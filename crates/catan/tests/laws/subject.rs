//! Catan as the suite sees it: how games begin, how they are played, and where to find the rest.

use std::marker::PhantomData;

use catan::{Action, Board, BoardKind, Catan, DevCard, Outcome, Profile, Resource, Rules, Setup};
use game::conformance::{SplitMix, Subject, Tally};
use game::{Seat, Viewer};

use crate::{audit, conceivable, play, positions, strata, twins};

/// Tables of some profiles.
pub(crate) struct Tables<P>(PhantomData<P>);

/// Tables of every profile.
pub(crate) type AnyCatan = Tables<All>;

/// Which profiles.
pub(crate) trait Profiles {
    const PROFILES: &'static [Profile];
}

pub(crate) enum All {}
pub(crate) enum Official {}
pub(crate) enum Online {}
pub(crate) enum Practice {}

impl Profiles for All {
    const PROFILES: &'static [Profile] = &Profile::ALL;
}

impl Profiles for Official {
    const PROFILES: &'static [Profile] = &[Profile::Official];
}

impl Profiles for Online {
    const PROFILES: &'static [Profile] = &[Profile::Online];
}

impl Profiles for Practice {
    const PROFILES: &'static [Profile] = &[Profile::Practice];
}

/// A table with these rules and a board of their kind.
pub(crate) fn setup(rules: Rules, players: u8) -> Setup {
    let board = Board::generate(rules.board, &mut SplitMix::new(u64::from(players)));
    Setup { players, rules, board, order: None }
}

/// The tables of a profile: every number of players, hands open, a far goal, and a near one in another order of play.
fn setups_of(profile: Profile) -> Vec<Setup> {
    let rules = profile.rules();
    let mut setups: Vec<_> = profile.players().map(|players| setup(rules, players)).collect();
    setups.push(setup(Rules { hands_open: true, ..rules }, 4));
    setups.push(setup(Rules { points_to_win: 20, ..rules }, 3));
    let near = Rules { board: BoardKind::Beginner, points_to_win: 5, offers_per_turn: 2, ..rules };
    setups.push(Setup { order: Some([2, 0, 3, 1].map(Seat).into()), ..setup(near, 4) });
    setups
}

impl<P: Profiles> Subject for Tables<P> {
    type Game = Catan;
    const SECRETS: bool = true;

    fn setups() -> Vec<Setup> {
        P::PROFILES.iter().flat_map(|&profile| setups_of(profile)).collect()
    }

    fn positions() -> Vec<Catan> {
        positions::all()
    }

    fn conceivable(game: &Catan, seat: Seat, visit: &mut dyn FnMut(Action)) {
        conceivable::each(game, seat, visit);
    }

    fn random_open(game: &Catan, seat: Seat, luck: &mut SplitMix) -> Option<Action> {
        play::random_open(game, seat, luck)
    }

    fn sample_outcomes() -> Vec<Outcome> {
        let dice = [[1, 1], [6, 6], [3, 4], [6, 1], [0, 1], [1, 0], [7, 1], [6, 7], [0, 0], [255, 255]];
        let cards = DevCard::ALL.into_iter().map(Outcome::Card);
        let stolen = Resource::ALL.into_iter().map(Outcome::Stolen);
        dice.into_iter().map(Outcome::Dice).chain(cards).chain(stolen).collect()
    }

    fn choose(game: &Catan, luck: &mut SplitMix) -> Option<(Seat, Action)> {
        play::choose(game, luck)
    }

    fn patience() -> u32 {
        1_000
    }

    fn strata(game: &Catan, tally: &mut Tally) {
        strata::tell(game, tally);
    }

    fn required_strata() -> &'static [&'static str] {
        strata::REQUIRED
    }

    fn check_invariants(game: &Catan) -> Result<(), String> {
        audit::check(game)
    }

    fn twist(game: &Catan, viewer: Viewer, luck: &mut SplitMix) -> Option<Catan> {
        twins::twist(game, viewer, luck)
    }

    fn reveals(game: &Catan, twisted: &Catan, _: Viewer, seat: Seat, action: &Action) -> bool {
        twins::reveals(game, twisted, seat, action)
    }
}
