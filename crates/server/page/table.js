// The page: which part of it is shown, and a table with everything that all games share.
//
// `Table` is what the games draw with: the newest view, names and colors, and `move`. Everything shown follows from what the
// server said last; the page keeps no rules and adds nothing up.

import { me, whoAmI, becomeGuest, suggestedName, attempt } from "./api.js";
import { askingButton, button, h, note, plural, show } from "./dom.js";
import { GAMES } from "./games.js";
import { Line } from "./line.js";
import { invitation, lobby, lobbyButtons, lobbySentence } from "./lobby.js";
import { Proof } from "./proof.js";
import { startPage } from "./start.js";

const TITLE = "Stammtisch";
/** How many lines of the log are kept. */
const LINES = 300;
/** A second tap this soon after another move was not meant for the button that has just appeared under the finger. */
const DOUBLE_TAP = 350;
const PAUSES = {
  asked: "The game is paused.",
  absent: "The game waits for somebody who is away.",
  nobody: "The game waits for its players.",
};

class Table {
  /** Goes to a table; `sit` takes a seat at once. */
  constructor(id, { sit } = {}) {
    Object.assign(this, { id, sit, fixed: undefined, view: undefined, over: undefined, chats: new Set() });
    this.proof = new Proof(this);
    this.build();
    this.line = new Line(id, {
      message: (message) => this.heard(message),
      view: (view) => this.changed(view),
      status: (status, reason, attempts) => this.status(status, reason, attempts),
      refused: (answer) => note(answer.reason, "bad"),
    });
    this.ticking = setInterval(() => this.tick(), 250);
  }

  close() {
    clearInterval(this.ticking);
    this.line.close();
    this.closed = true;
    document.title = TITLE;
  }

  // --- for the games ---------------------------------------------------------------------------------------------------------

  get game() {
    return GAMES[this.welcome.game];
  }

  /** My seat, if I have one. Seats are dealt anew when a game begins, so this is always looked up. */
  get seat() {
    return this.state?.players.find((player) => player.playerId === this.welcome.playerId)?.seat;
  }

  /** What I may do now. */
  get legal() {
    const still = this.state.paused || this.state.phase !== "playing" || this.substituted;
    return still ? {} : (this.view?.legal ?? {});
  }

  /** Whether a bot plays for me. */
  get substituted() {
    return this.player(this.seat)?.substituted;
  }

  player(seat) {
    return this.state?.players.find((player) => player.seat === seat);
  }

  name(seat) {
    return seat !== undefined && seat === this.seat ? "You" : (this.player(seat)?.name ?? `Seat ${seat + 1}`);
  }

  /** The same inside a sentence. */
  whom(seat) {
    return seat !== undefined && seat === this.seat ? "you" : this.name(seat);
  }

  color(seat) {
    return this.player(seat)?.color ?? "gray";
  }

  initial(seat) {
    return [...(this.player(seat)?.name ?? "?")][0].toUpperCase();
  }

  /** A player's color with the initial in it: color alone would not do for everybody. */
  badge(seat, title) {
    return h("span.badge", { class: this.color(seat), title: title ?? this.player(seat)?.name }, this.initial(seat));
  }

  /** Sends a command of the table. */
  send(type, fields) {
    this.line.send(type, fields);
  }

  /** Makes a move of the game. */
  move(type, fields) {
    const { at, type: before } = this.moved ?? {};
    if (before !== type && Date.now() - at < DOUBLE_TAP) return;
    this.moved = { at: Date.now(), type };
    this.line.send(type, fields);
  }

