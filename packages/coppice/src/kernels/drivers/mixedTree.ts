import { mixedTreeKernel } from "../generated/mixedTree.js";
import { inTurns, type Team } from "../team.js";
import {
  layOutTable,
  type Marks,
  MixedJob,
  type MixedTable,
  type MixedTree,
  type MixedTreeRules,
  type MixedTreeSizes,
  marksOf,
  mixedBytes,
} from "./mixedTreeJob.js";

/** Of the 4 GiB that a memory can have. */
const MOST_BYTES = 4.2e9;
/** Most codes of an attribute whose rows are counted by code. */
export const COUNTED_CODES = 256;
/** Local ids have 16 bits. */
const MOST_LOCAL_ROWS = 16384;
export const MOST_MIXED_ATTRIBUTES = 65535;
export const MOST_MIXED_CLASSES = 65535;

export function mixedSizes(used: number, attributes: number, threads: number): MixedTreeSizes {
  const share = threads > 1 ? Math.max(1024, Math.ceil(used / (4 * threads))) : MOST_LOCAL_ROWS;
  const fits = Math.max(1024, Math.floor(2 ** 24 / attributes));
  return {
    localRows: Math.min(MOST_LOCAL_ROWS, share, fits),
    ...{ countedCodes: COUNTED_CODES, listRows: 96, setWords: Math.max(2 ** 14, 4 * used) },
  };
}

/** Grows the tree in the team's memory. Undefined if that is too small. */
export function growMixedTree(
  team: Team,
  table: MixedTable,
  rules: MixedTreeRules,
  sizes?: MixedTreeSizes,
): MixedTree | undefined {
  const marks = table.weights ? marksOf(table.weights) : { used: table.rows, areUnits: true };
  const chosen = sizes ?? mixedSizes(marks.used, table.attributes.length, team.size);
  const mark = team.heap.mark();
  const first = growOnce(team, table, marks, rules, chosen);
  if (typeof first !== "number") return first;
  team.heap.release(mark);
  const second = growOnce(team, table, marks, rules, { ...chosen, setWords: first });
  return typeof second === "number" ? undefined : second;
}

/** The tree; or how many words its sets take, if there were too few; or undefined if the memory is too small. */
function growOnce(
  team: Team,
  table: MixedTable,
  marks: Marks,
  rules: MixedTreeRules,
  sizes: MixedTreeSizes,
): MixedTree | number | undefined {
  const { heap } = team;
  const count = table.attributes.length;
  if (heap.mark() + mixedBytes(table, marks.used) + 4 * sizes.setWords > MOST_BYTES) return undefined;
  const job = new MixedJob(heap, layOutTable(heap, table), table.weights, marks, rules, sizes);
  const kernel = team.kernel(mixedTreeKernel);
  const scratch = Math.ceil(kernel.begin(job.at) / 64) * 64;
  if (heap.mark() + scratch * team.size > MOST_BYTES) return undefined;
  const arenas = heap.alloc(scratch * team.size);
  job.useArenas(arenas, scratch);
  let sorted = 0;
  inTurns(team, count, (end) => {
    team.run(mixedTreeKernel, "sort", job.at, sorted, end);
    sorted = end;
  });
  team.run(mixedTreeKernel, "growTop", job.at);
  team.run(mixedTreeKernel, "growRest", job.at);
  if (job.setWords() > sizes.setWords) return job.setWords();
  return job.read(team);
}
