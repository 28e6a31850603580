// Whoever is known by a letter is not taken for somebody else.

import { expect, test } from "vitest";
import { initials } from "./initials.ts";

test.each([
  [["Anna", "Ben", "élodie"], ["A", "B", "É"]],
  [["Annegret", "Ada", "Emil"], ["An", "Ad", "E"]],
  [["Max", "Maxi"], ["M", "Mi"]],
  [["Anna Lena", "Anna"], ["Al", "A"]],
  [["Ab", "Ac", "Abc"], ["A", "A2", "A3"]],
  [[""], ["?"]],
])("%j", (names, letters) => expect(initials(names)).toEqual(letters));
