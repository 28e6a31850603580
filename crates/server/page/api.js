// The HTTP half: who I am, and tables from outside.

import { note } from "./dom.js";

/** Why the server did not do something. */
export class Problem extends Error {
  constructor(status, code, reason) {
    super(reason);
    Object.assign(this, { status, code });
  }
}

/** Asks the server; the answer is JSON or nothing. */
export async function ask(method, path, body) {
  const init = { method, headers: {} };
  if (body !== undefined) {
    init.headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Problem(0, "offline", "The server cannot be reached");
  }
  const answer = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (!response.ok) throw new Problem(response.status, answer?.code ?? "failed", answer?.reason ?? "The server did not do it");
  return answer;
}

/** Does something and says so if it fails. */
export async function attempt(work) {
  try {
    return await work();
  } catch (problem) {
    note(problem.message, "bad");
    return undefined;
  }
}

// --- me ----------------------------------------------------------------------------------------------------------------------

/** Name, chips and games of whoever uses this browser, once known. */
export let me;

/** The name to begin with: the last one, or a friendly suggestion. */
export function suggestedName() {
  const names = ["Alma", "Bruno", "Clara", "Dora", "Erik", "Finn", "Greta", "Hugo", "Ines", "Jonas", "Klara", "Leo"];
  return localStorage.getItem("name") ?? names[Math.floor(Math.random() * names.length)];
}

/** Finds out who I am; undefined for somebody new. */
export async function whoAmI() {
  try {
    me = await ask("GET", "/api/me");
    localStorage.setItem("name", me.name);
  } catch (problem) {
    if (problem.status !== 401) throw problem;
    me = undefined;
  }
  return me;
}

/** Becomes a guest with this name, unless I am one already. The secret token stays in a cookie that no script can read. */
export async function becomeGuest(name) {
  if (me) return;
  await ask("POST", "/api/guests", { name });
  await whoAmI();
}

/** Calls myself something else. */
export async function rename(name) {
  await ask("PATCH", "/api/me", { name });
  await whoAmI();
}

/** Takes over the player of another device by the code that it shows. */
export async function useDeviceCode(code) {
  await ask("POST", "/api/devices", { code });
  await whoAmI();
}
