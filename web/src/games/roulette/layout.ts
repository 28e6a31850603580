// Where every bet lies on the felt: what is drawn, and which rectangle takes a tap.
//
// The felt is laid out once in its own directions, *across* (even chances, dozens, then the three columns) and *along* (zero,
// twelve rows, then the columns' 2 : 1), and then turned: upright for a phone, lying for a desk. Rectangles that take taps
// never overlap: around every line between numbers runs a strip, and the strips' crossings are the corners.

import { at, bet, type Bet, column, COLUMNS, dozen, EVEN_CHANCES, evenChance, ROWS } from "./bets.ts";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A bet with the rectangle that takes its taps and the point where its chips lie. */
export interface Place {
  bet: Bet;
  hit: Rect;
  chips: { x: number; y: number };
}

/** A field as it is drawn: a number, or a bet outside the numbers. */
export interface Field {
  bet: Bet;
  rect: Rect;
}

export interface Layout {
  width: number;
  height: number;
  places: readonly Place[];
  fields: readonly Field[];
}

/** Lengths in pixels at the natural size. */
interface Sizes {
  even: number;
  dozen: number;
  cell: number;
  /** Half the width of a strip between neighbors across. */
  strip: number;
  zero: number;
  row: number;
  /** The same along. */
  stripAlong: number;
  column: number;
  /** How far beside the middle the chips on a number lie, so that the number can be read. */
  aside: number;
}

const UPRIGHT: Sizes = { even: 56, dozen: 60, cell: 86, strip: 14, zero: 58, row: 50, stripAlong: 12.5, column: 46, aside: 14 };
const LYING: Sizes = { even: 46, dozen: 50, cell: 60, strip: 13, zero: 56, row: 52, stripAlong: 13, column: 56, aside: -11 };
/** How far from the end of a field outside the numbers its chips lie. */
const FROM_END = 19;

/** A stretch in one direction. */
type Span = readonly [from: number, to: number];

