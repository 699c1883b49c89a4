/** How cells become codes, and thresholds limits, such that a cell is at most a threshold where its code is below the limit. */
export interface Limits {
  readonly kind: "ranks" | "singles";
  /** The distinct thresholds of an attribute, where codes are ranks among them. */
  tableOf(attribute: number): Float64Array | undefined;
  /** No limit is above it, and no code. */
  greatestCode(attribute: number): number;
  limitAt(node: number): number;
}
