// Kniffel's part of the page.

import type { GameParts } from "../contract.ts";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import RollButton from "./RollButton.svelte";
import { myTurn, seen } from "./shown.ts";
import { ask, hint, sound, tell } from "./speech.ts";

export const kniffel: GameParts = {
  Board,
  Buttons: RollButton,
  // Dice and sheet are the board; there is nothing below the sentence.
  Below: () => ({}),
  Facts,
  End: () => import("./End.svelte"),
  ask,
  isMyMove: (table) => myTurn(seen(table)),
  current: (table) => seen(table).view.currentSeat,
  tell,
  sound,
  hint,
  banked: false,
};
