// The line to one table: a socket that comes back by itself, commands that are answered exactly once, a view that is always
// whole.
//
// Every command has an id. What was not answered when the socket broke is sent again with the same id, so nothing is lost
// and nothing is done twice. Views are changed by merge patches, applied blindly; if one does not fit, the whole is asked for.

/** The protocol that this page speaks. */
const PROTOCOL = 1;
/** Waits between attempts to come back, in milliseconds. */
const WAITS = [300, 1000, 2000, 4000, 8000];
/** After this long without a word the line asks whether anybody is there; after twice as long it is taken for broken. */
const QUIET = 15000;
/** Reasons to close after which coming back by itself makes no sense: the table is closed. */
const FINAL = [4012];

/** RFC 7396: a patch looks like the object that it changes; null takes a field out. */
export function merged(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const result = target !== null && typeof target === "object" && !Array.isArray(target) ? { ...target } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key];
    else result[key] = merged(result[key], change);
  }
  return result;
}

export class Line {
  /** Opens a line to a table. `on` has `message`, `view`, `status` and `refused`. */
  constructor(tableId, on) {
    Object.assign(this, { tableId, on, pending: new Map(), attempts: 0, lastSeq: undefined });
    this.tag = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join("");
    this.count = 0;
    this.wake = () => document.visibilityState === "visible" && !this.joined && this.connect();
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    this.beat = setInterval(() => this.check(), 5000);
    this.connect();
  }

  // --- the socket ----------------------------------------------------------------------------------------------------------

  connect() {
    if (this.closed || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      const join = { id: this.nextId(), type: "join_table", tableId: this.tableId };
      if (this.lastSeq !== undefined) join.lastSeq = this.lastSeq;
      this.joinId = join.id;
      socket.send(JSON.stringify(join));
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event);
  }

  lost(event) {
    this.joined = false;
    if (this.closed) return;
    if (FINAL.includes(event.code)) {
      this.close();
      this.on.status("closed", event.reason);
      return;
    }
    const wait = WAITS[Math.min(this.attempts, WAITS.length - 1)];
    this.attempts += 1;
    this.on.status("lost", event.reason, this.attempts);
    // A little chance, so that not all pages of a table come back in the same instant.
    this.retry = setTimeout(() => this.connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** Whether the other side is still there: a sleeping laptop or a lost network closes nothing by itself. */
  check() {
    if (!this.joined) return;
    const silence = Date.now() - this.heard;
    if (silence > 2 * QUIET) {
      const dead = this.socket;
      this.socket = undefined;
      dead.close();
      this.lost({ code: 0, reason: "" });
    } else if (silence > QUIET) {
      this.socket.send(JSON.stringify({ type: "ping" }));
    }
  }

  /** Hangs up for good. */
  close() {
    this.closed = true;
    clearTimeout(this.retry);
    clearInterval(this.beat);
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    this.socket?.close();
  }

  // --- commands ------------------------------------------------------------------------------------------------------------

  nextId() {
    this.count += 1;
    return `${this.tag}-${this.count}`;
  }

  /** Sends a command. A quiet one is not complained about when it is refused. */
  send(type, fields = {}, quiet = false) {
    const contents = JSON.stringify({ type, ...fields });
    // An impatient second click asks for nothing new.
    if ([...this.pending.values()].some((command) => command.contents === contents)) return;
    const id = this.nextId();
    const command = { id, type, contents, quiet, frame: JSON.stringify({ id, type, ...fields }) };
    this.pending.set(id, command);
    if (this.joined) this.socket.send(command.frame);
  }

  /** Sends something that changes nothing and needs no answer. */
  mention(type, fields = {}) {
    if (this.joined) this.socket.send(JSON.stringify({ type, ...fields }));
  }

  // --- what comes in -------------------------------------------------------------------------------------------------------

  receive(message) {
    this.heard = Date.now();
    switch (message.type) {
      case "pong":
        return;
      case "ack":
      case "rejected":
      case "invalid_placement":
        return this.answered(message);
      case "error":
        return this.on.refused(message);
      case "welcome":
        if (message.protocolVersion !== PROTOCOL) return location.reload();
        break;
      case "view":
        this.view = message.view;
        this.viewSeq = message.seq;
        this.asked = false;
        this.saw(message.seq);
        return this.on.view(this.view);
      case "view_patch":
        this.saw(message.seq);
        return this.patch(message);
    }
    this.saw(message.seq);
    this.on.message(message);
  }

  /** The highest event number so far, for the next time that the line breaks. */
  saw(seq) {
    if (seq !== undefined) this.lastSeq = Math.max(this.lastSeq ?? 0, seq);
  }

  patch({ seq, from, patch }) {
    if (from === this.viewSeq) {
      this.view = merged(this.view, patch);
      this.viewSeq = seq;
      this.on.view(this.view);
    } else if (!this.asked) {
      this.asked = true;
      this.mention("get_view");
    }
  }

  answered(answer) {
    if (answer.id === this.joinId) return this.arrived(answer);
    const command = this.pending.get(answer.id);
    this.pending.delete(answer.id);
    if (answer.type !== "ack" && command && !command.quiet) this.on.refused(answer, command);
  }

  /** The table has let us in, or not. */
  arrived(answer) {
    // The table was just being put away; the next attempt finds it.
    if (answer.code === "unavailable") return this.socket.close();
    if (answer.type !== "ack") {
      this.close();
      return this.on.status("refused", answer.reason);
    }
    this.joined = true;
    this.attempts = 0;
    for (const command of this.pending.values()) this.socket.send(command.frame);
    this.on.status("open");
  }
}
