/** What is fetched when a GPU is wanted. */
export { openGpu } from "./open.ts";
export { watchGpu } from "./watch.ts";
