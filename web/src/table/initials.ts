// The letters by which people are known on discs, chips and charts.

/** The first letter of each name; where several have the same, with the first further letter that tells them apart. */
export function initials(names: readonly string[]): string[] {
  const letters = names.map((name) => [...name]);
  const heads = letters.map(([first = "?"]) => first.toUpperCase());
  const found = letters.map((own, at) => {
    const head = heads[at] ?? "?";
    const rivals = letters.filter((_, other) => other !== at && heads[other] === head);
    const telling = own.slice(1).find((letter, before) => letter.trim() !== "" && rivals.every((rival) => rival[before + 1]?.toLowerCase() !== letter.toLowerCase()));
    return rivals.length === 0 || telling === undefined ? head : head + telling.toLowerCase();
  });
  // Names can be so alike that no letter does; then it is their place.
  return found.map((text, at) => (found.some((other, place) => place !== at && other === text) ? `${heads[at] ?? "?"}${at + 1}` : text));
}
