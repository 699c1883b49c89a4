import { branchesOfLevels, branchOf, type Test, UNKNOWN } from "../../model/test.js";
import type { Surrogate } from "../../model/tree.js";
import { type CodedAttribute, type Codes, rankOf } from "../encode.js";

/**
 * The branch of each entry, UNKNOWN if the value is missing. For tests on numbers, ranks replace values:
 * rank(x) <= rank(threshold) is equivalent to branchOf's x <= threshold, which a test checks.
 */
export function fillSides(side: Int32Array, rows: Int32Array, attribute: CodedAttribute, test: Test): void {
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
  if (test.kind === "intervals" && facts.values !== undefined) {
    const { values } = facts;
    fillByEdges(
      side,
      rows,
      codes,
      missing,
      Int32Array.from(test.edges, (edge) => rankOf(values, edge)),
    );
    return;
  }
  const branches = branchesOfLevels(test, missing);
  for (let i = 0; i < rows.length; i++) side[i] = branches[codes[rows[i]]];
}

/** `edges` are ranks, ascending. */
function fillByEdges(
  side: Int32Array,
  rows: Int32Array,
  codes: Codes,
  missing: number,
  edges: Int32Array,
): void {
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]];
    let branch = 0;
    while (branch < edges.length && code > edges[branch]) branch++;
    side[i] = code === missing ? UNKNOWN : branch;
  }
}

/** Gives each entry whose side is UNKNOWN the side of the first surrogate whose value is known; the others stay. */
export function fillBySurrogates(
  side: Int32Array,
  rows: Int32Array,
  attributes: readonly CodedAttribute[],
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
