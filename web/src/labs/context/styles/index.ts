import { inputStyles } from "./input.ts";
import { layoutStyles } from "./layout.ts";
import { mediaStyles } from "./media.ts";
import { resultStyles } from "./results.ts";
import { settingsStyles } from "./settings.ts";

export const contextStyles = [layoutStyles, inputStyles, settingsStyles, resultStyles, mediaStyles];
