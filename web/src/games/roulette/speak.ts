// What the roulette table says and sounds like.

import type { RouletteSettledPlayer } from "../../protocol/messages.ts";
import type { SoundName } from "../../sound/play.ts";
import type { Hint, Seen, Told } from "../contract.ts";
import { fixed, heard, isSettled, me, netOf, shown } from "./seen.ts";
import { untilStill } from "./sitting.svelte.ts";
import { betName, hueName, say } from "./words.ts";

/** The number that came up, and what it means for the viewer. */
function result(table: Seen): string {
  const view = shown(table);
  const number = view.winningNumber ?? 0;
  const fill = { number, hue: hueName(number) };
  const net = netOf(view, me(table));
  if (net === undefined) return say("result", fill);
  if (net === 0) return say("result_even", fill);
  return net > 0 ? say("result_won", { ...fill, n: net }) : say("result_lost", { ...fill, n: -net });
}

export function ask(table: Seen): string {
  const view = shown(table);
  if (isSettled(view)) return result(table);
  if (view.phase === "spinning") return say("ask_rolling");
  if (view.phase === "closed") return say("ask_closed");
  const player = me(table);
  if (player === undefined) return say("ask_watching");
  if (player.staked > 0) return say(view.legal?.spin ? "ask_more_spin" : "ask_more", { n: player.staked });
  if (player.chips === 0) return say("ask_broke");
  return say(view.legal?.spin && fixed(table).rules.isManualSpin ? "ask_lay_spin" : "ask_lay");
}

/** Nobody has to hurry while the ball rolls and the table pays. */
export function hurries(table: Seen): boolean {
  return shown(table).legal?.place_bet !== undefined;
}

export function isMyMove(table: Seen): boolean {
  return shown(table).legal?.place_bet !== undefined && me(table)?.staked === 0;
}

function outcome(table: Seen, { seat, net }: RouletteSettledPlayer): string {
  const n = Math.abs(net);
  if (table.isMe(seat)) return net > 0 ? say("won_me", { n }) : net < 0 ? say("lost_me", { n }) : say("even_me");
  const name = table.name(seat);
  return net > 0 ? say("won", { name, n }) : net < 0 ? say("lost", { name, n }) : say("even", { name });
}

export function tell(table: Seen, event: Told): string | undefined {
  const told = heard(event);
  switch (told.type) {
    case "bet_placed": {
      const fill = { n: told.amount, bet: betName(told) };
      return table.isMe(told.seat) ? say("log_laid_me", fill) : say("log_laid", { name: table.name(told.seat), ...fill });
    }
    case "bet_removed": {
      const fill = { n: told.amount, bet: betName(told) };
      return table.isMe(told.seat) ? say("log_back_me", fill) : say("log_back", { name: table.name(told.seat), ...fill });
    }
    case "betting_closed":
      if (told.seat === undefined) return say("log_closed");
      return table.isMe(told.seat) ? say("log_closed_me") : say("log_closed_by", { name: table.name(told.seat) });
    case "round_settled": {
      const number = say("result", { number: told.winningNumber, hue: hueName(told.winningNumber) });
      const players = told.results.map((player) => outcome(table, player));
      return [number, ...(players.length === 0 ? [say("log_nobody")] : players)].join(" ");
    }
    case "betting_opened":
      return say("log_opened", { n: told.round });
    default:
      // The number is not told before the ball lies still.
      return undefined;
  }
}

export function sound(table: Seen, event: Told): SoundName | undefined {
  const told = heard(event);
  if (told.type === "bet_placed") return "tick";
  if (told.type !== "round_settled" || untilStill(table) > 0) return undefined;
  return told.results.some(({ seat, net }) => table.isMe(seat) && net > 0) ? "coin" : undefined;
}

/** The result waits for the ball, should the table ever be faster. */
export function curtain(table: Seen, event: Told): number {
  return event.type === "round_settled" ? untilStill(table) : 0;
}

/** What it takes for the wheel to spin. */
function spins(table: Seen): string {
  if (!fixed(table).rules.isManualSpin) return say("hint_spin_time");
  return say(shown(table).legal?.spin === undefined ? "hint_spin_host" : "hint_spin_me");
}

export function hint(table: Seen): Hint | undefined {
  const view = shown(table);
  const staked = me(table)?.staked;
  if (staked === undefined) return undefined;
  if (view.phase === "betting") return staked === 0 ? { key: "roulette-bet", text: say("hint_bet") } : { key: "roulette-laid", text: `${spins(table)} ${say("hint_laid")}` };
  return isSettled(view) && staked > 0 ? { key: "roulette-result", text: say("hint_result") } : undefined;
}
