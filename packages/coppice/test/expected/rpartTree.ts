import { columnOf, type Table } from "../../src/table/table.js";
import type { RivalNode } from "./compare.js";

/** The parts of a reference file of rpart that tests read. */
export interface RpartFile {
  readonly frame: readonly {
    readonly node: number;
    readonly var: string;
    readonly n: number;
    readonly dev: number;
    readonly yval: number;
  }[];
  /** Per frame row: label, class counts, posteriors, node probability. */
  readonly yval2?: readonly (readonly number[])[];
  readonly splits: readonly { node: number; role: string; var: string; ncat: number; index: number }[];
  readonly csplit?: readonly (readonly number[])[];
  readonly xlevels?: Record<string, readonly string[]>;
}

/** rpart's tree as a rival to compare with. */
export function rpartTree({ frame, splits, csplit, xlevels }: RpartFile, table: Table): RivalNode {
  const primary = new Map(splits.filter((s) => s.role === "primary").map((s) => [s.node, s]));
  const goesLeft = (node: number) => {
    const split = primary.get(node)!;
    const column = columnOf(table, split.var);
    if (column.type === "numeric") {
      // ncat -1: below the index goes left; 1: below goes right.
      return (row: number) => column.values[row] < split.index === split.ncat < 0;
    }
    const levels = xlevels![split.var];
    const left = new Set(levels.filter((_, i) => csplit![split.index - 1][i] === 1));
    return (row: number) => left.has(column.levels[column.codes[row]]);
  };
  const leaves = new Set(frame.filter((f) => f.var === "<leaf>").map((f) => f.node));
  const make = (node: number): RivalNode =>
    leaves.has(node)
      ? { words: "leaf" }
      : {
          left: make(2 * node),
          right: make(2 * node + 1),
          goesLeft: goesLeft(node),
          words: `rpart node ${node} on ${primary.get(node)!.var}`,
        };
  return make(1);
}
