// The line to a table over a socket that breaks when the test wants it: joining, coming back, commands and views.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket } from "./fake.ts";
import { type Connection, type Heard, Line, type Refused, type Sent } from "./line.ts";

class Heardall {
  readonly messages: Heard[] = [];
  readonly views: [unknown, number][] = [];
  readonly states: Connection[] = [];
  readonly refusals: [Refused, Sent | undefined][] = [];
  heard = (message: Heard): void => void this.messages.push(message);
  viewed = (view: unknown, seq: number): void => void this.views.push([view, seq]);
  connected = (state: Connection): void => void this.states.push(state);
  refused = (answer: Refused, command: Sent | undefined): void => void this.refusals.push([answer, command]);
}

let all: Heardall;
let line: Line;

function dial(asSpectator = false): FakeSocket {
  all = new Heardall();
  line = new Line("table1", all, asSpectator);
  return FakeSocket.last();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
});

afterEach(() => {
  line.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("joining", () => {
  it("asks for the table, and is open once it is let in", () => {
    const socket = dial();
    expect(socket.url).toMatch(/^ws:\/\/.*\/ws$/);
    socket.welcomes();
    expect(socket.of("join_table")).toEqual([{ id: expect.any(String), type: "join_table", tableId: "table1" }]);
    expect(all.states).toEqual(["open"]);
  });

  it("says so when it only wants to watch", () => {
    const socket = dial(true);
    socket.opens();
    expect(socket.of("join_table")[0]).toMatchObject({ asSpectator: true });
  });

  it("gives up for good when it is not let in", () => {
    const socket = dial();
    socket.opens();
    socket.says({ type: "rejected", id: socket.of("join_table")[0]?.["id"], code: "no_such_table", params: {}, reason: "There is no such table" });
    expect(all.states).toEqual(["refused"]);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("tries again when the table was just being put away", () => {
    const socket = dial();
    socket.opens();
    socket.says({ type: "rejected", id: socket.of("join_table")[0]?.["id"], code: "unavailable", params: {}, reason: "later" });
    expect(all.states).toEqual(["lost"]);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.made).toHaveLength(2);
  });
});

describe("coming back", () => {
  it("waits longer each time, and says what it has seen last", () => {
    const first = dial();
    first.welcomes();
    first.says({ type: "dice_rolled", seq: 41 });
    first.breaks();
    vi.advanceTimersByTime(200);
    expect(FakeSocket.made).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.last().breaks();
    vi.advanceTimersByTime(700);
    expect(FakeSocket.made).toHaveLength(2);
    vi.advanceTimersByTime(600);
    const third = FakeSocket.last();
    third.welcomes();
    expect(third.of("join_table")[0]).toMatchObject({ lastSeq: 41 });
    expect(all.states).toEqual(["open", "lost", "lost", "open"]);
  });

  it("does not wait longer and longer for a table that is about to change hands", () => {
    dial().welcomes();
    FakeSocket.last().breaks();
    for (let attempt = 2; attempt < 9; attempt += 1) {
      vi.advanceTimersByTime(1200);
      expect(FakeSocket.made).toHaveLength(attempt);
      const socket = FakeSocket.last();
      socket.opens();
      // Its server serves it no longer, or nobody does yet.
      if (attempt % 2 === 0) socket.breaks(4013);
      else socket.says({ type: "rejected", id: socket.of("join_table")[0]?.["id"], code: "unavailable", params: {}, reason: "later" });
    }
    // A server that says nothing is left in peace.
    vi.advanceTimersByTime(1200);
    FakeSocket.last().breaks();
    vi.advanceTimersByTime(6000);
    expect(FakeSocket.made).toHaveLength(9);
  });

  it("does not wait for a server that takes the connection and says nothing", () => {
    dial();
    vi.advanceTimersByTime(4000);
    expect(FakeSocket.made).toHaveLength(1);
    vi.advanceTimersByTime(7000);
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.last().opens();
    // The line may be slow: the next one gets more time.
    vi.advanceTimersByTime(9000);
    expect(FakeSocket.made).toHaveLength(2);
    vi.advanceTimersByTime(8000);
    expect(FakeSocket.made).toHaveLength(3);
    FakeSocket.last().welcomes();
    expect(all.states.at(-1)).toBe("open");
  });

  it("does not come back to a table that is closed", () => {
    const socket = dial();
    socket.welcomes();
    socket.breaks(4012, "the table is closed");
    vi.advanceTimersByTime(60_000);
    expect([all.states.at(-1), FakeSocket.made.length]).toEqual(["closed", 1]);
  });

  it("does not come back to a server that does not want us", () => {
    const socket = dial();
    socket.welcomes();
    socket.breaks(4015, "the host of this server does not let you in");
    vi.advanceTimersByTime(60_000);
    expect([all.states.at(-1), FakeSocket.made.length]).toEqual(["refused", 1]);
  });

  it("asks after a silence, and takes a longer one for a broken line", () => {
    const socket = dial();
    socket.welcomes();
    vi.advanceTimersByTime(21_000);
    expect(socket.of("ping").length).toBeGreaterThan(0);
    expect(all.states).toEqual(["open"]);
    vi.advanceTimersByTime(15_000);
    expect(all.states).toEqual(["open", "lost"]);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.made).toHaveLength(2);
    // What the dead socket still says is nobody's business.
    socket.says({ type: "dice_rolled", seq: 99 });
    expect(all.messages).toEqual([]);
  });

  it("comes back at once when the page is looked at again", () => {
    const socket = dial();
    socket.welcomes();
    socket.breaks();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.made).toHaveLength(2);
  });
});

describe("commands", () => {
  it("are answered once", async () => {
    const socket = dial();
    socket.welcomes();
    const answer = line.send({ type: "roll_dice" });
    const [sent] = socket.of("roll_dice");
    socket.says({ type: "ack", id: sent?.["id"], seq: 7 });
    expect(await answer).toEqual({ type: "ack", id: sent?.["id"], seq: 7 });
  });

  it("wait until the table is joined", () => {
    const socket = dial();
    void line.send({ type: "sit" });
    expect(socket.sent).toEqual([]);
    socket.welcomes();
    expect(socket.of("sit")).toHaveLength(1);
  });

  it("are sent again with the same id after a break, and only those without an answer", async () => {
    const first = dial();
    first.welcomes();
    const done = line.send({ type: "roll_dice" });
    first.says({ type: "ack", id: first.of("roll_dice")[0]?.["id"], seq: 2 });
    await done;
    const open = line.send({ type: "end_turn" });
    first.breaks();
    vi.advanceTimersByTime(1000);
    const second = FakeSocket.last();
    second.welcomes();
    expect(second.of("roll_dice")).toEqual([]);
    expect(second.of("end_turn")).toEqual(first.of("end_turn"));
    second.says({ type: "ack", id: second.of("end_turn")[0]?.["id"], seq: 3 });
    expect((await open).type).toBe("ack");
  });

  it("are not sent twice by an impatient finger", () => {
    const socket = dial();
    socket.welcomes();
    void line.send({ type: "build_road", edgeId: "1,2" });
    void line.send({ type: "build_road", edgeId: "1,2" });
    void line.send({ type: "build_road", edgeId: "1,3" });
    expect(socket.of("build_road")).toHaveLength(2);
  });

  it("are complained about when they are refused, unless they are quiet", async () => {
    const socket = dial();
    socket.welcomes();
    const refusal = { code: "not_your_turn", params: {}, reason: "It is not your turn" };
    const loud = line.send({ type: "roll_dice" });
    socket.says({ type: "rejected", id: socket.of("roll_dice")[0]?.["id"], ...refusal });
    const quiet = line.send({ type: "sit" }, true);
    socket.says({ type: "rejected", id: socket.of("sit")[0]?.["id"], ...refusal });
    expect([(await loud).type, (await quiet).type]).toEqual(["rejected", "rejected"]);
    expect(all.refusals.map(([answer, command]) => [answer.code, command?.type])).toEqual([["not_your_turn", "roll_dice"]]);
  });

  it("a placement that cannot be is a refusal too", async () => {
    const socket = dial();
    socket.welcomes();
    const answer = line.send({ type: "place_settlement", vertexId: "1,1" });
    socket.says({ type: "invalid_placement", id: socket.of("place_settlement")[0]?.["id"], code: "too_close", params: {}, reason: "Too close" });
    expect((await answer).type).toBe("invalid_placement");
    expect(all.refusals).toHaveLength(1);
  });

  it("what needs no answer is not kept for later", () => {
    const socket = dial();
    line.mention({ type: "hold_dice" });
    socket.welcomes();
    expect(socket.of("hold_dice")).toEqual([]);
    line.mention({ type: "hold_dice" });
    expect(socket.of("hold_dice")).toHaveLength(1);
  });
});

describe("views", () => {
  it("change by patches", () => {
    const socket = dial();
    socket.welcomes();
    socket.says({ type: "view", seq: 5, view: { phase: "setup", bank: { wood: 19 }, dice: [1, 2] } });
    socket.says({ type: "view_patch", seq: 6, from: 5, patch: { bank: { wood: 18 }, dice: null } });
    expect(all.views).toEqual([
      [{ phase: "setup", bank: { wood: 19 }, dice: [1, 2] }, 5],
      [{ phase: "setup", bank: { wood: 18 } }, 6],
    ]);
  });

  it("are asked for as a whole after a gap, once", () => {
    const socket = dial();
    socket.welcomes();
    socket.says({ type: "view", seq: 5, view: { turn: 1 } });
    socket.says({ type: "view_patch", seq: 8, from: 7, patch: { turn: 3 } });
    socket.says({ type: "view_patch", seq: 9, from: 8, patch: { turn: 4 } });
    expect(socket.of("get_view")).toHaveLength(1);
    expect(all.views).toHaveLength(1);
    socket.says({ type: "view", seq: 9, view: { turn: 4 } });
    socket.says({ type: "view_patch", seq: 10, from: 9, patch: { turn: 5 } });
    expect(all.views.at(-1)).toEqual([{ turn: 5 }, 10]);
  });
});
