// The moves of Kniffel that the load test makes, as small as a peer's own example would have them: a roll, and a box that is filled.

const faces = (dice) => [1, 2, 3, 4, 5, 6].map((face) => dice.filter((die) => die === face).length);
const sum = (dice) => dice.reduce((a, b) => a + b, 0);
const run = (dice, length) => faces(dice).map((n) => (n > 0 ? "x" : " ")).join("").includes("x".repeat(length));

const BOXES = [
  ...[1, 2, 3, 4, 5, 6].map((face) => (dice) => face * faces(dice)[face - 1]),
  (dice) => (Math.max(...faces(dice)) >= 3 ? sum(dice) : 0),
  (dice) => (Math.max(...faces(dice)) >= 4 ? sum(dice) : 0),
  (dice) => (faces(dice).includes(3) && faces(dice).includes(2) ? 25 : 0),
  (dice) => (run(dice, 4) ? 30 : 0),
  (dice) => (run(dice, 5) ? 40 : 0),
  (dice) => (Math.max(...faces(dice)) === 5 ? 50 : 0),
  sum,
];

export const SEATS = 4;
const EMPTY = -1;
const die = () => 1 + Math.floor(Math.random() * 6);

/** A game before its first roll; `-1` is an empty box. */
export const fresh = () => ({ turn: 0, rolls: 3, dice: [1, 1, 1, 1, 1], sheets: Array.from({ length: SEATS }, () => Array(BOXES.length).fill(EMPTY)) });

/** Rolls the dice that are not kept; whether that was legal. */
export function roll(game, seat, kept) {
  if (game.turn !== seat || game.rolls === 0 || !Array.isArray(kept) || kept.length !== 5) return false;
  for (let at = 0; at < 5; at += 1) if (game.rolls === 3 || !kept[at]) game.dice[at] = die();
  game.rolls -= 1;
  return true;
}

/** Fills a box and ends the turn; whether that was legal. A full table begins anew. */
export function choose(game, seat, box) {
  if (game.turn !== seat || game.rolls === 3 || game.sheets[seat]?.[box] !== EMPTY) return false;
  game.sheets[seat][box] = BOXES[box](Array.from(game.dice));
  game.turn = (seat + 1) % SEATS;
  game.rolls = 3;
  if (game.sheets.every((sheet) => Array.from(sheet).every((points) => points !== EMPTY))) for (const sheet of game.sheets) for (let at = 0; at < BOXES.length; at += 1) sheet[at] = EMPTY;
  return true;
}

/** A move for whoever is at turn, any of the legal ones: `["roll", kept]` or `["choose", box]`. */
export function pick(game, seat) {
  const free = [...game.sheets[seat]].flatMap((points, box) => (points === EMPTY ? [box] : []));
  if (game.rolls === 3 || (game.rolls > 0 && Math.random() < 0.5)) return ["roll", Array.from({ length: 5 }, () => Math.random() < 0.5)];
  return ["choose", free[Math.floor(Math.random() * free.length)]];
}
