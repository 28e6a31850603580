// Catan for the table: a board, a hand, and the words for both.

import type { CatanTold } from "../../protocol/messages.ts";
import type { GameParts } from "../contract.ts";
import { ask, current, hint, isMyMove } from "./ask.ts";
import Below from "./Below.svelte";
import Board from "./Board.svelte";
import Buttons from "./Buttons.svelte";
import Facts from "./Facts.svelte";
import { own } from "./table.ts";
import { soundOf, tell } from "./tell.ts";

export const catan: GameParts = {
  Board,
  Buttons,
  Below,
  Facts,
  End: () => import("./End.svelte"),
  ask: (table) => ask(own(table)),
  isMyMove: (table) => isMyMove(own(table)),
  current: (table) => current(own(table)),
  tell: (table, told) => tell(own(table), told as CatanTold),
  sound: (table, told) => soundOf(own(table), told as CatanTold),
  hint: (table) => hint(own(table)),
  banked: false,
};
