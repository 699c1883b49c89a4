import { take } from "../forest/arena";
import { landedOf } from "../forest/judge";
import { attributes, landed, queue, rows } from "../forest/params";
import { countsOf } from "../forest/queue";
import { attributeColumn, flagColumn, skipColumn } from "../forest/written";
import { LEAF, MISSING_LEFT, ON_LEVELS } from "./nodes";
import { codeShift, codesOf, isNominal, missingCode, mostLevels, readAll, rowCodes, setWords } from "./params";
import { lowColumn, setColumn, writtenNodes } from "./write";

// The leaves of a tree's out-of-bag rows, from which the out-of-bag error is computed.

/** Rows gathered contiguously before they are traversed: read from columns, every test of a row is a cache miss. */
const BLOCK: i32 = 256;
/** Rows traversed at once, so that their cache misses overlap, and the steps after which finished ones are set aside. */
const LANES: i32 = 8;
const STEPS: i32 = 6;

// The tree in a form for walking: a record per node, in preorder. A leaf's branches lead to itself.
//
//   code      u32   where the attribute's code is in a row, in bytes
//   low       u32   codes up to it go left; of levels: where the set begins, in words, or, if no set needs another word,
//                   the set itself
//   right     u32   how many bytes ahead the right branch is
//   kind      u32   bit 0: add 1 to codes, so that a missing one, which has all bits set, becomes 0 and goes left; bit 1:
//                   levels; bit 4: the left branch is the next node, as many bytes ahead
const NODE: usize = 16;
const NEXT_CODE: u32 = 1;
const LEVELS: u32 = 2;
const HAS_LEFT: u32 = 16;

const MISSING: u32 = 0xffffffff;

/** Codes of the rows of a block, unless those of all rows are laid out. */
let block: usize = 0;
let ids: usize = 0;
/** By row of the block: where its codes are; the node where it is; and the rows that are not at a leaf yet (u32). */
let cells: usize = 0;
let places: usize = 0;
let open: usize = 0;
let nodes: usize = 0;
/** Sets with a bit for missing values too. */
let sets: usize = 0;

@inline
function rowBytes(): usize {
  return <usize>attributes << 2;
}

/** Rows that a thread takes from the queue at a time. */
const CHUNK: i32 = 1024;

/** Lays out the codes of all rows, once for all trees. */
export function layCodes(thread: i32, threads: i32, at: usize): void {
  readAll(at);
  for (;;) {
    const from = atomic.add<i32>(queue, CHUNK);
    if (from >= rows) return;
    const n = min(CHUNK, rows - from);
    for (let a = 0; a < attributes; a++) gather(a, n, from, 0, rowCodes + <usize>from * rowBytes());
  }
}

export function takeUnseen(): void {
  if (!landed) return;
  block = take(rowCodes ? 0 : <usize>BLOCK * rowBytes());
  cells = take(BLOCK << 2);
  ids = take(BLOCK << 2);
  places = take(BLOCK << 2);
  open = take((BLOCK + LANES) << 2);
  nodes = take(<usize>rows * 2 * NODE);
  sets = take((<usize>rows * <usize>setWords(mostLevels)) << 2);
}

/** Writes the rows, ascending, and the answers that they reach. */
export function followUnseen(member: i32): void {
  if (!landed) return;
  const count = countsOf(member);
  if (!count) return;
  layNodes();
  const own = landedOf(member);
  let to = own + 8;
  let n = 0;
  for (let row = 0; row < rows; row++) {
    store<u32>(ids + (<usize>n << 2), row);
    n += load<u8>(count + <usize>row) == 0 ? 1 : 0;
    if (n < BLOCK) continue;
    follow(n, to);
    to += <usize>n << 2;
    n = 0;
  }
  if (n > 0) follow(n, to);
  store<i32>(own, <i32>((to - own - 8) >> 2) + n);
}

/** Every set of levels, with missing values, is one word. */
@inline
function areShort(): bool {
  return setWords(mostLevels) == 1;
}

