import { messageOf, PosencError } from "../../engine/errors.ts";
import { jsonFault } from "./json-fault.ts";
import { scanJson } from "./scan-json.ts";

/** Longest text taken, in characters; the largest published config.json files have some 100 KB. */
export const maxConfigLength = 1024 * 1024;
export const maxConfigDepth = 16;

/** The object of a config.json, params.json or of GGUF metadata. Keys are data: "__proto__" is one like any other. */
export function parseConfig(text: string): Record<string, unknown> {
  if (text.length > maxConfigLength)
    throw invalid(`the configuration is ${text.length} characters long, the limit is ${maxConfigLength} (1 MiB)`);
  // Some editors put a byte order mark in front.
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  scanJson(json, maxConfigDepth);
  const parsed = parseJson(json);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new PosencError("invalid_argument", `the configuration must be a JSON object, got ${nameType(parsed)}`);
  return parsed as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`the configuration is no JSON: ${jsonFault(text) ?? messageOf(error)}`);
  }
}

function nameType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function invalid(message: string): PosencError {
  return new PosencError("invalid_json", message);
}
