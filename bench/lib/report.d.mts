import type { Reading } from "./arithmetic.mjs";

export interface MeasuredTask {
  readonly name: string;
  readonly least: Readonly<Record<string, number | undefined>>;
  readonly leastPredict?: Readonly<Record<string, number | undefined>>;
  readonly leastMemory?: Readonly<Record<string, number | undefined>>;
}
export interface Line {
  readonly task: string;
  readonly rival: string;
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly theirs?: number;
  readonly ratio?: number;
  readonly least?: number;
}
export function linesOf(task: MeasuredTask, readings: Readonly<Record<string, readonly Reading[]>>): Line[];
export function targetsText(lines: readonly Line[]): string;
