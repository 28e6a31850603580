// Round numbers for axes, and labels that do not cover each other.

/** Steps from `least` or just below it to at least `most`, about `count` of them, each 1, 2 or 5 times a power of ten. */
export function ticks(most: number, count: number, least = 0): number[] {
  const rough = Math.max(1, most - least) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power);
  const first = Math.floor(least / step);
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, at) => (first + at) * step);
}

/** Where the number of a bar stands: on top of the bar, or of the mark if that would run through it. Up is less. */
export function onTop(bar: number, mark: number): number {
  const [gap, high] = [4, 12];
  const crossed = mark < bar && mark > bar - gap - high;
  return (crossed ? mark : bar) - gap;
}

/** The positions, each moved as little as it takes for all to be so far apart and above `lowest`, which is a greater number. */
export function spread(positions: readonly number[], apart: number, lowest: number): number[] {
  const order = positions.map((position, at) => ({ position, at })).sort((a, b) => a.position - b.position);
  const moved = [...positions];
  let above = -Infinity;
  for (const { position, at } of order) {
    above = Math.max(position, above + apart);
    moved[at] = above;
  }
  let below = lowest + apart;
  for (const { at } of order.toReversed()) {
    below = Math.min(moved[at] ?? 0, below - apart);
    moved[at] = below;
  }
  return moved;
}
