// A whole game of Kniffel, by people at a desk and on a phone.

import { describe, expect, it } from "vitest";
import { isAsked, playKniffel } from "./play.ts";
import { click, gather, person, table, until } from "./support.ts";

describe("Kniffel", () => {
  it("is played to its end by two people, at a desk and on a phone, and a bot, with all hints", async () => {
    const anna = await person({ name: "Anna", settings: { oneTap: true, hints: true } });
    const bert = await person({ name: "Bert", device: "phone", settings: { hints: true } });
    const id = await table(anna, "kniffel", {}, ["novice"]);
    await gather([anna, bert], id);
    await playKniffel([anna, bert]);
    for (const { page } of [anna, bert]) {
      const result = page.getByRole("region", { name: "Result" });
      // The list of scores comes first; what follows depends on how the game went.
      expect(await result.getByRole("list").first().getByRole("listitem").count()).toBe(3);
    }
    // Once more, if both want to: the same people at the same table, and nobody has to say again that they are ready.
    for (const { page } of [anna, bert]) await click(page, "Play again");
    await until(async () => (await isAsked(anna.page)) || (await isAsked(bert.page)), "the next game", 30_000);
  });
});
