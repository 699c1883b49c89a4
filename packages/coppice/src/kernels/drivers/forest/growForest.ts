import { forestKernel } from "../../generated/forest.js";
import { SoloTeam, type Team } from "../../team.js";
import { Batch, type GrownMember, type SharedParams } from "./batch.js";
import { allocateOrders, allocateSingles, areSingles, loadCells } from "./columns.js";
import type { ForestMember, ForestProblem, ForestRules, Regimes } from "./rules.js";

/** Members per thread whose trees are grown in one job. */
const MEMBERS_PER_THREAD = 8;
/** Bytes for the trees of a batch up to which two batches are used. */
const MOST_FOR_TWO = 2 ** 27;
/** By measurement. */
const REGIMES = {
  best: { blockRows: 16_384, byteRows: 127 },
  random: { blockRows: 16_384, byteRows: 0 },
} as const satisfies Record<ForestRules["cut"], Regimes>;

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
  { regimes = REGIMES[rules.cut], unseen = false }: { regimes?: Regimes; unseen?: boolean } = {},
): Generator<GrownMember, void, void> {
  const { heap } = team;
  const mark = heap.mark();
  try {
    const batches = makeBatches(problem, rules, team, regimes, unseen);
    yield* growBatches(batches, members, rules.cut === "best" ? "growTrees" : "growExtra");
  } finally {
    heap.release(mark);
  }
}

/** The other threads grow one of two batches while the trees of the other are read. */
export function* growBatches(
  batches: readonly Batch[],
  members: readonly ForestMember[],
  entry: string,
): Generator<GrownMember, void, void> {
  let ready: Batch | undefined;
  let turn = 0;
  for (let done = 0; done < members.length; turn++) {
    const batch = batches[turn % batches.length];
    if (ready === batch) yield* batch.trees();
    batch.load(members, done);
    batch.begin(entry);
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
  problem: ForestProblem,
  rules: ForestRules,
  team: Team,
  regimes: Regimes,
  unseen: boolean,
): Batch[] {
  const { heap, size } = team;
  const { attributes, rows } = problem;
  const isWide = rules.cut === "random" && !areSingles(attributes);
  const shared: SharedParams = {
    ...settings(problem, rules, regimes),
    columns: loadCells(team, attributes),
    isWide,
    // Up to 12 bytes are read beyond the last row.
    rowCells: rules.cut === "random" ? heap.alloc((isWide ? 8 : 4) * rows * attributes.length + 16) : 0,
    target: loadTarget(team, problem),
    arenas: heap.alloc(4 * size),
  };
  const outBytes = mostBytes(problem) * (size + 4);
  const count = size > 1 && outBytes <= MOST_FOR_TWO ? 2 : 1;
  const batchSize = { members: MEMBERS_PER_THREAD * size, outBytes, unseen };
  const batches = Array.from({ length: count }, () => new Batch(team, problem, shared, batchSize));
  if (rules.cut === "best") presort(team, problem, batches[0]);
  else layCells(team, problem, batches[0]);
  const kernel = team.kernel(forestKernel);
  const { block } = batches[0];
  const bytes = rules.cut === "best" ? kernel.forestArena(block) : kernel.extraArena(block);
  const arenas = Array.from({ length: size }, () => heap.alloc(bytes));
  heap.u32(shared.arenas, size).set(arenas);
  return batches;
}

/** Sorts every attribute once for all trees. */
function presort(team: Team, { rows, attributes }: ForestProblem, { params, block }: Batch): void {
  const { heap, size } = team;
  allocateOrders(team, params.columns, attributes.length, rows);
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
function layCells(team: Team, { rows, attributes }: ForestProblem, { params, block }: Batch): void {
  const { columns, queue, isWide } = params;
  if (!isWide) allocateSingles(team, columns, attributes.length, rows);
  for (const entry of isWide ? ["layRows"] : ["laySingles", "layRows"]) {
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

function settings(problem: ForestProblem, rules: ForestRules, { blockRows, byteRows }: Regimes) {
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
    blockRows,
    byteRows,
  };
}

/** An upper bound on the bytes of one tree: two nodes per row, and the class weights of every second node. */
function mostBytes({ rows, target }: ForestProblem): number {
  const pool = target.kind === "classes" ? 4 * target.column.levels.length : 0;
  return rows * (34 + pool) + 256;
}
