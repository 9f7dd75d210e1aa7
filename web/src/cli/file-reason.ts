/** Why a file could not be read or written, in words. */
import { messageOf } from "../engine/errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
};

export function fileReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? messageOf(error);
}
