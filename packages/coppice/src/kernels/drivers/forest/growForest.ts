import { forestKernel } from "../../generated/forest.js";
import { SoloTeam, type Team } from "../../team.js";
import { allocateOrders, allocateSingles, areSingles, hasGapsOrCodes, loadCells } from "./columns.js";
import type { GrownMember, Wanted } from "./grown.js";
import { makeKeys, rowBytesOfKeys } from "./keys.js";
import { MemberQueue, type QueueKernel, type SharedParams } from "./memberQueue.js";
import type { CellKind } from "./params.js";
import type { ForestMember, ForestProblem, ForestRules, ForestTarget, Regimes } from "./rules.js";

/** By measurement. */
const REGIMES = {
  best: { blockRows: 16_384, byteRows: 127 },
  random: { blockRows: 16_384, byteRows: 0, crowd: 1 / 2000 },
} as const satisfies Record<ForestRules["cut"], Regimes>;

/** A tree that is growing is in the memory in which it is written in the end: kernels/assembly/forest/nodes.ts. */
const NODE_BYTES = 24;

/** Rows from which larger nodes are better off with lists, and windows pay: the order of the whole table is far from every cache. */
const MANY_ROWS = 500_000;
const OF_MANY = { blockRows: 32_768, byteRows: 127, windowBits: 16 } as const;

function regimesFor({ rows }: ForestProblem, cut: ForestRules["cut"]): Regimes {
  return cut === "best" && rows >= MANY_ROWS ? OF_MANY : REGIMES[cut];
}

/** The rows that samples contain at most, as a rule: 63% of them, if they are bootstrap samples. */
const SAMPLED = 0.7;

/** Rows whose lists there is room for at once: if they are too few, the lists of a tree are made in several turns. */
function listRowsOf(rows: number, blockRows: number, [first]: readonly ForestMember[]): number {
  const isSampled = first !== undefined && "counts" in first;
  return isSampled ? Math.max(Math.ceil(SAMPLED * rows), Math.min(blockRows, rows)) : rows;
}

/**
 * Grows a tree for each member, in their order, with the threads of a team: whole trees from a queue. Each equals the tree
 * of the general grower on the problem's rows with their counts as weights and the member's seed. The problem's rows must
 * have no weights of their own, and none of its attributes may be nominal.
 */
export function* growForest(
  problem: ForestProblem,
  rules: ForestRules,
  members: readonly ForestMember[],
  team: Team = new SoloTeam(),
  { regimes = regimesFor(problem, rules.cut), ...wanted }: Wanted & { readonly regimes?: Regimes } = {},
): Generator<GrownMember, void, void> {
  const { heap } = team;
  const mark = heap.mark();
  try {
    const queue = makeQueue(problem, rules, members, team, regimes, wanted);
    if (rules.cut === "best") presort(team, problem, queue);
    else layCells(team, problem, queue);
    yield* queue.trees();
  } finally {
    heap.release(mark);
  }
}

const NOTHING_OWN = { binary: forestKernel, ownBytes: 0, writeOwn() {}, drawsRows: false };
const KERNELS = {
  best: {
    ...NOTHING_OWN,
    entries: { memory: "forestArena", start: "startTrees", grow: "growTrees", next: "nextTree" },
  },
  random: {
    ...NOTHING_OWN,
    entries: { memory: "extraArena", start: "startExtra", grow: "growExtra", next: "nextExtra" },
  },
} as const satisfies Record<ForestRules["cut"], QueueKernel>;

