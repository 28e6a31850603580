// Rounds of roulette, from the first chip to the end of the evening.

import { describe, expect, it } from "vitest";
import { endRoulette, playRoulette } from "./play.ts";
import { gather, person, table } from "./support.ts";

const MANUAL = { start: { chips: 100, rules: { isManualSpin: true } } };

describe("roulette", () => {
  it.each(["desk", "phone"] as const)("is played for some rounds with a bot and then ended, on a %s", async (device) => {
    const anna = await person({ name: "Anna", device, settings: { hints: true } });
    const id = await table(anna, "roulette", MANUAL, ["cautious"]);
    await gather([anna], id);
    await playRoulette(anna, 2);
    await endRoulette(anna);
    expect(await anna.page.getByRole("region", { name: "Result" }).getByRole("list").first().getByRole("listitem").count()).toBe(2);
  });
});
