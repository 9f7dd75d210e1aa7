/** The script of the snippet for frames stands in static/, once for all pages. */
export default {
  title: "Two labs in Docusaurus",
  url: "{{origin}}",
  baseUrl: "{{path}}",
  trailingSlash: true,
  onBrokenLinks: "throw",
  scripts: ["{{path}}follow.js"],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
  themeConfig: { colorMode: { respectPrefersColorScheme: true } },
};
