// Says why something did not work, in the language of the page.

import { Trouble } from "../net/api.ts";
import { refusal } from "../table/refusals.ts";
import { notify } from "../ui/notices.svelte.ts";
import { say } from "./words.ts";

export function complain(trouble: unknown): void {
  notify(trouble instanceof Trouble ? refusal(trouble.code, trouble.params, trouble.message) : say("failed"), "bad");
}
