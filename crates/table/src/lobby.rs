//! Before a game: sitting down, getting up, bots, settings, host, ready, countdown.

use game::Seat;
use protocol::table::{Changes, Color, EntryOf, PlayerId, SettingsOf};

use crate::chips::behind;
use crate::table::Work;
use crate::{Command, Limits, Notice, Played, Purse, Refusal, Sitter, Stage, Table};

impl<G: Played> Table<G> {
    pub(crate) fn command(
        &mut self,
        work: &mut Work<G>,
        player: &PlayerId,
        name: &str,
        command: Command<G>,
    ) -> Result<(), Refusal> {
        if matches!(self.stage, Stage::Closed) {
            return Err(Refusal::new("table_closed", "This table is closed"));
        }
        match command {
            Command::Sit { seat } => self.sit(work, player, name, seat),
            Command::Stand => self.stand(work, player),
            Command::Leave => match self.stage {
                // In a running game a chair belongs to its player, there or not.
                Stage::Seeding(_) | Stage::Playing(_) if !G::BANKED => Ok(()),
                Stage::Lobby { .. }
                | Stage::Seeding(_)
                | Stage::Playing(_)
                | Stage::Over(_)
                | Stage::Closed => {
                    if self.seat_of(player).is_some() {
                        self.stand(work, player)
                    } else {
                        Ok(())
                    }
                }
            },
            Command::GiveUp => self.give_up(work, player),
            Command::ToggleReady => self.toggle_ready(work, player),
            Command::SetOptions(changes) => self.set_options(work, player, changes),
            Command::Start => self.start(work, player),
            Command::Kick(whom) => self.kick(work, player, &whom),
            Command::TransferHost(to) => self.transfer_host(work, player, to),
            Command::AddBot(level) => self.add_bot(work, player, &level),
            Command::RemoveSeat(seat) => self.remove_seat(work, player, seat),
            Command::Rename(name) => self.rename(work, player, &name),
            Command::Recolor(color) => self.recolor(work, player, color),
            Command::CommitSeed(commitment) => self.commit_seed(work, player, commitment),
            Command::RevealSeed(seed) => self.reveal_seed(work, player, seed),
            Command::Vote { topic, yes } => self.vote(work, player, topic, yes),
            Command::Pause => self.ask_pause(work, player),
            Command::Resume => self.ask_resume(work, player),
            Command::Rematch => self.ask_rematch(work, player),
            Command::Move(command) => self.player_move(work, player, &command),
        }
    }

    pub(crate) fn check_settings(settings: &SettingsOf<G>, limits: &Limits) -> Result<(), Refusal> {
        // Any board will do to find out whether the rules are possible.
        let least = *G::players(&settings.start).start();
        G::setup_in(least, &settings.start, &mut bots::Dice::new(0))
            .map_err(|failure| Refusal::new("bad_options", failure.message))?;
        if settings.turn_seconds != 0 && !(5..=3_600).contains(&settings.turn_seconds) {
            return Err(Refusal::new("bad_options", "turnSeconds is 0 for no limit, or 5 to 3600")
                .with("field", "turnSeconds")
                .with("least", 5)
                .with("most", 3_600));
        }
        if settings.stake > limits.stake {
            return Err(Refusal::new("bad_options", format!("stake is at most {}", limits.stake))
                .with("field", "stake")
                .with("most", limits.stake));
        }
        if G::BANKED && settings.stake > 0 {
            let reason = "this game has no stake: players bet their own chips";
            return Err(Refusal::new("bad_options", reason).with("field", "stake").with("most", 0));
        }
        Ok(())
    }

