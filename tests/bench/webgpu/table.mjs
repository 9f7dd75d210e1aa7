// The tables for a terminal.
import { processorText } from "../readme.mjs";
import { least, median } from "../statistics.mjs";

export const adapterText = ({ vendor, architecture, description, isFallback }) =>
  [[vendor, architecture, description].filter(Boolean).join(" "), ...(isFallback ? ["in software"] : [])].join(", ");

export function headLines({ date, adapter, machine, missing }) {
  const { browser, packages, load_before: load, operator_device: operatorDevice } = machine;
  return [
    `${date}, adapter: ${adapterText(adapter)}`,
    `${browser}, onnxruntime-web ${packages["onnxruntime-web"]}; ${processorText(machine)}, load before ${load.toFixed(1)}`,
    `onnxruntime-web operator: MultiHeadAttention on ${operatorDevice}`,
    ...missing.map((line) => `not there: ${line}`),
  ].join("\n");
}

export const PARTS = { gpu: "on the GPU", read_back: "read-back", whole: "whole call" };

export function timeTable({ groups }) {
  const cell = (seconds) =>
    (seconds ? `${(least(seconds) * 1e3).toFixed(1)} / ${(median(seconds) * 1e3).toFixed(1)}` : "").padStart(19);
  const line = (name, cells) => name.padEnd(42) + cells.join("");
  return [
    line(
      "ms, minimum / median",
      Object.values(PARTS).map((text) => text.padStart(19)),
    ),
    ...groups.flatMap(({ id, times }) =>
      Object.entries(times).map(([name, parts]) =>
        line(
          `${name}, ${id}`,
          Object.keys(PARTS).map((part) => cell(parts[part])),
        ),
      ),
    ),
  ].join("\n");
}
