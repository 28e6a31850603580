//! The ceremony: how server and seats together make luck that none of them could choose.
//!
//! The server commits; the seats commit; when all have, or their time is up, the seats reveal; when all have, or their time
//! is up, the game is sealed: its luck is settled, and known to the server alone. A seat that did not commit or did not
//! reveal is *missing*: 32 zero bytes take the place of its seed, never a choice, and it is named. Bots add zero bytes too, and
//! nobody expects more of them. Time is not known here: whoever holds the clock closes the commitments and seals.
//!
//! Published: docs/fairness.md §13 and §14.

use game::{Seat, SeatSet};

use crate::commit::{seat_commitment, server_commitment};
use crate::luck::{GameLuck, Rounds, game_seed};
use crate::{Chain, Context, Fair, Hash, Kind, Secret};

/// The most seats.
pub const MOST_SEATS: usize = 16;

/// A ceremony under way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ceremony {
    context: Context,
    kind: Kind,
    server: Hash,
    seats: Vec<Entropy>,
    revealing: bool,
}

/// What a seat has added so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entropy {
    /// A bot, which adds nothing.
    Bot,
    /// A person who has not committed.
    Nothing,
    /// A person who has not revealed.
    Committed(Hash),
    /// A person who has done both.
    Revealed(Hash, Secret),
}

/// Why a message of a seat is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Bots and seats that do not play have no part in it.
    #[error("this seat has no part in making the seed")]
    NoPart,
    /// The time is up, or all have committed.
    #[error("the commitments are closed")]
    CommitmentsClosed,
    /// One commitment each.
    #[error("this seat has committed to a seed already")]
    AlreadyCommitted,
    /// A seed that is shown before all have committed would help those who have not.
    #[error("no seed is revealed before the commitments are closed")]
    TooEarly,
    /// What was not committed to is a choice.
    #[error("this seat has not committed to a seed")]
    NotCommitted,
    /// One seed each.
    #[error("this seat has revealed its seed already")]
    AlreadyRevealed,
    /// The seed is another one.
    #[error("this is not the seed that the seat has committed to")]
    WrongSeed,
}

/// Why the game cannot be sealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SealFault {
    /// The commitments are still open.
    #[error("the commitments are not closed yet")]
    TooEarly,
    /// The server's seed is another one.
    #[error("this is not the seed that the server has committed to")]
    WrongSeed,
}

/// What a ceremony comes to.
#[derive(Clone, Debug)]
#[must_use = "the luck of the game is in here"]
pub struct Sealed {
    /// The luck of the game: the server's secret until it is over.
    pub luck: GameLuck,
    /// The seats of people in whose place zero bytes were taken.
    pub missing: SeatSet,
}

impl Ceremony {
    /// The beginning: the server has committed. One entry for each seat that plays, true for a person, false for a bot; those beyond
    /// the sixteenth are left out, as no table has so many.
    #[must_use]
    pub fn new(context: Context, kind: Kind, server: Hash, people: impl IntoIterator<Item = bool>) -> Self {
        let entropy = |person| if person { Entropy::Nothing } else { Entropy::Bot };
        let seats = people.into_iter().take(MOST_SEATS).map(entropy).collect();
        Self { context, kind, server, seats, revealing: false }
    }

