// Sounds, synthesised: short, soft, and silent until the first tap.

import { settings } from "../settings.svelte.ts";

export type SoundName = "dice" | "card" | "build" | "coin" | "tick" | "turn" | "win" | "no";

let context: AudioContext | undefined;

/** Everything goes through here, so that many sounds at once do not crackle. */
let out: AudioNode | undefined;

/** Browsers let a page sound only after a tap. A phone takes that back while the page is away, so every tap asks again. */
export function allowSound(): void {
  const wake = (): void => {
    if (context === undefined && typeof AudioContext === "function") {
      context = new AudioContext();
      const limiter = context.createDynamicsCompressor();
      limiter.connect(context.destination);
      out = limiter;
    }
    if (context !== undefined && context.state !== "running") void context.resume();
  };
  window.addEventListener("pointerdown", wake);
  window.addEventListener("keydown", wake);
}

/** One soft tone. */
function tone(at: number, frequency: number, length: number, loudness: number, kind: OscillatorType = "sine"): void {
  if (context === undefined || out === undefined) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = kind;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(out);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

/** A knock: noise through a narrow filter. */
function knock(at: number, pitch: number, length: number, loudness: number): void {
  if (context === undefined || out === undefined) return;
  const samples = Math.max(1, Math.floor(context.sampleRate * length));
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const channel = buffer.getChannelData(0);
  for (let i = 0; i < samples; i += 1) channel[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2;
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(out);
  source.start(at);
}

/** Plays a sound, unless the player wants silence. */
export function play(name: SoundName): void {
  const loud = settings.volume;
  if (context === undefined || context.state !== "running" || loud <= 0) return;
  const now = context.currentTime;
  switch (name) {
    case "dice":
      for (let i = 0; i < 6; i += 1) knock(now + i * 0.06 + Math.random() * 0.02, 1400 + Math.random() * 900, 0.05, loud * (0.9 - i * 0.1));
      break;
    case "card":
      knock(now, 3200, 0.09, loud * 0.4);
      break;
    case "build":
      knock(now, 500, 0.12, loud);
      knock(now + 0.12, 420, 0.14, loud * 0.8);
      break;
    case "coin":
      tone(now, 1760, 0.12, loud * 0.15, "triangle");
      tone(now + 0.05, 2350, 0.16, loud * 0.12, "triangle");
      break;
    case "tick":
      knock(now, 2600, 0.02, loud * 0.5);
      break;
    case "turn":
      tone(now, 587, 0.18, loud * 0.2);
      tone(now + 0.12, 784, 0.3, loud * 0.2);
      break;
    case "win":
      [523, 659, 784, 1047].forEach((frequency, i) => tone(now + i * 0.13, frequency, 0.4, loud * 0.2));
      break;
    case "no":
      tone(now, 196, 0.16, loud * 0.18, "triangle");
      break;
  }
}
