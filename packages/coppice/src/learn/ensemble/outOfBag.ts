import { toGrid, type ValueGrid } from "../../engine/grid.js";
import type { Judged } from "../../engine/port.js";
import type { OutOfBagTotals } from "../../kernels/drivers/forest/grown.js";
import { type Costs, labelOf } from "../../model/costs.js";
import type { LearningCurve } from "../../model/ensemble.js";
import type { PackedTrees } from "../../model/packed.js";
import { leastRisk } from "../../predict/combine.js";
import { landings } from "../../predict/packed/landings.js";
import type { Prediction } from "../../predict/prediction.js";
import type { RunningFigure } from "../learner.js";
import type { TreeRows } from "./rowsOf.js";

/**
 * Each row judged by the trees that did not see it, as trees are added (Breiman 2001). What a row is told is what the
 * ensemble of just those trees would say.
 */
export class OutOfBag {
  /** After each tree: the error of the rows that some tree has judged. */
  readonly errors: (number | null)[] = [];
  private readonly width: number;
  private readonly sums: Float64Array;
  private readonly judges: Int32Array;
  /** What each row adds to the error: its weight where it is wrong, or its squared error in units times its weight, on a grid. */
  private readonly loss: Float64Array;
  private readonly leaves: Int32Array;

  constructor(
    private readonly given: TreeRows,
    private readonly combine: "mean" | "vote",
    private readonly costs?: Costs["loss"],
  ) {
    this.width = Math.max(1, given.classes);
    this.sums = new Float64Array(given.rows * this.width);
    this.judges = new Int32Array(given.rows);
    this.loss = new Float64Array(given.rows);
    this.leaves = new Int32Array(given.rows);
  }

  /** `rows` are those that the tree did not see; `known` says which rows of its values they come to. */
  add(pack: PackedTrees, rows: Int32Array, known?: Int32Array): void {
    const { levels, cells } = this.given;
    const leaves = known ?? this.leaves;
    if (known === undefined) landings(pack, 0, levels, cells, rows, leaves);
    if (this.isPlain) {
      hearShares(pack.values, rows, leaves, this.sums, this.judges);
      judge(rows, this.sums, this.judges, this.given.truth, this.loss);
    } else {
      for (let i = 0; i < rows.length; i++) {
        this.hear(pack, rows[i], leaves[i]);
        this.loss[rows[i]] = this.lossOf(rows[i]);
      }
    }
    this.errors.push(this.error());
  }

  get isNew(): boolean {
    return this.errors.length === 0;
  }

  /** The error after the next tree, if a kernel has judged the rows, of all trees: rows of equal weight. */
  addTotals({ judged, wrong }: OutOfBagTotals): void {
    this.addJudged({ loss: wrong, weight: judged });
  }

  /** The same, if an engine has. */
  addJudged(judged: Judged): void {
    this.errors.push(errorOf(judged, this.given.grid));
  }

  /** The same, from answers to those rows in their order, or to all rows. */
  hearAll(rows: Int32Array, answers: Prediction, areOfAllRows = false): void {
    this.hearSome(rows, answers, areOfAllRows);
    this.settle();
  }

  /** Some of the answers of a tree; the last are settled. */
  hearSome(rows: Int32Array, answers: Prediction, areOfAllRows = false): void {
    const { width, sums } = this;
    for (let i = 0; i < rows.length; i++) {
      const at = rows[i] * width;
      const from = areOfAllRows ? rows[i] : i;
      this.judges[rows[i]]++;
      if (answers.kind === "regression") sums[at] += answers.values[from];
      else if (this.combine === "vote") sums[at + answers.labels[from]]++;
      else for (let k = 0; k < width; k++) sums[at + k] += answers.probabilities[from * width + k];
      this.loss[rows[i]] = this.lossOf(rows[i]);
    }
  }

  settle(): void {
    this.errors.push(this.error());
  }

