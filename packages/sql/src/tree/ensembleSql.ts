import { CoppiceError, type EnsembleModel } from "coppice";
import { type SumPlan, sumPlan } from "coppice/engine";
import type { Dialect } from "../dialect/dialect.js";
import type { Answering } from "./answering.js";
import { lookup } from "./bisect.js";
import type { Stage } from "./landing.js";
import { labelStages } from "./leastRisk.js";
import { linkStages } from "./linkSql.js";
import { depthOf, descent, type PackedSql, stopsAfter } from "./packedLanding.js";

/** Levels that are nested in one expression: parsers and compilers of expressions have limits. */
const NESTED = 10;
/** Terms that are added in one expression. */
const TERMS = 25;

/** What an ensemble of packed trees says, in the stages of a query: sums of the trees' answers in the order of the trees. */
export function ensembleAnswers(model: EnsembleModel, dialect: Dialect): Answering {
  const plan = sumPlan(model);
  checkRange(model, plan);
  const packed = {
    trees: plan.trees,
    levels: model.attributes.map(({ levels = [] }) => levels.length),
    dialect,
  };
  const landed = landingStages(packed);
  const sums = addedStages(packed, plan, landed);
  const from = sums.stages[sums.stages.length - 1].name;
  const stages = [...landed.stages, ...sums.stages];
  const { combine } = model;
  const linked =
    combine.kind === "sum"
      ? linkStages(combine, sums.columns, from, dialect)
      : { stages: [], answers: sums.columns.map((sum) => `${sum} / ${dialect.double(plan.total)}`) };
  if (model.task === "regression")
    return { stages: [...stages, ...linked.stages], answer: linked.answers[0] };
  const last = linked.stages[linked.stages.length - 1]?.name ?? from;
  const shares = linked.answers.map((share, k) => `${share} AS p${k}`);
  const known = { name: "known", query: `SELECT *, ${shares.join(", ")} FROM ${last}` };
  // Members that vote have applied the losses themselves.
  const loss = combine.kind === "vote" ? undefined : model.costs?.loss;
  const labels = labelStages(shares.length, loss, "known", dialect);
  return {
    stages: [...stages, ...linked.stages, known, ...labels],
    answer: lookup("label", model.target.levels!.map(dialect.text)),
    probabilities: shares.map((_, k) => `p${k}`),
  };
}

/** By tree, the nodes at which its rows have stopped, and the column with their places. */
interface Landed {
  readonly stages: readonly Stage[];
  readonly trees: readonly {
    readonly starts: readonly number[];
    readonly place: string;
    readonly left: number;
  }[];
}

/** Rows go down the trees that are too deep for one expression, NESTED levels a stage, until the rest fits. */
function landingStages(packed: PackedSql): Landed {
  const { starts } = packed.trees;
  let trees = Array.from({ length: starts.length - 1 }, (_, tree) => ({
    starts: [starts[tree]] as readonly number[],
    place: "0",
    left: depthOf(packed, starts[tree]),
  }));
  const stages: Stage[] = [];
  while (trees.some(({ left }) => left > NESTED)) {
    const columns: string[] = [];
    const [from, level] = [stages.length === 0 ? "cells" : `land${stages.length - 1}`, stages.length];
    trees = trees.map((tree, t) => {
      if (tree.left <= NESTED) return tree;
      const { nodes, place } = stopsAfter(packed, tree.starts, NESTED, tree.place);
      columns.push(`${place} AS n${t}_${level}`);
      return { starts: nodes, place: `n${t}_${level}`, left: tree.left - NESTED };
    });
    stages.push({ name: `land${level}`, query: `SELECT *, ${columns.join(", ")} FROM ${from}` });
  }
  return { stages, trees };
}

/** Adds up what the trees say, some trees a stage. */
function addedStages(
  packed: PackedSql,
  plan: SumPlan,
  landed: Landed,
): { stages: Stage[]; columns: string[] } {
  const { dialect } = packed;
  const { width } = plan.trees;
  const stages: Stage[] = [];
  const sumName = (k: number, i: number) => `sum${k}_${i}`;
  for (let start = 0; start === 0 || start < landed.trees.length; start += TERMS) {
    const i = stages.length;
    const before = i === 0 ? (landed.stages[landed.stages.length - 1]?.name ?? "cells") : `add${i - 1}`;
    const some = landed.trees.slice(start, start + TERMS);
    const columns = Array.from(plan.base, (base, k) => {
      const begun = i === 0 ? dialect.double(base) : sumName(k, i - 1);
      const terms = some.flatMap((tree, j) => {
        const at = ((start + j) % plan.outputs) * width;
        return k < at || k >= at + width ? [] : [termOf(packed, plan, tree, start + j, k - at)];
      });
      return `${[begun, ...terms].join(" + ")} AS ${sumName(k, i)}`;
    });
    stages.push({ name: `add${i}`, query: `SELECT *, ${columns.join(", ")} FROM ${before}` });
  }
  return { stages, columns: Array.from(plan.base, (_, k) => sumName(k, stages.length - 1)) };
}

/** One number of a tree's answer, times the tree's weight. */
function termOf(
  packed: PackedSql,
  { trees, weights }: SumPlan,
  { starts, place, left }: Landed["trees"][number],
  tree: number,
  k: number,
): string {
  const answer = (node: number) =>
    packed.dialect.double(weights[tree] * trees.values[trees.skip[node] * trees.width + k]);
  return lookup(
    place,
    starts.map((start) => descent(packed, start, left, answer)),
  );
}

/** The library divides before it adds where sums leave the range of doubles, which depends on all rows. */
function checkRange({ task, combine }: EnsembleModel, { trees, weights }: SumPlan): void {
  if (task !== "regression" || combine.kind === "sum") return;
  let most = 0;
  for (const value of trees.values) most = Math.max(most, Math.abs(value));
  if (Number.isFinite(most * weights.reduce((a, b) => a + Math.abs(b), 0))) return;
  const message = "an ensemble whose values add up to more than a double holds cannot be written as SQL";
  throw new CoppiceError("MODEL_KIND", message, { value: most });
}
