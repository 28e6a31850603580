// Marks an element as a place that cards fly to or from.

import type { Desk } from "../desk.svelte.ts";

export function anchor(desk: Desk, name: string): (element: Element) => () => void {
  return (element) => {
    desk.anchors.set(name, element);
    return () => {
      if (desk.anchors.get(name) === element) desk.anchors.delete(name);
    };
  };
}
