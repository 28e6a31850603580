//! Building: where pieces may go, what they cost, and what a new piece changes around it.
//!
//! Rules: docs/rules/catan.md §5.2–§5.3 (setup), §10 (building), §12 (what a piece does to roads).

use game::{Seat, Sink};

use crate::Catan;
use crate::action::Event;
use crate::draft::DraftPhase;
use crate::grid::{Edge, Vertex, edges_of, vertices_of};
use crate::phase::Phase;
use crate::refusal::{Piece, Refusal};
use crate::resource::Hand;
use crate::road;

impl Catan {
    /// The distance rule and nothing else: a free vertex with no building beside it.
    #[inline]
    fn check_vertex(&self, vertex: Vertex) -> Result<(), Refusal> {
        if !vertex.exists() {
            return Err(Refusal::InvalidVertex);
        }
        let built = self.all_buildings();
        if built & vertex.bit() != 0 {
            return Err(Refusal::Occupied);
        }
        if built & vertex.neighbor_mask() != 0 {
            return Err(Refusal::TooClose);
        }
        Ok(())
    }

    #[inline]
    fn check_edge(&self, edge: Edge) -> Result<(), Refusal> {
        if !edge.exists() {
            return Err(Refusal::InvalidEdge);
        }
        if self.all_roads() & edge.bit() != 0 {
            return Err(Refusal::Occupied);
        }
        Ok(())
    }

    #[inline]
    fn check_cost(&self, seat: Seat, what: Piece) -> Result<(), Refusal> {
        let (hand, cost) = (self.hands[seat.index() & 3], what.cost());
        if hand.covers(cost) {
            Ok(())
        } else {
            Err(Refusal::CannotAfford { what, missing: hand.missing(cost) })
        }
    }

    /// The draft's phase, if it is this seat's turn to place something.
    fn drafting(&self, seat: Seat) -> Result<Option<DraftPhase>, Refusal> {
        if self.phase == Phase::Ended {
            return Err(Refusal::GameOver);
        }
        if seat != self.current() {
            return Err(Refusal::NotYourTurn);
        }
        if matches!(self.phase, Phase::RollForFirst(_)) {
            return Err(Refusal::FirstPlayerOpen);
        }
        Ok(self.draft().map(|(_, at)| at.phase))
    }

    pub(crate) fn check_place_settlement(&self, seat: Seat, vertex: Vertex) -> Result<(), Refusal> {
        match self.drafting(seat)? {
            Some(DraftPhase::Settlement) => self.check_vertex(vertex),
            Some(DraftPhase::Road) | None => Err(Refusal::NoSettlementToPlace),
        }
    }

    pub(crate) fn check_place_road(&self, seat: Seat, edge: Edge) -> Result<(), Refusal> {
        let (Some(DraftPhase::Road), Phase::Setup { settlement, .. }) = (self.drafting(seat)?, self.phase)
        else {
            return Err(Refusal::NoRoadToPlace);
        };
        self.check_edge(edge)?;
        if settlement.edge_mask() & edge.bit() == 0 {
            return Err(Refusal::RoadAwayFromSettlement);
        }
        Ok(())
    }

    pub(crate) fn check_build_road(&self, seat: Seat, edge: Edge) -> Result<(), Refusal> {
        let free = matches!(self.phase, Phase::RoadBuilding { .. }) && seat == self.current();
        if !free {
            self.in_main(seat)?;
        }
        self.check_edge(edge)?;
        if self.reach[seat.index() & 3] & edge.bit() == 0 {
            return Err(Refusal::RoadNotConnected);
        }
        if self.roads_left(seat) == 0 {
            return Err(Refusal::NoPieceLeft(Piece::Road));
        }
        if free {
            return Ok(());
        }
        self.check_paid_roads()?;
        self.check_cost(seat, Piece::Road)
    }

    #[inline]
    fn check_paid_roads(&self) -> Result<(), Refusal> {
        match self.rules.paid_roads_per_turn {
            Some(limit) if self.paid_roads >= limit => Err(Refusal::TooManyRoads { limit }),
            _ => Ok(()),
        }
    }

    pub(crate) fn check_build_settlement(&self, seat: Seat, vertex: Vertex) -> Result<(), Refusal> {
        self.in_main(seat)?;
        self.check_vertex(vertex)?;
        if self.roads[seat.index() & 3] & vertex.edge_mask() == 0 {
            return Err(Refusal::SettlementNotConnected);
        }
        if self.settlements_left(seat) == 0 {
            return Err(Refusal::NoPieceLeft(Piece::Settlement));
        }
        self.check_cost(seat, Piece::Settlement)
    }

    pub(crate) fn check_build_city(&self, seat: Seat, vertex: Vertex) -> Result<(), Refusal> {
        self.in_main(seat)?;
        if !vertex.exists() {
            return Err(Refusal::InvalidVertex);
        }
        if self.buildings[seat.index() & 3] & !self.cities & vertex.bit() == 0 {
            return Err(Refusal::NoOwnSettlement);
        }
        if self.cities_left(seat) == 0 {
            return Err(Refusal::NoPieceLeft(Piece::City));
        }
        self.check_cost(seat, Piece::City)
    }

    pub(crate) fn check_buy(&self, seat: Seat) -> Result<(), Refusal> {
        self.in_main(seat)?;
        if self.deck.is_empty() {
            return Err(Refusal::DeckEmpty);
        }
        self.check_cost(seat, Piece::DevCard)
    }

