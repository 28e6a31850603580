// Preferences: kept, read back, and not trusted.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const fresh = () => import("./settings.svelte.ts");

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  history.replaceState(null, "", "/");
});
afterEach(() => vi.unstubAllGlobals());

describe("preferences", () => {
  it("are kept in the browser", async () => {
    const { prefer } = await fresh();
    prefer({ theme: "contrast", volume: 0.2, oneTap: true });
    vi.resetModules();
    const { settings } = await fresh();
    expect(settings).toMatchObject({ theme: "contrast", volume: 0.2, oneTap: true, fast: false });
  });

  it("are the usual ones where what is kept makes no sense", async () => {
    localStorage.setItem("settings", JSON.stringify({ theme: "pink", language: "fr", volume: 7, hints: "no", other: 1 }));
    const { settings } = await fresh();
    expect(settings).toMatchObject({ theme: "light", language: "en", volume: 1, hints: true });
    expect("other" in settings).toBe(false);
    vi.resetModules();
    localStorage.setItem("settings", "not json");
    expect((await fresh()).settings.volume).toBe(0.5);
  });

  it("follow the address in language", async () => {
    history.replaceState(null, "", "/?lang=pseudo");
    expect((await fresh()).settings.language).toBe("pseudo");
    vi.resetModules();
    history.replaceState(null, "", "/?lang=xx");
    expect((await fresh()).settings.language).toBe("en");
  });

  it("begin as the system wishes", async () => {
    const wishes = (wanted: string) => vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(wanted) }));
    wishes("prefers-color-scheme: dark");
    expect((await fresh()).settings.theme).toBe("dark");
    vi.resetModules();
    wishes("prefers-contrast: more");
    expect((await fresh()).settings.theme).toBe("contrast");
    vi.resetModules();
    wishes("prefers-reduced-motion");
    const { moves, prefer } = await fresh();
    expect(moves()).toBe(false);
    vi.unstubAllGlobals();
    expect(moves()).toBe(true);
    prefer({ fast: true });
    expect(moves()).toBe(false);
  });
});
