import { CoppiceError, mustBe } from "../base/errors.js";
import { isSplit, type TreeModel } from "./tree.js";
import { parentsOf } from "./walk.js";

/**
 * A node is named by the branches that lead to it, counted from 0: `0.1` is branch 1 of branch 0 of the root, and the root
 * is `root`. Edits elsewhere in the tree do not change the name.
 */
export const ROOT = "root";

type Nodes = Pick<TreeModel, "nodes">;

/** The branch numbers of a path. */
export function stepsOf(path: string): number[] {
  if (path === ROOT) return [];
  if (/^\d{1,9}(\.\d{1,9})*$/.test(path)) return path.split(".").map(Number);
  throw mustBe("NODE_UNKNOWN", "node", "branch numbers such as 0.1.0, or root", path);
}

export function pathOfSteps(steps: readonly number[]): string {
  return steps.length === 0 ? ROOT : steps.join(".");
}

/** The index of the node with this path. */
export function nodeAt({ nodes }: Nodes, path: string): number {
  const steps = stepsOf(path);
  let at = 0;
  for (const [i, branch] of steps.entries()) {
    const node = nodes[at];
    const words = i === 0 ? "the root" : `the node ${pathOfSteps(steps.slice(0, i))}`;
    if (!isSplit(node)) throw absent(path, `${words} is a leaf`);
    if (!(branch in node.branches))
      throw absent(path, `${words} has branches 0 to ${node.branches.length - 1}`);
    at = node.branches[branch];
  }
  return at;
}

function absent(path: string, why: string): CoppiceError {
  return new CoppiceError("NODE_UNKNOWN", `there is no node ${path}: ${why}`, {
    name: "node",
    rule: "the path of a node of the tree",
    value: path,
  });
}

/** The path of every node, in their order. */
export function nodePaths(model: Nodes): string[] {
  const { parent, branch } = parentsOf(model);
  const paths: string[] = [];
  model.nodes.forEach((_, i) => {
    const above = parent[i] > 0 ? `${paths[parent[i]]}.` : "";
    paths.push(parent[i] < 0 ? ROOT : `${above}${branch[i]}`);
  });
  return paths;
}

/** Whether a node is another, or below it. */
export function isWithin(path: string, other: string): boolean {
  return other === ROOT || path === other || path.startsWith(`${other}.`);
}