    /// Before a game only.
    fn in_lobby(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Lobby { .. } => Ok(()),
            Stage::Over(_) => {
                Err(Refusal::new("game_over", "The game is over; ask for a rematch to open the seats again"))
            }
            Stage::Seeding(_) | Stage::Playing(_) | Stage::Closed => Err(Refusal::game_running()),
        }
    }

    fn as_host(&self, player: &PlayerId) -> Result<(), Refusal> {
        if self.host == *player { Ok(()) } else { Err(Refusal::not_host()) }
    }

    pub(crate) fn own_seat(&self, player: &PlayerId) -> Result<Seat, Refusal> {
        self.seat_of(player).ok_or_else(Refusal::no_seat)
    }

    /// The chair that was asked for, or the first free one.
    fn free_chair(&self, seat: Option<Seat>) -> Result<Seat, Refusal> {
        let most = *self.range().end();
        let full = || Refusal::new("table_full", "All seats are taken").with("seats", most);
        if self.seated().count() >= usize::from(most) {
            return Err(full());
        }
        let free = |seat: &Seat| self.chair(*seat).is_none();
        match seat {
            Some(seat) if seat.0 >= G::CHAIRS => {
                Err(Refusal::new("no_such_seat", "There is no such seat at this table")
                    .with("seats", G::CHAIRS))
            }
            Some(seat) if !free(&seat) => {
                Err(Refusal::new("seat_taken", "Somebody sits there").with("seat", seat.0))
            }
            Some(seat) => Ok(seat),
            None => (0..G::CHAIRS).map(Seat).find(free).ok_or_else(full),
        }
    }

    fn free_color(&self) -> Color {
        let taken = |color: &Color| self.seated().any(|(_, chair)| chair.color == *color);
        Color::ALL.into_iter().find(|color| !taken(color)).unwrap_or(Color::Red)
    }

    fn check_name(&self, player: &PlayerId, name: &str) -> Result<(), Refusal> {
        let taken = self
            .seated()
            .any(|(_, chair)| chair.player != *player && chair.name.to_lowercase() == name.to_lowercase());
        if name.chars().count() > self.limits.name || roulette::Name::new(name).is_err() {
            let most = self.limits.name;
            let reason = format!("A name has 1 to {most} visible characters");
            return Err(Refusal::new("bad_name", reason).with("most", most));
        }
        if taken {
            return Err(Refusal::new("name_taken", "Somebody at this table is called so").with("name", name));
        }
        Ok(())
    }

    fn sit(
        &mut self,
        work: &mut Work<G>,
        player: &PlayerId,
        name: &str,
        seat: Option<Seat>,
    ) -> Result<(), Refusal> {
        if self.seat_of(player).is_some() {
            return Err(Refusal::new("already_seated", "You have a seat at this table"));
        }
        self.check_name(player, name)?;
        let entry = |seat: Seat, table: &Self| EntryOf::<G>::Sat {
            seat: seat.into(),
            player: player.clone(),
            name: name.to_owned(),
            color: table.free_color(),
        };
        work.changed = true;
        match &self.stage {
            Stage::Playing(playing) => {
                let Some(action) = G::joining(name) else {
                    return Err(Refusal::new("game_running", "A game is running; you can watch it"));
                };
                let buy_in = G::buy_in(&playing.start);
                let seat = self.free_chair(seat)?;
                let entry = entry(seat, self);
                self.record(work, entry)?;
                work.pay(Purse::Player(player.clone()), Purse::Table, buy_in, "buy_in");
                self.table_moves(work, vec![(seat, action)])
            }
            Stage::Lobby { .. } | Stage::Over(_) | Stage::Seeding(_) | Stage::Closed => {
                self.in_lobby()?;
                let entry = entry(self.free_chair(seat)?, self);
                self.record(work, entry)
            }
        }
    }

    fn stand(&mut self, work: &mut Work<G>, player: &PlayerId) -> Result<(), Refusal> {
        let seat = self.own_seat(player)?;
        work.changed = true;
        match &self.stage {
            Stage::Playing(playing) => {
                let action = playing.game.leaving(seat)?;
                self.table_moves(work, vec![(seat, action)])?;
            }
            Stage::Seeding(_) => {
                return Err(Refusal::new("game_starting", "The game is about to begin"));
            }
            Stage::Lobby { .. } | Stage::Over(_) | Stage::Closed => {}
        }
        self.record(work, EntryOf::<G>::GotUp { seat: seat.into() })
    }

    fn toggle_ready(&mut self, work: &mut Work<G>, player: &PlayerId) -> Result<(), Refusal> {
        let seat = self.own_seat(player)?;
        self.in_lobby()?;
        let ready = !self.chair(seat).is_some_and(|chair| chair.ready);
        work.changed = true;
        self.record(work, EntryOf::<G>::Ready { seat: seat.into(), ready })
    }

    fn set_options(
        &mut self,
        work: &mut Work<G>,
        player: &PlayerId,
        changes: Changes<G::WireStart>,
    ) -> Result<(), Refusal> {
        self.as_host(player)?;
        self.in_lobby()?;
        let settings = changes.onto(self.settings.clone());
        Self::check_settings(&settings, &self.limits)?;
        let most = *G::players(&settings.start).end();
        if self.seated().count() > usize::from(most) {
            return Err(Refusal::new("too_many_seated", "More people sit here than these rules allow")
                .with("most", most));
        }
        work.changed = true;
        // What people agreed to has changed, so they are asked again.
        let ready: Vec<Seat> = self
            .seated()
            .filter(|(_, chair)| chair.is_person() && chair.ready)
            .map(|(seat, _)| seat)
            .collect();
        self.record(work, EntryOf::<G>::OptionsSet { settings })?;
        for seat in ready {
            self.record(work, EntryOf::<G>::Ready { seat: seat.into(), ready: false })?;
        }
        Ok(())
    }

    fn start(&mut self, work: &mut Work<G>, player: &PlayerId) -> Result<(), Refusal> {
        self.as_host(player)?;
        self.in_lobby()?;
        if let Some(seat) = self.seat_of(player)
            && !self.chair(seat).is_some_and(|chair| chair.ready)
        {
            work.changed = true;
            self.record(work, EntryOf::<G>::Ready { seat: seat.into(), ready: true })?;
        }
        let (n, range) = (self.seated().count() as u8, self.range());
        if !range.contains(&n) {
            let (least, most) = range.into_inner();
            let reason = format!("These rules need {least} to {most} players");
            return Err(Refusal::new("wrong_number_of_players", reason)
                .with("least", least)
                .with("most", most));
        }
        if !self.seated().all(|(_, chair)| chair.ready) {
            let waiting = self.seated().filter(|(_, chair)| !chair.ready).map(|(seat, _)| seat).collect();
            return Err(
                Refusal::new("not_everybody_ready", "Not everybody is ready").with_seats("seats", waiting)
            );
        }
        Ok(())
    }

    fn kick(&mut self, work: &mut Work<G>, player: &PlayerId, whom: &PlayerId) -> Result<(), Refusal> {
        self.as_host(player)?;
        self.in_lobby()?;
        let seat =
            self.seat_of(whom).ok_or_else(|| Refusal::new("nobody_there", "This player has no seat here"))?;
        work.changed = true;
        self.record(work, EntryOf::<G>::GotUp { seat: seat.into() })
    }

    fn remove_seat(&mut self, work: &mut Work<G>, player: &PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.as_host(player)?;
        self.in_lobby()?;
        if self.chair(seat).is_none() {
            return Err(Refusal::new("nobody_there", "Nobody sits there").with("seat", seat.0));
        }
        work.changed = true;
        self.record(work, EntryOf::<G>::GotUp { seat: seat.into() })
    }

    fn transfer_host(&mut self, work: &mut Work<G>, player: &PlayerId, to: PlayerId) -> Result<(), Refusal> {
        self.as_host(player)?;
        if !self.here.contains(&to) {
            return Err(Refusal::new("not_here", "This player is not at the table"));
        }
        work.changed = true;
        self.record(work, EntryOf::<G>::HostIs { player: to })
    }

    fn add_bot(&mut self, work: &mut Work<G>, player: &PlayerId, level: &str) -> Result<(), Refusal> {
        self.as_host(player)?;
        self.in_lobby()?;
        let Some(level) = G::LEVELS.iter().find(|known| **known == level) else {
            let reason = format!("There are bots of these levels: {}", G::LEVELS.join(", "));
            return Err(Refusal::new("no_such_bot", reason).with("levels", G::LEVELS.join(", ")));
        };
        let seat = self.free_chair(None)?;
        let mut bytes = [0; PlayerId::LENGTH];
        bytes.copy_from_slice(&work.moment.entropy[..PlayerId::LENGTH]);
        let name = self.bot_name();
        work.changed = true;
        self.record(
            work,
            EntryOf::<G>::BotSat {
                seat: seat.into(),
                player: PlayerId::from_entropy(bytes),
                level: (*level).to_owned(),
                name,
                color: self.free_color(),
            },
        )
    }

    /// A name that nobody here has.
    fn bot_name(&self) -> String {
        const NAMES: [&str; 12] = [
            "Ada", "Emil", "Frieda", "Gustav", "Hanne", "Ida", "Karl", "Lotte", "Max", "Oskar", "Paula",
            "Rosa",
        ];
        let taken = |name: &str| self.seated().any(|(_, chair)| chair.name == name);
        let free = NAMES.into_iter().find(|name| !taken(name)).unwrap_or("Bot");
        free.to_owned()
    }

    fn rename(&mut self, work: &mut Work<G>, player: &PlayerId, name: &str) -> Result<(), Refusal> {
        self.check_name(player, name)?;
        // Somebody without a seat is not listed under any name here.
        let Some(seat) = self.seat_of(player) else { return Ok(()) };
        work.changed = true;
        self.record(work, EntryOf::<G>::Renamed { seat: seat.into(), name: name.to_owned() })
    }

    fn recolor(&mut self, work: &mut Work<G>, player: &PlayerId, color: Color) -> Result<(), Refusal> {
        let seat = self.own_seat(player)?;
        if self.seated().any(|(other, chair)| other != seat && chair.color == color) {
            return Err(Refusal::new("color_taken", "Somebody at this table has this color"));
        }
        work.changed = true;
        self.record(work, EntryOf::<G>::Recolored { seat: seat.into(), color })
    }

    pub(crate) fn cannot_pay(&mut self, work: &mut Work<G>, player: &PlayerId) -> Result<(), Refusal> {
        if let (Some(seat), Stage::Lobby { .. } | Stage::Seeding(_)) = (self.seat_of(player), &self.stage) {
            work.changed = true;
            if let Stage::Seeding(_) = self.stage {
                self.record(work, EntryOf::<G>::CountdownStopped {})?;
            }
            self.record(work, EntryOf::<G>::Ready { seat: seat.into(), ready: false })?;
        }
        Ok(())
    }

    /// Starts, stops or ends the countdown, as the seats are.
    pub(crate) fn follow_lobby(&mut self, work: &mut Work<G>) -> Result<bool, Refusal> {
        let Stage::Lobby { countdown } = self.stage else { return Ok(false) };
        let n = self.seated().count() as u8;
        let people = self.seated().any(|(_, chair)| chair.is_person());
        let all_ready = self.range().contains(&n) && people && self.seated().all(|(_, chair)| chair.ready);
        // A seat that was taken, left or un-readied ends the countdown; whoever sits down is not ready.
        match countdown {
            None if all_ready => {
                let until = work.now() + self.limits.countdown;
                work.changed = true;
                work.tell(Notice::Countdown { until: Some(until) });
                self.record(work, EntryOf::<G>::CountingDown { until })?;
                Ok(true)
            }
            Some(_) if !all_ready => {
                work.changed = true;
                work.tell(Notice::Countdown { until: None });
                self.record(work, EntryOf::<G>::CountdownStopped {})?;
                Ok(true)
            }
            Some(until) if until <= work.now() => {
                self.ask_for_seeds(work)?;
                Ok(true)
            }
            Some(_) | None => Ok(false),
        }
    }

    /// Takes from every chair what the game asks for.
    pub(crate) fn collect(&self, work: &mut Work<G>, amount: u64, reason: &'static str) {
        for (_, chair) in self.seated() {
            work.pay(behind(Some(chair)), Purse::Table, amount, reason);
        }
    }

    /// The level of the bot that makes a seat's moves, if one does.
    #[must_use]
    pub fn bot_level(&self, seat: Seat) -> Option<String> {
        match &self.chair(seat)?.sitter {
            Sitter::Bot(level) => Some(level.clone()),
            Sitter::Person(Some(_)) => Some(G::SUBSTITUTE.to_owned()),
            Sitter::Person(None) => None,
        }
    }
}
