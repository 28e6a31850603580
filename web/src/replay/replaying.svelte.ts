// A game that is over, step by step: the same `Seen` that a live table is, so that every part of a game shows it as it was.
//
// Step 0 is the beginning, step n the moment after the n-th entry of the log. Going on by one step tells its events, so that
// dice roll and pieces move again; any other way of getting somewhere shows it at once.

import type { GameParts, Seen, Sitter, Told } from "../games/contract.ts";
import { merged } from "../net/patch.ts";
import type { GameName, GameOver, Replay, ReplayPlayer, ReplayStep, Seat } from "../protocol/messages.ts";
import { play } from "../sound/play.ts";
import { Company } from "../table/company.ts";

/** How long a step stays at speed 1, in milliseconds. */
const PACE = 1200;
export const SPEEDS = [1, 2, 4, 8] as const;

export interface ReplayLine {
  step: number;
  at: number;
  text: string;
}

const isTold = (value: unknown): value is Told => typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** The views of a game, the first one before any step. They share what did not change. */
export function viewsOf({ view, steps }: Pick<Replay, "view" | "steps">): unknown[] {
  const views = [view];
  for (const step of steps) views.push(step.patch === undefined ? views.at(-1) : merged(views.at(-1), step.patch));
  return views;
}

/** Who sat where when an event had come. */
export function sittersAt(players: readonly ReplayPlayer[], seq: number): Sitter[] {
  const seated = new Map<Seat, ReplayPlayer>();
  for (const player of players) if (player.since === undefined || player.since <= seq) seated.set(player.seat, player);
  return [...seated.values()]
    .sort((a, b) => a.seat - b.seat)
    .map((player) => Object.assign(structuredClone(player), { connected: true }));
}

export class Replaying extends Company implements Seen {
  readonly live = false;
  readonly seat: Seat | undefined;
  readonly replay: Replay;
  readonly parts: GameParts;
  readonly #views: readonly unknown[];
  readonly #me: string | undefined;
  #step = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs while a step's motion keeps its view back. */
  #motion: ReturnType<typeof setTimeout> | undefined;
  /** While the log is written, the step that is being told. */
  #telling: number | undefined;

  /** `me` is the id of whoever looks on, if they are known. */
  constructor(replay: Replay, parts: GameParts, me: string | undefined, step: number) {
    super();
    this.replay = replay;
    this.parts = parts;
    this.seat = replay.seat;
    this.#me = me;
    this.#views = viewsOf(replay);
    this.#step = this.#within(step);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#motion);
  }

  // --- the way through the game ------------------------------------------------------------------------------------------------

  get step(): number {
    return this.#step;
  }

  get last(): number {
    return this.replay.steps.length;
  }

  #within(step: number): number {
    return Math.min(Math.max(0, Math.floor(step) || 0), this.replay.steps.length);
  }

  /** Goes somewhere; one step on is shown in motion. */
  go(to: number): void {
    this.pause();
    const step = this.#within(to);
    if (step === this.#step + 1) this.#forward();
    else this.#step = step;
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.#step === this.last) this.#step = 0;
    this.playing = true;
    this.#next(0);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
    this.#settle();
  }

  #next(wait: number): void {
    this.#timer = setTimeout(() => {
      const curtain = this.#forward();
      if (this.#step >= this.last - Number(curtain > 0)) this.playing = false;
      else if (this.playing) this.#next(curtain + PACE / this.speed);
    }, wait);
  }

  /** Shows at once what a motion still keeps back. */
  #settle(): void {
    if (this.#motion === undefined) return;
    clearTimeout(this.#motion);
    this.#motion = undefined;
    this.#step += 1;
  }

  /** One step on, with its events. Gives how long its motion takes. */
  #forward(): number {
    const told = this.#told(this.replay.steps[this.#step]);
    let curtain = 0;
    for (const one of told) {
      this.pass(one);
      const sound = this.parts.sound(this, one);
      if (sound !== undefined) play(sound);
      curtain = Math.max(curtain, this.parts.curtain?.(this, one) ?? 0);
    }
    if (curtain <= 0) this.#step += 1;
    else this.#motion = setTimeout(() => this.#settle(), curtain);
    return curtain;
  }

  #told(step: ReplayStep | undefined): Told[] {
    return step?.told.filter(isTold) ?? [];
  }

  // --- as the games see it -----------------------------------------------------------------------------------------------------

  get #now(): number {
    return this.#telling ?? this.#step;
  }

  get id(): string {
    return this.replay.tableId;
  }

  get game(): GameName {
    return this.replay.game;
  }

  get fixed(): unknown {
    return this.replay.fixed;
  }

  get view(): unknown {
    return this.#views[this.#now];
  }

  get players(): readonly Sitter[] {
    const step = this.replay.steps[this.#now - 1];
    return sittersAt(this.replay.players, step?.seq ?? 0);
  }

  get over(): GameOver | undefined {
    return this.#now === this.last ? this.replay.ended : undefined;
  }

  /** Somebody who looks on through another's eyes is not that other. */
  override isMe(seat: Seat | undefined): boolean {
    return super.isMe(seat) && this.player(seat)?.playerId === this.#me;
  }

  move(): Promise<boolean> {
    return Promise.resolve(false);
  }

  mention(): void {
    // Nobody is there to hear it.
  }

  now(): number {
    return this.replay.steps[this.#now - 1]?.at ?? this.replay.beganAt;
  }

  // --- the log -----------------------------------------------------------------------------------------------------------------

  /** The whole game in words. An event is told with the view before it, as at a live table. */
  log(): ReplayLine[] {
    const lines: ReplayLine[] = [];
    for (const [place, step] of this.replay.steps.entries()) {
      this.#telling = place;
      for (const told of this.#told(step)) {
        const text = this.parts.tell(this, told);
        if (text !== undefined) lines.push({ step: place + 1, at: step.at, text });
      }
    }
    this.#telling = undefined;
    return lines;
  }
}
