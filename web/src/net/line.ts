// The line to one table: a socket that comes back by itself, commands that are answered exactly once, a view that is always
// whole.
//
// Every command has an id. What was not answered when the socket broke is sent again with the same id, so nothing is lost
// and nothing is done twice. Views are changed by merge patches, applied blindly; if one does not fit, the whole is asked for.

import type { SessionAnswer, SessionTold } from "../protocol/messages.ts";
import { merged } from "./patch.ts";

/** The protocol that this page speaks. */
const PROTOCOL = 1;
/** Waits between attempts to come back, in milliseconds. */
const WAITS = [300, 1000, 2000, 4000, 8000];
/** The longest of them where a server answers, and only the table is not to be had yet: it is about to change hands. */
const SOON = 1000;
/** How long a server may take to let us in before another attempt, times the attempts so far: one that hangs takes a connection and says
 * nothing, while one at the end of a slow line needs its time. */
const LET_IN = 5000;
/** The reason to close after which the table is to be joined again, wherever it is served then. */
const REJOIN = 4013;
/** After this long without a word the line asks whether anybody is there; after twice as long it is taken for broken. */
const QUIET = 15_000;
/** The reason to close after which coming back by itself makes no sense: the table is closed. */
const CLOSED = 4012;
/** The same: whoever runs the server does not let us in. */
const PUT_OUT = 4015;

export type Refused = Exclude<SessionAnswer, { type: "ack" }>;
export type Connection = "connecting" | "open" | "lost" | "refused" | "closed";
/** A command of the table or of its game. */
export interface Sent {
  type: string;
  [field: string]: unknown;
}
/** A message that is neither an answer nor a view: of the table, or an event of the game with its number. */
export type Heard = Exclude<SessionTold, { type: "view" | "view_patch" | "pong" }> | { type: string; seq: number };

export interface Listener {
  heard(message: Heard): void;
  viewed(view: unknown, seq: number): void;
  /** `attempts` counts how often coming back has failed. */
  connected(state: Connection, reason: string, attempts: number): void;
  refused(answer: Refused, command: Sent | undefined): void;
}

interface Pending {
  command: Sent;
  contents: string;
  frame: string;
  quiet: boolean;
  done: (answer: SessionAnswer) => void;
}

export class Line {
  #socket: WebSocket | undefined;
  #joined = false;
  #closed = false;
  #attempts = 0;
  #told = false;
  #heardAt = 0;
  #lastSeq: number | undefined;
  #view: unknown;
  #viewSeq: number | undefined;
  #askedWhole = false;
  #joinId = "";
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #pending = new Map<string, Pending>();
  readonly #beat: ReturnType<typeof setInterval>;
  readonly #tag = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join("");
  #count = 0;

