// The door of a server whose host asks something of whoever is new: a password, an invitation, or both.
//
// The page does not know beforehand. The server refuses by a code that says what it wants; the page asks for it and tries again.

import { Trouble } from "./api.ts";

export type Key = "password" | "invite";
export type Keys = Partial<Record<Key, string>>;

/** What the server wants when it refuses with a code, and whether something wrong was given. */
const WANTED: Readonly<Record<string, { key: Key; wrong: boolean }>> = {
  password_needed: { key: "password", wrong: false },
  wrong_password: { key: "password", wrong: true },
  invite_needed: { key: "invite", wrong: false },
  bad_invite: { key: "invite", wrong: true },
};

interface Asked {
  key: Key;
  /** What was given before was wrong. */
  wrong: Trouble | undefined;
  /** Nothing, if the player goes away. */
  answer: (text: string | undefined) => void;
}

class Entrance {
  /** What the player is asked now. */
  asked = $state.raw<Asked>();

  /** A link may bring its invitation along. */
  readonly #brought = new URLSearchParams(globalThis.location?.search ?? "").get("invite") ?? undefined;

  /** Tries to get in, asking for what the server wants. */
  async pass<T>(attempt: (keys: Keys) => Promise<T>): Promise<T> {
    const keys: Keys = this.#brought === undefined ? {} : { invite: this.#brought };
    for (;;) {
      try {
        return await attempt(keys);
      } catch (trouble) {
        const wanted = trouble instanceof Trouble ? WANTED[trouble.code] : undefined;
        if (wanted === undefined) throw trouble;
        const text = await this.#ask(wanted.key, wanted.wrong ? (trouble as Trouble) : undefined);
        if (text === undefined) throw trouble;
        keys[wanted.key] = text;
      }
    }
  }

  #ask(key: Key, wrong: Trouble | undefined): Promise<string | undefined> {
    return new Promise((done) => {
      this.asked = {
        key,
        wrong,
        answer: (text) => {
          this.asked = undefined;
          done(text);
        },
      };
    });
  }
}

export const entrance = new Entrance();
