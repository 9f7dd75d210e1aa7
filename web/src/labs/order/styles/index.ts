import { figuresStyles } from "./figures.ts";
import { mediaStyles } from "./media.ts";
import { settingsStyles } from "./settings.ts";
import { verdictStyles } from "./verdict.ts";
import { whyStyles } from "./why.ts";

export const orderStyles = [verdictStyles, settingsStyles, figuresStyles, whyStyles, mediaStyles];
