import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { PosencError } from "../engine/errors.ts";
import { readSafetensors } from "../io/read-safetensors.ts";
import { toSafetensors } from "../io/safetensors.ts";
import { type NamedTensor, taskKinds } from "../training/experiment.ts";
import { extensionNames } from "../training/extension-presets.ts";
import { methodNames } from "../training/method-presets.ts";
import { performStudy } from "../training/perform.ts";
import type { StudyResult } from "../training/result.ts";
import { runsOf, type Study } from "../training/study.ts";
import type { Command } from "./command.ts";
import { type CommandLine, outputHelp, readCommandLine } from "./command-line.ts";
import { fileReason } from "./file-reason.ts";
import { readCount } from "./numbers.ts";
import { writeOut } from "./output.ts";
import { type Printable, printJson } from "./print-json.ts";
import { readBytes } from "./read-input.ts";
import { readStudy, studyFlags } from "./read-study.ts";
import { summaryTable, testRows } from "./study-tables.ts";
import { tableCsv, tableText } from "./table.ts";
import { showProgress } from "./training-progress.ts";
import { UsageError } from "./usage-error.ts";

const help = `Usage: posenc train [study.json | -] [OPTIONS]

Trains small Transformers, one per position method and seed, on a task with a known answer, and tests them at lengths that
they never saw. Without study.json the flags describe the study; beside it they replace what it says. Equal studies give
equal numbers, but for milliseconds_per_step. Runs are trained side by side, one worker each; progress goes to standard
error.

  study.json          {task, methods, steps, seeds, lengths, sequences, training, model, ...}: "study" in what --format
                      json prints, which is taken whole too
  --task KIND         ${taskKinds.join(", ")}; default passkey
  --methods A,B,...   ${methodNames.slice(0, 7).join(", ")},
                      ${methodNames.slice(7).join(", ")}; default none,learned,rope,alibi
  --steps N           of training; default 400
  --tokens N, --batch N
                      of a sequence in training (32), sequences of a step (16)
  --rate X, --warmup N
                      of AdamW (0.002), steps until the full rate (50)
  --layers N, --width N, --heads N
                      of the model: 2, 64, 4
  --seeds A,B,...     default 0
  --lengths A,B,...   tokens to test at; default 1, 2, 4, 8 and 16 times those of training
  --sequences N       to test with, per length; default 64
  --depths A,B,...    of a passkey, 0 to 1: accuracy by length and depth
  --extensions A,B,...
                      what is done to a trained model for longer texts: ${extensionNames.slice(0, 5).join(", ")}
                      (rope), ${extensionNames.slice(5, 7).join(", ")} (alibi), ${extensionNames.slice(7).join(", ")} (learned)
  --fine-tune N       steps under each extension at twice the length, then tested again; default 0
  --workers N         runs side by side; default: as many as the machine has cores
  --save FILE         the parameters of the one run, as safetensors
  --load FILE         go on from such parameters; --steps 0 then only tests
  --format NAME       json (default), table (for people: means over seeds) or csv (one line per test)
${outputHelp}
Example:
  posenc train --task copying --methods rope,alibi,none --steps 300 --format table
`;

export const trainCommand: Command = {
  name: "train",
  summary: "trains small Transformers and tests them at lengths they never saw",
  help,
  async run(args) {
    const line = readCommandLine(args, {
      flags: [...studyFlags, "workers", "save", "load"],
      formats: ["json", "table", "csv"],
    });
    const study = await readStudy(line, help);
    const { save, load, workers } = line.flags;
    const runs = runsOf(study, load === undefined ? 1 : 0);
    if (save !== undefined && runs.length !== 1)
      throw new UsageError(`--save takes the parameters of one run, got ${runs.length}: name one method and one seed`);
    const progress = showProgress(runs, process.stderr);
    let last: readonly NamedTensor[] = [];
    try {
      const result = await performStudy(study, {
        ...(workers !== undefined && { workers: readCount(workers, "workers") }),
        ...(load !== undefined && { parameters: await loadParameters(load) }),
        hooksOf: (_, index) => progress.hooksOf(index),
        onRun(result, index, parameters) {
          progress.ended(result, index);
          last = parameters;
        },
      });
      if (save !== undefined) await saveParameters(save, last);
      return writeOut(print(result, line), line.outputFile);
    } finally {
      progress.close();
    }
  },
};

async function loadParameters(file: string): Promise<NamedTensor[]> {
  const arrays = readSafetensors(await readBytes(file), basename(file));
  return arrays.map(({ name, dtype, shape, data }) => {
    if (!(data instanceof Float32Array))
      throw new PosencError("invalid_argument", `${name}: expected F32, got ${dtype}`);
    return { name, shape, data };
  });
}

async function saveParameters(file: string, parameters: readonly NamedTensor[]): Promise<void> {
  const tensors = Object.fromEntries(parameters.map(({ name, shape, data }) => [name, { shape: [...shape], data }]));
  try {
    await writeFile(file, toSafetensors(tensors));
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${fileReason(error)}`);
  }
}

function print(result: StudyResult, line: CommandLine): string {
  if (line.format === "csv") return tableCsv(testRows(result), line.digits);
  if (line.format === "table") return `${headline(result.study)}\n\n${tableText(summaryTable(result), line.digits)}`;
  return printJson(result as unknown as Printable, line);
}

function headline({ task, steps, seeds }: Study): string {
  const many = seeds.length === 1 ? "one seed" : `${seeds.length} seeds, mean ± standard deviation`;
  return `${task.kind}: loss in nats (accuracy) by tokens after ${steps} steps; ${many}`;
}
