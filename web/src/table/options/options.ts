// What can be chosen about a table, by game: which values there are, where they stand in the settings, and how a change is
// written. The server checks every change; what the profiles of the rules say is known here only to show it.

import type { Absence, CatanProfile, CatanRules, GameName, KniffelRules, Pace, RouletteRules, TableChanges, TableSettings } from "../../protocol/messages.ts";

export type Value = string | number | boolean | null;
type Fields = Readonly<Record<string, unknown>>;
export type Settings = TableSettings<Fields>;
export type Changes = TableChanges<Fields>;

/** Something to choose. With only `true` and `false` to choose from it is a switch. */
export interface Option {
  readonly key: OptionKey;
  readonly values: readonly Value[];
  /** Whether it is rarely changed and folded away. */
  readonly rare?: boolean;
  read(settings: Settings): Value;
  write(settings: Settings, value: Value): Changes;
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isValue = (value: unknown): value is Value => value === null || ["string", "number", "boolean"].includes(typeof value);

// --- the table itself --------------------------------------------------------------------------------------------------------

const USUAL: Omit<Settings, "start"> = { turnSeconds: 0, absence: "bot", pace: "human", stake: 0, public: false, spectators: true };

/** The settings that a new table has. */
export function usual(game: GameName): Settings {
  if (game === "roulette") return { ...USUAL, absence: "wait", start: { rules: { isManualSpin: false }, chips: 200 } };
  return { ...USUAL, start: {} };
}

/** Settings as the server told them, as far as they can be understood. */
export function understood(told: unknown, game: GameName): Settings {
  const base = usual(game);
  if (!isFields(told)) return base;
  const known = Object.entries(told).filter(([key, value]) => key !== "start" && key in base && isValue(value));
  return { ...base, ...Object.fromEntries(known), start: isFields(told["start"]) ? told["start"] : base.start };
}

/** Settings after changes. */
export function changed(settings: Settings, changes: Changes): Settings {
  return { ...settings, ...changes };
}

type Plain = "turnSeconds" | "stake" | "public" | "spectators";

function ofTable(key: Plain | "absence" | "pace", values: readonly Value[], rare = false): Option {
  return { key, values, rare, read: (settings) => settings[key], write: (_, value) => ({ [key]: value }) };
}

const PACES: readonly Pace[] = ["instant", "fast", "human", "slow"];
const ABSENCES: readonly Absence[] = ["bot", "vote", "wait"];

const TABLE: readonly Option[] = [
  ofTable("public", [false, true]),
  ofTable("turnSeconds", [0, 30, 60, 120, 300]),
  ofTable("stake", [0, 10, 50, 100]),
  ofTable("pace", PACES),
  ofTable("absence", ABSENCES, true),
  ofTable("spectators", [true, false], true),
];

/** Roulette has no turns and no stakes: everybody bets their own chips, and seats come and go. */
const BANKED = new Set<OptionKey>(["turnSeconds", "stake", "absence"]);

// --- rules -------------------------------------------------------------------------------------------------------------------

/** What is written about the rules: the name of a profile, or changes to one. */
function overrides(settings: Settings): Fields {
  const rules = settings.start["rules"];
  if (typeof rules === "string") return { profile: rules };
  return isFields(rules) ? rules : {};
}

const OFFICIAL: CatanRules = {
  profile: "official",
  pointsToWin: 10,
  discardFrom: 8,
  robberMayStay: false,
  monopolyCap: null,
  devCardsPerTurn: "one",
  paidRoadsPerTurn: null,
  victoryPointCards: "hidden",
  firstPlayer: "seat_order",
  board: "random",
  handsOpen: false,
  offersPerTurn: 10,
};
const PRACTICE: Partial<CatanRules> = {
  discardFrom: 7,
  monopolyCap: 3,
  devCardsPerTurn: "one_of_each_kind",
  paidRoadsPerTurn: 2,
  victoryPointCards: "played",
  firstPlayer: "highest_roll",
  board: "spiral",
};
const PROFILES: Readonly<Record<CatanProfile, CatanRules>> = {
  official: OFFICIAL,
  online: { ...OFFICIAL, profile: "online", robberMayStay: true },
  practice: { ...OFFICIAL, ...PRACTICE, profile: "practice" },
};
const KNIFFEL: Omit<KniffelRules, "profile"> = { fiveOfAKindIsFullHouse: false, extraKniffel: false };
const ROULETTE: Omit<RouletteRules, "profile"> = { zeroBets: true, minBet: 1, maxTotalBet: 10_000, spinTimerSec: 30, isManualSpin: true };

type RuleKey = Exclude<keyof CatanRules, "profile"> | keyof typeof KNIFFEL | keyof typeof ROULETTE;
export type OptionKey = Plain | "absence" | "pace" | "profile" | "chips" | RuleKey;

function profileOf(settings: Settings): CatanRules {
  const { profile } = overrides(settings);
  return profile === "online" || profile === "practice" ? PROFILES[profile] : OFFICIAL;
}

/** A rule; what is not said about it is as the profile has it. */
function rule(key: RuleKey, values: readonly Value[], base: (settings: Settings) => Fields, rare = false): Option {
  return {
    key,
    values,
    rare,
    read: (settings) => {
      const value = overrides(settings)[key] ?? (key in overrides(settings) ? null : base(settings)[key]);
      return isValue(value) ? value : null;
    },
    write: (settings, value) => ({ start: { ...settings.start, rules: { ...overrides(settings), [key]: value } } }),
  };
}

const catanRule = (key: Exclude<keyof CatanRules, "profile">, values: readonly Value[], rare = true): Option => rule(key, values, (settings) => ({ ...profileOf(settings) }), rare);
const kniffelRule = (key: keyof typeof KNIFFEL): Option => rule(key, [false, true], () => KNIFFEL);
const rouletteRule = (key: keyof typeof ROULETTE, values: readonly Value[], rare = false): Option => rule(key, values, () => ROULETTE, rare);

const RULES: Readonly<Record<GameName, readonly Option[]>> = {
  catan: [
    {
      key: "profile",
      values: ["official", "online", "practice"],
      read: (settings) => profileOf(settings).profile,
      // Another profile begins afresh: what was changed about the old one no longer counts.
      write: (settings, profile) => ({ start: { ...settings.start, rules: profile } }),
    },
    catanRule("pointsToWin", [5, 7, 8, 10, 12, 14], false),
    catanRule("board", ["random", "spiral", "beginner"], false),
    catanRule("discardFrom", [7, 8, 10, 12]),
    catanRule("robberMayStay", [false, true]),
    catanRule("monopolyCap", [null, 1, 2, 3, 5]),
    catanRule("devCardsPerTurn", ["one", "one_of_each_kind"]),
    catanRule("paidRoadsPerTurn", [null, 1, 2, 3]),
    catanRule("victoryPointCards", ["hidden", "played"]),
    catanRule("firstPlayer", ["seat_order", "highest_roll"]),
    catanRule("handsOpen", [false, true]),
    catanRule("offersPerTurn", [1, 3, 5, 10, 20]),
  ],
  kniffel: [kniffelRule("extraKniffel"), kniffelRule("fiveOfAKindIsFullHouse")],
  roulette: [
    {
      key: "chips",
      values: [50, 100, 200, 500],
      read: (settings) => (typeof settings.start["chips"] === "number" ? settings.start["chips"] : 200),
      write: (settings, chips) => ({ start: { ...settings.start, chips } }),
    },
    rouletteRule("isManualSpin", [false, true]),
    rouletteRule("spinTimerSec", [15, 30, 45, 60]),
    rouletteRule("zeroBets", [true, false], true),
    rouletteRule("minBet", [1, 5, 10], true),
    rouletteRule("maxTotalBet", [100, 500, 1000, 10_000], true),
  ],
};

/** Everything that can be chosen about a table of a game. */
export function optionsOf(game: GameName): readonly Option[] {
  return [...RULES[game], ...TABLE.filter((option) => game !== "roulette" || !BANKED.has(option.key))];
}

export const isSwitch = (option: Option): boolean => option.values.every((value) => typeof value === "boolean");

/** The values with the present one among them, if it is an unusual one. */
export function valuesWith(option: Option, now: Value): readonly Value[] {
  return option.values.includes(now) ? option.values : [...option.values, now];
}
