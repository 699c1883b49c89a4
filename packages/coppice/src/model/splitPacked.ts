import type { PackedTrees } from "./packed.js";

/** Each tree as packed trees of its own; they share `sets` and `values`. */
export function splitPacked(trees: PackedTrees | undefined): PackedTrees[] {
  if (trees === undefined) return [];
  const { starts, attribute, threshold, skip, flags, ...shared } = trees;
  return Array.from({ length: starts.length - 1 }, (_, tree) => {
    const [from, to] = [starts[tree], starts[tree + 1]];
    return {
      ...shared,
      starts: Int32Array.of(0, to - from),
      attribute: attribute.subarray(from, to),
      threshold: threshold.subarray(from, to),
      skip: skip.subarray(from, to),
      flags: flags.subarray(from, to),
    };
  });
}
