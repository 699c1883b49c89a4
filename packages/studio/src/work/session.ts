import {
  bytesOf,
  type Column,
  CoppiceError,
  columnOf,
  describeOptions,
  fit,
  isSplit,
  isTree,
  learnerNamed,
  learners,
  loadModel,
  type Model,
  type PruningRow,
  type PruningSequence,
  pruneAt,
  pruningSequence,
  type ReadResult,
  readSource,
  type TreeModel,
} from "coppice";
import { pathWords, type TreeData, treeData } from "coppice/draw";
import { candidates, nodePaths, rowsAt, splitProfile } from "coppice/edit";
import { crossValidate, type Training, trainingFrom } from "coppice/evaluate";
import { rulesJson } from "coppice/rules";
import { shown } from "../base/text.js";
import { barsOf, groupedBy, UNGROUPED } from "./bars.js";
import { candidateFacts } from "./candidateFacts.js";
import { pageOf } from "./cells.js";
import { describe, evenRows } from "./describe.js";
import { EditHistory } from "./history.js";
import { modelFacts } from "./modelFacts.js";
import type { ModelFacts, NodeFacts, Recipe, RequestName, Requests, Score, TargetFacts } from "./protocol.js";
import { rowAnswer } from "./rowAnswer.js";
import { saved } from "./saved.js";
import { type Scored, scoreOn } from "./score.js";
import { likelyTarget, targetFacts } from "./targetFacts.js";

export interface Hooks {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

export type Handlers = {
  readonly [N in RequestName]: (
    args: Requests[N]["args"],
    hooks: Hooks,
  ) => Promise<Requests[N]["result"]> | Requests[N]["result"];
};

/** A grown tree with the sequence of its pruned ones. */
interface Pruning {
  readonly grown: TreeModel;
  readonly sequence: PruningSequence;
  readonly rows: readonly PruningRow[];
}

/** What the model was learned from, and what follows from the two. */
interface Learned {
  readonly model: Model;
  readonly training?: Training;
  readonly scored?: Scored;
  /** The names of the tree's nodes. */
  paths?: readonly string[];
  /** The texts of the tree's nodes. */
  data?: TreeData;
}

const FEW_CELLS = 50_000;
/** Rows beyond which the distributions at a node are those of a sample. */
const MOST_ROWS = 200_000;

/** The table and the model: the page has only what it shows of them. */
export class Session {
  private read: ReadResult | undefined;
  private recipe: Recipe | undefined;
  private learned: Learned | undefined;
  private pruning: Pruning | undefined;
  private history: EditHistory | undefined;

  /** `workers` is the folder of the library's worker files. */
  constructor(private readonly workers: string) {}

