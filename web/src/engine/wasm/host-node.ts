import type { CoreHost } from "./host.ts";
import { loadCore } from "./load-node.ts";

/** The command computes one thing and ends: a worker would only add its start. */
export const host: CoreHost = { startWorker: () => null, loadCore };
