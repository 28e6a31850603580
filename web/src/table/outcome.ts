// The end of a game in one sentence.

import { understood } from "./options/options.ts";
import type { Session } from "./session.svelte.ts";
import { say } from "./words.ts";

export function outcome(table: Session): string {
  const { over } = table;
  if (over === undefined) return say("over");
  if (table.parts?.banked === true) return say("over_banked");
  if (over.how === "aborted") return say(understood(table.state?.settings, table.game).stake > 0 ? "over_aborted_stakes" : "over_aborted");
  const points = over.scores[over.winners[0] ?? 0] ?? 0;
  const mine = over.winners.some((seat) => table.isMe(seat));
  const others = over.winners.filter((seat) => !table.isMe(seat)).map((seat) => table.name(seat));
  const names = others.join(` ${say("and")} `);
  if (mine) return others.length === 0 ? say("over_mine", { points }) : say("over_shared_mine", { names, points });
  if (others.length === 0) return say("over");
  return others.length > 1 ? say("over_shared", { names, points }) : say("over_theirs", { name: names, points });
}