  figure(): RunningFigure | undefined {
    const value = this.errors.at(-1);
    return typeof value === "number" ? { name: "out-of-bag error", value } : undefined;
  }

  curve(): LearningCurve {
    const measure = this.given.classes > 0 ? "error" : "squaredError";
    return { on: "oob", measure, values: this.errors };
  }

  /** What the trees that did not see it say of a row; undefined where every tree saw it. */
  answer(row: number): Float64Array | undefined {
    const { width, judges } = this;
    if (judges[row] === 0) return undefined;
    return this.sums.slice(row * width, (row + 1) * width).map((sum) => sum / judges[row]);
  }

  /** Classes by their mean shares, and rows of equal weight. */
  get isPlain(): boolean {
    const { classes, weights } = this.given;
    return classes > 0 && this.combine === "mean" && this.costs === undefined && weights === undefined;
  }

  private hear({ values }: PackedTrees, row: number, leaf: number): void {
    const { width, sums } = this;
    const at = row * width;
    this.judges[row]++;
    if (this.combine === "vote") sums[at + leastRisk(values, leaf, width, this.costs)]++;
    else for (let k = 0; k < width; k++) sums[at + k] += values[leaf * width + k];
  }

  private lossOf(row: number): number {
    const { truth, classes, weights } = this.given;
    const weight = weights?.[row] ?? 1;
    if (classes > 0) return this.labelOf(row) === truth[row] ? 0 : weight;
    const { units, center, denominator, quantum2 } = this.given.grid!;
    const distance = (this.sums[row] / this.judges[row]) * denominator - center - units[row];
    // Twice as far as any target is from the centre: four times the grid of their squares, on which sums are exact.
    return toGrid(weight * distance * distance, 4 * quantum2);
  }

  private labelOf(row: number): number {
    const { width, sums } = this;
    const at = row * width;
    if (this.costs && this.combine === "mean") {
      return labelOf(sums.subarray(at, at + width), { loss: this.costs });
    }
    const tie = TIE * this.judges[row];
    let best = 0;
    for (let k = 1; k < width; k++) if (sums[at + k] > sums[at + best] + tie) best = k;
    return best;
  }

  private error(): number | null {
    const { weights } = this.given;
    let loss = 0;
    let weight = 0;
    for (let row = 0; row < this.loss.length; row++) {
      if (this.judges[row] === 0) continue;
      loss += this.loss[row];
      weight += weights?.[row] ?? 1;
    }
    return errorOf({ loss, weight }, this.given.grid);
  }
}

/** The mean loss of the rows that were judged; squared errors are summed in units. */
function errorOf({ loss, weight }: Judged, grid: ValueGrid | undefined): number | null {
  const unit = grid ? grid.denominator * grid.denominator : 1;
  const error = weight > 0 ? loss / unit / weight : Number.NaN;
  return Number.isFinite(error) ? error : null;
}

// What `hear` and `lossOf` do in the plain case, for all rows of a tree: a call for each would take longer than the sums.

function hearShares(
  values: Float64Array,
  rows: Int32Array,
  leaves: Int32Array,
  sums: Float64Array,
  judges: Int32Array,
): void {
  const width = sums.length / judges.length;
  for (let i = 0; i < rows.length; i++) {
    const at = rows[i] * width;
    const from = leaves[i] * width;
    judges[rows[i]]++;
    for (let k = 0; k < width; k++) sums[at + k] += values[from + k];
  }
}

function judge(
  rows: Int32Array,
  sums: Float64Array,
  judges: Int32Array,
  truth: Int32Array | Float64Array,
  loss: Float64Array,
): void {
  const width = sums.length / judges.length;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const at = row * width;
    const tie = TIE * judges[row];
    let best = 0;
    for (let k = 1; k < width; k++) if (sums[at + k] > sums[at + best] + tie) best = k;
    loss[row] = best === truth[row] ? 0 : 1;
  }
}

/** As where ensembles predict: shares closer than this are a tie, which goes to the lowest class. */
const TIE = 1e-12;
