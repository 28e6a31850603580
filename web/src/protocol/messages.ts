// Generated from crates/protocol. Do not edit; see crates/protocol/tests/wire/typescript.rs.

/** What happens when somebody is away for longer than the grace. */
export type Absence = "wait" | "vote" | "bot";

/** Advice for one position. */
export type Advice = {
  /** The mean of the final total under the best play. */
  value: number,
  /** What to do to have it. */
  best: AdviceChoice,
  /** What each box that may be filled now is worth; none before the first roll. */
  categories: { [key in KniffelCategory]?: number },
  /** What each set of kept dice is worth, by its number: the sum of 1, 2, 4, 8 and 16 for the first to the fifth die. Before the first roll only number 0, without a roll left nothing. */
  keeps: Array<number>,
};

/** Advice for every position, in the order asked. */
export type AdviceAnswer = {
  /** The advice. */
  advice: Array<Advice>,
  /** How likely each band of final totals is, if that was asked for. */
  outlook?: Array<OutlookBand>,
};

/** Something that may be done. */
export type AdviceChoice = {
  "type": "roll_dice",
  /** Which of the five stay. */
  keptDice: [boolean, boolean, boolean, boolean, boolean],
} | {
  "type": "choose_category",
  /** Which. */
  category: KniffelCategory,
};

/** A player's position: the sheet as the view shows it, and the dice on the table. */
export type AdvicePosition = {
  /** The points in each box that is filled; at least one box is free. */
  scores: { [key in KniffelCategory]?: number },
  /** How many further Kniffels brought 50 points each. */
  extraKniffels?: number,
  /** The dice as they lie; not needed before the first roll. */
  dice?: [number, number, number, number, number],
  /** How often the dice may still be rolled: 3 before the first roll, 0 to 2 with dice on the table. */
  rollsRemaining: number,
};

/** Asks for advice. */
export type AdviceRequest = {
  /** The rules, as in the table's settings; `default` if missing. */
  rules?: Choice<KniffelProfile, KniffelOverrides>,
  /** 1 to 256 positions. */
  positions: Array<AdvicePosition>,
  /** Whether to say how likely every band of final totals is; for a single position only. */
  outlook?: boolean,
};

/** Whose doing a move was. */
export type Author = "player" | "bot" | "timer" | "table";

/** The proof that a card lies in a deck. */
export type CardProof = {
  /** Its place in the deck, from 0. */
  index: number,
  /** Its kind, by number. */
  kind: number,
  /** The salt of its leaf. */
  salt: string,
  /** The hashes on the way to the root. */
  path: Array<string>,
};

/** What the bank trades: any of the kinds given for any other of the kinds received. */
export type CatanBankTrades = {
  /** The kinds that may be given, and how many for one card. */
  give: { [key in CatanResource]?: number },
  /** The kinds that may be received. */
  receive: Array<CatanResource>,
};

/** A board: which terrain and number lies on each hex, and which port on each port side, in any order. */
export type CatanBoard = {
  /** The 19 tiles. */
  hexes: Array<CatanTile>,
  /** The nine ports. */
  ports: Array<CatanPort>,
};

/** How a board is made when none is given. */
export type CatanBoardKind = "random" | "spiral" | "beginner";

/** Somebody to steal from. */
export type CatanCandidate = {
  /** The seat. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** How many cards there are to draw from. */
  cardCount: number,
};

/** How many of each kind; what is missing is 0. */
export type CatanCards = { [key in CatanResource]?: number };

/** Why an offer is no longer open. */
export type CatanCloseReason = "cancelled" | "replaced" | "declined" | "cannot_pay" | "turn_ended";

/** What a seat asks for. */
export type CatanCommand = {
  "type": "place_settlement",
  /** Where. */
  vertexId: CatanVertexId,
} | {
  "type": "place_road",
  /** Where. */
  edgeId: CatanEdgeId,
} | {
  "type": "roll_dice",
} | {
  "type": "discard",
  /** Which cards. */
  resources: CatanHand,
} | {
  "type": "move_robber",
  /** Where to. */
  hexId: CatanHexId,
} | {
  "type": "steal",
  /** From whom. */
  victim: Seat,
} | {
  "type": "build_road",
  /** Where. */
  edgeId: CatanEdgeId,
} | {
  "type": "build_settlement",
  /** Where. */
  vertexId: CatanVertexId,
} | {
  "type": "build_city",
  /** Where. */
  vertexId: CatanVertexId,
} | {
  "type": "buy_dev_card",
} | {
  "type": "play_knight",
} | {
  "type": "play_road_building",
} | {
  "type": "end_road_building",
} | {
  "type": "play_year_of_plenty",
  /** Two cards, or one if the bank holds a single card. */
  resources: Array<CatanResource>,
} | {
  "type": "play_monopoly",
  /** Which kind to take. */
  resource: CatanResource,
} | {
  "type": "play_victory_point",
} | {
  "type": "bank_trade",
  /** What goes to the bank. */
  give: CatanResource,
  /** What comes from it. */
  receive: CatanResource,
} | {
  "type": "offer_trade",
  /** What the offerer gives. */
  give: CatanHand,
  /** What the offerer wants. */
  receive: CatanHand,
  /** To whom; everybody who may be asked if missing. */
  to?: Array<Seat>,
  /** The number of the offer that this one answers. */
  counters?: number,
} | {
  "type": "accept_trade",
  /** The offer's number. */
  offer: number,
} | {
  "type": "decline_trade",
  /** The offer's number. */
  offer: number,
} | {
  "type": "confirm_trade",
  /** The offer's number. */
  offer: number,
  /** The acceptor to trade with. */
  with: Seat,
} | {
  "type": "cancel_trade",
  /** The offer's number. */
  offer: number,
} | {
  "type": "end_turn",
};

/** With whom the own offer may be carried out. */
export type CatanConfirmations = {
  /** The offer's number. */
  offer: number,
  /** Who has accepted. */
  with: Array<Seat>,
};

/** Who owes cards. */
export type CatanDebtor = {
  /** The seat. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** How many cards have to be discarded. */
  targetCount: number,
};

/** A kind of development card. */
export type CatanDevCard = "knight" | "victory_point" | "road_building" | "year_of_plenty" | "monopoly";

/** A count of each kind of development card; what is missing is 0. The fields are kinds of cards, so they are written like those. */
export type CatanDevCards = {
  /** Moves the robber and steals. */
  knight: number,
  /** Worth a point. */
  victory_point: number,
  /** Two roads for free. */
  road_building: number,
  /** Two cards from the bank. */
  year_of_plenty: number,
  /** One kind of resource from everybody. */
  monopoly: number,
};

/** How many development cards may be played in a turn. */
export type CatanDevCardsPerTurn = "one" | "one_of_each_kind";

/** Any of the seat's cards, exactly this many. */
export type CatanDiscard = {
  /** How many cards. */
  count: number,
};

