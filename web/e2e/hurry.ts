// Plays Catan for somebody up to a moment that is rare: over a socket of their own, whatever is allowed, until it has come. What
// the moment is about is then done on the page.

import type { CatanOffered, CatanResource, CatanShown } from "../src/protocol/messages.ts";
import { type Person, secondTab } from "./support.ts";

/** A card that may be played, or a turn in which bank and others can be traded with. */
export type Moment = "monopoly" | "year_of_plenty" | "trade";

export interface Reached {
  seat: number;
  view: CatanShown;
}

/** Runs in the browser, so everything it needs is in it. Gives undefined when it was halted or the moment can no longer come. */
function play({ table, moment }: { table: string; moment: Moment | undefined }): Promise<Reached | undefined> {
  type Command = { type: string; [field: string]: unknown };
  type Message = { type: string; id?: string; seq?: number; view?: CatanShown; patch?: unknown; playerId?: string; players?: { seat: number; playerId: string }[] };
  const KINDS: CatanResource[] = ["wood", "brick", "sheep", "wheat", "ore"];
  const PRICE: CatanResource[] = ["sheep", "wheat", "ore"];
  const any = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];
  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
  const merged = (target: unknown, patch: unknown): unknown => {
    if (!isRecord(patch)) return patch;
    const result: Record<string, unknown> = isRecord(target) ? { ...target } : {};
    for (const [key, value] of Object.entries(patch)) {
      if (value === null) delete result[key];
      else result[key] = merged(result[key], value);
    }
    return result;
  };

  return new Promise((done) => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
    let me = "";
    let seat = -1;
    let view: CatanShown | undefined;
    let waiting = false;
    let sent = 0;
    const end = (reached?: Reached): void => {
      clearInterval(ticking);
      socket.close();
      done(reached);
    };

    const hasCome = (now: CatanShown, { bank_trade: bank, offer_trade: offer, play_monopoly: monopoly, play_year_of_plenty: plenty }: CatanOffered): boolean => {
      if (moment === "monopoly") return monopoly !== undefined;
      if (moment === "year_of_plenty") return plenty !== undefined;
      const others = Object.entries(now.players).filter(([other]) => Number(other) !== seat);
      return moment === "trade" && bank !== undefined && Object.keys(bank.give).length > 0 && (offer?.to.length ?? 0) > 0 && others.every(([, other]) => other.resourceCount > 0);
    };

    function traded(now: CatanShown, { bank_trade: bank }: CatanOffered): Command | undefined {
      const hand = now.players[seat]?.resources;
      if (bank === undefined || hand === undefined) return undefined;
      const receive = PRICE.find((kind) => (hand[kind] ?? 0) === 0 && bank.receive.includes(kind));
      const give = KINDS.find((kind) => bank.give[kind] !== undefined && (hand[kind] ?? 0) >= (bank.give[kind] ?? 0) + (PRICE.includes(kind) ? 1 : 0));
      return receive === undefined || give === undefined ? undefined : { type: "bank_trade", give, receive };
    }

    function discarded(now: CatanShown, count: number): Command {
      const hand = { wood: 0, brick: 0, sheep: 0, wheat: 0, ore: 0, ...now.players[seat]?.resources };
      const resources = { wood: 0, brick: 0, sheep: 0, wheat: 0, ore: 0 };
      for (let owed = count; owed > 0; owed -= 1) {
        const most = KINDS.toSorted((a, b) => hand[b] - resources[b] - hand[a] + resources[a])[0] ?? "wood";
        resources[most] += 1;
      }
      return { type: "discard", resources };
    }

    function next(now: CatanShown, legal: CatanOffered): Command | undefined {
      if (legal.discard !== undefined) return discarded(now, legal.discard.count);
      if (legal.place_settlement !== undefined) return { type: "place_settlement", vertexId: any(legal.place_settlement) };
      if (legal.place_road !== undefined) return { type: "place_road", edgeId: any(legal.place_road) };
      if (legal.move_robber !== undefined) return { type: "move_robber", hexId: any(legal.move_robber) };
      if (legal.steal !== undefined) return { type: "steal", victim: any(legal.steal) };
      if (legal.decline_trade?.[0] !== undefined) return { type: "decline_trade", offer: legal.decline_trade[0] };
      if (legal.roll_dice === true) return { type: "roll_dice" };
      if (moment !== "trade" && moment !== undefined) {
        if (legal.build_city !== undefined && legal.build_city.length > 0) return { type: "build_city", vertexId: any(legal.build_city) };
        if (legal.buy_dev_card === true) return { type: "buy_dev_card" };
        const trade = traded(now, legal);
        if (trade !== undefined) return trade;
      }
      return legal.end_turn === true ? { type: "end_turn" } : undefined;
    }

    function tick(): void {
      if (Reflect.get(window, "halted") === true || view?.phase === "ended") {
        end();
        return;
      }
      if (view?.legal === undefined || waiting || seat < 0) return;
      if (hasCome(view, view.legal)) {
        end({ seat, view });
        return;
      }
      // Without the card in the hand and none left to buy, it will not come.
      if ((moment === "monopoly" || moment === "year_of_plenty") && view.deckCount === 0 && view.players[seat]?.devCards?.[moment] === 0) {
        end();
        return;
      }
      const command = next(view, view.legal);
      if (command === undefined) return;
      waiting = true;
      sent += 1;
      socket.send(JSON.stringify({ id: `hurry-${sent}`, ...command }));
    }

    socket.addEventListener("open", () => socket.send(JSON.stringify({ id: "join", type: "join_table", tableId: table })));
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.type === "welcome") me = message.playerId ?? "";
      if (message.type === "table_state") seat = message.players?.find(({ playerId }) => playerId === me)?.seat ?? seat;
      if (message.type === "view") view = message.view;
      if (message.type === "view_patch") view = merged(view, message.patch) as CatanShown;
      if (message.type === "view" || message.type === "view_patch") tick();
      // What was answered is followed by the view after it; what was refused by the whole of it.
      if (message.id?.startsWith("hurry") === true) {
        waiting = false;
        if (message.type !== "ack") socket.send(JSON.stringify({ type: "get_view" }));
      }
    });
    const ticking = setInterval(tick, 50);
  });
}

/** Plays for the first of them until the moment has come in their turn, and meanwhile for the others; gives how it stands then. */
export async function hurryTo(moment: Moment, table: string, [first, ...others]: readonly [Person, ...Person[]]): Promise<Reached | undefined> {
  const tabs = await Promise.all([first, ...others].map((person) => secondTab(person)));
  for (const tab of tabs) await tab.goto("/");
  const [tab, ...rest] = tabs;
  const also = rest.map((other) => other.evaluate(play, { table, moment: undefined }));
  const reached = await tab?.evaluate(play, { table, moment });
  for (const other of rest) await other.evaluate(() => Reflect.set(window, "halted", true));
  await Promise.all(also);
  for (const one of tabs) await one.close();
  return reached;
}
