/** A page without content: gives the browser tests the engine and the case list, bundled as the site is. */
import { createPosenc } from "../../../web/src/engine/index.ts";
import { parityCases, runsOnGpu } from "../cases.ts";
import { failuresOf, runParity, summaryOf } from "../run-parity.ts";

const posencTest = { createPosenc, parityCases, runsOnGpu, runParity, failuresOf, summaryOf };

declare global {
  interface Window {
    posencTest: typeof posencTest;
  }
}

window.posencTest = posencTest;
