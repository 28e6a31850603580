// Helps for drawing: round marks for an axis, and labels that do not cover each other.

/** About how many stretches an axis is divided into. */
const STRETCHES = 4;

/** Round numbers from at or below the least value to at or above the greatest, evenly apart. */
export function marksFor(values: readonly number[]): number[] {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const rough = Math.max(1, (most - least) / STRETCHES);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((part) => part * unit).find((size) => size >= rough) ?? rough;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** The positions, moved down as far as needed for each to be this far from the one above it. */
export function spread(positions: readonly number[], apart: number): number[] {
  const order = positions.map((position, i) => ({ position, i })).sort((a, b) => a.position - b.position);
  const result = [...positions];
  let above = -Infinity;
  for (const { position, i } of order) {
    above = Math.max(position, above + apart);
    result[i] = above;
  }
  // If the last was pushed far, all go up by half of it.
  const pushed = above - (order.at(-1)?.position ?? 0);
  return result.map((position) => position - pushed / 2);
}
