import type { AttributeCosts } from "../../base/attributeCosts.js";
import { CoppiceError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";

/**
 * Cheap attributes preferred (R 4.3). The gain of a test is weighed against what its attribute costs to measure:
 *   tan     gain² / cost                     (Tan and Schlimmer 1990, CS-ID3)
 *   nunez   (2^gain - 1) / (cost + 1)^ω      (Núñez 1991, whose program is EG2)
 *   eg2     the same under the program's name
 *   norton  gain / cost                      (Norton 1989, IDX)
 */
export type CostForm = "tan" | "nunez" | "eg2" | "norton";

export function worth(gain: number, cost: number, form: CostForm, omega: number): number {
  switch (form) {
    case "tan":
      return (gain * gain) / cost;
    case "norton":
      return gain / cost;
    default:
      return (2 ** gain - 1) / (cost + 1) ** omega;
  }
}

const FORMS = { norton: "gain", tan: "square", nunez: "power", eg2: "power" } as const;

/** The same as kernels are told, of one cost per attribute: the worth without a division is one of three functions of the gain. */
export function costRules(
  costs: readonly number[],
  { costForm, costWeight }: { readonly costForm: CostForm; readonly costWeight: number },
): AttributeCosts {
  const form = FORMS[costForm];
  return { divisors: form === "power" ? costs.map((cost) => (cost + 1) ** costWeight) : costs, form };
}

/** One cost per attribute, 1 for those not named; undefined where none is. */
export function resolveAttributeCosts(
  given: Readonly<Record<string, number>> | undefined,
  names: readonly string[],
  target: string,
): number[] | undefined {
  const entries = new Map(Object.entries(given ?? {}));
  if (entries.size === 0) return undefined;
  for (const name of entries.keys()) {
    if (names.includes(name)) continue;
    const why = name === target ? "is the target" : `is no attribute${didYouMean(name, names)}`;
    throw new CoppiceError("COST_INVALID", `attributeCosts names ${JSON.stringify(name)}, which ${why}`, {
      name: "attributeCosts",
      value: name,
    });
  }
  return names.map((name) => entries.get(name) ?? 1);
}
