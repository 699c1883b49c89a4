/** How cells become codes, and thresholds limits, such that a cell is ≤ a threshold exactly if its code is < the limit. */
export interface Limits {
  readonly kind: "ranks" | "singles";
  /** The distinct thresholds of an attribute, if codes are ranks among them. */
  tableOf(attribute: number): Float64Array | undefined;
  /** No limit and no code is above it. */
  greatestCode(attribute: number): number;
  limitAt(node: number): number;
}
