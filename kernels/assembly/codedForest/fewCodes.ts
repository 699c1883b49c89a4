import { take } from "../forest/arena";
import { attributes } from "../forest/params";
import { blockMissing, loadedCodes, MOST, topCode } from "./block";
import { allRows, FEW, inBlock, serial } from "./fewBlock";
import { count, node } from "./fewNode";

// The codes of attributes within a node with few rows (fewBlock.ts). Known codes are numbered in ascending order, so that those of
// a node are the bits of a word, too. They are found for the node where an attribute is first examined and those below it, and
// the second time for all rows.
//
//   serial u64 · rows u64 · missing rows u64 · number of codes i32 · whether rows are placed i32 · by code: rows u64 × 64 · code in
//   the block u8 × 64 · by row: the number of its code u8 × 64
const MASKS: usize = 32;
const CODES: usize = MASKS + (FEW << 3);
const PLACES: usize = CODES + FEW;
const RECORD: usize = PLACES + FEW;
/** Codes up to which those of a node are found by their rows, however few these are. */
const SCANNED: i32 = 16;

let records: usize = 0;
/** By code of the block: its rows (u64), all 0 between calls; and a bit for each code that occurs. */
let spread: usize = 0;
let present: usize = 0;

export function takeFewCodes(): void {
  records = take(<usize>attributes * RECORD);
  spread = take((MOST + 1) << 3);
  present = take(MOST >> 3);
}

export function clearFewCodes(): void {
  for (let a: usize = 0; a < <usize>attributes; a++) store<u64>(records + a * RECORD, serial);
  memory.fill(spread, 0, (MOST + 1) << 3);
  memory.fill(present, 0, MOST >> 3);
}

/** An attribute's record. */
@inline
export function codesIn(a: i32): usize {
  const record = records + <usize>a * RECORD;
  const isFirst = load<u64>(record) != serial;
  if (isFirst || (node & ~load<u64>(record, 8)) != 0) findCodes(a, record, isFirst ? node : allRows);
  return record;
}

function findCodes(a: i32, record: usize, rows: u64): void {
  const own = loadedCodes(a);
  if (topCode(a) < 128) spreadFew(own, rows);
  else spreadMany(own, rows);
  const none = <u32>blockMissing(a);
  let codes = 0;
  let missing: u64 = 0;
  for (let word: u32 = 0; word <= <u32>topCode(a) >> 6; word++) {
    const from = present + (<usize>word << 3);
    for (let bits = load<u64>(from); bits != 0; bits &= bits - 1) {
      const code = (word << 6) + <u32>ctz(bits);
      const own = takeRows(code);
      if (code == none) missing = own;
      else addCode(record, codes++, code, own);
    }
    store<u64>(from, 0);
  }
  store<u64>(record, serial);
  store<u64>(record, rows, 8);
  store<u64>(record, missing, 16);
  store<i32>(record, codes, 24);
  store<i32>(record, 0, 28);
}

/** Notes the rows of each code, which are below 128: bits in variables, where a row need not wait for the one before. */
@inline
function spreadFew(own: usize, rows: u64): void {
  let low: u64 = 0;
  let high: u64 = 0;
  for (let rest = rows; rest != 0; rest &= rest - 1) {
    const code = codeOfFirst(own, rest);
    noteRow(code, rest);
    const bit: u64 = <u64>1 << <u64>(code & 63);
    const isHigh: u64 = 0 - <u64>(code >> 6);
    low |= bit & ~isHigh;
    high |= bit & isHigh;
  }
  store<u64>(present, low);
  store<u64>(present, high, 8);
}

function spreadMany(own: usize, rows: u64): void {
  for (let rest = rows; rest != 0; rest &= rest - 1) {
    const code = codeOfFirst(own, rest);
    noteRow(code, rest);
    const word = present + ((code >> 6) << 3);
    store<u64>(word, load<u64>(word) | (<u64>1 << <u64>(code & 63)));
  }
}

@inline
function codeOfFirst(own: usize, rows: u64): usize {
  return <usize>load<u8>(own + <usize>load<u8>(inBlock + <usize>ctz(rows)));
}

@inline
function noteRow(code: usize, rows: u64): void {
  const at = spread + (code << 3);
  store<u64>(at, load<u64>(at) | (rows & (0 - rows)));
}

@inline
function takeRows(code: u32): u64 {
  const at = spread + (<usize>code << 3);
  const rows = load<u64>(at);
  store<u64>(at, 0);
  return rows;
}

@inline
function addCode(record: usize, c: usize, code: u32, rows: u64): void {
  store<u64>(record + (c << 3), rows, MASKS);
  store<u8>(record + c, <u8>code, CODES);
}

/** The node's codes. */
@inline
export function presentIn(record: usize): u64 {
  const codes = load<i32>(record, 24);
  if (load<u64>(record, 8) == node) return codes == 0 ? 0 : (~<u64>0) >> <u64>(FEW - codes);
  return codes <= SCANNED || codes <= count ? presentByCode(record, <usize>codes) : presentByRow(record, <usize>codes);
}

@inline
function presentByCode(record: usize, codes: usize): u64 {
  let bits: u64 = 0;
  for (let c: usize = 0; c < codes; c++)
    bits |= u64((load<u64>(record + (c << 3), MASKS) & node) != 0) << <u64>c;
  return bits;
}

@inline
function presentByRow(record: usize, codes: usize): u64 {
  if (load<i32>(record, 28) == 0) placeRows(record, codes);
  let bits: u64 = 0;
  for (let rest = node & ~load<u64>(record, 16); rest != 0; rest &= rest - 1)
    bits |= <u64>1 << <u64>load<u8>(record + <usize>ctz(rest), PLACES);
  return bits;
}

function placeRows(record: usize, codes: usize): void {
  for (let c: usize = 0; c < codes; c++)
    for (let rest = load<u64>(record + (c << 3), MASKS); rest != 0; rest &= rest - 1)
      store<u8>(record + <usize>ctz(rest), <u8>c, PLACES);
  store<i32>(record, 1, 28);
}

/** The node's rows without a code. */
@inline
export function missingIn(record: usize): u64 {
  return load<u64>(record, 16) & node;
}

/** The node's rows with the first of some codes. */
@inline
export function rowsOfFirst(record: usize, codes: u64): u64 {
  return load<u64>(record + (<usize>ctz(codes) << 3), MASKS) & node;
}

/** The first of some codes, as the block has it. */
@inline
export function firstCode(record: usize, codes: u64): u32 {
  return <u32>load<u8>(record + <usize>ctz(codes), CODES);
}
