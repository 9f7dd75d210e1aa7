/** Asks for the service worker once the page is idle; frames of other pages, and browsers without one, do without. */
export function keepForOffline(): void {
  if (!("serviceWorker" in navigator) || window.top !== window || !import.meta.env.PROD) return;
  const register = () => {
    // Refused in private windows and where the policy forbids it: the page works all the same.
    navigator.serviceWorker.register(new URL("./service-worker.js", document.baseURI)).catch(() => {});
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
