// The door: what the server wants is asked for, once each, and nothing else is.

import { describe, expect, it } from "vitest";
import { Trouble } from "./api.ts";
import { entrance, type Keys } from "./entrance.svelte.ts";

/** A server that wants both. */
function server(tried: Keys[]): (keys: Keys) => Promise<string> {
  return (keys) => {
    tried.push({ ...keys });
    const refuse = (code: string): Promise<string> => Promise.reject(new Trouble(403, code, code));
    if (keys.password === undefined) return refuse("password_needed");
    if (keys.password !== "sesame") return refuse("wrong_password");
    return keys.invite === undefined ? refuse("invite_needed") : Promise.resolve("in");
  };
}

/** Waits for the next question. */
async function asked(): Promise<NonNullable<typeof entrance.asked>> {
  for (let n = 0; n < 50 && entrance.asked === undefined; n += 1) await Promise.resolve();
  if (entrance.asked === undefined) throw new Error("nothing is asked");
  return entrance.asked;
}

describe("the entrance", () => {
  it("asks for what is wanted until it is right", async () => {
    const tried: Keys[] = [];
    const inside = entrance.pass(server(tried));
    let question = await asked();
    expect([question.key, question.wrong]).toEqual(["password", undefined]);
    question.answer("guess");
    question = await asked();
    expect([question.key, question.wrong?.code]).toEqual(["password", "wrong_password"]);
    question.answer("sesame");
    question = await asked();
    expect([question.key, question.wrong]).toEqual(["invite", undefined]);
    question.answer("abc");
    expect(await inside).toBe("in");
    expect(tried).toEqual([{}, { password: "guess" }, { password: "sesame" }, { password: "sesame", invite: "abc" }]);
    expect(entrance.asked).toBeUndefined();
  });

  it("fails with the server's reason when the player goes away", async () => {
    const outside = entrance.pass(server([]));
    (await asked()).answer(undefined);
    await expect(outside).rejects.toMatchObject({ code: "password_needed" });
  });

  it("asks nothing about other troubles", async () => {
    const trouble = new Trouble(429, "too_many_requests", "slowly");
    await expect(entrance.pass(() => Promise.reject(trouble))).rejects.toBe(trouble);
    expect(entrance.asked).toBeUndefined();
  });
});
