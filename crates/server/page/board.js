// The Catan board as a drawing: hexes, tokens, ports, robber, pieces, and the places that may be chosen.
//
// The grid is that of docs/rules/catan.md §3: a hex `q,r` has grid coordinates (x, y), its corners and sides follow from them.

import { s } from "./dom.js";

/** The length of a side, and half the width of a hex. */
const SIDE = 50;
const HALF = (SIDE * Math.sqrt(3)) / 2;

/** §3.3: the corners of a hex, clockwise from the top. */
const CORNERS = [[1, 0], [2, 1], [2, 2], [1, 3], [0, 2], [0, 1]];
/** §3.4: the sides of a hex, and between which of these corners each lies. */
const SIDES = [
  [[2, 0], 0, 1],
  [[2, 1], 1, 2],
  [[2, 2], 2, 3],
  [[1, 2], 3, 4],
  [[0, 1], 4, 5],
  [[1, 0], 5, 0],
];

export const RESOURCES = ["wood", "brick", "sheep", "wheat", "ore"];
const YIELD = { forest: "wood", hills: "brick", pasture: "sheep", fields: "wheat", mountains: "ore" };

/** Small pictures of the resources, in a square of 24. */
const ICONS = {
  wood: "M12 2 19 12H15L20 19H13.5V23H10.5V19H4L9 12H5Z",
  brick: "M2 5H10V11H2ZM12 5H22V11H12ZM2 13H14V19H2ZM16 13H22V19H16Z",
  sheep: "M7 8A4 4 0 0 1 14 7 4 4 0 0 1 20 11 3.5 3.5 0 0 1 18 17V21H16V18H10V21H8V17.5A4 4 0 0 1 5.5 14H3.5A2 2 0 0 1 3 10.5Z",
  wheat: "M11 23V15Q6 15 6 10 10 10 11.4 13V9Q7 8 8 3.5 12 4.5 12 8 12 4.5 16 3.5 17 8 12.6 9V13Q14 10 18 10 18 15 13 15V23Z",
  ore: "M2 20 8 7 11 11 15 4 22 20Z",
};

/** A resource as an icon. */
export function icon(resource) {
  return s("svg.icon", { viewBox: "0 0 24 24", class: resource, "aria-hidden": "true" }, s("path", { d: ICONS[resource] }));
}

// --- the grid ----------------------------------------------------------------------------------------------------------------

const pixel = (x, y) => ({ x: x * HALF, y: 1.5 * SIDE * Math.floor(y / 2) + (y % 2 === 0 ? 0 : SIDE / 2) });

/** All places of the board with where they are drawn. */
export function grid(board) {
  const places = { hexes: {}, vertices: {}, edges: {} };
  for (const [id, tile] of Object.entries(board.hexes)) {
    const [q, r] = id.split(",").map(Number);
    const [x, y] = [2 * q + r + 4, r + 2];
    const corners = CORNERS.map(([dx, dy]) => `${x + dx},${2 * y + dy}`);
    const points = CORNERS.map(([dx, dy]) => pixel(x + dx, 2 * y + dy));
    places.hexes[id] = { tile, points, x: points[0].x, y: points[0].y + SIDE };
    corners.forEach((corner, at) => (places.vertices[corner] = points[at]));
    for (const [[dx, dy], from, to] of SIDES) {
      // The hex that names a side of the coast is the only one, so that ports know where the sea is.
      places.edges[`${x + dx},${2 * y + dy}`] = { a: points[from], b: points[to], hex: places.hexes[id] };
    }
  }
  return places;
}

// --- drawing -----------------------------------------------------------------------------------------------------------------

const list = (points) => points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
const between = (a, b, part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });

function hex({ tile, points, x, y }) {
  const yields = YIELD[tile.terrain];
  const hot = tile.number === 6 || tile.number === 8;
  const pips = tile.number ? 6 - Math.abs(7 - tile.number) : 0;
  return s("g", null, [
    s("polygon.hex", { class: tile.terrain, points: list(points) }, s("title", null, tile.terrain)),
    yields && s("path.ground", { d: ICONS[yields], transform: `translate(${x - 12} ${y - 36})` }),
    tile.number && s("circle.token", { cx: x, cy: y + 6, r: 16 }),
    tile.number && s("text.number", { x, y: y + 10, class: hot ? "hot" : "" }, String(tile.number)),
    Array.from({ length: pips }, (_, i) =>
      s("circle.dot", { cx: x + (i - (pips - 1) / 2) * 4.4, cy: y + 16, r: 1.5, class: hot ? "hot" : "" }),
    ),
  ]);
}

