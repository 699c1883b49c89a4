import type { Reading } from "./arithmetic.mjs";
export interface Bar {
  readonly label: string;
  readonly rival: string;
  readonly ratio: number;
}
export function barsOf(
  tasks: Readonly<
    Record<string, { readonly readings: Readonly<Record<string, readonly Reading[]>> } | undefined>
  >,
): { bars: Bar[]; absent: string[] };
export function chartOf(bars: readonly Bar[]): string;
