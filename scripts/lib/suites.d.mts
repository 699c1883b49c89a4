export interface Suite {
  readonly change: string;
  readonly touches: readonly string[];
  readonly tests: readonly string[];
}

export const SUITES: readonly Suite[];
export function isUnder(path: string, place: string): boolean;
export function suitesFor(changed: readonly string[]): readonly Suite[];
export function withSuites(page: string): string;
