import { edgesBelow } from "../../../base/edgesBelow.js";
import { type BoostedTree, MISSING_LEFT, ON_LEVELS } from "../../../kernels/drivers/boost/boostedTree.js";
import type { AttributeBins } from "../../../kernels/drivers/boost/plan.js";
import * as packed from "../../../model/packed.js";
import type { ColumnSchema } from "../../../table/schema.js";

export function packTrees(
  trees: readonly BoostedTree[],
  unit: number,
  attributes: readonly AttributeBins[],
  columns: readonly ColumnSchema[],
): packed.PackedTrees {
  const nodes = trees.reduce((sum, tree) => sum + tree.nodes, 0);
  const packer = new TreePacker(nodes, unit, attributes, columns);
  for (const tree of trees) packer.add(tree);
  return packer.result();
}

/** Gathers trees as columns, one after the other. */
class TreePacker {
  private readonly starts = [0];
  private readonly attribute: Int32Array;
  private readonly threshold: Float64Array;
  private readonly skip: Int32Array;
  private readonly flags: Uint8Array;
  private readonly sets: number[] = [];
  /** The leaves' values, and the place of each: equal ones are stored once. */
  private readonly values: number[] = [];
  private readonly places = new Map<number, number>();
  private nodes = 0;

  constructor(
    nodes: number,
    private readonly unit: number,
    private readonly attributes: readonly AttributeBins[],
    private readonly columns: readonly ColumnSchema[],
  ) {
    this.attribute = new Int32Array(nodes);
    this.threshold = new Float64Array(nodes);
    this.skip = new Int32Array(nodes);
    this.flags = new Uint8Array(nodes);
  }

  add(tree: BoostedTree): void {
    this.node(tree, 0);
    this.starts.push(this.nodes);
  }

  /** Preorder: the left branch stands after its parent, the right one `skip` ahead. */
  // A value of -0 would not survive JSON.
  private node(tree: BoostedTree, node: number): void {
    const at = this.nodes++;
    const a = tree.attribute[node];
    this.attribute[at] = a < 0 ? packed.LEAF : a;
    if (a < 0) {
      this.skip[at] = this.placeOf(tree.value[node] * this.unit + 0);
      return;
    }
    this.test(tree, node, at);
    this.node(tree, tree.left[node]);
    this.skip[at] = this.nodes - at;
    this.node(tree, tree.right[node]);
  }

  private placeOf(value: number): number {
    const found = this.places.get(value);
    if (found !== undefined) return found;
    this.places.set(value, this.values.length);
    return this.values.push(value) - 1;
  }

  private test(tree: BoostedTree, node: number, at: number): void {
    const how = this.attributes[tree.attribute[node]];
    const column = this.columns[tree.attribute[node]];
    const missingLeft = (tree.flags[node] & MISSING_LEFT) !== 0;
    this.flags[at] = missingLeft ? packed.MISSING_LEFT : 0;
    if (column.type === "numeric" && how.kind === "numeric") {
      this.threshold[at] = edgeOf(how.edges, tree.bin[node]);
      return;
    }
    this.flags[at] |= packed.ON_LEVELS;
    this.threshold[at] = this.sets.length;
    const levels = levelsOf(column);
    const start = this.sets.length;
    for (let word = 0; word < packed.wordsFor(levels); word++) this.sets.push(0);
    const sides = tree.sides.get(node);
    for (let level = 0; level < levels; level++) {
      const left =
        how.kind === "numeric"
          ? edgesBelow(how.edges, level) <= tree.bin[node]
          : sides?.[how.levelBins[level]] === 1;
      if (left) this.sets[start + (level >> 5)] |= 1 << (level & 31);
    }
  }

  result(): packed.PackedTrees {
    return {
      starts: Int32Array.from(this.starts),
      attribute: this.attribute,
      threshold: this.threshold,
      skip: this.skip,
      flags: this.flags,
      sets: Uint32Array.from(this.sets),
      values: Float64Array.from(this.values),
      width: 1,
    };
  }
}

function levelsOf({ levels }: ColumnSchema): number {
  return levels?.length ?? 0;
}

/** Above the last edge lie no bins: such a test only asks whether the cell is known. */
function edgeOf(edges: Float64Array, bin: number): number {
  return bin < edges.length ? edges[bin] : Number.MAX_VALUE;
}

/** The tree of a model in terms of bins again; the edges are those it was packed with. */
export function unpack(
  trees: packed.PackedTrees,
  tree: number,
  unit: number,
  attributes: readonly AttributeBins[],
  columns: readonly ColumnSchema[],
): BoostedTree {
  const [start, end] = [trees.starts[tree], trees.starts[tree + 1]];
  const nodes = end - start;
  const attribute = trees.attribute.slice(start, end);
  const bin = new Int32Array(nodes);
  const flags = new Int32Array(nodes);
  const left = new Int32Array(nodes);
  const right = new Int32Array(nodes);
  const value = new Float64Array(nodes);
  const sides = new Map<number, Uint8Array>();
  for (let i = 0; i < nodes; i++) {
    const at = start + i;
    if (attribute[i] === packed.LEAF) {
      value[i] = trees.values[trees.skip[at]] / unit;
      continue;
    }
    left[i] = i + 1;
    right[i] = i + trees.skip[at];
    flags[i] = (trees.flags[at] & packed.MISSING_LEFT) !== 0 ? MISSING_LEFT : 0;
    const how = attributes[attribute[i]];
    const column = columns[attribute[i]];
    if (column.type === "numeric" && how.kind === "numeric") {
      bin[i] = edgesBelow(how.edges, trees.threshold[at]);
      continue;
    }
    const levels = levelsOf(column);
    const goes = (level: number) => packed.goesLeft(trees, at, level, levels);
    if (how.kind === "numeric") bin[i] = lastBin(how.edges, levels, goes);
    else {
      flags[i] |= ON_LEVELS;
      sides.set(i, sidesOf(how, flags[i], goes));
    }
  }
  return { nodes, attribute, bin, flags, left, right, gain: new Float64Array(nodes), value, sides };
}

/** The last bin of ordered levels that goes left. */
function lastBin(edges: Float64Array, levels: number, goes: (level: number) => boolean): number {
  let last = -1;
  for (let level = 0; level < levels; level++) if (goes(level)) last = edgesBelow(edges, level);
  return last;
}

function sidesOf(
  how: Extract<AttributeBins, { kind: "levels" }>,
  flags: number,
  goes: (level: number) => boolean,
): Uint8Array {
  const sides = new Uint8Array(how.missing + 1);
  how.levelBins.forEach((bin, level) => {
    if (bin !== how.missing && goes(level)) sides[bin] = 1;
  });
  if ((flags & MISSING_LEFT) !== 0) sides[how.missing] = 1;
  return sides;
}
