import { levelSets } from "./levelWords.js";
import { LEAF, MISSING_LEFT, ON_LEVELS } from "./packed.js";
import {
  type ColumnMaker,
  columnMakerOf,
  forgetColumns,
  keepColumns,
  type PackedTree,
} from "./packedTree.js";
import type { Test } from "./test.js";
import type { NodeFacts, TreeModel, TreeNode } from "./tree.js";

type Nodes = Pick<TreeModel, "nodes">;

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Columns that are there are not made again for some nodes. */
function makerOnce(make: ColumnMaker): ColumnMaker {
  let made: PackedTree | undefined;
  const { partly } = make;
  const pack = (nodes: ArrayLike<number>) => made ?? partly!.pack(nodes);
  return Object.assign(() => (made ??= make()), { partly: partly && { ...partly, pack } });
}

/**
 * The object with nodes that are made on first access. The property is the object's own and enumerable, and turns into
 * plain data: a copy of the object, or its JSON, has ordinary nodes.
 */
export function withColumns<H extends object>(head: H, make: ColumnMaker): H & Nodes {
  const columns = makerOnce(make);
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

/** `head` with other nodes; its own are not made for that. */
export function withOtherNodes<M extends Nodes>(head: M, nodes: readonly TreeNode[]): M {
  const names = Object.keys(head) as (keyof M)[];
  return Object.fromEntries(names.map((name) => [name, name === "nodes" ? nodes : head[name]])) as M;
}

/**
 * All nodes, or those that are marked; the others are left out of the array. Last node first: the words of a test on levels end
 * where those of the next such test begin.
 */
export function nodesFrom(columns: PackedTree, marks?: Uint8Array): TreeNode[] {
  const { attribute, threshold, flags, sets } = columns;
  const nodes = new Array<TreeNode>(attribute.length);
  let end = sets.length;
  for (let i = attribute.length - 1; i >= 0; i--) {
    if (marks === undefined || marks[i] === 1) {
      const facts = factsAt(columns, i);
      nodes[i] = attribute[i] === LEAF ? facts : splitAt(columns, i, facts, testAt(columns, i, end));
    }
    if ((flags[i] & ON_LEVELS) !== 0) end = threshold[i];
  }
  return nodes;
}

function splitAt(columns: PackedTree, i: number, facts: NodeFacts, test: Test): TreeNode {
  const branches = [i + 1, i + columns.skip[i]];
  const missing = { kind: "branch", to: (columns.flags[i] & MISSING_LEFT) !== 0 ? 0 : 1 } as const;
  const gain = columns.gain[i];
  return "counts" in facts
    ? { weight: facts.weight, counts: facts.counts, label: facts.label, test, branches, missing, gain }
    : { weight: facts.weight, value: facts.value, error: facts.error, test, branches, missing, gain };
}

function testAt(
  { attribute: tested, threshold, flags, sets, named }: PackedTree,
  i: number,
  end: number,
): Test {
  const attribute = tested[i];
  if ((flags[i] & ON_LEVELS) === 0) return { kind: "threshold", attribute, threshold: threshold[i] };
  const { left, right } = levelSets(sets, named, threshold[i], end);
  return { kind: "subset", attribute, left, right };
}

/** What a node would predict as a leaf. */
export function factsAt({ weight, answers }: PackedTree, i: number): NodeFacts {
  if (answers.kind === "values")
    return { weight: weight[i], value: answers.value[i], error: answers.error[i] };
  const counts = new Array<number>(answers.classes);
  for (let k = 0; k < counts.length; k++) counts[k] = answers.counts[i * answers.classes + k];
  return { weight: weight[i], counts, label: answers.label[i] };
}
