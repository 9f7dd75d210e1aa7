/**
 * The problem, and the one that is kept beside it, over time. A committed change is an entry of the browser's history;
 * Undo goes back through the changes made on this page.
 */
import { StateHistory } from "../../lab/state-history.ts";
import type { LabProblem } from "../../state/defaults.ts";
import type { HistoryPlace } from "../../state/history-place.ts";
import type { Issue } from "../../state/issue.ts";
import { readHash, sameProblem, toHash } from "../../state/link.ts";

export interface ProblemPair {
  problem: LabProblem;
  /** Kept for comparison; null: nothing is compared. */
  other: LabProblem | null;
}

export type PairListener = (pair: ProblemPair, issue: Issue | null) => void;

const MOST_UNDONE = 50;

export class ProblemHistory {
  private readonly history: StateHistory<ProblemPair, Issue>;
  private undone: readonly ProblemPair[] = [];
  /** What Undo goes back to: previews have moved the pair already. */
  private committed: ProblemPair;
  private isPreview = false;

  constructor(
    private readonly place: HistoryPlace,
    private start: LabProblem,
    private readonly listener: PairListener,
    /** Whether a visitor may go to a problem; the address may always. */
    private readonly allows: (problem: LabProblem) => boolean,
  ) {
    this.committed = { problem: start, other: null };
    const codec = { read: (hash: string) => this.read(hash), write: (pair: ProblemPair) => this.hashOf(pair) };
    this.history = new StateHistory(place, codec, this.committed, (pair, issue) => {
      if (!this.isPreview) this.committed = pair;
      this.listener(pair, issue);
    });
  }

  get pair(): ProblemPair {
    return this.history.state;
  }

  get canUndo(): boolean {
    return this.undone.length > 0;
  }

  get canReset(): boolean {
    return this.allows(this.start);
  }

  /** Takes the pair from the address. A faulty one is reported and the present pair kept. */
  readPlace(): void {
    this.history.readPlace();
  }

  /** The problem of an empty address. A page that is still untouched follows the change. */
  setStart(start: LabProblem): void {
    const isUntouched = this.hashOf(this.pair) === "" && this.place.hash().replace("#", "") === "";
    this.start = start;
    if (isUntouched) this.readPlace();
  }

  preview(problem: LabProblem): void {
    if (!this.allows(problem)) return;
    this.isPreview = true;
    this.history.preview({ ...this.pair, problem });
    this.isPreview = false;
  }

  commit(problem: LabProblem): void {
    this.commitPair({ ...this.pair, problem });
  }

  reset(): void {
    this.commitPair({ problem: this.start, other: null });
  }

  keep(): void {
    this.commitPair({ problem: this.pair.problem, other: this.pair.problem });
  }

  drop(): void {
    this.commitPair({ ...this.pair, other: null });
  }

  swap(): void {
    const { problem, other } = this.pair;
    if (other) this.commitPair({ problem: other, other: problem });
  }

  undo(): void {
    const last = this.undone.at(-1);
    if (!last) return;
    this.undone = this.undone.slice(0, -1);
    if (this.allows(last.problem)) this.history.commit(last);
  }

  private commitPair(pair: ProblemPair): void {
    if (!this.allows(pair.problem)) return;
    if (this.hashOf(this.committed) !== this.hashOf(pair))
      this.undone = [...this.undone.slice(1 - MOST_UNDONE), this.committed];
    this.history.commit(pair);
  }

  private read(hash: string): { state: ProblemPair | null; fault: Issue | null } {
    const read = readHash(hash);
    switch (read.kind) {
      case "empty":
        return { state: { problem: this.start, other: null }, fault: null };
      case "issue":
        return { state: null, fault: read.issue };
      case "problem":
        return { state: { problem: read.problem, other: read.other }, fault: null };
    }
  }

  private hashOf({ problem, other }: ProblemPair): string {
    return other === null && sameProblem(problem, this.start) ? "" : toHash(problem, other);
  }
}
