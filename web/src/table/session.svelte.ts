// A table as this page knows it: everything the server said, and the one way to answer.
//
// Everything shown follows from what was said last; nothing is added up here.

import type { Hint, GameParts, Seen, Sitter, Told } from "../games/contract.ts";
import { loadGame } from "../games/index.ts";
import { Ceremony } from "../fair/ceremony.svelte.ts";
import { myself } from "../net/me.svelte.ts";
import { type Connection, type Heard, Line, type Refused, type Sent } from "../net/line.ts";
import type { ChatLine, GameName, GameOver, GameStart, Seat, SessionTold, TableState, Welcome } from "../protocol/messages.ts";
import { play } from "../sound/play.ts";
import { announce, notify } from "../ui/notices.svelte.ts";
import { changes } from "./changes.ts";
import { Company } from "./company.ts";
import { Curtain } from "./curtain.ts";
import { Log } from "./log.svelte.ts";
import { outcome } from "./outcome.ts";
import { recalled, retold } from "./recall.ts";
import { refusal } from "./refusals.ts";
import { Taps } from "./taps.ts";
import { say } from "./words.ts";

/** How long news of the connection are shown. */
const NEWS = { resumed: 4000, moved: 10_000 };
/** How long a complaint stands beside the sentence. */
const COMPLAINT = 6000;

interface Viewed {
  deadline?: number;
}

export class Session extends Company implements Seen {
  readonly id: string;
  readonly line: Line;
  readonly ceremony: Ceremony;
  readonly log = new Log();
  parts = $state.raw<GameParts>();
  welcome = $state.raw<Welcome>();
  state = $state.raw<TableState>();
  started = $state.raw<GameStart>();
  view = $state.raw<unknown>();
  over = $state.raw<GameOver>();
  connection = $state<Connection>("connecting");
  /** What is new about the connection, for a moment: it is there again, or the seat is played on another device too. */
  news = $state<"resumed" | "moved">();
  /** Why the table would not have us. */
  reason = $state("");
  /** When the game begins, by this machine's clock. */
  countdown = $state<number>();
  /** Why the last command was refused, for a while. */
  complaint = $state<{ text: string; key: number }>();
  /** How far the server's clock is ahead. */
  #ahead = 0;
  /** How many complaints there were. */
  #complaints = 0;
  readonly #taps = new Taps();
  readonly #curtain = new Curtain();
  /** What waits for the words of the game. */
  #waiting: (() => void)[] = [];
  #sit: boolean;
  /** The event number at which this page came, and whether the game was over by then; until what happened before is told. */
  #came: { seq: number; late: boolean } | undefined;
  #quieter: ReturnType<typeof setTimeout> | undefined;
  #calmer: ReturnType<typeof setTimeout> | undefined;

  /** Goes to a table; `sit` takes a seat at once. */
  constructor(id: string, sit = false) {
    super();
    this.id = id;
    this.#sit = sit;
    this.ceremony = new Ceremony(this);
    this.line = new Line(id, {
      heard: (message) => this.#heard(message),
      viewed: (view) => this.#curtain.behind(() => this.#looked(view)),
      connected: (state, reason, attempts) => this.#connected(state, reason, attempts),
      refused: (answer, command) => this.#refused(answer, command),
    });
  }

  close(): void {
    clearTimeout(this.#quieter);
    clearTimeout(this.#calmer);
    this.#taps.close();
    this.line.close();
  }

  // --- as the games see it ---------------------------------------------------------------------------------------------------

  get game(): GameName {
    return this.welcome?.game ?? "catan";
  }

  get fixed(): unknown {
    return this.started?.fixed;
  }

  get players(): readonly Sitter[] {
    return [...(this.state?.players ?? [])].sort((a, b) => a.seat - b.seat);
  }

  /** My seat, if I have one. Seats are dealt anew when a game begins, so this is always looked up. */
  get seat(): Seat | undefined {
    return this.state?.players.find((player) => player.playerId === this.welcome?.playerId)?.seat;
  }

  get live(): boolean {
    return this.state?.phase === "playing" && this.state.paused === undefined && !this.substituted;
  }

  async move(command: Sent, queued = false): Promise<boolean> {
    if (!queued && this.#taps.slipped(command.type)) return false;
    this.#taps.moved(command.type);
    return this.send(command);
  }

  mention(message: Sent): void {
    this.line.mention(message);
  }

  now(): number {
    return Date.now() + this.#ahead;
  }

  // --- as the page sees it ---------------------------------------------------------------------------------------------------

  /** Whether a bot plays for me. */
  get substituted(): boolean {
    return this.player(this.seat)?.substituted ?? false;
  }

  get isHost(): boolean {
    return this.state !== undefined && this.state.host === this.welcome?.playerId;
  }

  /** Whether there is a game to be seen, running or over. */
  get playing(): boolean {
    const phase = this.state?.phase;
    return (phase === "playing" || phase === "over") && this.view !== undefined && this.started !== undefined && this.parts !== undefined;
  }

  /** Until when the viewer or the table has time, by this machine's clock. */
  get deadline(): number | undefined {
    if (!this.playing || this.state?.phase !== "playing" || this.state.paused !== undefined) return undefined;
    const deadline = (this.view as Viewed).deadline;
    return deadline === undefined ? undefined : deadline - this.#ahead;
  }

  get hint(): Hint | undefined {
    return this.playing && this.live ? this.parts?.hint(this) : undefined;
  }

  /** Sends a command of the table; resolves to whether it was done. */
  async send(command: Sent, quiet = false): Promise<boolean> {
    const answer = await this.line.send(command, quiet);
    if (answer.type === "ack" && !quiet) this.forgive();
    return answer.type === "ack";
  }

  /** Takes a complaint away before its time. */
  forgive(): void {
    this.complaint = undefined;
  }

  // --- what comes in ---------------------------------------------------------------------------------------------------------

  #heard(message: Heard): void {
    this.ceremony.heard(message as SessionTold);
    const told = message as Exclude<SessionTold, { type: "view" | "view_patch" | "pong" }>;
    switch (told.type) {
      case "welcome":
        this.welcome = told;
        this.#ahead = told.serverTime - Date.now();
        if (this.parts === undefined) void this.#load(told.game);
        break;
      case "table_state":
        this.#curtain.behind(() => this.#arranged(told));
        break;
      case "countdown":
        this.countdown = told.secondsRemaining === undefined ? undefined : Date.now() + 1000 * told.secondsRemaining;
        break;
      case "game_started":
        this.#began(told);
        break;
      case "game_ended":
        this.#curtain.behind(() => this.#ended(told));
        break;
      case "paused":
        this.#write(say(`paused_${told.reason}`));
        break;
      case "resumed":
        this.#write(say("resumed"));
        break;
      case "chat":
        this.#chatted(told);
        break;
      case "seat_elsewhere":
        this.#tellNews("moved");
        this.#write(say("moved"));
        break;
      case "server_stopping":
        notify(say("server_stopping"));
        break;
      case "table_closed":
        this.#write(say("table_closed"));
        break;
      case "seed_request":
      case "seeds_committed":
      case "seeds_revealed":
      case "spin_proof":
      case "card_proof":
        break;
      default:
        this.#happened(told as Told);
    }
  }

  async #load(game: GameName): Promise<void> {
    this.parts = await loadGame(game);
    for (const work of this.#waiting.splice(0)) work();
    void this.#remember();
  }

  #looked(view: unknown): void {
    this.view = view;
    void this.#remember();
  }

  /** Tells what happened before this page came, once there are words for it. */
  async #remember(): Promise<void> {
    const came = this.#came;
    const { parts, over } = this;
    if (came === undefined || parts === undefined || !this.playing || (came.late && over === undefined)) return;
    this.#came = undefined;
    if (came.late) {
      const past = await retold(this, parts, over?.number);
      this.log.recall([...past, { at: past.at(-1)?.at ?? this.now(), text: outcome(this) }]);
      return;
    }
    this.log.recall(await recalled(this, parts, came.seq));
  }

