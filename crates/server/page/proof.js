// Fair chance, as far as this page takes part in it: the ceremony before a game, checks during it, the secrets after it.
//
// See docs/fairness.md: §13 the ceremony, §15 cards, §16 spins, §20 what a host could still do.

import { button, h, plural } from "./dom.js";
import { cardFits, linkFits, newSeed, seatCommitment, serverCommitment } from "./fair.js";

export class Proof {
  constructor(table) {
    this.table = table;
    this.forget();
  }

  forget() {
    Object.assign(this, { started: undefined, over: undefined, cards: [], spins: [], checked: undefined, link: undefined });
  }

  /** Where the own seed is kept until it is revealed: a reload in between must not lose it. */
  key(game) {
    return `seed/${this.table.id}/${game}`;
  }

  /** Takes part: commits to a seed when asked, reveals it once all commitments are in. */
  heard(m) {
    switch (m.type) {
      case "seed_request":
        this.forget();
        return this.commit(m);
      case "seeds_committed":
        return this.reveal(m);
      case "seeds_revealed":
        this.missing = m.missing;
        this.counted = this.mine && m.seeds[this.mine.seat] === this.mine.seed;
        return undefined;
      case "game_started":
        if (this.started?.number !== m.number) this.begin(m);
        return undefined;
      case "card_proof":
        this.cards.push(cardFits(m.proof, this.started?.fairness.deckRoot));
        return undefined;
      case "spin_proof":
        return this.spin(m);
      case "game_ended":
        this.over = m;
    }
    return undefined;
  }

  commit({ seat, game, tableId, commitment }) {
    if (seat === undefined) return;
    const kept = JSON.parse(sessionStorage.getItem(this.key(game)) ?? "null");
    this.mine = kept ?? { seat, game, server: commitment, seed: newSeed() };
    this.mine.commitment = seatCommitment(this.mine.seed, tableId, game, commitment, seat);
    sessionStorage.setItem(this.key(game), JSON.stringify(this.mine));
    this.table.line.send("commit_seed", { commitment: this.mine.commitment }, true);
  }

  reveal({ commitments }) {
    // Another window of mine may have been quicker; then its seed counts, not this one's.
    if (this.mine && commitments[this.mine.seat] === this.mine.commitment) {
      this.table.line.send("reveal_seed", { seed: this.mine.seed }, true);
    }
  }

  begin(m) {
    Object.assign(this, { started: m, over: undefined, cards: [], spins: [], checked: undefined });
    this.link = { spin: 0, value: m.fairness.commitment };
    const kept = JSON.parse(sessionStorage.getItem(this.key(m.number)) ?? "null");
    if (kept) this.mine = kept;
    else if (this.mine?.game !== m.number) this.mine = undefined;
  }

  spin({ spin, link }) {
    if (!this.link || spin <= this.link.spin) return;
    this.spins.push(linkFits(link, spin - this.link.spin, this.link.value));
    this.link = { spin, value: link };
  }

  /** Checks what can be checked here once the secrets are out. */
  check() {
    const { over, started, table } = this;
    const fits = serverCommitment(started.game, over.serverSeed, table.id, over.number) === started.fairness.commitment;
    const told = this.mine && (!this.mine.server || this.mine.server === started.fairness.commitment);
    const used = this.mine && over.seatSeeds[this.mine.seat] === this.mine.seed;
    this.checked = [
      [fits, fits ? "The server's secret is the one it committed to before the game." : "The server's secret does NOT fit its commitment."],
      this.mine && [told, told ? "The commitment is the one this page saw before it gave its own." : "The server's commitment CHANGED after this page gave its own."],
      this.mine && [used, used ? "Your own secret is among those that made the luck." : "Your own secret was NOT used."],
    ].filter(Boolean);
    table.draw();
  }

  // --- the panel -----------------------------------------------------------------------------------------------------------

  panel() {
    const { started, over } = this;
    const hex = (label, value) => value && h("p.hex", null, h("span", null, label), h("code", null, value));
    const all = (list, word, many) => {
      if (list.length === 0) return undefined;
      const good = list.every(Boolean);
      return h("p", { class: good ? "good" : "bad" }, good ? `${plural(list.length, word, many)} checked, all as committed.` : `A ${word} does NOT fit what was committed.`);
    };
    const missing = started?.fairness.missing.map((seat) => this.table.name(seat)) ?? [];
    return h("details.fair", null, [
      h("summary", null, "Fair chance"),
      h("p", null, "All luck follows from a secret of the server and one of every person at the table. The server commits to its secret first, so nobody can choose the luck, the host included."),
      h("p", null, h("b", null, "What the host could still do: "), "peek. The host's machine knows the luck to come and all hidden cards. And this page comes from the host too."),
      hex("The server's commitment", started?.fairness.commitment),
      hex("The deck's root", started?.fairness.deckRoot),
      hex("Your secret", this.mine?.seed),
      missing.length > 0 && h("p", null, `No secret in time, so zeros count for: ${missing.join(", ")}.`),
      all(this.cards, "bought card"),
      all(this.spins, "spin"),
      over && [
        hex("The server's secret", over.serverSeed),
        over.seatSeeds.map((seed, chair) => hex(`Secret of chair ${chair + 1}`, /^0+$/.test(seed) ? "zeros (a bot, or none given)" : seed)),
        h("div.row", null, [
          button("Check now", () => this.check(), "small"),
          h("a", { href: `/api/tables/${this.table.id}/replay`, download: `stammtisch-${this.table.id}-${over.number}.jsonl` }, "Save the game's file"),
        ]),
        this.checked?.map(([good, text]) => h("p", { class: good ? "good" : "bad" }, text)),
        h("p.faint", null, "stammtisch verify checks every throw and card in the file."),
      ],
    ]);
  }
}
