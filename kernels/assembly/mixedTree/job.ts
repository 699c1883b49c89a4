// The job: the table, the rules and all addresses. The caller writes it as doubles, one per field; every thread reads it
// into its own globals.

import { ENTROPY, GINI, TWOING } from "../common/classImpurity";
import { field, pointer } from "../common/job";
import { attributes, classes, OWN, OWN_COUNTER, readTreeJob, rows, shiftWorkspace, thread } from "../common/treeJob";

export {
  attributes,
  BARRIER,
  classes,
  CONTROL_BYTES,
  control,
  ids,
  listsA,
  listsB,
  maxDepth,
  NEXT_TASK,
  NODE_COUNT,
  rows,
  sharedFinds,
  sides,
  TASK_COUNT,
  tasks,
  thread,
  threads,
  tolerance,
  zeroGain,
} from "../common/treeJob";

/** Rows of the table that the tree is grown from: the ones with a weight. */
export let used: i32 = 0;
/** u32 per cell, attribute by attribute: the rank of a number or the code of a level; missing: the number of codes. */
let codes: usize = 0;
/** u32 per attribute: its number of codes. */
let codeCounts: usize = 0;
/** A byte per attribute: 1 if it is nominal, + 2 if cells are missing, + 4 if it is counted. */
let kinds: usize = 0;
/** u16 per row: its class. */
export let labels: usize = 0;
/** f64 per row, its weight, 0 for a row that is not used; absent (0) if every row is used and has weight 1. */
export let marks: usize = 0;
/** The same; absent if every row that is used has weight 1. */
export let weights: usize = 0;
export let weighted: bool = false;
/** f64 per class: what the criterion multiplies its weight by. */
export let factors: usize = 0;
/** Whether any of them is not 1. */
export let altered: bool = false;

/** The number of the impurity: see common/classImpurity. */
export let criterion: i32 = GINI;
export let byEntropy: bool = false;
/** Whether it is neither Gini's nor the entropy, so that nothing about it is taken for granted. */
export let isOther: bool = false;
/** Whether tests are judged by something other than the drop in impurity. */
export let byTwoing: bool = false;
/** By class and answer (f64), for criteria that are made of losses; 0 otherwise. */
export let losses: usize = 0;
/** Weights, the tolerance for rounding subtracted. */
export let minSplit: f64 = 0;
export let minLeaf: f64 = 0;
export let maxExhaustive: i32 = 0;
/** A split must gain more; a node with no more impurity, or with such a share of one class, is a leaf. Not used: 0, 0 and 1. */
export let minGain: f64 = 0;
export let minImpurity: f64 = 0;
export let purity: f64 = 1;
/** Whether tests on different attributes are compared by their gain over the split's own entropy. */
export let scaled: bool = false;
/** What the entropy is multiplied by. */
export let unit: f64 = 1;
/** By attribute: what gains are divided by before they are compared (f64), if not 0; and which function of them (common/worth). */
export let divisors: usize = 0;
export let costForm: i32 = 0;
/** A byte per attribute, 1 if its gain counts for the average that a test must gain (0: there is no such rule). */
export let averaged: usize = 0;
/** What a split must gain in all, for each branch; below 0: there is no such rule. */
export let sizePenalty: f64 = -1;
/** Whether tests on levels are on one level each. */
export let oneHot: bool = false;
/** Where the class weights on either side of tests are noted, if they are: see sideSums. */
export let sideSums: usize = 0;

/** Most rows of a node that one thread grows to the end, from lists of 16-bit ids. */
export let localRows: i32 = 0;
/** Most codes of an attribute that is counted, and the rows of a node up to which lists are used for it too. */
export let countedCodes: i32 = 0;
export let listRows: i32 = 0;

/** f64 by node and class. */
export let sums: usize = 0;
/** The sets of levels that tests are on, as u32 words; see node. */
export let sets: usize = 0;
export let setWords: i32 = 0;
/** x log2 x of the integers below `productCount` (f64). */
export let products: usize = 0;
export let productCount: i32 = 0;
/** After them, if the criterion is the entropy: see common/roughLog2. */
export let roughTable: usize = 0;
/** Scratch of this thread, and of the first one. */
export let arena: usize = 0;
export let firstArena: usize = 0;

export const SET_COUNT: usize = OWN_COUNTER;

/** Fields after those of all jobs of trees: the bytes of a workspace, and the place for the weights of a member's rows. */
const WORKSPACE: usize = OWN + 23;
const MEMBER_MARKS: usize = OWN + 24;

@inline
export function workspaceBytes(job: usize): usize {
  return pointer(job, WORKSPACE);
}

