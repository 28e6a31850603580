// The HTTP half of the server: who I am, tables from outside, games that are over.

import type { DeviceCode, Guest, Me, NewTable, Tables, TableSummary } from "../protocol/messages.ts";

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

/** Asks the server; the answer is JSON or nothing. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Trouble(0, "offline", "The server cannot be reached");
  }
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (response.ok) return answer as T;
  const refused = (answer ?? {}) as Refused;
  throw new Trouble(response.status, refused.code ?? "failed", refused.reason ?? "The server did not do it", refused.params);
}

export const api = {
  me: () => ask<Me>("GET", "/api/me"),
  becomeGuest: (name: string) => ask<Guest>("POST", "/api/guests", { name }),
  rename: (name: string) => ask<undefined>("PATCH", "/api/me", { name }),
  deviceCode: () => ask<DeviceCode>("POST", "/api/me/device-code"),
  useDeviceCode: (code: string) => ask<Guest>("POST", "/api/devices", { code }),
  tables: () => ask<Tables>("GET", "/api/tables"),
  table: (id: string) => ask<TableSummary>("GET", `/api/tables/${encodeURIComponent(id)}`),
  byCode: (code: string) => ask<TableSummary>("GET", `/api/codes/${encodeURIComponent(code)}`),
  openTable: (table: NewTable) => ask<TableSummary>("POST", "/api/tables", table),
};
