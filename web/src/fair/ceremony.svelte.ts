// This page's part in the ceremony before a game (docs/fairness.md §13), and its checks during and after it.

import type { Fairness, GameName, GameOver, SessionTold } from "../protocol/messages.ts";
import type { Sent } from "../net/line.ts";
import { cardFits, linkFits, newSeed, seatCommitment, serverCommitment } from "./commitments.ts";

/** The table, as far as the ceremony needs it. */
interface Host {
  readonly id: string;
  readonly game: GameName;
  send(command: Sent, quiet?: boolean): Promise<boolean>;
}

/** The seed that this page gave, and what the server had committed to before. */
export interface Given {
  seat: number;
  game: number;
  server: string;
  seed: string;
  commitment: string;
}

/** What this page saw for itself, once the secrets are out. */
export interface Checked {
  /** The server's seed is the one that it committed to. */
  server: boolean;
  /** The commitment is the one seen before this page gave its seed; undefined if it gave none. */
  unchanged?: boolean;
  /** This page's seed is among those that made the luck. */
  used?: boolean;
}

export class Ceremony {
  fairness = $state.raw<Fairness>();
  number = $state(0);
  given = $state.raw<Given>();
  /** Bought cards and whether their proofs fit. */
  cards = $state<boolean[]>([]);
  /** Spins and whether their links fit. */
  spins = $state<boolean[]>([]);
  over = $state.raw<GameOver>();
  #link = { spin: 0, value: "" };
  readonly #table: Host;

  constructor(table: Host) {
    this.#table = table;
  }

  heard(told: SessionTold): void {
    switch (told.type) {
      case "seed_request":
        this.over = undefined;
        this.#commit(told);
        break;
      case "seeds_committed": {
        // Another window of mine may have been quicker; then its seed counts, not this one's.
        const { given } = this;
        if (given !== undefined && told.commitments[given.seat] === given.commitment) {
          void this.#table.send({ type: "reveal_seed", seed: given.seed }, true);
        }
        break;
      }
      case "game_started":
        if (this.number !== told.number || this.fairness === undefined) this.#begin(told.number, told.fairness);
        break;
      case "card_proof":
        this.cards.push(cardFits(told.proof, this.fairness?.deckRoot));
        break;
      case "spin_proof":
        if (told.spin > this.#link.spin) {
          this.spins.push(linkFits(told.link, told.spin - this.#link.spin, this.#link.value));
          this.#link = { spin: told.spin, value: told.link };
        }
        break;
      case "game_ended":
        this.over = told;
        break;
      default:
    }
  }

  #commit(asked: Extract<SessionTold, { type: "seed_request" }>): void {
    const { seat, game, tableId, commitment } = asked;
    if (seat === undefined) return;
    // A reload between commitment and reveal must not lose the seed.
    const seed = kept(this.#table.id, game)?.seed ?? newSeed();
    this.given = { seat, game, server: commitment, seed, commitment: seatCommitment(seed, tableId, game, commitment, seat) };
    keep(this.#table.id, this.given);
    void this.#table.send({ type: "commit_seed", commitment: this.given.commitment }, true);
  }

  #begin(number: number, fairness: Fairness): void {
    this.number = number;
    this.fairness = fairness;
    this.cards = [];
    this.spins = [];
    this.over = undefined;
    this.#link = { spin: 0, value: fairness.commitment };
    this.given = kept(this.#table.id, number);
  }

  /** Checks what this page has seen for itself. */
  check(): Checked | undefined {
    const { over, fairness, given } = this;
    if (over === undefined || fairness === undefined) return undefined;
    const server = serverCommitment(this.#table.game, over.serverSeed, this.#table.id, over.number) === fairness.commitment;
    if (given === undefined) return { server };
    return { server, unchanged: given.server === fairness.commitment, used: over.seatSeeds[given.seat] === given.seed };
  }
}

const key = (table: string, game: number): string => `seed/${table}/${game}`;

/** The seed that this browser gave for a game, if it still has it. */
export function kept(table: string, game: number): Given | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key(table, game)) ?? "null") as Given | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(table: string, given: Given): void {
  try {
    sessionStorage.setItem(key(table, given.game), JSON.stringify(given));
  } catch {
    // Without storage a reload loses the seed; zero bytes then stand for it.
  }
}