export function readJob(thread_: i32, threads_: i32, job: usize): void {
  readTreeJob(thread_, threads_, job);
  const own = job + (OWN << 3);
  used = <i32>field(own, 0);
  codes = pointer(own, 1);
  codeCounts = pointer(own, 2);
  kinds = pointer(own, 3);
  labels = pointer(own, 4);
  useMarks(pointer(own, 5), field(own, 6) != 0);
  factors = pointer(own, 7);
  altered = field(own, 8) != 0;
  criterion = <i32>field(own, 9);
  byEntropy = criterion == ENTROPY;
  byTwoing = criterion == TWOING;
  isOther = criterion > ENTROPY;
  minSplit = field(own, 10);
  minLeaf = field(own, 11);
  maxExhaustive = <i32>field(own, 12);
  localRows = <i32>field(own, 13);
  countedCodes = <i32>field(own, 14);
  listRows = <i32>field(own, 15);
  sums = pointer(own, 16);
  sets = pointer(own, 17);
  setWords = <i32>field(own, 18);
  products = pointer(own, 19);
  productCount = <i32>field(own, 20);
  roughTable = products + (<usize>productCount << 3);
  arena = pointer(own, 21) + <usize>thread * pointer(own, 22);
  firstArena = pointer(own, 21);
  minGain = field(own, 25);
  minImpurity = field(own, 26);
  purity = field(own, 27);
  scaled = field(own, 28) != 0;
  unit = field(own, 29);
  losses = pointer(own, 30);
  divisors = pointer(own, 31);
  costForm = <i32>field(own, 32);
  averaged = pointer(own, 33);
  sizePenalty = field(own, 34);
  oneHot = field(own, 35) != 0;
  sideSums = pointer(own, 36);
}

function useMarks(at: usize, areUnits: bool): void {
  marks = at;
  weights = areUnits ? 0 : at;
  weighted = weights != 0;
}

/**
 * The job of one member of many, in which rows count as often as the bytes at `counts` say. All that growth writes to is in
 * a workspace, and this thread's is `shift` bytes after the one that the job names.
 */
export function readMember(job: usize, shift: usize, counts: usize): void {
  readJob(0, 1, job);
  if (counts) countRows(pointer(job, MEMBER_MARKS) + shift, counts);
  memory.copy(kinds + shift, kinds, <usize>attributes);
  shiftWorkspace(shift);
  kinds += shift;
  sums += shift;
  sets += shift;
  arena += shift;
  firstArena += shift;
}

/** Writes the marks of a member. */
function countRows(to: usize, counts: usize): void {
  let units = 0;
  used = 0;
  for (let row: usize = 0; row < <usize>rows; row++) {
    const w = weightOf(row) * <f64>load<u8>(counts + row);
    store<f64>(to + (row << 3), w);
    used += i32(w > 0);
    units += i32(w == 1);
  }
  useMarks(to, used == units);
}

/** The codes of an attribute, by row. */
@inline
export function codesOf(attribute: i32): usize {
  return codes + ((<usize>attribute * <usize>rows) << 2);
}

/** The number of codes, which is also the code of a missing cell. */
@inline
export function codeCount(attribute: i32): u32 {
  return load<u32>(codeCounts + (<usize>attribute << 2));
}

@inline
export function isNominal(attribute: i32): bool {
  return (load<u8>(kinds + <usize>attribute) & 1) != 0;
}

/** Whether its rows are counted by code while nodes are large. */
@inline
export function isCounted(attribute: i32): bool {
  return (load<u8>(kinds + <usize>attribute) & 4) != 0;
}

@inline
export function hasMissing(attribute: i32): bool {
  return (load<u8>(kinds + <usize>attribute) & 2) != 0;
}

export function noteMissing(attribute: i32, missing: bool): void {
  const p = kinds + <usize>attribute;
  store<u8>(p, (load<u8>(p) & ~2) | (missing ? 2 : 0));
}

@inline
export function weightOf(row: usize): f64 {
  return marks ? load<f64>(marks + (row << 3)) : 1;
}

@inline
export function classOf(row: usize): usize {
  return <usize>load<u16>(labels + (row << 1));
}

/** Most codes of a nominal or counted attribute that can occur at a node, and one more. */
export function mostLevels(): i32 {
  let most = 1;
  for (let a = 0; a < attributes; a++) if (isNominal(a) || isCounted(a)) most = max(most, <i32>codeCount(a));
  return min(most, used) + 1;
}

/** Most cells, codes x classes, of a counted attribute, and of all of them. */
const MOST_CELLS: f64 = 4096;
const MOST_COUNTED: f64 = 65536;

/** Chooses the attributes that are counted. */
export function chooseCounted(): void {
  let all: f64 = 0;
  for (let a = 0; a < attributes; a++) {
    const cells = <f64>(codeCount(a) + 1) * <f64>classes;
    const counted = countedCodes > 0 && codeCount(a) <= <u32>countedCodes && cells <= MOST_CELLS && all + cells <= MOST_COUNTED;
    if (counted) all += cells;
    const p = kinds + <usize>a;
    store<u8>(p, (load<u8>(p) & 3) | (counted ? 4 : 0));
  }
}
