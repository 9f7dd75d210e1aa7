import { messageOf } from "../errors.ts";
import { ask } from "./core.ts";
import type { CoreModule } from "./core-module.ts";
import type { CoreHost } from "./host.ts";
import { type Runner, Trap, unavailable } from "./runner.ts";

/** In Node, and where a page may not start workers. A running call cannot be stopped. */
export function threadRunner(host: CoreHost): Runner {
  let core: Promise<CoreModule> | null = null;
  return {
    interruptible: false,
    async run(request) {
      core ??= host.loadCore();
      const module = await core.catch((error: unknown) => {
        throw unavailable(messageOf(error));
      });
      try {
        return ask(module, request);
      } catch (error) {
        throw new Trap(messageOf(error), { cause: error });
      }
    },
    stop() {},
  };
}
