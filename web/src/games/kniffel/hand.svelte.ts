// What is fleeting at a table: which dice are held, which box is about to be filled, what has just moved.
//
// Nothing here outlives its moment: held dice and the selected box belong to one roll of one turn, and when the view is past it
// they are forgotten by themselves.

import { moves } from "../../settings.svelte.ts";
import type { KniffelCategory, KniffelShown, Seat } from "../../protocol/messages.ts";
import type { Seen, Told } from "../contract.ts";
import { type Five, NONE, toggled } from "./dice.ts";
import { heard, type KniffelSeen, myTurn, seen } from "./shown.ts";

/** The server passes on at most ten mentions a second. */
const MENTION_EVERY = 120;
/** How long dice roll, in milliseconds: the last one begins a little later (see Die.svelte). */
const ROLLING = 720;

/** One roll of one turn; with its dice, so that no roll of another game is taken for it. */
function moment({ round, currentSeat, rollsRemaining, dice }: KniffelShown): string {
  return `${round} ${currentSeat ?? ""} ${rollsRemaining} ${dice?.join("") ?? ""}`;
}

interface Held {
  at: string;
  dice: Five<boolean>;
}

export class Hand {
  readonly #table: KniffelSeen;
  #held = $state.raw<Held>();
  #selected = $state.raw<{ at: string; category: KniffelCategory }>();
  /** How often each die was tossed. */
  tosses = $state<Five<number>>([0, 0, 0, 0, 0]);
  /** Which dice are in the air right now. */
  flying = $state.raw<Readonly<Five<boolean>>>(NONE);
  /** The box that was filled last. */
  filled = $state.raw<{ seat: Seat; category: KniffelCategory }>();
  #mentionedAt = 0;
  #mention: ReturnType<typeof setTimeout> | undefined;
  #stop: ReturnType<typeof setTimeout> | undefined;

  constructor(table: KniffelSeen) {
    this.#table = table;
    this.#held = kept(table.id);
    table.listen((told) => this.#happened(told));
  }

  /** Which dice are held. What stayed in the last roll is held on, unless somebody changed their mind. */
  get held(): Readonly<Five<boolean>> {
    const { view } = this.#table;
    if (view.dice === undefined || view.rollsRemaining === 0) return NONE;
    return this.#held?.at === moment(view) ? this.#held.dice : (view.keptDice ?? NONE);
  }

  /** Whether dice are rolling right now. */
  get rolling(): boolean {
    return this.flying.some(Boolean);
  }

  /** The box that the next tap fills. */
  get selected(): KniffelCategory | undefined {
    return this.#selected?.at === moment(this.#table.view) ? this.#selected.category : undefined;
  }

  select(category: KniffelCategory | undefined): void {
    this.#selected = category === undefined ? undefined : { at: moment(this.#table.view), category };
  }

  /** Whether the viewer can hold dice now. */
  get canHold(): boolean {
    return myTurn(this.#table) && this.#table.view.legal?.roll_dice?.keep === true;
  }

  /** Whether the viewer can roll now. */
  get canRoll(): boolean {
    const roll = this.#table.view.legal?.roll_dice;
    return myTurn(this.#table) && roll !== undefined && !(roll.keep && this.held.every(Boolean));
  }

  toggle(index: number): void {
    if (!this.canHold) return;
    this.#held = { at: moment(this.#table.view), dice: toggled(this.held, index) };
    keep(this.#table.id, this.#held);
    this.select(undefined);
    this.#tell();
  }

  roll(): void {
    // An impatient second tap, while the own dice still roll, is not a second roll.
    if (!this.canRoll || (this.rolling && this.#table.view.dice !== undefined)) return;
    const keptDice = this.#table.view.legal?.roll_dice?.keep === true ? this.held : NONE;
    void this.#table.move({ type: "roll_dice", keptDice });
  }

  /** Shows the others what is held, not more often than they are told. */
  #tell(): void {
    if (this.#mention !== undefined) return;
    const wait = Math.max(0, this.#mentionedAt + MENTION_EVERY - Date.now());
    this.#mention = setTimeout(() => {
      this.#mention = undefined;
      this.#mentionedAt = Date.now();
      if (this.canHold) this.#table.mention({ type: "hold_dice", keptDice: this.held });
    }, wait);
  }

  #happened(event: Told): void {
    const told = heard(event);
    switch (told.type) {
      case "dice_held":
        if (!this.#table.isMe(told.seat)) this.#held = { at: moment(this.#table.view), dice: told.keptDice };
        break;
      case "dice_rolled":
        this.#toss(told.keptDice);
        break;
      case "category_chosen":
        this.filled = { seat: told.seat, category: told.category };
        break;
      default:
    }
  }

  #toss([a, b, c, d, e]: Five<boolean>): void {
    if (!moves()) return;
    this.flying = [!a, !b, !c, !d, !e];
    this.flying.forEach((flies, at) => {
      if (flies) this.tosses[at] = (this.tosses[at] ?? 0) + 1;
    });
    clearTimeout(this.#stop);
    this.#stop = setTimeout(() => (this.flying = NONE), ROLLING);
  }
}

// The others go on seeing what I hold while my page is loaded again, so it must not forget it.

function isHeld(value: unknown): value is Held {
  if (typeof value !== "object" || value === null || !("at" in value) || !("dice" in value)) return false;
  return typeof value.at === "string" && Array.isArray(value.dice) && value.dice.length === 5 && value.dice.every((one) => typeof one === "boolean");
}

function kept(id: string): Held | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(`kniffel ${id}`) ?? "null");
    return isHeld(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function keep(id: string, held: Held): void {
  try {
    sessionStorage.setItem(`kniffel ${id}`, JSON.stringify(held));
  } catch {
    // It is only a convenience.
  }
}

const hands = new WeakMap<Seen, Hand>();

/** The hand of a table: the same for all parts of the page. */
export function handOf(table: Seen): Hand {
  let hand = hands.get(table);
  if (hand === undefined) {
    hand = new Hand(seen(table));
    hands.set(table, hand);
  }
  return hand;
}
