/** A study from a file and flags. */
import { parseProblem } from "../engine/problem-json.ts";
import type { ModelSizes, Task, TaskKind, TrainingSettings } from "../training/experiment.ts";
import type { ExtensionName } from "../training/extension-presets.ts";
import { defaultStudy, type Study, trainedTokens } from "../training/study.ts";
import type { CommandLine } from "./command-line.ts";
import { readNumber, readNumbers } from "./numbers.ts";
import { readInput } from "./read-input.ts";
import { UsageError } from "./usage-error.ts";

export const studyFlags = [
  ...(["task", "methods", "steps", "tokens", "batch", "rate", "warmup", "layers", "width", "heads"] as const),
  ...(["seeds", "lengths", "sequences", "depths", "extensions", "fine-tune"] as const),
] as const;

export async function readStudy({ positionals, flags }: CommandLine, usage: string): Promise<Study> {
  const [file, another] = positionals;
  if (another !== undefined) throw new UsageError(`expected one study file, got ${positionals.length}`);
  const described = file === undefined ? {} : await fromFile(file, usage);
  const numbers = numbersOf(flags);
  const study = { ...defaultStudy, ...described };
  const training: TrainingSettings = { ...study.training, ...pick(numbers, ["tokens", "batch", "rate", "warmup"]) };
  const model: ModelSizes = { ...study.model, ...pick(numbers, ["layers", "width", "heads"]) };
  // The kind is judged where studies are.
  const task: Task = flags.task === undefined ? study.task : { kind: flags.task as TaskKind };
  const trained = trainedTokens({ ...study, training });
  const lengths = "lengths" in described && flags.tokens === undefined ? study.lengths : timesTrained(trained);
  return {
    ...study,
    task,
    training,
    ...(Object.keys(model).length > 0 && { model }),
    lengths: listOf(flags.lengths, "lengths") ?? lengths,
    methods: flags.methods === undefined ? study.methods : words(flags.methods),
    seeds: listOf(flags.seeds, "seeds") ?? study.seeds,
    ...(flags.depths !== undefined && { depths: listOf(flags.depths, "depths") ?? [] }),
    ...(flags.extensions !== undefined && { extensions: words(flags.extensions) as ExtensionName[] }),
    ...pick(numbers, ["steps", "sequences"]),
    ...(numbers["fine-tune"] !== undefined && { fine_tune: numbers["fine-tune"] }),
  };
}

const timesTrained = (tokens: number): number[] => [1, 2, 4, 8, 16].map((times) => times * tokens);

/** A study, or a result that holds one. */
async function fromFile(file: string, usage: string): Promise<Partial<Study>> {
  const parsed = parseProblem(await readInput(file, "a study", usage)) as unknown as { study?: Partial<Study> };
  const study = parsed.study ?? (parsed as Partial<Study>);
  const known = [
    "task",
    "methods",
    "model",
    "training",
    "steps",
    "seeds",
    "lengths",
    "sequences",
    "depths",
    "extensions",
  ];
  const unknown = Object.keys(study).find((name) => ![...known, "fine_tune"].includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `${file}: expected a study of ${known.join(", ")} and fine_tune, got ${JSON.stringify(unknown)}`,
    );
  return study;
}

type Numbers = { [name in (typeof studyFlags)[number]]?: number };

function numbersOf(flags: CommandLine["flags"]): Numbers {
  const lists = ["task", "methods", "seeds", "lengths", "depths", "extensions"];
  const entries = studyFlags.flatMap((name) => {
    const text = flags[name];
    return text === undefined || lists.includes(name) ? [] : [[name, readNumber(text, name)] as const];
  });
  return Object.fromEntries(entries);
}

const words = (text: string): string[] => text.split(",").map((word) => word.trim());

const listOf = (text: string | undefined, flag: string): number[] | undefined =>
  text === undefined ? undefined : readNumbers(text, flag);

function pick<Name extends keyof Numbers>(numbers: Numbers, names: readonly Name[]): { [name in Name]?: number } {
  return Object.fromEntries(names.flatMap((name) => (numbers[name] === undefined ? [] : [[name, numbers[name]]]))) as {
    [name in Name]?: number;
  };
}
