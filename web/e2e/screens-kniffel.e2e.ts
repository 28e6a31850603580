// The screens of Kniffel and of a finished game, and the change from one language to the other.

import { describe, expect, it } from "vitest";
import { lookAtAll } from "./looks.ts";
import { kniffelScreens } from "./screens.ts";
import { person, table } from "./support.ts";

describe("the screens of Kniffel", () => {
  lookAtAll(kniffelScreens);

  it("speak German, and change their language without losing anything", async () => {
    const greta = await person({ name: "Greta", device: "phone", settings: { language: "de" } });
    const { page } = greta;
    await page.goto(`/t/${await table(greta, "kniffel", {}, ["novice"])}`);
    await page.getByRole("button", { name: "Hinsetzen", exact: true }).click();
    await page.getByRole("button", { name: "Ich bin bereit", exact: true }).click();
    await page.getByText(/^Runde \d+ von 13/).first().waitFor();
    await page.getByRole("button", { name: "Einstellungen" }).click();
    await page.getByRole("dialog").getByText("English", { exact: true }).click();
    await page.getByText(/^Round \d+ of 13/).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  });
});
