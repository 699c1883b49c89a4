// A node of two rows: a large part of the nodes that a full tree divides, so it has a short way of its own.
import { smallSquares } from "./arena";
import { cellOf, columnOf, unitTable } from "./entries";
import { isNominal, job } from "./job";
import { totalImpurity } from "./look";
import { takeSlot, takeSplit } from "./middle";
import { writeLeaf, writeSkip, writeTest, writeThreshold } from "./nodes";
import { leafOf } from "./small";

/**
 * Divides two rows of weight 1 by the first attribute that separates them, if that is certain to be the learner's choice: it
 * leaves no impurity. Otherwise returns false, and nothing has happened.
 */
export function growPair(lists: usize, step: usize, depth: i32): bool {
  if (job.weighted || job.minLeaf > 1 || job.minSplit > 2 || depth >= job.maxDepth) return false;
  const u0 = unitAt(lists);
  const u1 = unitAt(lists + 1);
  if (u0 == u1) return false;
  const first = u0 + u1;
  const second = squareAt(lists) + squareAt(lists + 1);
  const impurity = totalImpurity(2, first, second) / 2;
  const slack = job.tolerance * impurity;
  for (let a = 0; a < job.attributes; a++) {
    if (isNominal(a)) return false;
    const list = lists + <usize>a * step;
    const low = cellAt(list, a);
    const high = cellAt(list + 1, a);
    if (!(low < high)) continue;
    const left = unitAt(list);
    const right = first - left;
    // As gainOf in seek.ts.
    const gain = -(first * first) / 2 - -(left * left) / 1 - -(right * right) / 1;
    const score = gain / 2;
    if (!(score > slack && score >= impurity - slack / 2)) return false;
    const slot = takeSlot();
    const split = takeSplit();
    writeLeaf(slot, 2, 2, first, second, false);
    writeTest(slot, split, a, gain, 1, 1);
    writeThreshold(split, low, high);
    leafOf(<usize>load<u8>(list));
    writeSkip(slot, 2);
    leafOf(<usize>load<u8>(list, 1));
    return true;
  }
  return false;
}

@inline
function unitAt(entry: usize): f64 {
  return load<f64>(unitTable() + (<usize>load<u8>(entry) << 3));
}

@inline
function squareAt(entry: usize): f64 {
  return load<f64>(smallSquares + (<usize>load<u8>(entry) << 3));
}

@inline
function cellAt(entry: usize, attribute: i32): f64 {
  return cellOf<u8>(entry, columnOf(attribute), 0);
}
