//! Positions that random play hardly meets: an empty bank, the last piece, a shared longest road, a win at hand.

use catan::raw::{RawCatan, RawPhase};
use catan::{Action, Catan, DevCard, Hand, Offer, Phase, Profile, Resource, Setup};
use game::conformance::SplitMix;
use game::{Game, Seat, SeatSet, Unheard};

use crate::edit::{edited, give, give_card, grow, lengthen, settle};
use crate::play;
use crate::subject::setup;

/// Plays from the setup until the condition holds.
fn reached(setup: &Setup, seed: u64, arrived: impl Fn(&Catan) -> bool) -> Catan {
    let mut luck = SplitMix::new(seed);
    let mut game = Catan::create(setup).expect("a fine setup");
    loop {
        if game.ended().is_some() {
            game = Catan::create(setup).expect("a fine setup");
        }
        if arrived(&game) {
            return game;
        }
        play::step(&mut game, &mut luck);
    }
}

/// The position after an action of the seat whose turn it is, which leaves nothing to luck.
fn after(game: &Catan, action: Action) -> Catan {
    let mut next = *game;
    next.apply(game.current(), &action, None, &mut Unheard).expect("a legal action");
    next
}

/// Early in the game, nothing played, bought or offered in this turn.
fn early(profile: Profile, players: u8, phase: Phase) -> Catan {
    reached(&setup(profile.rules(), players), 40 + u64::from(players), |game| {
        let fresh = game.kinds_played_this_turn().next().is_none()
            && game.bought_this_turn(game.current()).is_empty()
            && game.offers().next().is_none();
        let plain = game.longest_road().is_none() && game.largest_army().is_none();
        game.phase() == phase && game.turn() > u32::from(players) && fresh && plain
    })
}

/// Deals the bank's cards of a kind out to all seats in turn, but for `left`.
fn deal(raw: &mut RawCatan, kind: Resource, left: u8) {
    for seat in (0..raw.players.len()).cycle() {
        if raw.bank.get(kind) <= left {
            break;
        }
        give(raw, seat, kind, 1);
    }
}

/// Deals the rest of the deck out, victory points not to the seat whose turn it is.
fn deal_deck(raw: &mut RawCatan) {
    let current = raw.current.index();
    let n = raw.players.len();
    for card in DevCard::ALL {
        let mut seat = current;
        while raw.deck.get(card) > 0 {
            seat = (seat + 1) % n;
            if card != DevCard::VictoryPoint || seat != current {
                give_card(raw, seat, card, 1);
            }
        }
    }
}

/// The seat whose turn it is gets a card of each kind that its rules let it hold without winning.
fn every_card(raw: &mut RawCatan) {
    let seat = raw.current.index();
    for card in DevCard::ALL {
        if raw.deck.get(card) > 0 {
            give_card(raw, seat, card, 1);
        }
    }
}

/// Enough to build and buy whatever the turn allows.
fn riches(raw: &mut RawCatan, n: u8) {
    let seat = raw.current.index();
    for kind in Resource::ALL {
        let n = n.min(raw.bank.get(kind));
        give(raw, seat, kind, n);
    }
}

/// All of them, for every profile where it makes a difference.
pub(crate) fn all() -> Vec<Catan> {
    let mut positions = Vec::new();
    for (profile, players) in [(Profile::Official, 4), (Profile::Online, 3), (Profile::Practice, 2)] {
        for phase in [Phase::BeforeRoll, Phase::Main] {
            let base = early(profile, players, phase);
            positions.extend(banks(&base));
            positions.extend(cards(&base));
            positions.extend(pieces(&base));
            positions.extend(wins(&base));
        }
    }
    for profile in Profile::ALL {
        positions.extend(offers(profile));
    }
    positions.extend(roads());
    positions.extend(numbers());
    positions.extend(ties());
    positions
}

fn banks(base: &Catan) -> Vec<Catan> {
    let mut positions: Vec<_> = Resource::ALL
        .into_iter()
        .map(|kind| {
            edited(base, |raw| {
                every_card(raw);
                deal(raw, kind, 0);
            })
        })
        .collect();
    for left in [0, 1] {
        positions.push(edited(base, |raw| {
            every_card(raw);
            for kind in Resource::ALL {
                deal(raw, kind, if kind == Resource::Wheat { left } else { 0 });
            }
        }));
    }
    positions
}

fn cards(base: &Catan) -> Vec<Catan> {
    vec![
        edited(base, every_card),
        edited(base, |raw| {
            riches(raw, 6);
            deal_deck(raw);
        }),
    ]
}

fn pieces(base: &Catan) -> Vec<Catan> {
    let seat = base.current().index();
    let mut positions: Vec<_> = [14, 15]
        .into_iter()
        .map(|n| {
            edited(base, |raw| {
                raw.rules.points_to_win = 15;
                grow(raw, seat, n);
                riches(raw, 5);
                every_card(raw);
            })
        })
        .collect();
    positions.push(after(&positions[0], Action::PlayRoadBuilding));
    positions.push(edited(base, |raw| {
        raw.rules.points_to_win = 20;
        riches(raw, 8);
        settle(raw, seat, 5);
    }));
    positions.push(edited(base, |raw| {
        raw.rules.points_to_win = 20;
        riches(raw, 8);
        let cities = raw.players[seat].cities.len();
        settle(raw, seat, 4 - cities);
        let cities = std::mem::take(&mut raw.players[seat].settlements);
        raw.players[seat].cities.extend(cities);
    }));
    positions
}

