// What the viewer is in the middle of: something to build, a place tapped once, an open sheet, cards picked. One for each table,
// shared by the board, the buttons and the hand. None of it is part of the game; all of it may be forgotten at any time.

import type { CatanDevCard, CatanHand, CatanShownOffer, Seat } from "../../protocol/messages.ts";
import { settings } from "../../settings.svelte.ts";
import { type Aim, aimOf, type Target } from "./aim.ts";
import { type Goods, none, RESOURCES } from "./cards.ts";
import { type CatanTable, legalOf } from "./table.ts";

export type SheetName = "trade" | CatanDevCard;

export class Desk {
  readonly #table: CatanTable;
  /** What is being built or bought. */
  building = $state<Goods>();
  /** The place that was tapped once. */
  #tapped = $state<string>();
  sheet = $state<SheetName>();
  /** Cards picked for a discard or a year of plenty. */
  picked = $state<CatanHand>(none());
  /** A trade in the making: wanted above 0, given below. */
  balance = $state<CatanHand>(none());
  /** Whether offers stand in the bar beside the sentence, where they cover nothing. */
  barred = $state(false);
  /** Who is not asked. */
  unasked = $state<Seat[]>([]);
  /** Where cards fly to and from, by name. */
  readonly anchors = new Map<string, Element>();
  readonly aim: Aim | undefined = $derived.by(() => aimOf(this.#table.view, legalOf(this.#table), this.building));
  readonly tapped: Target | undefined = $derived.by(() => this.aim?.targets.find(({ id }) => id === this.#tapped));
  /** Whether the building chosen in the row is waiting for its place. */
  readonly placing: boolean = $derived.by(() => this.building !== undefined && (this.aim !== undefined || this.buying));

  constructor(table: CatanTable) {
    this.#table = table;
  }

  /** Whether a development card waits for a second tap. */
  get buying(): boolean {
    return this.building === "card" && legalOf(this.#table).buy_dev_card === true;
  }

  /** One tap chooses a place, a second one on the same place takes it. */
  tap(target: Target): void {
    if (settings.oneTap || this.tapped?.id === target.id) void this.take(target);
    else this.#tapped = target.id;
  }

  /** Does what the place was chosen for. */
  async take(target: Target): Promise<void> {
    const { aim } = this;
    if (aim === undefined) return;
    this.#tapped = undefined;
    if (await this.#table.move(aim.command(target))) this.building = undefined;
  }

  /** Chooses what to build; again takes it back, and buys a card. */
  choose(goods: Goods): void {
    this.#tapped = undefined;
    if (goods === "card" && (settings.oneTap || this.building === "card")) void this.buy();
    else this.building = this.building === goods ? undefined : goods;
  }

  async buy(): Promise<void> {
    this.building = undefined;
    await this.#table.move({ type: "buy_dev_card" });
  }

  /** Takes the last choice back: the place first, then the building. */
  cancel(): void {
    if (this.tapped !== undefined && this.building === undefined) this.#tapped = undefined;
    else this.clear();
  }

  /** Forgets everything. */
  clear(): void {
    this.#tapped = undefined;
    this.building = undefined;
    this.picked = none();
    this.balance = none();
    this.unasked = [];
    this.sheet = undefined;
  }

  /** Opens a sheet; what was picked for another one is put back. */
  open(sheet: SheetName): void {
    this.building = undefined;
    this.#tapped = undefined;
    this.picked = none();
    this.sheet = sheet;
  }

  /** Opens the trade with an offer turned round, as far as there are cards for it. */
  counter(offer: CatanShownOffer, hand: Readonly<CatanHand>): void {
    this.open("trade");
    for (const kind of RESOURCES) this.balance[kind] = (offer.give[kind] ?? 0) - Math.min(offer.receive[kind] ?? 0, hand[kind]);
  }
}

const desks = new WeakMap<object, Desk>();

/** The desk of a table; made when it is first asked for. */
export function deskOf(table: CatanTable): Desk {
  let desk = desks.get(table);
  if (desk === undefined) {
    desk = new Desk(table);
    desks.set(table, desk);
  }
  return desk;
}
