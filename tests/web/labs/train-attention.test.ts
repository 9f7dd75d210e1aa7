/** The maps of a model that was trained on this visit. */
import { expect, test } from "vitest";
import { Attention } from "../../../web/src/labs/train/attention.ts";
import { attentionMaps } from "../../../web/src/labs/train/figures/attention.ts";
import { Visit } from "../../../web/src/labs/train/visit.ts";
import { defaultStudy, type Trainer } from "../../../web/src/training/index.ts";

test("maps go layer by layer, each with its own numbers", () => {
  const data = Float32Array.from({ length: 6 * 4 }, (_, at) => at);
  const maps = attentionMaps({ shape: [6, 2, 2], data }, 3);
  expect(maps.map(({ layer, head }) => [layer, head])).toEqual([
    ...[
      [1, 1],
      [1, 2],
      [1, 3],
    ],
    ...[
      [2, 1],
      [2, 2],
      [2, 3],
    ],
  ]);
  expect(maps[4]?.cells.at(1, 0)).toBe(4 * 4 + 2);
});

const live = () => {
  const [run] = new Visit({ ...defaultStudy, methods: ["rope"] }).live;
  if (!run) throw new Error("a study has runs");
  run.parameters = [{ name: "embedding.weight", shape: [1, 1], data: new Float32Array(1) }];
  return run;
};

interface Fake extends Pick<Trainer, "start" | "attention" | "close"> {
  parameters: unknown;
  isClosed: boolean;
  answer(tokens: number): void;
  refuse(message: string): void;
}

function fakes() {
  const opened: Fake[] = [];
  const open = () => {
    let settle: { resolve(value: { shape: number[]; data: Float32Array }): void; reject(error: Error): void };
    const fake: Fake = {
      parameters: null,
      isClosed: false,
      async start(_, parameters) {
        fake.parameters = parameters;
        return {} as Awaited<ReturnType<Trainer["start"]>>;
      },
      attention: () =>
        new Promise((resolve, reject) => {
          settle = { resolve, reject };
        }),
      close() {
        fake.isClosed = true;
      },
      answer: (tokens) => settle.resolve({ shape: [2, tokens, tokens], data: new Float32Array(2 * tokens * tokens) }),
      refuse: (message) => settle.reject(new Error(message)),
    };
    opened.push(fake);
    return fake;
  };
  return { opened, open };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

test("the last question counts, and every trainer is closed", async () => {
  const { opened, open } = fakes();
  const attention = new Attention(() => {}, open);
  const run = live();
  const first = attention.ask(run, 32);
  await turn();
  const second = attention.ask(run, 64);
  await turn();
  expect(attention.isPending).toBe(true);
  opened[0]?.answer(32);
  await first;
  expect(attention.maps).toBeNull();
  opened[1]?.answer(64);
  await second;
  expect(attention.maps?.[0]?.cells.rows).toBe(64);
  expect(opened[1]?.parameters).toBe(run.parameters);
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  expect(attention.isPending).toBe(false);
});

test("a refusal is kept in words, until the next answer", async () => {
  const { opened, open } = fakes();
  const attention = new Attention(() => {}, open);
  const asked = attention.ask(live(), 64);
  await turn();
  opened[0]?.refuse("the table has 32 rows");
  await asked;
  expect(attention.fault).toBe("the table has 32 rows");
  const again = attention.ask(live(), 32);
  expect(attention.fault).toBeNull();
  await turn();
  opened[1]?.answer(32);
  await again;
  expect(attention.maps).toHaveLength(2);
});