/** The whole felt; `zeroBets` says whether zero may be joined to other numbers. */
export function lay(upright: boolean, zeroBets: boolean): Layout {
  const size = upright ? UPRIGHT : LYING;
  const left = size.even + size.dozen;
  const across = left + COLUMNS * size.cell;
  const bottom = size.zero + ROWS * size.row;
  const along = bottom + size.column;
  // Without bets that join zero there is no strip below it.
  const zeroStrip = zeroBets ? size.stripAlong : 0;
  const places: Place[] = [];
  const fields: Field[] = [];

  const rect = ([a, b]: Span, [c, d]: Span): Rect =>
    upright ? { x: a, y: c, width: b - a, height: d - c } : { x: c, y: across - b, width: d - c, height: b - a };
  const middle = ([a, b]: Span): number => (a + b) / 2;
  const put = (placed: Bet, hitAcross: Span, hitAlong: Span, chipAcross = middle(hitAcross), chipAlong = middle(hitAlong)): void => {
    const chips = upright ? { x: chipAcross, y: chipAlong } : { x: chipAlong, y: across - chipAcross };
    places.push({ bet: placed, hit: rect(hitAcross, hitAlong), chips });
  };
  const field = (placed: Bet, fieldAcross: Span, fieldAlong: Span): void => {
    fields.push({ bet: placed, rect: rect(fieldAcross, fieldAlong) });
  };

  // Lines are counted by what follows them: line 0 across is the outer edge where streets lie, line 0 along is zero's edge.
  const lineAcross = (line: number): number => left + line * size.cell;
  const lineAlong = (line: number): number => size.zero + line * size.row;
  const stripAcross = (line: number): Span => [lineAcross(line) - size.strip, lineAcross(line) + size.strip];
  const stripAlong = (line: number): Span => {
    const half = line === 0 ? zeroStrip : size.stripAlong;
    return [lineAlong(line) - half, lineAlong(line) + half];
  };
  const insideAcross = (of: number): Span => [stripAcross(of)[1], of === COLUMNS - 1 ? across : stripAcross(of + 1)[0]];
  const insideAlong = (of: number): Span => [stripAlong(of)[1], of === ROWS - 1 ? bottom : stripAlong(of + 1)[0]];
  const cellAcross = (of: number): Span => [lineAcross(of), lineAcross(of + 1)];
  const cellAlong = (of: number): Span => [lineAlong(of), lineAlong(of + 1)];

  put(bet("straight", [0]), [left, across], [0, size.zero - zeroStrip], middle([left, across]) + 2 * size.aside, size.zero / 2);
  field(bet("straight", [0]), [left, across], [0, size.zero]);
  if (zeroBets) {
    put(bet("corner", [0, 1, 2, 3]), stripAcross(0), stripAlong(0));
    for (let c = 0; c < COLUMNS; c += 1) put(bet("split", [0, at(0, c)]), insideAcross(c), stripAlong(0), middle(cellAcross(c)));
    for (let c = 1; c < COLUMNS; c += 1) put(bet("street", [0, at(0, c - 1), at(0, c)]), stripAcross(c), stripAlong(0));
  }
  for (let r = 0; r < ROWS; r += 1) {
    const row = [at(r, 0), at(r, 1), at(r, 2)];
    put(bet("street", row), stripAcross(0), insideAlong(r), undefined, middle(cellAlong(r)));
    if (r > 0) put(bet("line", [...row.map((number) => number - COLUMNS), ...row]), stripAcross(0), stripAlong(r));
    for (let c = 0; c < COLUMNS; c += 1) {
      const number = at(r, c);
      put(bet("straight", [number]), insideAcross(c), insideAlong(r), middle(cellAcross(c)) + size.aside, middle(cellAlong(r)));
      field(bet("straight", [number]), cellAcross(c), cellAlong(r));
      if (c > 0) put(bet("split", [number - 1, number]), stripAcross(c), insideAlong(r), undefined, middle(cellAlong(r)));
      if (r > 0) put(bet("split", [number - COLUMNS, number]), insideAcross(c), stripAlong(r), middle(cellAcross(c)));
      if (r > 0 && c > 0) put(bet("corner", [number - COLUMNS - 1, number - COLUMNS, number - 1, number]), stripAcross(c), stripAlong(r));
    }
  }

  /** A bet outside the numbers takes taps in its whole field, but for the strip where streets lie. */
  const outside = (placed: Bet, fieldAcross: Span, fieldAlong: Span, hitAcross = fieldAcross): void => {
    put(placed, hitAcross, fieldAlong, undefined, fieldAlong[1] - FROM_END);
    field(placed, fieldAcross, fieldAlong);
  };
  for (let c = 0; c < COLUMNS; c += 1) {
    const end = upright ? cellAcross(c)[1] - FROM_END : cellAcross(c)[0] + FROM_END;
    put(column(c), cellAcross(c), [bottom, along], end);
    field(column(c), cellAcross(c), [bottom, along]);
  }
  for (let d = 0; d < 3; d += 1) {
    outside(dozen(d), [size.even, left], [lineAlong(4 * d), lineAlong(4 * d + 4)], [size.even, left - size.strip]);
  }
  EVEN_CHANCES.forEach((chance, i) => outside(evenChance(chance), [0, size.even], [lineAlong(2 * i), lineAlong(2 * i + 2)]));

  return upright ? { width: across, height: along, places, fields } : { width: along, height: across, places, fields };
}

export type Direction = "up" | "down" | "left" | "right";

const STEP: Readonly<Record<Direction, readonly [number, number]>> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** The place that an arrow key leads to: the nearest beyond this one's edge, rather straight ahead than aside. */
export function neighbor(places: readonly Place[], from: Place, direction: Direction): Place | undefined {
  const [dx, dy] = STEP[direction];
  const gap = (a: number, aLength: number, b: number, bLength: number): number => Math.max(0, b - (a + aLength), a - (b + bLength));
  let best: Place | undefined;
  let least = Infinity;
  for (const place of places) {
    const { hit } = place;
    const own = from.hit;
    const ahead = dx * (hit.x + hit.width / 2 - own.x - own.width / 2) + dy * (hit.y + hit.height / 2 - own.y - own.height / 2);
    const beyond =
      dx !== 0
        ? dx > 0
          ? hit.x >= own.x + own.width
          : hit.x + hit.width <= own.x
        : dy > 0
          ? hit.y >= own.y + own.height
          : hit.y + hit.height <= own.y;
    if (!beyond) continue;
    const aside = dx !== 0 ? gap(own.y, own.height, hit.y, hit.height) : gap(own.x, own.width, hit.x, hit.width);
    const offset = Math.abs(dx !== 0 ? hit.y + hit.height / 2 - own.y - own.height / 2 : hit.x + hit.width / 2 - own.x - own.width / 2);
    const cost = ahead + 8 * aside + 0.5 * offset;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}
