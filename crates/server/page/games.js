// The games that this page can show. Each has the same few functions; see kniffel.js for the shortest.

import { catan } from "./catan.js";
import { kniffel } from "./kniffel.js";
import { roulette } from "./roulette.js";

export const GAMES = { catan, kniffel, roulette };