/** A position of the draft. */
export type CatanDraft = {
  /** 1 on the way out, 2 on the way back. */
  round: number,
  /** The place in the order of play. */
  playerIndex: number,
  /** What is placed. */
  phase: CatanDraftPiece,
  /** The turn of the draft, from 0. */
  turnNumber: number,
  /** The settlement just placed, while its road is due. */
  settlement?: CatanVertexId,
};

/** What is placed in the draft. */
export type CatanDraftPiece = "settlement" | "road";

/** An edge, `"x,y"`. */
export type CatanEdgeId = string;

/** Who begins. */
export type CatanFirstPlayer = "seat_order" | "highest_roll";

/** The roll for the first player. */
export type CatanFirstRolls = {
  /** Who rolls in this round. */
  contenders: Array<Seat>,
  /** The sums of those who have. */
  sums: { [key in Seat]: number },
};

/** What never changes. */
export type CatanFixed = {
  /** The rules. */
  rules: CatanRules,
  /** The board. */
  board: CatanFixedBoard,
  /** How many play, in the seats from 0. */
  players: number,
};

/** Which tile lies on each hex, and which port on each port side. */
export type CatanFixedBoard = {
  /** The 19 tiles. */
  hexes: { [key in CatanHexId]: CatanFixedTile },
  /** The nine ports; each serves both ends of its side. */
  ports: { [key in CatanEdgeId]: CatanPortKind },
};

/** One tile. */
export type CatanFixedTile = {
  /** What it is. */
  terrain: CatanTerrain,
  /** What makes it produce; the desert has none. */
  number?: number,
};

/** Who gave to a monopoly. */
export type CatanGiver = {
  /** The seat. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** How many cards. */
  count: number,
};

/** What a second settlement brings of one kind. */
export type CatanGranted = {
  /** The kind. */
  type: CatanResource,
  /** How many. */
  count: number,
};

/** A count of each resource; what is missing is 0. */
export type CatanHand = {
  /** From the forest. */
  wood: number,
  /** From the hills. */
  brick: number,
  /** From the pasture. */
  sheep: number,
  /** From the fields. */
  wheat: number,
  /** From the mountains. */
  ore: number,
};

/** A hex, `"q,r"`: land within two, sea within three steps of `"0,0"`. */
export type CatanHexId = string;

/** Who holds the largest army. */
export type CatanLargestArmy = {
  /** Who. */
  seat: Seat,
  /** How many knights. */
  knights: number,
};

/** Who holds the longest road. */
export type CatanLongestRoad = {
  /** Who. */
  seat: Seat,
  /** How long it is. */
  length: number,
};

/** What the seat may do, by type of command. */
export type CatanOffered = {
  /** Where a settlement of the setup may stand. */
  place_settlement?: Array<CatanVertexId>,
  /** Where its road may lie. */
  place_road?: Array<CatanEdgeId>,
  /** The dice may be rolled. */
  roll_dice?: true,
  /** Cards have to be discarded. */
  discard?: CatanDiscard,
  /** Where the robber may go. */
  move_robber?: Array<CatanHexId>,
  /** From whom a card may be stolen. */
  steal?: Array<Seat>,
  /** Where a road may be built, paid or free. */
  build_road?: Array<CatanEdgeId>,
  /** Where a settlement may be built. */
  build_settlement?: Array<CatanVertexId>,
  /** Which settlements may become cities. */
  build_city?: Array<CatanVertexId>,
  /** A development card may be bought. */
  buy_dev_card?: true,
  /** A knight may be played. */
  play_knight?: true,
  /** Road building may be played. */
  play_road_building?: true,
  /** Road building may be ended. */
  end_road_building?: true,
  /** Year of plenty may be played. */
  play_year_of_plenty?: CatanPlentyOf,
  /** Monopoly may be played, for any of the five kinds. */
  play_monopoly?: true,
  /** A victory-point card may be played. */
  play_victory_point?: true,
  /** The bank trades. */
  bank_trade?: CatanBankTrades,
  /** A trade may be offered. */
  offer_trade?: CatanOffering,
  /** The offers that may be accepted. */
  accept_trade?: Array<number>,
  /** The offers that may be declined. */
  decline_trade?: Array<number>,
  /** An accepted offer may be carried out. */
  confirm_trade?: CatanConfirmations,
  /** The own offer that may be taken back. */
  cancel_trade?: number,
  /** The turn may be ended. */
  end_turn?: true,
};

/** Any of the seat's cards for any cards of other kinds. */
export type CatanOffering = {
  /** Who may be addressed. */
  to: Array<Seat>,
  /** Whether some of them may be chosen; otherwise all are meant. */
  some: boolean,
  /** The number of the offer that may be countered. */
  counters?: number,
  /** How many offers are left in this turn. */
  left: number,
};

/** A profile with changes; what is missing is as the profile has it. */
export type CatanOverrides = {
  /** Where to start from; `official` if missing. */
  profile?: CatanProfile,
  /** Points that win the game: 3–20. */
  pointsToWin?: number,
  /** A seven makes everybody with at least this many cards discard: 7–20. */
  discardFrom?: number,
  /** Whether the robber may be "moved" to the hex it stands on. */
  robberMayStay?: boolean,
  /** The most cards a Monopoly takes from each player; null takes all. */
  monopolyCap?: Nullable<number>,
  /** How many development cards may be played in a turn. */
  devCardsPerTurn?: CatanDevCardsPerTurn,
  /** The most roads that may be bought in a turn; null has no limit. */
  paidRoadsPerTurn?: Nullable<number>,
  /** How victory-point cards count. */
  victoryPointCards?: CatanVictoryPointCards,
  /** Who begins. */
  firstPlayer?: CatanFirstPlayer,
  /** How the board is made when none is given. */
  board?: CatanBoardKind,
  /** Whether everybody sees everybody's resource cards. */
  handsOpen?: boolean,
  /** The most trade offers a seat may make in a turn. */
  offersPerTurn?: number,
};

/** What the game waits for. */
export type CatanPhase = "roll_for_first" | "setup" | "before_roll" | "discarding" | "moving_robber" | "stealing" | "road_building" | "main" | "ended";

/** What a year of plenty may take. */
export type CatanPlentyOf = {
  /** How many cards: exactly this many. */
  count: number,
  /** At most so many of each kind. */
  of: CatanCards,
};

/** One port. */
export type CatanPort = {
  /** The side it lies on; it serves both ends. */
  edge: CatanEdgeId,
  /** What it trades. */
  kind: CatanPortKind,
};

/** What a port trades: any three of a kind, or two of one kind. */
export type CatanPortKind = "any" | "wood" | "brick" | "sheep" | "wheat" | "ore";

/** A named set of rules. */
export type CatanProfile = "official" | "online" | "practice";

/** What one seat got. */
export type CatanReceiver = {
  /** The seat. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Which cards. */
  resources: CatanCards,
};

/** One of the five resources. */
export type CatanResource = "wood" | "brick" | "sheep" | "wheat" | "ore";

