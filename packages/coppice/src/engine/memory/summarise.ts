import { isLong, momentsByKernel } from "../../kernels/drivers/columnPasses.js";
import { rangeOf } from "../grid.js";
import type { Statistic, Summary } from "../port.js";
import type { Quanta } from "./divide.js";
import {
  allEqual,
  classWeightsOf,
  type Entries,
  type Gathered,
  momentsOf,
  type TargetRows,
} from "./entries.js";
import { rankWeights } from "./ranks.js";
import type { TallyKind } from "./tally.js";

/** The statistic of a node's entries. `gathered` has room for them; it is asked for only if they are not whole rows. */
export function summariseEntries(
  entries: Entries,
  statistic: Statistic,
  target: TargetRows,
  quanta: Quanta,
  kind: TallyKind,
  gathered: () => Gathered,
): Summary {
  const { units, weight } = target;
  if (units !== undefined && entries.parts === undefined && statistic === "moments") {
    const { rows } = entries;
    if (rows.length === units.length && weight === undefined && isLong(rows.length))
      return summariseAll(units, quanta);
    const sums = momentsOf(units, weight, rows, quanta.u1, quanta.u2);
    return { rows: rows.length, weight: sums[0], sums, pure: allEqual(units, rows) };
  }
  if (units === undefined && entries.parts === undefined && statistic === "classes") {
    const { rows } = entries;
    const sums = classWeightsOf(target, rows);
    return { rows: rows.length, weight: kind.weight(sums, 0), sums, pure: allEqual(target.code, rows) };
  }
  const g = gathered();
  g.load(entries);
  const pure = g.pure();
  if (statistic === "ranks") {
    g.loadCodes();
    const ranks = rankWeights(g, target.codes);
    return { rows: g.length, weight: sum(ranks.weights), sums: NONE, ranks, pure };
  }
  const sums = new Float64Array(kind.width);
  kind.sum(sums, g);
  return { rows: g.length, weight: kind.weight(sums, 0), sums, pure };
}

/** All rows, in whichever order: each has weight 1. */
function summariseAll(units: Float64Array, { u1, u2 }: Quanta): Summary {
  const { length: rows } = units;
  const { low, high } = rangeOf(units);
  const sums = Float64Array.of(rows, ...momentsByKernel(units, u1, u2));
  return { rows, weight: rows, sums, pure: low === high };
}

const NONE = new Float64Array(0);

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