  readonly handlers: Handlers = {
    open: async ({ name, content, reading }, { signal, onProgress }) => {
      const bytes = new Uint8Array(await content.arrayBuffer());
      const { types, ...others } = reading;
      const read = await readSource(bytesOf(name, bytes), {
        ...others,
        types,
        signal,
        onProgress: (done, total) => onProgress(total ? done / total : 0),
      });
      this.read = read;
      this.learned = undefined;
      this.pruning = undefined;
      return {
        name: shown(name, 100),
        rows: read.table.rows,
        columns: read.table.columns.map(({ name: each, type }) => ({ name: each, type })),
        target: read.schema.target ?? likelyTarget(read.table),
        warnings: read.warnings,
      };
    },

    openModel: async ({ content }) => {
      const model = await loadModel(content);
      this.read = undefined;
      this.pruning = undefined;
      this.learned = { model };
      return this.facts();
    },

    describe: (request) => describe(this.tableRead(), request),

    learners: () =>
      learners.map((learner) => ({
        name: learner.name,
        kind: learner.kind ?? "tree",
        summary: learner.summary,
        tasks: learner.tasks,
        options: describeOptions(learner),
      })),

    fit: async (recipe, hooks) => {
      const model = await fit(this.tableRead(), { ...this.requestOf(recipe), ...hooks });
      this.recipe = recipe;
      this.pruning = undefined;
      this.take(model, trainingFrom(this.tableRead(), recipe));
      return this.facts();
    },

    validate: async ({ folds, ...recipe }, { signal, onProgress }): Promise<Score> => {
      const found = await crossValidate(this.tableRead(), {
        ...this.requestOf(recipe),
        ...{ folds, signal, onProgress },
      });
      if (found.kind === "regression") {
        return { kind: "regression", rows: found.rows, main: found.r2, rmse: found.rmse, mae: found.mae };
      }
      const names = Object.keys(found.confusion);
      const confusion = found.classes.map((truth) =>
        found.classes.map((label) => found.confusion[truth]?.[label] ?? 0),
      );
      const { low, high } = found.interval;
      const known = { kind: "classification", rows: found.rows, main: found.accuracy, low, high } as const;
      return names.length === 0 ? known : { ...known, confusion };
    },

    prune: async ({ step }, hooks) => {
      this.pruning ??= await this.prunings(hooks);
      const { grown, sequence, rows } = this.pruning;
      const model = pruneAt(grown, sequence, rows[step].alpha);
      this.take(model, this.learned!.training!);
      return { ...this.facts(), pruning: rows, pruned: step };
    },

    node: ({ node, from, most }) => this.nodeFacts(node, from, most),
    row: (args) => rowAnswer(this.known().model, this.read?.table, args, (tree) => this.data(tree)),
    rules: () => {
      const { model } = this.known();
      if (model.format === "coppice-ensemble") {
        throw new CoppiceError("MODEL_KIND", "an ensemble has too many rules to be listed", {
          name: model.learner,
        });
      }
      return rulesJson(model);
    },
    cellRows: ({ truth, label, most }) => {
      const { training, scored } = this.known();
      const target = this.column(training!.target.name);
      const rows: number[] = [];
      for (let i = 0; i < training!.rows.length && rows.length < most; i++) {
        const row = training!.rows[i];
        const isHit =
          target.type !== "numeric" && target.codes[row] === truth && scored?.labels?.[i] === label;
        if (isHit) rows.push(row);
      }
      return pageOf(this.tableRead().table.columns, rows);
    },
    edit: async ({ edits }, hooks) => {
      const training = this.trained();
      this.history ??= new EditHistory(this.tree(), training.table);
      const model = await this.history.after(edits, hooks);
      this.learned = { model, training, scored: scoreOn(model, training.table) };
      return this.facts();
    },
    candidates: ({ node, limit }) => {
      const tree = this.tree();
      const { group, groupColours } = this.groupsOf(tree);
      const found = candidates(tree, this.trained().table, this.pathOf(tree, node), { limit });
      return found.candidates.map((each) => candidateFacts(each, group, groupColours.length));
    },
    profile: ({ node, attribute }) => {
      const tree = this.tree();
      return splitProfile(tree, this.trained().table, this.pathOf(tree, node), attribute);
    },
    save: ({ form, name }) => saved(this.known().model, form, name),
  };

  private tableRead(): ReadResult {
    if (this.read === undefined) throw new CoppiceError("FILE_EMPTY", "no table is open");
    return this.read;
  }

  private known(): Learned {
    if (this.learned === undefined) throw new CoppiceError("MODEL_INVALID", "there is no model yet");
    return this.learned;
  }

  private column(name: string): Column {
    return columnOf(this.tableRead().table, name);
  }

  /** A small table is learned from here: starting another worker would take longer. */
  private requestOf({ learner, ...recipe }: Recipe) {
    const { rows, columns } = this.tableRead().table;
    const isSmall = rows * columns.length <= FEW_CELLS;
    return { ...recipe, learner: isSmall ? learnerNamed(learner) : learner, workers: this.workers };
  }

  private tree(): TreeModel {
    const { model } = this.known();
    if (isTree(model)) return model;
    throw new CoppiceError("MODEL_KIND", "this model is not one tree", { name: model.learner });
  }