/** The rules of a table, all of them. */
export type CatanRules = {
  /** The profile this started from. */
  profile: CatanProfile,
  /** Points that win the game: 3–20. */
  pointsToWin: number,
  /** A seven makes everybody with at least this many cards discard: 7–20. */
  discardFrom: number,
  /** Whether the robber may be "moved" to the hex it stands on. */
  robberMayStay: boolean,
  /** The most cards a Monopoly takes from each player; null takes all. */
  monopolyCap: number | null,
  /** How many development cards may be played in a turn. */
  devCardsPerTurn: CatanDevCardsPerTurn,
  /** The most roads that may be bought in a turn; null has no limit. */
  paidRoadsPerTurn: number | null,
  /** How victory-point cards count. */
  victoryPointCards: CatanVictoryPointCards,
  /** Who begins. */
  firstPlayer: CatanFirstPlayer,
  /** How the board is made when none is given. */
  board: CatanBoardKind,
  /** Whether everybody sees everybody's resource cards. */
  handsOpen: boolean,
  /** The most trade offers a seat may make in a turn. */
  offersPerTurn: number,
};

/** What a viewer may know, and what it may do. */
export type CatanShown = {
  /** What the game waits for. */
  phase: CatanPhase,
  /** Turns begun, from 1; 0 in the setup. */
  turn: number,
  /** Whose turn it is; after the end, the winner. */
  currentSeat: Seat,
  /** Seats in order of play. */
  seatOrder: Array<Seat>,
  /** This turn's dice, once rolled. */
  dice?: [number, number],
  /** Where the robber stands. */
  robberHexId: CatanHexId,
  /** How many cards each seat owes that owes any. */
  pendingDiscards?: { [key in Seat]: number },
  /** From whom the mover may steal, while there is a choice. */
  stealCandidates?: Array<Seat>,
  /** How many free roads may still be built, during road building. */
  freeRoads?: number,
  /** The position of the draft, while it lasts. */
  draft?: CatanDraft,
  /** The roll for the first player, while it lasts. */
  firstRolls?: CatanFirstRolls,
  /** What the bank has. */
  bank: CatanHand,
  /** How many development cards are left. */
  deckCount: number,
  /** Who holds the longest road, if anybody does. */
  longestRoad?: CatanLongestRoad,
  /** Who holds the largest army, if anybody does. */
  largestArmy?: CatanLargestArmy,
  /** Open offers by number. */
  offers: { [key in number]: CatanShownOffer },
  /** Settlements by place. */
  settlements: { [key in CatanVertexId]: Seat },
  /** Cities by place. */
  cities: { [key in CatanVertexId]: Seat },
  /** Roads by place. */
  roads: { [key in CatanEdgeId]: Seat },
  /** The players by seat. */
  players: { [key in Seat]: CatanShownPlayer },
  /** Kinds of development cards played in this turn. */
  playedThisTurn: { [key in CatanDevCard]?: boolean },
  /** Roads paid for in this turn. */
  paidRoads: number,
  /** The winner, once there is one. */
  winner?: Seat,
  /** What the viewer may do now. */
  legal?: CatanOffered,
};

/** An open offer. */
export type CatanShownOffer = {
  /** Who made it. */
  from: Seat,
  /** To whom. */
  to: Array<Seat>,
  /** What the offerer gives. */
  give: CatanCards,
  /** What the offerer wants. */
  receive: CatanCards,
  /** Who has accepted (true) or declined (false); the others have not answered. */
  answers: { [key in Seat]: boolean },
  /** The number of the offer it answers. */
  counters?: number,
};

/** What a viewer may know of one player. */
export type CatanShownPlayer = {
  /** Resource cards, for those who may know. */
  resources?: CatanHand,
  /** How many resource cards. */
  resourceCount: number,
  /** Unplayed development cards, for their owner. */
  devCards?: CatanDevCards,
  /** How many unplayed development cards. */
  devCardCount: number,
  /** Which of them are from this turn, for their owner. */
  boughtThisTurn?: CatanDevCards,
  /** Development cards on the table. */
  playedCards: CatanDevCards,
  /** All points, for the player and after the end for all. */
  points?: number,
  /** Points that everybody sees. */
  publicPoints: number,
  /** Length of the longest trail. */
  roadLength: number,
  /** Roads in the supply. */
  roadsLeft: number,
  /** Settlements in the supply. */
  settlementsLeft: number,
  /** Cities in the supply. */
  citiesLeft: number,
  /** Offers made in this turn. */
  offersMade: number,
};

/** What is settled before the first move, as far as somebody says so. */
export type CatanStart = {
  /** The rules; `official` if missing. */
  rules?: Choice<CatanProfile, CatanOverrides>,
  /** The board; made as the rules say if missing. */
  board?: CatanBoard,
  /** The order of play and of the draft; ascending, or a roll for the first player, if missing. */
  seatOrder?: Array<Seat>,
};

/** What a tile is. */
export type CatanTerrain = "forest" | "hills" | "pasture" | "fields" | "mountains" | "desert";

/** One tile. */
export type CatanTile = {
  /** Where it lies. */
  hex: CatanHexId,
  /** What it is. */
  terrain: CatanTerrain,
  /** What makes it produce; the desert has none. */
  number?: number,
};

