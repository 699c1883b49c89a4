import { memberSeed } from "../../base/nodeRandom.js";
import type { Problem } from "../../engine/problem.js";
import type { GrownMember, Wanted } from "../../kernels/drivers/forest/grown.js";
import type { Costs } from "../../model/costs.js";
import type { EnsembleReport, EnsembleState } from "../../model/ensemble.js";
import type { RunningFigure } from "../learner.js";
import type { ForestOptions } from "./forestOptions.js";
import { impurityDecrease } from "./importance/impurityDecrease.js";
import { permuted } from "./importance/permuted.js";
import { OverTrees } from "./importance/spread.js";
import { leavesOut, type Sampling, samplerOf } from "./members.js";
import { OutOfBag } from "./outOfBag.js";
import { type TreeRows, treeRows, unseen } from "./rowsOf.js";

/** The rows that a forest is learned from. */
export interface MonitoredRows {
  readonly rows: TreeRows;
  readonly attributes: number;
  /** How often a member sees each; absent: every row once, or each tree comes with the rows that it did not see. */
  readonly sampler?: ((seed: number) => Uint8Array) | undefined;
}

export function monitoredRows(problem: Problem, sampling: Sampling): MonitoredRows {
  return {
    rows: treeRows(problem),
    attributes: problem.attributes.length,
    sampler: leavesOut(sampling) ? samplerOf(problem, sampling) : undefined,
  };
}

/** Sees a forest's trees in their order, and makes of them its error out of the bag and what attributes matter. */
export class ForestMonitor {
  private readonly rows: TreeRows;
  private readonly sampler: ((seed: number) => Uint8Array) | undefined;
  private readonly bag: OutOfBag | undefined;
  private readonly figures: OverTrees;
  private readonly attributes: number;

  constructor(
    { rows, attributes, sampler }: MonitoredRows,
    private readonly options: Pick<
      ForestOptions,
      "bootstrap" | "sampleShare" | "oob" | "importance" | "combine"
    >,
    private readonly seed: number,
    loss?: Costs["loss"],
  ) {
    this.rows = rows;
    this.sampler = sampler;
    if (options.oob && leavesOut(options)) this.bag = new OutOfBag(rows, options.combine, loss);
    this.figures = new OverTrees(attributes);
    this.attributes = attributes;
  }

  /** What the trees that come next should be grown with: the kernel's sums begin with the first tree. */
  get wanted(): Wanted {
    const { importance } = this.options;
    const outOfBag = this.bag?.isPlain === true && this.bag.isNew && importance !== "permutation";
    return {
      outOfBag,
      unseen: this.bag !== undefined && !outOfBag,
      decrease: importance === "impurity",
    };
  }

  /** `known` figures are not made anew: a checkpoint had them. */
  see(grown: GrownMember, member: number, { known = false } = {}): void {
    const { importance } = this.options;
    const { pack, outOfBag, decrease } = grown;
    const seed = memberSeed(this.seed, member);
    const isPermutation = importance === "permutation" && !known;
    if (outOfBag) this.bag?.addTotals(outOfBag);
    else if ((grown.unseen || this.sampler) && (this.bag || isPermutation)) {
      const out = grown.unseen?.rows ?? unseen(this.sampler!(seed));
      this.bag?.add(pack, out, grown.unseen?.leaves);
      if (isPermutation) this.figures.add(permuted(pack, out, this.rows, seed));
    }
    if (importance === "impurity")
      this.figures.add(shares(decrease ?? impurityDecrease(pack, this.attributes)));
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
