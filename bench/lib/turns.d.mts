export const MOST_KERNEL: number;
export const MOST_CASE: number;

export type Side = "old" | "new";

export interface TurnReading {
  readonly kernel: string;
  readonly name: string;
  readonly threads: number;
  readonly old: readonly number[];
  readonly new: readonly number[];
}

export interface JudgedCase extends TurnReading {
  readonly before: number;
  readonly now: number;
  readonly ratio: number;
  readonly isSlow: boolean;
}

export interface Judgement {
  readonly cases: readonly JudgedCase[];
  readonly kernels: readonly { readonly kernel: string; readonly ratio: number; readonly isSlow: boolean }[];
  readonly isSlow: boolean;
}

export function turns(repeats: number): Side[];
export function judge(readings: readonly TurnReading[]): Judgement;
export function doubtful<R extends TurnReading>(readings: readonly R[]): R[];
