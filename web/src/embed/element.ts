/** Registers <posenc-lab>. */
import { definePosencLab } from "./posenc-lab.ts";

export { PosencLab } from "./posenc-lab.ts";

definePosencLab(import.meta.url);
