import { labStyles } from "../../../lab/styles/index.ts";
import { inputStyles } from "./input.ts";
import { mediaStyles } from "./media.ts";
import { resultStyles } from "./results.ts";

export const contextStyles = [...labStyles, inputStyles, resultStyles, mediaStyles];
