// The games, each in a chunk of its own: whoever plays Kniffel does not load Catan.

import type { GameName } from "../protocol/messages.ts";
import type { GameParts } from "./contract.ts";

export const GAMES: readonly GameName[] = ["catan", "kniffel", "roulette"];

/** Loads the parts of a game. */
export async function loadGame(game: GameName): Promise<GameParts> {
  switch (game) {
    case "catan":
      return (await import("./catan/index.ts")).catan;
    case "kniffel":
      return (await import("./kniffel/index.ts")).kniffel;
    case "roulette":
      return (await import("./roulette/index.ts")).roulette;
  }
}
