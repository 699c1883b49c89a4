import { Presets, SingleBar } from "cli-progress";
import type { OnProgress, ProgressStep } from "../learn/learner.js";
import type { Io } from "./io.js";
import { figure as figureText } from "./layout.js";

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
      if (bar === undefined && io.clock() - started > PATIENCE) bar = startBar(terminal, label);
      bar?.update(Math.round(Math.min(1, share) * 100), {
        left: leftText(io.clock() - started, share),
        figure: figure ? `, ${figure.name} ${figureText(figure.value)}` : "",
        step: step && rows > 0 ? stepText(step, rows, io.clock() - started) : "",
      });
    },
    rows(done, total) {
      if (terminal === undefined) return;
      const elapsed = io.clock() - started;
      if (bar === undefined && elapsed > PATIENCE) bar = startBar(terminal, label);
      const share = total ? done / total : 0;
      bar?.update(Math.round(Math.min(1, share) * 100), {
        ...{ left: leftText(elapsed, share), figure: "" },
        step: rowsText(done, elapsed),
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
}

/** The cursor stays visible and lines keep wrapping, so that a process killed under the bar leaves a sound terminal. */
function startBar(terminal: NodeJS.WriteStream, label: string): SingleBar {
  const format = `${label} {bar} {percentage}%{step}{figure}{left}`;
  const bar = new SingleBar(
    { stream: terminal, format, hideCursor: false, linewrap: true, barsize: 24, clearOnComplete: true },
    Presets.shades_classic,
  );
  bar.start(100, 0, { left: "", figure: "", step: "" });
  return bar;
}

/** Where the work is, and how fast: every step passes over all rows. */
export function stepText({ name, number }: ProgressStep, rows: number, elapsed: number): string {
  const rate = elapsed > 0 ? `, ${countText((rows * number) / elapsed)} rows/s` : "";
  return `, ${countText(rows)} rows, ${name} ${number}${rate}`;
}

/** Rows so far, and how fast they come. */
export function rowsText(rows: number, elapsed: number): string {
  const rate = elapsed > 0 ? `, ${countText(rows / elapsed)} rows/s` : "";
  return `, ${countText(rows)} rows${rate}`;
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
  return left < 100 ? `, about ${left} s left` : `, about ${Math.round(left / 60)} min left`;
}
