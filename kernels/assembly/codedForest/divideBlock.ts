import { blockCodes, blockMissing, MOST, setCodes, tableCode } from "./block";
import { attributeOf, highCodeOf, leftSetOf, lowCodeOf, missingGoesLeft, rightSetOf } from "./found";
import { addBit } from "./levelSets";
import { setLevels, setThreshold } from "./nodes";
import { isNominal } from "./params";
import { divideAt, divideBy } from "./partition";

/** Sets the test of a node of the block. */
export function setTest(record: usize, node: i32, left: i32): void {
  const a = attributeOf(record);
  const missingLeft = missingGoesLeft(record);
  if (isNominal(a)) {
    const levels = missingLeft ? rightSetOf(record) : leftSetOf(record);
    writeSet(setLevels(node, a, left, missingLeft), a, levels, missingLeft);
  } else setThreshold(node, a, tableCode(a, lowCodeOf(record)), tableCode(a, highCodeOf(record)), left, missingLeft);
}

/** Divides the entries of a node (u8); returns how many go left. */
export function divideBlock(record: usize, from: usize, n: i32): i32 {
  const a = attributeOf(record);
  const missingLeft = missingGoesLeft(record);
  const none = blockMissing(a);
  if (!isNominal(a)) return divideAt<u8, u8>(from, n, blockCodes(a), lowCodeOf(record), missingLeft ? none : 0xffffffff);
  if (missingLeft && none < MOST) addBit(leftSetOf(record), none);
  return divideBy<u8, u8>(from, n, blockCodes(a), leftSetOf(record));
}

/** Adds the levels of a set of the block's codes, or removes them. */
function writeSet(to: usize, a: i32, codes: usize, isRemoved: bool): void {
  for (let word: u32 = 0; word << 5 < <u32>setCodes(a); word++) {
    for (let bits = load<u32>(codes + (<usize>word << 2)); bits != 0; bits &= bits - 1) {
      const code = tableCode(a, (word << 5) + <u32>ctz(bits));
      const at = to + (<usize>(code >> 5) << 2);
      const bit = <u32>1 << (code & 31);
      store<u32>(at, isRemoved ? load<u32>(at) & ~bit : load<u32>(at) | bit);
    }
  }
}
