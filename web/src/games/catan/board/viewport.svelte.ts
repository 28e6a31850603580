// Moving about on the board: drag, pinch, wheel, double tap. The middle of the board is (0, 0).

import type { Point } from "../geometry.ts";

/** What must always be seen of the board, in its own units. */
export const WIDTH = 540;
export const HEIGHT = 480;
const LARGEST = 4;
/** Pixels of sea below the board that are not in excess: dice, draft and offers stand there. */
const SEA = 120;
/** A finger that moved less than this tapped. */
const SLACK = 8;
const DOUBLE = 320;

export class Viewport {
  zoom = $state(1);
  x = $state(0);
  y = $state(0);
  width = $state(WIDTH);
  height = $state(HEIGHT);
  /** Pixels for one unit of the board, unzoomed and zoomed. */
  readonly base: number = $derived(Math.max(0.1, Math.min(this.width / WIDTH, this.height / HEIGHT)));
  readonly scale: number = $derived(this.base * this.zoom);
  /** How far below the top the board stands: only where there is much more sea than anything in it needs, as for spectators. */
  readonly top: number = $derived(Math.max(0, (this.height - HEIGHT * this.base - SEA) / 2));
  readonly moved: boolean = $derived(this.zoom > 1.01);
  /** Whether the last press was a drag, so that its click means nothing. */
  dragged = false;
  readonly #fingers = new Map<number, Point>();
  #tap = { at: 0, x: 0, y: 0 };

  /** A place on the element as one of the board, and back. The board stands at the top, so that it stays when the foot moves. */
  toBoard({ x, y }: Point): Point {
    return { x: ((x - this.width / 2) / this.base - this.x) / this.zoom, y: ((y - this.top) / this.base - HEIGHT / 2 - this.y) / this.zoom };
  }

  toScreen({ x, y }: Point): Point {
    return { x: this.width / 2 + (this.x + x * this.zoom) * this.base, y: this.top + (HEIGHT / 2 + this.y + y * this.zoom) * this.base };
  }

  reset(): void {
    [this.zoom, this.x, this.y] = [1, 0, 0];
  }

  /** Zooms so that the given place of the element stays where it is. */
  zoomBy(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const fixed = this.toBoard(at);
    this.zoom = Math.min(LARGEST, Math.max(1, this.zoom * factor));
    const now = this.toBoard(at);
    this.#moveTo(this.x + (now.x - fixed.x) * this.zoom, this.y + (now.y - fixed.y) * this.zoom);
  }

  #moveTo(x: number, y: number): void {
    const [wide, high] = [(WIDTH / 2) * (this.zoom - 1), (HEIGHT / 2) * (this.zoom - 1)];
    this.x = Math.min(wide, Math.max(-wide, x));
    this.y = Math.min(high, Math.max(-high, y));
  }

  /** Listens on the element that holds the board. */
  readonly watch = (element: HTMLElement): (() => void) => {
    const local = (event: MouseEvent): Point => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const controller = new AbortController();
    const { signal } = controller;
    element.addEventListener("pointerdown", (event) => this.#down(event, local(event)), { signal });
    element.addEventListener("pointermove", (event) => this.#move(event, local(event), element), { signal });
    element.addEventListener("pointerup", (event) => this.#up(event, local(event)), { signal });
    element.addEventListener("pointercancel", (event) => this.#fingers.delete(event.pointerId), { signal });
    element.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoomBy(Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.0015 : 0.05)), local(event));
      },
      { signal, passive: false },
    );
    return () => controller.abort();
  };

  #down(event: PointerEvent, at: Point): void {
    if (event.button > 0) return;
    if (this.#fingers.size === 0) this.dragged = false;
    this.#fingers.set(event.pointerId, at);
    this.#tap = { ...this.#tap, x: this.#fingers.size === 1 ? at.x : -999, y: at.y };
  }

  #move(event: PointerEvent, at: Point, element: HTMLElement): void {
    const before = this.#fingers.get(event.pointerId);
    if (before === undefined) return;
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) {
      const [was, is] = [Math.hypot(before.x - other.x, before.y - other.y), Math.hypot(at.x - other.x, at.y - other.y)];
      if (was > 0) this.zoomBy(is / was, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
      this.#moveTo(this.x + (at.x - before.x) / 2 / this.base, this.y + (at.y - before.y) / 2 / this.base);
      this.dragged = true;
    } else {
      if (!this.dragged && Math.hypot(at.x - this.#tap.x, at.y - this.#tap.y) < SLACK) return;
      if (!this.dragged && this.moved) element.setPointerCapture(event.pointerId);
      this.dragged = true;
      if (this.moved) this.#moveTo(this.x + (at.x - before.x) / this.base, this.y + (at.y - before.y) / this.base);
    }
    this.#fingers.set(event.pointerId, at);
  }

  #up(event: PointerEvent, at: Point): void {
    this.#fingers.delete(event.pointerId);
    if (this.dragged || (event.target instanceof Element && event.target.closest("[role=button], button") !== null)) return;
    const now = event.timeStamp;
    const twice = now - this.#tap.at < DOUBLE;
    this.#tap.at = twice ? 0 : now;
    if (!twice) return;
    if (this.moved) this.reset();
    else this.zoomBy(2.2, at);
  }
}