function layNodes(): void {
  let words: u32 = 0;
  for (let node: usize = 0; node < <usize>writtenNodes; node++) {
    const a = load<i32>(attributeColumn + (node << 2));
    const to = nodes + node * NODE;
    store<u32>(to, a == LEAF ? 0 : <u32>a << 2);
    store<u32>(to, a == LEAF ? 0 : load<u32>(skipColumn + (node << 2)) * <u32>NODE, 8);
    if (a == LEAF) {
      store<u32>(to, 0, 4);
      store<u32>(to, 0, 12);
      continue;
    }
    const low = load<u32>(lowColumn + (node << 2));
    const flags = <i32>load<u8>(flagColumn + node);
    const missingLeft = (flags & MISSING_LEFT) != 0;
    if ((flags & ON_LEVELS) == 0) {
      store<u32>(to, low + (missingLeft ? 1 : 0), 4);
      store<u32>(to, HAS_LEFT | (missingLeft ? NEXT_CODE : 0), 12);
    } else {
      const used = laySet(words, low, missingCode(a), missingLeft);
      store<u32>(to, areShort() ? load<u32>(sets + (<usize>words << 2)) : words, 4);
      store<u32>(to, HAS_LEFT | LEVELS, 12);
      words += used;
    }
  }
}

/** Copies a set and adds missing values; returns the number of its words. */
function laySet(at: u32, from: u32, levels: i32, missingLeft: bool): u32 {
  const words = <u32>setWords(levels);
  const to = sets + (<usize>at << 2);
  store<u32>(to + (<usize>(words - 1) << 2), 0);
  memory.copy(to, setColumn + (<usize>from << 2), <usize>((levels + 31) >> 5) << 2);
  if (missingLeft) {
    const last = to + (<usize>(<u32>levels >> 5) << 2);
    store<u32>(last, load<u32>(last) | (<u32>1 << (<u32>levels & 31)));
  }
  return words;
}

function follow(n: i32, to: usize): void {
  findCells(n);
  for (let i = 0; i < n; i++) {
    store<u32>(places + (<usize>i << 2), 0);
    store<u32>(open + (<usize>i << 2), i);
  }
  for (let left = n; left > 0; ) left = walkOpen(left);
  memory.copy(to, ids, <usize>n << 2);
  const answers = to + (<usize>rows << 2);
  for (let i: usize = 0; i < <usize>n; i++) {
    const node = <usize>load<u32>(places + (i << 2));
    store<u32>(answers + (i << 2), load<u32>(skipColumn + (node << 2)));
  }
}

function findCells(n: i32): void {
  if (!rowCodes) for (let a = 0; a < attributes; a++) gather(a, n, 0, ids, block);
  for (let i: usize = 0; i < <usize>n; i++) {
    const at = rowCodes ? rowCodes + <usize>load<u32>(ids + (i << 2)) * rowBytes() : block + i * rowBytes();
    store<u32>(cells + (i << 2), <u32>at);
  }
}

/** Some steps of every open row; returns how many are still open. */
function walkOpen(n: i32): i32 {
  // Lanes beyond the last row repeat it.
  const last = load<u32>(open + (<usize>(n - 1) << 2));
  for (let i = n; i % LANES != 0; i++) store<u32>(open + (<usize>i << 2), last);
  let left = 0;
  for (let i = 0; i < n; i += LANES) {
    const at = open + (<usize>i << 2);
    if (mostLevels == 0) walkLanes<u32>(at);
    else if (areShort()) walkLanes<u16>(at);
    else walkLanes<u64>(at);
    const end = min(LANES, n - i);
    for (let lane = 0; lane < end; lane++) {
      const row = load<u32>(at + (<usize>lane << 2));
      store<u32>(open + (<usize>left << 2), row);
      const node = <usize>load<u32>(places + (<usize>row << 2));
      left += load<u32>(nodes + node * NODE, 12) != 0 ? 1 : 0;
    }
  }
  return left;
}

@inline
function rowAt(at: usize, lane: usize): usize {
  return <usize>load<u32>(at + (lane << 2));
}

@inline
function placeOf(row: usize): usize {
  return nodes + <usize>load<u32>(places + (row << 2)) * NODE;
}

@inline
function codesOfRow(row: usize): usize {
  return <usize>load<u32>(cells + (row << 2));
}

