// The load test's work on other game servers: `node run.mjs boardgame|boardgame-files|colyseus [tables] [seconds]`.
//
// Tables of four, closed loop: whoever is at turn moves as soon as the last move has come back. Prints moves a second, the time from
// a move to its answer, what the server's process used, and bytes on the wire to all four; then the server is killed and started
// again, and it says how many moves that had been answered are gone.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pick, SEATS } from "./kniffel.mjs";

const require = createRequire(import.meta.url);
const [peer = "boardgame", tables = "64", seconds = "10"] = process.argv.slice(2);
const PORT = 7960;
const folder = peer === "boardgame-files" ? mkdtempSync(join(tmpdir(), "peer-")) : undefined;
const times = [];
let measuring = false;
let bytes = 0;

/** Starts the peer; its process, once it listens. */
function serve() {
  const file = peer === "colyseus" ? "colyseus-server.mjs" : "boardgame-server.mjs";
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname, String(PORT), ...(folder === undefined ? [] : [folder])], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((ready, failed) => {
    child.stdout.on("data", (text) => String(text).includes("ready") && ready(child));
    child.on("exit", failed);
  });
}

/** Seconds of processor, and MiB. */
function used(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, mib: Number(rss?.[1] ?? 0) / 1024 };
}

// --- boardgame.io: a message per move, the whole state back to all four -----------------------------------------------------------------

async function boardgame() {
  const { io } = require("socket.io-client");
  // A match is made when somebody asks for it by name.
  const matchID = `table-${Math.random()}`;
  const seats = Array.from({ length: SEATS }, (_, seat) => ({ playerID: String(seat), socket: io(`http://127.0.0.1:${PORT}/kniffel`, { transports: ["websocket"], forceNew: true }) }));
  const table = { state: undefined, answered: 0, sent: 0, gone: () => seats.forEach(({ socket }) => socket.disconnect()), check: undefined };
  const move = () => {
    const { G, _stateID } = table.state;
    const { playerID, socket } = seats[G.turn];
    const [type, argument] = pick(G, G.turn);
    table.sent = performance.now();
    socket.emit("update", { type: "MAKE_MOVE", payload: { type, args: [argument], playerID, credentials: undefined } }, _stateID, matchID, playerID);
  };
  await Promise.all(
    seats.map(async ({ playerID, socket }) => {
      await new Promise((done) => socket.on("connect", done));
      const got = new Promise((done) => socket.once("sync", (_, { state }) => done((table.state = state))));
      socket.emit("sync", matchID, playerID, undefined, SEATS);
      await got;
      socket.io.engine.on("packet", ({ data }) => measuring && (bytes += (data?.length ?? 0) + 4));
      socket.on("update", (_, state) => {
        // Whoever of the four hears it first goes on.
        if (state._stateID <= table.state._stateID) return;
        table.state = state;
        table.answered += 1;
        if (measuring) times.push(performance.now() - table.sent);
        move();
      });
    }),
  );
  table.check = async () => {
    const socket = io(`http://127.0.0.1:${PORT}/kniffel`, { transports: ["websocket"], forceNew: true });
    const found = await Promise.race([
      new Promise((done) => {
        socket.on("connect", () => socket.emit("sync", matchID, "0", undefined, SEATS));
        socket.on("sync", (_, { state }) => done(state?._stateID ?? 0));
      }),
      new Promise((done) => setTimeout(done, 5000, 0)),
    ]);
    socket.disconnect();
    return Math.max(0, table.state._stateID - found);
  };
  return { table, move };
}

// --- Colyseus: a message per move, what has changed back to all four --------------------------------------------------------------------

async function colyseus() {
  const { Client } = await import("@colyseus/sdk");
  const client = new Client(`ws://127.0.0.1:${PORT}`);
  const rooms = [];
  const seated = [];
  for (let n = 0; n < SEATS; n += 1) {
    const room = await (n === 0 ? client.create("kniffel") : client.joinById(rooms[0].roomId));
    seated.push(new Promise((done) => room.onMessage("seat", done)));
    rooms.push(room);
    room.send("hello");
  }
  const [first] = rooms;
  const table = { answered: 0, sent: 0, gone: () => undefined, check: undefined };
  const bySeat = [];
  (await Promise.all(seated)).forEach((seat, at) => (bySeat[seat] = rooms[at]));
  let moves = 0;
  const move = () => {
    const { state } = first;
    const game = { turn: state.turn, rolls: state.rolls, sheets: state.sheets.map((sheet) => [...sheet.boxes]) };
    const [type, argument] = pick(game, game.turn);
    table.sent = performance.now();
    bySeat[game.turn].send(type, argument);
  };
  for (const room of rooms) {
    const { ws } = room.connection.transport;
    ws.addEventListener("message", ({ data }) => measuring && (bytes += (data.byteLength ?? data.length) + 2));
  }
  first.onStateChange((state) => {
    if (state.moves === moves) return;
    moves = state.moves;
    table.answered += 1;
    if (measuring) times.push(performance.now() - table.sent);
    move();
  });
  // Nothing of it is kept: a room is gone with its process.
  table.check = async () => client.joinById(first.roomId).then(() => 0, () => moves);
  return { table, move };
}

let server = await serve();
const open = peer === "colyseus" ? colyseus : boardgame;
const all = [];
for (let n = 0; n < Number(tables); n += 1) all.push(await open());
for (const { move } of all) move();
await new Promise((done) => setTimeout(done, 2000));
const [before, own, begun] = [used(server.pid), used(process.pid), performance.now()];
measuring = true;
await new Promise((done) => setTimeout(done, Number(seconds) * 1000));
measuring = false;
const [after, ownAfter, took] = [used(server.pid), used(process.pid), (performance.now() - begun) / 1000];
times.sort((a, b) => a - b);
const at = (part) => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(1);
console.log(`${peer}: ${tables} tables of ${SEATS}, ${took.toFixed(1)} s`);
console.log(`moves      ${times.length}, ${Math.round(times.length / took)} a second; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
console.log(`per move   ${Math.round(bytes / times.length)} bytes to all seats`);
console.log(`server     ${(((after.cpu - before.cpu) / times.length) * 1000).toFixed(3)} CPU-seconds for 1000 moves, ${after.mib.toFixed(0)} MiB`);
console.log(`this test  ${(((ownAfter.cpu - own.cpu) / times.length) * 1000).toFixed(3)} CPU-seconds for 1000 moves`);
server.removeAllListeners("exit");
server.kill("SIGKILL");
await new Promise((done) => server.on("exit", done));
for (const { table } of all) table.gone();
server = await serve();
const lost = [];
for (const { table } of all.slice(0, 20)) lost.push(await table.check());
console.log(`killed     of 20 tables ${lost.filter((n) => n > 0).length} had lost moves that were answered, ${lost.reduce((a, b) => a + b, 0)} in all`);
server.removeAllListeners("exit");
server.kill("SIGKILL");
if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
process.exit(0);
