// How unusual a series of rolls is: Pearson's chi-square against honest chances.

import type { Rolls } from "../protocol/messages.ts";

/** The logarithm of the gamma function (Lanczos). */
function logGamma(x: number): number {
  const terms = [76.18009172947146, -86.5053203294168, 24.01409824083091, -1.231739572450155, 0.001208650973866179, -0.000005395239384953];
  const base = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
  const series = terms.reduce((sum, term, at) => sum + term / (x + at + 1), 1.000000000190015);
  return Math.log((2.50662827463 * series) / x) - base;
}

/** The share of the gamma distribution of shape `a` that lies above `x`. */
function above(a: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 500 && term > sum * 1e-12; n += 1) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - front * sum;
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let i = 1; i < 500; i += 1) {
    const an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-12) break;
  }
  return front * fraction;
}

/** How likely an honest series is at least as uneven, with so many degrees of freedom. */
export function chiSquareTail(statistic: number, freedom: number): number {
  return above(freedom / 2, statistic / 2);
}

/** How many results there are. */
export function rolled({ counts }: Rolls): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** How likely an honest series of this length is at least as uneven; undefined while there are too few to say. */
export function unevenness(rolls: Rolls): number | undefined {
  const all = rolled(rolls);
  // The usual rule: below five expected of each, the approximation says nothing.
  if (all * Math.min(...rolls.chances) < 5) return undefined;
  const statistic = rolls.counts.reduce((sum, count, at) => {
    const expected = all * (rolls.chances[at] ?? 0);
    return sum + (count - expected) ** 2 / expected;
  }, 0);
  return chiSquareTail(statistic, rolls.counts.length - 1);
}
