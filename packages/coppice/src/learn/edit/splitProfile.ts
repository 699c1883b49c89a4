import { CoppiceError } from "../../base/errors.js";
import type { ImpurityRule } from "../../base/impurity.js";
import { ask, type Tally, type TargetFacts } from "../../engine/port.js";
import type { Model } from "../../model/model.js";
import { branchOf } from "../../model/test.js";
import { isSplit } from "../../model/tree.js";
import type { Table } from "../../table/table.js";
import { withParts } from "../branch/fractional.js";
import { partedMissing } from "../branch/ownBranch.js";
import { placeThreshold } from "../branch/placement.js";
import { allowedCuts } from "../branch/threshold.js";
import { chargeOf } from "../choose.js";
import { type Plan, thresholdOptions } from "../plan.js";
import { type AtNode, askAt } from "./atNode.js";
import type { LevelProfile, NumericProfile, ProfileSums, SplitProfile } from "./profileCut.js";
import { attributeNamed } from "./resolveTest.js";

/**
 * How an attribute and the target are distributed over the training rows of a node: all that it takes to say what any threshold
 * or set of levels would give, without the rows (`profileCut`).
 */
export function splitProfile(
  model: Model,
  table: Table,
  node: string,
  attribute: string,
  options: { readonly weight?: string } = {},
): SplitProfile {
  return askAt(model, table, node, options, function* (at, plan) {
    const number = attributeNamed(at.model, attribute);
    const statistic = plan.facts.target.kind === "classes" ? "classes" : "moments";
    const wanted = { nodes: [{ node: at.grow.id, attributes: [number] }] };
    const [sums] = yield* ask({ ask: "tally", statistic, ...wanted });
    const [tally] = [...sums].map(copied);
    const head = {
      attribute,
      node,
      ...sumsOf(at, plan),
      missing: inUnits(tally.missing, plan.facts.target),
    };
    if (plan.facts.attributes[number].kind !== "numeric") return levelProfile(head, tally, number, at, plan);
    // Medians are scored from ranks.
    if (plan.statistic === statistic) return numericProfile(head, tally, tally, number, at, plan);
    const [ranked] = yield* ask({ ask: "tally", statistic: plan.statistic, ...wanted });
    for (const scored of ranked) return numericProfile(head, tally, scored, number, at, plan);
    throw new CoppiceError("COLUMN_UNKNOWN", `no tally of ${JSON.stringify(attribute)}`, { name: attribute });
  });
}

/** A tally is valid until the next one is taken. */
function copied(tally: Tally): Tally {
  const { attribute, codes, cells, missing } = tally;
  return { attribute, codes: codes.slice(), cells: cells.slice(), missing: missing.slice() };
}

function sumsOf({ grow }: AtNode, { facts, criterion, costs, judgedWeight }: Plan): ProfileSums {
  const { target } = facts;
  const rule: ImpurityRule | undefined = costs ? undefined : criterion.rule;
  return {
    statistic: target.kind === "classes" ? "classes" : "moments",
    width: target.kind === "classes" ? target.classes : 3,
    weight: judgedWeight(grow.summary),
    ...(rule && { impurity: rule }),
  };
}

/** Moments in the units of the target: weight, Σ weight·y, Σ weight·y². */
function inUnits(sums: Float64Array, target: TargetFacts): Float64Array {
  if (target.kind === "classes") return sums;
  const { center, denominator } = target;
  const out = new Float64Array(sums.length);
  for (let i = 0; i < sums.length; i += 3) {
    const [w, u1, u2] = [sums[i], sums[i + 1], sums[i + 2]];
    out[i] = w;
    out[i + 1] = (center * w + u1) / denominator;
    out[i + 2] = (center * center * w + 2 * center * u1 + u2) / denominator / denominator;
  }
  return out;
}

type Head = ProfileSums & Pick<NumericProfile, "attribute" | "node" | "missing">;

function numericProfile(
  head: Head,
  tally: Tally,
  scored: Tally,
  attribute: number,
  { node, grow, model }: AtNode,
  plan: Plan,
): NumericProfile {
  const { width } = head;
  const all = plan.facts.attributes[attribute].values!;
  const values = Float64Array.from(tally.codes, (code) => all[code]);
  const sums = tally.cells.slice();
  for (let i = width; i < sums.length; i++) sums[i] += sums[i - width];
  const { curve, extra, isAllowed } = scoring(scored, attribute, plan);
  const cuts = Math.max(0, values.length - 1);
  const thresholds = new Float64Array(cuts);
  const allowed = new Uint8Array(cuts);
  let compared = 0;
  for (let i = 0; i < cuts; i++) {
    allowed[i] = isAllowed(i) ? 1 : 0;
    compared += allowed[i];
    const leftShare = curve.leftWeight[i] / curve.known;
    thresholds[i] = placeThreshold(plan.options.threshold, values[i], values[i + 1], leftShare, all);
  }
  const test = { kind: "threshold", attribute, threshold: 0 } as const;
  const charge = chargeOf({ test, gain: 0, weights: [], compared: Math.max(1, compared) }, tally, grow, plan);
  const gains = curve.gain
    .slice(0, cuts)
    .map((gain) => plan.inUserUnits((gain + extra) / grow.judgedWeight - charge));
  const current = isSplit(node) && node.test.kind === "threshold" && node.test.attribute === attribute;
  return {
    kind: "numeric",
    ...head,
    values,
    sums: inUnits(sums, plan.facts.target),
    thresholds,
    gains,
    allowed,
    ...(current && isSplit(node) && "threshold" in node.test && { current: node.test.threshold }),
    ...(model.attributes[attribute].notation && { notation: model.attributes[attribute].notation }),
  };
}

/** How thresholds are scored under the plan's rule for missing values, and where they may be. */
function scoring(scored: Tally, attribute: number, plan: Plan) {
  const { options, scorer, facts, minLeaf } = plan;
  const context = { facts: facts.attributes[attribute], scorer, minLeaf };
  const tally = options.missing === "fraction" ? withParts(scored, scorer.weights(scored)) : scored;
  const extra = options.missing === "level" ? partedMissing(scored, context).parted : 0;
  const curve = scorer.curve(tally);
  const isAllowed = allowedCuts(tally, curve, context, thresholdOptions(options, facts.target));
  return { curve, extra, isAllowed };
}

function levelProfile(
  head: Head,
  tally: Tally,
  attribute: number,
  { node, model }: AtNode,
  plan: Plan,
): LevelProfile {
  const { levels = [], type } = model.attributes[attribute];
  const { width } = head;
  const sums = new Float64Array(levels.length * width);
  tally.codes.forEach((code, c) => {
    sums.set(tally.cells.subarray(c * width, (c + 1) * width), code * width);
  });
  const test = isSplit(node) && node.test.attribute === attribute ? node.test : undefined;
  return {
    kind: "levels",
    ...head,
    ordered: type === "ordered",
    levels,
    sums: inUnits(sums, plan.facts.target),
    ...(test && { branches: Int32Array.from(levels, (_, code) => branchOf(test, code)) }),
  };
}
