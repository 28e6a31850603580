// Words in two languages, kept beside what they are said about.
//
// A *dictionary* has every key in both languages; a missing one does not compile, nor does a call that forgets what belongs
// into a sentence. `{name}` is replaced by a text; `{n|point|points}` is the number with the right word behind it, and
// `{?n|is|are}` is the word without its number.

import { settings } from "../settings.svelte.ts";

/** The names of what belongs into a sentence. */
type Holes<S extends string> = S extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `?${infer Name}|${string}` ? Name : Hole extends `${infer Name}|${string}` ? Name : Hole) | Holes<Rest>
  : never;

/** What a call must give: nothing if there is nothing to fill in. */
type Filling<S extends string> = [Holes<S>] extends [never] ? [] : [{ [K in Holes<S>]: string | number }];

/** Says something in the language of the page. */
export type Say<E extends Record<string, string>> = <K extends keyof E & string>(key: K, ...fill: Filling<E[K]>) => string;

/** From here on, the thousands of a number are set apart; years and small sums look better without. */
const LONG = 10_000;

function written(value: string | number): string {
  return typeof value === "number" && value >= LONG ? value.toLocaleString(settings.language === "de" ? "de" : "en-GB") : String(value);
}

/** Puts texts and numbers where they belong. */
export function filled(text: string, fill: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\??)(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, bare: string, name: string, one?: string, many?: string) => {
    const value = fill[name] ?? `{${name}}`;
    if (one === undefined || many === undefined) return written(value);
    const word = Number(value) === 1 ? one : many;
    return bare === "" ? `${written(value)} ${word}` : word;
  });
}

/** Stretches a text and marks its ends: what lacks the marks on a page was not looked up, what breaks the layout is too tight. */
export function pseudo(text: string): string {
  const stretched = text.replaceAll(/\{[^}]*\}|[aeiouyAEIOU]/g, (found) => (found.length > 1 ? found : `${found}${found}`));
  return `⟦${stretched}⟧`;
}

/** A dictionary; the result says its sentences. */
export function dictionary<const E extends Record<string, string>>(en: E, de: { [K in keyof E]: string }): Say<E> {
  return (key, ...fill) => {
    const language = settings.language;
    const text = language === "de" ? de[key] : language === "pseudo" ? pseudo(en[key] ?? key) : en[key];
    return filled(text ?? key, fill[0] ?? {});
  };
}
