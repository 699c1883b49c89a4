import type { Problem } from "../../engine/problem.js";
import type { Team } from "../../kernels/team.js";
import type { Costs } from "../../model/costs.js";
import type { LearningCurve } from "../../model/ensemble.js";
import type { PackedTrees } from "../../model/packed.js";
import type { TreeModel } from "../../model/tree.js";
import { landings } from "../../predict/packed/landings.js";
import { treeLandings } from "../../predict/packed/treeLandings.js";
import type { Prediction } from "../../predict/prediction.js";
import { predictTree } from "../../predict/predictTree.js";
import { takeRows } from "../../table/column.js";
import { makeTable } from "../../table/table.js";
import type { RunningFigure } from "../learner.js";
import { packOf } from "./memberPack.js";
import { leavesOut, type Sampling } from "./members.js";
import { OutOfBag } from "./outOfBag.js";
import { type TreeRows, treeRows, unseen } from "./rowsOf.js";

interface JudgedBagging extends Sampling {
  readonly combine: "mean" | "vote";
  readonly oob: boolean;
}

/** Sees the trees of a bagging in their order: makes their error out of the bag, and, if wanted, adds up what they say of all rows. */
export class BagJudge {
  private readonly rows: TreeRows;
  private readonly outOfBag: OutOfBag | undefined;
  /** Whose leaves it asks for: those of all rows, of the rows that a tree did not see, or nobody's. */
  readonly asks: "all" | "unseen" | undefined;
  /** By row and output, if wanted: what all trees say, added up. */
  readonly scores: Float64Array | undefined;

  constructor(
    private readonly problem: Problem,
    private readonly given: JudgedBagging,
    { loss, wantsScores = false }: { readonly loss?: Costs["loss"]; readonly wantsScores?: boolean },
  ) {
    const rows = treeRows(problem);
    this.rows = rows;
    if (given.oob && leavesOut(given)) this.outOfBag = new OutOfBag(rows, given.combine, loss);
    if (wantsScores) this.scores = new Float64Array(rows.rows * Math.max(1, rows.classes));
    if (given.combine === "mean") this.asks = wantsScores ? "all" : this.outOfBag && "unseen";
  }

  /** `landed`: the leaves that it asks for, if they are known. `team`: threads that may help to find them. */
  see(model: TreeModel, counts: Uint8Array | undefined, landed: Int32Array | undefined, team?: Team): void {
    const { outOfBag, scores } = this;
    if (outOfBag === undefined && scores === undefined) return;
    const out = outOfBag && unseen(counts!);
    const pack = this.asks && packOf(model);
    if (pack) this.seePacked(pack, out, landed ?? (scores && this.leavesIn(model, pack, team)));
    else this.seeAnswers(model, out, team);
  }

  private seePacked(pack: PackedTrees, out: Int32Array | undefined, leaves: Int32Array | undefined): void {
    const { outOfBag, scores } = this;
    if (scores) addLeaves(scores, pack, leaves!);
    if (out) outOfBag!.add(pack, out, scores ? out.map((row) => leaves![row]) : leaves);
  }

  private seeAnswers(model: TreeModel, out: Int32Array | undefined, team: Team | undefined): void {
    const { outOfBag, scores, problem, given } = this;
    const { attributes } = problem;
    const judged = scores ? attributes : attributes.map((column) => takeRows(column, out!));
    const answers = predictTree(model, makeTable([...judged]), team);
    if (scores) addAnswers(scores, answers, given.combine);
    if (out) outOfBag!.hearAll(out, answers, scores !== undefined);
  }

  figure(): RunningFigure | undefined {
    return this.outOfBag?.figure();
  }

  get curves(): readonly LearningCurve[] | undefined {
    return this.outOfBag && [this.outOfBag.curve()];
  }

  private leavesIn(model: TreeModel, pack: PackedTrees, team: Team | undefined): Int32Array {
    const { cells, levels, rows } = this.rows;
    const known = treeLandings(model, team)(cells, rows);
    if (known) return known;
    const leaves = new Int32Array(rows);
    landings(pack, 0, levels, cells, Int32Array.from(leaves.keys()), leaves);
    return leaves;
  }
}

// As predictions are added up (predict/predictEnsemble.ts).

function addLeaves(sums: Float64Array, { values, width }: PackedTrees, leaves: Int32Array): void {
  for (let row = 0, at = 0; row < leaves.length; row++) {
    const from = leaves[row] * width;
    for (let k = 0; k < width; k++, at++) sums[at] += values[from + k];
  }
}

function addAnswers(sums: Float64Array, answers: Prediction, combine: JudgedBagging["combine"]): void {
  if (answers.kind === "classification" && combine === "vote") {
    const { labels } = answers;
    const classes = sums.length / labels.length;
    for (let row = 0; row < labels.length; row++) sums[row * classes + labels[row]]++;
    return;
  }
  const said = answers.kind === "regression" ? answers.values : answers.probabilities;
  for (let i = 0; i < sums.length; i++) sums[i] += said[i];
}