/** What happened. */
export type CatanTold = {
  "type": "first_player_rolled",
  /** Who rolled. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** The first die. */
  dice1: number,
  /** The second die. */
  dice2: number,
  /** Their sum. */
  total: number,
} | {
  "type": "first_player_tied",
  /** Who rolls again. */
  players: Array<Who>,
} | {
  "type": "first_player_chosen",
  /** Who begins. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
} | {
  "type": "settlement_placed",
  /** Where. */
  vertexId: CatanVertexId,
  /** Whose. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Whether it is the second one. */
  isSecondSettlement: boolean,
  /** The cards that the second one brings; missing for the first. */
  resourcesGranted?: Array<CatanGranted>,
} | {
  "type": "road_placed",
  /** Where. */
  edgeId: CatanEdgeId,
  /** Whose. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
} | {
  "type": "placement_turn",
  /** The place in the order of play. */
  currentPlayerIndex: number,
  /** The seat. */
  currentSeat: Seat,
  /** Who sits there. */
  currentPlayerId?: PlayerId,
  /** What is placed. */
  phase: CatanDraftPiece,
  /** 1 on the way out, 2 on the way back. */
  round: number,
  /** The turn of the draft, from 0. */
  turnNumber: number,
} | {
  "type": "setup_complete",
  /** Who takes the first turn. */
  nextSeat: Seat,
  /** Who sits there. */
  nextPlayerId?: PlayerId,
} | {
  "type": "turn_changed",
  /** Whose. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Turns count from 1. */
  turn: number,
} | {
  "type": "dice_rolled",
  /** Who rolled. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** The first die. */
  dice1: number,
  /** The second die. */
  dice2: number,
  /** Their sum. */
  total: number,
  /** What each seat got that got anything. */
  resourcesDistributed: Array<CatanReceiver>,
  /** Whether it is a seven. */
  robberTriggered: boolean,
} | {
  "type": "robber_triggered",
  /** Who, and how many. */
  mustDiscardPlayers: Array<CatanDebtor>,
} | {
  "type": "discarded",
  /** Who. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** What, openly. */
  resources: CatanCards,
  /** Who still owes. */
  remaining: Array<Who>,
  /** Whether nobody does. */
  allDiscardsDone: boolean,
} | {
  "type": "robber_move_required",
  /** By whom. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
} | {
  "type": "robber_moved",
  /** Where to. */
  hexId: CatanHexId,
  /** By whom. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
} | {
  "type": "steal_required",
  /** Who chooses. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** From whom. */
  candidates: Array<CatanCandidate>,
} | {
  "type": "stolen",
  /** Who has it now. */
  thief: Seat,
  /** Who sits there. */
  thiefId?: PlayerId,
  /** Who had it. */
  victim: Seat,
  /** Who sits there. */
  victimId?: PlayerId,
  /** Whether there was nobody else to choose. */
  automatic: boolean,
  /** Which card, for those who may know. */
  resourceType?: CatanResource,
} | {
  "type": "no_steal_possible",
  /** Who moved the robber. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
} | {
  "type": "road_built",
  /** Whose. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Where. */
  edgeId: CatanEdgeId,
  /** Whether road building paid for it. */
  free: boolean,
} | {
  "type": "settlement_built",
  /** Whose. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Where. */
  vertexId: CatanVertexId,
} | {
  "type": "city_built",
  /** Whose. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Where. */
  vertexId: CatanVertexId,
} | {
  "type": "dev_card_bought",
  /** By whom. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Which, for those who may know. */
  card?: CatanDevCard,
} | {
  "type": "dev_card_played",
  /** By whom. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Which. */
  card: CatanDevCard,
} | {
  "type": "monopoly_executed",
  /** To whom. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Of which kind. */
  resource: CatanResource,
  /** From whom, and how many. */
  taken: Array<CatanGiver>,
} | {
  "type": "year_of_plenty_taken",
  /** To whom. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Which cards. */
  resources: CatanCards,
} | {
  "type": "bank_traded",
  /** By whom. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** What went to the bank. */
  give: CatanResource,
  /** How many. */
  count: number,
  /** What one card came back. */
  receive: CatanResource,
} | {
  "type": "trade_offered",
  /** Its number. */
  offer: number,
  /** By whom. */
  from: Seat,
  /** Who sits there. */
  fromId?: PlayerId,
  /** To whom. */
  to: Array<Who>,
  /** What the offerer gives. */
  give: CatanCards,
  /** What the offerer wants. */
  receive: CatanCards,
  /** The offer it answers. */
  counters?: number,
} | {
  "type": "trade_answered",
  /** Its number. */
  offer: number,
  /** By whom. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** How. */
  accepted: boolean,
} | {
  "type": "acceptance_withdrawn",
  /** The offer's number. */
  offer: number,
  /** Whose acceptance. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
} | {
  "type": "trade_executed",
  /** The offer's number. */
  offer: number,
  /** The offerer. */
  from: Seat,
  /** Who sits there. */
  fromId?: PlayerId,
  /** The other side. */
  with: Seat,
  /** Who sits there. */
  withId?: PlayerId,
  /** What the offerer gave. */
  give: CatanCards,
  /** What the offerer got. */
  receive: CatanCards,
} | {
  "type": "trade_closed",
  /** Its number. */
  offer: number,
  /** Why. */
  reason: CatanCloseReason,
} | {
  "type": "longest_road_changed",
  /** Who holds it now; missing if nobody does. */
  seat?: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** How long it is. */
  length: number,
} | {
  "type": "largest_army_changed",
  /** Who holds it now. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** How many knights. */
  knights: number,
};

/** A vertex, `"x,y"`. */
export type CatanVertexId = string;

/** How victory-point cards count. */
export type CatanVictoryPointCards = "hidden" | "played";

/** Something that somebody said. */
export type ChatLine = {
  /** Who. */
  playerId: PlayerId,
  /** How they are called. */
  name: string,
  /** What. */
  text: string,
  /** When, in milliseconds since 1970. */
  at: number,
};

/** Either the name of something or an object that describes it. */
export type Choice<N, O> = N | O;

/** A player's color. */
export type Color = "red" | "blue" | "white" | "orange" | "green" | "yellow" | "purple" | "brown" | "pink" | "sky";

/** A code that takes one's seat to another device; good for one use within a minute. */
export type DeviceCode = {
  /** To be typed on the other device. */
  code: string,
  /** Until when it is good, in milliseconds since 1970. */
  expiresAt: number,
};

/** What was committed to before the first move (docs/fairness.md). */
export type Fairness = {
  /** Of the scheme. */
  scheme: number,
  /** The server's commitment. */
  commitment: string,
  /** The seats that gave no seed in time. */
  missing: Array<Seat>,
  /** The root over the deck of development cards, where there is one. */
  deckRoot?: string,
};

/** A game. */
export type GameName = "catan" | "kniffel" | "roulette";

/** How a game ended. */
export type GameOver = {
  /** The event number. */
  seq: number,
  /** Which game at this table, from 1. */
  number: number,
  /** How. */
  how: HowEnded,
  /** Who won. */
  winners: Array<Seat>,
  /** What everybody had, by seat. */
  scores: Array<number>,
  /** How long it took, in milliseconds. */
  duration: number,
  /** How many moves were made. */
  moves: number,
  /** The server's seed, for verification. */
  serverSeed: string,
  /** The seats' seeds; zero bytes where there was none. */
  seatSeeds: Array<string>,
};

/** How a game began. */
export type GameStart = {
  /** The event number. */
  seq: number,
  /** Which game at this table, from 1. */
  number: number,
  /** What is played. */
  game: GameName,
  /** Rules and board: what never changes during the game. */
  fixed: unknown,
  /** What was committed to. */
  fairness: Fairness,
};

/** What one has played of one game. */
export type GameStatistics = {
  /** Games that were finished. */
  played: Played,
  /** How the dice or the ball fell. */
  rolls: Rolls,
};

/** A guest, with the secret that proves it. Shown once, at the beginning. */
export type Guest = {
  /** Who everybody may know you are. */
  playerId: PlayerId,
  /** How you are called. */
  name: string,
  /** The secret: as a bearer token for programs. Browsers get it as a cookie as well. */
  token: string,
};

/** Whether the server is well. */
export type Health = {
  /** `ok`; `no_bus` if other servers cannot be reached, but this one serves; `stopping`, `no_database` or `replaced` if it does not. */
  status: string,
  /** Why, in a sentence, if it is not `ok`. */
  reason?: string,
  /** Of the program. */
  version: string,
};

/** How a game ended. */
export type HowEnded = "finished" | "aborted";

/** The short code of a table that people read to each other: 30 random bits, so asking is limited. */
export type JoinCode = string;

