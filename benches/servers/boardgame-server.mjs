// Kniffel on boardgame.io: `node boardgame-server.mjs PORT [FOLDER]`; with a folder its own store of files is used, otherwise memory.

import { createRequire } from "node:module";
import { choose, fresh, roll, SEATS } from "./kniffel.mjs";

const { Server, FlatFile } = createRequire(import.meta.url)("boardgame.io/server");
const [port, folder] = process.argv.slice(2);

export const game = {
  name: "kniffel",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: fresh,
  turn: { activePlayers: { all: "play" }, stages: { play: {} } },
  moves: {
    roll: { move: ({ G, playerID }, kept) => (roll(G, Number(playerID), kept) ? undefined : "INVALID_MOVE"), client: false },
    choose: { move: ({ G, playerID }, box) => (choose(G, Number(playerID), box) ? undefined : "INVALID_MOVE"), client: false },
  },
};

const server = Server({ games: [game], origins: ["*"], ...(folder === undefined ? {} : { db: new FlatFile({ dir: folder }) }) });
await server.run({ port: Number(port), callback: () => console.log("ready") });
