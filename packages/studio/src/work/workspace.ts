import {
  type Column,
  CoppiceError,
  columnOf,
  isTree,
  learnerNamed,
  type Model,
  type PruningRow,
  type PruningSequence,
  type ReadResult,
  type TreeModel,
} from "coppice";
import { type TreeData, treeData } from "coppice/draw";
import { nodeCounts, nodePaths, rowsAt } from "coppice/edit";
import type { Assessment, Training } from "coppice/evaluate";
import type { EditHistory } from "./history.js";
import { type Answers, answersOf } from "./judged.js";
import { modelFacts } from "./modelFacts.js";
import type { Parts } from "./parts.js";
import type { ModelFacts, Recipe, TargetFacts } from "./protocol.js";
import { type Scored, scoreOn } from "./score.js";
import { targetFacts } from "./targetFacts.js";

/** A grown tree with the sequence of its pruned ones. */
export interface Pruning {
  readonly grown: TreeModel;
  readonly sequence: PruningSequence;
  readonly rows: readonly PruningRow[];
}

/** What the model was learned from, and what follows from the two. */
export interface Learned {
  readonly model: Model;
  readonly training?: Training;
  readonly scored?: Scored;
  /** The names of the tree's nodes. */
  paths?: readonly string[];
  /** The texts of the tree's nodes. */
  data?: TreeData;
  /** Its answers to the rows that edits are judged by. */
  answers?: Answers;
}

/** What cross-validation found of a recipe. */
export interface Validated {
  readonly recipe: Recipe;
  readonly assessment: Assessment;
  /** The importance of each attribute in the model of each fold; empty for rule sets. */
  readonly importance: readonly Readonly<Record<string, number>>[];
}

/** Up to this many cells are learned from here: starting another worker would take longer. */
const FEW_CELLS = 50_000;

/** The table and the model: the page has only what it shows of them. */
export class Workspace {
  read: ReadResult | undefined;
  recipe: Recipe | undefined;
  learned: Learned | undefined;
  pruning: Pruning | undefined;
  history: EditHistory | undefined;
  /** The parts of the table, if rows are held out. */
  parts: Parts | undefined;
  /** The cross-validation of the recipe, once there is one. */
  validated: Validated | undefined;

  /** `workers` is the folder of the library's worker files. */
  constructor(readonly workers: string) {}

  tableRead(): ReadResult {
    if (this.read === undefined) throw new CoppiceError("FILE_EMPTY", "no table is open");
    return this.read;
  }

  /** What is learned from: the table, or the part of it that is not held out. */
  learnedFrom(): ReadResult {
    return this.parts?.train ?? this.tableRead();
  }

  known(): Learned {
    if (this.learned === undefined) throw new CoppiceError("MODEL_INVALID", "there is no model yet");
    return this.learned;
  }

  column(name: string): Column {
    return columnOf(this.tableRead().table, name);
  }

  /** A recipe as the library takes it. */
  requestOf({ learner, judge: _, ...recipe }: Recipe) {
    const { rows, columns } = this.tableRead().table;
    const isSmall = rows * columns.length <= FEW_CELLS;
    return { ...recipe, learner: isSmall ? learnerNamed(learner) : learner, workers: this.workers };
  }

  tree(): TreeModel {
    const { model } = this.known();
    if (isTree(model)) return model;
    throw new CoppiceError("MODEL_KIND", "this model is not one tree", { name: model.learner });
  }

  trained(): Training {
    const { training } = this.known();
    if (training === undefined)
      throw new CoppiceError("FILE_EMPTY", "the model was opened without its table");
    return training;
  }

  /** Takes a newly learned model. */
  take(model: Model, training: Training): void {
    this.history = undefined;
    this.validated = undefined;
    this.change(model, training);
  }

  /** Takes what an edit made of the model. */
  change(model: Model, training: Training): void {
    this.learned = { model, training, scored: scoreOn(model, training.table) };
  }

  facts(): ModelFacts {
    const { model, training, scored } = this.known();
    const held = this.parts?.validation;
    return {
      ...modelFacts(model, training, scored),
      ...(held && { validation: scoreOn(model, held).score }),
      ...(held && isTree(model) && { held: nodeCounts(model, held) }),
    };
  }

  /** The answers of the tree to the rows that edits are judged by: those held out, or else those it was grown from. */
  answers(model: TreeModel): Answers {
    const learned = this.known();
    const held = this.parts?.validation;
    learned.answers ??= held
      ? answersOf(model, held, "validation")
      : answersOf(model, this.trained().table, "training");
    return learned.answers;
  }

  data(model: TreeModel): TreeData {
    const learned = this.known();
    learned.data ??= treeData(model);
    return learned.data;
  }

  /** A node as edits name it. */
  pathOf(model: TreeModel, node: number): string {
    const learned = this.known();
    learned.paths ??= nodePaths(model);
    return learned.paths[node];
  }

  /** The training rows at a node, as numbers of the table's rows. */
  rowsAt(model: TreeModel, node: number): Int32Array | undefined {
    const { training } = this.known();
    if (training === undefined) return undefined;
    return rowsAt(model, training.table, this.pathOf(model, node)).rows.map((row) => training.rows[row]);
  }

  /** The groups of classes, as the drawing has them. */
  groupsOf(model: TreeModel): TargetFacts {
    const root = model.nodes[0];
    return targetFacts(model.target, "counts" in root ? root.counts : []);
  }
}
