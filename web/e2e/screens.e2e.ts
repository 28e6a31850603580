// Every main screen: no accessibility violation in any theme, no text that was not looked up, both languages.

import { AxeBuilder } from "@axe-core/playwright";
import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { Settings } from "../src/settings.svelte.ts";
import { type Prepared, prepare, screens } from "./screens.ts";
import { type Device, person, type Person } from "./support.ts";

let ready: Prepared;
let cookies: Awaited<ReturnType<Person["context"]["cookies"]>>;

beforeAll(async () => {
  const host = await person({ name: "Greta", settings: { oneTap: true } });
  ready = await prepare(host);
  cookies = await host.context.cookies();
}, 300_000);

/** The same person at another browser. */
async function greta(device: Device, settings: Partial<Settings>): Promise<Person> {
  const again = await person({ device, settings });
  await again.context.addCookies(cookies);
  return again;
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

async function violations(page: Page, where: string): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return found.flatMap(({ id, help, nodes }) => nodes.slice(0, 4).map(({ target, any }) => `${where}: ${id} (${help}) ${target.join(" ")} ${any[0]?.message ?? ""}`));
}

/** Texts that stand on the page without the marks of the pseudo-language. Names, numbers and signs are nobody's language. */
function unmarked(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isFine = (text: string): boolean => !/\p{L}{2,}/u.test(text.replaceAll(/⟦[^⟦⟧]*⟧/gu, "").replaceAll(/⟦[\s\S]*⟧/gu, ""));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"]) {
          const text = node.getAttribute(name) ?? "";
          if (!isFine(text)) found.push(`${node.tagName.toLowerCase()}[${name}]: ${text}`);
        }
      } else if (!isFine(node.textContent ?? "") && node.parentElement?.closest("script, style, code, option[lang]") === null) {
        found.push(`${node.parentElement.tagName.toLowerCase()}: ${(node.textContent ?? "").trim()}`);
      }
    }
    return found;
  });
}

describe("every main screen", () => {
  it.each(["light", "dark", "contrast"] as const)("has no accessibility violation in the %s theme", async (theme) => {
    const found: string[] = [];
    for (const device of ["desk", "phone"] as const) {
      const someone = await greta(device, { theme });
      for (const { name, reach } of screens(ready)) {
        await reach(someone);
        found.push(...(await violations(someone.page, `${name} on a ${device}`)));
      }
    }
    expect(found).toEqual([]);
  });

  it("says nothing that was not looked up", async () => {
    const someone = await greta("desk", { language: "pseudo" });
    const found: string[] = [];
    for (const { name, reach } of screens(ready)) {
      await reach(someone);
      const texts = await unmarked(someone.page);
      found.push(...texts.filter((text) => !/: (Greta|Ada|Bruno|English|Deutsch|[A-Z][a-zäöü]+)$/.test(text)).map((text) => `${name}: ${text}`));
    }
    expect(found).toEqual([]);
  });

  it("speaks German, and changes its language without losing anything", async () => {
    const someone = await greta("phone", { language: "de" });
    const { page } = someone;
    await page.goto(`/t/${ready.kniffel}`);
    await page.getByText(/^Runde \d+ von 13/).first().waitFor();
    await page.getByRole("button", { name: "Einstellungen" }).click();
    await page.getByRole("radio", { name: "English" }).check();
    await page.getByText(/^Round \d+ of 13/).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  });
});
