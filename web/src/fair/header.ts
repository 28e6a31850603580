// The header of a game's file: who played, who committed to what, and what luck decided before the first move
// (docs/fairness.md §17, §18.2 to §18.6).

import type { GameName } from "../protocol/messages.ts";
import { boardInFile, boardOf } from "./board.ts";
import { deckLevels, deckOf, gameSeed, Stream } from "./chance.ts";
import { chainLink, LINKS, nextLink, seatCommitment, serverCommitment } from "./commitments.ts";
import { demand, demandSame, type Fields, fieldsOf, isHash, isListOf, isObject, isWhole } from "./file.ts";
import { toHex } from "./sha256.ts";
import { say } from "./words.ts";

export interface Header {
  game: GameName;
  table: string;
  number: number;
  drawn: string[];
  /** The chair of each seat. */
  chairs: number[];
  /** The chairs of people. */
  people: number[];
  /** The chairs of people whose seed did not count. */
  missing: number[];
  commitment: string;
  /** The server's seed. */
  secret: string;
  /** The seeds of the chairs; zeros for those that have none. */
  seeds: string[];
  start: Fields;
}

const GAMES: readonly GameName[] = ["catan", "kniffel", "roulette"];
/** What may be drawn before the first move, in this order. */
const DRAWN: Record<GameName, readonly string[]> = { catan: ["board", "seat_order"], kniffel: ["seat_order"], roulette: [] };
const NAMES = ["format", "version", "scheme", "game", "rulesVersion", "table", "number", "players", "drawn", "start", "fairness"];
const NO_SEED = "00".repeat(32);
const isText = (value: unknown): value is string => typeof value === "string";
const odd = (name: string) => (): string => say("odd", { name });

/** Reads and checks the header; what it says of luck is checked by [`checkBeginning`]. */
export function* checkHeader(value: unknown): Generator<void, Header> {
  const header = fieldsOf(value, NAMES, [], 1, say("the_header"));
  for (const [name, known] of [["format", "stammtisch-game"], ["version", 1], ["scheme", 1]] as const) demandSame(header[name], known, 1, name);
  const { table, number, start } = header;
  const game = GAMES.find((one) => one === header["game"]);
  demand(game !== undefined, 1, odd("game"));
  demand(isWhole(header["rulesVersion"]), 1, odd("rulesVersion"));
  demand(isText(table) && /^[A-Za-z0-9_-]{1,64}$/.test(table), 1, odd("table"));
  demand(isWhole(number, 1, 2 ** 32 - 1), 1, odd("number"));
  demand(isObject(start), 1, odd("start"));
  const { chairs, people } = checkPlayers(header["players"]);
  const drawn = isListOf(header["drawn"], isText) ? header["drawn"] : [];
  demandSame(header["drawn"], DRAWN[game].filter((what) => drawn.includes(what)), 1, "drawn");
  const known = { game, table, number, drawn, chairs, people, start };
  return { ...known, ...(yield* checkCommitments(known, header["fairness"])) };
}

function checkPlayers(players: unknown): { chairs: number[]; people: number[] } {
  demand(Array.isArray(players) && players.length >= 1 && players.length <= 16, 1, odd("players"));
  const chairs: number[] = [];
  const people: number[] = [];
  for (const player of players) {
    const { chair, name, bot } = fieldsOf(player, ["chair", "name"], ["bot"], 1, "players");
    demand(isText(name) && (bot === undefined || isText(bot)) && isWhole(chair), 1, odd("players"));
    chairs.push(chair);
    if (bot === undefined) people.push(chair);
  }
  const all = chairs.toSorted((a, b) => a - b);
  demand(all.every((chair, place) => chair === place), 1, odd("players.chair"));
  return { chairs, people: people.toSorted((a, b) => a - b) };
}

type Known = Omit<Header, "missing" | "commitment" | "secret" | "seeds">;

function* checkCommitments(known: Known, value: unknown): Generator<void, Pick<Header, "missing" | "commitment" | "secret" | "seeds">> {
  const { game, table, number, people } = known;
  const names = ["serverCommitment", "serverSeed", "chairs", "missing", ...(game === "catan" ? ["deckRoot"] : [])];
  const fairness = fieldsOf(value, names, [], 1, "fairness");
  const { serverCommitment: commitment, serverSeed: secret, chairs } = fairness;
  demand(isHash(commitment), 1, odd("serverCommitment"));
  demand(isHash(secret), 1, odd("serverSeed"));
  demand(Array.isArray(chairs) && chairs.length === known.chairs.length, 1, odd("chairs"));
  const computed = game === "roulette" ? yield* anchor(secret, table, number) : serverCommitment(game, secret, table, number);
  demandSame(commitment, computed, 1, say("the_server_commitment"));
  const seeds: string[] = [];
  for (const [n, one] of chairs.entries()) {
    const chair = fieldsOf(one, [], ["commitment", "seed"], 1, say("a_chair", { n: n + 1 }));
    demand(people.includes(n) || Object.keys(chair).length === 0, 1, () => say("bot_not_empty", { n: n + 1 }));
    demand("commitment" in chair || !("seed" in chair), 1, () => say("seed_alone", { n: n + 1 }));
    demand(Object.values(chair).every(isHash), 1, odd("chairs"));
    const { seed } = chair;
    if (isHash(seed)) demandSame(chair["commitment"], seatCommitment(seed, table, number, commitment, n), 1, say("chair_commitment", { n: n + 1 }));
    seeds.push(isHash(seed) ? seed : NO_SEED);
    yield;
  }
  const missing = people.filter((n) => !isHash((chairs[n] as Fields)["seed"]));
  demandSame(fairness["missing"], missing, 1, "missing");
  return { commitment, secret, missing, seeds };
}

/** How many links are hashed before the page may breathe. */
const BREATH = 512;

/** §16: the first end of the chain, which takes 65 536 hashes. */
function* anchor(secret: string, table: string, number: number): Generator<void, string> {
  let link = chainLink(secret, table, number);
  for (let i = 0; i < LINKS; i += 1) {
    link = nextLink(link);
    if (i % BREATH === 0) yield;
  }
  return toHex(link);
}

/** What follows from the seed of the game: order of play, board, deck. Roulette has a seed for each round instead. */
export interface Beginning {
  seed: Uint8Array | undefined;
  deck: string[];
}

export function checkBeginning(header: Header, root: unknown): Beginning {
  if (header.game === "roulette") return { seed: undefined, deck: [] };
  const seed = gameSeed(header.secret, header.table, header.number, header.seeds);
  if (header.drawn.includes("seat_order")) {
    const order = new Stream(seed, "seat_order", 0).shuffled([...header.chairs.keys()]);
    demandSame(header.chairs, order, 1, say("the_seat_order"));
  }
  if (header.game !== "catan") return { seed, deck: [] };
  if (header.drawn.includes("board")) {
    const { rules } = header.start;
    const kind = isObject(rules) ? rules["board"] : undefined;
    demand(kind === "random" || kind === "spiral", 1, odd("start.rules.board"));
    demandSame(header.start["board"], boardInFile(boardOf(seed, kind)), 1, say("the_board"));
  }
  const computed = deckLevels(seed).at(-1)?.[0];
  demandSame(root, computed === undefined ? undefined : toHex(computed), 1, say("the_deck_root"));
  return { seed, deck: deckOf(seed) };
}
