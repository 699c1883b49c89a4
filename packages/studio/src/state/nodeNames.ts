import type { ModelFacts } from "../work/protocol.js";

/** The node of this name, or the nearest one above it that exists. */
export function nearest({ paths = [] }: ModelFacts, path: string): number {
  for (let name = path; name.includes("."); name = name.slice(0, name.lastIndexOf("."))) {
    const at = paths.indexOf(name);
    if (at >= 0) return at;
  }
  return Math.max(0, paths.indexOf(path.split(".", 1)[0]));
}

/** Nodes of one tree in another, by their names. */
export function sameNodes(
  nodes: ReadonlySet<number>,
  before: readonly string[],
  after: readonly string[],
): Set<number> {
  const places = new Map(after.map((path, i) => [path, i]));
  return new Set([...nodes].flatMap((node) => places.get(before[node]) ?? []));
}
