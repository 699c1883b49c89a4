export interface Edge {
  readonly from: string;
  readonly to: string;
}

export function sourceFiles(): string[];
export function allEdges(files?: readonly string[]): Edge[];
export function importsOf(text: string): string[];
export function violations(edges: readonly Edge[], dependencies: ReadonlySet<string>): string[];
