import { extraTreesKernel } from "../../generated/extraTrees.js";
import { SoloTeam, type Team } from "../../team.js";
import type { GrownMember } from "../forest/grown.js";
import type { ForestMember } from "../forest/rules.js";
import { Batch, type SharedParams, type Wanted } from "./batch.js";
import { loadColumns, mostSetWords, rowWidthOf } from "./columns.js";
import type { ExtraTreesProblem, ExtraTreesRules } from "./rules.js";

/** Members per thread whose trees are grown in one job. */
const MEMBERS_PER_THREAD = 8;
/** Bytes for the trees of a batch up to which two batches are used. */
const MOST_FOR_TWO = 2 ** 27;
/** A node with at most this part of the rows of its block gets a block of its own: by measurement. */
const SHRINK = 4;

export interface ExtraTreesContext extends Partial<Wanted> {
  /** At least 2. */
  readonly shrink?: number;
}

/**
 * Grows a tree for each member, in their order, with the threads of a team: whole trees from a queue. Each equals the tree
 * of the general grower on the problem's rows, with their weights times the member's counts, and the member's seed.
 */
export function* growExtraTrees(
  problem: ExtraTreesProblem,
  rules: ExtraTreesRules,
  members: readonly ForestMember[],
  team: Team = new SoloTeam(),
  { unseen = false, leaves = false, decrease = false, shrink = SHRINK }: ExtraTreesContext = {},
): Generator<GrownMember, void, void> {
  const { heap } = team;
  const mark = heap.mark();
  try {
    yield* growBatches(makeBatches(problem, rules, team, shrink, { unseen, leaves, decrease }), members);
  } finally {
    heap.release(mark);
  }
}

/** The other threads grow one of two batches while the trees of the other are read. */
function* growBatches(
  batches: readonly Batch[],
  members: readonly ForestMember[],
): Generator<GrownMember, void, void> {
  let ready: Batch | undefined;
  let turn = 0;
  for (let done = 0; done < members.length; turn++) {
    const batch = batches[turn % batches.length];
    if (ready === batch) yield* batch.trees();
    batch.load(members, done);
    batch.begin();
    try {
      if (ready !== undefined && ready !== batch) {
        yield* ready.trees();
        ready.load(members, done + batch.members);
      }
      done += batch.finish();
    } finally {
      batch.leave();
    }
    ready = batch;
  }
  if (ready !== undefined) yield* ready.trees();
}

function makeBatches(
  problem: ExtraTreesProblem,
  rules: ExtraTreesRules,
  team: Team,
  shrink: number,
  wanted: Wanted,
): Batch[] {
  const { heap, size } = team;
  const { attributes, rows } = problem;
  const setWords = mostSetWords(attributes);
  const rowWidth = rowWidthOf(attributes);
  const treeBytes = mostBytes(problem, setWords);
  const shared: SharedParams = {
    ...settings(problem, rules),
    shrink,
    setWords,
    rowWidth,
    treeBytes,
    columns: loadColumns(heap, attributes, rows),
    // What follows the last cell is read, too.
    rowCells: wanted.unseen || wanted.leaves ? heap.alloc(4 * rows * rowWidth + 16) : 0,
    target: loadTarget(team, problem),
    weights: loadWeights(team, problem),
    arenas: heap.alloc(4 * size),
  };
  const outBytes = treeBytes * (size + 4);
  const count = size > 1 && outBytes <= MOST_FOR_TWO ? 2 : 1;
  const batchSize = { members: MEMBERS_PER_THREAD * size, outBytes };
  const batches = Array.from({ length: count }, () => new Batch(team, problem, shared, batchSize, wanted));
  prepare(team, problem, batches[0]);
  const bytes = team.kernel(extraTreesKernel).growMemory(batches[0].block);
  const arenas = Array.from({ length: size }, () => heap.alloc(bytes));
  heap.u32(shared.arenas, size).set(arenas);
  return batches;
}

/** Ranks numbers, and lays the cells out row by row: once for all trees. */
function prepare(team: Team, { rows }: ExtraTreesProblem, { params, block }: Batch): void {
  const { heap, size } = team;
  const mark = heap.mark();
  const bytes = team.kernel(extraTreesKernel).rankScratch(rows);
  const scratches = heap.alloc(4 * size);
  const room = Array.from({ length: size }, () => heap.alloc(bytes));
  heap.u32(scratches, size).set(room);
  heap.u32(params.queue, 1)[0] = 0;
  team.run(extraTreesKernel, "rankNumbers", block, scratches);
  heap.release(mark);
  if (params.rowCells === 0) return;
  heap.u32(params.queue, 1)[0] = 0;
  team.run(extraTreesKernel, "layRows", block);
}

function loadTarget({ heap }: Team, { target, rows }: ExtraTreesProblem): number {
  if (target.kind === "values") {
    const at = heap.alloc(8 * rows);
    heap.f64(at, rows).set(target.grid.units);
    return at;
  }
  const at = heap.alloc(2 * rows);
  heap.u16(at, rows).set(target.column.codes);
  return at;
}

function loadWeights({ heap }: Team, { weights, rows }: ExtraTreesProblem): number {
  if (weights === undefined) return 0;
  const at = heap.alloc(8 * rows);
  heap.f64(at, rows).set(weights);
  return at;
}

function settings(problem: ExtraTreesProblem, rules: ExtraTreesRules) {
  const { target, rows, attributes } = problem;
  const { attributesPerNode, randomTests, tolerance, minSplit, minLeaf, maxDepth, zeroGain } = rules;
  return {
    rows,
    attributes: attributes.length,
    width: target.kind === "classes" ? target.column.levels.length : 3,
    isClasses: target.kind === "classes",
    perNode: Math.min(attributesPerNode ?? attributes.length, attributes.length),
    isShuffled: attributesPerNode !== undefined || randomTests !== undefined,
    tests: randomTests ?? 0,
    maxDepth: maxDepth ?? 0x7fffffff,
    zeroGain,
    isEntropy: rules.criterion === "entropy",
    tolerance,
    minSplit,
    minLeaf,
    quantum1: target.kind === "values" ? target.grid.quantum1 : 1,
    quantum2: target.kind === "values" ? target.grid.quantum2 : 1,
    center: target.kind === "values" ? target.grid.center : 0,
    denominator: target.kind === "values" ? target.grid.denominator : 1,
  };
}

/** An upper bound on the bytes of one tree: two nodes per row, the sets of every second node, and the sums of leaves. */
function mostBytes({ rows, target }: ExtraTreesProblem, setWords: number): number {
  const pool = target.kind === "classes" ? 4 * target.column.levels.length : 8;
  return (
    rows * (34 + 4 * setWords + pool) +
    8 * (target.kind === "classes" ? target.column.levels.length : 1) +
    512
  );
}
