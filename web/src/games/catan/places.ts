// Places of the island in words: "corner between forest 8, hills 5 and sea, wood harbour 2:1".

import { dictionary } from "../../i18n/dictionary.ts";
import type { CatanEdgeId, CatanFixedBoard, CatanHexId, CatanPortKind, CatanTerrain, CatanVertexId } from "../../protocol/messages.ts";
import { edges, vertices } from "./geometry.ts";

export const place = dictionary(
  {
    forest: "forest",
    hills: "hills",
    pasture: "pasture",
    fields: "fields",
    mountains: "mountains",
    desert: "desert",
    sea: "sea",
    and: "and",
    hex: "{terrain} {number}",
    corner: "corner between {places}",
    corner_top: "top corner of {place}, at the sea",
    corner_upper_right: "upper right corner of {place}, at the sea",
    corner_lower_right: "lower right corner of {place}, at the sea",
    corner_bottom: "bottom corner of {place}, at the sea",
    corner_lower_left: "lower left corner of {place}, at the sea",
    corner_upper_left: "upper left corner of {place}, at the sea",
    side: "side between {places}",
    coast_upper_right: "upper right coast of {place}",
    coast_right: "right coast of {place}",
    coast_lower_right: "lower right coast of {place}",
    coast_lower_left: "lower left coast of {place}",
    coast_left: "left coast of {place}",
    coast_upper_left: "upper left coast of {place}",
    port_any: "harbour 3:1",
    port_wood: "wood harbour 2:1",
    port_brick: "brick harbour 2:1",
    port_sheep: "sheep harbour 2:1",
    port_wheat: "wheat harbour 2:1",
    port_ore: "ore harbour 2:1",
    robber_on: "the robber on {place}",
    settlement_of: "settlement of {name}, {place}",
    city_of: "city of {name}, {place}",
    road_of: "road of {name}, {place}",
    settlement_mine: "your settlement, {place}",
    city_mine: "your city, {place}",
    road_mine: "your road, {place}",
    put_settlement: "Settlement: {place}",
    put_city: "City: {place}",
    put_road: "Road: {place}",
    put_robber: "Robber: {place}",
    put_robber_beside: "Robber: {place}, beside {names}",
    put_steal: "Steal from {name}: {place}",
  },
  {
    forest: "Wald",
    hills: "Hügelland",
    pasture: "Weideland",
    fields: "Ackerland",
    mountains: "Gebirge",
    desert: "Wüste",
    sea: "Meer",
    and: "und",
    hex: "{terrain} {number}",
    corner: "Ecke zwischen {places}",
    corner_top: "obere Ecke von {place}, am Meer",
    corner_upper_right: "Ecke rechts oben von {place}, am Meer",
    corner_lower_right: "Ecke rechts unten von {place}, am Meer",
    corner_bottom: "untere Ecke von {place}, am Meer",
    corner_lower_left: "Ecke links unten von {place}, am Meer",
    corner_upper_left: "Ecke links oben von {place}, am Meer",
    side: "Weg zwischen {places}",
    coast_upper_right: "Küste rechts oben von {place}",
    coast_right: "Küste rechts von {place}",
    coast_lower_right: "Küste rechts unten von {place}",
    coast_lower_left: "Küste links unten von {place}",
    coast_left: "Küste links von {place}",
    coast_upper_left: "Küste links oben von {place}",
    port_any: "Hafen 3:1",
    port_wood: "Holzhafen 2:1",
    port_brick: "Lehmhafen 2:1",
    port_sheep: "Wollhafen 2:1",
    port_wheat: "Getreidehafen 2:1",
    port_ore: "Erzhafen 2:1",
    robber_on: "der Räuber auf {place}",
    settlement_of: "Siedlung von {name}, {place}",
    city_of: "Stadt von {name}, {place}",
    road_of: "Straße von {name}, {place}",
    settlement_mine: "deine Siedlung, {place}",
    city_mine: "deine Stadt, {place}",
    road_mine: "deine Straße, {place}",
    put_settlement: "Siedlung: {place}",
    put_city: "Stadt: {place}",
    put_road: "Straße: {place}",
    put_robber: "Räuber: {place}",
    put_robber_beside: "Räuber: {place}, bei {names}",
    put_steal: "Karte von {name}: {place}",
  },
);

/** "a, b and c". */
export function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} ${place("and")} ${last}`;
}

export function hexName(board: CatanFixedBoard, id: CatanHexId): string {
  const tile = board.hexes[id];
  const terrain: CatanTerrain = tile?.terrain ?? "desert";
  return tile?.number === undefined ? place(terrain) : place("hex", { terrain: place(terrain), number: tile.number });
}

/** The port that serves a corner, if one does. */
export function portAt(board: CatanFixedBoard, id: CatanVertexId): CatanPortKind | undefined {
  return vertices.get(id)?.edges.map((edge) => board.ports[edge]).find((kind) => kind !== undefined);
}

export function vertexName(board: CatanFixedBoard, id: CatanVertexId): string {
  const around = vertices.get(id)?.hexes ?? [];
  const [only] = around;
  const names = around.map((hex) => hexName(board, hex.id));
  if (around.length < 3) names.push(place("sea"));
  const where = only !== undefined && around.length === 1 ? place(`corner_${only.corner}`, { place: hexName(board, only.id) }) : place("corner", { places: listed(names) });
  const port = portAt(board, id);
  return port === undefined ? where : `${where}, ${place(`port_${port}`)}`;
}

/** A piece in words: mine, or somebody's. */
export function pieceName(figure: "settlement" | "city" | "road", where: string, owner: string | undefined): string {
  return owner === undefined ? place(`${figure}_mine`, { place: where }) : place(`${figure}_of`, { name: owner, place: where });
}

export function edgeName(board: CatanFixedBoard, id: CatanEdgeId): string {
  const beside = edges.get(id)?.hexes ?? [];
  const [only] = beside;
  if (only !== undefined && beside.length === 1) return place(`coast_${only.side}`, { place: hexName(board, only.id) });
  return place("side", { places: listed(beside.map((hex) => hexName(board, hex.id))) });
}
