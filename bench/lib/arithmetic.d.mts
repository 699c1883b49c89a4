export interface Reading {
  readonly fits: readonly number[];
  readonly predict?: number;
  readonly oneRow?: number;
  readonly memory?: number;
  readonly read?: number;
  readonly wall?: number;
  readonly peak?: number;
  readonly saved?: boolean;
  readonly score?: number;
}
export interface Least {
  readonly cold?: number;
  readonly warm?: number;
  readonly read?: number;
  readonly wall?: number;
  readonly peak?: number;
  readonly predict?: number;
  readonly oneRow?: number;
  readonly memory?: number;
  readonly score?: number;
}
export function leastOf(readings: readonly Reading[]): Least;
export function ratio(ours: number | undefined, rivals: number | undefined): number | undefined;
export function exponentOf(
  sizes: readonly number[],
  seconds: readonly number[],
): { exponent: number; explained: number };
export function figure(x: number | undefined): string;
