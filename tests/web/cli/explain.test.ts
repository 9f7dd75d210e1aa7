/** posenc explain. */
import { describe, expect, test } from "vitest";
import { type Run, runPosenc, runShell } from "./run-posenc.ts";

const llama = { model_type: "llama", hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 32768 };

/** The line of a key: its status and sentence. */
function line({ stdout }: Run, key: string): string {
  const found = stdout.split("\n").filter((one) => one.startsWith(`${key} `));
  expect(found).toHaveLength(1);
  return found[0] as string;
}

describe("a configuration with everything wrong", () => {
  const config = {
    ...llama,
    rope_theta: 10000,
    rope_parameters: { rope_theta: 500000, type: "yarn", factor: 8, fator: 4, attn_factor: 0.9 },
  };

  test("one line for each fault, exit code 2", async () => {
    const run = await runPosenc(["explain"], config);
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 2, stderr: "" });
    expect(line(run, "rope_theta")).toMatch(
      / 10000 +conflict +10000 here, but rope_parameters\.rope_theta says 500000: keep one$/,
    );
    expect(line(run, "rope_parameters.type")).toMatch(/ "yarn" +read .*older spelling of rope_type/);
    expect(line(run, "rope_parameters.factor")).toMatch(/ 8 +read +some older readers of transformers ask for 8\.0$/);
    expect(line(run, "rope_parameters.fator")).toMatch(/ 4 +unknown /);
    expect(line(run, "rope_parameters.attn_factor")).toMatch(/ unknown .*not attention_factor/);
    expect(line(run, "rope_parameters.original_max_position_embeddings")).toMatch(
      / 32768 +defaulted +taken from max_position_embeddings; the ramp sits 8 times too far out if 32768 is the extended length$/,
    );
    expect(run.stdout).toMatch(/^no numbers until mended: rope_theta$/m);
  });

  test("mended, it says what comes of it", async () => {
    const { rope_theta: _, ...mended } = config;
    const { code, stdout } = await runPosenc(["explain", "-"], mended);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\S+ +rotary half_split, yarn 8$/m);
  });

  test("the other commands name the key", async () => {
    const { code, stdout, stderr } = await runPosenc(["frequencies"], config);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^posenc: standard input: rope_theta = 10000: conflict, 10000 here, but .*\n$/);
  });
});

test("an empty configuration lacks what has no default", async () => {
  const { code, stdout } = await runPosenc(["explain"], {});
  expect(code).toBe(2);
  expect(stdout).toMatch(/^standard input \(Hugging Face config, read as huggingface\)$/m);
  expect(stdout).toMatch(/^num_attention_heads +absent +impossible +missing: it has no default$/m);
});

test("every key of the text has its line, in its order", async () => {
  const config = { ...llama, vocab_size: 32000, rope_theta: 5e5, rope_scaling: { factor: 2.0, rope_type: "linear" } };
  const { stdout } = await runPosenc(["explain", "--format", "json"], config);
  const { entries, errors, layer_types } = JSON.parse(stdout);
  const keys = [...Object.keys(config), "rope_scaling.factor", "rope_scaling.rope_type"];
  expect(entries.slice(0, keys.length).map(({ key }: { key: string }) => key)).toEqual(keys);
  expect(errors).toBe(0);
  expect(layer_types[0].methods[0].scaling).toEqual({ kind: "linear", factor: 2 });
});