/** One of the thirteen boxes. */
export type KniffelCategory = "ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "three_of_a_kind" | "four_of_a_kind" | "full_house" | "small_straight" | "large_straight" | "kniffel" | "chance";

/** What a player's page sends. */
export type KniffelCommand = {
  "type": "roll_dice",
  /** Whether each die stays as it lies. */
  keptDice: [boolean, boolean, boolean, boolean, boolean],
} | {
  "type": "choose_category",
  /** The box to fill. */
  category: KniffelCategory,
};

/** What never changes. */
export type KniffelFixed = {
  /** The options. */
  rules: KniffelRules,
  /** How many play, in the seats from 0. */
  players: number,
};

/** What the seat may do, by type of command. */
export type KniffelOffered = {
  /** Rolling. */
  roll_dice?: KniffelRoll,
  /** The boxes that may be filled, with the points that each would get. */
  choose_category?: { [key in KniffelCategory]?: number },
};

/** A profile with changes; what is missing is as the profile has it. */
export type KniffelOverrides = {
  /** Where to start from. */
  profile?: KniffelProfile,
  /** Whether five equal dice count as a full house. */
  fiveOfAKindIsFullHouse?: boolean,
  /** Whether a further Kniffel, after one scored with 50, brings 50 more points and serves as a joker. */
  extraKniffel?: boolean,
};

/** What the game is doing. */
export type KniffelPhase = "waiting" | "rolling" | "ended";

/** A named set of rules. There is one. */
export type KniffelProfile = "default";

/** How the dice may be rolled. */
export type KniffelRoll = {
  /** Whether dice may be kept: any of them, or none. */
  keep: boolean,
};

/** The options of a table, all of them. */
export type KniffelRules = {
  /** The profile this started from. */
  profile: KniffelProfile,
  /** Whether five equal dice count as a full house. */
  fiveOfAKindIsFullHouse: boolean,
  /** Whether a further Kniffel, after one scored with 50, brings 50 more points and serves as a joker. */
  extraKniffel: boolean,
};

/** A player's sheet. */
export type KniffelSheet = {
  /** The points in each box that is filled. */
  scores: { [key in KniffelCategory]?: number },
  /** How many further Kniffels brought 50 points each; part of the total. */
  extraKniffels: number,
  /** The sum of the upper boxes. */
  upperSum: number,
  /** 35 or 0. */
  upperBonus: number,
  /** All of it. */
  total: number,
};

/** What everybody sees, and what the viewer may do. */
export type KniffelShown = {
  /** What the game is doing. */
  phase: KniffelPhase,
  /** From 1 to 13. */
  round: number,
  /** Whose turn it is, during the game. */
  currentSeat?: Seat,
  /** The dice as they lie, once this turn's first roll is made, and after the end. */
  dice?: [number, number, number, number, number],
  /** What was kept in the last roll of this turn, if it was not the first. */
  keptDice?: [boolean, boolean, boolean, boolean, boolean],
  /** How often the dice may still be rolled. */
  rollsRemaining: number,
  /** The players by seat. */
  players: { [key in Seat]: KniffelSheet },
  /** Everyone with the highest total, after the end. */
  winners?: Array<Seat>,
  /** What the viewer may do now. */
  legal?: KniffelOffered,
};

/** What is settled before the first move, as far as somebody says so. */
export type KniffelStart = {
  /** The rules; `default` if missing. */
  rules?: Choice<KniffelProfile, KniffelOverrides>,
};

/** What happened. */
export type KniffelTold = {
  "type": "turn_changed",
  /** Whose. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** From 1 to 13. */
  round: number,
} | {
  "type": "dice_rolled",
  /** Who threw. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Which dice stayed. */
  keptDice: [boolean, boolean, boolean, boolean, boolean],
  /** How all five lie now. */
  dice: [number, number, number, number, number],
  /** How often they may still be thrown. */
  rollsRemaining: number,
} | {
  "type": "category_chosen",
  /** Whose. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Which. */
  category: KniffelCategory,
  /** With how many points. */
  score: number,
  /** Whether a further Kniffel brought 50 points beside them. */
  extraKniffel: boolean,
  /** Whether this earned the upper bonus. */
  upperBonus: boolean,
};

/** Yourself. */
export type Me = {
  /** Who everybody may know you are. */
  playerId: PlayerId,
  /** How you are called. */
  name: string,
  /** Your chips. */
  chips: number,
  /** What you have played, by game. */
  games: { [key in string]: Played },
};

/** One of one's finished games. */
export type MyGame = {
  /** At which table. */
  tableId: TableId,
  /** Which game at that table, from 1. */
  number: number,
  /** What was played. */
  game: GameName,
  /** When it ended, in milliseconds since 1970. */
  at: number,
  /** Where one sat. */
  seat: Seat,
  /** One's own score; in roulette what one won or lost. */
  score: number,
  /** Whether one won. */
  won: boolean,
  /** Everybody who sat there in the end, by seat; empty for games from before this was kept. */
  players: Array<MyGamePlayer>,
};

/** Somebody in one of one's games. */
export type MyGamePlayer = {
  /** Where. */
  seat: Seat,
  /** How they were called. */
  name: string,
  /** Whether it was a bot. */
  bot?: boolean,
  /** Their score; in roulette what they won or lost. */
  score: number,
  /** Whether they won. */
  won?: boolean,
};

/** A page of one's finished games, the last first. */
export type MyGames = {
  /** The games. */
  games: Array<MyGame>,
  /** What to ask for as `before` to have the next page; missing on the last. */
  before?: number,
};

/** Uses such a code. */
export type NewDevice = {
  /** As shown on the other device. */
  code: string,
};

/** Wants to be a guest. */
export type NewGuest = {
  /** 1 to 24 visible characters. */
  name: string,
  /** The password of the server, if it has one. */
  password?: string,
  /** An invitation, if one is needed. */
  invite?: string,
};

/** Another name. */
export type NewName = {
  /** 1 to 24 visible characters. */
  name: string,
};

/** Opens a table. */
export type NewTable = {
  /** What is played. */
  game: GameName,
  /** Settings that differ from the usual ones. */
  options?: unknown,
  /** Bots to sit down at once, by level. */
  bots?: Array<string>,
  /** Whether to sit down oneself, be ready and begin at once. */
  quick?: boolean,
};

/** A value that may be said to be null, which is something else than not being said. */
export type Nullable<T> = T | null;

/** How likely it is that the final total lies in a band. */
export type OutlookBand = {
  /** The lowest total of the band. */
  from: number,
  /** The highest; missing for the last band, which has no end. */
  to?: number,
  /** From 0 to 1. */
  chance: number,
};

/** How fast bots play. */
export type Pace = "instant" | "fast" | "human" | "slow";

/** Why a game stands still. */
export type PauseReason = "asked" | "absent" | "nobody";

/** What somebody has played of one game. */
export type Played = {
  /** Games finished. */
  games: number,
  /** Games won. */
  wins: number,
  /** The mean score. */
  meanScore: number,
  /** The best score. */
  bestScore: number,
};

