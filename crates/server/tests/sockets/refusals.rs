//! Every refusal that anybody can get, with what belongs into its sentence, as pages need it that speak other languages.
//!
//! Committed as `schemas/refusals.json` and compared here. What the rules refuse is asked of them, one example each; what tables and
//! the server refuse is found in their sources, so that none can be forgotten. After a change that is meant:
//! `UPDATE_SCHEMAS=1 cargo test -p server --test sockets refusals`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use catan::{DevCard, Hand, Piece, Refusal as C, Resource};
use kniffel::Refusal as K;
use roulette::{BetFault, BetType, Number, NumberSet, Refusal as R, Stage};
use serde_json::{Value, json};
use table::{Played, Refusal};

/// By code, then by who says so: the names of what is to be filled in, and the sentence with them.
type Told = BTreeMap<String, BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>>;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A sentence with names in place of what was filled in.
fn template(refusal: &Refusal) -> String {
    let mut params: Vec<_> = refusal.params.iter().collect();
    // Longer ones first, so that no part of one is taken for another.
    params.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
    params.iter().fold(refusal.reason.clone(), |sentence, (name, value)| {
        let spoken = value.replace('_', " ");
        sentence.replacen(&spoken, &format!("{{{name}}}"), 1)
    })
}

fn add(told: &mut Told, from: &str, refusal: &Refusal) {
    let (params, sentences) =
        told.entry(refusal.code.to_owned()).or_default().entry(from.to_owned()).or_default();
    params.extend(refusal.params.keys().map(|name| (*name).to_owned()));
    sentences.insert(template(refusal));
}

fn hand(n: u8) -> Hand {
    Hand::some(Resource::ALL[0], n)
}

/// One of every refusal of Catan. The sources say whether one is missing.
fn of_catan() -> Vec<C> {
    let (resource, card) = (Resource::ALL[0], DevCard::YearOfPlenty);
    vec![
        C::GameOver,
        C::NotYourTurn,
        C::SetupNotFinished,
        C::NoSettlementToPlace,
        C::NoRoadToPlace,
        C::FirstPlayerOpen,
        C::AlreadyRolled,
        C::RollFirst,
        C::DiscardsPending,
        C::RobberPending,
        C::StealPending,
        C::RoadBuildingPending,
        C::WrongDiscardCount { owed: 41, got: 42 },
        C::CannotDiscard { resource, wanted: 41, have: 42 },
        C::NoDiscardOwed,
        C::NotYourRobber,
        C::NotMovingRobber,
        C::InvalidHex,
        C::RobberAtSea,
        C::RobberMustMove,
        C::NotYourSteal,
        C::NotStealing,
        C::InvalidStealTarget,
        C::InvalidVertex,
        C::InvalidEdge,
        C::Occupied,
        C::TooClose,
        C::SettlementNotConnected,
        C::RoadNotConnected,
        C::RoadAwayFromSettlement,
        C::NoOwnSettlement,
        C::NoPieceLeft(Piece::DevCard),
        C::CannotAfford { what: Piece::City, missing: hand(41) },
        C::TooManyRoads { limit: 41 },
        C::DeckEmpty,
        C::NoSuchCard(card),
        C::BoughtThisTurn,
        C::AlreadyPlayedCard,
        C::AlreadyPlayedKind(card),
        C::VictoryPointsNotPlayed,
        C::NoPlaceForRoad,
        C::NotRoadBuilding,
        C::BuildOneRoadFirst,
        C::WrongPlentyCount(41),
        C::BankCannotPay(hand(41)),
        C::SameResource,
        C::RateNotMet { resource, rate: 41, have: 42 },
        C::EmptySide,
        C::KindOnBothSides,
        C::MoreThanExist,
        C::CannotGive(hand(41)),
        C::InvalidAddressee,
        C::NoTradingNow,
        C::OnlyWithActivePlayer,
        C::TooManyOffers { limit: 41 },
        C::OfferNumbersUsedUp,
        C::NoSuchOffer(41),
        C::NotAddressed,
        C::AlreadyAnswered,
        C::NotAccepted,
        C::NotYourOffer,
        C::OnlyActiveConfirms,
        C::ConfirmOwnOffer,
        C::CountersNothing,
    ]
}

fn of_kniffel() -> Vec<K> {
    vec![
        K::GameOver,
        K::NotWaiting,
        K::NotRolling,
        K::NotYourTurn,
        K::NoRollsRemaining,
        K::RollFirst,
        K::NothingToKeep,
        K::CategoryScored,
        K::JokerOwnBox,
        K::JokerLowerBox,
        K::NoSuchSeat,
        K::AlreadyReady,
        K::AlreadyAway,
        K::AlreadyPresent,
    ]
}