  /** Shows the newest state, once per frame however many messages came. */
  draw() {
    if (this.drawing || this.closed) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      if (!this.closed && this.state) this.paint();
    });
  }

  // --- what comes in ---------------------------------------------------------------------------------------------------------

  heard(m) {
    switch (m.type) {
      case "welcome":
        this.welcome = m;
        this.ahead = m.serverTime - Date.now();
        break;
      case "table_state":
        this.arranged(m);
        break;
      case "countdown":
        this.countdown = m.secondsRemaining === undefined ? undefined : Date.now() + 1000 * m.secondsRemaining;
        break;
      case "game_started":
        this.began(m);
        break;
      case "game_ended":
        this.ended(m);
        break;
      case "paused":
        this.log(PAUSES[m.reason]);
        break;
      case "resumed":
        this.log("The game goes on");
        break;
      case "chat":
        this.said(m);
        break;
      case "server_stopping":
        note("The server is stopping. Everything is kept; this page comes back by itself.");
        break;
      case "table_closed":
        this.log("The table is closed");
        break;
      default: {
        this.game.heard(this, m);
        const text = this.game.told(this, m);
        if (text) this.log(text);
      }
    }
    this.proof.heard(m);
    this.draw();
  }

  changed(view) {
    this.view = view;
    const due = Object.keys(this.legal).length > 0 && this.game.current(this) === this.seat;
    document.title = due ? `● Your turn – ${TITLE}` : `${this.game.title} – ${TITLE}`;
    this.draw();
  }

  /** The table as a whole changed. */
  arranged(state) {
    const before = this.state;
    this.state = state;
    if (state.phase !== "lobby") this.countdown = undefined;
    if (this.sit && state.phase === "lobby" && this.seat === undefined) this.line.send("sit", {}, true);
    this.sit = false;
    // Whoever asked for another game is ready for it.
    if (before?.phase === "over" && state.phase === "lobby") {
      this.log("The seats are open again");
      if (before.rematch?.includes(this.welcome.playerId)) this.line.send("toggle_ready", {}, true);
    }
    for (const player of state.players) {
      const was = before?.players.find((other) => other.playerId === player.playerId);
      if (was && was.connected && !player.connected) this.log(`${player.name} is away`);
      if (was && !was.connected && player.connected) this.log(`${player.name} is back`);
      if (was && !was.substituted && player.substituted) this.log(`A bot plays for ${player.name}`);
      if (was && was.substituted && !player.substituted) this.log(`${player.name} plays again`);
    }
  }

  began(m) {
    const again = this.started === m.number;
    this.fixed = m.fixed;
    if (again) return;
    this.started = m.number;
    this.over = undefined;
    this.game.reset();
    this.log(`Game ${m.number} begins`);
  }

  ended(m) {
    if (this.over) return;
    this.over = m;
    document.title = `${this.game.title} – ${TITLE}`;
    this.log(this.outcome());
  }

  said(m) {
    const key = `${m.at} ${m.playerId} ${m.text}`;
    if (this.chats.has(key)) return;
    this.chats.add(key);
    const mine = m.playerId === this.welcome.playerId;
    this.log([h("b", null, `${m.name}: `), m.text], "chat");
    // On a phone the log is below the game; what somebody says there would not be seen.
    if (!mine && this.line.joined && window.innerWidth < 1000) note(`${m.name}: ${m.text}`);
  }

  async status(status, reason, attempts) {
    this.connection = status;
    if (status === "refused" || status === "closed") {
      note(reason || "This table is closed", "bad");
      go("/");
      return;
    }
    if (this.state) this.draw();
    else show(this.parts.sentence, status === "lost" ? "The server does not answer. Trying again …" : "");
    // A browser is not told why a socket was refused. Perhaps the server no longer knows us.
    if (attempts === 2 && !(await whoAmI().catch(() => me))) route();
  }

  log(content, kind = "") {
    const { stream } = this.parts;
    const bottom = stream.scrollHeight - stream.scrollTop - stream.clientHeight < 40;
    stream.append(h("p", { class: kind }, content));
    while (stream.childNodes.length > LINES) stream.firstChild.remove();
    if (bottom) stream.scrollTop = stream.scrollHeight;
  }

  // --- the parts of the page -------------------------------------------------------------------------------------------------

  build() {
    const part = (tag, props) => h(tag, props);
    const chat = h("input", { maxlength: "500", placeholder: "Say something", "aria-label": "chat", autocomplete: "off" });
    const say = (event) => {
      event.preventDefault();
      const text = chat.value.trim();
      if (text) this.send("chat", { text });
      chat.value = "";
    };
    this.parts = {
      players: part("ol.players"),
      board: part("div.board-area"),
      sentence: part("p.sentence", { "aria-live": "polite" }),
      timer: part("span.timer"),
      buttons: part("div.buttons"),
      below: part("div.below"),
      stream: part("div.stream", { role: "log", "aria-label": "what happened", tabindex: "0" }),
      fair: part("div.fair-area"),
    };
    const { players, board, sentence, timer, buttons, below, stream, fair } = this.parts;
    const root = h("div.table", null, [
      players,
      h("section.stage", null, board, h("div.ask", null, sentence, timer, buttons), below),
      h("aside.side", null, stream, h("form.row.chat-form", { onsubmit: say }, chat, h("button", { type: "submit" }, "Say")), fair),
    ]);
    document.getElementById("main").replaceChildren(root);
    this.root = root;
  }

  paint() {
    const { parts, state } = this;
    const playing = (state.phase === "playing" || state.phase === "over") && this.view && this.fixed;
    this.root.className = `table ${this.welcome.game} ${playing ? "in-game" : "in-lobby"}`;
    topBar(this);
    show(parts.players, playing && this.playerRows());
    show(parts.fair, this.proof.panel());
    if (playing) this.paintGame();
    else this.paintLobby();
    this.tick();
  }

  paintGame() {
    const { parts, state, game } = this;
    const over = state.phase === "over";
    show(parts.board, game.board(this));
    show(parts.sentence, this.asked());
    show(parts.buttons, over ? this.overButtons() : this.pausedButtons() ?? game.buttons(this));
    show(parts.below, over && this.result(), game.below(this));
    parts.sentence.classList.toggle("mine", !over && Object.keys(this.legal).length > 0);
  }

  paintLobby() {
    const { parts, state } = this;
    const lobbyNow = state.phase === "lobby";
    show(parts.board, h("h1", null, this.game.title));
    show(parts.sentence, lobbyNow ? lobbySentence(this) : "Everybody adds a secret of their own, so that nobody chooses the luck …");
    show(parts.buttons, lobbyNow && lobbyButtons(this));
    show(parts.below, lobbyNow && lobby(this));
  }

  /** The one sentence that says what is expected of me. */
  asked() {
    const { state } = this;
    if (state.phase === "over") return this.outcome();
    if (state.paused) return PAUSES[state.paused];
    if (this.substituted) return "A bot plays for you.";
    return this.game.sentence(this);
  }

  /** Instead of the game's buttons while it stands still. */
  pausedButtons() {
    const { state } = this;
    if (!state.paused) return undefined;
    if (this.seat === undefined) return [];
    const voted = state.votes?.bot?.includes(this.welcome.playerId);
    return [
      state.paused === "asked" && button("Go on", () => this.send("resume"), "filled"),
      state.paused === "absent" && button(voted ? "Rather wait" : "Let a bot play for them", () => this.send("vote", { topic: "bot", yes: !voted }), voted ? "" : "filled"),
    ];
  }

  outcome() {
    const { over } = this;
    if (!over) return "The game is over.";
    if (this.game.banked) return "The game is over; everybody takes their chips along.";
    if (over.how === "aborted") return "The game was ended without a winner; stakes were given back.";
    const names = over.winners.map((seat) => this.name(seat));
    if (names.length === 0) return "The game is over.";
    const verb = names.length > 1 ? "share the win" : names[0] === "You" ? "win" : "wins";
    const score = this.scores().find(([seat]) => seat === over.winners[0])?.[1];
    return `${names.join(" and ")} ${verb}${score === undefined ? "" : ` with ${plural(score, "point")}`}.`;
  }

  /** Seats with their scores, in the order of seats. */
  scores() {
    const seats = this.state.players.map((player) => player.seat).sort((a, b) => a - b);
    return seats.map((seat, at) => [seat, this.over?.scores[at]]);
  }

  overButtons() {
    const wants = this.state.rematch ?? [];
    const mine = wants.includes(this.welcome.playerId);
    return [
      this.seat !== undefined && button(mine ? "Waiting for the others …" : "Play again", () => this.send("request_rematch"), mine ? "" : "filled"),
      button("Back to the start", () => this.leave()),
    ];
  }

  result() {
    const { over } = this;
    if (!over) return undefined;
    const rows = this.scores()
      .sort((a, b) => b[1] - a[1])
      .map(([seat, score]) => h("li", { class: over.winners.includes(seat) ? "winner" : "" }, this.badge(seat), this.player(seat)?.name ?? "", h("b", null, score)));
    const minutes = Math.max(1, Math.round(over.duration / 60000));
    const wants = (this.state.rematch ?? []).map((id) => this.state.players.find((player) => player.playerId === id)?.name);
    return h("section.result", { "data-key": "result" }, [
      h("ol", null, rows),
      h("p.faint", null, `${plural(over.moves, "move")} in ${plural(minutes, "minute")}.`),
      wants.length > 0 && h("p", null, `Want to play again: ${wants.join(", ")}`),
    ]);
  }

  playerRows() {
    const current = this.state.phase === "playing" ? this.game.current(this) : undefined;
    const players = [...this.state.players].sort((a, b) => a.seat - b.seat);
    return players.map((player) => {
      const mine = player.seat === this.seat;
      const state = player.substituted ? "bot plays" : !player.connected && "away";
      // The mark gives way where there is little room; that somebody is away does not.
      const mark = mine ? "you" : player.bot && !player.substituted && "bot";
      return h("li.player", { "data-key": player.playerId, class: `${player.seat === current ? "turn" : ""} ${mine ? "me" : ""}` }, [
        this.badge(player.seat),
        h("b", null, player.name),
        mark && h("span.faint.mark", null, mark),
        state && h("span.faint", null, state),
        h("span.facts", null, this.game.facts(this, player.seat).map((fact) => h("span", null, fact))),
      ]);
    });
  }

  /** Clocks. */
  tick() {
    if (!this.state) return;
    const deadline = this.state.phase === "playing" && !this.state.paused ? this.view?.deadline : undefined;
    const until = this.countdown ?? (deadline === undefined ? undefined : deadline - this.ahead);
    const left = until === undefined ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
    const text = left === undefined ? "" : this.countdown ? `Begins in ${left}` : left >= 100 ? `${Math.ceil(left / 60)} min` : `${left} s`;
    if (this.parts.timer.textContent !== text) this.parts.timer.textContent = text;
    this.parts.timer.classList.toggle("hurry", left !== undefined && left <= 10 && !this.countdown);
  }

  // --- the menu --------------------------------------------------------------------------------------------------------------

  menu() {
    const { state } = this;
    const playing = state.phase === "playing";
    const seated = this.seat !== undefined;
    const { banked } = this.game;
    const voters = state.votes?.abort ?? [];
    const voted = voters.includes(this.welcome.playerId);
    const people = state.players.filter((player) => player.connected && (!player.bot || player.substituted)).length;
    const host = this.player(state.players.find((player) => player.playerId === state.host)?.seat)?.name;
    const end = () => this.send("vote", { topic: "abort", yes: !voted });
    return [
      playing && seated && (state.paused === "asked" ? button("Go on", () => this.send("resume")) : !state.paused && button("Pause", () => this.send("pause"))),
      playing && seated && (voted ? button(`Take back my vote to end (${voters.length} of ${people})`, end) : askingButton(`Vote to end the game (${voters.length} of ${people})`, end)),
      playing && seated && !banked && !this.substituted && askingButton("Leave my seat to a bot for good", () => this.send("give_up_seat")),
      playing && seated && banked && button("Get up and keep my chips", () => this.send("stand")),
      playing && !seated && banked && button("Take a seat", () => this.send("sit")),
      state.phase !== "lobby" && invitation(this),
      host && h("p.faint", null, `Host: ${host}`),
      button("Back to the start", () => this.leave()),
      playing && seated && !banked && h("p.faint", null, "Your seat is kept; you find it under “My tables”."),
    ];
  }

  /** Goes away. In a running game the seat is kept. */
  leave() {
    this.line.send("leave_table", {}, true);
    go("/");
  }
}

