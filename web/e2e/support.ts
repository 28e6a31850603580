// People at a browser, for the tests: they find things by role and name, and anything that the page complains about fails them.

import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, afterEach, expect, inject } from "vitest";
import type { GameName, TableSummary } from "../src/protocol/messages.ts";
import type { Settings } from "../src/settings.svelte.ts";

export type Device = "desk" | "phone";

const DEVICES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
/** What the tests prefer unless they say otherwise: no motion to wait for, no hints in the way. */
const USUAL: Partial<Settings> = { language: "en", theme: "light", fast: true, hints: false, volume: 0 };

let browser: Browser | undefined;
const contexts: BrowserContext[] = [];
const troubles: string[] = [];
/** Whether a server is gone on purpose, so that the browser's complaints about it mean nothing. */
let unplugged = false;

export function serverIsGone(gone: boolean): void {
  unplugged = gone;
}

/** How long a page may take for anything that is sure to come. */
const PATIENCE = 60_000;

/** Where pictures of pages go whose test failed. */
const FAILURES = process.env["FAILURES"] ?? "e2e/failures";

afterEach(async ({ task }) => {
  const found = troubles.splice(0);
  if (task.result?.state === "fail") {
    const pages = contexts.flatMap((context) => context.pages());
    const name = task.name.replaceAll(/\W+/g, "-").slice(0, 60);
    await Promise.all(pages.map((page, n) => page.screenshot({ path: `${FAILURES}/${name}-${n}.png`, timeout: 5000 }).catch(() => undefined)));
  }
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  unplugged = false;
  expect(found).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  browser = undefined;
});

export interface Person {
  name: string;
  page: Page;
  context: BrowserContext;
  device: Device;
}

interface Wishes {
  name?: string;
  device?: Device;
  url?: string;
  settings?: Partial<Settings>;
}

function watch(page: Page, name: string): void {
  page.on("pageerror", (error) => troubles.push(`${name}: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() !== "error" && !text.includes("Content Security Policy")) return;
    // The first question of somebody new is who they are, and the answer is 401: a browser notes that by itself.
    if (/status of 401/.test(text) && message.location().url.endsWith("/api/me")) return;
    if (unplugged && /ERR_CONNECTION|ERR_EMPTY|WebSocket|status of (50\d|403)/.test(text)) return;
    troubles.push(`${name}: ${text} (${message.location().url})`);
  });
}

/** Somebody opens a browser. They are a guest already, unless they have no name yet. */
export async function person({ name, device = "desk", url = inject("url"), settings = {} }: Wishes = {}): Promise<Person> {
  browser ??= await chromium.connect(inject("browser"));
  const context = await browser.newContext({ ...DEVICES[device], baseURL: url, locale: "en-GB", reducedMotion: "reduce" });
  contexts.push(context);
  await context.addInitScript((kept) => {
    if (localStorage.getItem("settings") === null) localStorage.setItem("settings", kept);
  }, JSON.stringify({ ...USUAL, ...settings }));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  watch(page, name ?? "somebody");
  if (name !== undefined) expect((await context.request.post("/api/guests", { data: { name } })).ok()).toBe(true);
  return { name: name ?? "", page, context, device };
}

/** A second window of the same person. */
export async function secondTab({ context, name }: Person): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  watch(page, `${name}'s second tab`);
  return page;
}

/** Opens a table with short rules and quick bots, as its host would with the options; the game is then played on the page. */
export async function table(host: Person, game: GameName, options: Record<string, unknown>, bots: string[] = []): Promise<string> {
  const data = { game, options: { pace: "instant", turnSeconds: 0, ...options }, bots };
  const answer = await host.context.request.post("/api/tables", { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as TableSummary).tableId;
}

/** Everybody goes to the table, sits down and is ready. */
export async function gather(people: Person[], id: string): Promise<void> {
  for (const { page } of people) {
    await page.goto(`/t/${id}`);
    await click(page, "Take a seat");
  }
  for (const { page } of people) await click(page, "I am ready");
}

export const button = (page: Page, name: string | RegExp): Locator =>
  typeof name === "string" ? page.getByRole("button", { name, exact: true }) : page.getByRole("button", { name });

export async function click(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).first().click();
}

/** Something that may be done on a page: what to look for, and what to do with it. */
export type Way = [find: Locator, act: (found: Locator) => Promise<unknown>];

/** Does the first thing that can be done now; gives whether there was one. */
export async function actOnce(ways: readonly Way[]): Promise<boolean> {
  for (const [find, act] of ways) {
    const found = find.first();
    if (!(await found.isVisible())) continue;
    if ((await found.getAttribute("aria-disabled", { timeout: 500 }).catch(() => "true")) === "true") continue;
    try {
      await act(found);
      return true;
    } catch (trouble) {
      // The place was offered a moment ago and is gone: somebody else moved first.
      if (!(trouble instanceof Error && trouble.name === "TimeoutError")) throw trouble;
    }
  }
  return false;
}

/** Waits until something holds. */
export async function until(holds: () => Promise<boolean>, what: string, milliseconds = 120_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it did not come to this: ${what}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

export const tap = (found: Locator): Promise<void> => found.click({ timeout: 2000 });
export const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
