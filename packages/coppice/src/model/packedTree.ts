import type { PackedNodes } from "./packed.js";

/**
 * One packed tree with what a model says of its nodes: a model's nodes are made from it only when someone asks for them
 * (lazyNodes.ts). At a leaf, `skip` is the leaf's own number.
 */
export interface PackedTree extends PackedNodes {
  /** Parallel to `sets`: bit c is set where the test names level c. Other levels go where missing values go. */
  readonly named: Uint32Array;
  readonly gain: Float64Array;
  readonly weight: Float64Array;
  /** Of all nodes, not only of leaves. */
  readonly answers: ClassAnswers | ValueAnswers;
}

export interface ClassAnswers {
  readonly kind: "classes";
  readonly classes: number;
  /** Nodes x classes. */
  readonly counts: Float64Array;
  readonly label: Int32Array;
}

export interface ValueAnswers {
  readonly kind: "values";
  readonly value: Float64Array;
  readonly error: Float64Array;
}

/** Makes the columns when called. */
export interface ColumnMaker {
  (): PackedTree;
  readonly partly?: PartlyPacked | undefined;
}

/** A tree whose columns can be made for some nodes alone, which saves time if most will be pruned. */
export interface PartlyPacked {
  readonly attribute: Int32Array;
  readonly skip: Int32Array;
  /** With these nodes, in ascending order; others have neither a test on levels nor facts. */
  pack(nodes: ArrayLike<number>): PackedTree;
}

const columnsByModel = new WeakMap<object, ColumnMaker>();

/** The packed tree of a model whose nodes have not been made from it yet. */
export function columnsOf(model: object): PackedTree | undefined {
  return columnMakerOf(model)?.();
}

/** A function that makes these columns when called. */
export function columnMakerOf(model: object): ColumnMaker | undefined {
  return columnsByModel.get(model);
}

export function forgetColumns(model: object): void {
  columnsByModel.delete(model);
}

export function keepColumns(model: object, columns: ColumnMaker): void {
  columnsByModel.set(model, columns);
}

/** By node, the first after it that is not below it. */
export function columnEnds({ attribute, skip }: Pick<PackedTree, "attribute" | "skip">): Int32Array {
  const ends = new Int32Array(attribute.length);
  for (let i = attribute.length - 1; i >= 0; i--) ends[i] = attribute[i] < 0 ? i + 1 : ends[i + skip[i]];
  return ends;
}

/** Each node's distance from the root. */
export function columnDepths({ attribute, skip }: PackedTree): Int32Array {
  const depths = new Int32Array(attribute.length);
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] < 0) continue;
    depths[i + 1] = depths[i] + 1;
    depths[i + skip[i]] = depths[i] + 1;
  }
  return depths;
}
