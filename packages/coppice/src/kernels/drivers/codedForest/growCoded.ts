import { codedForestKernel } from "../../generated/codedForest.js";
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
import { isConcave, loadNumbers, scoreParams } from "../forest/scoreRules.js";
import { loadCodes } from "./columns.js";
import { CODED_BYTES, type CodedParams, writeCoded } from "./params.js";
import { type CodedProblem, type CodedRules, mostLevels } from "./rules.js";

/** Rows of a node from which its codes have one byte; at most 256. */
const BLOCK_ROWS = 256;

export interface CodedContext extends Wanted {
  /** Changes nothing but speed; tests make it small. */
  readonly blockRows?: number;
}

/**
 * Grows a tree for each member, in their order, with the threads of a team: whole trees from a queue. Each equals the tree
 * of the general grower on the problem's rows, with their weights times the member's counts, and the member's seed.
 */
export function* growCoded(
  problem: CodedProblem,
  rules: CodedRules,
  members: readonly ForestMember[],
  team: Team = new SoloTeam(),
  { blockRows = BLOCK_ROWS, ...wanted }: CodedContext = {},
): Generator<GrownMember, void, void> {
  const mark = team.heap.mark();
  try {
    const { queue, own } = makeQueue(problem, rules, members, team, blockRows, wanted);
    if (own.rowCodes !== 0) team.run(codedForestKernel, "layCodes", queue.block);
    yield* queue.trees();
  } finally {
    team.heap.release(mark);
  }
}

const ENTRIES = { memory: "codedArena", start: "startCoded", grow: "growCoded", next: "nextCoded" };

function makeQueue(
  problem: CodedProblem,
  rules: CodedRules,
  members: readonly ForestMember[],
  team: Team,
  blockRows: number,
  wanted: Wanted,
): { readonly queue: MemberQueue; readonly own: CodedParams } {
  const { heap } = team;
  const { records, mostCodes } = loadCodes(team, problem.attributes, problem.rows);
  const limits = loadLimits(heap, members);
  const rowCodes = areFollowed(members, wanted) ? roomForCodes(heap, problem) : 0;
  const own = { ...ownParams(heap, problem, rules), mostCodes, blockRows, limits, rowCodes };
  const shared: SharedParams = {
    ...sharedRules(problem, rules),
    columns: records,
    target: loadTarget(heap, problem),
    treeBytes: mostBytes(problem, Math.ceil(own.mostLevels / 32)),
  };
  const kernel: QueueKernel = {
    binary: codedForestKernel,
    entries: ENTRIES,
    ownBytes: CODED_BYTES,
    writeOwn: (to, at) => writeCoded(to, at, own),
    drawsRows: limits > 0,
  };
  return { queue: new MemberQueue(team, problem, members, shared, kernel, wanted), own };
}

/** Bytes up to which all codes are laid out row by row, for walking. */
const MOST_ROW_CODES = 2 ** 25;

function roomForCodes(heap: Heap, { rows, attributes }: CodedProblem): number {
  const bytes = 4 * rows * attributes.length;
  return bytes <= MOST_ROW_CODES ? heap.alloc(bytes) : 0;
}

function sharedRules(problem: CodedProblem, rules: CodedRules) {
  const { target, rows, attributes } = problem;
  const { attributesPerNode, tolerance, minSplit, minLeaf, maxDepth, zeroGain } = rules;
  return {
    rows,
    attributes: attributes.length,
    width: target.kind === "classes" ? target.column.levels.length : 3,
    isClasses: target.kind === "classes",
    perNode: Math.min(attributesPerNode ?? attributes.length, attributes.length),
    isShuffled: attributesPerNode !== undefined,
    maxDepth: maxDepth ?? 0x7fffffff,
    zeroGain,
    tolerance,
    minSplit,
    minLeaf,
    quantum2: target.kind === "values" ? target.grid.quantum2 : 1,
    center: target.kind === "values" ? target.grid.center : 0,
    denominator: target.kind === "values" ? target.grid.denominator : 1,
    hasSets: true,
    // Of the kernel `forest` alone.
    blockRows: 0,
    byteRows: 0,
    rowCells: 0,
    cells: "singles" as const,
  };
}

function ownParams(
  heap: Heap,
  { target, rows, weights, attributes }: CodedProblem,
  rules: CodedRules,
): Omit<CodedParams, "mostCodes" | "blockRows" | "limits" | "rowCodes"> {
  const [total, largest] = weights === undefined ? [rows, 1] : integersIn(weights);
  // A row may count 255 times.
  const isPacked = target.kind === "classes" && largest * 255 < 65_536;
  return {
    ...scoreParams(heap, rules, rows),
    // Other criteria know no exact order of levels, which is all that makes two classes different.
    isTwo:
      isPacked && isConcave(rules.criterion) && target.column.levels.length === 2 && total * 255 < 2 ** 32,
    areIntegers: total < Number.POSITIVE_INFINITY,
    isPacked,
    weights: weights === undefined ? 0 : loadNumbers(heap, weights),
    maxExhaustive: rules.maxExhaustive,
    mostLevels: mostLevels(attributes),
    maxLeaves: rules.maxLeaves ?? 0,
    quantum1: target.kind === "values" ? target.grid.quantum1 : 1,
  };
}

/** The sum and the largest of the weights if all are integers; infinite otherwise. */
function integersIn(weights: Float64Array): [total: number, largest: number] {
  let total = 0;
  let largest = 0;
  for (let i = 0; i < weights.length; i++) {
    if (!Number.isInteger(weights[i])) return [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    total += weights[i];
    largest = Math.max(largest, weights[i]);
  }
  return [total, largest];
}

function loadTarget(heap: Heap, { target, rows }: CodedProblem): number {
  if (target.kind === "values") return loadNumbers(heap, target.grid.units);
  const at = heap.alloc(2 * rows);
  heap.u16(at, rows).set(target.column.codes);
  return at;
}
