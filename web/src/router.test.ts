// Addresses: which part of the page they name, and how links are followed.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { follow, read, router } from "./router.svelte.ts";

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => undefined);
  router.go("/");
});

describe("addresses", () => {
  it.each([
    ["/", { page: "start" }],
    ["/nothing/known", { page: "start" }],
    ["/me", { page: "me" }],
    ["/t/abc", { page: "table", id: "abc", sit: false }],
    ["/t/abc/replay", { page: "replay", id: "abc" }],
    ["/t/", { page: "start" }],
  ])("%s", (path, route) => expect(read(path)).toEqual(route));

  it("goes to a table and takes a seat there, but not on the way back", () => {
    router.go("/t/abc", true);
    expect(router.route).toEqual({ page: "table", id: "abc", sit: true });
    expect(location.pathname).toBe("/t/abc");
    window.dispatchEvent(new PopStateEvent("popstate"));
    expect(router.route).toEqual({ page: "table", id: "abc", sit: false });
  });

  it("takes a seat at the table of an invitation", () => {
    router.sit();
    expect(router.route).toEqual({ page: "start" });
    router.go("/t/abc?lang=de");
    router.sit();
    expect(router.route).toEqual({ page: "table", id: "abc", sit: true });
  });

  it("follows links, but leaves new windows to the browser", () => {
    const link = document.createElement("a");
    link.href = "/me";
    link.addEventListener("click", follow);
    document.body.append(link);
    link.dispatchEvent(new MouseEvent("click", { ctrlKey: true, cancelable: true }));
    expect(router.route.page).toBe("start");
    link.dispatchEvent(new MouseEvent("click", { cancelable: true }));
    expect(router.route.page).toBe("me");
  });
});
