// Who may include whom in cpp/ and import whom in web/src, and that nobody does so in a circle; says every breach and fails.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const breaches = [];

// A folder may include itself and what is listed.
const cppLayers = {
  base: [],
  simd: ["base"],
  position: ["base", "simd"],
  attention: ["base", "simd", "position"],
  analysis: ["base", "simd", "position", "attention"],
  model: ["base", "simd", "position", "attention", "analysis"],
  tasks: ["base"],
  training: ["base", "model", "position", "tasks"],
  bindings: ["base", "simd", "position", "attention", "analysis", "model", "tasks", "training"],
};

// What the engines are tested against must not share their code.
const independent = {
  "attention/reference": [
    "simd/",
    "position/plan",
    "position/lower",
    "attention/tiled",
    "position/alibi_slopes",
    "position/rope_frequencies",
    "position/scaled_frequencies",
    "position/sinusoidal",
    "position/relative_rows",
  ],
  "model/layer_reference": ["simd/", "position/plan", "position/lower", "position/sinusoidal"],
  "model/transformer_reference": [
    "simd/",
    "position/plan",
    "position/lower",
    "model/transformer.",
    "model/activations",
  ],
  "position/sinusoidal": ["simd/", "position/plan", "position/lower", "attention/tiled"],
  "position/rope_frequencies": ["simd/", "position/plan", "position/lower", "attention/tiled"],
};

// A folder of web/src may import itself and what is listed; a lab never imports another lab.
const webLayers = {
  engine: [],
  io: ["engine"],
  models: [],
  i18n: ["labs/*/strings"],
  state: ["engine"],
  charts: [],
  styles: [],
  offline: [],
  docs: ["i18n", "ui"],
  ui: ["embed/labs", "embed/vocabulary", "i18n", "state", "styles", "engine", "elements", "charts", "labs", "offline"],
  lab: ["charts", "elements", "embed/snippets", "engine", "i18n", "io", "state", "ui"],
  embed: ["engine", "i18n", "lab", "labs", "state", "styles", "ui"],
  elements: ["charts", "engine", "i18n", "io", "state", "ui"],
  labs: ["charts", "elements", "engine", "i18n", "io", "lab", "models", "state", "training", "ui"],
  training: ["engine"],
  learn: [
    ...["docs/inline", "elements", "embed/posenc-lab", "embed/vocabulary", "engine", "i18n", "state", "training", "ui"],
    ...[
      "labs/cost/measure/measurement",
      "labs/cost/measure/statistics",
      "labs/cost/measure/subjects",
      "labs/cost/state",
    ],
  ],
  cli: ["engine", "io", "models", "state", "training"],
};

function files(folder, endings) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return files(path, endings);
    return endings.some((ending) => name.endsWith(ending)) ? [path] : [];
  });
}

// "attention/reference" stands for reference_rotation and its other parts too.
const forbiddenTo = (name) =>
  Object.entries(independent).flatMap(([start, forbidden]) => (name.startsWith(start) ? forbidden : []));

function checkCpp() {
  for (const path of files(join(root, "cpp"), [".hpp", ".cpp"])) {
    const name = relative(join(root, "cpp"), path);
    const folder = name.split("/")[0];
    const allowed = cppLayers[folder];
    if (!allowed) breaches.push(`cpp/${name}: ${folder} is not a known layer`);
    for (const [, included] of readFileSync(path, "utf8").matchAll(/^#include [<"]([^>"]+)[>"]/gm)) {
      const target = included.split("/")[0];
      if (target in cppLayers && target !== folder && !allowed?.includes(target))
        breaches.push(
          `cpp/${name} includes ${included}: ${folder} may include ${allowed?.join(", ") || "nothing else"}`,
        );
      if (target === "xsimd" && folder !== "simd") breaches.push(`cpp/${name} includes ${included}: only cpp/simd may`);
      if (target === "emscripten" && folder !== "bindings")
        breaches.push(`cpp/${name} includes ${included}: only cpp/bindings may`);
      for (const forbidden of forbiddenTo(name))
        if (included.startsWith(forbidden))
          breaches.push(`cpp/${name} includes ${included}: it must stay independent of it`);
    }
  }
}

// Shaders read the plan, so no method or scaling may be named in them.
const methodNames =
  /\b(sinusoidal|learned|shaw|transformer_xl|t5|alibi|rotary|rope|kerple|sandwich|fire|cope|yarn|ntk)\b/i;

function checkWeb() {
  for (const path of files(join(root, "web/src"), [".ts", ".mjs"])) {
    const name = relative(join(root, "web/src"), path);
    const [folder, part] = name.split("/");
    const allowed = webLayers[folder];
    if (!allowed) {
      breaches.push(`web/src/${name}: ${folder} is not a known layer`);
      continue;
    }
    for (const [, specifier] of readFileSync(path, "utf8").matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)) {
      const target = relative(join(root, "web/src"), resolve(dirname(path), specifier));
      if (target.startsWith("..")) continue;
      const [targetFolder, targetPart] = target.split("/");
      const catalogue = allowed.includes("labs/*/strings") && /^labs\/[^/]+\/strings\./.test(target);
      if (
        targetFolder !== folder &&
        !allowed.includes(targetFolder) &&
        !allowed.includes(target.replace(/\.ts$/, "")) &&
        !catalogue
      )
        breaches.push(
          `web/src/${name} imports ${target}: ${folder} may import ${allowed.join(", ") || "nothing else"}`,
        );
      if (folder === "labs" && targetFolder === "labs" && targetPart !== part)
        breaches.push(`web/src/${name} imports ${target}: a lab never imports another lab`);
    }
    if (
      folder === "engine" &&
      /\b(document|HTMLElement|customElements)\b/.test(
        readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ""),
      )
    )
      breaches.push(`web/src/${name}: the engine knows no DOM`);
  }
  for (const path of files(join(root, "web/src"), [".wgsl"])) {
    const named = readFileSync(path, "utf8").match(methodNames);
    if (named) breaches.push(`${relative(root, path)} names a method (${named[0]}): shaders read only the plan`);
  }
}

// Files that reach themselves, types and scripts fetched later included: none can be read or changed alone.
function checkCircles(folder, endings, imported) {
  const within = new Set(files(folder, endings));
  const imports = new Map(
    [...within].map((path) => [
      path,
      imported(path, readFileSync(path, "utf8")).filter((target) => within.has(target)),
    ]),
  );
  const state = new Map(); // "open" while its imports are followed, then "done"
  function follow(path, way) {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      const circle = [...way.slice(way.indexOf(path)), path].map((file) => relative(root, file));
      breaches.push(`a circle: ${circle.join(" -> ")}`);
      return;
    }
    state.set(path, "open");
    for (const target of imports.get(path)) follow(target, [...way, path]);
    state.set(path, "done");
  }
  for (const path of within) follow(path, []);
}

checkCpp();
checkWeb();
checkCircles(join(root, "cpp"), [".hpp", ".cpp"], (_, text) =>
  [...text.matchAll(/^#include "([^"]+)"/gm)].map(([, name]) => join(root, "cpp", name)),
);
checkCircles(join(root, "web/src"), [".ts"], (path, text) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+\.ts)["']/g)].map(([, name]) => resolve(dirname(path), name)),
);
for (const breach of breaches) console.error(breach);
console.log(
  breaches.length === 0 ? "layers: every include and import is allowed" : `layers: ${breaches.length} breaches`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
