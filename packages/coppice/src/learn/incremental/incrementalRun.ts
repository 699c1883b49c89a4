import { CoppiceError } from "../../base/errors.js";
import type { TreeModel } from "../../model/tree.js";
import type { Cells } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";
import { criterionFor } from "../criterion/criterionFor.js";
import { plurality } from "../label/facts.js";
import type { Learned } from "../learner.js";
import { mdl } from "../prune/mdl.js";
import type {
  StreamContext,
  StreamLearned,
  StreamRows,
  StreamRun,
  StreamSchema,
  StreamState,
} from "../stream/streamLearner.js";
import { treeDefaults } from "../treeOptions.js";
import { nodesUnder } from "./incNode.js";
import { sideOf } from "./nodeTest.js";
import { RevisedTree } from "./revisedTree.js";
import { RowIndex } from "./rowIndex.js";
import { treeNodes } from "./treeNodes.js";
import { markCuts } from "./virtualPruning.js";
import { noWork, type Work, workSince } from "./work.js";

/** The options of the learner. */
export interface IncrementalOptions {
  readonly criterion: "gini" | "entropy";
  readonly nominal: "oneHot" | "subset";
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly maxDepth?: number;
  readonly prune: "none" | "mdl";
}

/** Removed rows that are kept before the others are numbered anew. */
const SPARE_ROWS = 1024;

/** A tree that is revised row by row, and the rows it was learned from: everything else follows from these. */
export class IncrementalRun implements StreamRun {
  private readonly tree: RevisedTree;
  private readonly prunes: boolean;
  /** Levels of each attribute so far. */
  private readonly levels: number[];
  private readonly isNominal: readonly boolean[];
  private readonly cells: Float64Array;
  /** The rows that were not removed, in the order of their arrival. */
  private present = new Set<number>();
  private index: RowIndex | undefined;
  private before: Work = noWork();
  private latest: Work = noWork();

  constructor(
    { criterion, nominal, minSplit, minLeaf, maxDepth, prune }: IncrementalOptions,
    { schema: { attributes, target } }: StreamContext,
  ) {
    this.prunes = prune === "mdl";
    this.levels = attributes.map(({ levels }) => levels?.length ?? 0);
    this.isNominal = attributes.map(({ type }) => type === "nominal");
    this.cells = new Float64Array(attributes.length);
    const settings = {
      criterion: criterionFor(criterion, "classification"),
      minSplit: Math.max(minSplit, 2 * minLeaf),
      minLeaf,
      maxDepth: maxDepth ?? Number.POSITIVE_INFINITY,
      tolerance: treeDefaults.tolerance,
      kinds: attributes.map(({ type }) => (isStringType(type) ? "nominal" : type)),
      nominal,
    };
    this.tree = new RevisedTree(settings, Math.max(1, target.levels?.length ?? 0));
  }

  update(rows: StreamRows, predicted: Int32Array | Float64Array): void {
    for (let i = 0; i < rows.rows; i++) {
      this.read(rows.attributes, i);
      predicted[i] = this.predict();
      const k = rows.target[i];
      for (let copy = wholeWeight(rows, i); copy > 0; copy--) this.add(k);
      this.settle();
    }
  }

  /** Rows are found by their content before any is removed: it is all of them or none. */
  remove(rows: StreamRows): void {
    this.index ??= new RowIndex(this.tree.rows, this.present);
    const found: number[] = [];
    for (let i = 0; i < rows.rows; i++) {
      this.read(rows.attributes, i);
      const row = this.index.take(this.cells, rows.target[i]);
      if (row === undefined) {
        for (const taken of found.reverse()) this.index.add(taken);
        throw new CoppiceError(
          "STREAM_FORGET",
          `row ${i + 1} of those to be removed was never learned, or has been removed already: no row has its cells`,
          { name: `row ${i + 1}`, rule: "a row that was learned" },
        );
      }
      found.push(row);
    }
    for (const row of found) {
      this.tree.remove(row);
      this.present.delete(row);
      this.settle();
    }
    this.makeRoom();
  }

  learned(schema: StreamSchema): StreamLearned & Learned {
    const levels = schema.attributes.map(({ levels: own }) => own?.length ?? 0);
    const nodes = treeNodes(this.tree.root, levels);
    if (!this.prunes) return { kind: "tree", nodes };
    return {
      kind: "tree",
      nodes: mdl({ nodes, attributes: schema.attributes } as unknown as TreeModel).nodes,
    };
  }

