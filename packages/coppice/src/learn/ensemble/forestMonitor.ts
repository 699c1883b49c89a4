import { memberSeed } from "../../base/nodeRandom.js";
import type { Problem } from "../../engine/problem.js";
import type { UnseenRows } from "../../kernels/drivers/forest/batch.js";
import type { Costs } from "../../model/costs.js";
import type { EnsembleReport, EnsembleState } from "../../model/ensemble.js";
import type { PackedTrees } from "../../model/packed.js";
import type { RunningFigure } from "../learner.js";
import type { ForestOptions } from "./forestOptions.js";
import { impurityDecrease } from "./importance/impurityDecrease.js";
import { permuted } from "./importance/permuted.js";
import { OverTrees } from "./importance/spread.js";
import { leavesOut, samplerOf } from "./members.js";
import { OutOfBag } from "./outOfBag.js";
import { type TreeRows, treeRows, unseen } from "./rowsOf.js";

interface Seen {
  readonly known?: boolean;
  readonly unseen?: UnseenRows | undefined;
}

/** Sees a forest's trees in their order, and makes of them its error out of the bag and what attributes matter. */
export class ForestMonitor {
  private readonly rows: TreeRows;
  private readonly sampler: ((seed: number) => Uint8Array) | undefined;
  private readonly bag: OutOfBag | undefined;
  private readonly figures: OverTrees;

  constructor(
    problem: Problem,
    private readonly options: Pick<
      ForestOptions,
      "bootstrap" | "sampleShare" | "oob" | "importance" | "combine"
    >,
    private readonly seed: number,
    loss?: Costs["loss"],
  ) {
    this.rows = treeRows(problem);
    this.sampler = leavesOut(options) ? samplerOf(problem, options) : undefined;
    if (options.oob && this.sampler) this.bag = new OutOfBag(this.rows, options.combine, loss);
    this.figures = new OverTrees(problem.attributes.length);
  }

  /** Whether it follows rows that trees did not see. */
  get judges(): boolean {
    return this.bag !== undefined;
  }

  /** `known` figures are not made anew: a checkpoint had them. `unseen`: the rows that the tree did not see, if that is known. */
  see(pack: PackedTrees, member: number, { known = false, unseen: given }: Seen = {}): void {
    const { importance } = this.options;
    const seed = memberSeed(this.seed, member);
    const isPermutation = importance === "permutation" && !known;
    const out =
      this.sampler && (this.bag || isPermutation) ? (given?.rows ?? unseen(this.sampler(seed))) : undefined;
    if (out) this.bag?.add(pack, out, given?.leaves);
    if (isPermutation) this.figures.add(permuted(pack, out!, this.rows, seed));
    if (importance === "impurity") this.figures.add(shares(impurityDecrease(pack, this.rows.cells.length)));
  }

  figure(): RunningFigure | undefined {
    return this.bag?.figure();
  }

  report(): EnsembleReport {
    const { importance } = this.options;
    return {
      ...(this.bag && { curves: [this.bag.curve()] }),
      ...((importance === "impurity" || importance === "permutation") && {
        importance: this.figures.importance(importance),
      }),
    };
  }

  state(): EnsembleState["arrays"] {
    return this.options.importance === "permutation" ? { permutation: this.figures.state() } : {};
  }

  restore({ permutation }: EnsembleState["arrays"]): void {
    if (permutation) this.figures.restore(permutation);
  }
}

/** A lone leaf takes nothing away. */
function shares(taken: Float64Array): Float64Array {
  const total = taken.reduce((a, b) => a + b, 0);
  return total > 0 ? taken.map((sum) => sum / total) : taken;
}
