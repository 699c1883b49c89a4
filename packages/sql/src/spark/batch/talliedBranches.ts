import type { Division, Statistic, Summary, Tally } from "coppice/engine";
import { rankOf } from "../../engine/codedTest.js";
import type { ExactBlocks } from "./exactBlocks.js";

/**
 * What the branches of a node contain, from the tallies of the node: then nobody need look at its rows to divide it. Known where
 * every row counts once, and one branch takes all rows without a known one.
 */
export class TalliedBranches {
  private readonly kept = new Map<
    number,
    { readonly statistic: Statistic; readonly tallies: readonly Tally[] }
  >();

  constructor(private readonly blocks: ExactBlocks) {}

  keep(node: number, statistic: Statistic, tallies: readonly Tally[]): void {
    if (!this.blocks.isWeighted && statistic !== "ranks") this.kept.set(node, { statistic, tallies });
  }

  /** Whether tallies of rows of weight 1 tell what these rows are. */
  tell(statistic: Statistic): boolean {
    return statistic === "classes" || (statistic === "moments" && this.areExact);
  }

  /** All rows of a node, from a tally of it. */
  whole({ cells, missing }: Tally, statistic: Statistic): Summary {
    const sums = missing.slice();
    for (let at = 0; at < cells.length; at++) sums[at % sums.length] += cells[at];
    return summaryOf(sums, statistic);
  }

  /** Undefined where the rows must be asked. The node is gone. */
  divide({ node, test, missing, branches }: Division, statistic: Statistic): Summary[] | undefined {
    const known = this.kept.get(node);
    this.kept.delete(node);
    const tally = known?.tallies.find(({ attribute }) => attribute === test.attribute);
    if (tally === undefined || known?.statistic !== statistic) return undefined;
    if (missing.kind !== "branch" || (test.kind !== "threshold" && test.kind !== "subset")) return undefined;
    if (!this.tell(statistic)) return undefined;
    const facts = this.blocks.attributes[test.attribute];
    const branchOf = (code: number): number => {
      if (test.kind === "subset")
        return test.left.includes(code) ? 0 : test.right.includes(code) ? 1 : missing.to;
      return code <= (facts.values ? rankOf(facts.values, test.threshold) : test.threshold) ? 0 : 1;
    };
    const width = tally.missing.length;
    const sums = branches.map(() => new Float64Array(width));
    const add = (branch: number, cells: Float64Array, at: number) => {
      for (let k = 0; k < width; k++) sums[branch][k] += cells[at + k];
    };
    for (const [i, code] of tally.codes.entries()) add(branchOf(code), tally.cells, i * width);
    add(missing.to, tally.missing, 0);
    return sums.map((own) => summaryOf(own, statistic));
  }

  /** Whether sums of u and u² are of whole numbers, so that they tell whether all u are equal. */
  private get areExact(): boolean {
    const { target } = this.blocks.task;
    return target.kind === "values" && target.grid.quantum1 <= 1 && target.grid.quantum2 <= 1;
  }
}

/** Rows of weight 1: their number is their weight. */
function summaryOf(sums: Float64Array, statistic: Statistic): Summary {
  if (statistic === "classes") {
    const rows = sums.reduce((sum, weight) => sum + weight, 0);
    return { rows, weight: rows, pure: sums.filter((weight) => weight > 0).length <= 1, sums };
  }
  const [rows, first, second] = sums;
  // By Cauchy and Schwarz n·Σu² is at least (Σu)², and equal only if all u are.
  const pure = rows === 0 || BigInt(rows) * BigInt(second) === BigInt(first) ** 2n;
  return { rows, weight: rows, pure, sums };
}
