import { extraTreesKernel } from "../../generated/extraTrees.js";
import type { Heap } from "../../heap.js";
import { SoloTeam, type Team } from "../../team.js";
import { mostBytes } from "../forest/growForest.js";
import type { GrownMember, Wanted } from "../forest/grown.js";
import {
  areFollowed,
  loadLimits,
  MemberQueue,
  type QueueKernel,
  type SharedParams,
} from "../forest/memberQueue.js";
import type { ForestMember } from "../forest/rules.js";
import { loadNumbers, scoreParams } from "../forest/scoreRules.js";
import { loadColumns, mostSetWords, rowWidthOf } from "./columns.js";
import { EXTRA_TREES_BYTES, type ExtraTreesParams, writeExtraTrees } from "./params.js";
import type { ExtraTreesProblem, ExtraTreesRules } from "./rules.js";

/** A node with at most this part of the rows of its block gets a block of its own: by measurement. */
const SHRINK = 4;

export interface ExtraTreesContext extends Wanted {
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
  { shrink = SHRINK, ...wanted }: ExtraTreesContext = {},
): Generator<GrownMember, void, void> {
  const { heap } = team;
  const mark = heap.mark();
  try {
    const own = ownParams(heap, problem, rules, members, shrink, wanted);
    const kernel: QueueKernel = {
      binary: extraTreesKernel,
      entries: { memory: "extraArena", start: "startExtra", grow: "growExtra", next: "nextExtra" },
      ownBytes: EXTRA_TREES_BYTES,
      writeOwn: (to, at) => writeExtraTrees(to, at, own),
      drawsRows: own.limits > 0,
    };
    const shared = sharedParams(heap, problem, rules, own.setWords);
    const queue = new MemberQueue(team, problem, members, shared, kernel, wanted);
    prepare(team, problem, queue, own);
    yield* queue.trees();
  } finally {
    heap.release(mark);
  }
}

function ownParams(
  heap: Heap,
  { attributes, rows, target, weights }: ExtraTreesProblem,
  rules: ExtraTreesRules,
  members: readonly ForestMember[],
  shrink: number,
  wanted: Wanted,
): ExtraTreesParams {
  const limits = loadLimits(heap, members);
  const rowWidth = rowWidthOf(attributes);
  return {
    ...scoreParams(heap, rules, rows),
    tests: rules.randomTests ?? 0,
    quantum1: target.kind === "values" ? target.grid.quantum1 : 1,
    weights: weights === undefined ? 0 : loadNumbers(heap, weights),
    shrink,
    setWords: mostSetWords(attributes),
    // What follows the last cell is read, too.
    rowCells: areFollowed(members, wanted) ? heap.alloc(4 * rows * rowWidth + 16) : 0,
    rowWidth,
    limits,
  };
}

function sharedParams(
  heap: Heap,
  problem: ExtraTreesProblem,
  rules: ExtraTreesRules,
  setWords: number,
): SharedParams {
  const { target, rows, attributes } = problem;
  const { attributesPerNode, randomTests, tolerance, minSplit, minLeaf, maxDepth, zeroGain } = rules;
  return {
    rows,
    attributes: attributes.length,
    width: target.kind === "classes" ? target.column.levels.length : 3,
    isClasses: target.kind === "classes",
    perNode: Math.min(attributesPerNode ?? attributes.length, attributes.length),
    isShuffled: attributesPerNode !== undefined || randomTests !== undefined,
    maxDepth: maxDepth ?? 0x7fffffff,
    zeroGain,
    tolerance,
    minSplit,
    minLeaf,
    quantum2: target.kind === "values" ? target.grid.quantum2 : 1,
    center: target.kind === "values" ? target.grid.center : 0,
    denominator: target.kind === "values" ? target.grid.denominator : 1,
    hasSets: true,
    columns: loadColumns(heap, attributes, rows),
    target: loadTarget(heap, problem),
    treeBytes: mostBytes(problem, setWords),
    // Of the kernel `forest` alone.
    blockRows: 0,
    byteRows: 0,
    rowCells: 0,
    cells: "singles" as const,
  };
}

/** Ranks numbers, and lays the cells out row by row: once for all trees. */
function prepare(
  team: Team,
  { rows }: ExtraTreesProblem,
  { params, block }: MemberQueue,
  { rowCells }: ExtraTreesParams,
): void {
  const { heap, size } = team;
  const mark = heap.mark();
  const bytes = team.kernel(extraTreesKernel).rankScratch(rows);
  const scratches = heap.alloc(4 * size);
  const room = Array.from({ length: size }, () => heap.alloc(bytes));
  heap.u32(scratches, size).set(room);
  heap.u32(params.queue, 1)[0] = 0;
  team.run(extraTreesKernel, "rankNumbers", block, scratches);
  heap.release(mark);
  if (rowCells === 0) return;
  heap.u32(params.queue, 1)[0] = 0;
  team.run(extraTreesKernel, "layRows", block);
}

function loadTarget(heap: Heap, { target, rows }: ExtraTreesProblem): number {
  if (target.kind === "values") return loadNumbers(heap, target.grid.units);
  const at = heap.alloc(2 * rows + 32);
  heap.u16(at, rows).set(target.column.codes);
  return at;
}