describe("dialects", () => {
  test("who reads other numbers, and by how much", async () => {
    const { stdout } = await runPosenc(["explain", "--model", "phi-3.5-mini"]);
    expect(stdout).toMatch(/^dialects at length 4096 \(the context of training\), differences from huggingface$/m);
    expect(stdout).toMatch(/^huggingface, .* none$/m);
    expect(stdout).toMatch(/^vllm, .* inv_freq down to 1\/31\.54, most at pair 39$/m);
    expect(stdout).toMatch(/^megatron, litgpt .* refuse it: .*, the type longrope is not known to them$/m);
  });

  test("a ratio above 2 is told as such", async () => {
    const { stdout } = await runPosenc(["explain", "--model", "glm-4-9b"]);
    expect(stdout).toMatch(/^huggingface, .* inv_freq up to 411\.7 times as high, most at pair 31$/m);
  });

  test("what no number shows stands apart", async () => {
    const { stdout } = await runPosenc(["explain", "--model", "qwen3-vl-4b"]);
    expect(stdout).toMatch(
      /^every dialect reads the same numbers\nbeyond these numbers, pairs that no section takes turn$/m,
    );
    expect(stdout).toMatch(
      /^ {2}llama_cpp +by a fourth position\nbeyond these numbers, angles of a bfloat16 model are$/m,
    );
    expect(stdout).toMatch(/^ {2}huggingface, .* float32, cosine and sine rounded to bfloat16$/m);
    const { stated } = JSON.parse(
      (await runPosenc(["explain", "--model", "qwen3-vl-4b", "--format", "json"])).stdout,
    ).dialects;
    expect(stated.map(({ id }: { id: string }) => id)).toEqual(["mrope_rest", "angle_precision"]);
  });

  test("the three larger Gemma 3 are read alike", async () => {
    for (const size of ["4b", "12b", "27b"])
      expect((await runPosenc(["explain", "--model", `gemma-3-${size}`])).stdout).toMatch(
        /^every dialect reads the same numbers$/m,
      );
  });

  test("which list of LongRoPE is in force", async () => {
    const list = async (...args: string[]) =>
      /; (at length .*)$/m.exec((await runPosenc(["explain", "--model", "phi-3.5-mini", ...args])).stdout)?.[1];
    expect(await list()).toBe("at length 4096 the list is short, as the length is at most 4096; long beyond");
    expect(await list("--length", "4097")).toBe(
      "at length 4097 the list is long, as the length is above 4096; short up to there",
    );
    expect(await list("--dialect", "vllm")).toBe(
      "at length 4096 the list is long at every length, because the largest one is 131072",
    );
  });

  test("without a context the length is said to be an example", async () => {
    const { max_position_embeddings: _, ...config } = { ...llama, rope_ratio: 2 };
    const { stdout } = await runPosenc(["explain"], config);
    expect(stdout).toMatch(/^dialects at length 4096 \(an example, as the context is not named\), /m);
  });

  test("the numbers themselves in JSON", async () => {
    const { stdout } = await runPosenc(["explain", "--model", "qwen2.5-7b-yarn", "--format", "json"]);
    const { groups, length, length_reason } = JSON.parse(stdout).dialects;
    expect([length, length_reason]).toEqual([32768, "the context of training"]);
    const litgpt = groups.find(({ dialects }: { dialects: string[] }) => dialects.includes("litgpt"));
    expect(litgpt.differences[0].attention_factor).toEqual([expect.closeTo(1.13862944, 8), 1]);
    expect(groups[0].layer_types[0].inv_freq).toHaveLength(64);
  });

  test("--length is where they are compared", async () => {
    const config = { ...llama, max_position_embeddings: 2048, rope_scaling: { rope_type: "dynamic", factor: 2 } };
    const text = async (length: string) => (await runPosenc(["explain", "--length", length], config)).stdout;
    expect(await text("2048")).toMatch(/^vllm +inv_freq down to 1\/3, most at pair 63$/m);
    expect(await text("4096")).not.toMatch(/^vllm +inv_freq/m);
  });

  test("a model without rotary layers", async () => {
    const { stdout } = await runPosenc(["explain", "--model", "bloom-560m"]);
    expect(stdout).toMatch(/^every dialect that takes it reads the same methods$/m);
    const falcon = await runPosenc(["explain", "--model", "falcon-rw-1b"]);
    expect(falcon.stdout).toMatch(/^vllm .*"applied":"before_scale"/m);
    expect(falcon.stdout).toMatch(/^llama_cpp .*"kind":"alibi"/m);
  });
});

test("text of a configuration does not reach the terminal as anything but text", async () => {
  const nasty = "\u001b[31mred\u009b0m\u202e\u0007\n\r\u2028";
  const config = { ...llama, model_type: nasty, [nasty]: nasty, rope_scaling: { rope_type: nasty, factor: 2 } };
  for (const args of [
    ["explain"],
    ["explain", "--format", "json"],
    ["frequencies"],
    ["frequencies", "--format", "csv"],
  ]) {
    const { stdout, stderr } = await runPosenc(args, config);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
    expect(`${stdout}${stderr}`.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
    expect(`${stdout}${stderr}`).toContain("\\u001b[31mred");
  }
  const { stdout } = await runPosenc(["explain", "--format", "json"], config);
  expect(JSON.parse(stdout).entries.some(({ key }: { key: string }) => key === nasty)).toBe(true);
});

test("the examples in the help texts run", async () => {
  for (const command of ["frequencies", "explain", "diff", "models"]) {
    const { code: helped, stdout } = await runPosenc([command, "--help"]);
    expect(helped).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: posenc ${command} `));
    const example = stdout.slice(stdout.indexOf("Example:\n") + 9).replaceAll("posenc ", "$POSENC ");
    const { code, stderr } = await runShell(example);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  }
});