  constructor(
    readonly tableId: string,
    readonly listener: Listener,
    readonly asSpectator = false,
  ) {
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("online", this.#wake);
    this.#beat = setInterval(() => this.#check(), 5000);
    this.#connect();
  }

  // --- the socket ----------------------------------------------------------------------------------------------------------

  readonly #wake = (): void => {
    if (document.visibilityState === "visible" && !this.#joined) this.#connect();
  };

  #connect(): void {
    if (this.#closed || (this.#socket !== undefined && this.#socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.addEventListener("open", () => {
      this.#joinId = this.#nextId();
      const resume = this.#lastSeq === undefined ? {} : { lastSeq: this.#lastSeq };
      const watch = this.asSpectator ? { asSpectator: true } : {};
      socket.send(JSON.stringify({ id: this.#joinId, type: "join_table", tableId: this.tableId, ...resume, ...watch }));
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(String(event.data)) as SessionTold | SessionAnswer);
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#lost(event.code, event.reason);
    });
  }

  #lost(code: number, reason: string): void {
    this.#joined = false;
    if (this.#closed) return;
    if (code === CLOSED) {
      this.close();
      this.listener.connected("closed", reason, 0);
      return;
    }
    if (code === PUT_OUT) {
      this.close();
      this.listener.connected("refused", reason, 0);
      this.listener.refused({ type: "rejected", id: this.#joinId, code: "banned", params: {}, reason }, { type: "join_table" });
      return;
    }
    const longest = this.#told || code === REJOIN ? SOON : Infinity;
    this.#told = false;
    const wait = Math.min(WAITS[Math.min(this.#attempts, WAITS.length - 1)] ?? 8000, longest);
    this.#attempts += 1;
    this.listener.connected("lost", reason, this.#attempts);
    // A little chance, so that not all pages of a table come back in the same instant.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** Whether the other side is still there: a sleeping laptop or a lost network closes nothing by itself. */
  #check(): void {
    if (this.#socket === undefined || this.#socket.readyState > WebSocket.OPEN) return;
    const silence = Date.now() - this.#heardAt;
    if (silence > (this.#joined ? 2 * QUIET : LET_IN * (this.#attempts + 1))) {
      const dead = this.#socket;
      this.#socket = undefined;
      dead.close();
      this.#lost(0, "");
    } else if (this.#joined && silence > QUIET) {
      this.mention({ type: "ping" });
    }
  }

  /** Hangs up for good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("online", this.#wake);
    this.#socket?.close();
  }

  // --- commands ------------------------------------------------------------------------------------------------------------

  #nextId(): string {
    this.#count += 1;
    return `${this.#tag}-${this.#count}`;
  }

  /** Sends a command and waits for its answer. A quiet one is not complained about when it is refused. */
  send(command: Sent, quiet = false): Promise<SessionAnswer> {
    const contents = JSON.stringify(command);
    // An impatient second click asks for nothing new.
    for (const pending of this.#pending.values()) {
      if (pending.contents === contents) return Promise.resolve({ type: "ack", id: "", seq: this.#lastSeq ?? 0 });
    }
    const id = this.#nextId();
    return new Promise((done) => {
      this.#pending.set(id, { command, contents, quiet, done, frame: JSON.stringify({ id, ...command }) });
      if (this.#joined) this.#socket?.send(JSON.stringify({ id, ...command }));
    });
  }

  /** Sends something that changes nothing and needs no answer. */
  mention(message: Sent): void {
    if (this.#joined) this.#socket?.send(JSON.stringify(message));
  }

  // --- what comes in -------------------------------------------------------------------------------------------------------

  #receive(message: SessionTold | SessionAnswer): void {
    this.#heardAt = Date.now();
    switch (message.type) {
      case "pong":
        return;
      case "ack":
      case "rejected":
      case "invalid_placement":
        this.#answered(message);
        return;
      case "error":
        this.listener.refused(message, undefined);
        return;
      case "view":
        this.#view = message.view;
        this.#viewSeq = message.seq;
        this.#askedWhole = false;
        this.#saw(message.seq);
        this.listener.viewed(this.#view, message.seq);
        return;
      case "view_patch":
        this.#saw(message.seq);
        this.#patch(message);
        return;
      case "welcome":
        if (message.protocolVersion !== PROTOCOL) location.reload();
        break;
      default:
        if ("seq" in message) this.#saw(message.seq);
    }
    this.listener.heard(message);
  }

  /** The highest event number so far, for the next time that the line breaks. */
  #saw(seq: number): void {
    this.#lastSeq = Math.max(this.#lastSeq ?? 0, seq);
  }

  #patch({ seq, from, patch }: { seq: number; from: number; patch: unknown }): void {
    if (from === this.#viewSeq) {
      this.#view = merged(this.#view, patch);
      this.#viewSeq = seq;
      this.listener.viewed(this.#view, seq);
    } else if (!this.#askedWhole) {
      this.#askedWhole = true;
      this.mention({ type: "get_view" });
    }
  }

  #answered(answer: Exclude<SessionAnswer, { type: "error" }>): void {
    if (answer.id === this.#joinId) {
      this.#arrived(answer);
      return;
    }
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (answer.type !== "ack" && pending !== undefined && !pending.quiet) this.listener.refused(answer, pending.command);
    pending?.done(answer);
  }

  /** The table has let us in, or not. */
  #arrived(answer: Exclude<SessionAnswer, { type: "error" }>): void {
    if (answer.type === "ack") {
      this.#joined = true;
      this.#attempts = 0;
      for (const { frame } of this.#pending.values()) this.#socket?.send(frame);
      this.listener.connected("open", "", 0);
    } else if (answer.code === "unavailable") {
      // The table was just being put away; the next attempt finds it.
      this.#told = true;
      this.#socket?.close();
    } else {
      this.close();
      this.listener.connected("refused", answer.reason, 0);
      this.listener.refused(answer, { type: "join_table" });
    }
  }
}
