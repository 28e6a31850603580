// A curtain before what comes next: what happens while it is down is shown when it is up, in its order.
//
// A game draws it between an event and what follows from it, until, say, the ball lies still.

export class Curtain {
  /** What waits; nothing does while the curtain is up. */
  #waiting: (() => void)[] | undefined;

  /** Does something now, or when the curtain is up. */
  behind(work: () => void): void {
    if (this.#waiting === undefined) work();
    else this.#waiting.push(work);
  }

  lower(milliseconds: number): void {
    if (milliseconds <= 0 || this.#waiting !== undefined) return;
    this.#waiting = [];
    setTimeout(() => {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      // One of them may lower it again; then the rest waits for that.
      for (const work of waiting) this.behind(work);
    }, milliseconds);
  }
}