/** A player, as everybody may know: not a secret. 80 random bits. */
export type PlayerId = string;

/** Why a request was not served. */
export type Problem = {
  /** A stable name; the page translates it. */
  code: string,
  /** What belongs into the sentence. */
  params?: { [key in string]: string },
  /** The sentence in English. */
  reason: string,
};

/** A game that is over, as one viewer saw it. */
export type Replay = {
  /** At which table. */
  tableId: TableId,
  /** Which game at this table, from 1. */
  number: number,
  /** What was played. */
  game: GameName,
  /** Whose view this is; missing for a spectator's. */
  seat?: Seat,
  /** How many seats the game had. */
  seats: number,
  /** Who played, in the order in which they sat down. */
  players: Array<ReplayPlayer>,
  /** When it began, in milliseconds since 1970. */
  beganAt: number,
  /** Rules and board, as `game_started` tells them. */
  fixed: unknown,
  /** What was committed to before the first move. */
  fairness: Fairness,
  /** The first view, as `view` tells it, without `legal`. */
  view: unknown,
  /** What was told with the first view. */
  told: Array<unknown>,
  /** What happened, in order. */
  steps: Array<ReplayStep>,
  /** How it ended. */
  ended: GameOver,
};

/** An event of a game that is still on, told again: a line of its own, for whoever may know it. */
export type ReplayLine<T> = {
  /** The event number, as on the socket. */
  seq: number,
  /** When, in milliseconds since 1970. */
  at: number,
} & T;

/** Somebody who played. */
export type ReplayPlayer = {
  /** Where. */
  seat: Seat,
  /** Who. */
  playerId: PlayerId,
  /** How they were called. */
  name: string,
  /** Their color. */
  color: Color,
  /** The level, if it was a bot. */
  bot?: string,
  /** The event number with which they sat down, if they came later (roulette). The seat may have been another's before. */
  since?: number,
};

/** What one entry of the log changed. */
export type ReplayStep = {
  /** The event number, as on the socket. */
  seq: number,
  /** When, in milliseconds since 1970. */
  at: number,
  /** Who acted; missing if it was the table itself. */
  seat?: Seat,
  /** Whose doing it was: the player's, a bot's, the clock's, the table's. */
  by: Author,
  /** What the viewer heard, in the words of the socket and without `seq`. */
  told: Array<unknown>,
  /** The merge patch to the view after it; missing if nothing changed in it. */
  patch?: unknown,
};

/** What is counted. */
export type RollKind = "two_dice" | "die" | "pocket";

/** Counts of what chance gave, beside how likely each result is. */
export type Rolls = {
  /** What is counted. */
  of: RollKind,
  /** The lowest result: that of the first count. */
  lowest: number,
  /** How often each result came up. */
  counts: Array<number>,
  /** How likely each is, from 0 to 1. */
  chances: Array<number>,
};

/** A bet with its stake. */
export type RouletteBet = {
  /** The kind. */
  betType: RouletteBetType,
  /** The numbers; empty where the kind alone names the bet. */
  numbers: Array<number>,
  /** How many chips. */
  amount: number,
};

/** Which bets may be placed. */
export type RouletteBetLimits = {
  /** The smallest amount. */
  min: number,
  /** The largest amount. */
  max: number,
  /** Whether zero may be joined to other numbers. */
  zeroBets: boolean,
};

/** The kind of a bet. */
export type RouletteBetType = "straight" | "split" | "street" | "corner" | "line" | "dozen" | "column" | "red" | "black" | "odd" | "even" | "low" | "high";

/** What a player's page sends. */
export type RouletteCommand = {
  "type": "place_bet",
  /** The kind of bet. */
  betType: RouletteBetType,
  /** The numbers in any order; none where the kind alone names the bet. */
  numbers: Array<number>,
  /** How many chips. */
  amount: number,
} | {
  "type": "remove_bet",
  /** Its place in the order of the player's bets, from 0. */
  betIndex: number,
} | {
  "type": "undo_bet",
} | {
  "type": "clear_bets",
} | {
  "type": "repeat_bets",
} | {
  "type": "double_bets",
} | {
  "type": "spin",
} | {
  "type": "next_round",
};

/** What never changes. */
export type RouletteFixed = {
  /** The rules. */
  rules: RouletteRules,
  /** The numbers around the wheel, clockwise from zero. */
  wheel: Array<number>,
};

/** What the seat may do, by type of command. */
export type RouletteOffered = {
  /** Any bet of the layout, within these limits. */
  place_bet?: RouletteBetLimits,
  /** How many bets there are; each may be taken back, by its index below this. */
  remove_bet?: number,
  /** There is a chip to take back. */
  undo_bet?: true,
  /** There are bets to take back. */
  clear_bets?: true,
  /** The bets of the last round can be laid again, all of them. */
  repeat_bets?: true,
  /** Every bet can be laid once more, all of them. */
  double_bets?: true,
  /** The wheel can be spun. */
  spin?: true,
  /** The next round can begin. */
  next_round?: true,
};

/** A profile with changes; what is missing is as the profile has it. */
export type RouletteOverrides = {
  /** Where to start from. */
  profile?: RouletteProfile,
  /** Whether zero may be joined to other numbers. */
  zeroBets?: boolean,
  /** The least that can be added to a bet. */
  minBet?: number,
  /** The most that one player can stake in one round. */
  maxTotalBet?: number,
  /** How long the betting is open where the timer spins. */
  spinTimerSec?: number,
  /** Whether the host spins, rather than the timer. */
  isManualSpin?: boolean,
};

/** Where the round stands. */
export type RoulettePhase = "betting" | "spinning" | "settlement" | "round_end" | "closed";

/** A named set of rules. There is one. */
export type RouletteProfile = "default";

/** The rules of a table, all of them. */
export type RouletteRules = {
  /** The profile this started from. */
  profile: RouletteProfile,
  /** Whether zero may be joined to other numbers. */
  zeroBets: boolean,
  /** The least that can be added to a bet. */
  minBet: number,
  /** The most that one player can stake in one round. */
  maxTotalBet: number,
  /** How long the betting is open where the timer spins. */
  spinTimerSec: number,
  /** Whether the host spins, rather than the timer. */
  isManualSpin: boolean,
};

/** The result of one bet. */
export type RouletteSettledBet = {
  /** The bet with its stake. */
  bet: RouletteBet,
  /** What came back. */
  return: number,
};

/** The result of one player. */
export type RouletteSettledPlayer = {
  /** Who. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** Bet by bet. */
  bets: Array<RouletteSettledBet>,
  /** What was won, or lost if negative. */
  net: number,
};

/** What everybody sees, and what the viewer may do. */
export type RouletteShown = {
  /** Where the round stands. */
  phase: RoulettePhase,
  /** The round, from 1. */
  round: number,
  /** The number, from the spin until the next round. */
  winningNumber?: number,
  /** The last 20 results by round. */
  history: { [key in number]: number },
  /** What the house has won. */
  house: number,
  /** The players by seat; empty seats are missing. */
  players: { [key in Seat]: RouletteShownPlayer },
  /** What the viewer may do now. */
  legal?: RouletteOffered,
};

