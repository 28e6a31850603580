// The start page: three games, tables to join, my name.

import { ask, attempt, becomeGuest, me, rename, suggestedName, useDeviceCode } from "./api.js";
import { button, h, note, plural, show } from "./dom.js";
import { GAMES } from "./games.js";

const PHASES = { lobby: "waiting for players", seeding: "about to begin", playing: "playing", over: "finished" };
/** How often the lists are fetched again. */
const REFRESH = 8000;

/** Shows the start page in `main`; `go(path, how)` leads elsewhere, `top` draws the bar on top. Returns what ends it. */
export function startPage(main, go, top) {
  let tables = { public: [], mine: [] };
  let opened;
  let deviceCode;
  const suggestion = suggestedName();
  const typed = (id) => document.getElementById(id).value.trim();

  /** Does something as a guest: whoever is new becomes one under the name that stands there. */
  const asGuest = (work) => () =>
    attempt(async () => {
      await becomeGuest(typed("name"));
      await work();
    });

  const play = (game) =>
    asGuest(async () => {
      const table = await ask("POST", "/api/tables", { game, bots: GAMES[game].quick, quick: true });
      go(`/t/${table.tableId}`);
    });
  const open = (game, isPublic) =>
    asGuest(async () => {
      const table = await ask("POST", "/api/tables", { game, options: { public: isPublic } });
      go(`/t/${table.tableId}`, { sit: true });
    });
  const join = asGuest(async () => {
    const table = await ask("GET", `/api/codes/${encodeURIComponent(typed("code").toLowerCase())}`);
    go(`/t/${table.tableId}`);
  });

  const card = (game) => {
    const choosing = opened === game;
    const toggle = () => {
      opened = choosing ? undefined : game;
      draw();
    };
    return h("section.game", { class: game }, [
      h("h2", null, GAMES[game].title),
      h("p", null, GAMES[game].about),
      button("Play now with bots", play(game), "filled wide"),
      choosing
        ? h("div.row", null, [
            button("Friends only", open(game, false), "wide"),
            button("Anybody may join", open(game, true), "wide"),
          ])
        : button("Open a table", toggle, "wide"),
    ]);
  };

  const line = (table) => {
    const people = table.players.length > 0 ? table.players.join(", ") : "nobody yet";
    return h("li", { "data-key": table.tableId }, h("a", { href: `/t/${table.tableId}`, onclick: (event) => follow(event, table) }, [
      h("b", null, GAMES[table.game].title),
      h("span", null, `${people} · ${PHASES[table.phase] ?? table.phase}`),
      h("span.faint", null, `${table.players.length} of ${table.seats} seats`),
    ]));
  };
  const follow = (event, table) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(`/t/${table.tableId}`);
  };

  const account = () => {
    const change = () =>
      attempt(async () => {
        await rename(typed("name"));
        note("Your name is changed.");
        draw();
      });
    const give = () =>
      attempt(async () => {
        deviceCode = await ask("POST", "/api/me/device-code");
        draw();
      });
    const take = () =>
      attempt(async () => {
        await useDeviceCode(typed("device"));
        document.getElementById("name").value = me.name;
        await refresh();
      });
    const games = Object.entries(me?.games ?? {}).map(([game, played]) =>
      `${GAMES[game]?.title ?? game}: ${plural(played.games, "game")}, ${played.wins} won, best ${played.bestScore}`,
    );
    return h("section.account", null, [
      h("form.row", { onsubmit: (event) => (event.preventDefault(), me ? change() : asGuest(refresh)()) }, [
        h("label", { for: "name" }, "Your name"),
        h("input", { id: "name", maxlength: "24", autocomplete: "nickname", value: me?.name ?? suggestion }),
        me && h("button", { type: "submit" }, "Change"),
      ]),
      me ? h("p.faint", null, `${plural(me.chips, "play chip")}. They have no value and are never bought.`) : h("p.faint", null, "No password, no address. Pick a game and you are in."),
      games.length > 0 && h("p.faint", null, games.join(" · ")),
      h("details", null, [
        h("summary", null, "Another device"),
        me && h("p", null, button("Show a code", give, "small"), deviceCode ? h("b.code", null, ` ${deviceCode.code}`) : "", h("span.faint", null, " Type it on the other device within a minute: it takes your seats there.")),
        h("form.row", { onsubmit: (event) => (event.preventDefault(), take()) }, [
          h("label", { for: "device" }, "I have a code"),
          h("input", { id: "device", autocapitalize: "none", autocomplete: "off", placeholder: "code" }),
          h("button", { type: "submit" }, "Use it"),
        ]),
      ]),
    ]);
  };

  /** What strangers may join or watch; finished games and my own tables are no news. */
  const openTables = () => {
    const mine = tables.mine.map((table) => table.tableId);
    return tables.public.filter((table) => table.phase !== "over" && !mine.includes(table.tableId));
  };

  const draw = () => {
    top();
    show(main, h("div.start", null, [
      h("section.games", null, Object.keys(GAMES).map(card)),
      h("section.join", null, [
        h("form.row", { onsubmit: (event) => (event.preventDefault(), join()) }, [
          h("label", { for: "code" }, "Join with a code"),
          h("input", { id: "code", maxlength: "6", autocapitalize: "none", autocomplete: "off", placeholder: "abc123" }),
          h("button", { type: "submit" }, "Join"),
        ]),
      ]),
      account(),
      tables.mine.length > 0 && h("section.list", { "data-key": "mine" }, h("h2", null, "My tables"), h("ul", null, tables.mine.map(line))),
      openTables().length > 0 && h("section.list", { "data-key": "public" }, h("h2", null, "Open tables"), h("ul", null, openTables().map(line))),
    ]));
  };

  const refresh = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      if (me) tables = await ask("GET", "/api/tables");
      draw();
    } catch {
      // The next attempt comes by itself.
    }
  };

  draw();
  refresh();
  const timer = setInterval(refresh, REFRESH);
  return () => clearInterval(timer);
}
