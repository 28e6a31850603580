// What a tap on the board means right now: which places may be chosen, and what is sent for one of them.

import type { CatanOffered, CatanShown, Seat } from "../../protocol/messages.ts";
import type { Goods } from "./cards.ts";
import { edges, hexes, type Point, vertices } from "./geometry.ts";

export type Figure = "road" | "settlement" | "city" | "robber" | "steal";

export interface Target {
  id: string;
  at: Point;
  /** Whose building it is, for stealing. */
  seat?: Seat;
}

export interface Aim {
  figure: Figure;
  targets: Target[];
  command(target: Target): { type: string; [field: string]: unknown };
}

const none: Point = { x: 0, y: 0 };
const corners = (ids: readonly string[]): Target[] => ids.map((id) => ({ id, at: vertices.get(id)?.at ?? none }));
const sides = (ids: readonly string[]): Target[] => ids.map((id) => ({ id, at: edges.get(id)?.at ?? none }));
/** The robber stands a little below the middle, where the number is. */
const fields = (ids: readonly string[]): Target[] => ids.map((id) => ({ id, at: hexes.get(id)?.at ?? none }));

/** The buildings beside the robber of those who may be stolen from. */
function victims(view: CatanShown, seats: readonly Seat[]): Target[] {
  const around = hexes.get(view.robberHexId)?.corners ?? [];
  return around.flatMap((id) => {
    const seat = view.settlements[id] ?? view.cities[id];
    return seat !== undefined && seats.includes(seat) ? [{ id, at: vertices.get(id)?.at ?? none, seat }] : [];
  });
}

/** What the board offers, given what is chosen in the row of buildings. */
export function aimOf(view: CatanShown, legal: CatanOffered, building: Goods | undefined): Aim | undefined {
  if (legal.place_settlement !== undefined)
    return { figure: "settlement", targets: corners(legal.place_settlement), command: ({ id }) => ({ type: "place_settlement", vertexId: id }) };
  if (legal.place_road !== undefined) return { figure: "road", targets: sides(legal.place_road), command: ({ id }) => ({ type: "place_road", edgeId: id }) };
  if (legal.move_robber !== undefined) return { figure: "robber", targets: fields(legal.move_robber), command: ({ id }) => ({ type: "move_robber", hexId: id }) };
  if (legal.steal !== undefined) return { figure: "steal", targets: victims(view, legal.steal), command: ({ seat }) => ({ type: "steal", victim: seat ?? 0 }) };
  if (legal.build_road !== undefined && (building === "road" || view.phase === "road_building"))
    return { figure: "road", targets: sides(legal.build_road), command: ({ id }) => ({ type: "build_road", edgeId: id }) };
  if (legal.build_settlement !== undefined && building === "settlement")
    return { figure: "settlement", targets: corners(legal.build_settlement), command: ({ id }) => ({ type: "build_settlement", vertexId: id }) };
  if (legal.build_city !== undefined && building === "city")
    return { figure: "city", targets: corners(legal.build_city), command: ({ id }) => ({ type: "build_city", vertexId: id }) };
  return undefined;
}
