// Options and their values in words.

import type { Option, Settings, Value } from "./options.ts";
import { say } from "./words.ts";

export const labelOf = (option: Option): string => say(`label_${option.key}`);

/** The line that explains an option; rules are explained by the profile that is chosen. */
export function aboutOf(option: Option, settings: Settings): string {
  if (option.key !== "profile") return say(`about_${option.key}`);
  const profile = option.read(settings);
  return say(profile === "online" || profile === "practice" ? `about_${profile}` : "about_official");
}

function time(seconds: number): string {
  return seconds < 60 || seconds % 60 !== 0 ? say("seconds", { n: seconds }) : say("minutes", { n: seconds / 60 });
}

/** What is counted, by option. */
function counted(option: Option, n: number): string {
  switch (option.key) {
    case "pointsToWin":
      return say("points_n", { n });
    case "discardFrom":
    case "monopolyCap":
      return say("cards_n", { n });
    case "paidRoadsPerTurn":
      return say("roads_n", { n });
    case "offersPerTurn":
      return say("offers_n", { n });
    case "turnSeconds":
    case "spinTimerSec":
      return time(n);
    default:
      return say("chips_n", { n });
  }
}

const NAMED = [
  "pace_instant",
  "pace_fast",
  "pace_human",
  "pace_slow",
  "absence_bot",
  "absence_vote",
  "absence_wait",
  "profile_official",
  "profile_online",
  "profile_practice",
  "board_random",
  "board_spiral",
  "board_beginner",
  "devCardsPerTurn_one",
  "devCardsPerTurn_one_of_each_kind",
  "victoryPointCards_hidden",
  "victoryPointCards_played",
  "firstPlayer_seat_order",
  "firstPlayer_highest_roll",
] as const;

/** A value in words. */
export function valueOf(option: Option, value: Value): string {
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (value === null || (option.key === "turnSeconds" && value === 0)) return say("unlimited");
  if (option.key === "stake" && value === 0) return say("none");
  if (typeof value === "number") return counted(option, value);
  const name = NAMED.find((key) => key === `${option.key}_${value}`);
  return name === undefined ? value : say(name);
}
