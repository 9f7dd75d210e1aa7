/** Builds tests/parity/page with the site's configuration and serves it from a sub-path under the site's CSP. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
/** A folder for each of the processes that Playwright runs side by side. */
const outDir = path(`../../build/parity-page/${process.env.TEST_PARALLEL_INDEX ?? 0}`);
const prefix = "/some/folder/";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** The site's policy, less what the query takes away. */
function policy(query: URLSearchParams): string {
  const scripts = query.has("no-wasm") ? "'self'" : "'self' 'wasm-unsafe-eval'";
  const workers = query.has("no-workers") ? "'none'" : "'self'";
  return `default-src 'none'; script-src ${scripts}; worker-src ${workers}; connect-src 'self'; img-src data:`;
}

export interface ServedPage {
  url: string;
  /** The same page where no worker may start. */
  urlWithoutWorkers: string;
  /** The same page where WebAssembly may not be compiled; what its worker may follows its own answer, so no worker. */
  urlWithoutWasm: string;
  close(): Promise<void>;
}

export async function servePage(): Promise<ServedPage> {
  await build({
    configFile: path("../../web/vite.config.ts"),
    root: path("page"),
    publicDir: false,
    logLevel: "warn",
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: { index: path("page/index.html") } } },
  });
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    try {
      if (!pathname.startsWith(prefix)) throw new Error("outside");
      const file = pathname.slice(prefix.length) || "index.html";
      const body = await readFile(join(outDir, file));
      response.writeHead(200, {
        "content-type": types[extname(file)] ?? "application/octet-stream",
        "content-security-policy": policy(searchParams),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const url = await listen(server);
  return {
    url,
    urlWithoutWorkers: `${url}?no-workers`,
    urlWithoutWasm: `${url}?no-workers&no-wasm`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`);
    });
  });
}
