/** What is alive on a document. English stands in the page itself. */
import { openDocument } from "../ui/document-page.ts";
import { inline } from "./inline.ts";
import { type DocsKey, t } from "./words.ts";

const isReference = location.pathname.endsWith("/api.html");

await openDocument(() => {
  document.title = t(isReference ? "docs.reference.title" : "docs.title");
  for (const element of document.querySelectorAll<HTMLElement>("[data-t]"))
    element.innerHTML = inline(t(element.dataset.t as DocsKey));
  document.querySelector("nav")?.setAttribute("aria-label", t("docs.nav"));
});