  private trained(): Training {
    const { training } = this.known();
    if (training === undefined)
      throw new CoppiceError("FILE_EMPTY", "the model was opened without its table");
    return training;
  }

  private take(model: Model, training: Training): void {
    this.history = undefined;
    this.learned = { model, training, scored: scoreOn(model, training.table) };
  }

  private facts(): ModelFacts {
    const { model, training, scored } = this.known();
    return modelFacts(model, training, scored);
  }

  /** The unpruned tree of the same recipe, and its sequence with the errors that pruning by cross-validation found. */
  private async prunings(hooks: Hooks): Promise<Pruning> {
    const recipe = this.recipe!;
    const chosen = this.known().model;
    const {
      prune: _,
      pruneRule,
      pruneFolds,
      alpha,
      chooseBy,
      ...options
    } = recipe.options as Record<string, unknown>;
    const request = this.requestOf({ ...recipe, options: { ...options, prune: "none" } });
    const grown = await fit(this.tableRead(), { ...request, ...hooks });
    if (!isTree(grown))
      throw new CoppiceError("MODEL_KIND", "only a tree can be pruned", { name: recipe.learner });
    const sequence = pruningSequence(grown);
    const judged = new Map((isTree(chosen) ? chosen.pruning : undefined)?.map((row) => [row.splits, row]));
    return { grown, sequence, rows: sequence.rows.map((row) => ({ ...judged.get(row.splits), ...row })) };
  }

  private data(model: TreeModel): TreeData {
    const learned = this.known();
    learned.data ??= treeData(model);
    return learned.data;
  }

  /** A node as edits name it. */
  private pathOf(model: TreeModel, node: number): string {
    const learned = this.known();
    learned.paths ??= nodePaths(model);
    return learned.paths[node];
  }

  /** The training rows at a node, as numbers of the table's rows. */
  private rowsAt(model: TreeModel, node: number): Int32Array | undefined {
    const { training } = this.known();
    if (training === undefined) return undefined;
    return rowsAt(model, training.table, this.pathOf(model, node)).rows.map((row) => training.rows[row]);
  }

  private nodeFacts(node: number, from: number, most: number): NodeFacts {
    const { model } = this.known();
    if (!isTree(model))
      throw new CoppiceError("MODEL_KIND", "this model has no nodes", { name: model.learner });
    const data = this.data(model);
    const split = model.nodes[node];
    const rows = this.rowsAt(model, node);
    const threshold = isSplit(split) && "threshold" in split.test ? split.test.threshold : undefined;
    return {
      node,
      path: pathWords(data, node).map((each) => shown(each, 200)),
      ...(isSplit(split) && { gain: split.gain }),
      ...(data.nodes[node].m !== undefined && { missing: shown(data.nodes[node].m!, 600) }),
      ...(threshold !== undefined && { threshold }),
      ...(rows && {
        rowCount: rows.length,
        rows: pageOf(this.tableRead().table.columns, [...rows.subarray(from, from + most)]),
        ...(isSplit(split) && this.barsAt(model, split.test.attribute, rows)),
      }),
    };
  }

  /** The distribution of an attribute at a node; none for a measure, which is in no column. */
  private barsAt(model: TreeModel, attribute: number, rows: Int32Array): Pick<NodeFacts, "bars"> {
    const { name } = model.attributes[attribute];
    const column = this.tableRead().table.columns.find((each) => each.name === name);
    if (column === undefined) return {};
    const target = this.column(model.target.name);
    const { group, groupColours } = this.groupsOf(model);
    const by = target.type === "numeric" ? UNGROUPED : groupedBy(target, group, groupColours.length);
    const few = rows.length <= MOST_ROWS ? rows : evenRows(rows.length, MOST_ROWS).map((i) => rows[i]);
    return { bars: barsOf(column, few, by) };
  }

  /** The groups of classes, as the drawing has them. */
  private groupsOf(model: TreeModel): TargetFacts {
    const root = model.nodes[0];
    return targetFacts(model.target, "counts" in root ? root.counts : []);
  }
}
