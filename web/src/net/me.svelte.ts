// Who uses this browser, once the server has said so. The secret token stays in a cookie that no script can read.

import type { Me } from "../protocol/messages.ts";
import { api, Trouble } from "./api.ts";
import { entrance } from "./entrance.svelte.ts";

const NAMES = ["Alma", "Bruno", "Clara", "Dora", "Erik", "Finn", "Greta", "Hugo", "Ines", "Jonas", "Klara", "Leo"];

class Myself {
  /** Undefined for somebody new. */
  known = $state<Me>();

  /** Asks the server who I am. */
  async refresh(): Promise<Me | undefined> {
    try {
      this.known = await api.me();
      remember(this.known.name);
    } catch (trouble) {
      if (!(trouble instanceof Trouble && trouble.status === 401)) throw trouble;
      this.known = undefined;
    }
    return this.known;
  }

  /** Becomes a guest with this name; who is one already takes the name on. */
  async become(name: string): Promise<void> {
    if (this.known === undefined) await entrance.pass((keys) => api.becomeGuest({ name, ...keys }));
    else if (this.known.name !== name) await api.rename(name);
    await this.refresh();
  }

  /** The name to begin with: the last one, or a friendly suggestion. */
  suggestion(): string {
    return this.known?.name ?? localStorage.getItem("name") ?? NAMES[Math.floor(Math.random() * NAMES.length)] ?? "Alma";
  }
}

function remember(name: string): void {
  try {
    localStorage.setItem("name", name);
  } catch {
    // It is asked again, then.
  }
}

export const myself = new Myself();