    /// Takes a seat's commitment.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn commit(&mut self, seat: Seat, commitment: Hash) -> Result<(), Refusal> {
        let revealing = self.revealing;
        let entropy = self.seat_mut(seat)?;
        match entropy {
            Entropy::Committed(_) | Entropy::Revealed(..) => Err(Refusal::AlreadyCommitted),
            Entropy::Bot | Entropy::Nothing if revealing => Err(Refusal::CommitmentsClosed),
            Entropy::Bot | Entropy::Nothing => {
                *entropy = Entropy::Committed(commitment);
                Ok(())
            }
        }
    }

    /// Whether every person has committed, so that nothing is left to wait for but their being stored.
    #[must_use]
    pub fn ready_to_reveal(&self) -> bool {
        !self.seats.contains(&Entropy::Nothing)
    }

    /// Closes the commitments and opens the reveals: once all commitments are in *and stored for good*, or the time for them is up.
    pub fn open_reveals(&mut self) {
        self.revealing = true;
    }

    /// Whether seeds are taken now.
    #[must_use]
    pub const fn is_revealing(&self) -> bool {
        self.revealing
    }

    /// Takes the seed that a seat has committed to. A wrong one may be followed by the right one.
    ///
    /// # Errors
    /// [`Refusal`]; then nothing has changed.
    pub fn reveal(&mut self, seat: Seat, seed: Secret) -> Result<(), Refusal> {
        let (revealing, context, server) = (self.revealing, self.context.clone(), self.server);
        let entropy = self.seat_mut(seat)?;
        if !revealing {
            return Err(Refusal::TooEarly);
        }
        match entropy {
            Entropy::Bot | Entropy::Nothing => Err(Refusal::NotCommitted),
            Entropy::Revealed(..) => Err(Refusal::AlreadyRevealed),
            Entropy::Committed(commitment) => {
                if seat_commitment(&context, &server, seat, &seed) != *commitment {
                    return Err(Refusal::WrongSeed);
                }
                *entropy = Entropy::Revealed(*commitment, seed);
                Ok(())
            }
        }
    }

    /// Whether everyone who has committed has revealed, so that nothing is left to wait for.
    #[must_use]
    pub fn ready_to_seal(&self) -> bool {
        self.revealing && !self.seats.iter().any(|entropy| matches!(entropy, Entropy::Committed(_)))
    }

    /// The people for whom the next step waits.
    #[must_use]
    pub fn waits_for(&self) -> SeatSet {
        self.which(|entropy| match entropy {
            Entropy::Nothing => !self.revealing,
            Entropy::Committed(_) => self.revealing,
            Entropy::Bot | Entropy::Revealed(..) => false,
        })
    }

    /// The people in whose place zero bytes would be taken, if the game were sealed now.
    #[must_use]
    pub fn missing(&self) -> SeatSet {
        self.which(|entropy| matches!(entropy, Entropy::Nothing | Entropy::Committed(_)))
    }

    /// Settles the luck of the game. To be done when [`ready_to_seal`](Self::ready_to_seal), or when the time for reveals is up.
    ///
    /// # Errors
    /// [`SealFault`] if it is too early or the seed is not the server's.
    pub fn seal(&self, server: &Secret) -> Result<Sealed, SealFault> {
        if !self.revealing {
            return Err(SealFault::TooEarly);
        }
        let luck = match self.kind {
            Kind::Seed => {
                if server_commitment(self.kind, &self.context, server) != self.server {
                    return Err(SealFault::WrongSeed);
                }
                GameLuck::Seed(Fair::new(&game_seed(&self.context, server, &self.seat_seeds())))
            }
            Kind::Chain => {
                let chain = Chain::new(&self.context, server);
                if chain.anchor() != self.server {
                    return Err(SealFault::WrongSeed);
                }
                GameLuck::Rounds(Rounds { chain, context: self.context.clone(), seats: self.seat_seeds() })
            }
        };
        Ok(Sealed { luck, missing: self.missing() })
    }

    /// The game that this is for.
    #[must_use]
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// How the luck of the game follows from the secrets.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The server's commitment.
    #[must_use]
    pub const fn server(&self) -> &Hash {
        &self.server
    }

    /// What each seat has added, in their order.
    #[must_use]
    pub fn seats(&self) -> &[Entropy] {
        &self.seats
    }

    /// The seed of each seat, in their order; zero bytes for those that have none.
    #[must_use]
    pub fn seat_seeds(&self) -> Vec<Secret> {
        self.seats.iter().map(|entropy| entropy.seed().cloned().unwrap_or(Secret::ZERO)).collect()
    }

    fn which(&self, test: impl Fn(&Entropy) -> bool) -> SeatSet {
        let seats = self.seats.iter().enumerate().filter(|(_, entropy)| test(entropy));
        seats.map(|(seat, _)| Seat(seat as u8)).collect()
    }

    /// A seat that can add something.
    fn seat_mut(&mut self, seat: Seat) -> Result<&mut Entropy, Refusal> {
        self.seats.get_mut(seat.index()).filter(|entropy| **entropy != Entropy::Bot).ok_or(Refusal::NoPart)
    }
}

impl Entropy {
    /// The commitment, if there is one.
    #[must_use]
    pub const fn commitment(&self) -> Option<&Hash> {
        match self {
            Self::Bot | Self::Nothing => None,
            Self::Committed(commitment) | Self::Revealed(commitment, _) => Some(commitment),
        }
    }

    /// The seed, if it was revealed.
    #[must_use]
    pub const fn seed(&self) -> Option<&Secret> {
        match self {
            Self::Bot | Self::Nothing | Self::Committed(_) => None,
            Self::Revealed(_, seed) => Some(seed),
        }
    }
}
