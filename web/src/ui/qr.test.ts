// QR codes, module by module, against those of another encoder.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { qr } from "./qr.ts";

// From another encoder (the `qrcode` crate that the server prints its link with), with the mask that it chose.
const STAMMTISCH = `
#######....##.#######
#.....#..#.##.#.....#
#.###.#...#...#.###.#
#.###.#....##.#.###.#
#.###.#..#.##.#.###.#
#.....#.##....#.....#
#######.#.#.#.#######
..........#..........
#..#.##.######.#.....
..###...##.#.#..#...#
..#..##....#...#..#.#
##.....#.#..#.#..#...
###.###..#.#........#
........##.....#.#.#.
#######....######.##.
#.....#.###....#...##
#.###.#..##.##.#...#.
#.###.#.#.#..#..#####
#.###.#....#..#####.#
#.....#....##...#....
#######.###....#.#.#.`;

/** Letters that repeat only after 26. */
const letters = (length: number): string => Array.from({ length }, (_, i) => String.fromCodePoint(97 + ((i * 7) % 26))).join("");

// Text, version, mask, SHA-256 of the picture: every version once, and what links look like.
const KNOWN: [string, number, number, string][] = [
  ["http://127.0.0.1:8080/t/0123456789abcdef", 3, 3, "ea1e4d22f7a879aa579e69a9815690d5aab12b74392cfe123588bd27935cbc3c"],
  ["https://spiele.example.org/t/k3v9x2m7q4w8z1n5?von=M%C3%BCller", 4, 7, "c7b35bc4cb10b91ccca24109f183062e987cba752e14e405d810940e20ff41ae"],
  ["ä€😀", 1, 3, "c3a56ff66ff6721f6c809a45aef77c042235e597ae5921ebd09643bec352e23a"],
  [letters(1), 1, 5, "0b2a5ded825360b8e6469fe394dbdafe0feb7ce2e470eaa7eb0c63eb4d8e90bb"],
  [letters(20), 2, 4, "ffa0ba36a60107e19418ca53ae96270de67c8ef903f861ff8b886d0380a11c51"],
  [letters(40), 3, 4, "e6ca242358be70aa88a3f92865a47cfa065397e3d70b25242d048d61042abc68"],
  [letters(60), 4, 2, "21d101f91073628766c5d7657c263d1411fd20d415d0d7d2447441c200b181e8"],
  [letters(80), 5, 4, "99ad36b356ac2c5d25a171f7cfd86b9731a0133a08b88f720b68b7aa8e6d58b2"],
  [letters(100), 6, 2, "2d322d10e5b37e6d6fcdcf98968d775fd0b4bd6fd7f5024998fea0d4884df33b"],
  [letters(120), 7, 2, "f6d1d16a548d8823e75de3120e17458170b84c50a64b739619271419d0e9b52c"],
  [letters(150), 8, 3, "d8f052208cd66744ef530d54eef78a7b58f6fe938af19663ee3f58457f543dbc"],
  [letters(175), 9, 2, "b6a420c9f7873f21ab5d71754e07daa84cd3390093901c6751d2ec55a57f4f8b"],
  [letters(210), 10, 5, "3f0456aa7fcdfffccb50a39ab5be85c83dbb472bc17430403956e99e2e9d9576"],
];

const drawn = (rows: boolean[][] | undefined): string => (rows ?? []).map((row) => row.map((dark) => (dark ? "#" : ".")).join("")).join("\n");
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("QR codes", () => {
  it("draws a short text module by module", () => {
    expect(drawn(qr("Stammtisch", 7))).toBe(STAMMTISCH.trim());
  });

  it.each(KNOWN)("%s in version %i with mask %i", (text, version, mask, picture) => {
    const rows = qr(text, mask);
    expect(rows).toHaveLength(17 + 4 * version);
    expect(hash(drawn(rows))).toBe(picture);
  });

  it("chooses one of the masks by itself", () => {
    const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => drawn(qr("http://192.168.0.2:8080/t/abc", mask)));
    expect(all).toContain(drawn(qr("http://192.168.0.2:8080/t/abc")));
  });

  it("holds 213 bytes and not one more", () => {
    expect(qr(letters(213))).toHaveLength(57);
    expect(qr(letters(214))).toBeUndefined();
  });
});
