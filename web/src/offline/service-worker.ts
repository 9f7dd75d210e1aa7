/**
 * Keeps the page's own files, so that it works without a network after the first visit. Files have their contents' hash
 * in their names and are taken from the cache; the page and the documents are asked for anew and taken from the cache
 * where that fails. A new version waits until no page of the old one is open: an open page may still fetch a lab.
 *
 * web/offline-plugin.ts puts in the names of all files and the version that is made of them.
 */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchLike extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const FILES: readonly string[] = JSON.parse("%FILES%");
const CACHE = "posenc-%VERSION%";
const PAGE = "./index.html";

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES.map((name) => `./${name}`)]);
}

async function dropOldVersions(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("posenc-") && name !== CACHE).map((name) => caches.delete(name)),
  );
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  if (request.mode === "navigate") {
    try {
      return await fetch(request);
    } catch {
      return (await cache.match(documentOf(request))) ?? (await cache.match(PAGE)) ?? Response.error();
    }
  }
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** Its file, without what the query says. */
const documentOf = ({ url }: Request): string => url.replace(/[?#].*$/, "").replace(/\/$/, "/index.html");

addEventListener("install", (event) => (event as Extendable).waitUntil(keepFiles()));
addEventListener("activate", (event) => (event as Extendable).waitUntil(dropOldVersions()));
addEventListener("fetch", (event) => {
  const { request } = event as FetchLike;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  (event as FetchLike).respondWith(answer(request));
});

export {};
