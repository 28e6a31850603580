// A clock that redraws whatever reads it, four times a second and only while something does.

import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 250);
  return () => clearInterval(timer);
});

/** Now, by this machine's clock, in milliseconds since 1970. */
export function ticking(): number {
  subscribe();
  return Date.now();
}

/** Whole seconds until then; none is left when the time has come. */
export function secondsUntil(then: number): number {
  return Math.max(0, Math.ceil((then - ticking()) / 1000));
}
