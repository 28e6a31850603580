// What Kniffel says: what is asked, what happened, why something is not possible now.

import type { SoundName } from "../../sound/play.ts";
import type { Hint, Seen, Told } from "../contract.ts";
import { chosen } from "./dice.ts";
import { handOf } from "./hand.svelte.ts";
import { heard, type KniffelHeard, type KniffelSeen, myTurn, seen } from "./shown.ts";
import { say } from "./words.ts";

/** Why the viewer can do nothing at all; empty if it is the viewer's turn. */
function whyNotMine(table: KniffelSeen): string {
  if (myTurn(table)) return "";
  if (table.view.currentSeat !== undefined && table.view.currentSeat !== table.seat) return say("why_others", { name: table.name(table.view.currentSeat) });
  return say(table.seat === undefined ? "why_spectator" : "why_not_live");
}

/** Why dice cannot be held; empty if they can. */
export function whyNotHold(table: KniffelSeen): string {
  const roll = table.view.legal?.roll_dice;
  return whyNotMine(table) || (roll === undefined ? say("why_no_roll") : roll.keep ? "" : say("why_not_rolled"));
}

/** Why the dice cannot be rolled; empty if they can. */
export function whyNotRoll(table: KniffelSeen): string {
  const none = whyNotMine(table);
  if (none !== "") return none;
  if (table.view.legal?.roll_dice === undefined) return say("why_no_roll");
  return handOf(table).canRoll ? "" : say("why_all_held");
}

/** What stands on the button that rolls. */
export function rollLabel(table: KniffelSeen): string {
  const { view } = table;
  if (view.dice === undefined) return say("roll_first");
  if (view.rollsRemaining === 0) return say("roll_over");
  const rolled = handOf(table).held.filter((held) => !held).length;
  if (rolled === 0) return say("roll_none");
  return rolled === 5 ? say("roll_all") : say("roll_some", { n: rolled });
}

export function ask(seenTable: Seen): string {
  const table = seen(seenTable);
  const { view } = table;
  if (!myTurn(table)) {
    const name = table.name(view.currentSeat);
    if (view.dice === undefined) return say("wait_first", { name });
    return say(view.rollsRemaining === 0 ? "wait_box" : "wait_again", { name });
  }
  const category = handOf(table).selected;
  const points = category === undefined ? undefined : view.legal?.choose_category?.[category];
  if (category !== undefined && points !== undefined) return say("ask_sure", { category: say(category), points });
  if (view.legal?.choose_category === undefined) return say("ask_first");
  return say(view.legal.roll_dice === undefined ? "ask_box" : "ask_again");
}

function tellRoll(table: KniffelSeen, told: Extract<KniffelHeard, { type: "dice_rolled" }>): string {
  const mine = table.isMe(told.seat);
  const name = table.name(told.seat);
  const kept = chosen(told.dice, told.keptDice).join(" ");
  const dice = chosen(
    told.dice,
    told.keptDice.map((keep) => !keep),
  ).join(" ");
  if (dice === "") return mine ? say("told_kept_all_mine") : say("told_kept_all", { name });
  if (kept === "") return mine ? say("told_roll_mine", { dice }) : say("told_roll", { name, dice });
  return mine ? say("told_roll_kept_mine", { kept, dice }) : say("told_roll_kept", { name, kept, dice });
}

function tellScore(table: KniffelSeen, told: Extract<KniffelHeard, { type: "category_chosen" }>): string {
  const mine = table.isMe(told.seat);
  const name = table.name(told.seat);
  const category = say(told.category);
  const points = told.score;
  const sentences: string[] = [];
  if (points === 0) sentences.push(mine ? say("told_struck_mine", { category }) : say("told_struck", { name, category }));
  else sentences.push(mine ? say("told_scored_mine", { points, category }) : say("told_scored", { name, points, category }));
  if (told.extraKniffel) sentences.push(say("told_extra"));
  if (told.upperBonus) sentences.push(mine ? say("told_bonus_mine") : say("told_bonus", { name }));
  return sentences.join(" ");
}

export function tell(seenTable: Seen, event: Told): string | undefined {
  const table = seen(seenTable);
  const told = heard(event);
  switch (told.type) {
    case "turn_changed":
      return told.seat === table.players[0]?.seat ? say("told_round", { n: told.round }) : undefined;
    case "dice_rolled":
      return tellRoll(table, told);
    case "category_chosen":
      return tellScore(table, told);
    default:
      return undefined;
  }
}

export function sound(_: Seen, event: Told): SoundName | undefined {
  const told = heard(event);
  switch (told.type) {
    case "dice_rolled":
      return "dice";
    case "category_chosen":
      return told.extraKniffel || told.upperBonus || told.score >= 40 ? "coin" : "card";
    case "dice_held":
      return "tick";
    default:
      return undefined;
  }
}

export function hint(seenTable: Seen): Hint | undefined {
  const table = seen(seenTable);
  const { legal } = table.view;
  if (!myTurn(table) || legal === undefined) return undefined;
  if (legal.choose_category === undefined) return { key: "kniffel-first", text: say("hint_first") };
  if (legal.roll_dice === undefined) return { key: "kniffel-box", text: say("hint_box") };
  return { key: "kniffel-again", text: say("hint_again") };
}
