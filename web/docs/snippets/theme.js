const [page, attribute, dark] = [document.body, "data-md-color-scheme", "slate"];

function follow() {
  const theme = page.getAttribute(attribute) === dark ? "dark" : "light";
  for (const lab of document.querySelectorAll("posenc-lab")) lab.setAttribute("theme", theme);
  for (const { contentWindow } of document.querySelectorAll("iframe[src*='/embed/?lab=']"))
    contentWindow.postMessage({ type: "posenc:theme", theme }, "*");
}

new MutationObserver(follow).observe(page, { attributes: true, attributeFilter: [attribute] });
addEventListener("message", ({ data }) => data?.type === "posenc:ready" && follow());
document.addEventListener("posenc-ready", follow);
follow();
