import { CoppiceError } from "../../base/errors.js";
import { ask, type Conversation } from "../../engine/port.js";
import { type EditState, missingByHand } from "../../model/editState.js";
import type { Test } from "../../model/test.js";
import { isSplit, type TreeModel, type TreeNode } from "../../model/tree.js";
import { forMissing } from "../branch/forMissing.js";
import { type Choice, choiceBy } from "../choose.js";
import type { Growth } from "../grow.js";
import type { GrowNode } from "../growNode.js";
import { findSurrogates } from "../missing/findSurrogates.js";
import type { Plan } from "../plan.js";
import { planAsItIs } from "./descend.js";
import { givenTest } from "./givenTest.js";
import { misfit } from "./resolveTest.js";

/** A test for a node: made of the codes of the attribute that occur there; absent: the best that the learner finds. */
export interface NewTest {
  readonly kind: "test";
  readonly attribute: number;
  readonly test?: (occur: readonly number[]) => Test;
  /** The branch for rows without a value; absent: as the learner does it, or as it was set by hand before. */
  readonly missing?: number;
}

export interface NewTestAt {
  readonly node: GrowNode;
  readonly old: TreeNode;
  readonly change: NewTest;
  readonly path: string;
  readonly head: TreeModel;
  readonly state: EditState;
}

/** Plans the split of a node by a new test. True if it is the one that the node has already, which then stays as it is. */
export function* planNew(at: NewTestAt, growth: Growth, plan: Plan): Conversation<boolean> {
  const { node, old, change, path, state } = at;
  const wanted = [{ node: node.id, attributes: [change.attribute] }];
  const [tallies] = yield* ask({ ask: "tally", statistic: plan.statistic, nodes: wanted });
  let choice: Choice | undefined;
  for (const tally of tallies) {
    const { values } = plan.facts.attributes[change.attribute];
    const occur = values ? [] : Array.from(tally.codes);
    const test = change.test?.(occur);
    if (test) checkSides(test, occur, at);
    choice = test
      ? choiceBy(node, tally, plan, forMissing(plan.options.missing, givenTest(test, outcomesOf(test, at))))
      : choiceBy(node, tally, plan);
    break;
  }
  const found = checked(choice, at);
  const missing = change.missing ?? missingByHand(path, state);
  if (isSplit(old) && isSameTest(old.test, found.candidate.test) && keepsRule(old, missing)) {
    yield* planAsItIs(old, node, growth, plan);
    return true;
  }
  const weights = growth.planBy(node, found);
  if (missing !== undefined) sendMissing(at, missing, found, plan);
  else if (plan.surrogates) yield* findSurrogates([{ node, weights }], plan);
  return false;
}

function keepsRule({ missing }: Extract<TreeNode, { test: Test }>, to: number | undefined): boolean {
  return to === undefined || (missing.kind === "branch" && missing.to === to);
}

/** Whether two tests are the same. */
export function isSameTest(a: Test, b: Test): boolean {
  return JSON.stringify(keyOf(a)) === JSON.stringify(keyOf(b));
}

/** What a test says, in one order of fields. */
function keyOf(test: Test): readonly unknown[] {
  return [
    test.kind,
    test.attribute,
    "threshold" in test && test.threshold,
    "left" in test && [test.left, test.right],
    "edges" in test && test.edges,
  ];
}

function outcomesOf(test: Test, { head }: NewTestAt): number {
  if (test.kind === "intervals") return test.edges.length + 1;
  return test.kind === "levels" ? (head.attributes[test.attribute].levels?.length ?? 0) : 2;
}

/** A level that occurs at the node is on one side, or rows with a known value would have no branch. */
function checkSides(test: Test, occur: readonly number[], { head }: NewTestAt): void {
  if (test.kind !== "subset") return;
  const { name, levels = [] } = head.attributes[test.attribute];
  const lost = occur.find((code) => !test.left.includes(code) && !test.right.includes(code));
  if (lost !== undefined) throw misfit(name, "every level that occurs at the node on one side", levels[lost]);
}

function checked(choice: Choice | undefined, { change, head, path }: NewTestAt): Choice {
  const { name } = head.attributes[change.attribute];
  const empty =
    choice === undefined ||
    (choice.candidate.test.kind !== "levels" && choice.candidate.weights.some((w) => !(w > 0)));
  if (!empty) return choice;
  const what = change.test ? "leaves a branch without rows" : "is none that divides the rows";
  const rule = change.test ? "rows in every branch" : "a test that divides the rows";
  const message = change.test
    ? `this test on ${JSON.stringify(name)} ${what} at ${path}`
    : `there ${what} on ${JSON.stringify(name)} at ${path}`;
  throw new CoppiceError("EDIT_EMPTY", message, { name: path, rule, value: name });
}

/** The rule is that of training and of prediction. */
function sendMissing({ node, path }: NewTestAt, to: number, { candidate }: Choice, plan: Plan): void {
  const { weights, own } = candidate;
  if (own) throw misfit(path, "no branch of its own for missing values, which missing=level gives them", to);
  if (to >= weights.length)
    throw misfit(path, `a branch for missing values from 0 to ${weights.length - 1}`, to);
  if (plan.options.missingAtPrediction !== "asTrained")
    throw misfit(
      path,
      "missingAtPrediction=asTrained, to say where missing values go",
      plan.options.missingAtPrediction,
    );
  node.planned = { ...node.planned!, missing: { kind: "branch", to } };
}
