import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { missingRules, problems, testsOn } from "../../../test/random-problems.js";
import { bySurrogates, plainRule } from "../../model/surrogates.js";
import { branchOf, type Test, UNKNOWN } from "../../model/test.js";
import type { MissingRule } from "../../model/tree.js";
import type { Column } from "../../table/column.js";
import { numeric } from "../../testing/columns.js";
import { encodeAttribute } from "../encode.js";
import type { Problem } from "../problem.js";
import { divideEntries, type Quanta } from "./divide.js";
import { MemoryEngine } from "./engine.js";
import { type Entries, type TargetRows, targetRows } from "./entries.js";

interface Step {
  readonly test: Test;
  readonly missing: MissingRule;
  readonly outcomes: number;
}

const stepOn = (problem: Problem) =>
  testsOn(problem).chain(({ test, outcomes }) =>
    missingRules(outcomes, problem).map((missing): Step => ({ test, missing, outcomes })),
  );
/** Two tests one after the other: the second divides rows of which only fractions are left. */
const cases = problems().chain((problem) => fc.tuple(fc.constant(problem), stepOn(problem), stepOn(problem)));

function quantaOf({ weightQuantum, target }: Problem): Quanta {
  return target.kind === "values"
    ? { weight: weightQuantum, u1: target.grid.quantum1, u2: target.grid.quantum2 }
    : { weight: weightQuantum, u1: 1, u2: 1 };
}

function divide(problem: Problem, entries: Entries, { test, missing, outcomes }: Step): Entries[] {
  const attributes = problem.attributes.map((column) => encodeAttribute(column));
  return divideEntries(entries, attributes, test, missing, outcomes, targetRows(problem), quantaOf(problem));
}

/** The totals of each row in these entries: weight, Σu, Σu². */
function massOf({ rows, parts }: Entries, target: TargetRows): Map<number, readonly number[]> {
  const totals = (row: number, i: number) =>
    (["weight", "u1", "u2"] as const).map((k) => {
      const [part, whole] = [parts?.[k], target[k]];
      return part ? part[i] : whole ? whole[row] : k === "weight" ? 1 : 0;
    });
  return new Map(Array.from(rows, (row, i) => [row, totals(row, i)]));
}

const add = (a: readonly number[], b: readonly number[]) => a.map((x, k) => x + b[k]);
const cellOf = (column: Column, row: number) =>
  column.type === "numeric" ? column.values[row] : column.codes[row] < 0 ? Number.NaN : column.codes[row];
const whole = (problem: Problem): Entries => ({
  rows: Int32Array.from({ length: problem.rows }, (_, row) => row),
});

function checkDivision(
  problem: Problem,
  before: ReadonlyMap<number, readonly number[]>,
  after: readonly Entries[],
  step: Step,
) {
  const target = targetRows(problem);
  const branches = after.map((entries) => massOf(entries, target));
  const column = problem.attributes[step.test.attribute];
  for (const [row, mass] of before) {
    let to = branchOf(step.test, cellOf(column, row));
    if (to === UNKNOWN && step.missing.kind === "surrogates") {
      to = bySurrogates(step.missing, (a) => cellOf(problem.attributes[a], row));
    }
    const rest = plainRule(step.missing);
    if (to === UNKNOWN && rest.kind === "branch") to = rest.to;
    const found = branches.map((branch) => branch.get(row));
    if (to !== UNKNOWN) expect(found).toEqual(branches.map((_, b) => (b === to ? mass : undefined)));
    // The fractions of a shared row sum to the row exactly: no weight and no moment is lost.
    const present = found.filter((part) => part !== undefined);
    if (mass[0] > 0) expect(present.reduce(add, [0, 0, 0])).toEqual(mass.map((x) => x + 0));
  }
  expect(branches.flatMap((branch) => [...branch.keys()]).every((row) => before.has(row))).toBe(true);
}

describe("divideEntries", () => {
  itHolds(
    "sends every row to the branch of branchOf, and fractions of rows that sum to the row",
    300,
    [cases],
    ([problem, first, second]) => {
      const target = targetRows(problem);
      const root = whole(problem);
      const branches = divide(problem, root, first);
      expect(branches).toHaveLength(first.outcomes);
      checkDivision(problem, massOf(root, target), branches, first);
      for (const branch of branches)
        checkDivision(problem, massOf(branch, target), divide(problem, branch, second), second);
    },
  );

  itHolds("gives shares within one step of the row's share", 100, [cases], ([problem, step]) => {
    const { missing, test } = step;
    const shares = missing.kind === "share" ? missing.shares : [];
    fc.pre(shares.length > 0);
    const target = targetRows(problem);
    const branches = divide(problem, whole(problem), step).map((entries) => massOf(entries, target));
    const slack = (branches.length + 1) * problem.weightQuantum;
    for (const [row, [weight]] of massOf(whole(problem), target)) {
      if (branchOf(test, cellOf(problem.attributes[test.attribute], row)) !== UNKNOWN) continue;
      branches.forEach((branch, b) => {
        const part = branch.get(row)?.[0] ?? 0;
        expect(Math.abs(part - weight * shares[b])).toBeLessThanOrEqual(slack);
      });
    }
  });

  itHolds("keeps the order of rows within a branch", 100, [cases], ([problem, step]) => {
    for (const { rows } of divide(problem, whole(problem), step))
      expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  });

  /** The parts of a row of weight 1, Σu = 10 and Σu² = 100 that no test can place, where weights are on a grid. */
  function parted(shares: readonly number[], step: number) {
    const [weight, u1, u2] = [1, 10, 100].map((x) => Float64Array.of(x));
    const branches = divideEntries(
      { rows: Int32Array.of(0), parts: { weight, u1, u2 } },
      [encodeAttribute(numeric("x", [Number.NaN]))],
      { kind: "threshold", attribute: 0, threshold: 0 },
      { kind: "share", shares },
      shares.length,
      { code: Int32Array.of(0), codes: 1, u1, u2 },
      { weight: step, u1: 1, u2: 1 },
    );
    return branches.map(({ parts }) => [parts!.weight, parts!.u1, parts!.u2].flatMap((own) => [...own!]));
  }

  it.each([
    {
      // 0.6 rounds to 1, and nothing is left for the other branch.
      what: "all to the branch that takes the last step of weight",
      ...{ shares: [0.6, 0.4], step: 1, parts: [[1, 10, 100], []] },
    },
    {
      // 3 is round(2.5), 7 is 10 - 3.
      what: "the remainder to the last branch with a share, not to one without",
      ...{ shares: [0.25, 0.75, 0], step: 0.125, parts: [[0.25, 3, 25], [0.75, 7, 75], []] },
    },
  ])("gives of a row $what", ({ shares, step, parts }) => expect(parted(shares, step)).toEqual(parts));
});

itHolds(
  "MemoryEngine rejects nodes that were divided or never made",
  20,
  [cases],
  ([problem, { test, missing, outcomes }]) => {
    const engine = new MemoryEngine(problem);
    const statistic = problem.target.kind === "classes" ? "classes" : "moments";
    const branches = Array.from({ length: outcomes }, (_, b) => b + 1);
    engine.answer({ ask: "divide", statistic, divisions: [{ node: 0, test, missing, branches }] });
    const summarise = (node: number) => engine.answer({ ask: "summarise", statistic, nodes: [node] });
    for (const node of [0, outcomes + 1])
      expect(() => summarise(node)).toThrow(`no node ${node}: it was divided, or never made`);
    expect(summarise(1)).toHaveLength(1);
  },
);
