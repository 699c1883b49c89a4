import { codesIn, firstCode, missingIn, presentIn, rowsOfFirst } from "./fewCodes";
import { attributeOf, leftSetOf, lowCodeOf, missingGoesLeft } from "./found";
import { hasBit } from "./levelSets";
import { isNominal } from "./params";

/** The rows of the node (fewNode.ts) that go left. */
export function leftRows(record: usize): u64 {
  const a = attributeOf(record);
  const codes = codesIn(a);
  const known = isNominal(a) ? rowsInSet(codes, leftSetOf(record)) : rowsUpTo(codes, lowCodeOf(record));
  return missingGoesLeft(record) ? known | missingIn(codes) : known;
}

@inline
function rowsUpTo(codes: usize, low: u32): u64 {
  let rows: u64 = 0;
  for (let rest = presentIn(codes); rest != 0 && firstCode(codes, rest) <= low; rest &= rest - 1)
    rows |= rowsOfFirst(codes, rest);
  return rows;
}

@inline
function rowsInSet(codes: usize, set: usize): u64 {
  let rows: u64 = 0;
  for (let rest = presentIn(codes); rest != 0; rest &= rest - 1)
    rows |= rowsOfFirst(codes, rest) & (0 - <u64>hasBit(set, firstCode(codes, rest)));
  return rows;
}
