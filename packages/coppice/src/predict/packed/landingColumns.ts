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

/** Undefined if a test has more than two branches, or a known value may go down several. */
export function landingColumns(model: Tree): LandingColumns | undefined {
  const packed = columnsOf(model);
  if (packed) return packedLanding(packed, model);
  const made = new Maker(model, model.nodes.length);
  return model.nodes.every((node, i) => made.add(node, i)) ? made.columns() : undefined;
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

  add(node: TreeModel["nodes"][number], i: number): boolean {
    if (!isSplit(node)) {
      this.leaf(i);
      return true;
    }
    const { test, branches, missing } = node;
    if (branches.length !== 2 || test.kind === "gate") return false;
    const skip = branches[1] - i;
    const to = missing.kind === "branch" ? missing.to : undefined;
    if (test.kind === "threshold") this.threshold(i, test.attribute, skip, to, test.threshold);
    else if (test.kind === "intervals") this.threshold(i, test.attribute, skip, to, test.edges[0]);
    else return this.levels(i, test, skip, to);
    return true;
  }

  leaf(i: number): void {
    this.skip[i] = i;
  }

  threshold(
    i: number,
    attribute: number,
    skip: number,
    missing: number | undefined,
    threshold: number,
  ): void {
    this.split(i, attribute, skip, missing);
    this.thresholds[i] = threshold;
  }

  /** False if the test does not cover every level, and does not say either where the others go. */
  levels(i: number, test: SplitNode["test"], skip: number, missing: number | undefined): boolean {
    const isCertain = this.split(i, test.attribute, skip, missing);
    const levels = this.model.attributes[test.attribute].levels?.length ?? 0;
    const start = this.sets.length;
    this.flags[i] |= ON_LEVELS;
    this.thresholds[i] = start;
    for (let word = 0; word < wordsFor(levels); word++) this.sets.push(0);
    const branches = branchesOfLevels(test, levels);
    for (let code = 0; code < levels; code++) {
      if (branches[code] === UNKNOWN && !isCertain) return false;
      const branch = branches[code] === UNKNOWN ? missing : branches[code];
      if (branch === 0) this.sets[start + (code >> 5)] |= 1 << (code & 31);
    }
    return true;
  }

  /** Returns whether a missing value takes one branch. */
  private split(i: number, attribute: number, skip: number, missing: number | undefined): boolean {
    const isCertain = missing !== undefined && this.open?.has(attribute) !== true;
    if (!isCertain) this.shared.add(attribute);
    this.attribute[i] = attribute;
    this.skip[i] = skip;
    this.flags[i] = missing === 0 ? MISSING_LEFT : 0;
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
