import type { AttributeFacts, MergeRules } from "../engine/port.js";
import type { Examination } from "./examine/examination.js";
import type { GrowNode } from "./growNode.js";
import type { Plan } from "./plan.js";

/** The most cells in one answer, unless it is about a single node. */
const CELLS_PER_REQUEST = 1 << 21;

/** The attributes that are examined in any case are the first ones, until so many of them vary that it is enough. */
export function examinedBy(rules: MergeRules, examinations: readonly Examination[]): MergeRules {
  const counts = examinations.map(({ attributes, enough }) => {
    let n = 1;
    while (n < attributes.length && !enough(n, n)) n++;
    return n;
  });
  return { ...rules, examined: Math.min(...counts) };
}

/** Nodes that are requested together: as many as fit into one answer, but at least one. */
export function requestGroups(nodes: readonly GrowNode[], { facts, merging }: Plan): GrowNode[][] {
  // The number of codes may not be known before it is asked for: see `bins`.
  const codesOf = (facts: AttributeFacts) => (merging && facts.bins) ?? facts.codes;
  const groups: GrowNode[][] = [];
  let room = 0;
  for (const node of nodes) {
    let cells = 0;
    for (const a of node.live) cells += Math.min(node.summary.rows, codesOf(facts.attributes[a]));
    if (groups.length > 0 && cells <= room) groups[groups.length - 1].push(node);
    else {
      groups.push([node]);
      room = CELLS_PER_REQUEST;
    }
    room -= cells;
  }
  return groups;
}
