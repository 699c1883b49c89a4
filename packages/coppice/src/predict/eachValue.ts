import { plainRule } from "../model/surrogates.js";
import { branchOf, gateShares, UNKNOWN } from "../model/test.js";
import type { Derived, SplitNode, TreeModel } from "../model/tree.js";

/** The possible values of a missing cell, with their weights. */
export interface Candidates {
  readonly cells: readonly number[];
  readonly weights: readonly number[];
}

/** By attribute, for a row on its path: values that a test has ruled out are removed. */
export type Open = ReadonlyMap<number, Candidates>;

const made = new WeakMap<readonly Derived[], Open>();

/** Every attribute whose missing values are tried with each possible value; undefined if there is none. */
export function openOf({ derived }: Pick<TreeModel, "derived">): Open | undefined {
  if (derived === undefined) return undefined;
  let open = made.get(derived);
  if (open === undefined) {
    const steps = derived.filter((step) => step.kind === "eachValue");
    open = new Map(steps.map((step) => [step.attribute, { cells: step.cells, weights: step.shares }]));
    made.set(derived, open);
  }
  return open.size > 0 ? open : undefined;
}

export interface BranchShare {
  readonly branch: number;
  /** Share of the weight that reached the node. */
  readonly share: number;
  readonly open: Open;
}

/**
 * Sends each possible value of a missing cell down its branch; a value that the test does not cover follows the
 * node's rule.
 */
export function branchSharesOf({ test, missing, branches }: SplitNode, open: Open): BranchShare[] {
  const { cells, weights } = open.get(test.attribute)!;
  const rule = plainRule(missing);
  const sent = branches.map(() => ({ cells: [] as number[], weights: [] as number[] }));
  const send = (branch: number, i: number, share: number) => {
    if (!(share > 0)) return;
    sent[branch].cells.push(cells[i]);
    sent[branch].weights.push(weights[i] * share);
  };
  cells.forEach((cell, i) => {
    const outcome = branchOf(test, cell);
    if (test.kind === "gate" && outcome !== UNKNOWN)
      for (const b of [0, 1]) send(b, i, gateShares(test, cell)[b]);
    else if (outcome !== UNKNOWN) send(outcome, i, 1);
    else if (rule.kind === "branch") send(rule.to, i, 1);
    else
      rule.shares.forEach((share, b) => {
        send(b, i, share);
      });
  });
  const total = sum(weights);
  return sent.flatMap((part, branch) => {
    const share = sum(part.weights) / total;
    return share > 0 ? [{ branch, share, open: new Map(open).set(test.attribute, part) }] : [];
  });
}

function sum(terms: readonly number[]): number {
  let total = 0;
  for (const term of terms) total += term;
  return total;
}
