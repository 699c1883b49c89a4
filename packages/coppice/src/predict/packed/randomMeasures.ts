import type { Random } from "../../base/random.js";
import type { Answer } from "../../model/answer.js";
import type { Formula } from "../../model/formula.js";
import type { Measure } from "../../model/measure.js";
import type { Test } from "../../model/test.js";
import type { Derived, TreeModel, TreeNode } from "../../model/tree.js";
import type { Cells } from "../bind.js";

// For tests: trees with tests on measures of every kind and leaves with formulas, whose coefficients are random.

/** x0 to x4 are numbers, l0 and l1 have levels. */
const NUMBERS = 5;
const LEVELS = [3, 7];
const TABLE = NUMBERS + LEVELS.length;

const attributeOf = (rng: Random) => rng.below(NUMBERS);

export function randomFormula(rng: Random): Formula {
  const terms = Array.from({ length: rng.below(10) }, () => {
    const missing = rng.below(2) === 0 ? {} : { missing: rng.normal() };
    const nominal = rng.below(4) === 0 ? rng.below(LEVELS.length) : -1;
    if (nominal < 0) return { attribute: attributeOf(rng), coefficient: rng.normal(), ...missing };
    const levels = Array.from({ length: LEVELS[nominal] }, (_, i) => i).filter(() => rng.below(2) === 0);
    return { attribute: NUMBERS + nominal, coefficient: rng.normal(), levels, ...missing };
  });
  return { intercept: rng.normal(), terms };
}

const KINDS = ["linear", "quadratic", "distance", "perceptron", "largest"] as const;

export function randomMeasure(rng: Random): Measure {
  const kind = KINDS[rng.below(KINDS.length)];
  const list = <T>(make: () => T, least = 1) => Array.from({ length: least + rng.below(4) }, make);
  const maybe = () => (rng.below(2) === 0 ? null : rng.normal());
  switch (kind) {
    case "linear":
      return { kind, formula: randomFormula(rng) };
    case "quadratic":
      return {
        ...{ kind, formula: randomFormula(rng) },
        products: list(() => ({
          ...{ attributes: [attributeOf(rng), attributeOf(rng)], coefficient: rng.normal() },
          ...(rng.below(2) === 0 ? {} : { missing: [maybe(), maybe()] as const }),
        })),
      };
    case "distance":
      return {
        kind,
        from: list(() => ({
          ...{ attribute: attributeOf(rng), at: rng.normal(), scale: 0.1 + rng.below(9) },
          ...(rng.below(2) === 0 ? {} : { missing: rng.normal() }),
        })),
      };
    case "perceptron": {
      const hidden = list(() => randomFormula(rng));
      return {
        ...{ kind, hidden },
        output: { intercept: rng.normal(), coefficients: hidden.map(() => rng.normal()) },
      };
    }
    case "largest":
      return { kind, of: list(() => randomFormula(rng), 2) };
  }
}

/** A tree of up to 31 splits; `gates` makes all of them soft. */
export function randomMeasureTree(
  rng: Random,
  { classes, answers, gates = false }: { classes: number; answers: boolean; gates?: boolean },
): TreeModel {
  const derived: (Derived & Measure)[] = [];
  const nodes: TreeNode[] = [];
  const facts = () =>
    classes > 0
      ? {
          weight: 1,
          counts: Array.from({ length: classes }, () => 1 + rng.below(5)),
          label: rng.below(classes),
        }
      : { weight: 1, value: rng.normal(), error: 0 };
  const answer = (): Answer =>
    classes > 0
      ? { kind: "classifier", formulas: Array.from({ length: classes }, () => randomFormula(rng)) }
      : {
          ...{ kind: "linear", formula: randomFormula(rng) },
          ...(rng.below(2) === 0 ? {} : { limits: [-1, 1] }),
        };
  const measured = (): Test => {
    let step = randomMeasure(rng);
    while (gates && step.kind === "largest") step = randomMeasure(rng);
    const attribute = TABLE + derived.length;
    derived.push({ ...step, attribute } as Derived & Measure);
    if (gates) return { kind: "gate", attribute, threshold: rng.normal(), slope: 0.1 + rng.below(5) };
    return step.kind === "largest" ? { kind: "levels", attribute } : cutOf(rng, attribute);
  };
  const plain = (): Test => {
    if (gates) return { kind: "gate", attribute: attributeOf(rng), threshold: rng.normal(), slope: 2 };
    if (rng.below(2) === 0) return cutOf(rng, attributeOf(rng));
    return { kind: "subset", attribute: NUMBERS + 1, left: [0, 3, 5], right: [1, 2, 4] };
  };
  const grow = (depth: number): number => {
    const index = nodes.length;
    nodes.push(facts());
    if (index > 0 && (depth === 0 || rng.below(4) === 0)) {
      if (answers && rng.below(5) > 0) nodes[index] = { ...nodes[index], answer: answer() };
      return index;
    }
    const test = index === 0 || rng.below(3) > 0 ? measured() : plain();
    const step = derived.find(({ attribute }) => attribute === test.attribute);
    const many =
      test.kind === "intervals" ? 3 : test.kind === "levels" && step?.kind === "largest" ? step.of.length : 2;
    const branches = Array.from({ length: many }, () => grow(depth - 1));
    const missing =
      rng.below(2) === 0
        ? { kind: "branch" as const, to: rng.below(many) }
        : { kind: "share" as const, shares: branches.map(() => 1 / many) };
    nodes[index] = { ...nodes[index], test, branches, missing, gain: 0 };
    return index;
  };
  grow(4);
  return {
    ...{ format: "coppice-tree", version: 2, learner: "linearTree", options: {}, nodes, derived },
    task: classes > 0 ? "classification" : "regression",
    target:
      classes > 0
        ? { name: "y", type: "nominal", levels: Array.from({ length: classes }, (_, k) => `c${k}`) }
        : { name: "y", type: "numeric" },
    attributes: [
      ...Array.from({ length: NUMBERS }, (_, a) => ({ name: `x${a}`, type: "numeric" as const })),
      ...LEVELS.map((many, a) => ({ name: `l${a}`, type: "nominal" as const, levels: namesOf(many) })),
      ...derived.map((step, m) =>
        step.kind === "largest"
          ? { name: `m${m}`, type: "nominal" as const, levels: namesOf(step.of.length) }
          : { name: `m${m}`, type: "numeric" as const },
      ),
    ],
    training: { rows: 1, weight: 1, seed: 1 },
  };
}

const namesOf = (many: number) => Array.from({ length: many }, (_, i) => `v${i}`);

function cutOf(rng: Random, attribute: number): Test {
  if (rng.below(3) > 0) return { kind: "threshold", attribute, threshold: rng.normal() };
  const edge = rng.normal();
  return { kind: "intervals", attribute, edges: [edge, edge + 1] };
}

/** Cells of the table's attributes, a few of them missing, infinite or huge. */
export function randomCells(rng: Random, rows: number): Cells[] {
  const odd = [Number.NaN, Number.NaN, Number.POSITIVE_INFINITY, -1e300, 0, -0];
  return [
    ...Array.from({ length: NUMBERS }, () =>
      Float64Array.from({ length: rows }, () =>
        rng.below(25) === 0 ? odd[rng.below(odd.length)] : rng.normal(),
      ),
    ),
    ...LEVELS.map((many) => Int32Array.from({ length: rows }, () => rng.below(many + 1) - 1)),
  ];
}