  state(): StreamState {
    const rows = Int32Array.from(this.present);
    const { columns, classes } = this.tree.rows;
    return {
      attributes: columns.map((cells) => Float64Array.from(rows, (row) => cells[row])),
      target: Int32Array.from(rows, (row) => classes[row]),
    };
  }

  /** What the last row took, and all of them since the run began or was resumed. */
  figures(): Readonly<Record<string, number>> {
    const { work } = this.tree;
    let [nodes, leaves] = [0, 0];
    for (const { split } of nodesUnder(this.tree.root)) {
      nodes++;
      if (split === undefined) leaves++;
    }
    return {
      ...{ nodes, leaves, rowsKept: this.present.size },
      ...{ visited: work.nodes, compared: work.tests },
      ...{ transpositions: work.transpositions, moved: work.moved },
      ...{ lastVisited: this.latest.nodes, lastCompared: this.latest.tests },
      ...{ lastTranspositions: this.latest.transpositions, lastMoved: this.latest.moved },
    };
  }

  /** Goes on from a state: the tree follows from its rows. */
  restore(state: StreamState): this {
    const { attributes, target } = checkedState(state, this.cells.length);
    for (let i = 0; i < target.length; i++) {
      for (let a = 0; a < attributes.length; a++) this.cells[a] = attributes[a][i];
      this.add(target[i]);
    }
    this.settle();
    Object.assign(this.tree.work, noWork());
    this.before = noWork();
    this.latest = noWork();
    return this;
  }

  private read(attributes: readonly Cells[], i: number): void {
    for (let a = 0; a < attributes.length; a++) {
      const cell = attributes[a][i];
      this.cells[a] = this.isNominal[a] && cell < 0 ? Number.NaN : cell;
    }
  }

  private add(k: number): void {
    for (let a = 0; a < this.levels.length; a++) {
      if (!(this.cells[a] >= this.levels[a]) || !this.isNominal[a]) continue;
      this.levels[a] = this.cells[a] + 1;
      // Tests on levels name all of them: they take more bits.
      if (this.prunes) for (const node of nodesUnder(this.tree.root)) node.bits = undefined;
    }
    if (k >= this.tree.classes) this.tree.widen(k + 1);
    const row = this.tree.add(this.cells, k);
    this.present.add(row);
    this.index?.add(row);
  }

  private settle(): void {
    const { tree } = this;
    tree.settle();
    if (this.prunes) markCuts(tree.root, this.levels);
    this.latest = workSince(tree.work, this.before);
    this.before = { ...tree.work };
  }

  /** The class that the model so far predicts for the cells; -1 if it has had no row. */
  private predict(): number {
    let node = this.tree.root;
    if (node.rows === 0) return -1;
    while (node.split && !(this.prunes && node.isCut)) {
      const { test, low, high } = node.split;
      const cell = this.cells[test.attribute];
      const isNew = this.isNominal[test.attribute] && cell >= this.levels[test.attribute];
      node = sideOf(test, isNew ? Number.NaN : cell) === 0 ? low : high;
    }
    return plurality(node.counts);
  }

  private makeRoom(): void {
    if (this.tree.rows.count < 2 * this.present.size + SPARE_ROWS) return;
    this.tree.renumber([...this.present]);
    this.present = new Set(Array(this.present.size).keys());
    this.index = undefined;
    this.settle();
  }
}

function wholeWeight({ weights, first }: StreamRows, i: number): number {
  const weight = weights === undefined ? 1 : weights[i];
  if (Number.isInteger(weight) && weight >= 0) return weight;
  throw new CoppiceError(
    "WEIGHT_INVALID",
    `the weight of row ${first + i + 1} must be a whole number for a tree that is revised row by row; got ${weight}`,
    { rule: "a whole number" },
  );
}

interface Rows {
  readonly attributes: readonly Float64Array[];
  readonly target: Int32Array;
}

function checkedState(state: StreamState, width: number): Rows {
  const { attributes, target } = (state ?? {}) as { attributes?: unknown; target?: unknown };
  const isRight =
    target instanceof Int32Array &&
    target.every((k) => k >= 0) &&
    Array.isArray(attributes) &&
    attributes.length === width &&
    attributes.every((cells) => cells instanceof Float64Array && cells.length === target.length);
  if (isRight) return { attributes, target } as Rows;
  throw new CoppiceError(
    "STREAM_STATE",
    `the state of an incremental tree must have its rows: ${width} columns of cells, and as many classes as rows`,
    { rule: "the rows learned so far" },
  );
}
