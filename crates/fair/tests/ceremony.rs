//! The ceremony from outside: every order of messages, and what each party can rely on.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use fair::ceremony::{Entropy, Refusal, SealFault};
use fair::commit::{seat_commitment, server_commitment};
use fair::{Ceremony, Context, GameLuck, Hash, Kind, Secret, game_seed};
use game::{Seat, SeatSet};

const SERVER: [u8; 32] = [9; 32];

fn context() -> Context {
    Context::new("table", 3).unwrap()
}

fn seed_of(seat: Seat) -> Secret {
    Secret::from([10 + seat.0; 32])
}

fn begin(people: &[bool]) -> Ceremony {
    let server = server_commitment(Kind::Seed, &context(), &Secret::from(SERVER));
    Ceremony::new(context(), Kind::Seed, server, people.iter().copied())
}

fn commitment(ceremony: &Ceremony, seat: Seat) -> Hash {
    seat_commitment(&context(), ceremony.server(), seat, &seed_of(seat))
}

/// What can happen to a ceremony.
#[derive(Clone, Copy, Debug)]
enum Step {
    Commit(Seat),
    Open,
    Reveal(Seat),
    RevealWrongly(Seat),
}

/// The rules of docs/fairness.md §13 once more, with nothing but flags.
#[derive(Default)]
struct Flags {
    committed: [bool; 2],
    revealed: [bool; 2],
    open: bool,
}

impl Flags {
    fn take(&mut self, step: Step) -> Result<(), Refusal> {
        let i = |seat: Seat| if seat.0 < 2 { Ok(seat.index()) } else { Err(Refusal::NoPart) };
        match step {
            Step::Open => self.open = true,
            Step::Commit(seat) if self.committed[i(seat)?] => return Err(Refusal::AlreadyCommitted),
            Step::Commit(_) if self.open => return Err(Refusal::CommitmentsClosed),
            Step::Commit(seat) => self.committed[i(seat)?] = true,
            Step::Reveal(seat) | Step::RevealWrongly(seat) if i(seat)? < 2 && !self.open => {
                return Err(Refusal::TooEarly);
            }
            Step::Reveal(seat) | Step::RevealWrongly(seat) if !self.committed[i(seat)?] => {
                return Err(Refusal::NotCommitted);
            }
            Step::Reveal(seat) | Step::RevealWrongly(seat) if self.revealed[i(seat)?] => {
                return Err(Refusal::AlreadyRevealed);
            }
            Step::RevealWrongly(_) => return Err(Refusal::WrongSeed),
            Step::Reveal(seat) => self.revealed[i(seat)?] = true,
        }
        Ok(())
    }
}

/// Two people and a bot, and every sequence of six messages, those of the bot and of an empty seat included.
#[test]
fn every_order_of_messages_goes_as_the_page_says() {
    let mut steps = vec![Step::Open];
    steps.extend([0, 1].map(|seat| Step::Commit(Seat(seat))));
    steps.extend([0, 1].map(|seat| Step::Reveal(Seat(seat))));
    steps.extend([Step::RevealWrongly(Seat(0)), Step::Commit(Seat(2)), Step::Reveal(Seat(3))]);
    let sequences = steps.len().pow(6);
    for number in 0..sequences {
        let (mut ceremony, mut flags) = (begin(&[true, true, false]), Flags::default());
        let mut rest = number;
        for _ in 0..6 {
            let step = steps[rest % steps.len()];
            rest /= steps.len();
            let before = ceremony.clone();
            let taken = match step {
                Step::Commit(seat) => ceremony.commit(seat, commitment(&before, seat)),
                Step::Open => {
                    ceremony.open_reveals();
                    Ok(())
                }
                Step::Reveal(seat) => ceremony.reveal(seat, seed_of(seat)),
                Step::RevealWrongly(seat) => ceremony.reveal(seat, Secret::ZERO),
            };
            assert_eq!(taken, flags.take(step), "{step:?} in sequence {number}");
            assert!(taken.is_ok() || ceremony == before, "refused means unchanged");
        }
        let set = |test: &dyn Fn(usize) -> bool| -> SeatSet {
            (0..2).filter(|&seat| test(seat)).map(|seat| Seat(seat as u8)).collect()
        };
        let owes_commitment = set(&|seat| !flags.committed[seat]);
        let owes_seed = set(&|seat| flags.committed[seat] && !flags.revealed[seat]);
        assert_eq!(ceremony.ready_to_reveal(), owes_commitment.is_empty());
        assert_eq!(ceremony.is_revealing(), flags.open);
        assert_eq!(ceremony.ready_to_seal(), flags.open && owes_seed.is_empty());
        assert_eq!(ceremony.waits_for(), if flags.open { owes_seed } else { owes_commitment });
        assert_eq!(ceremony.missing(), set(&|seat| !flags.revealed[seat]));
        // Sealing costs a few hashes, so not after each of the quarter of a million.
        if number % 97 == 0 {
            check_sealed(&ceremony, &flags);
        }
    }
}

