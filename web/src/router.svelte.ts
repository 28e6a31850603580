// Which part of the page is shown: the address says it.

export type Route =
  | { page: "start" }
  | { page: "table"; id: string; sit: boolean }
  | { page: "replay"; id: string }
  | { page: "me" };

/** What an address means. */
export function read(path: string): Route {
  const [, first, id, last] = path.split("/");
  if (first === "t" && id !== undefined && id !== "") {
    return last === "replay" ? { page: "replay", id } : { page: "table", id, sit: false };
  }
  return first === "me" ? { page: "me" } : { page: "start" };
}

class Router {
  route = $state<Route>(read(location.pathname));

  constructor() {
    window.addEventListener("popstate", () => (this.route = read(location.pathname)));
  }

  /** Goes to another part of the page; `sit` takes a seat at the table there. */
  go(path: string, sit = false): void {
    history.pushState(null, "", path);
    const route = read(path.split("?")[0] ?? "/");
    this.route = route.page === "table" ? { ...route, sit } : route;
    window.scrollTo(0, 0);
  }

  /** Takes a seat at the table of the address, once it is there. */
  sit(): void {
    if (this.route.page === "table") this.route = { ...this.route, sit: true };
  }
}

export const router = new Router();

/** For links: goes there without loading the page anew. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
