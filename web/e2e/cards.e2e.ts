// Development cards with a choice of their own. They are rare, so the game is brought to them quickly; they are then played on the
// page.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hurryTo, type Moment, type Reached } from "./hurry.ts";
import { button, type Device, gather, person, type Person, table } from "./support.ts";

/** Nobody wins before the card is there. */
const LONG = { start: { rules: { pointsToWin: 20 } } };

/** Somebody in whose turn a card may be played, and how it stands. */
async function holding(card: Moment, device: Device): Promise<Person & Reached> {
  const anna = await person({ name: "Anna", device });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const id = await table(anna, "catan", LONG, ["random"]);
    await gather([anna], id);
    await anna.page.goto("/");
    const reached = await hurryTo(card, id, [anna]);
    if (reached === undefined) continue;
    await anna.page.goto(`/t/${id}`);
    return { ...anna, ...reached };
  }
  throw new Error(`nobody got ${card}`);
}

/** How many of a kind the page shows in the hand. */
async function inHand(page: Page, kind: string): Promise<number> {
  const card = page.getByRole("list", { name: "Your cards" }).getByRole("listitem").filter({ hasText: kind });
  return Number.parseInt((await card.innerText()).replace(/\D+/g, ""), 10);
}

describe("a development card", () => {
  it.each(["desk", "phone"] as const)("monopoly takes all of a kind, on a %s", async (device) => {
    const { page, view, seat } = await holding("monopoly", device);
    await button(page, /Monopoly$/).click();
    const sheet = page.getByRole("dialog", { name: "Monopoly" });
    expect(await sheet.getByRole("button", { name: /^Take all / }).count()).toBe(5);
    const before = view.players[seat]?.resources?.ore ?? 0;
    await expect.poll(() => inHand(page, "Ore")).toBe(before);
    await sheet.getByRole("button", { name: "Take all ore" }).click();
    await sheet.waitFor({ state: "detached" });
    if (device === "phone") await button(page, /^What happened/).click();
    const told = page.getByRole("log").getByText(/^You take all ore: \d+ cards?\.$/);
    await told.waitFor();
    const taken = Number(/\d+/.exec(await told.innerText())?.[0]);
    await expect.poll(() => inHand(page, "Ore")).toBe(before + taken);
  });

  it.each(["desk", "phone"] as const)("year of plenty takes two cards from the bank, on a %s", async (device) => {
    const { page, view, seat } = await holding("year_of_plenty", device);
    await button(page, /Year of plenty$/).click();
    const sheet = page.getByRole("dialog", { name: "Year of plenty" });
    const hand = view.players[seat]?.resources;
    await sheet.getByRole("button", { name: "Choose 2 more" }).waitFor();
    await button(page, "One Wood more").click();
    await sheet.getByRole("button", { name: "Choose 1 more" }).waitFor();
    await button(page, "One Brick more").click();
    // No third one.
    await expect.poll(() => button(page, "One Brick more").getAttribute("aria-disabled")).toBe("true");
    const take = sheet.getByRole("button", { name: "Take 1 wood and 1 brick" });
    expect((await take.boundingBox())?.height).toBeLessThan(60);
    await take.click();
    await sheet.waitFor({ state: "detached" });
    await expect.poll(() => inHand(page, "Wood")).toBe((hand?.wood ?? 0) + 1);
    await expect.poll(() => inHand(page, "Brick")).toBe((hand?.brick ?? 0) + 1);
  });
});
