/** A tree of tests: each is an attribute and the number of its test. */
export interface Solution {
  /** Of the leaves, each with its price. */
  readonly cost: number;
  readonly split?: {
    readonly attribute: number;
    readonly test: number;
    readonly left: Solution;
    readonly right: Solution;
  };
}