function makeQueue(
  problem: ForestProblem,
  rules: ForestRules,
  members: readonly ForestMember[],
  team: Team,
  regimes: Regimes,
  wanted: Wanted,
): MemberQueue {
  const { heap } = team;
  const { attributes, rows } = problem;
  const columns = loadCells(team, attributes);
  const cells = rules.cut === "random" ? cellsFor(team, problem, columns, regimes) : "singles";
  // Up to 12 bytes are read beyond the last row.
  const rowBytes =
    cells === "keys" ? rowBytesOfKeys(attributes.length) : (cells === "doubles" ? 8 : 4) * attributes.length;
  const shared: SharedParams = {
    ...settings(problem, rules, regimes),
    columns,
    cells,
    rowCells: rules.cut === "random" ? heap.alloc(rowBytes * rows + 16) : 0,
    target: loadTarget(team, problem),
    listRows: listRowsOf(rows, regimes.blockRows, members),
    treeBytes: Math.max(mostBytes(problem), 64 * Math.ceil((2 * NODE_BYTES * rows) / 64)),
  };
  return new MemberQueue(team, problem, members, shared, KERNELS[rules.cut], wanted);
}

/** As what random cuts compare cells: whatever is shortest. */
function cellsFor(team: Team, problem: ForestProblem, columns: number, { crowd = 0 }: Regimes): CellKind {
  const { target, attributes, rows } = problem;
  const isTwo = target.kind === "classes" && target.column.levels.length === 2;
  const mayHaveKeys = crowd > 0 && isTwo && !hasGapsOrCodes(team, columns, attributes.length);
  if (mayHaveKeys && makeKeys(team, columns, attributes.length, rows, crowd)) return "keys";
  return areSingles(attributes) ? "singles" : "doubles";
}

/** Sorts every attribute once for all trees. */
function presort(team: Team, { rows, attributes }: ForestProblem, queue: MemberQueue): void {
  const { heap, size } = team;
  const { params, block } = queue;
  allocateOrders(team, params.columns, attributes.length, rows);
  queue.checkRoom();
  const mark = heap.mark();
  const bytes = team.kernel(forestKernel).presortScratch(rows);
  const scratches = heap.alloc(4 * size);
  const room = Array.from({ length: size }, () => heap.alloc(bytes));
  heap.u32(scratches, size).set(room);
  heap.u32(params.queue, 1)[0] = 0;
  team.run(forestKernel, "presort", block, scratches);
  heap.release(mark);
}

/** Lays out the cells in which random cuts are searched. */
function layCells(team: Team, { rows, attributes }: ForestProblem, members: MemberQueue): void {
  const { params, block } = members;
  const { columns, queue, cells } = params;
  if (cells === "singles") allocateSingles(team, columns, attributes.length, rows);
  members.checkRoom();
  for (const entry of cells === "singles" ? ["laySingles", "layRows"] : ["layRows"]) {
    team.heap.u32(queue, 1)[0] = 0;
    team.run(forestKernel, entry, block);
  }
}

function loadTarget({ heap }: Team, { target, rows }: ForestProblem): number {
  if (target.kind === "values") {
    const at = heap.alloc(8 * rows);
    heap.f64(at, rows).set(target.grid.units);
    return at;
  }
  const at = heap.alloc(2 * rows);
  heap.u16(at, rows).set(target.column.codes);
  return at;
}

function settings(
  problem: ForestProblem,
  rules: ForestRules,
  { blockRows, byteRows, windowBits = 0 }: Regimes,
) {
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
    ...(target.kind === "values" ? gridOf(target.grid) : { quantum2: 1, center: 0, denominator: 1 }),
    hasSets: false,
    blockRows,
    byteRows,
    windowBits,
  };
}

function gridOf({ quantum2, center, denominator }: Extract<ForestTarget, { kind: "values" }>["grid"]) {
  return { quantum2, center, denominator };
}

/** An upper bound on the bytes of one tree: two nodes per row, words of sets by row, and the answers of leaves. */
export function mostBytes({ rows, target }: Pick<ForestProblem, "rows" | "target">, setWords = 0): number {
  const width = target.kind === "classes" ? target.column.levels.length : 2;
  const answers = 8 * width * Math.min(rows, rows / 2 + 1 + width);
  return 64 * Math.ceil((rows * (34 + 4 * setWords) + answers + 1024) / 64);
}
