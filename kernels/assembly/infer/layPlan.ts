// The plan of laying out trees: a block of words that TypeScript writes (src/kernels/drivers/infer/layTrees.ts has the same
// list). The model's columns are those of src/model/packed.ts.

@inline
function word(plan: usize, at: usize): u32 {
  return load<u32>(plan + (at << 2));
}

/** The next part, or column, to be taken; the only word that threads change. */
@inline
export function take(plan: usize): u32 {
  return atomic.add<u32>(plan, 1);
}

/** Parts of the trees: some whole trees each. One more entry for the end: the first node of each. */
@inline
export function partCountOf(plan: usize): u32 {
  return word(plan, 1);
}

@inline
export function partStart(plan: usize, part: u32): usize {
  return load<u32>(<usize>word(plan, 2) + (<usize>part << 2));
}

@inline
export function attributeOf(plan: usize): usize {
  return word(plan, 3);
}

@inline
export function thresholdOf(plan: usize): usize {
  return word(plan, 4);
}

@inline
export function skipOf(plan: usize): usize {
  return word(plan, 5);
}

@inline
export function flagsOf(plan: usize): usize {
  return word(plan, 6);
}

@inline
export function modelSetsOf(plan: usize): usize {
  return word(plan, 7);
}

/** By attribute, the number of its levels. */
@inline
export function levelsOf(plan: usize, attribute: usize): u32 {
  return load<u32>(<usize>word(plan, 8) + (attribute << 2));
}

/** Three tests are distinguished per attribute: see kindOf in lay.ts. */
@inline
export function slotCountOf(plan: usize): u32 {
  return word(plan, 9);
}

/** Of each part: by slot, the number of its tests; then the number of words of its sets. */
@inline
export function countsOf(plan: usize, part: u32): usize {
  return <usize>word(plan, 10) + ((<usize>part * <usize>(slotCountOf(plan) + 1)) << 2);
}

/** By slot, the column that its tests read: a number. */
@inline
export function columnAt(plan: usize, slot: usize): u32 {
  return load<u32>(<usize>word(plan, 11) + (slot << 2));
}

@inline
export function columnCountOf(plan: usize): u32 {
  return word(plan, 12);
}

/** Of each part: by column, where its thresholds begin in the lists; then where its sets begin, in words. */
@inline
export function cursorsOf(plan: usize, part: u32): usize {
  return <usize>word(plan, 13) + ((<usize>part * <usize>(columnCountOf(plan) + 1)) << 2);
}

/** Thresholds, column by column and in the order of nodes. */
@inline
export function listsOf(plan: usize): usize {
  return word(plan, 14);
}

/** Their ranks plus 1, u16 each, in the same order. */
@inline
export function ranksOf(plan: usize): usize {
  return word(plan, 15);
}

@inline
export function nodesOf(plan: usize): usize {
  return word(plan, 16);
}

@inline
export function setsOf(plan: usize): usize {
  return word(plan, 17);
}

/** Each thread has a part of this many bytes. */
@inline
export function scratchOf(plan: usize, thread: i32): usize {
  return word(plan, 18) + <usize>thread * <usize>word(plan, 19);
}

/** Records of the columns of all groups: see column.ts. */
@inline
export function recordsOf(plan: usize): usize {
  return word(plan, 20);
}

@inline
export function recordCountOf(plan: usize): u32 {
  return word(plan, 21);
}

/** Bytes from one column of cells to the next. */
@inline
export function columnBytesOf(plan: usize): u32 {
  return word(plan, 22);
}