/// One point is missing, and whatever brings points is at hand.
fn wins(base: &Catan) -> Vec<Catan> {
    let seat = base.current().index();
    let nearly = |raw: &mut RawCatan, points: u8| {
        raw.rules.points_to_win = (points + 1).max(3);
        riches(raw, 8);
    };
    vec![
        edited(base, |raw| {
            nearly(raw, base.points(base.current()));
            give_card(raw, seat, DevCard::RoadBuilding, 1);
        }),
        edited(base, |raw| {
            lengthen(raw, seat, 4);
            nearly(raw, base.points(base.current()));
            give_card(raw, seat, DevCard::RoadBuilding, 1);
        }),
        edited(base, |raw| {
            let played = raw.players[seat].played.get(DevCard::Knight);
            give_card(raw, seat, DevCard::Knight, 3 - played.min(2));
            let held = raw.players[seat].dev_cards.counts();
            let table = raw.players[seat].played.counts();
            let moved = 2 - played.min(2);
            raw.players[seat].dev_cards = with_knights(held, held[0] - moved);
            raw.players[seat].played = with_knights(table, table[0] + moved);
            nearly(raw, base.points(base.current()));
        }),
    ]
}

fn with_knights(mut counts: [u8; 5], n: u8) -> catan::DevCards {
    counts[0] = n;
    catan::DevCards::new(counts).expect("few cards")
}

/// A longest road that is shared, or that came to somebody out of turn and makes enough points.
fn roads() -> Vec<Catan> {
    let base = early(Profile::Official, 3, Phase::Main);
    let tied = |length: u8| {
        edited(&base, |raw| {
            raw.rules.points_to_win = 14;
            riches(raw, 6);
            lengthen(raw, 0, length);
            lengthen(raw, 1, length);
        })
    };
    let lucky = base.seats_iter().find(|&seat| seat != base.current()).expect("somebody else").index();
    let enough = |title: u8| {
        edited(&base, |raw| {
            riches(raw, 4);
            lengthen(raw, lucky, 6);
            raw.rules.points_to_win = raw.players[lucky].points + title;
        })
    };
    vec![tied(5), tied(6), enough(2)]
}

/// Offers of the active player and of another, answered and countered, and a knight to play meanwhile.
fn offers(profile: Profile) -> Vec<Catan> {
    let base = early(profile, 4, Phase::Main);
    let active = base.current();
    let [a, b, c] = [1, 2, 3].map(|further| Seat((active.0 + further) % 4));
    let offered = |countered: Option<u32>| {
        edited(&base, |raw| {
            every_card(raw);
            riches(raw, 1);
            give(raw, a.index(), Resource::Ore, 2);
            give(raw, b.index(), Resource::Brick, 1);
            let (give, receive) = (Hand::one(Resource::Wood), Hand::one(Resource::Ore));
            let own = Offer {
                number: 20,
                from: active,
                to: [a, b, c].into_iter().collect(),
                give,
                receive,
                accepted: SeatSet::only(a),
                declined: SeatSet::only(b),
                counters: None,
            };
            let other = Offer {
                number: 21,
                from: b,
                to: SeatSet::only(active),
                give: Hand::one(Resource::Brick),
                receive: give,
                accepted: SeatSet::EMPTY,
                declined: SeatSet::EMPTY,
                counters: countered,
            };
            raw.offers = vec![own, other];
            raw.last_offer = 21;
            raw.players[active.index()].offers_made = 1;
            raw.players[b.index()].offers_made = raw.rules.offers_per_turn;
        })
    };
    let open = [None, Some(19), Some(20)].map(offered);
    let robbing = open.map(|game| after(&game, Action::PlayKnight));
    open.into_iter().chain(robbing).collect()
}

/// The numbers of offers run out.
fn numbers() -> Vec<Catan> {
    let base = early(Profile::Official, 4, Phase::Main);
    [0, 1, 2]
        .into_iter()
        .map(|left| {
            edited(&base, |raw| {
                riches(raw, 2);
                raw.last_offer = u32::from(u16::MAX) - left;
            })
        })
        .collect()
}

/// Some of the seats roll again for the first player.
fn ties() -> Vec<Catan> {
    let mut positions = Vec::new();
    for players in [3, 4] {
        let base = Catan::create(&setup(Profile::Practice.rules(), players)).expect("a fine setup");
        for bits in (0..1 << players).filter(|bits: &u16| bits.count_ones() == 2) {
            let contenders = SeatSet::from_bits(bits);
            positions.push(edited(&base, |raw| {
                raw.phase = RawPhase::RollForFirst { contenders, sums: [0; 4] };
                raw.current = contenders.lowest().expect("two seats");
            }));
        }
    }
    positions
}
