// Every main screen: no accessibility violation in any theme, no text that was not looked up, both languages.

import { AxeBuilder } from "@axe-core/playwright";
import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { Settings } from "../src/settings.svelte.ts";
import { passing, type Prepared, prepare, type Screen, screens } from "./screens.ts";
import { type Device, person, type Person } from "./support.ts";

/** The bots' names. */
const BOTS = ["Ada", "Emil", "Frieda", "Gustav", "Hanne", "Ida", "Karl", "Lotte", "Max", "Oskar", "Paula", "Rosa"];

let ready: Prepared;
let cookies: Awaited<ReturnType<Person["context"]["cookies"]>>;

beforeAll(async () => {
  const host = await person({ name: "Greta", settings: { oneTap: true } });
  ready = await prepare(host);
  cookies = await host.context.cookies();
}, 600_000);

/** The same person at another browser. */
async function greta(device: Device, settings: Partial<Settings>): Promise<Person> {
  const again = await person({ device, settings });
  await again.context.addCookies(cookies);
  return again;
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const THEMES = ["light", "dark", "contrast"] as const;

const everywhere = (): Screen[] => [...screens(ready), ...passing(ready)];

async function violations(page: Page, theme: Settings["theme"], where: string): Promise<string[]> {
  await page.evaluate((name) => {
    document.documentElement.dataset["theme"] = name;
    // Colors that fade from one theme to the next are not looked at half way.
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
  }, theme);
  const { violations: found } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return found.flatMap(({ id, help, nodes }) => nodes.slice(0, 4).map(({ target, any }) => `${where}, ${theme}: ${id} (${help}) ${target.join(" ")} ${any[0]?.message ?? ""}`));
}

/** Whoever sits at these tables, the languages, and what the code of a table looks like: the same in every language. */
const NAMES = new Set(["Greta", "English", "Deutsch", "abc123", ...BOTS]);
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

describe("every main screen", () => {
  it.each(["desk", "phone"] as const)("has no accessibility violation in any theme, on a %s", async (device) => {
    const someone = await greta(device, { theme: THEMES[0] });
    const found: string[] = [];
    for (const { name, reach } of everywhere()) {
      await reach(someone);
      for (const theme of THEMES) found.push(...(await violations(someone.page, theme, name)));
    }
    expect(found).toEqual([]);
  }, 900_000);

  it("says nothing that was not looked up", async () => {
    const someone = await greta("desk", { language: "pseudo" });
    const found: string[] = [];
    for (const { name, reach } of everywhere()) {
      await reach(someone);
      const texts = await unmarked(someone.page);
      found.push(...texts.filter(([where, text]) => !isNames(text) && !isCode(where, text) && !isDate(text)).map(([where, text]) => `${name}: ${where}: ${text}`));
    }
    expect(found).toEqual([]);
  });

  it("speaks German, and changes its language without losing anything", async () => {
    const someone = await greta("phone", { language: "de" });
    const { page } = someone;
    await page.goto(`/t/${ready.kniffel}`);
    await page.getByText(/^Runde \d+ von 13/).first().waitFor();
    await page.getByRole("button", { name: "Einstellungen" }).click();
    await page.getByRole("dialog").getByText("English", { exact: true }).click();
    await page.getByText(/^Round \d+ of 13/).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  });
});
