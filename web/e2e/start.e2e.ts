// The start page: what it tells somebody new, and somebody whom a game waits for.

import { describe, expect, it } from "vitest";
import { isAsked, kniffelWays } from "./play.ts";
import { actOnce, button, gather, person, secondTab, table, until } from "./support.ts";

describe("the start page", () => {
  it("shows open tables to somebody without a name, who can sit down at one", async () => {
    const anna = await person({ name: "Anna from next door" });
    const hidden = await table(anna, "kniffel", {}, []);
    const id = await table(anna, "kniffel", { public: true }, []);
    await anna.page.goto(`/t/${id}`);
    await button(anna.page, "Take a seat").click();
    await button(anna.page, "I am ready").waitFor();

    const { page } = await person({ device: "phone" });
    await page.goto("/");
    const links = page.getByRole("link", { name: /Anna from next door/ });
    await links.first().waitFor();
    const offered = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(offered).toContain(`/t/${id}`);
    expect(offered).not.toContain(`/t/${hidden}`);
    await links.first().click();
    await page.getByRole("textbox", { name: "Your name" }).fill("Bert");
    await button(page, "Come in").click();
    await button(page, "I am ready").waitFor();
    await anna.page.getByRole("main").getByText("Bert").first().waitFor();
  });

  it("says which of my games wait for me, those first", async () => {
    const anna = await person({ name: "Anna" });
    const id = await table(anna, "kniffel", {}, ["novice"]);
    await gather([anna], id);
    await until(() => isAsked(anna.page), "the own turn");
    const other = await table(anna, "kniffel", {}, []);
    const bert = await person({ name: "Bert" });
    await gather([anna, bert], other);
    const own = kniffelWays(anna.page);
    await until(async () => (await isAsked(bert.page)) || ((await isAsked(anna.page)) && (await actOnce(own)) && false), "the other's turn");

    const page = await secondTab(anna);
    await page.goto("/");
    const tables = page.locator("section", { has: page.getByRole("heading", { name: "My tables" }) }).getByRole("link");
    await expect.poll(() => tables.allInnerTexts()).toEqual([expect.stringContaining("Your turn"), expect.stringContaining("waits for Bert")]);
    await tables.first().click();
    await button(page, "Roll the dice").waitFor();
  });
});
