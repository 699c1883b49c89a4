import { LEAF, ON_LEVELS, type PackedTrees } from "../../../model/packed.js";
import { withTeam } from "../../support.js";
import type { Team } from "../../team.js";
import { ColumnSorter } from "../sortColumn.js";
import type { Limits } from "./limits.js";

/**
 * Thresholds as ranks: a cell's code is the number of distinct thresholds below it, and the cell is ≤ a threshold exactly
 * if its code is ≤ the threshold's rank.
 */
export function rankLimits(trees: PackedTrees, attributes: number, team: Team | undefined): Limits {
  const { threshold } = trees;
  const { starts, nodes } = byAttribute(trees, attributes);
  const rank = new Int32Array(threshold.length);
  const distinct = new Array<Float64Array | undefined>(attributes).fill(undefined);
  for (let a = 0; a < attributes; a++) {
    const own = nodes.subarray(starts[a], starts[a + 1]);
    if (own.length === 0) continue;
    const cells = new Float64Array(own.length);
    for (let i = 0; i < own.length; i++) cells[i] = threshold[own[i]];
    withTeam(team, (used) => {
      const { codes, values } = new ColumnSorter(used, own.length).sort(cells);
      for (let i = 0; i < own.length; i++) rank[own[i]] = codes[i];
      distinct[a] = values.slice();
    });
  }
  return {
    tableOf: (a) => distinct[a],
    greatestCode: (a) => distinct[a]?.length ?? 0,
    limitAt: (node) => rank[node] + 1,
  };
}

/** The nodes that compare an attribute with a threshold, attribute by attribute. */
function byAttribute({ attribute, flags }: PackedTrees, attributes: number) {
  const starts = new Int32Array(attributes + 1);
  const isNumeric = (node: number) => attribute[node] !== LEAF && (flags[node] & ON_LEVELS) === 0;
  for (let node = 0; node < attribute.length; node++) if (isNumeric(node)) starts[attribute[node] + 1]++;
  for (let a = 0; a < attributes; a++) starts[a + 1] += starts[a];
  const next = starts.slice();
  const nodes = new Int32Array(starts[attributes]);
  for (let node = 0; node < attribute.length; node++) {
    if (isNumeric(node)) nodes[next[attribute[node]]++] = node;
  }
  return { starts, nodes };
}