    /// Vertices for a settlement of the setup.
    pub(crate) fn setup_sites(&self) -> u64 {
        let built = self.all_buildings();
        let mut open = ((1u64 << crate::grid::VERTICES) - 1) & !built;
        for vertex in vertices_of(built) {
            open &= !vertex.neighbor_mask();
        }
        open
    }

    /// Free edges where the seat's network could grow, whatever it costs.
    #[inline]
    pub(crate) fn road_sites(&self, seat: Seat) -> u128 {
        self.reach[seat.index() & 3] & !self.all_roads()
    }

    /// Edges where the seat may build a paid road now; empty if it lacks cards, pieces or the permission.
    #[inline]
    pub(crate) fn paid_road_sites(&self, seat: Seat) -> u128 {
        let affordable = self.hands[seat.index() & 3].covers(Piece::Road.cost());
        if !affordable || self.roads_left(seat) == 0 || self.check_paid_roads().is_err() {
            return 0;
        }
        self.road_sites(seat)
    }

    /// Vertices where the seat may build a settlement now.
    #[inline]
    pub(crate) fn settlement_sites(&self, seat: Seat) -> u64 {
        if !self.hands[seat.index() & 3].covers(Piece::Settlement.cost()) || self.settlements_left(seat) == 0
        {
            return 0;
        }
        let built = self.all_buildings();
        let mut touched = 0;
        for edge in edges_of(self.roads[seat.index() & 3]) {
            let [a, b] = edge.ends();
            touched |= a.bit() | b.bit();
        }
        let mut open = touched & !built;
        for vertex in vertices_of(open) {
            if vertex.neighbor_mask() & built != 0 {
                open &= !vertex.bit();
            }
        }
        open
    }

    /// Settlements that the seat may turn into cities now.
    #[inline]
    pub(crate) fn city_sites(&self, seat: Seat) -> u64 {
        if !self.hands[seat.index() & 3].covers(Piece::City.cost()) || self.cities_left(seat) == 0 {
            return 0;
        }
        self.buildings[seat.index() & 3] & !self.cities
    }

    /// Pays the bank.
    #[inline]
    pub(crate) fn pay(&mut self, seat: Seat, cost: Hand) {
        let hand = &mut self.hands[seat.index() & 3];
        *hand = hand.minus(cost);
        self.bank = self.bank.plus(cost);
    }

    /// Takes from the bank.
    #[inline]
    pub(crate) fn collect(&mut self, seat: Seat, cards: Hand) {
        let hand = &mut self.hands[seat.index() & 3];
        *hand = hand.plus(cards);
        self.bank = self.bank.minus(cards);
    }

    /// Puts a road on the board and settles the longest road.
    pub(crate) fn add_road(&mut self, seat: Seat, edge: Edge, events: &mut impl Sink<Event>) {
        let i = seat.index() & 3;
        self.roads[i] |= edge.bit();
        let blocked = self.all_buildings() & !self.buildings[i];
        for end in edge.ends() {
            if blocked & end.bit() == 0 {
                self.reach[i] |= end.edge_mask();
            }
        }
        // A longer trail than before must use the new road.
        let through = road::longest_through(edge, self.roads[i], blocked);
        if through > self.road_lengths[i] {
            self.road_lengths[i] = through;
            self.settle_longest_road(events);
        }
    }

    /// Puts a settlement on the board: it opens edges and ports for its owner and cuts other players' roads.
    pub(crate) fn add_settlement(&mut self, seat: Seat, vertex: Vertex, events: &mut impl Sink<Event>) {
        let i = seat.index() & 3;
        self.buildings[i] |= vertex.bit();
        self.reach[i] |= vertex.edge_mask();
        self.ports[i] |= self.board.ports_at(vertex.bit());
        for other in (0..4).filter(|&other| other != i) {
            let touching = (self.roads[other] & vertex.edge_mask()).count_ones();
            if touching == 0 {
                continue;
            }
            self.reach[other] = self.reach_of(other);
            if touching > 1 {
                let blocked = self.all_buildings() & !self.buildings[other];
                self.road_lengths[other] = road::longest_trail(self.roads[other], blocked);
            }
        }
        self.settle_longest_road(events);
    }

    pub(crate) fn build_settlement(&mut self, seat: Seat, vertex: Vertex, events: &mut impl Sink<Event>) {
        self.pay(seat, Piece::Settlement.cost());
        events.event(Event::SettlementBuilt { seat, vertex });
        self.add_settlement(seat, vertex, events);
        self.withdraw_unpayable(events);
    }

    pub(crate) fn build_city(&mut self, seat: Seat, vertex: Vertex, events: &mut impl Sink<Event>) {
        self.pay(seat, Piece::City.cost());
        self.cities |= vertex.bit();
        events.event(Event::CityBuilt { seat, vertex });
        self.withdraw_unpayable(events);
    }

    /// The edges a player's network touches, from scratch.
    pub(crate) fn reach_of(&self, player: usize) -> u128 {
        let own = self.buildings[player & 3];
        let blocked = self.all_buildings() & !own;
        let mut network = own;
        for edge in edges_of(self.roads[player & 3]) {
            let [a, b] = edge.ends();
            network |= (a.bit() | b.bit()) & !blocked;
        }
        vertices_of(network).fold(0, |edges, vertex| edges | vertex.edge_mask())
    }

    fn settle_longest_road(&mut self, events: &mut impl Sink<Event>) {
        let holder = road::longest_road_holder(self.road_lengths, self.longest_road);
        if holder != self.longest_road {
            self.longest_road = holder;
            let length = holder.map_or(0, |seat| self.road_lengths[seat.index() & 3]);
            events.event(Event::LongestRoadChanged { seat: holder, length });
        }
    }
}
