export interface Walked {
  /** Within the sources of the package. */
  readonly file: string;
  readonly name: string;
  readonly calls: number;
  readonly lines: readonly number[];
}

export function walk(args: readonly string[]): Promise<Walked[]>;
export function totalsOf(functions: readonly Walked[]): { files: number; functions: number; lines: number };
