//! Between the countdown and the first move: server and seats exchange seeds, then the game is dealt.
//!
//! Published: docs/fairness.md §13, §14.

use fair::Secret;
use fair::ceremony::Refusal as SeedRefusal;
use protocol::table::{Bytes32, EntryOf, PlayerId};

use crate::table::Work;
use crate::{Notice, Played, Refusal, Stage, Table};

impl<G: Played> Table<G> {
    /// The countdown is over: the server commits to a seed.
    pub(crate) fn ask_for_seeds(&mut self, work: &mut Work<G>) -> Result<(), Refusal> {
        let until = work.now() + self.limits.commit;
        work.changed = true;
        work.tell(Notice::SeedsAsked { until });
        let seed = Bytes32(work.moment.entropy);
        self.record(work, EntryOf::<G>::SeedChosen { number: self.games + 1, seed, until })
    }

    pub(crate) fn commit_seed(
        &mut self,
        work: &mut Work<G>,
        player: &PlayerId,
        commitment: Bytes32,
    ) -> Result<(), Refusal> {
        let seat = self.own_seat(player)?;
        let Stage::Seeding(seeding) = &self.stage else { return Err(not_asked()) };
        seeding.ceremony.clone().commit(seat, fair::Hash(commitment.0)).map_err(seed_refused)?;
        self.record(work, EntryOf::<G>::SeatCommitted { seat: seat.into(), commitment })
    }

    pub(crate) fn reveal_seed(
        &mut self,
        work: &mut Work<G>,
        player: &PlayerId,
        seed: Bytes32,
    ) -> Result<(), Refusal> {
        let seat = self.own_seat(player)?;
        let Stage::Seeding(seeding) = &self.stage else { return Err(not_asked()) };
        seeding.ceremony.clone().reveal(seat, Secret::from(seed.0)).map_err(seed_refused)?;
        self.record(work, EntryOf::<G>::SeatRevealed { seat: seat.into(), seed })
    }

    /// Goes on when all seats have done their part, or their time is up.
    pub(crate) fn follow_seeding(&mut self, work: &mut Work<G>) -> Result<bool, Refusal> {
        let Stage::Seeding(seeding) = &self.stage else { return Ok(false) };
        let late = seeding.until <= work.now();
        let ceremony = &seeding.ceremony;
        if !ceremony.is_revealing() {
            // The last commitment and the opening are stored together before anybody hears of the opening.
            if !(late || ceremony.ready_to_reveal()) {
                return Ok(false);
            }
            let until = work.now() + self.limits.reveal;
            work.tell(Notice::SeedsCommitted { until });
            self.record(work, EntryOf::<G>::RevealsOpened { until })?;
            return Ok(true);
        }
        if !(late || ceremony.ready_to_seal()) {
            return Ok(false);
        }
        self.deal(work)?;
        Ok(true)
    }

    /// Settles the order of play and the board, and begins.
    fn deal(&mut self, work: &mut Work<G>) -> Result<(), Refusal> {
        let internal = |what: String| Refusal::new("internal", what);
        let Stage::Seeding(seeding) = &self.stage else { return Err(not_asked()) };
        let sealed = seeding
            .ceremony
            .seal(&Secret::from(seeding.seed.0))
            .map_err(|fault| internal(fault.to_string()))?;
        let n = self.seated().count() as u8;
        let order: Vec<u8> = if let Some(fair) = sealed.luck.fair() {
            fair::seat_order(fair, n)
        } else {
            // Where everybody plays against the house the host comes first: that seat has the wheel.
            let host = self.seat_of(&self.host).map_or(0, |seat| seat.0);
            std::iter::once(host).chain((0..n).filter(|seat| *seat != host)).collect()
        };
        let names =
            order.iter().filter_map(|&seat| Some(self.chair(game::Seat(seat))?.name.clone())).collect();
        let start = G::with_names(self.settings.start.clone(), names);
        let (setup, _) = G::settle(n, &start, &sealed.luck).map_err(|failure| internal(failure.message))?;
        let (_, start) = G::setup_out(&setup);
        let buy_in = if G::BANKED { G::buy_in(&start) } else { self.settings.stake.into() };
        work.changed = true;
        work.tell(Notice::SeedsRevealed);
        self.record(
            work,
            EntryOf::<G>::Started {
                order: order.into_iter().map(protocol::Seat).collect(),
                start,
                missing: protocol::Seat::list(sealed.missing),
            },
        )?;
        self.collect(work, buy_in, if G::BANKED { "buy_in" } else { "stake" });
        work.tell(Notice::Started);
        let opening = self.game().map(|playing| playing.game.opening()).unwrap_or_default();
        if opening.is_empty() { Ok(()) } else { self.table_moves(work, opening) }
    }
}

fn not_asked() -> Refusal {
    Refusal::new("no_seed_asked", "No seed is asked for now")
}

fn seed_refused(refusal: SeedRefusal) -> Refusal {
    let code = match refusal {
        SeedRefusal::NoPart => "seed_no_part",
        SeedRefusal::CommitmentsClosed => "seed_commitments_closed",
        SeedRefusal::AlreadyCommitted => "seed_already_committed",
        SeedRefusal::TooEarly => "seed_too_early",
        SeedRefusal::NotCommitted => "seed_not_committed",
        SeedRefusal::AlreadyRevealed => "seed_already_revealed",
        SeedRefusal::WrongSeed => "seed_wrong",
    };
    Refusal::new(code, refusal.to_string())
}
