// A server for the tests: the program itself, on a free port, with an empty data folder.
//
// STAMMTISCH_BIN names the program, which carries the built page. STAMMTISCH_PAGE names a folder with another build of the page
// to be shown in its place, so that a page can be tried without compiling the program again.

import { type ChildProcess, spawn } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createSocket } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import type { Duplex } from "node:stream";

const PROGRAM = process.env["STAMMTISCH_BIN"] ?? "../target/release/stammtisch";
const PAGE = process.env["STAMMTISCH_PAGE"];
/** The program takes STAMMTISCH_… for its own settings. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("STAMMTISCH")));
/** Many tests share one address, and none of them wants to wait. */
const SETTINGS = [
  "tables.countdown=1",
  "tables.grace=60",
  "sockets.per_address=1000",
  "sockets.per_player=100",
  "tables_per_player=1000",
  "rates.address=[100000, 100000]",
  "rates.guests=[100000, 100000]",
  "rates.player=[100000, 100000]",
  "rates.socket=[100000, 100000]",
];
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

export interface Running {
  /** Where browsers go. */
  url: string;
  /** Ends the program as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again with the same data on the same port. */
  restart(): Promise<void>;
  /** Ends it and throws its data away. */
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((done) => socket.listen(0, "127.0.0.1", done));
  const { port } = socket.address() as AddressInfo;
  await new Promise((done) => socket.close(done));
  return port;
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("the server does not answer");
}

/** Several servers with the same tables. */
export interface Company {
  /** The one address that leads to whichever node is well. */
  front: string;
  /** Where each node is. */
  urls: string[];
  /** The node that has the only socket there is, if there is one. */
  nodeWithSocket(): Promise<number | undefined>;
  /** Ends a node as a power cut would. */
  kill(node: number): void;
  /** Ends all of it and throws its data away. */
  stop(): Promise<void>;
}

/** Starts several servers that share PostgreSQL and NATS, as `make cluster` does. */
export async function startCompany(nodes: number): Promise<Company> {
  const data = mkdtempSync(join(tmpdir(), "stammtisch-e2e-"));
  const settings = [...SETTINGS, "cluster.lease=3", "cluster.renewal=0.6", "cluster.silence=1.5"].flatMap((setting) => ["--set", setting]);
  const wanted = ["../tools/cluster.py", PROGRAM, "--nodes", String(nodes), "--port", "0", "--folder", data, ...settings];
  const child = spawn("python3", wanted, { env: ENVIRONMENT, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  const found = (): [string, number][] => [...said.matchAll(/(http:\S+) +\(node\d+, process (\d+)\)/g)].map(([, url, id]) => [url ?? "", Number(id)]);
  await new Promise<void>((done, fail) => {
    child.on("exit", (code) => fail(new Error(`the servers ended with ${code}`)));
    child.stdout.on("data", (text: Buffer) => {
      said += text.toString();
      if (said.includes("Ctrl-C")) done();
    });
  });
  const all = found();
  const sockets = async (url: string): Promise<number> => {
    const answer = await fetch(`${url}/metrics`).catch(() => undefined);
    return Number(/^stammtisch_sockets (\d+)$/m.exec((await answer?.text()) ?? "")?.[1] ?? 0);
  };
  return {
    front: /^ +(http:\S+)$/m.exec(said)?.[1] ?? "",
    urls: all.map(([url]) => url),
    nodeWithSocket: async () => {
      const counts = await Promise.all(all.map(([url]) => sockets(url)));
      const node = counts.indexOf(1);
      return node === -1 ? undefined : node;
    },
    kill: (node) => process.kill(all[node]?.[1] ?? 0, "SIGKILL"),
    stop: async () => {
      child.removeAllListeners("exit");
      const ended = new Promise((done) => child.on("exit", done));
      child.kill("SIGTERM");
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Starts the program, with further settings. */
export async function startServer(more: readonly string[] = []): Promise<Running> {
  const data = mkdtempSync(join(tmpdir(), "stammtisch-e2e-"));
  const port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const settings = [...SETTINGS, ...more].flatMap((setting) => ["--set", setting]);
    child = spawn(PROGRAM, ["serve", "--listen", `127.0.0.1:${port}`, "--data", data, "--log", "error", ...settings], { env: ENVIRONMENT, stdio: ["ignore", "inherit", "inherit"] });
    await answers(own, child);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const dying = child;
    if (dying === undefined || dying.exitCode !== null || dying.signalCode !== null) return;
    const gone = new Promise((done) => dying.once("exit", done));
    dying.kill(signal);
    await gone;
  };
  await start();
  const front = PAGE === undefined ? undefined : await showing(PAGE, port);
  return {
    url: front?.url ?? own,
    kill: () => end("SIGKILL"),
    restart: start,
    stop: async () => {
      front?.server.close();
      await end("SIGTERM");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

// --- another page in front of the program --------------------------------------------------------------------------------------

async function showing(folder: string, port: number): Promise<{ url: string; server: Server }> {
  const policy = (await fetch(`http://127.0.0.1:${port}/`)).headers.get("content-security-policy") ?? "";
  const server = createServer((asked, answer) => {
    if (/^\/(api|ws|health|metrics)\b/.test(asked.url ?? "")) pass(asked, answer, port);
    else show(folder, asked.url ?? "/", policy, answer);
  });
  server.on("upgrade", (asked, socket, head) => tunnel(asked, socket, head, port));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function show(folder: string, url: string, policy: string, answer: ServerResponse): void {
  const path = join(folder, normalize(new URL(url, "http://x").pathname));
  const file = extname(path) !== "" && existsSync(path) ? path : join(folder, "index.html");
  answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-security-policy": policy });
  createReadStream(file).pipe(answer);
}

function pass(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  const onward = request({ host: "127.0.0.1", port, method: asked.method, path: asked.url, headers: asked.headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}

function tunnel(asked: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const onward = connect(port, "127.0.0.1", () => {
    const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    onward.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join("")}\r\n`);
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  });
  onward.on("error", () => socket.destroy());
  socket.on("error", () => onward.destroy());
}
