// Roulette: wheel, felt and chips.

import type { GameParts } from "../contract.ts";
import Below from "./Below.svelte";
import Board from "./Board.svelte";
import Buttons from "./Buttons.svelte";
import Facts from "./Facts.svelte";
import { ask, curtain, hint, hurries, isMyMove, sound, tell } from "./speak.ts";

export const roulette: GameParts = {
  Board,
  Buttons,
  Below,
  Facts,
  End: () => import("./End.svelte"),
  ask,
  isMyMove,
  hurries,
  // Everybody bets at the same time.
  current: () => undefined,
  tell,
  sound,
  curtain,
  hint,
  banked: true,
};