fn check_sealed(ceremony: &Ceremony, flags: &Flags) {
    let sealed = ceremony.seal(&Secret::from(SERVER));
    if !flags.open {
        assert_eq!(sealed.unwrap_err(), SealFault::TooEarly);
        return;
    }
    let sealed = sealed.unwrap();
    assert_eq!(sealed.missing, ceremony.missing());
    let seed = |seat: u8| if flags.revealed[usize::from(seat)] { seed_of(Seat(seat)) } else { Secret::ZERO };
    let seeds = [seed(0), seed(1), Secret::ZERO];
    assert_eq!(ceremony.seat_seeds(), seeds);
    let expected = fair::Fair::new(&game_seed(&context(), &Secret::from(SERVER), &seeds));
    assert_eq!(sealed.luck.fair().unwrap().ticket("dice", 0, u32::MAX), expected.ticket("dice", 0, u32::MAX));
    assert_eq!(ceremony.seal(&Secret::ZERO).unwrap_err(), SealFault::WrongSeed);
}

/// §13: what another seat committed to is of no use, and neither is what was committed to for another server or game.
#[test]
fn a_copied_commitment_cannot_be_opened() {
    let mut ceremony = begin(&[true, true]);
    let first = commitment(&ceremony, Seat(0));
    ceremony.commit(Seat(0), first).unwrap();
    ceremony.commit(Seat(1), first).unwrap();
    ceremony.open_reveals();
    assert_eq!(ceremony.reveal(Seat(0), seed_of(Seat(0))), Ok(()));
    assert_eq!(ceremony.reveal(Seat(1), seed_of(Seat(0))), Err(Refusal::WrongSeed));
    assert_eq!(ceremony.missing(), SeatSet::only(Seat(1)));
}

/// A seat that is missing and a bot add the same; only the one is named.
#[test]
fn bots_are_not_missing() {
    let mut ceremony = begin(&[false, true, false]);
    ceremony.open_reveals();
    let sealed = ceremony.seal(&Secret::from(SERVER)).unwrap();
    assert_eq!(sealed.missing, SeatSet::only(Seat(1)));
    let mut alone = begin(&[false, false, false]);
    assert!(alone.ready_to_reveal() && alone.waits_for().is_empty());
    alone.open_reveals();
    assert!(alone.ready_to_seal() && alone.seal(&Secret::from(SERVER)).unwrap().missing.is_empty());
    assert_eq!(begin(&[true; 20]).seats().len(), 16);
}

/// §16: the anchor of the chain is the server's commitment.
#[test]
fn a_chain_is_sealed_by_its_anchor() {
    let server = server_commitment(Kind::Chain, &context(), &Secret::from(SERVER));
    let mut ceremony = Ceremony::new(context(), Kind::Chain, server, [true]);
    ceremony.open_reveals();
    let sealed = ceremony.seal(&Secret::from(SERVER)).unwrap();
    assert!(matches!(sealed.luck, GameLuck::Rounds(_)));
    assert_eq!(ceremony.seal(&Secret::ZERO).unwrap_err(), SealFault::WrongSeed);
    assert_eq!(ceremony.seats(), [Entropy::Nothing]);
}

#[test]
fn debug_output_shows_no_seed() {
    let mut ceremony = begin(&[true]);
    let hash = commitment(&ceremony, Seat(0));
    ceremony.commit(Seat(0), hash).unwrap();
    ceremony.open_reveals();
    ceremony.reveal(Seat(0), seed_of(Seat(0))).unwrap();
    let sealed = ceremony.seal(&Secret::from(SERVER)).unwrap();
    let shown = format!("{ceremony:?} {sealed:?}");
    assert!(!shown.contains("10, 10") && !shown.contains("0a0a") && !shown.contains("0909"), "{shown}");
}
