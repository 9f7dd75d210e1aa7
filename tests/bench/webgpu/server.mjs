// Serves the page, onnxruntime-web's files and the models on loopback. The page is cross-origin isolated for its clock:
// steps of 5 instead of 100 microseconds.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { causalMask } from "../peers/causal-mask.mjs";
import { peersFolder } from "../peers/installed.mjs";
import { attentionModel, multiHeadAttentionModel } from "../peers/onnx-model.mjs";

export const pageFolder = join(peersFolder, "webgpu-page");
const folders = { "/onnxruntime/": join(peersFolder, "node_modules/onnxruntime-web/dist/"), "/": `${pageFolder}/` };

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

function model(query) {
  const { form, mask, ...numbers } = Object.fromEntries(query);
  const sizes = Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)]));
  const causal = mask === "causal";
  if (form === "operator") return multiHeadAttentionModel({ ...sizes, causal });
  return attentionModel(sizes, causal ? causalMask(sizes.tokens) : undefined);
}

function read(pathname) {
  // The URL parser has resolved "..".
  const prefix = Object.keys(folders).find((start) => pathname.startsWith(start));
  return readFile(join(folders[prefix], pathname.slice(prefix.length)));
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  try {
    const body = pathname === "/model" ? model(searchParams) : await read(pathname);
    response.writeHead(200, {
      "content-type": types[extname(pathname)] ?? "application/octet-stream",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}

export async function serve() {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/index.html`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
