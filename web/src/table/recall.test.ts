// Reading what happened before this page came.

import { describe, expect, it } from "vitest";
import { lines } from "./recall.ts";

describe("what happened before", () => {
  it("is read line by line, without what cannot be read", () => {
    const text = '{"seq":1,"type":"turn_changed","seat":0}\nnot json\n{"type":"without"}\n{"seq":2,"at":5000,"type":"dice_rolled"}\n';
    expect(lines(text).map(({ seq, at, told }) => [seq, at, told.type])).toEqual([
      [1, undefined, "turn_changed"],
      [2, 5000, "dice_rolled"],
    ]);
  });

  it("is bounded, and nothing is nothing", () => {
    const many = Array.from({ length: 1500 }, (_, seq) => JSON.stringify({ seq, type: "dice_rolled" })).join("\n");
    expect([lines(many).length, lines(many)[0]?.seq]).toEqual([1000, 500]);
    expect(lines("")).toEqual([]);
  });
});