// --- which part is shown -----------------------------------------------------------------------------------------------------

let leaveView = () => {};

/** The bar on top: where I am, and the menu of the table. */
function topBar(table) {
  const home = (event) => {
    event.preventDefault();
    go("/");
  };
  const right = table
    ? [table.connection === "lost" && h("span.status", { role: "status" }, "Reconnecting …"), h("details.menu", null, h("summary", null, "Menu"), h("div.menu-items", null, table.menu()))]
    : me && h("span.faint", null, `${me.name} · ${plural(me.chips, "chip")}`);
  show(document.getElementById("top"), h("a.home", { href: "/", onclick: home }, TITLE), right);
}

/** Goes to another part of the page. */
function go(path, how) {
  history.pushState(null, "", path);
  route(how);
}

/** Whoever comes by a link and is new here is asked for a name first. */
function askName(main) {
  const name = h("input", { id: "name", maxlength: "24", autocomplete: "nickname", value: suggestedName() });
  const enter = (event) => {
    event.preventDefault();
    attempt(async () => {
      await becomeGuest(name.value.trim());
      await route();
    });
  };
  main.replaceChildren(
    h("form.welcome", { onsubmit: enter }, [
      h("h1", null, "You are invited to a table"),
      h("label", { for: "name" }, "Your name"),
      name,
      h("button.filled", { type: "submit" }, "Come in"),
      h("p.faint", null, "No password, no address."),
    ]),
  );
}

async function route(how) {
  leaveView();
  leaveView = () => {};
  const main = document.getElementById("main");
  const id = location.pathname.match(/^\/t\/([^/]+)$/)?.[1];
  await whoAmI().catch((problem) => note(problem.message, "bad"));
  topBar();
  if (id === undefined) {
    main.replaceChildren();
    leaveView = startPage(main, go, () => topBar());
  } else if (!me) {
    askName(main);
  } else {
    const table = new Table(id, how);
    leaveView = () => table.close();
  }
}

// A tap beside the menu closes it.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
window.addEventListener("popstate", () => route());
route();
