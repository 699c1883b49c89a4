import { SingleBar } from "cli-progress";
import type { OnProgress, ProgressStep } from "../learn/learner.js";
import type { Io } from "./io.js";
import { figure as figureText } from "./layout.js";
import { type LineParts, progressLine } from "./progressLine.js";

export interface Progress {
  /** Share of the work done, from 0 to 1. */
  update: OnProgress;
  /** So many rows were read, of so many if that is known. */
  rows(done: number, total?: number): void;
  stop(): void;
  /** Runs work that yields now and then, and stops the bar whatever happens. */
  whileRunning<T>(work: (update: OnProgress) => Promise<T>): Promise<T>;
  /** Runs work that never yields, and stops the bar whatever happens. */
  during<T>(work: (update: OnProgress) => T): T;
}

/** Work shorter than this many seconds shows no bar. */
const PATIENCE = 1;

/** A bar on standard error, once the work turns out to be long; nothing when nobody watches. */
export function progressOf(io: Io, label: string, rows = 0): Progress {
  const { terminal } = io.stderr;
  const started = io.clock();
  let bar: SingleBar | undefined;
  const progress: Progress = {
    update(share, figure, step) {
      if (terminal === undefined) return;
      const elapsed = io.clock() - started;
      const passed = rows * (step ? (step.passes ?? step.number) : Math.min(1, share));
      draw(terminal, share, elapsed, {
        ...(rows > 0 && { rows: `${countText(rows)} rows`, ...rateOf(passed, elapsed) }),
        ...(step && { step: stepText(step) }),
        ...(figure && { figure: `${figure.name} ${figureText(figure.value)}` }),
      });
    },
    rows(done, total) {
      if (terminal === undefined) return;
      const elapsed = io.clock() - started;
      draw(terminal, total ? done / total : 0, elapsed, {
        rows: `${countText(done)} rows`,
        ...rateOf(done, elapsed),
      });
    },
    stop() {
      bar?.stop();
      bar = undefined;
    },
    async whileRunning(work) {
      try {
        return await work(progress.update);
      } finally {
        progress.stop();
      }
    },
    during(work) {
      try {
        return work(progress.update);
      } finally {
        progress.stop();
      }
    },
  };
  return progress;

  function draw(terminal: NodeJS.WriteStream, share: number, elapsed: number, parts: LineParts): void {
    if (bar === undefined && elapsed > PATIENCE) bar = startBar(terminal, label);
    const left = leftText(elapsed, share);
    bar?.update(Math.round(Math.min(1, share) * 100), { ...NONE, ...parts, ...(left && { left }) });
  }
}

/** What an update does not give is forgotten. */
const NONE = { rows: undefined, step: undefined, rate: undefined, figure: undefined, left: undefined };

/** The cursor stays visible and lines keep wrapping, so that a process killed under the bar leaves a sound terminal. */
function startBar(terminal: NodeJS.WriteStream, label: string): SingleBar {
  const bar = new SingleBar({
    ...{ stream: terminal, hideCursor: false, linewrap: true, clearOnComplete: true },
    format: (_, { progress }, parts) => progressLine(label, progress, parts, terminal.columns || USUAL_WIDTH),
  });
  bar.start(100, 0, {});
  return bar;
}

const USUAL_WIDTH = 80;

/** Where the work is. */
export function stepText({ name, number, tree }: ProgressStep): string {
  return `${tree === undefined ? "" : `tree ${tree}, `}${name} ${number}`;
}

/** How fast rows are passed over. */
function rateOf(rows: number, elapsed: number): { rate?: string } {
  return rows > 0 && elapsed > 0 ? { rate: `${countText(rows / elapsed)} rows/s` } : {};
}

function countText(count: number): string {
  if (count < 1e4) return String(Math.round(count));
  return count < 1e6 ? `${Math.round(count / 1e3)}k` : `${(count / 1e6).toFixed(1)}M`;
}

/** The library's own estimate needs a timer, which work that never yields does not let run. */
export function leftText(elapsed: number, share: number): string {
  if (!(share > 0.02)) return "";
  const left = Math.round((elapsed * (1 - share)) / share);
  if (left < 1) return "";
  return left < 100 ? `about ${left} s left` : `about ${Math.round(left / 60)} min left`;
}
