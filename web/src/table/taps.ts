// Which taps are meant: a second one in the same place was not meant for the button that has just appeared under the finger.

/** How soon the second tap of a double tap comes, in milliseconds. */
const DOUBLE_TAP = 350;
/** How far a finger strays between two taps, in pixels. */
const STRAY = 24;

export class Taps {
  /** Where the last click was. */
  #spot = { x: 0, y: 0 };
  #moved = { at: 0, type: "", spot: { x: 0, y: 0 } };

  constructor() {
    window.addEventListener("click", this.#clicked, true);
  }

  close(): void {
    window.removeEventListener("click", this.#clicked, true);
  }

  readonly #clicked = ({ clientX, clientY, detail, target }: MouseEvent): void => {
    // A key has no place on the screen, but what it presses has.
    const pressed = detail === 0 && target instanceof Element ? target.getBoundingClientRect() : undefined;
    this.#spot = pressed === undefined ? { x: clientX, y: clientY } : { x: pressed.x + pressed.width / 2, y: pressed.y + pressed.height / 2 };
  };

  /** Whether this is the second half of a double tap, and another move has only just taken its place. */
  slipped(type: string): boolean {
    const { at, type: before, spot } = this.#moved;
    const near = Math.hypot(spot.x - this.#spot.x, spot.y - this.#spot.y) < STRAY;
    return type !== before && near && Date.now() - at < DOUBLE_TAP;
  }

  moved(type: string): void {
    this.#moved = { at: Date.now(), type, spot: this.#spot };
  }
}
