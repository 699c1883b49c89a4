import { mustBe } from "../../base/errors.js";
import { ask, type Conversation, type Tally } from "../../engine/port.js";
import type { EditTest } from "../../model/edit.js";
import type { Model } from "../../model/model.js";
import { branchOf } from "../../model/test.js";
import { isSplit, type NodeFacts } from "../../model/tree.js";
import { conditionText } from "../../model/words.js";
import type { Table } from "../../table/table.js";
import { type Choice, choicesAt } from "../choose.js";
import { factsOf } from "../flatten.js";
import { classFacts, meanFacts } from "../label/facts.js";
import { splitRules } from "../missing/splitRules.js";
import type { Plan } from "../plan.js";
import { type SplitStop, stopAtSplit } from "../stop/atSplit.js";
import { type AtNode, askAt } from "./atNode.js";
import { isSameTest } from "./planNew.js";
import { namesOf } from "./resolveTest.js";
import { type GhostSplit, Validation, type ValidationScores } from "./validation.js";

export interface CandidateOptions {
  /** How many; default: 10. */
  readonly limit?: number;
  /** Rows that the tree was not grown from, to say what a test changes there. */
  readonly validation?: Table;
  readonly weight?: string;
}

/** The tests that a node could have. */
export interface Candidates {
  readonly node: string;
  /** Training rows at the node, and their weight. */
  readonly rows: number;
  readonly weight: number;
  readonly validation?: ValidationScores;
  /** Best first. */
  readonly candidates: readonly CandidateTest[];
}

export interface CandidateTest {
  readonly attribute: string;
  readonly test: EditTest;
  /** The condition of branch 0, for people. */
  readonly text: string;
  /** As a node records it. */
  readonly gain: number;
  /** What tests are compared by: the gain, or the gain ratio. */
  readonly score: number;
  /** Why the learner would not split by it; absent: it would. */
  readonly stops?: SplitStop;
  /** It is the test that the node has. */
  readonly isCurrent: boolean;
  /** What its branches would be as leaves, from the training rows whose value is known. */
  readonly branches: readonly NodeFacts[];
  /** The score of the whole tree on the validation rows with this test and its branches as leaves; and how much it is above that
   * with the node as a leaf. */
  readonly validation?: { readonly score: number; readonly change: number };
}

/** The best test on each attribute at a node, by the learner's own rule, best first. The table is that of the training rows. */
export function candidates(
  model: Model,
  table: Table,
  node: string,
  { limit = 10, validation, weight }: CandidateOptions = {},
): Candidates {
  if (!Number.isInteger(limit) || limit < 1) throw mustBe("OPTION_RANGE", "limit", "an integer ≥ 1", limit);
  const options = weight === undefined ? {} : { weight };
  return askAt(model, table, node, options, function* (at, plan) {
    const found = yield* bestTests(at, plan, limit);
    const judged = validation && new Validation(at.model, validation, at.index);
    const { rows, weight: total } = at.grow.summary;
    const tests = found.map((one) => candidateOf(one, at, plan, judged));
    return { node, rows, weight: total, ...(judged && { validation: judged.scores }), candidates: tests };
  });
}

interface Found {
  readonly choice: Choice;
  readonly branches: readonly NodeFacts[];
}

function* bestTests(at: AtNode, plan: Plan, limit: number): Conversation<Found[]> {
  const { grow, allowed } = at;
  const wanted = [{ node: grow.id, attributes: allowed }];
  const [tallies] = yield* ask({ ask: "tally", statistic: plan.statistic, nodes: wanted });
  const choices = choicesAt(grow, tallies, plan, 0).slice(0, limit);
  const statistic = plan.facts.target.kind === "classes" ? "classes" : "moments";
  const chosen = choices.map(({ candidate }) => candidate.test.attribute);
  const [sums] = yield* ask({ ask: "tally", statistic, nodes: [{ node: grow.id, attributes: chosen }] });
  const found: Found[] = [];
  let i = 0;
  for (const tally of sums) {
    const choice = choices[i++];
    found.push({ choice, branches: branchFacts(choice, tally, at, plan) });
  }
  return found;
}

/** What the branches of a test would be as leaves. */
function branchFacts({ candidate }: Choice, tally: Tally, { grow }: AtNode, plan: Plan): NodeFacts[] {
  const { test, weights, own } = candidate;
  const { facts, costs } = plan;
  const width = tally.missing.length;
  const sums = weights.map(() => new Float64Array(width));
  const { values } = facts.attributes[tally.attribute];
  tally.codes.forEach((code, c) => {
    const branch = sums[branchOf(test, values?.[code] ?? code)];
    for (let k = 0; k < width; k++) branch[k] += tally.cells[c * width + k];
  });
  if (own) sums[sums.length - 1].set(tally.missing);
  const { target } = facts;
  const parent = factsOf(grow, plan, undefined);
  return sums.map((branch) =>
    "counts" in parent || target.kind === "classes"
      ? classFacts(branch, "counts" in parent ? parent : undefined, costs)
      : meanFacts({ sums: branch, pure: false }, target, parent),
  );
}

function candidateOf(
  { choice, branches }: Found,
  at: AtNode,
  plan: Plan,
  judged?: Validation,
): CandidateTest {
  const { candidate, gain, shown = gain, score } = choice;
  const { model, node } = at;
  const { test } = candidate;
  const stops = stopAtSplit(at.grow, choice, plan);
  const rules = splitRules(plan.options, candidate);
  const ghost: GhostSplit = { test, branches, missing: rules.atPrediction ?? rules.missing };
  return {
    attribute: model.attributes[test.attribute].name,
    test: namesOf(model, test),
    text: conditionText(test, 0, model.attributes),
    gain: plan.inUserUnits(shown),
    score,
    ...(stops && { stops }),
    isCurrent: isSplit(node) && isSameTest(node.test, test),
    branches,
    ...(judged && { validation: judged.of(ghost) }),
  };
}
