import { ask, type Conversation } from "../engine/port.js";
import { forMissing } from "./branch/forMissing.js";
import { equalFrequencyEdges, equalWidthEdges, intervals } from "./branch/intervals.js";
import type { Plan } from "./plan.js";

/** Cuts every numeric attribute into bins once, from all training rows, and has the plan test those bins. */
export function* binNumeric(plan: Plan): Conversation<void> {
  const { bins, binning, missing } = plan.options;
  for (const [a, facts] of plan.facts.attributes.entries()) {
    if (facts.kind !== "numeric" || facts.codes === 0) continue;
    if (binning === "equalWidth") {
      plan.branching[a] = forMissing(missing, intervals(equalWidthEdges(facts, bins)));
      continue;
    }
    const asked = { ask: "tally", statistic: plan.statistic, nodes: [{ node: 0, attributes: [a] }] } as const;
    const [[tally]] = (yield* ask(asked)).map((tallies) => [...tallies]);
    plan.branching[a] = forMissing(
      missing,
      intervals(equalFrequencyEdges(facts, tally, plan.scorer.weights(tally), bins)),
    );
  }
}
