// A table before its game: who sits where, bots, settings, invitations.

import { askingButton, button, choice, h, note, plural } from "./dom.js";

const COLORS = ["red", "blue", "white", "orange", "green", "yellow", "purple", "brown", "pink", "sky"];
const TURNS = [["0", "no limit"], ["30", "30 seconds"], ["60", "1 minute"], ["120", "2 minutes"], ["300", "5 minutes"]];
const PACES = [["instant", "at once"], ["fast", "quickly"], ["human", "like people"], ["slow", "slowly"]];
const ABSENCES = [["bot", "a bot plays until they are back"], ["vote", "the others may vote for a bot"], ["wait", "the game waits"]];
const STAKES = [["0", "none"], ["10", "10 chips"], ["50", "50 chips"], ["100", "100 chips"]];
const CATAN = [["official", "official"], ["online", "online: the robber may stay"], ["practice", "practice: monopoly takes 3 at most"]];
const POINTS = [5, 7, 8, 10, 12].map((points) => [String(points), `${points} points`]);

/** The bot that the host would add next. */
let level;

/** The link and the code that friends need. */
export function invitation(t) {
  const link = `${location.origin}/t/${t.id}`;
  const copy = async () => {
    try {
      // Browsers allow this on https and on the same machine only; elsewhere the link is selected to be copied by hand.
      await navigator.clipboard.writeText(link);
      note("The link is copied.");
    } catch {
      document.getElementById("link")?.select();
      note("Copy the marked link.");
    }
  };
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return h("div.invite", null, [
    h("p", null, "Friends join with the code ", h("b.code", null, t.welcome.code), " or with this link:"),
    h("div.row", null, h("input", { id: "link", readonly: true, value: link, "aria-label": "link to this table" }), button("Copy", copy)),
    local && h("p.faint", null, "This address works on this machine only. For others, open the page by the address that the server printed."),
  ]);
}

/** What is asked before the game. */
export function lobbySentence(t) {
  const { state } = t;
  const [n, least] = [state.players.length, state.leastPlayers];
  const mine = state.players.find((player) => player.playerId === t.welcome.playerId);
  const waiting = state.players.filter((player) => !player.ready && !player.bot).map((player) => player.name);
  if (!mine) return n >= state.mostPlayers ? "All seats are taken; you are watching." : "Take a seat to play.";
  if (n < least) return `${plural(least - n, "more player")} needed: invite friends or add bots.`;
  if (!mine.ready) return "Say when you are ready.";
  return waiting.length > 0 ? `Waiting for ${waiting.join(" and ")} to be ready.` : "Everybody is ready.";
}

export function lobbyButtons(t) {
  const mine = t.state.players.find((player) => player.playerId === t.welcome.playerId);
  const free = t.state.players.length < t.state.mostPlayers;
  if (!mine) return free && button("Take a seat", () => t.send("sit"), "filled");
  return [
    button(mine.ready ? "Not ready after all" : "I am ready", () => t.send("toggle_ready"), mine.ready ? "" : "filled"),
    button("Get up", () => t.send("stand")),
  ];
}

/** Everything below the sentence. */
export function lobby(t) {
  const host = t.state.host === t.welcome.playerId;
  return [
    h("ul.seats", null, t.state.players.map((player) => seat(t, player, host))),
    host && t.state.players.length < t.state.mostPlayers && addBot(t),
    invitation(t),
    settings(t, host),
  ];
}

