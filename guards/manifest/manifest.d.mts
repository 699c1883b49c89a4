import type { Change } from "./compare.d.mts";

export interface PartResult {
  readonly part: string;
  readonly found: ReadonlyMap<string, string>;
  readonly cases: number;
  readonly changes: readonly Change[];
  readonly isComplete: boolean;
}
export interface ManifestChoice {
  readonly quick?: boolean;
  readonly only?: string;
  readonly parts?: readonly string[];
  readonly processes?: number;
  readonly onDone?: (part: string, done: number, all: number, outcome: unknown) => void;
}
export function checkManifest(root: string, choice?: ManifestChoice): Promise<PartResult[]>;
