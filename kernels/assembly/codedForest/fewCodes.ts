import { take } from "../forest/arena";
import { MOST } from "./block";
import { count, entries } from "./fewNode";

// The codes of an attribute at a node with few rows (fewNode.ts): a code's entries are the bits of a word.

/** By code of the block: its entries (u64), all 0 between calls; and a bit for each code that occurs. */
let masks: usize = 0;
export let present: usize = 0;

export function takeFewCodes(): void {
  masks = take((MOST + 1) << 3);
  present = take(MOST >> 3);
}

export function clearFewCodes(): void {
  memory.fill(masks, 0, (MOST + 1) << 3);
  forgetCodes();
}

/** Notes the entries of each code of the attribute whose codes by entry of the block are here (u8), and not above `top`. */
@inline
export function noteCodes(own: usize, top: i32): void {
  if (top < 64) store<u64>(present, spread(own));
  else spreadMany(own);
}

/** After all entries have been taken. */
@inline
export function forgetCodes(): void {
  for (let word: usize = 0; word < <usize>MOST >> 3; word += 8) store<u64>(present + word, 0);
}

/** Notes the entries of each code; returns the codes, all below 64, as bits. */
@inline
function spread(own: usize): u64 {
  let bits: u64 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const code = <usize>load<u8>(own + <usize>load<u8>(entries + i));
    const at = masks + (code << 3);
    store<u64>(at, load<u64>(at) | (<u64>1 << <u64>i));
    bits |= <u64>1 << <u64>code;
  }
  return bits;
}

@inline
function spreadMany(own: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const code = <usize>load<u8>(own + <usize>load<u8>(entries + i));
    const at = masks + (code << 3);
    store<u64>(at, load<u64>(at) | (<u64>1 << <u64>i));
    const word = present + ((code >> 6) << 3);
    store<u64>(word, load<u64>(word) | (<u64>1 << <u64>(code & 63)));
  }
}

/** The entries of a code, which are forgotten. */
@inline
export function takeEntries(code: u32): u64 {
  const at = masks + (<usize>code << 3);
  const bits = load<u64>(at);
  store<u64>(at, 0);
  return bits;
}

/** The entries of missing values, which are not among the codes any more. */
@inline
export function takeMissing(none: u32): u64 {
  if (none >= <u32>MOST) return 0;
  const at = present + (<usize>(none >> 6) << 3);
  store<u64>(at, load<u64>(at) & ~(<u64>1 << <u64>(none & 63)));
  return takeEntries(none);
}

/** The last code that occurs; 0 if none does. */
@inline
export function lastPresent(): u32 {
  let word: u32 = (<u32>MOST >> 6) - 1;
  while (word > 0 && load<u64>(present + (<usize>word << 3)) == 0) word--;
  return (word << 6) + (63 & ~<u32>clz(load<u64>(present + (<usize>word << 3)) | 1));
}

/** How many codes occur. */
@inline
export function presentCount(): i32 {
  let codes: u64 = 0;
  for (let word: usize = 0; word < <usize>MOST >> 3; word += 8) codes += popcnt(load<u64>(present + word));
  return <i32>codes;
}
