import { namesAll } from "../../model/levelWords.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees, wordsFor } from "../../model/packed.js";
import { columnsOf, type PackedTree } from "../../model/packedTree.js";
import { branchesOfLevels, UNKNOWN } from "../../model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../../model/tree.js";
import { openOf } from "../eachValue.js";

/** A tree as columns whose leaves answer with their own node's number, for kernels that find the leaves of many rows. */
export interface LandingColumns {
  readonly trees: PackedTrees;
  /** Attributes at which a row with a missing value may go down several branches, or where surrogates decide. */
  readonly shared: readonly number[];
}

type Tree = Pick<TreeModel, "nodes" | "attributes" | "derived">;

/** Undefined if a known value may go down several branches. A test with more than two becomes a tree of tests with two. */
export function landingColumns(model: Tree): LandingColumns | undefined {
  const packed = columnsOf(model);
  if (packed) return packedLanding(packed, model);
  const made = new Maker(model, placesFor(model));
  return addNodes(made, model) ? made.columns() : undefined;
}

const NO_VALUES = new Float64Array(0);

/** A packed tree serves as it is, unless an attribute that it tests has values that are tried each. */
function packedLanding(tree: PackedTree, model: Tree): LandingColumns | undefined {
  const shared = sharedIn(tree, model);
  return shared && { trees: { ...tree, values: NO_VALUES, width: 1 }, shared };
}

/** Undefined if such an attribute has levels that a test does not name. */
function sharedIn(
  { attribute, threshold, flags, named }: PackedTree,
  model: Tree,
): readonly number[] | undefined {
  const open = openOf(model);
  if (open === undefined) return [];
  const shared = new Set<number>();
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] === LEAF || !open.has(attribute[i])) continue;
    shared.add(attribute[i]);
    const levels = model.attributes[attribute[i]].levels?.length ?? 0;
    if ((flags[i] & ON_LEVELS) !== 0 && !namesAll(named, threshold[i], levels)) return undefined;
  }
  return [...shared];
}

function placesFor({ nodes }: Tree): number {
  let places = 0;
  for (const node of nodes) places += isSplit(node) ? Math.max(0, node.branches.length - 1) : 1;
  return places;
}

/** What is still to be placed: some of a node's branches, from `first` up to `end`; all of them if `end` is 0. */
interface Pending {
  readonly node: number;
  readonly first: number;
  readonly end: number;
  /** The branch of each level, if the node tests levels. */
  readonly levels?: Int32Array | undefined;
  /** The place whose right branch it is; -1 if it is the left one, which comes next. */
  readonly rightOf: number;
}

/** In preorder. */
function addNodes(made: Maker, { nodes, attributes }: Tree): boolean {
  const pending: Pending[] = [{ node: 0, first: 0, end: 0, rightOf: -1 }];
  let place = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node: i, first, rightOf } = next;
    const node = nodes[i];
    const end = next.end || (isSplit(node) ? node.branches.length : 0);
    if (isSplit(node) && end - first === 1) {
      pending.push({ node: node.branches[first], first: 0, end: 0, rightOf });
      continue;
    }
    if (rightOf >= 0) made.right(rightOf, place);
    if (!isSplit(node)) made.leaf(place++, i);
    else {
      const middle = (first + end) >> 1;
      const levels = next.levels ?? branchesFor(node, attributes);
      if (!made.split(place, node, middle, levels)) return false;
      pending.push({ node: i, first: middle, end, levels, rightOf: place++ });
      pending.push({ node: i, first, end: middle, levels, rightOf: -1 });
    }
  }
  return true;
}

function branchesFor({ test }: SplitNode, attributes: Tree["attributes"]): Int32Array | undefined {
  const isOnLevels = test.kind === "levels" || test.kind === "subset";
  return isOnLevels ? branchesOfLevels(test, attributes[test.attribute].levels?.length ?? 0) : undefined;
}

/** Missing values may have a branch of their own, the last: before it, every known value is on the left. */
function lastOnLeft(edges: readonly number[], middle: number): number {
  return middle <= edges.length ? edges[middle - 1] : Number.POSITIVE_INFINITY;
}

class Maker {
  private readonly attribute: Int32Array;
  private readonly thresholds: Float64Array;
  private readonly skip: Int32Array;
  private readonly flags: Uint8Array;
  private readonly sets: number[] = [];
  private readonly shared = new Set<number>();
  private readonly open;

  constructor(
    private readonly model: Tree,
    private readonly count: number,
  ) {
    this.attribute = new Int32Array(count).fill(LEAF);
    this.thresholds = new Float64Array(count);
    this.skip = new Int32Array(count);
    this.flags = new Uint8Array(count);
    this.open = openOf(model);
  }

  /** The branches before `middle` are on the left. False if a known value may go down several, or its branch is unknown. */
  split(
    place: number,
    { test, missing }: SplitNode,
    middle: number,
    levels: Int32Array | undefined,
  ): boolean {
    const to = missing.kind === "branch" ? missing.to : undefined;
    const left = to === undefined ? undefined : to < middle;
    switch (test.kind) {
      case "gate":
        return false;
      case "threshold":
        this.threshold(place, test.attribute, left, lastOnLeft([test.threshold], middle));
        return true;
      case "intervals":
        this.threshold(place, test.attribute, left, lastOnLeft(test.edges, middle));
        return true;
      default:
        return this.levels(place, test.attribute, to, middle, levels!);
    }
  }

  leaf(place: number, node: number): void {
    this.skip[place] = node;
  }

  right(place: number, right: number): void {
    this.skip[place] = right - place;
  }

  /** `missing`: whether missing values go left; undefined if they may take several branches. */
  threshold(place: number, attribute: number, missing: boolean | undefined, threshold: number): void {
    this.test(place, attribute, missing);
    this.thresholds[place] = threshold;
  }

  /**
   * Levels whose branch is before `middle` go left; `missing` is the branch of missing values. False if the test does not
   * cover every level, and does not say either where the others go.
   */
  levels(
    place: number,
    attribute: number,
    missing: number | undefined,
    middle: number,
    branches: Int32Array,
  ): boolean {
    const isCertain = this.test(place, attribute, missing === undefined ? undefined : missing < middle);
    const levels = this.model.attributes[attribute].levels?.length ?? 0;
    const start = this.sets.length;
    this.flags[place] |= ON_LEVELS;
    this.thresholds[place] = start;
    for (let word = 0; word < wordsFor(levels); word++) this.sets.push(0);
    for (let code = 0; code < levels; code++) {
      if (branches[code] === UNKNOWN && !isCertain) return false;
      const branch = branches[code] === UNKNOWN ? missing! : branches[code];
      if (branch < middle) this.sets[start + (code >> 5)] |= 1 << (code & 31);
    }
    return true;
  }

  /** Returns whether a missing value takes one branch. */
  private test(place: number, attribute: number, missing: boolean | undefined): boolean {
    const isCertain = missing !== undefined && this.open?.has(attribute) !== true;
    if (!isCertain) this.shared.add(attribute);
    this.attribute[place] = attribute;
    this.flags[place] = missing ? MISSING_LEFT : 0;
    return isCertain;
  }

  columns(): LandingColumns {
    const { attribute, thresholds: threshold, skip, flags } = this;
    const starts = Int32Array.of(0, this.count);
    const sets = Uint32Array.from(this.sets);
    const trees = { starts, attribute, threshold, skip, flags, sets, values: new Float64Array(0), width: 1 };
    return { trees, shared: [...this.shared] };
  }
}
