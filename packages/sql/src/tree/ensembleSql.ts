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

/**
 * Adds up what the trees say, some trees at a time: one stage for their answers, a column per tree, and one that adds them,
 * because optimisers look into every sum once for each of its terms.
 */
function addedStages(
  packed: PackedSql,
  plan: SumPlan,
  landed: Landed,
): { stages: Stage[]; columns: string[] } {
  const { dialect } = packed;
  const { width } = plan.trees;
  const stages: Stage[] = [];
  const sumName = (k: number, i: number) => `sum${k}_${i}`;
  let before = landed.stages[landed.stages.length - 1]?.name ?? "cells";
  const add = (name: string, columns: readonly string[]) => {
    stages.push({ name, query: `SELECT *, ${columns.join(", ")} FROM ${before}` });
    before = name;
  };
  let i = 0;
  for (let start = 0; start === 0 || start < landed.trees.length; start += TERMS, i++) {
    const said = landed.trees
      .slice(start, start + TERMS)
      .map((tree, j) => answerOf(packed, plan, tree, start + j));
    if (said.length > 0)
      add(
        `say${i}`,
        said.map(({ column }) => column),
      );
    const columns = Array.from(plan.base, (base, k) => {
      const begun = i === 0 ? dialect.double(base) : sumName(k, i - 1);
      const terms = said.flatMap(({ terms: of }, j) => {
        const at = ((start + j) % plan.outputs) * width;
        return k < at || k >= at + width ? [] : [of[k - at]];
      });
      return `${[begun, ...terms].join(" + ")} AS ${sumName(k, i)}`;
    });
    add(`add${i}`, columns);
  }
  return { stages, columns: Array.from(plan.base, (_, k) => sumName(k, i - 1)) };
}

/** A column with what a tree says of a row, and its numbers, times the tree's weight, as expressions over it. */
interface Said {
  readonly column: string;
  readonly terms: readonly string[];
}

/** One number is the column itself; several are looked up by the place of the leaf's answer among those of the tree. */
function answerOf(
  { dialect, ...packed }: PackedSql,
  { trees, weights }: SumPlan,
  { starts, place, left }: Landed["trees"][number],
  tree: number,
): Said {
  const name = `v${tree}`;
  const { width } = trees;
  const number = (answer: number, k: number) => weights[tree] * trees.values[answer * width + k];
  const column = (stop: (node: number) => string) => {
    const below = starts.map((start) => descent({ ...packed, dialect }, start, left, stop));
    return `${lookup(place, below)} AS ${name}`;
  };
  if (width === 1)
    return { column: column((node) => dialect.double(number(trees.skip[node], 0))), terms: [name] };
  const places = new Map<number, number>();
  const placeOf = (node: number) => {
    const answer = trees.skip[node];
    if (!places.has(answer)) places.set(answer, places.size);
    return String(places.get(answer));
  };
  const said = column(placeOf);
  const answers = [...places.keys()];
  const terms = Array.from({ length: width }, (_, k) =>
    dialect.itemOf(
      answers.map((answer) => number(answer, k)),
      name,
    ),
  );
  return { column: said, terms };
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
