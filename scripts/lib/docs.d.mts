export interface Block {
  readonly language: string;
  readonly mode: string;
  readonly reason: string;
  /** The line of the opening fence, counted from 1. */
  readonly line: number;
  readonly code: string;
}

export function pages(): string[];
export function blocksOf(markdown: string): Block[];
export function blocksOfPage(page: string): Block[];
export function blockFault(block: Block): string | undefined;
export function makeFolder(): string;
export function plainCommands(code: string): string[][] | undefined;
export function compileBlocks(
  pages: readonly { readonly folder: string; readonly blocks: readonly Block[] }[],
): Promise<(folder: string, block: Block) => string | undefined>;

export class BlockRunner {
  run(folder: string, block: Block): Promise<{ code: number; output: string }>;
  stop(): void;
}
