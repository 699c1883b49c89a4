import { enterThreshold, noteCut, startCuts } from "./cuts";
import { clearFewBlock, takeFewBlock } from "./fewBlock";
import { clearFewCodes, codesIn, firstCode, missingIn, presentIn, rowsOfFirst, takeFewCodes } from "./fewCodes";
import { examineLevels, takeFewLevels } from "./fewLevels";
import { clearFewNode, takeFewNode } from "./fewNode";
import { gainOfMoved, knownWeight, knownWhole, leftWeight, mayWin, moveLeft, startSides, takeFewSides } from "./fewSides";
import { isNominal } from "./params";

// The best test at a node with few rows (fewNode.ts), by Gini's impurity. Nothing here takes time for classes or codes that the
// node does not have.

export function takeFew(): void {
  takeFewBlock();
  takeFewNode();
  takeFewCodes();
  takeFewSides();
  takeFewLevels();
}

export function clearFew(): void {
  clearFewBlock();
  clearFewNode();
  clearFewCodes();
}

/** The best test on an attribute: as in examine.ts. */
export function examineFew(a: i32): i32 {
  const record = codesIn(a);
  const codes = presentIn(record);
  if ((codes & (codes - 1)) == 0) return 0;
  const isPerfect = isNominal(a) ? examineLevels(a, record, codes) : examineNumbers(a, record, codes);
  return isPerfect ? 2 : 1;
}

function examineNumbers(a: i32, record: usize, codes: u64): bool {
  startSides(missingIn(record));
  startCuts();
  for (let rest = codes; ; ) {
    const low = rest;
    rest &= rest - 1;
    if (rest == 0) break;
    moveLeft(rowsOfFirst(record, low));
    if (mayWin()) noteCut(0, gainOfMoved(), <f64>leftWeight, firstCode(record, low), firstCode(record, rest));
  }
  return enterThreshold(a, <f64>knownWeight, knownWhole);
}
