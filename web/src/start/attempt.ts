// Doing something on the start page: what goes wrong is said in the player's language.

import { Trouble } from "../net/api.ts";
import { refusal } from "../table/refusals.ts";
import { notify } from "../ui/notices.svelte.ts";
import { say } from "./words.ts";

/** Does something; says so if it fails. Resolves to whether it was done. */
export async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (trouble) {
    const known = trouble instanceof Trouble && trouble.status !== 0;
    notify(known ? refusal(trouble.code, trouble.params, trouble.message) : say("offline"), "bad");
    return false;
  }
}
