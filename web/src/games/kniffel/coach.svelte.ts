// The coach: what the exact solver says about the viewer's position. It is asked once for each position, and only if it is
// wanted and the viewer is at play.

import { ask, Trouble } from "../../net/api.ts";
import { settings } from "../../settings.svelte.ts";
import type { Advice, AdviceAnswer, AdvicePosition, AdviceRequest, KniffelRules } from "../../protocol/messages.ts";
import type { Seen } from "../contract.ts";
import { type KniffelSeen, myTurn, seen } from "./shown.ts";

/** How long the server is left in peace while it prepares itself for unusual rules, in milliseconds, and how often it is asked. */
const PATIENCE = 3000;
const ATTEMPTS = 20;

/** Asks for advice on up to 256 positions at once, again and again if the server needs time and the answer is still wanted. */
export async function advise(rules: KniffelRules, positions: AdvicePosition[], wanted = (): boolean => true): Promise<AdviceAnswer> {
  const request: AdviceRequest = { rules, positions };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask<AdviceAnswer>("POST", "/api/kniffel/advice", request);
    } catch (trouble) {
      if (attempt === ATTEMPTS || !wanted() || !(trouble instanceof Trouble && trouble.status === 503)) throw trouble;
    }
    await new Promise((done) => setTimeout(done, PATIENCE));
  }
}

/** The viewer's position, if the viewer is at play. */
export function positionOf(table: KniffelSeen): AdvicePosition | undefined {
  const { view, seat } = table;
  const sheet = seat === undefined ? undefined : view.players[seat];
  if (sheet === undefined || !myTurn(table)) return undefined;
  const dice = view.dice === undefined ? {} : { dice: view.dice };
  return { scores: sheet.scores, extraKniffels: sheet.extraKniffels, rollsRemaining: view.rollsRemaining, ...dice };
}

export class Coach {
  readonly #table: KniffelSeen;
  /** The newest answer, and to what. */
  #said = $state.raw<{ about: string; advice: Advice | undefined }>();
  #asked = "";

  constructor(table: KniffelSeen) {
    this.#table = table;
  }

  /** The position that advice is wanted on, as a text that tells it from others. */
  get #about(): string | undefined {
    const position = settings.coach ? positionOf(this.#table) : undefined;
    return position === undefined ? undefined : JSON.stringify(position);
  }

  /** Whether it is the viewer who is to be advised now. */
  get wanted(): boolean {
    return this.#about !== undefined;
  }

  /** Whether the coach was asked about this position and could not answer. */
  get silent(): boolean {
    return this.#said !== undefined && this.#said.about === this.#about && this.#said.advice === undefined;
  }

  /** What the coach says about the present position. */
  get advice(): Advice | undefined {
    return this.#said !== undefined && this.#said.about === this.#about ? this.#said.advice : undefined;
  }

  /** Asks about the present position, unless that was done. Called whenever the position may have changed. */
  consult(): void {
    const about = this.#about;
    const position = about === undefined ? undefined : positionOf(this.#table);
    if (about === undefined || position === undefined || about === this.#asked) return;
    this.#asked = about;
    void this.#consult(about, position);
  }

  async #consult(about: string, position: AdvicePosition): Promise<void> {
    const wanted = (): boolean => this.#asked === about;
    try {
      const { advice } = await advise(this.#table.fixed.rules, [position], wanted);
      if (wanted()) this.#said = { about, advice: advice[0] };
    } catch {
      if (!wanted()) return;
      this.#said = { about, advice: undefined };
      // The next change of the view asks again.
      this.#asked = "";
    }
  }
}

const coaches = new WeakMap<Seen, Coach>();

/** The coach of a table: the same for all parts of the page. */
export function coachOf(table: Seen): Coach {
  let coach = coaches.get(table);
  if (coach === undefined) {
    coach = new Coach(seen(table));
    coaches.set(table, coach);
  }
  return coach;
}
