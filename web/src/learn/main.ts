/** Start: language, colours and step from the address; the labs' element, which needs the site's folder. */

import { inline } from "../docs/inline.ts";
import { definePosencLab } from "../embed/posenc-lab.ts";
import { openDocument } from "../ui/document-page.ts";
import "./page.ts";
import { STEPS, stepNumber } from "./steps.ts";
import { type LearnKey, t } from "./strings.ts";

definePosencLab(new URL("../", document.baseURI).href);
const number = stepNumber(location.search);
// The page's catalogue must be there before the language is loaded.
const step = await STEPS[number - 1]?.load();
const page = document.createElement("posenc-learn");
await openDocument(() => {
  for (const element of document.querySelectorAll<HTMLElement>("header [data-t]"))
    element.innerHTML = inline(t(element.dataset.t as LearnKey));
  document.querySelector("nav")?.setAttribute("aria-label", t("learn.nav"));
});
if (step) page.begin(number, step);
document.querySelector("main")?.replaceChildren(page);
