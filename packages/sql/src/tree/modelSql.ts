import { CoppiceError, type EnsembleModel, isEnsemble, isTree, type Model, type TreeModel } from "coppice";
import type { Dialect } from "../dialect/dialect.js";
import { fromRelation, type Relation } from "../dialect/relation.js";
import { cellSql, testedAttributes } from "./cellsSql.js";
import { ensembleAnswers } from "./ensembleSql.js";
import { cellName } from "./landing.js";
import type { StoredAs } from "./levelCode.js";
import { packedAttributes } from "./packedLanding.js";
import { treeAnswers } from "./treeAnswers.js";

export interface ModelSqlOptions {
  /** Where the rows are. */
  readonly from: Relation;
  /** The column that identifies a row in the result. */
  readonly key: string;
  /** Other columns to return as they are. */
  readonly keep?: readonly string[];
  /** The name of the column with the predictions. Default: "prediction". */
  readonly as?: string;
  /** Whether to return a column p(class) per class, too. */
  readonly probabilities?: boolean;
  /** The name of that column, by the number of the class. Names of classes may differ by the case of letters only. */
  readonly shareName?: (code: number) => string;
  /** How the columns are stored, where it is known. */
  readonly stored?: ReadonlyMap<string, StoredAs>;
}

const ALIAS = "t";
const KEPT = "kept";

/**
 * A tree, a forest or a boosted model as a query that returns the key and the prediction of every row: those of the library,
 * to the bit.
 */
export function modelSql(given: Model, dialect: Dialect, options: ModelSqlOptions): string {
  const model = writable(given);
  const { from, key, keep = [], as = "prediction", stored } = options;
  const { shareName = (k: number) => `p(${model.target.levels![k]})` } = options;
  const sources = { dialect, alias: ALIAS, ...(stored && { stored }) };
  const { identifier } = dialect;
  const kept = [key, ...keep];
  const attributes = isTree(model) ? testedAttributes(model) : testedByMembers(model);
  const columns = [
    ...kept.map((name, i) => `${identifier(ALIAS)}.${identifier(name)} AS ${KEPT}${i}`),
    ...attributes.map((a) => `${cellSql(model, a, sources)} AS ${cellName(a)}`),
  ];
  const cells = {
    name: "cells",
    query: `SELECT ${columns.join(", ")} FROM ${fromRelation(from, dialect, ALIAS)}`,
  };
  const {
    stages,
    answer,
    probabilities = [],
  } = isTree(model) ? treeAnswers(model, dialect) : ensembleAnswers(model, dialect);
  const all = [cells, ...stages];
  const parts = all.map(({ name, query }) => `${name} AS (${query})`).join(",\n");
  const shares = options.probabilities ? probabilities : [];
  const result = [
    ...kept.map((name, i) => `${KEPT}${i} AS ${identifier(name)}`),
    `${answer} AS ${identifier(as)}`,
    ...shares.map((share, k) => `${share} AS ${identifier(shareName(k))}`),
  ];
  return `WITH ${parts}\nSELECT ${result.join(", ")} FROM ${all[all.length - 1].name}`;
}

/** The columns of a table that a model reads, by name. */
export function testedColumns(given: Model): string[] {
  const model = writable(given);
  const read = new Set<string>();
  for (const a of isTree(model) ? testedAttributes(model) : testedByMembers(model)) {
    const steps = (model.derived ?? []).filter(({ attribute }) => attribute === a);
    const own = steps.every(({ kind }) => kind === "fill" || kind === "predict" || kind === "eachValue");
    if (own) read.add(model.attributes[a].name);
    for (const step of steps) {
      if (step.kind === "indicator") read.add(model.attributes[step.of].name);
      if ("attributes" in step) for (const of of step.attributes) read.add(model.attributes[of].name);
    }
  }
  return [...read];
}

function testedByMembers({ members }: EnsembleModel): number[] {
  return members.kind === "packed" ? packedAttributes(members.trees) : [];
}

function writable(model: Model): TreeModel | EnsembleModel {
  if (isTree(model)) return model;
  const why = !isEnsemble(model)
    ? `a set of rules (${model.learner})`
    : model.members.kind !== "packed"
      ? `an ensemble of ${model.learner}`
      : model.neighbours
        ? "an ensemble that is corrected by neighbours"
        : undefined;
  if (why === undefined) return model as EnsembleModel;
  const message = `${why} cannot be written as SQL`;
  throw new CoppiceError("MODEL_KIND", message, {
    name: model.learner,
    rule: "a tree, forest or boosted model",
  });
}
