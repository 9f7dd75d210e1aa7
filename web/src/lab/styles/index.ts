import { embeddedStyles } from "./embedded.ts";
import { layoutStyles } from "./layout.ts";
import { mediaStyles } from "./media.ts";
import { partStyles } from "./parts.ts";
import { settingsStyles } from "./settings.ts";

/** A lab adds its own behind these. */
export const labStyles = [layoutStyles, settingsStyles, partStyles, mediaStyles, embeddedStyles];
