// The HTTP half of the server: who I am, tables from outside, games that are over.

import type { DeviceCode, Guest, Me, NewGuest, NewTable, Replay, Seat, Tables, TableSummary } from "../protocol/messages.ts";

/** Why the server did not do something. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    reason: string,
    readonly params: Readonly<Record<string, string>> = {},
  ) {
    super(reason);
  }
}

interface Refused {
  code?: string;
  params?: Record<string, string>;
  reason?: string;
}

/** The server's answer, if it did what was asked. */
async function answered(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Trouble(0, "offline", "The server cannot be reached");
  }
  if (response.ok) return response;
  const refused = ((await response.json().catch(() => undefined)) ?? {}) as Refused;
  throw new Trouble(response.status, refused.code ?? "failed", refused.reason ?? "The server did not do it", refused.params);
}

/** Asks the server; the answer is JSON or nothing. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  const response = await answered(path, init);
  return (response.status === 204 ? undefined : await response.json().catch(() => undefined)) as T;
}

/** Where the file of a game is; the newest one of the table if no number is given. */
export function fileOf(table: string, game: number | undefined): string {
  return `/api/tables/${encodeURIComponent(table)}/replay${game === undefined ? "" : `?game=${game}`}`;
}

function viewsOf(table: string, game: number | undefined, seat: Seat | undefined): string {
  const query = new URLSearchParams();
  if (game !== undefined) query.set("game", String(game));
  if (seat !== undefined) query.set("seat", String(seat));
  return `/api/tables/${encodeURIComponent(table)}/replay/views?${query}`;
}

/** The last game that was asked for. It never changes, and the end of a game is shown by parts of the page that all ask for it. */
let last: { path: string; replay: Promise<Replay> } | undefined;

function replay(table: string, game: number | undefined, seat: Seat | undefined): Promise<Replay> {
  const path = viewsOf(table, game, seat);
  // Without a number it is the newest game, which may be another one next time.
  if (game === undefined) return ask("GET", path);
  if (last?.path === path) return last.replay;
  const asked = { path, replay: ask<Replay>("GET", path) };
  last = asked;
  asked.replay.catch(() => {
    if (last === asked) last = undefined;
  });
  return asked.replay;
}

export const api = {
  me: () => ask<Me>("GET", "/api/me"),
  becomeGuest: (guest: NewGuest) => ask<Guest>("POST", "/api/guests", guest),
  rename: (name: string) => ask<undefined>("PATCH", "/api/me", { name }),
  deviceCode: () => ask<DeviceCode>("POST", "/api/me/device-code"),
  useDeviceCode: (code: string) => ask<Guest>("POST", "/api/devices", { code }),
  tables: () => ask<Tables>("GET", "/api/tables"),
  table: (id: string) => ask<TableSummary>("GET", `/api/tables/${encodeURIComponent(id)}`),
  byCode: (code: string) => ask<TableSummary>("GET", `/api/codes/${encodeURIComponent(code)}`),
  /** A game that is over, as one seat saw it, or a spectator. */
  replay,
  /** The file of a game that is over. */
  file: async (table: string, game: number | undefined) => new Uint8Array(await (await answered(fileOf(table, game), {})).arrayBuffer()),
  openTable: (table: NewTable) => ask<TableSummary>("POST", "/api/tables", table),
};
