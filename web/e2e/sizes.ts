// How much script each route loads before it can be played: what the built page names, followed from file to file.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const GAMES = ["catan", "kniffel", "roulette"] as const;

/** The files that a script loads at once; those that it loads on demand are named in a call. */
function imports(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map((found) => found[1] ?? "");
}

function closure(folder: string, first: readonly string[]): Set<string> {
  const all = new Set<string>();
  const open = [...first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (all.has(name)) continue;
    all.add(name);
    open.push(...imports(readFileSync(join(folder, name), "utf8")));
  }
  return all;
}

/** The gzip size of the scripts of each route, in bytes. */
export function routes(dist: string): Record<string, number> {
  const folder = join(dist, "assets");
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const named = (what: string): string => files.find((name) => name.startsWith(`${what}-`)) ?? "";
  const start = [...readFileSync(join(dist, "index.html"), "utf8").matchAll(/assets\/([\w.-]+\.js)"/g)].map((found) => found[1] ?? "");
  const size = (names: readonly string[]): number => [...closure(folder, names)].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  const games = GAMES.map((game) => [`a table of ${game}`, size([...start, named("TablePage"), named(game)])] as const);
  return { "the start page": size(start), ...Object.fromEntries(games), "a replay of catan": size([...start, named("ReplayPage"), named("catan")]) };
}