function port({ a, b, hex: land }, kind) {
  const middle = between(a, b, 0.5);
  const out = between(land, middle, 1.72);
  return s("g.port", null, [
    s("path.pier", { d: `M${a.x} ${a.y}L${out.x} ${out.y}L${b.x} ${b.y}` }),
    s("circle", { cx: out.x, cy: out.y, r: 17, class: kind }),
    kind !== "any" && s("path.cargo", { d: ICONS[kind], transform: `translate(${out.x - 7} ${out.y - 14}) scale(0.6)` }),
    s("text", { x: out.x, y: out.y + (kind === "any" ? 4 : 11) }, kind === "any" ? "3:1" : "2:1"),
    s("title", null, kind === "any" ? "port: three of a kind for one" : `port: two ${kind} for one`),
  ]);
}

function robber({ x, y }) {
  return s("g.robber", { transform: `translate(${(x + 24).toFixed(1)} ${(y + 2).toFixed(1)})` }, [
    s("path", { d: "M-10 14Q-10 0 -4 -3A7 7 0 1 1 4 -3Q10 0 10 14Z" }),
    s("title", null, "the robber"),
  ]);
}

const HOUSE = "M-10 10V-3L0 -12L10 -3V10Z";
const TOWN = "M-15 11V-1H-4V-9L4 -16L13 -9V11Z";

function building({ x, y }, shape, player) {
  return s("g", { class: `building ${player.color}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, [
    s("path", { d: shape }),
    s("text", { y: 7, x: shape === TOWN ? 2 : 0 }, player.initial),
    s("title", null, `${shape === TOWN ? "city" : "settlement"} of ${player.name}`),
  ]);
}

/** Something on the board that may be chosen, by finger, mouse or keyboard. */
function spot(shape, label, choose) {
  const keys = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  };
  return s("g.spot", { role: "button", tabindex: "0", "aria-label": label, onclick: choose, onkeydown: keys }, shape);
}

/**
 * The whole board. `places` is the grid, `view` the game's view, `player` tells color, initial and name of a seat, and
 * `targets` has lists of `hexes`, `vertices` and `edges` that may be chosen, with `choose(id)`.
 */
export function drawing(places, board, view, player, targets) {
  const { hexes, vertices, edges } = places;
  const road = ([id, seat]) => {
    const { a, b } = edges[id];
    const [from, to] = [between(a, b, 0.14), between(a, b, 0.86)];
    const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    return s("g", { class: `road ${player(seat).color}` }, [
      s("line.edge", line),
      s("line.way", line),
      s("title", null, `road of ${player(seat).name}`),
    ]);
  };
  const free = {
    hexes: (id) => s("circle.mark", { cx: hexes[id].x, cy: hexes[id].y + 6, r: 22 }),
    vertices: (id) => [
      s("circle.reach", { cx: vertices[id].x, cy: vertices[id].y, r: 22 }),
      s("circle.mark", { cx: vertices[id].x, cy: vertices[id].y, r: 10 }),
    ],
    edges: (id) => {
      const [from, to] = [between(edges[id].a, edges[id].b, 0.22), between(edges[id].a, edges[id].b, 0.78)];
      const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
      return [s("line.reach", line), s("line.mark", line)];
    },
  };
  const spots = ["hexes", "vertices", "edges"].flatMap((sort) =>
    (targets[sort] ?? []).map((id) => spot(free[sort](id), `${targets.label} at ${id}`, () => targets.choose(id))),
  );
  const [margin, width, height] = [52, 10 * HALF, 8 * SIDE];
  const box = `${-margin} ${-margin + 12} ${(width + 2 * margin).toFixed(0)} ${height + 2 * margin - 24}`;
  return s("svg.board", { viewBox: box, role: "group", "aria-label": "The board" }, [
    s("g", null, Object.entries(board.ports).map(([id, kind]) => port(edges[id], kind))),
    s("g", null, Object.values(hexes).map(hex)),
    s("g", null, Object.entries(view.roads).map(road)),
    s("g", null, Object.entries(view.settlements).map(([id, seat]) => building(vertices[id], HOUSE, player(seat)))),
    s("g", null, Object.entries(view.cities).map(([id, seat]) => building(vertices[id], TOWN, player(seat)))),
    robber(hexes[view.robberHexId]),
    s("g", null, spots),
  ]);
}
