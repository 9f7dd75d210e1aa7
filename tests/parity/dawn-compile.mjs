// Compiles WGSL in Dawn under Node: a folder with the package `webgpu` as the argument, {name: text} as JSON on stdin.
// Writes {refused: {name: message}, without: {name: feature}} to stdout.
import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder] = process.argv;
const entry = createRequire(join(folder, "package.json")).resolve("webgpu");
const { create } = await import(pathToFileURL(entry).href);

const texts = JSON.parse(readFileSync(0, "utf8"));
const adapter = await create(["backend=null"]).requestAdapter();
const wanted = { "enable f16;": "shader-f16", "enable subgroups;": "subgroups" };
const device = await adapter.requestDevice({
  requiredFeatures: Object.values(wanted).filter((feature) => adapter.features.has(feature)),
});
const [refused, without] = [{}, {}];
for (const [name, code] of Object.entries(texts)) {
  const missing = Object.entries(wanted).find(([line, feature]) => code.includes(line) && !device.features.has(feature));
  if (missing) {
    without[name] = missing[1];
    continue;
  }
  // What Dawn is not asked for, it prints itself.
  device.pushErrorScope("validation");
  const module = device.createShaderModule({ label: name, code });
  const { messages } = await module.getCompilationInfo();
  await device.popErrorScope();
  const errors = messages.map(({ lineNum, message }) => `line ${lineNum}: ${message}`);
  const compute = { module, entryPoint: "main" };
  const failed = await device.createComputePipelineAsync({ layout: "auto", compute }).then(
    () => [],
    (error) => [error.message],
  );
  if (errors.length + failed.length > 0) refused[name] = [...errors, ...failed].join("; ");
}
writeSync(1, JSON.stringify({ refused, without }));
process.exit(0);
