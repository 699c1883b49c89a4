import type { Test } from "./test.js";
import type { NodeFacts, TreeModel, TreeNode } from "./tree.js";
import { columnMakerOf, forgetColumns, keepColumns, type TreeColumns } from "./treeColumns.js";

type Nodes = Pick<TreeModel, "nodes">;

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * The object with nodes that are made on first access. The property is the object's own and enumerable, and turns into
 * plain data: a copy of the object, or its JSON, has ordinary nodes.
 */
export function withColumns<H extends object>(head: H, make: () => TreeColumns): H & Nodes {
  const columns = once(make);
  const nodes = once(() => nodesFrom(columns()));
  keepColumns(head, columns);
  return Object.defineProperty(head, "nodes", {
    configurable: true,
    enumerable: true,
    get(): readonly TreeNode[] {
      const value = nodes();
      // Callers may change plain data: from now on the nodes are authoritative.
      forgetColumns(head);
      // On a frozen object the property stays as it is.
      Reflect.defineProperty(head, "nodes", { value, configurable: true, enumerable: true, writable: true });
      return value;
    },
  }) as H & Nodes;
}

/** `head` with the nodes of another model, as columns if they have not been made yet. */
export function withNodesOf<H extends object>(head: H, other: Nodes): H & Nodes {
  const columns = columnMakerOf(other);
  return columns ? withColumns(head, columns) : { ...head, nodes: other.nodes };
}

export function nodesFrom(columns: TreeColumns): TreeNode[] {
  const count = columns.attribute.length;
  const nodes = new Array<TreeNode>(count);
  for (let i = 0; i < count; i++) nodes[i] = nodeAt(columns, i);
  return nodes;
}

function nodeAt(columns: TreeColumns, i: number): TreeNode {
  const facts = factsAt(columns, i);
  if (columns.attribute[i] < 0) return facts;
  const test = testAt(columns, i);
  const branches = [i + 1, i + columns.skip[i]];
  const missing = { kind: "branch", to: columns.missing[i] } as const;
  const gain = columns.gain[i];
  return "counts" in facts
    ? { weight: facts.weight, counts: facts.counts, label: facts.label, test, branches, missing, gain }
    : { weight: facts.weight, value: facts.value, error: facts.error, test, branches, missing, gain };
}

function testAt({ attribute, threshold, sets }: TreeColumns, i: number): Test {
  const set = sets.get(i);
  return set
    ? { kind: "subset", attribute: attribute[i], left: set.left, right: set.right }
    : { kind: "threshold", attribute: attribute[i], threshold: threshold[i] };
}

/** What a node would predict as a leaf. */
export function factsAt({ weight, answers }: TreeColumns, i: number): NodeFacts {
  if (answers.kind === "values")
    return { weight: weight[i], value: answers.value[i], error: answers.error[i] };
  const counts = new Array<number>(answers.classes);
  for (let k = 0; k < counts.length; k++) counts[k] = answers.counts[i * answers.classes + k];
  return { weight: weight[i], counts, label: answers.label[i] };
}
