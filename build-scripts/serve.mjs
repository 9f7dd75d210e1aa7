// A static file server for the built page: node:http only, loopback unless told otherwise.
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream";
import { parseArgs } from "node:util";

const usage = `Usage: node build-scripts/serve.mjs [--root build/site] [--host 127.0.0.1] [--port N] [--base /] [--open]
Without --port: 4173, or the next free one.`;

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

function stop(message) {
  console.error(message);
  process.exit(2);
}

function readOptions() {
  const string = (value) => ({ type: "string", default: value });
  const options = {
    root: string("build/site"),
    host: string("127.0.0.1"),
    port: { type: "string" },
    base: string("/"),
    open: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return stop(`error: ${error.message}\n${usage}`);
  }
}

const options = readOptions();
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const base = `/${options.base}/`.replace(/\/+/g, "/");
const askedPort = options.port === undefined ? undefined : Number(options.port);
if (askedPort !== undefined && !(Number.isInteger(askedPort) && askedPort >= 0 && askedPort <= 65535)) {
  stop(`error: --port must be a whole number from 0 to 65535, not '${options.port}'`);
}
const root = await realpath(options.root).catch(() =>
  stop(`error: there is no folder ${resolve(options.root)}\n       Build it first: build-scripts/play --build-only`),
);

/** The file for a request path: {file, size, mtime}, {redirect} or undefined. */
async function find(pathname) {
  if (pathname === base.slice(0, -1)) return { redirect: base };
  if (!pathname.startsWith(base)) return undefined;
  let relative;
  try {
    relative = decodeURIComponent(pathname.slice(base.length));
  } catch {
    return undefined;
  }
  if (/[\0\\]/.test(relative) || relative.split("/").includes("..")) return undefined;
  const wanted = join(root, relative);
  const info = await stat(wanted);
  if (info.isDirectory() && !pathname.endsWith("/")) return { redirect: `${pathname}/` };
  const file = await realpath(info.isDirectory() ? join(wanted, "index.html") : wanted);
  if (!file.startsWith(root + sep)) return undefined; // a link that leads out
  const { size, mtimeMs } = await stat(file);
  return { file, size, etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"` };
}

async function answer(request, response) {
  response.setHeader("Access-Control-Allow-Origin", "*"); // widgets are embedded in other people's pages
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cache-Control", "no-cache");
  const end = (status, headers = {}) => {
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...headers });
    response.end(request.method === "HEAD" ? undefined : `${status}\n`);
  };
  if (request.method !== "GET" && request.method !== "HEAD") return end(405, { Allow: "GET, HEAD" });
  const [, pathname, query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(request.url);
  const found = await find(pathname).catch(() => undefined);
  if (!found) return end(404);
  // One leading slash only: //host/ would send the visitor elsewhere.
  if (found.redirect) return end(301, { Location: found.redirect.replace(/^\/+/, "/") + query });
  response.setHeader("ETag", found.etag);
  if (request.headers["if-none-match"] === found.etag) {
    response.writeHead(304);
    return response.end();
  }
  response.writeHead(200, {
    "Content-Type": types[extname(found.file).toLowerCase()] ?? "application/octet-stream",
    "Content-Length": found.size,
  });
  if (request.method === "HEAD") return response.end();
  return pipeline(createReadStream(found.file), response, () => {}); // a visitor who left is no error
}

function openBrowser(address) {
  const opener = { darwin: "open", win32: "explorer" }[process.platform] ?? "xdg-open";
  const child = spawn(opener, [address], { stdio: "ignore", detached: true });
  child.on("error", () => console.error(`(no browser opened: ${opener} is missing)`));
  child.unref();
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});

let port = askedPort ?? 4173;
const lastPort = askedPort ?? port + 20;
server.on("error", (error) => {
  if (error.code === "EADDRINUSE" && port < lastPort) {
    port += 1;
    server.listen(port, options.host);
  } else if (error.code === "EADDRINUSE") {
    stop(`error: port ${port} is taken. Leave out --port to take the next free one.`);
  } else {
    stop(`error: cannot listen on ${options.host}:${port}: ${error.message}`);
  }
});
server.on("listening", () => {
  const host = ["0.0.0.0", "::"].includes(options.host) ? "localhost" : options.host;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${server.address().port}${base}`;
  console.log(`Posenc is at ${address}  (Ctrl+C stops it)`);
  if (options.open) openBrowser(address);
});
server.listen(port, options.host);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
