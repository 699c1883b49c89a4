export interface TreeSize {
  readonly nodes: number;
  readonly leaves: number;
  /** Edges on the longest path: 0 for a lone leaf. */
  readonly depth: number;
}
