/** How cells become codes, and thresholds limits, such that a cell is ≤ a threshold exactly if its code is < the limit. */
export interface Limits {
  /** The distinct thresholds of an attribute; undefined if it has none. */
  tableOf(attribute: number): Float64Array | undefined;
  /** No limit and no code is above it. */
  greatestCode(attribute: number): number;
  limitAt(node: number): number;
}
