// A socket for tests: what was sent can be read, and what the server says is said by hand.

export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  /** All that were made, the first first. */
  static made: FakeSocket[] = [];

  readyState = FakeSocket.CONNECTING;
  readonly sent: Record<string, unknown>[] = [];

  constructor(readonly url: string) {
    super();
    FakeSocket.made.push(this);
  }

  static last(): FakeSocket {
    const socket = FakeSocket.made.at(-1);
    if (socket === undefined) throw new Error("no socket was made");
    return socket;
  }

  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>);
  }

  close(): void {
    this.breaks(1000);
  }

  // --- the other side

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  says(message: Record<string, unknown>): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  breaks(code = 1006, reason = ""): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.dispatchEvent(new CloseEvent("close", { code, reason }));
  }

  /** What was sent of one type. */
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message["type"] === type);
  }

  /** Opens and lets the page in. */
  welcomes(seq = 1): void {
    this.opens();
    this.says({ type: "ack", id: this.of("join_table").at(-1)?.["id"], seq });
  }
}
