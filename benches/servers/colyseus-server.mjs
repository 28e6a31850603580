// Kniffel on Colyseus: `node colyseus-server.mjs PORT`. Its state lives in memory; that is what it offers.

import { Server, Room } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { choose, fresh, roll, SEATS } from "./kniffel.mjs";

const Sheet = schema({ boxes: t.array("int16") }, "Sheet");
const State = schema({ turn: t.uint8(), rolls: t.uint8(), moves: t.uint32(), dice: t.array("uint8"), sheets: t.array(Sheet) }, "State");

/** The plain rules on a state that is watched: sheets are arrays of boxes there. */
const plain = (state) => ({
  get turn() { return state.turn; },
  set turn(to) { state.turn = to; },
  get rolls() { return state.rolls; },
  set rolls(to) { state.rolls = to; },
  dice: state.dice,
  sheets: state.sheets.map((sheet) => sheet.boxes),
});

class Table extends Room {
  maxClients = SEATS;
  patchRate = null;
  onCreate() {
    const { turn, rolls, dice, sheets } = fresh();
    this.state = new State();
    Object.assign(this.state, { turn, rolls, moves: 0 });
    this.state.dice.push(...dice);
    for (const boxes of sheets) {
      const sheet = new Sheet();
      sheet.boxes.push(...boxes);
      this.state.sheets.push(sheet);
    }
    const seats = new Map();
    this.seat = (client) => seats.get(client.sessionId) ?? seats.set(client.sessionId, seats.size).get(client.sessionId);
    this.onMessage("hello", (client) => client.send("seat", this.seat(client)));
    this.onMessage("roll", (client, kept) => this.done(roll(plain(this.state), this.seat(client), kept)));
    this.onMessage("choose", (client, box) => this.done(choose(plain(this.state), this.seat(client), box)));
  }
  /** Every move is told at once: otherwise its state goes out twenty times a second. */
  done(isLegal) {
    if (!isLegal) return;
    this.state.moves += 1;
    this.broadcastPatch();
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("kniffel", Table);
await server.listen(Number(process.argv[2]));
console.log("ready");
