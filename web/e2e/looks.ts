// What holds on every screen: no barrier in any theme, and no text that was not looked up.

import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Settings } from "../src/settings.svelte.ts";
import { barriers } from "./barriers.ts";
import type { Screen } from "./screens.ts";
import { type Device, person, type Person } from "./support.ts";

/** The bots' names. */
const BOTS = ["Ada", "Emil", "Frieda", "Gustav", "Hanne", "Ida", "Karl", "Lotte", "Max", "Oskar", "Paula", "Rosa"];

/** Whoever sits at the public tables that other tests open on the same server: the start page lists those too. */
const NEIGHBORS = ["Anna", "Anna from next door", "Bert"];

/** Whoever sits at these tables, the languages, and what the code of a table looks like: the same in every language. */
const NAMES = new Set(["Greta", "English", "Deutsch", "abc123", ...BOTS, ...NEIGHBORS]);
/** Whether nothing but names and numbers stands there beside what was looked up. */
const isNames = (text: string): boolean =>
  text
    .replaceAll(/⟦[^⟦⟧]*⟧/gu, "")
    .split(/[,;:]/)
    .map((part) => part.trim())
    .every((part) => NAMES.has(part) || ["", ...NAMES].includes(part.replaceAll(/[\d\s]+/g, "")));
/** The code of a table, and a day and time as the browser writes them. */
const isCode = (where: string, text: string): boolean => where === "b" && /^[a-z\d]{6}$/.test(text);
const isDate = (text: string): boolean => /^\d{1,2} \p{L}+ \d{4}, \d\d:\d\d$/u.test(text);

/** Texts that stand on the page without the marks of the pseudo-language. Names, numbers and signs are nobody's language. */
function unmarked(page: Page): Promise<[where: string, text: string][]> {
  return page.evaluate(() => {
    const found: [string, string][] = [];
    const isFine = (text: string): boolean => !/\p{L}{2,}/u.test(text.replaceAll(/⟦[^⟦⟧]*⟧/gu, "").replaceAll(/⟦[\s\S]*⟧/gu, ""));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"]) {
          const text = node.getAttribute(name) ?? "";
          if (!isFine(text)) found.push([`${node.tagName.toLowerCase()}[${name}]`, text.trim()]);
        }
      } else if (!isFine(node.textContent ?? "") && node.parentElement?.closest("script, noscript, style, code, option[lang]") === null) {
        found.push([node.parentElement.tagName.toLowerCase(), (node.textContent ?? "").trim()]);
      }
    }
    return found;
  });
}

/** Prepares some screens once, and looks at all of them. */
export function lookAtAll(prepare: (host: Person) => Promise<Screen[]>): void {
  let screens: Screen[] = [];
  let cookies: Awaited<ReturnType<Person["context"]["cookies"]>> = [];

  beforeAll(async () => {
    const host = await person({ name: "Greta", settings: { oneTap: true } });
    screens = await prepare(host);
    cookies = await host.context.cookies();
  }, 600_000);

  /** Visits every screen as the same person at another browser; gives what was found there. */
  async function visitAll(device: Device, settings: Partial<Settings>, look: (page: Page, name: string) => Promise<string[]>): Promise<string[]> {
    const again = await person({ device, settings });
    await again.context.addCookies(cookies);
    expect(screens).not.toEqual([]);
    const found: string[] = [];
    for (const { name, reach } of screens) {
      await reach(again);
      found.push(...(await look(again.page, name)));
    }
    return found;
  }

  it.each(["desk", "phone"] as const)("have no barrier in any theme, on a %s", async (device) => {
    expect(await visitAll(device, {}, barriers)).toEqual([]);
  });

  it("say nothing that was not looked up", async () => {
    const found = await visitAll("desk", { language: "pseudo" }, async (page, name) => {
      const texts = await unmarked(page);
      return texts.filter(([where, text]) => !isNames(text) && !isCode(where, text) && !isDate(text)).map(([where, text]) => `${name}: ${where}: ${text}`);
    });
    expect(found).toEqual([]);
  });
}