  /** An event of the game. */
  #happened(told: Told): void {
    const { parts } = this;
    if (parts === undefined) {
      this.#waiting.push(() => this.#happened(told));
      return;
    }
    this.#curtain.behind(() => {
      this.pass(told);
      const sound = parts.sound(this, told);
      if (sound !== undefined) play(sound);
      this.#curtain.lower(parts.curtain?.(this, told) ?? 0);
      this.#curtain.behind(() => {
        const text = parts.tell(this, told);
        if (text !== undefined) this.#write(text);
      });
    });
  }

  /** The table as a whole changed. */
  #arranged(state: TableState): void {
    const before = this.state;
    this.state = state;
    if (before === undefined && (state.phase === "playing" || state.phase === "over")) this.#came = { seq: state.seq, late: state.phase === "over" };
    if (state.phase !== "lobby") this.countdown = undefined;
    if (this.#sit && state.phase === "lobby" && this.seat === undefined) void this.send({ type: "sit" }, true);
    this.#sit = false;
    // Whoever asked for another game is ready for it; the server says so.
    if (before?.phase === "over" && state.phase === "lobby") this.#write(say("seats_open"));
    for (const text of changes(before?.players ?? [], state.players)) this.#write(text);
  }

  #began(start: GameStart): void {
    const again = this.started?.number === start.number;
    this.started = start;
    if (again) return;
    this.over = undefined;
    // Whoever comes later is told what happened since then instead.
    if (this.#came === undefined) this.#write(say("game_begins", { n: start.number }));
  }

  #ended(over: GameOver): void {
    if (this.over?.number === over.number) return;
    this.over = over;
    // Whoever comes after the end hears of it when the rest is told.
    if (this.#came?.late === true) {
      void this.#remember();
      return;
    }
    if (over.winners.some((seat) => this.isMe(seat))) play("win");
    this.#write(outcome(this));
  }

  #chatted(line: ChatLine): void {
    if (!this.log.said(line)) return;
    if (line.playerId !== this.welcome?.playerId && this.connection === "open") {
      this.log.unread += 1;
      announce(`${line.name}: ${line.text}`);
    }
  }

  #connected(state: Connection, reason: string, attempts: number): void {
    const before = this.connection;
    this.connection = state;
    this.reason = reason;
    if (before === "lost" && state === "open") this.#tellNews("resumed");
    // A browser is not told why a socket was refused. Perhaps the server no longer knows us; then the page asks for a name.
    if (state === "lost" && attempts === 2) void myself.refresh().catch(() => undefined);
  }

  #tellNews(news: keyof typeof NEWS): void {
    this.news = news;
    clearTimeout(this.#calmer);
    this.#calmer = setTimeout(() => (this.news = undefined), NEWS[news]);
  }

  #refused(answer: Refused, command: Sent | undefined): void {
    const text = refusal(answer.code, "params" in answer ? answer.params : {}, answer.reason);
    if (command?.type === "join_table") {
      // An address that cannot be one of a table was cut off on its way here; a reload would not help.
      this.reason = answer.code === "bad_request" ? say("no_table") : text;
      return;
    }
    this.#complaints += 1;
    this.complaint = { text, key: this.#complaints };
    clearTimeout(this.#quieter);
    this.#quieter = setTimeout(() => this.forgive(), COMPLAINT);
    play("no");
  }

  #write(text: string): void {
    this.log.write({ at: this.now(), text });
    announce(text);
  }
}
