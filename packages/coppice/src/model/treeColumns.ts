/**
 * A binary tree as columns: two million nodes are a few typed arrays. Nodes are in preorder, so a split's left branch is
 * the node after it; the right one is `skip` nodes ahead.
 */
export interface TreeColumns {
  /** The tested attribute; -1 at a leaf. */
  readonly attribute: Int32Array;
  readonly skip: Int32Array;
  readonly threshold: Float64Array;
  /** By node, where the test is on sets of levels. */
  readonly sets: ReadonlyMap<number, { readonly left: readonly number[]; readonly right: readonly number[] }>;
  /** The branch that missing values take: 0 or 1. */
  readonly missing: Uint8Array;
  readonly gain: Float64Array;
  readonly weight: Float64Array;
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

const columnsByModel = new WeakMap<object, () => TreeColumns>();

/** The columns of a model whose nodes have not been made from them yet. */
export function columnsOf(model: object): TreeColumns | undefined {
  return columnMakerOf(model)?.();
}

/** A function that makes these columns when called. */
export function columnMakerOf(model: object): (() => TreeColumns) | undefined {
  return columnsByModel.get(model);
}

export function forgetColumns(model: object): void {
  columnsByModel.delete(model);
}

export function keepColumns(model: object, columns: () => TreeColumns): void {
  columnsByModel.set(model, columns);
}

/** Each node's distance from the root. */
export function columnDepths({ attribute, skip }: TreeColumns): Int32Array {
  const depths = new Int32Array(attribute.length);
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] < 0) continue;
    depths[i + 1] = depths[i] + 1;
    depths[i + skip[i]] = depths[i] + 1;
  }
  return depths;
}
