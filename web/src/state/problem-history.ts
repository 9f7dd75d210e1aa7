/**
 * The problem over time. A committed change is an entry of the browser's history, so Back undoes it; a preview (while
 * dragging or typing) only replaces the address of the entry it will become.
 */

import type { LabProblem } from "./defaults.ts";
import type { Issue } from "./issue.ts";
import { readHash, sameProblem, toHash } from "./link.ts";

export interface HistoryPlace {
  hash(): string;
  /** Replaces or pushes an address: the fragment, or "" for none. Browsers may refuse a call when there are too many. */
  write(how: "push" | "replace", hash: string): void;
  onReturn(listener: () => void): void;
}

export type ProblemListener = (problem: LabProblem, issue: Issue | null) => void;

export class ProblemHistory {
  private before: { hash: string } | null = null;

  constructor(
    private readonly place: HistoryPlace,
    private start: LabProblem,
    private readonly listener: ProblemListener,
    public problem: LabProblem = start,
  ) {
    place.onReturn(() => this.readPlace());
  }

  /** Takes the problem from the address. A faulty one is reported and the present problem kept. */
  readPlace(): void {
    this.before = null;
    const read = readHash(this.place.hash());
    if (read.kind === "issue") {
      this.listener(this.problem, read.issue);
      return;
    }
    this.problem = read.kind === "empty" ? this.start : read.problem;
    this.listener(this.problem, null);
  }

  /** The problem of an empty address. One that is still untouched follows the change. */
  setStart(start: LabProblem): void {
    const untouched = sameProblem(this.problem, this.start) && this.place.hash().replace("#", "") === "";
    this.start = start;
    if (untouched) {
      this.problem = start;
      this.listener(start, null);
    }
  }

  preview(problem: LabProblem): void {
    this.before ??= { hash: this.place.hash() };
    this.set(problem);
    this.place.write("replace", this.hashOf(problem));
  }

  commit(problem: LabProblem): void {
    const before = this.before?.hash ?? this.place.hash();
    if (this.before) this.place.write("replace", this.before.hash);
    this.before = null;
    const hash = this.hashOf(problem);
    if (hash !== before) this.place.write("push", hash);
    this.set(problem);
  }

  reset(): void {
    this.commit(this.start);
  }

  private set(problem: LabProblem): void {
    this.problem = problem;
    this.listener(problem, null);
  }

  private hashOf(problem: LabProblem): string {
    return sameProblem(problem, this.start) ? "" : toHash(problem);
  }
}

/** The address bar. */
export function browserPlace(): HistoryPlace {
  return {
    hash: () => location.hash,
    write(how, hash) {
      const address = `${location.pathname}${location.search}${hash}`;
      try {
        if (how === "push") history.pushState(null, "", address);
        else history.replaceState(null, "", address);
      } catch {
        // Too many changes in a short time: the address lags behind until the next one.
      }
    },
    onReturn(listener) {
      addEventListener("popstate", listener);
    },
  };
}
