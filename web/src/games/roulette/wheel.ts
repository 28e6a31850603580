// How the wheel turns and where the ball is: nothing but a function of time.
//
// The number is drawn before the ball rolls. The wheel comes to rest with that number's pocket on top; the ball runs against
// the wheel, slows down, drops, jumps twice and is then carried along in its pocket.

/** How long one round of the ball takes at the beginning, in milliseconds. */
const ROUND = 620;
/** How long one turn of the wheel takes on the average. */
const TURN = 2600;
/** The share of the time after which the ball lies in its pocket and is only carried along. */
const CAUGHT = 0.84;
/** The share after which it leaves the rim. */
const DROPS = 0.5;

export interface Standing {
  /** How far the wheel is turned, clockwise in degrees. */
  wheel: number;
  /** Where the ball is, clockwise in degrees from the top, whatever the wheel does. */
  ball: number;
  /** How far out the ball is: 1 on the rim, 0 in the pocket. */
  out: number;
}

/** The angle of the middle of a pocket on the wheel, clockwise from the top. */
export function angleOf(wheel: readonly number[], number: number): number {
  return (360 / wheel.length) * Math.max(0, wheel.indexOf(number));
}

/** How far the wheel is turned when it rests with this number on top. */
export function resting(wheel: readonly number[], number: number | undefined): number {
  return number === undefined ? 0 : -angleOf(wheel, number);
}

/** The jumps of the ball: from the rim down, and twice up again, lower each time. */
function height(share: number): number {
  if (share >= 1) return 0;
  if (share < 0.5) return 1 - (share / 0.5) ** 2;
  if (share < 0.8) return 0.4 * Math.sin((Math.PI * (share - 0.5)) / 0.3);
  return 0.15 * Math.sin((Math.PI * (share - 0.8)) / 0.2);
}

/**
 * The wheel and the ball after `share` (0 to 1) of a spin of `duration` milliseconds that began with the wheel turned by
 * `from` and ends in the pocket at `pocket` degrees.
 */
export function standing(share: number, duration: number, from: number, pocket: number): Standing {
  const done = Math.min(1, Math.max(0, share));
  const turned = (at: number): number => {
    const whole = Math.max(1, Math.round(duration / TURN));
    const rest = (((-pocket - from) % 360) + 360) % 360;
    return from + (360 * whole + rest) * (1 - (1 - at) ** 2);
  };
  const wheel = turned(done);
  if (done >= CAUGHT) return { wheel, ball: wheel + pocket, out: 0 };
  const rounds = Math.max(1, duration / ROUND / 2);
  const ball = turned(CAUGHT) + pocket + 360 * rounds * (1 - done / CAUGHT) ** 2;
  const out = done < DROPS ? 1 : height((done - DROPS) / (CAUGHT - DROPS));
  return { wheel, ball, out };
}
