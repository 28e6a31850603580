// What axe finds wrong with a page. It runs inside the page itself and describes nothing but what is wrong: the usual way, through
// its own driver, loads it anew for each look and describes all that is right as well, which takes ten times as long.

import axe from "axe-core";
import type { Page } from "playwright-core";
import type { Settings } from "../src/settings.svelte.ts";

declare global {
  interface Window {
    /** There once its source has run in the page. */
    axe: typeof axe;
  }
}

const THEMES = ["light", "dark", "contrast"] as const;

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Looks at the page as it is now, in every theme. */
export async function barriers(page: Page, where: string): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const theme of THEMES) found.push(...(await inTheme(page, theme)).map((barrier) => `${where}, ${theme}: ${barrier}`));
  return found;
}

function inTheme(page: Page, theme: Settings["theme"]): Promise<string[]> {
  return page.evaluate(
    async ([name, rules]) => {
      document.documentElement.dataset["theme"] = name;
      // Colors that fade from one theme to the next are not looked at half way.
      for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
      const { violations } = await window.axe.run(document, { runOnly: [...rules], resultTypes: ["violations"] });
      return violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 4).map(({ target, any }) => `${id} (${help}) ${target.join(" ")} ${any[0]?.message ?? ""}`));
    },
    [theme, RULES] as const,
  );
}
