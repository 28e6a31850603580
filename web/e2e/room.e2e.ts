// Room enough: hints lie over nothing that they ask for, and numbers stay whole where many play.

import { describe, expect, it } from "vitest";
import { playKniffel } from "./play.ts";
import { button, gather, person, table } from "./support.ts";

describe("on a phone, a first hint", () => {
  it("lets the dice be seen and tapped while it asks for that, in the longer language too", async () => {
    const greta = await person({ name: "Greta", device: "phone", settings: { hints: true } });
    const id = await table(greta, "kniffel", {});
    await gather([greta], id);
    const { page } = greta;
    await button(page, "Roll the dice").waitFor();
    await page.goto(`/t/${id}?lang=de`);
    await button(page, "Würfeln").click();
    await page.getByText(/^Tippe die Würfel an/).waitFor();
    await button(page, /^Würfel 1 zeigt [^ ,]+$/).click();
    await button(page, /^Würfel 1 zeigt [^ ,]+, gehalten$/).waitFor();
    const hint = await page.getByRole("complementary", { name: "Hinweis" }).boundingBox();
    const dice = await Promise.all((await button(page, /^Würfel \d zeigt/).all()).map((die) => die.boundingBox()));
    expect(dice).toHaveLength(5);
    for (const die of dice) expect(die?.y).toBeGreaterThanOrEqual((hint?.y ?? 0) + (hint?.height ?? Infinity));
  });
});

describe("eight people at one sheet", () => {
  it("have every number in one line, and in its column", async () => {
    const greta = await person({ name: "Greta" });
    await gather([greta], await table(greta, "kniffel", {}, ["expert", "expert", "expert", "novice", "novice", "novice", "novice"]));
    await playKniffel([greta]);
    const broken = await greta.page.locator("table td").evaluateAll((cells) =>
      cells.flatMap((cell) => {
        // What is there for screen readers only is a pixel wide and may run out of it.
        const shown = [cell, ...cell.querySelectorAll("*")].filter((part) => part.getBoundingClientRect().width > 1);
        const boxes: DOMRect[] = [];
        for (const node of shown.flatMap((part) => Array.from(part.childNodes))) {
          const text = document.createRange();
          text.selectNodeContents(node);
          if (node.nodeType === Node.TEXT_NODE) boxes.push(...text.getClientRects());
        }
        const lines = new Set(boxes.map(({ top }) => Math.round(top / 8)));
        const { left, right } = cell.getBoundingClientRect();
        const isInside = boxes.every((box) => box.left >= left - 1 && box.right <= right + 1);
        return lines.size > 1 || !isInside ? [cell.textContent ?? ""] : [];
      }),
    );
    expect(broken).toEqual([]);
  });
});