function seat(t, player, host) {
  const mine = player.playerId === t.welcome.playerId;
  const marks = [
    player.playerId === t.state.host && "host",
    player.bot && `bot: ${player.bot}`,
    !player.connected && "away",
    player.ready ? "ready" : "not ready",
  ].filter(Boolean);
  const taken = t.state.players.filter((other) => other !== player).map((other) => other.color);
  const colors = COLORS.filter((color) => !taken.includes(color)).map((color) => [color, color]);
  const other = host && !mine;
  return h("li.seat", { "data-key": player.playerId, class: player.ready ? "ready" : "" }, [
    t.badge(player.seat),
    h("b", null, player.name, mine ? " (you)" : ""),
    h("span.faint", null, marks.join(" · ")),
    mine && choice(colors, player.color, (color) => t.send("change_color", { color }), { "aria-label": "my color" }),
    other && !player.bot && button("Make host", () => t.send("transfer_host", { playerId: player.playerId }), "small"),
    other && (player.bot ? button("Remove", () => t.send("remove_seat", { seat: player.seat }), "small") : askingButton("Remove", () => t.send("kick", { playerId: player.playerId }), "small")),
  ]);
}

function addBot(t) {
  const levels = t.welcome.bots;
  if (!levels.includes(level)) level = levels.at(-1);
  const pick = (value) => (level = value);
  return h("div.row", null, [
    button("Add a bot", () => t.send("add_bot", { bot: level })),
    choice(levels.map((name) => [name, name]), level, pick, { "aria-label": "level of the bot" }),
  ]);
}

// --- settings ----------------------------------------------------------------------------------------------------------------

/** The settings; the host can change them. The server checks, and asks everybody again whether they are ready. */
function settings(t, host) {
  const set = t.state.settings;
  const put = (options) => t.send("set_options", { options });
  const pick = (label, pairs, value, change) => {
    const known = pairs.some(([key]) => key === value) ? pairs : [...pairs, [value, value]];
    return h("label.setting", null, label, choice(known, value, change, { disabled: !host }));
  };
  const tick = (label, value, change) =>
    h("label.setting", null, h("input", { type: "checkbox", checked: value, disabled: !host, onchange: (event) => change(event.target.checked) }), label);
  const usual = t.welcome.game !== "roulette";
  return h("details.settings", null, [
    h("summary", null, host ? "Settings" : "Settings (the host chooses)"),
    rules(t, set, put, pick, tick),
    usual && pick("Time for a turn", TURNS, String(set.turnSeconds), (value) => put({ turnSeconds: Number(value) })),
    usual && pick("Who is away", ABSENCES, set.absence, (absence) => put({ absence })),
    usual && pick("Stake of each seat", STAKES, String(set.stake), (value) => put({ stake: Number(value) })),
    pick("Bots play", PACES, set.pace, (pace) => put({ pace })),
    tick("Anybody may find this table", set.public, (value) => put({ public: value })),
    tick("Others may watch", set.spectators, (spectators) => put({ spectators })),
  ]);
}

/** The rules are one whole: what is not changed here is sent along as it was. */
function rules(t, { start }, put, pick, tick) {
  const now = typeof start.rules === "string" ? { profile: start.rules } : (start.rules ?? {});
  const change = (part) => put({ start: { ...start, rules: { ...now, ...part } } });
  switch (t.welcome.game) {
    case "catan":
      return [
        pick("Rules", CATAN, now.profile ?? "official", (profile) => put({ start: { ...start, rules: profile } })),
        pick("To win", POINTS, String(now.pointsToWin ?? 10), (value) => change({ pointsToWin: Number(value) })),
      ];
    case "kniffel":
      return [
        tick("Five of a kind is a full house", now.fiveOfAKindIsFullHouse ?? false, (value) => change({ fiveOfAKindIsFullHouse: value })),
        tick("50 points for every further Kniffel", now.extraKniffel ?? false, (value) => change({ extraKniffel: value })),
      ];
  }
  const buyIns = [50, 100, 200, 500].map((chips) => [String(chips), `${chips} chips`]);
  return [
    pick("Everybody begins with", buyIns, String(start.chips ?? 200), (value) => put({ start: { ...start, chips: Number(value) } })),
    tick("The wheel spins by itself", !(now.isManualSpin ?? true), (value) => change({ isManualSpin: !value })),
  ];
}
