// Short messages: seen for a few seconds where the eye is, or only heard by whoever listens to the page.

export interface Notice {
  key: number;
  text: string;
  kind: "plain" | "bad";
}

const STAY = 5000;
let keys = 0;

export const notices = $state<Notice[]>([]);
/** What the live region says; a list, so that the same sentence twice is said twice. */
export const spoken = $state<{ key: number; text: string }[]>([]);

/** Shows a sentence for a while. */
export function notify(text: string, kind: Notice["kind"] = "plain"): void {
  keys += 1;
  const key = keys;
  // The same complaint again replaces the old one.
  const same = notices.findIndex((notice) => notice.text === text);
  if (same >= 0) notices.splice(same, 1);
  notices.push({ key, text, kind });
  if (notices.length > 3) notices.shift();
  setTimeout(() => dismiss(key), STAY);
}

export function dismiss(key: number): void {
  const at = notices.findIndex((notice) => notice.key === key);
  if (at >= 0) notices.splice(at, 1);
}

/** Says a sentence to whoever listens to the page. */
export function announce(text: string): void {
  keys += 1;
  spoken.push({ key: keys, text });
  if (spoken.length > 8) spoken.splice(0, spoken.length - 8);
}
