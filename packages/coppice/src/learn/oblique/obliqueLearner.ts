import { CoppiceError } from "../../base/errors.js";
import { Draws, permutation } from "../../base/nodeRandom.js";
import type { ObjectField, OutputOf, Shape } from "../../base/schema.js";
import type { Problem } from "../../engine/problem.js";
import type { Measure } from "../../model/measure.js";
import { alteredFactors, alteredWeight } from "../cost/alteredPriors.js";
import { type CostOptions, classTotals, costsFor } from "../cost/problemCosts.js";
import { attributesAtNode } from "../examine/examineBy.js";
import type { LearnContext } from "../learner.js";
import type { MeasuredBy } from "../propose/measuredTree.js";
import type { NodeToSplit, Proposal } from "../propose/proposal.js";
import { rowsIn } from "../rowsIn.js";
import { type PresetLearner, treeLearner } from "../treeLearner.js";
import type { LookAhead, TreeOptions, TreeShape } from "../treeOptions.js";

/** A measure, and where it is cut if its fit says so. */
export interface Found {
  readonly measure: Measure;
  readonly threshold?: number;
}

/** Finds what nodes test: measures of these attributes at this node. */
export type Find<O> = (node: NodeToSplit, attributes: readonly number[], options: O) => readonly Found[];

export interface ObliquePreset<F extends Shape> {
  readonly name: string;
  readonly summary: string;
  readonly fields: F;
  readonly answers?: Partial<TreeOptions>;
  /** Whether only numbers can be combined, not the levels of nominal attributes. */
  readonly numbersOnly?: boolean;
  readonly find: Find<OutputOf<F>>;
  /** How whole subtrees are grown, where there is a faster way than node by node. */
  readonly measuredBy?: (options: TreeOptions & OutputOf<F>, context: LearnContext) => MeasuredBy;
}

/** Options that all learners of this kind have. */
export interface CommonOptions {
  /** Absent: only where nothing else is found. */
  readonly singleAttributes?: boolean;
}

/** A tree learner with options of its own. */
export type ObliqueLearner<F extends Shape> = Omit<PresetLearner, "options"> & {
  readonly options: ObjectField<Omit<TreeShape, LookAhead> & F>;
};

/**
 * A classification tree whose nodes test combinations of attributes; a node for which none is found tests single attributes.
 * Sums of cells are rounded, so rows in another order may give another last digit.
 */
export function obliqueLearner<F extends Shape>({
  name,
  summary,
  fields,
  answers,
  numbersOnly = false,
  find,
  measuredBy,
}: ObliquePreset<F>): ObliqueLearner<F> {
  const learner = treeLearner({
    name,
    summary,
    tasks: ["classification"],
    guarantees: { monotone: false, rowOrder: false, weights: false },
    answers: { prune: "costComplexity", minLeaf: 5, missing: "likely", ...answers },
    fields,
    ...(measuredBy && {
      measuredBy: (given, context) => measuredBy(given as unknown as TreeOptions & OutputOf<F>, context),
    }),
    propose: (given, context) => {
      const options = given as unknown as TreeOptions & CommonOptions & OutputOf<F>;
      const usable = usableAttributes(name, context, numbersOnly);
      const { length: all } = context.task.attributes;
      const most = attributesAtNode(options.attributesPerNode, all);
      const weighed = weighByCosts(options, rowsIn(context, "tests on several attributes need"));
      return (node) => {
        const attributes = drawn(usable, most, node, all);
        const found = find(weighed(node), attributes, options);
        return {
          measures: found.map(({ measure }) => measure),
          thresholds: found.map(({ threshold }) => threshold),
          attributes: options.singleAttributes === true || found.length === 0,
        } satisfies Proposal;
      };
    },
  });
  const combines = numbersOnly ? "numbers" : "attributes";
  return { ...learner, combines } as unknown as ObliqueLearner<F>;
}

/**
 * The rows of a node with what they count for when directions are fitted: their weight times the altered prior of their class,
 * as for the criterion (Breiman et al. 1984, 4.4). All rows of the problem together keep their weight, so that penalties keep
 * their meaning.
 */
function weighByCosts(options: CostOptions, problem: Problem): (node: NodeToSplit) => NodeToSplit {
  const costs = costsFor(options, problem);
  const { target } = problem;
  if (costs === undefined || target.kind !== "classes") return (node) => node;
  const { codes, levels } = target.column;
  const totals = classTotals(problem);
  const factors = alteredFactors(costs, levels.length);
  const scale = totals.reduce((a, b) => a + b, 0) / alteredWeight(totals, factors);
  return (node) => {
    const kept = Array.from(node.rows.keys()).filter((i) => factors[codes[node.rows[i]]] > 0);
    return {
      ...node,
      rows: Int32Array.from(kept, (i) => node.rows[i]),
      weights: Float64Array.from(kept, (i) => node.weights[i] * factors[codes[node.rows[i]]] * scale),
    };
  };
}

/** A random subset of the attributes, in the order of the node's key, if the options want one. */
function drawn(usable: readonly number[], most: number | undefined, { key }: NodeToSplit, all: number) {
  if (most === undefined) return usable;
  const order = permutation(all, new Draws(key));
  const chosen = new Set(
    Array.from(order)
      .filter((a) => usable.includes(a))
      .slice(0, Math.max(2, most)),
  );
  return usable.filter((a) => chosen.has(a));
}

function usableAttributes(name: string, { task }: LearnContext, numbersOnly: boolean): number[] {
  const usable = task.attributes.flatMap(({ type }, a) => (numbersOnly && type === "nominal" ? [] : [a]));
  if (task.attributes.length < 2) {
    throw new CoppiceError(
      "ATTRIBUTE_FEW",
      `${name} combines attributes, and there is only one, ${JSON.stringify(task.attributes[0].name)}; use cart`,
      { name: task.attributes[0].name },
    );
  }
  if (usable.length === 0) {
    throw new CoppiceError(
      "ATTRIBUTE_FEW",
      `${name} combines numeric attributes, and all attributes are nominal; use cart or linearTree`,
      { name },
    );
  }
  return usable;
}
