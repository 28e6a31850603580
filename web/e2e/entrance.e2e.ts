// A server with a password: whoever is new is asked for it once, in their language, and told when it is wrong.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, startServer } from "./server.ts";
import { button, person, serverIsGone } from "./support.ts";

let server: Running;
beforeAll(async () => {
  server = await startServer(["password=sesame"]);
});
afterAll(() => server.stop());

describe("a server with a password", () => {
  it("asks for it once, and says when it is wrong", async () => {
    // The browser notes by itself that it was refused.
    serverIsGone(true);
    const { page, context } = await person({ url: server.url });
    await page.goto("/");
    await page.getByLabel("Your name").fill("Anna");
    await button(page, "Come in").click();
    const sheet = page.getByRole("dialog", { name: "This server has a password" });
    await sheet.getByLabel("Password").fill("guess");
    await sheet.getByRole("button", { name: "Come in" }).click();
    await sheet.getByRole("alert").getByText("This is not the password of this server.").waitFor();
    await sheet.getByLabel("Password").fill("sesame");
    await sheet.getByRole("button", { name: "Come in" }).click();
    await sheet.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "My statistics" }).waitFor();
    const me = (await (await context.request.get("/api/me")).json()) as { name: string };
    expect(me.name).toBe("Anna");
  });

  it("speaks German too, and can be left", async () => {
    serverIsGone(true);
    const { page } = await person({ url: server.url, settings: { language: "de" } });
    await page.goto("/");
    await page.getByLabel("Dein Name").fill("Bert");
    await button(page, "Komm herein").click();
    const sheet = page.getByRole("dialog", { name: "Dieser Server hat ein Passwort" });
    await sheet.waitFor();
    await page.keyboard.press("Escape");
    await button(page, "Dieser Server hat ein Passwort.").waitFor();
    await sheet.waitFor({ state: "detached" });
  });
});
