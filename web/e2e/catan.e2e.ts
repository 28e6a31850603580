// A whole game of Catan, by people at a desk and on a phone.

import { describe, expect, it } from "vitest";
import { playCatan } from "./play.ts";
import { gather, person, table } from "./support.ts";

/** Short games: the board gives two points, so there is something to build for. */
const SHORT = { start: { rules: { pointsToWin: 4 } } };

describe("Catan", () => {
  it("is played to its end by two people, at a desk and on a phone, and a bot, with all hints", async () => {
    const anna = await person({ name: "Anna", settings: { oneTap: true, hints: true } });
    const bert = await person({ name: "Bert", device: "phone", settings: { hints: true } });
    const id = await table(anna, "catan", SHORT, ["random"]);
    await gather([anna, bert], id);
    await playCatan([anna, bert]);
    for (const { page } of [anna, bert]) {
      const result = page.getByRole("region", { name: "Result" });
      expect(await result.getByRole("list").first().getByRole("listitem").count()).toBe(3);
    }
  });
});
