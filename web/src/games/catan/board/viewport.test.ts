// Where the board stands on its stage.

import { expect, test } from "vitest";
import { HEIGHT, Viewport, WIDTH } from "./viewport.svelte.ts";

function stage(width: number, height: number): Viewport {
  const viewport = new Viewport();
  [viewport.width, viewport.height] = [width, height];
  return viewport;
}

test("the board stays at the top while its foot moves a little", () => {
  expect(stage(WIDTH, HEIGHT + 40).toScreen({ x: 0, y: -HEIGHT / 2 })).toEqual({ x: WIDTH / 2, y: 0 });
  expect(stage(WIDTH, HEIGHT + 110).toScreen({ x: 0, y: -HEIGHT / 2 }).y).toBe(0);
});

test("where there is only sea, it does not stick to the top", () => {
  expect(stage(WIDTH, HEIGHT + 320).toScreen({ x: 0, y: -HEIGHT / 2 }).y).toBe(100);
});

test("a place on the screen is the same place on the board, zoomed or not", () => {
  const viewport = stage(390, 700);
  for (const factor of [1, 1.5, 2]) {
    viewport.zoomBy(factor, { x: 100, y: 200 });
    const { x, y } = viewport.toBoard(viewport.toScreen({ x: 30, y: -40 }));
    expect([x, y].map(Math.round)).toEqual([30, -40]);
  }
});