fn of_roulette() -> Vec<R> {
    let kind = BetType::Dozen;
    let number = Number::new(17).unwrap();
    let numbers = NumberSet::of(&[3, 17]);
    let mut all = vec![
        R::TableClosed,
        R::NoSuchSeat,
        R::NotAtTable,
        R::SeatTaken,
        R::SeatNotCleared,
        R::Disconnected,
        R::AlreadyDisconnected,
        R::NotDisconnected,
        R::OnlyPlayers,
        R::OnlyTable,
        R::OnlyHost,
        R::NotSpinning,
        R::NotSettled,
        R::RoundNotOver,
        R::LastRound,
        R::CannotCloseNow,
        R::PlayersPresent,
        R::HostSpins,
        R::NoBets,
        R::NoZeroBets,
        R::NegativeAmount { amount: -41 },
        R::AmountTooLarge { amount: 41 },
        R::BelowMinimum { amount: 41, min: 42 },
        R::OverMaximum { amount: 41, left: 42, max: 43 },
        R::OverChips { amount: 41, chips: 42 },
        R::NoSuchBet { index: 41, bets: 42 },
        R::Bet(BetFault::NamedTwice { kind }),
        R::Bet(BetFault::NoIdentifier { kind: BetType::Corner }),
        R::Bet(BetFault::UnknownIdentifier { kind, identifier: 41 }),
        R::Bet(BetFault::NumbersGiven { kind: BetType::Red }),
        R::Bet(BetFault::NotOnWheel { number: 41 }),
        R::Bet(BetFault::Repeated { number }),
        R::Bet(BetFault::WrongCount { kind: BetType::Corner, given: 41 }),
        R::Bet(BetFault::NotOnLayout { kind: BetType::Split, numbers }),
    ];
    for stage in [Stage::Betting, Stage::Spinning, Stage::Settlement, Stage::RoundEnd, Stage::Closed] {
        all.extend([R::BetsClosed { stage }, R::CannotSpin { stage }]);
    }
    all
}

fn of_rules(told: &mut Told) {
    for refusal in of_catan() {
        add(told, "catan", &catan::Catan::refused(&refusal));
    }
    for refusal in of_kniffel() {
        add(told, "kniffel", &kniffel::Kniffel::refused(&refusal));
    }
    for refusal in of_roulette() {
        add(told, "roulette", &roulette::Roulette::refused(&refusal));
    }
    // The table adds whose turn it is.
    for from in ["catan", "kniffel"] {
        let (params, _) = told.get_mut("not_your_turn").and_then(|told| told.get_mut(from)).unwrap();
        params.insert("seats".to_owned());
    }
}

/// All files below a folder, without their tests.
fn sources(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            texts.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            texts.push(text.split("#[cfg(test)]\nmod tests").next().unwrap().to_owned());
        }
    }
    texts
}

/// The literals in a piece of source, in order.
fn literals(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('"') {
        let end = rest[start + 1..].find('"').unwrap() + start + 1;
        found.push(rest[start + 1..end].to_owned());
        rest = &rest[end + 1..];
    }
    found
}

