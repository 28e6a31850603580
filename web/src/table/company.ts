// Those who sit at a table, live or in a replay: how they are called and drawn, and who of them looks on.

import type { Sitter, Told } from "../games/contract.ts";
import type { Color, Seat } from "../protocol/messages.ts";
import { initials } from "./initials.ts";
import { say } from "./words.ts";

export abstract class Company {
  /** In the order of seats. */
  abstract readonly players: readonly Sitter[];
  /** The viewer's seat, if they have one. */
  abstract readonly seat: Seat | undefined;
  readonly #listeners = new Set<(told: Told) => void>();

  player(seat: Seat | undefined): Sitter | undefined {
    return this.players.find((player) => player.seat === seat);
  }

  isMe(seat: Seat | undefined): boolean {
    return seat !== undefined && seat === this.seat;
  }

  name(seat: Seat | undefined): string {
    if (this.isMe(seat)) return say("You");
    return this.player(seat)?.name ?? say("seat", { n: (seat ?? 0) + 1 });
  }

  whom(seat: Seat | undefined): string {
    return this.isMe(seat) ? say("you") : this.name(seat);
  }

  color(seat: Seat | undefined): Color {
    return this.player(seat)?.color ?? "white";
  }

  initial(seat: Seat | undefined): string {
    const at = this.players.findIndex((player) => player.seat === seat);
    return initials(this.players.map(({ name }) => name))[at] ?? "?";
  }

  listen(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells an event to all who listen. */
  protected pass(told: Told): void {
    for (const listener of this.#listeners) listener(told);
  }
}
