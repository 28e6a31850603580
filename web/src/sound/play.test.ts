// Sounds over an audio context that only notes what it is asked for.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prefer } from "../settings.svelte.ts";

let begun = 0;

const parameter = () => ({ value: 0, setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined });

/** As much of a sound card as the sounds need. */
class FakeContext {
  state = "suspended";
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  resume(): Promise<void> {
    this.state = "running";
    return Promise.resolve();
  }
  #node = () => ({ connect: (to: unknown) => to, frequency: parameter(), Q: parameter(), gain: parameter(), start: () => void (begun += 1), stop: () => undefined });
  createOscillator = this.#node;
  createGain = this.#node;
  createBufferSource = this.#node;
  createBiquadFilter = this.#node;
  createDynamicsCompressor = this.#node;
  createBuffer = (_: number, samples: number) => ({ getChannelData: () => new Float32Array(samples) });
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("AudioContext", FakeContext);
  begun = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  prefer({ volume: 0.5 });
});

describe("sounds", () => {
  it("are silent until the first tap", async () => {
    const { allowSound, play } = await import("./play.ts");
    allowSound();
    play("dice");
    expect(begun).toBe(0);
    window.dispatchEvent(new Event("pointerdown"));
    play("dice");
    expect(begun).toBe(6);
  });

  it("all sound, and none does when somebody wants silence", async () => {
    const { allowSound, play } = await import("./play.ts");
    const { prefer: preferNow } = await import("../settings.svelte.ts");
    allowSound();
    window.dispatchEvent(new Event("keydown"));
    for (const name of ["dice", "card", "build", "coin", "tick", "turn", "win", "no"] as const) {
      begun = 0;
      play(name);
      expect(begun, name).toBeGreaterThan(0);
    }
    preferNow({ volume: 0 });
    begun = 0;
    play("win");
    expect(begun).toBe(0);
  });
});
