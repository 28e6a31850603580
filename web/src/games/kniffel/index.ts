import type { GameParts } from "../contract.ts";
import Nothing from "./Nothing.svelte";

export const kniffel: GameParts = {
  Board: Nothing,
  Buttons: Nothing,
  Below: Nothing,
  Facts: Nothing,
  ask: () => "",
  isMyMove: () => false,
  current: () => undefined,
  tell: () => undefined,
  sound: () => undefined,
  hint: () => undefined,
  banked: false,
};
