// What somebody prefers, kept in this browser only.

export type Language = "en" | "de" | "pseudo";
export type Theme = "light" | "dark" | "contrast";

export interface Settings {
  language: Language;
  theme: Theme;
  /** 0 is silence, 1 is loud. */
  volume: number;
  /** Whether moves are shown at once rather than in motion. */
  fast: boolean;
  /** Whether one tap on the board builds, rather than a second one on the same place. */
  oneTap: boolean;
  /** Whether a first-time player is told about each phase. */
  hints: boolean;
  /** Whether Kniffel's coach speaks. */
  coach: boolean;
}

const KEY = "settings";
const LANGUAGES: readonly Language[] = ["en", "de", "pseudo"];
const THEMES: ReadonlySet<Theme> = new Set(["light", "dark", "contrast"]);

function usual(): Settings {
  const prefers = (query: string): boolean => typeof matchMedia === "function" && matchMedia(query).matches;
  const dark = prefers("(prefers-color-scheme: dark)");
  return {
    language: navigator.language.startsWith("de") ? "de" : "en",
    theme: prefers("(prefers-contrast: more)") ? "contrast" : dark ? "dark" : "light",
    volume: 0.5,
    fast: false,
    oneTap: false,
    hints: true,
    coach: false,
  };
}

/** What is kept, as far as it can still be understood. */
function kept(): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    const base = usual();
    const same = Object.entries(value).filter(([key, entry]) => key in base && typeof entry === typeof base[key as keyof Settings]);
    const known = Object.fromEntries(same) as Partial<Settings>;
    if (!LANGUAGES.includes(known.language ?? base.language)) delete known.language;
    if (!THEMES.has(known.theme ?? base.theme)) delete known.theme;
    if (known.volume !== undefined) known.volume = Math.min(1, Math.max(0, known.volume));
    return known;
  } catch {
    return {};
  }
}

/** The language that the address asks for, as in `?lang=de`. */
function asked(): Partial<Settings> {
  const wanted = new URLSearchParams(location.search).get("lang");
  const language = LANGUAGES.find((known) => known === wanted);
  return language === undefined ? {} : { language };
}

export const settings: Settings = $state({ ...usual(), ...kept(), ...asked() });

/** Changes preferences and keeps them. */
export function prefer(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Whether things should move: neither the system nor the player has asked for stillness. */
export function moves(): boolean {
  return !settings.fast && !(typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}
