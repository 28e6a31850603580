// A finished game in a browser: walked through, passed on by its link, checked.

import { describe, expect, it } from "vitest";
import { playKniffel } from "./play.ts";
import { button, gather, person, table } from "./support.ts";

describe("a finished game", () => {
  it("is walked through step by step, passed on by its link, and checked", async () => {
    const anna = await person({ name: "Anna", settings: { oneTap: true } });
    const { page } = anna;
    const id = await table(anna, "kniffel", {}, ["novice"]);
    await gather([anna], id);
    await playKniffel([anna]);
    // The page of its table still tells all of it, to whoever comes later.
    await page.goto(`/t/${id}`);
    await page.getByRole("region", { name: "Result" }).getByRole("link", { name: "Watch the game again" }).waitFor();
    const told = page.getByRole("log");
    for (const line of ["Round 1", "Round 13"]) await told.getByText(line, { exact: true }).waitFor();
    await told.getByText(/ with \d+ points[.!]$/).waitFor();
    await page.goto(`/t/${id}/replay?seat=0&step=20`);
    const slider = page.getByRole("slider", { name: "Place in the game" });
    await slider.waitFor();
    await button(page, "One step on").click();
    await page.getByText(/^Step 21 of/).waitFor();
    await page.getByRole("main").press("ArrowLeft");
    await page.getByText(/^Step 20 of/).waitFor();
    await slider.press("End");
    await expect.poll(() => page.url()).toMatch(/seat=0&step=\d\d/);
    await button(page, "Verify").click();
    await page.getByText("Everything fits.").waitFor();
    await page.getByText(/^Your own secret.* is among those/).waitFor();

    // Somebody new follows the link: they say a name and see the same moment.
    const bert = await person({ device: "phone" });
    await bert.page.goto(page.url());
    await button(bert.page, "Come in").click();
    const place = await page.getByText(/^Step \d+ of/).innerText();
    await bert.page.getByText(place).waitFor();
  });
});