/** A bet. */
export type RouletteShownBet = {
  /** Its place in the order of the player's bets, from 0: what `remove_bet` names. */
  index: number,
  /** The kind. */
  betType: RouletteBetType,
  /** The numbers; missing where the kind alone names the bet. */
  numbers?: Array<number>,
  /** How many chips. */
  amount: number,
  /** What came back, once the round is settled. */
  returned?: number,
};

/** A player. */
export type RouletteShownPlayer = {
  /** The chips in the hand. */
  chips: number,
  /** The bets by their number in the table of all bets; after the settlement they are still shown. */
  bets: { [key in number]: RouletteShownBet },
  /** All that is or was staked in this round. */
  staked: number,
  /** All that came back, once the round is settled. */
  returned?: number,
  /** The player has left and only the bets are still there. */
  hasLeft?: true,
};

/** What is settled before the first bet, as far as somebody says so. */
export type RouletteStart = {
  /** The rules; `default` if missing. */
  rules?: Choice<RouletteProfile, RouletteOverrides> | null,
  /** What each player begins with; 1 000 if missing. */
  chips?: number | null,
  /** The names of the first players; the others are called after their seats. */
  names?: Array<string>,
};

/** What happened. */
export type RouletteTold = {
  "type": "bet_placed",
  /** Whose. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** The kind of bet. */
  betType: RouletteBetType,
  /** Its numbers; empty where the kind alone names the bet. */
  numbers: Array<number>,
  /** How many were added. */
  amount: number,
  /** How many lie there now. */
  stake: number,
} | {
  "type": "bet_removed",
  /** Whose. */
  seat: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
  /** The kind of bet. */
  betType: RouletteBetType,
  /** Its numbers; empty where the kind alone names the bet. */
  numbers: Array<number>,
  /** How many chips went back into the hand. */
  amount: number,
  /** How many still lie there. */
  stake: number,
} | {
  "type": "betting_closed",
  /** Who had the wheel spun; missing if it was the table itself. */
  seat?: Seat,
  /** Who sits there. */
  playerId?: PlayerId,
} | {
  "type": "wheel_spun",
  /** Where the ball will come to rest. */
  winningNumber: number,
} | {
  "type": "round_settled",
  /** The round. */
  round: number,
  /** The number that came up. */
  winningNumber: number,
  /** The players who had bets. */
  results: Array<RouletteSettledPlayer>,
} | {
  "type": "betting_opened",
  /** The new round. */
  round: number,
  /** When the table spins by itself, in milliseconds since 1970; missing if it does not. */
  closesAt?: number,
};

/** A seat, from 0. Any number up to 255 can be written; the rules say which seats there are. */
export type Seat = number;

/** The answer to one command: exactly one of these. */
export type SessionAnswer = {
  "type": "ack",
  /** The command's id. */
  id: string,
  /** The table's event number after it. */
  seq: number,
} | {
  "type": "rejected",
  /** The command's id. */
  id: string,
  /** A stable name for the reason; the page translates it. */
  code: string,
  /** What belongs into the sentence. */
  params: { [key in string]: string },
  /** The sentence in English. */
  reason: string,
} | {
  "type": "invalid_placement",
  /** The command's id. */
  id: string,
  /** A stable name for the reason. */
  code: string,
  /** What belongs into the sentence. */
  params: { [key in string]: string },
  /** The sentence in English. */
  reason: string,
} | {
  "type": "error",
  /** A stable name for the reason. */
  code: string,
  /** The sentence in English. */
  reason: string,
};

/** What a page asks of a table. */
export type SessionRequest = {
  "type": "join_table",
  /** Which. */
  tableId: TableId,
  /** The last event that this page has seen, to be told what it missed. */
  lastSeq?: number,
  /** Whether only to watch. Who has a seat keeps it. */
  asSpectator?: boolean,
} | {
  "type": "sit",
  /** Where; anywhere if missing. */
  seat?: Seat,
} | {
  "type": "stand",
} | {
  "type": "leave_table",
} | {
  "type": "give_up_seat",
} | {
  "type": "toggle_ready",
} | {
  "type": "request_rematch",
} | {
  "type": "pause",
} | {
  "type": "resume",
} | {
  "type": "set_options",
  /** Those that change. */
  options: unknown,
} | {
  "type": "start",
} | {
  "type": "kick",
  /** Whose. */
  playerId: PlayerId,
} | {
  "type": "transfer_host",
  /** Whom. */
  playerId: PlayerId,
} | {
  "type": "vote",
  /** On what. */
  topic: Topic,
  /** How. */
  yes: boolean,
} | {
  "type": "change_name",
  /** How. */
  name: string,
} | {
  "type": "change_color",
  /** Which. */
  color: Color,
} | {
  "type": "add_bot",
  /** Its level. */
  bot: string,
} | {
  "type": "remove_seat",
  /** Which. */
  seat: Seat,
} | {
  "type": "commit_seed",
  /** Its hash (docs/fairness.md §13). */
  commitment: string,
} | {
  "type": "reveal_seed",
  /** The seed. */
  seed: string,
} | {
  "type": "chat",
  /** At most 500 characters. */
  text: string,
} | {
  "type": "get_view",
} | {
  "type": "ping",
} | {
  "type": "hold_dice",
  /** Which of the five. */
  keptDice: [boolean, boolean, boolean, boolean, boolean],
};

