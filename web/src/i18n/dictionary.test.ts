// Sentences with holes, plurals, and the languages they are looked up in.

import { afterEach, describe, expect, it } from "vitest";
import { prefer } from "../settings.svelte.ts";
import { dictionary, filled, pseudo } from "./dictionary.ts";

const say = dictionary(
  { plain: "Hello", to: "{name} sits down.", cards: "{n|card|cards} for {name}", verb: "{names} {?n|wins|win}." },
  { plain: "Hallo", to: "{name} setzt sich.", cards: "{n|Karte|Karten} für {name}", verb: "{names} {?n|gewinnt|gewinnen}." },
);

afterEach(() => prefer({ language: "en" }));

describe("dictionaries", () => {
  it("fills what belongs into a sentence", () => {
    expect(say("to", { name: "Anna" })).toBe("Anna sits down.");
    expect(filled("{a} and {a} and {b}", { a: 1, b: "x" })).toBe("1 and 1 and x");
  });

  it("leaves a hole to be seen where nothing was given", () => {
    expect(filled("{name} sits", {})).toBe("{name} sits");
  });

  it("takes names as they are, whatever is in them", () => {
    expect(say("to", { name: "$& {n} \\1" })).toBe("$& {n} \\1 sits down.");
  });

  it.each([
    [0, "0 cards"],
    [1, "1 card"],
    [2, "2 cards"],
    [21, "21 cards"],
  ])("%i has the right word", (n, text) => expect(say("cards", { n, name: "you" })).toBe(`${text} for you`));

  it("sets the thousands of long numbers apart", () => {
    expect(say("cards", { n: 9999, name: "you" })).toBe("9999 cards for you");
    expect(filled("{n}", { n: 10_000 })).toBe("10,000");
    prefer({ language: "de" });
    expect(say("cards", { n: 1_250_000, name: "dich" })).toBe("1.250.000 Karten für dich");
  });

  it("chooses a word without saying the number", () => {
    expect(say("verb", { n: 1, names: "Anna" })).toBe("Anna wins.");
    expect(say("verb", { n: 2, names: "Anna and Bo" })).toBe("Anna and Bo win.");
  });

  it("speaks German, and changes at once", () => {
    prefer({ language: "de" });
    expect(say("plain")).toBe("Hallo");
    expect(say("cards", { n: 1, name: "dich" })).toBe("1 Karte für dich");
  });

  it("stretches and marks in the pseudo-locale, but leaves the holes", () => {
    prefer({ language: "pseudo" });
    expect(say("plain")).toBe("⟦Heelloo⟧");
    expect(say("cards", { n: 2, name: "Anna" })).toBe("⟦2 cards foor Anna⟧");
    expect(pseudo("{name} a")).toBe("⟦{name} aa⟧");
  });
});
