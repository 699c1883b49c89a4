import { cellText } from "../../src/table/column.js";
import { columnOf, selectRows, type Table } from "../../src/table/table.js";
import type { RivalNode } from "./compare.js";

export interface RpartSplit {
  readonly node: number;
  readonly role: "primary" | "competitor" | "surrogate";
  readonly var: string;
  readonly ncat: number;
  readonly index: number;
  /** Of a surrogate: the agreement. */
  readonly improve: number;
  readonly adj: number;
}

/** The parts of a reference file of rpart that tests read. */
export interface RpartFile {
  readonly control: { readonly minsplit: number; readonly minbucket: number; readonly cp: number };
  readonly frame: readonly {
    readonly node: number;
    readonly var: string;
    readonly n: number;
    readonly dev: number;
    readonly yval: number;
  }[];
  /** Per frame row: label, class counts, posteriors, node probability. */
  readonly yval2?: readonly (readonly number[])[];
  readonly splits: readonly RpartSplit[];
  readonly csplit?: readonly (readonly number[])[];
  readonly xlevels?: Readonly<Record<string, readonly string[]>>;
  readonly cptable: { readonly rows: readonly (readonly number[])[] };
  readonly trainAccuracy: number;
}

const loss = (below: number, above: number) => [
  [0, above],
  [below, 0],
];

/** The options of the files with priors and losses, true classes down. */
export const COSTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "rpart-prior": { priors: [0.65, 0.35] },
  "rpart-prior_info": { priors: [0.65, 0.35], criterion: "entropy" },
  "rpart-loss": { loss: loss(2, 1) },
  "rpart-loss2": { loss: loss(1, 2) },
  "rpart-prior_loss": { priors: [0.5, 0.5], loss: loss(3, 1) },
  "rpart-info": { criterion: "entropy" },
};

/** rpart drops rows of which only the target is known. */
export function withSomethingKnown(table: Table, target: string): Table {
  const attributes = table.columns.filter((column) => column.name !== target);
  const known = (row: number) => attributes.some((column) => cellText(column, row) !== undefined);
  return selectRows(table, Array.from({ length: table.rows }, (_, row) => row).filter(known));
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