@inline
function keepPlace(row: usize, node: usize): void {
  store<u32>(places + (row << 2), <u32>((node - nodes) / NODE));
}

/** Eight rows for a few steps. T: u64 if there may be levels, u16 if their sets are one word each, u32 if there are none. */
function walkLanes<T>(at: usize): void {
  const words = sets;
  const r0 = rowAt(at, 0);
  const r1 = rowAt(at, 1);
  const r2 = rowAt(at, 2);
  const r3 = rowAt(at, 3);
  const r4 = rowAt(at, 4);
  const r5 = rowAt(at, 5);
  const r6 = rowAt(at, 6);
  const r7 = rowAt(at, 7);
  const c0 = codesOfRow(r0);
  const c1 = codesOfRow(r1);
  const c2 = codesOfRow(r2);
  const c3 = codesOfRow(r3);
  const c4 = codesOfRow(r4);
  const c5 = codesOfRow(r5);
  const c6 = codesOfRow(r6);
  const c7 = codesOfRow(r7);
  let n0 = placeOf(r0);
  let n1 = placeOf(r1);
  let n2 = placeOf(r2);
  let n3 = placeOf(r3);
  let n4 = placeOf(r4);
  let n5 = placeOf(r5);
  let n6 = placeOf(r6);
  let n7 = placeOf(r7);
  for (let step = 0; step < STEPS; step++) {
    n0 = next<T>(n0, c0, words);
    n1 = next<T>(n1, c1, words);
    n2 = next<T>(n2, c2, words);
    n3 = next<T>(n3, c3, words);
    n4 = next<T>(n4, c4, words);
    n5 = next<T>(n5, c5, words);
    n6 = next<T>(n6, c6, words);
    n7 = next<T>(n7, c7, words);
  }
  keepPlace(r0, n0);
  keepPlace(r1, n1);
  keepPlace(r2, n2);
  keepPlace(r3, n3);
  keepPlace(r4, n4);
  keepPlace(r5, n5);
  keepPlace(r6, n6);
  keepPlace(r7, n7);
}

/** The side of a row is unpredictable: no branch depends on it. */
@inline
function next<T>(node: usize, codes: usize, words: usize): usize {
  const code = load<u32>(codes + <usize>load<u32>(node));
  const low = load<u32>(node, 4);
  const kind = load<u32>(node, 12);
  let goesLeft = u32(code + (kind & NEXT_CODE) <= low);
  if (sizeof<T>() == 2) goesLeft = select<u32>((low >> (code & 31)) & 1, goesLeft, kind & LEVELS);
  if (sizeof<T>() == 8) {
    // Of a threshold the first word of the sets is read, and not used.
    const isSet = kind & LEVELS;
    const word = load<u32>(words + (<usize>select<u32>(low + (code >> 5), 0, isSet) << 2));
    goesLeft = select<u32>((word >> (code & 31)) & 1, goesLeft, isSet);
  }
  return node + <usize>select<u32>(kind & HAS_LEFT, load<u32>(node, 8), goesLeft);
}

/**
 * The codes of an attribute for n rows, from a first one on, or those of a list. A missing level keeps its code; a missing
 * number has all bits set.
 */
function gather(a: i32, n: i32, first: u32, list: usize, to: usize): void {
  const none = isNominal(a) ? MISSING : <u32>missingCode(a);
  const codes = codesOf(a);
  const shift = codeShift(a);
  const start = to + (<usize>a << 2);
  if (shift == 0) gatherCodes<u8>(codes, n, first, list, none, start);
  else if (shift == 1) gatherCodes<u16>(codes, n, first, list, none, start);
  else gatherCodes<u32>(codes, n, first, list, none, start);
}

function gatherCodes<T>(codes: usize, n: i32, first: u32, list: usize, none: u32, start: usize): void {
  let to = start;
  for (let i: u32 = 0; i < <u32>n; i++) {
    const row = list ? load<u32>(list + (<usize>i << 2)) : first + i;
    const code = <u32>load<T>(codes + <usize>row * sizeof<T>());
    store<u32>(to, code == none ? MISSING : code);
    to += rowBytes();
  }
}