fn is_code(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// The rest of a statement, up to its semicolon; what stands between quotes does not count.
fn statement(text: &str) -> &str {
    let mut quoted = false;
    let end = text.find(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    &text[..end.unwrap_or(text.len())]
}

/// Refusals that are made on the spot: `Refusal::new("code", "sentence").with("name", …)`, in one statement.
fn made_in(text: &str, how: &str, from: &str, told: &mut Told) {
    for (at, _) in text.match_indices(how) {
        // Where it is the last expression of a function there is no semicolon.
        let statement = self::statement(&text[at..]).split("\n}").next().unwrap();
        // What follows in the same statement may be another one.
        let next = statement[how.len()..].find(how).map_or(statement.len(), |next| next + how.len());
        let statement = &statement[..next];
        let words = literals(statement);
        let Some(code) = words.first().filter(|word| is_code(word)) else { continue };
        let sentence = words.get(1).filter(|word| word.contains(' ')).cloned().or_else(|| {
            let before = text[..at].rfind("let reason =")?;
            let said = self::statement(&text[before..at]);
            let between = &text[(before + said.len() + 1).min(at)..at];
            let at_once = self::statement(between).len() == between.len();
            literals(said).into_iter().next().filter(|_| at_once)
        });
        let params = statement.split(".with").skip(1).filter_map(|with| literals(with).into_iter().next());
        let params: Vec<String> = params.collect();
        let (names, sentences) = told.entry(code.clone()).or_default().entry(from.to_owned()).or_default();
        sentences.extend(sentence.map(|sentence| renamed(&sentence, &params)));
        names.extend(params);
    }
}

/// A sentence with one gap, which the source may call differently, under the name of what belongs there.
fn renamed(sentence: &str, params: &[String]) -> String {
    let gap = sentence.find('{').zip(sentence.find('}')).filter(|_| sentence.matches('{').count() == 1);
    match (gap, params.last()) {
        (Some((from, to)), Some(name)) => format!("{}{{{name}}}{}", &sentence[..from], &sentence[to + 1..]),
        _ => sentence.to_owned(),
    }
}

/// Refusals that have a code in a match and their sentence where they are declared.
fn matched_in(arms: &str, called: &str, (declared, name): (&str, &str), from: &str, told: &mut Told) {
    let (arms, declared) = (read(arms), read(declared));
    let declared = &declared[declared.find(&format!("pub enum {name} {{")).unwrap()..];
    for arm in arms.split(&format!("{called}::")).skip(1) {
        let variant = arm.split(|c: char| !c.is_alphanumeric()).next().unwrap();
        let line = arm.lines().next().unwrap();
        let Some(code) = literals(line).into_iter().find(|word| line.contains("=>") && is_code(word)) else {
            continue;
        };
        let at = declared.find(&format!("    {variant},")).unwrap_or_else(|| panic!("{variant}"));
        let sentence =
            declared[..at].rsplit("#[error(").next().and_then(|rest| literals(rest).into_iter().next());
        told.entry(code).or_default().entry(from.to_owned()).or_default().1.extend(sentence);
    }
}

fn read(file: &str) -> String {
    std::fs::read_to_string(crates().join(file)).unwrap()
}

fn of_sources(told: &mut Told) {
    for (krate, from) in [("table", "table"), ("server", "server")] {
        for text in sources(&crates().join(krate).join("src")) {
            let text = text.replace("\\\"", "'");
            for how in ["Refusal::new(", "Trouble::new(", "Self::new(", "refuse(&self.outbox, "] {
                made_in(&text, how, from, told);
            }
        }
    }
    matched_in("table/src/seeding.rs", "SeedRefusal", ("fair/src/ceremony.rs", "Refusal"), "table", told);
    matched_in("server/src/api/replay.rs", "NoReplay", ("table/src/replay.rs", "NoReplay"), "server", told);
    for text in sources(&crates().join("protocol/src/ws")) {
        made_in(&text, "NoMove::Nothing { code: ", "table", told);
    }
}

/// Codes that stand in a match, `Variant => "code"`.
fn arms(text: &str) -> impl Iterator<Item = String> {
    let words = text.split("=> \"").skip(1).filter_map(|rest| rest.split('"').next());
    words.filter(|word| is_code(word)).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

fn everything() -> Told {
    let mut told = Told::new();
    of_rules(&mut told);
    of_sources(&mut told);
    told
}

#[test]
fn every_refusal_is_listed_with_what_belongs_into_it() {
    let list: BTreeMap<String, Value> = everything()
        .into_iter()
        .map(|(code, told)| {
            let told = told.into_iter().map(|(from, (params, sentences))| {
                (from, json!({ "params": params, "sentences": sentences }))
            });
            (code, Value::Object(told.collect()))
        })
        .collect();
    let text = serde_json::to_string_pretty(&list).unwrap() + "\n";
    let path = crates().join("../schemas/refusals.json");
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap_or_default() == text,
        "run UPDATE_SCHEMAS=1 cargo test -p server"
    );
}

/// No code of the rules is without an example here, and no sentence names a number that a page could not fill in.
#[test]
fn no_refusal_of_the_rules_is_forgotten() {
    let told = everything();
    for (file, from) in [
        ("catan/src/refusal.rs", "catan"),
        ("kniffel/src/refusal.rs", "kniffel"),
        ("roulette/src/refusal.rs", "roulette"),
        ("roulette/src/named.rs", "roulette"),
    ] {
        let text = read(file);
        let code = text.split("fn code(").nth(1).unwrap().split("\n    }\n").next().unwrap();
        let mut n = 0;
        for code in arms(code) {
            let (_, sentences) =
                told.get(&code).and_then(|told| told.get(from)).unwrap_or_else(|| panic!("{code}"));
            assert!(!sentences.is_empty(), "{code}");
            for sentence in sentences {
                assert!(!sentence.contains("41") && !sentence.contains("42"), "{code}: {sentence}");
            }
            n += 1;
        }
        assert!(n > 5, "{file}: {n}");
    }
}

/// Whatever form they have in the sources, each has a sentence: found once, so that a form that is not understood is noticed.
#[test]
fn no_refusal_of_table_or_server_is_forgotten() {
    let told = everything();
    for code in [
        "not_host",
        "no_seat",
        "bad_name",
        "table_full",
        "too_few_chips",
        "bad_chat",
        "unknown_type",
        "no_such_code",
        "too_many_tables",
        "no_such_position",
        "being_computed",
        "game_still_on",
        "nobody_sat_there",
        "seed_wrong",
        "nothing_to_undo",
    ] {
        let sentences =
            told.get(code).into_iter().flat_map(|told| told.values()).flat_map(|(_, sentences)| sentences);
        assert!(sentences.count() > 0, "{code}");
    }
    for (code, (names, sentences)) in
        told.iter().flat_map(|(code, told)| told.values().map(move |of| (code, of)))
    {
        for gap in sentences.iter().flat_map(|sentence| sentence.split('{').skip(1)) {
            let name = gap.split('}').next().unwrap();
            let internal = code == "internal" || name == "fault";
            assert!(names.contains(name) || internal, "{code}: {name} is in the sentence and not given");
        }
    }
    let most = |code: &str, from: &str| told[code][from].0.contains("most");
    assert!(most("bad_name", "table") && most("bad_name", "server") && most("bad_options", "table"));
}
