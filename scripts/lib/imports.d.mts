export interface Edge {
  readonly from: string;
  readonly to: string;
}

export const STUDIO: { readonly src: string; readonly ranks: ReadonlyMap<string, number> };
export function sourceFiles(src?: string): string[];
export function allEdges(files?: readonly string[]): Edge[];
export function importsOf(text: string, tsx?: boolean): string[];
export function violations(edges: readonly Edge[], dependencies: ReadonlySet<string>): string[];
export function studioViolations(edges: readonly Edge[], dependencies: ReadonlySet<string>): string[];
export function cyclesIn(edges: readonly Edge[]): string[];
