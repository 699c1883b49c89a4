import { branchesOfLevels, branchOf, type Test, UNKNOWN } from "../../model/test.js";
import type { Surrogate } from "../../model/tree.js";
import { type EncodedAttribute, rankOf } from "../encode.js";

/**
 * The branch of each entry, UNKNOWN if the value is missing. For a numeric threshold, ranks replace values:
 * rank(x) <= rank(threshold) is equivalent to branchOf's x <= threshold, which a test checks.
 */
export function fillSides(side: Int32Array, rows: Int32Array, attribute: EncodedAttribute, test: Test): void {
  const { facts, codes } = attribute;
  const missing = facts.codes;
  if (test.kind === "threshold" && facts.values !== undefined) {
    const boundary = rankOf(facts.values, test.threshold);
    for (let i = 0; i < rows.length; i++) {
      const code = codes[rows[i]];
      side[i] = code <= boundary ? 0 : code < missing ? 1 : UNKNOWN;
    }
    return;
  }
  const branches = branchesOfCodes(attribute, test);
  for (let i = 0; i < rows.length; i++) side[i] = branches[codes[rows[i]]];
}

/** branchOf for every code; UNKNOWN for the one after the last, the code of missing values. */
function branchesOfCodes({ facts: { codes, values } }: EncodedAttribute, test: Test): Int32Array {
  if (values === undefined) return branchesOfLevels(test, codes);
  return Int32Array.from({ length: codes + 1 }, (_, code) =>
    code === codes ? UNKNOWN : branchOf(test, values[code]),
  );
}

/** Gives each entry whose side is UNKNOWN the side of the first surrogate whose value is known; the others stay. */
export function fillBySurrogates(
  side: Int32Array,
  rows: Int32Array,
  attributes: readonly EncodedAttribute[],
  surrogates: readonly Surrogate[],
): void {
  let unknown: number[] = [];
  for (let i = 0; i < rows.length; i++) if (side[i] === UNKNOWN) unknown.push(i);
  for (const { test, to } of surrogates) {
    if (unknown.length === 0) return;
    const { facts, codes } = attributes[test.attribute];
    const { values } = facts;
    const left: number[] = [];
    for (const i of unknown) {
      const code = codes[rows[i]];
      const outcome =
        code === facts.codes ? UNKNOWN : branchOf(test, values === undefined ? code : values[code]);
      side[i] = outcome === UNKNOWN ? UNKNOWN : to[outcome];
      if (side[i] === UNKNOWN) left.push(i);
    }
    unknown = left;
  }
}
