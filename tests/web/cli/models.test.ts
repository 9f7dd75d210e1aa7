/** posenc models, and that every model of the catalogue answers. */
import { expect, test } from "vitest";
import { MODELS } from "../../../web/src/models/catalogue.ts";
import { runPosenc } from "./run-posenc.ts";

async function models(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runPosenc(["models", ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

test("lists all, a line each", async () => {
  const lines = (await models()).trimEnd().split("\n");
  expect(lines[0]).toMatch(/^id +name +method +head_dim +base +context +source$/);
  expect(lines.slice(1).map((line) => line.split(" ")[0])).toEqual(MODELS.map(({ id }) => id));
});

test("a filter goes by id, name and family", async () => {
  const found = JSON.parse(await models("LLAMA-3.1", "--format", "json")) as Record<string, unknown>[];
  expect(found.map(({ id }) => id)).toEqual(["llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b"]);
  expect(found[0]).toMatchObject({
    name: "Llama 3.1 8B",
    method: "rotary half_split, llama3 8",
    head_dim: 128,
    base: "500000",
    context: 131072,
  });
});

test("layer types that differ are told apart", async () => {
  const [gemma] = JSON.parse(await models("gemma-3-4b", "--format", "json").then((text) => `[${text}]`));
  expect(gemma.method).toMatch(/full_attention: rotary half_split, linear 8/);
  expect(gemma.base).toMatch(/sliding_attention: 10000/);
});

test("heads of two widths, and a context that nobody names", async () => {
  expect(await models("gemma-4-31b")).toMatch(/^head_dim +sliding_attention: 256; full_attention: 512$/m);
  expect(await models("transformer-xl")).toMatch(/^context +not named$/m);
  expect(JSON.parse(await models("transformer-xl", "--format", "json"))).not.toHaveProperty("context");
});

test("one model with its configuration and source", async () => {
  const text = await models("deepseek-v3");
  expect(text).toMatch(/^source +deepseek-ai\/DeepSeek-V3 config.json$/m);
  expect(text).toMatch(/^rope_theta +10000$/m);
  const json = JSON.parse(await models("deepseek-v3", "--format", "json"));
  expect(json.config).toEqual(MODELS.find(({ id }) => id === "deepseek-v3")?.config);
});

test("refusals", async () => {
  for (const [args, message] of [
    [["elephant"], /no model matches "elephant"; posenc models lists all/],
    [["a", "b"], /expected one filter, got 2/],
    [["--format", "csv"], /--format: expected table or json, got "csv"/],
  ] as const) {
    const { code, stderr } = await runPosenc(["models", ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  }
});
