// Round numbers for axes.

/** Steps from 0 to at least `most`, about `count` of them, each 1, 2 or 5 times a power of ten. */
export function ticks(most: number, count: number): number[] {
  const rough = Math.max(1, most) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}
