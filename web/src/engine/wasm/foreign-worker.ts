/** Where the script is of another origin than the page: a worker of the page's own that imports it. */
export function startForeignWorker(url: string): Worker {
  const script = URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" }));
  try {
    return new Worker(script, { type: "module" });
  } finally {
    URL.revokeObjectURL(script);
  }
}