/** What a page is told beside answers and the events of the game. */
export type SessionTold = {
  "type": "welcome"
} & Welcome | {
  "type": "table_state"
} & TableState | {
  "type": "countdown",
  /** The event number. */
  seq: number,
  /** From 5 down; missing if it was stopped. */
  secondsRemaining?: number,
} | {
  "type": "seed_request",
  /** The event number. */
  seq: number,
  /** The server's commitment. */
  commitment: string,
  /** The table and the number of the game, which are part of a seat's commitment. */
  tableId: TableId,
  /** Which game at this table, from 1. */
  game: number,
  /** The seat this page would commit for; missing for spectators. */
  seat?: Seat,
  /** Until when, in milliseconds since 1970. */
  deadline: number,
} | {
  "type": "seeds_committed",
  /** The event number. */
  seq: number,
  /** What each seat committed to; bots and those who did not are missing. */
  commitments: { [key in Seat]: string },
  /** Until when. */
  deadline: number,
} | {
  "type": "seeds_revealed",
  /** The event number. */
  seq: number,
  /** The seed of each seat that gave one. */
  seeds: { [key in Seat]: string },
  /** The seats of people that gave none in time; zero bytes stand for them. */
  missing: Array<Seat>,
} | {
  "type": "game_started"
} & GameStart | {
  "type": "view",
  /** The event number. */
  seq: number,
  /** What this viewer may know, with `legal`, what the viewer may do. */
  view: unknown,
} | {
  "type": "view_patch",
  /** The event number that the view then has. */
  seq: number,
  /** The event number that it must have before. */
  from: number,
  /** A JSON merge patch (RFC 7396). */
  patch: unknown,
} | {
  "type": "seat_elsewhere",
  /** Which. */
  seat: Seat,
} | {
  "type": "spin_proof",
  /** The event number. */
  seq: number,
  /** Which spin of the game, from 1. */
  spin: number,
  /** The link. */
  link: string,
} | {
  "type": "card_proof",
  /** The event number. */
  seq: number,
  /** The proof. */
  proof: CardProof,
} | {
  "type": "paused",
  /** The event number. */
  seq: number,
  /** Why. */
  reason: PauseReason,
  /** Who is missing. */
  missing: Array<Seat>,
} | {
  "type": "resumed",
  /** The event number. */
  seq: number,
} | {
  "type": "chat"
} & ChatLine | {
  "type": "dice_held",
  /** Who. */
  seat: Seat,
  /** Which of the five. */
  keptDice: [boolean, boolean, boolean, boolean, boolean],
} | {
  "type": "game_ended"
} & GameOver | {
  "type": "table_closed",
  /** The event number. */
  seq: number,
} | {
  "type": "server_stopping",
} | {
  "type": "pong",
  /** Milliseconds since 1970. */
  serverTime: number,
};

/** What one has played, by game. */
export type Statistics = {
  /** By the game's name; games that one never played are missing. */
  games: { [key in string]: GameStatistics },
};

/** Changes to settings; what is missing stays as it is. */
export type TableChanges<S> = {
  /** The rules, whole. */
  start?: S,
  /** See [`Settings::turn_seconds`]. */
  turnSeconds?: number,
  /** See [`Settings::absence`]. */
  absence?: Absence,
  /** See [`Settings::pace`]. */
  pace?: Pace,
  /** See [`Settings::stake`]. */
  stake?: number,
  /** See [`Settings::public`]. */
  public?: boolean,
  /** See [`Settings::spectators`]. */
  spectators?: boolean,
};

/** One of the games of a table. */
export type TableGame = {
  /** From 1. */
  number: number,
  /** When it began, in milliseconds since 1970. */
  beganAt: number,
  /** Who played, in the order in which they sat down. */
  players: Array<ReplayPlayer>,
  /** How many moves were made. */
  moves: number,
  /** How it ended; missing while it is on. */
  ended?: TableGameEnd,
};

/** How one of the games of a table ended. */
export type TableGameEnd = {
  /** When, in milliseconds since 1970. */
  at: number,
  /** How. */
  how: HowEnded,
  /** Who won. */
  winners: Array<Seat>,
  /** What everybody had, by seat. */
  scores: Array<number>,
};

/** The games of a table. */
export type TableGames = {
  /** At which table. */
  tableId: TableId,
  /** What is played there. */
  game: GameName,
  /** All that were begun, the first first. */
  games: Array<TableGame>,
};

/** A table. Who knows it may come in, so it carries 80 random bits. */
export type TableId = string;

/** Somebody with a seat. */
export type TablePlayer = {
  /** Where. */
  seat: Seat,
  /** Who. */
  playerId: PlayerId,
  /** How they are called. */
  name: string,
  /** Their color. */
  color: Color,
  /** Whether they want to begin. */
  ready: boolean,
  /** Whether a page of theirs is open. */
  connected: boolean,
  /** The level, if it is a bot, or one plays for them. */
  bot?: string,
  /** Whether it is a person for whom a bot plays. */
  substituted?: boolean,
};

/** How a table is set up. */
export type TableSettings<S> = {
  /** The rules, and what else the game lets one choose. */
  start: S,
  /** How long a turn may take; 0 gives all the time in the world. */
  turnSeconds: number,
  /** What happens when somebody is away for longer than the grace. */
  absence: Absence,
  /** How fast bots play. */
  pace: Pace,
  /** Chips that everybody puts in and the winners share. Roulette has none: there one bets. */
  stake: number,
  /** Whether strangers find the table in the list. */
  public: boolean,
  /** Whether people without a seat may watch. */
  spectators: boolean,
};

/** Who is at a table and what it is doing. */
export type TableState = {
  /** The event number. */
  seq: number,
  /** Who sits where. */
  players: Array<TablePlayer>,
  /** Who may change settings and begin. */
  host: PlayerId,
  /** `lobby`, `seeding`, `playing`, `over`, `closed`. */
  phase: string,
  /** How many may play. */
  leastPlayers: number,
  /** How many may play. */
  mostPlayers: number,
  /** How many watch. */
  spectators: number,
  /** How the table is set up. */
  settings: unknown,
  /** Why the game stands still, if it does. */
  paused?: PauseReason,
  /** Who is for what. */
  votes?: { [key in Topic]?: Array<PlayerId> },
  /** Who wants to play again. */
  rematch?: Array<PlayerId>,
};

/** A table, as those see it who are not there. */
export type TableSummary = {
  /** Its id: part of its link. */
  tableId: TableId,
  /** The code that people read to each other. */
  code: JoinCode,
  /** What is played. */
  game: GameName,
  /** `lobby`, `seeding`, `playing`, `over`, `closed`. */
  phase: string,
  /** The names of those who sit. */
  players: Array<string>,
  /** How many may sit. */
  seats: number,
  /** Whether strangers find it in the list. */
  public: boolean,
  /** How it is set up. */
  settings?: unknown,
  /** The people it waits for, by id, with their names: whose move it is, or who is not ready yet. Told to those who sit. */
  waitsFor?: { [key in PlayerId]: string },
  /** Whether you are one of them. */
  waitsForMe?: boolean,
  /** When it last changed, in milliseconds since 1970. */
  changedAt: number,
};

/** A list of tables. */
export type Tables = {
  /** Public tables that can be joined or watched, newest first. */
  public: Array<TableSummary>,
  /** Tables where you have a seat. */
  mine: Array<TableSummary>,
};

/** What can be voted on. */
export type Topic = "bot" | "abort";

/** The first message after joining. */
export type Welcome = {
  /** Of this protocol. A page that knows another one reloads itself. */
  protocolVersion: number,
  /** Of the program. */
  serverVersion: string,
  /** Who the page speaks for. */
  playerId: PlayerId,
  /** Where that player sits; missing for spectators. */
  seat?: Seat,
  /** Which table. */
  tableId: TableId,
  /** What is played. */
  game: GameName,
  /** The code that people read to each other. */
  code: JoinCode,
  /** How the table is set up. */
  settings: unknown,
  /** The levels of bots that this game has. */
  bots: Array<string>,
  /** Milliseconds since 1970. */
  serverTime: number,
};

/** Somebody: the seat, and beside it the player in it. */
export type Who = {
  /** The seat. */
  seat: Seat,
  /** The player, if anybody is there. */
  playerId?: PlayerId,
};
