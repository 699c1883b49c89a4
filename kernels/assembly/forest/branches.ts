import { branchKey } from "../common/nodeRandom";
import { knownOf, leftOf, leftOneOf, nodeWeight } from "./found";
import { newLeaf, pushNode } from "./frames";
import { NOWHERE } from "./landing";
import { isTwo } from "./mass";
import { leftSums, rightSums, subtract } from "./stack";

// The two branches of the node that was split last: their sums, and pushing them on the stack.

/** For two classes both branches' sums are known from the cut, if no value of its attribute is missing. */
@inline
export function sumsByCut(record: usize, sums: usize): bool {
  if (!isTwo() || knownOf(record) != nodeWeight) return false;
  store<f64>(leftSums, leftOf(record) - leftOneOf(record));
  store<f64>(leftSums, leftOneOf(record), 8);
  subtract(rightSums, sums, leftSums);
  return true;
}

/** Of the branches that were pushed last: links of leaves whose rows are to be noted, or NOWHERE. */
export let leftLeaf: u32 = NOWHERE;
export let rightLeaf: u32 = NOWHERE;

/** The branches, nodes `left` and `left` + 1, replace their node in its frame, if they are not leaves. Returns the new top. */
@inline
export function pushBranches(frame: usize, nLeft: i32, left: i32, spare: i32, leftPure: bool, rightPure: bool): usize {
  const start = load<i32>(frame);
  const nRight = load<i32>(frame, 4) - nLeft;
  const depth = load<i32>(frame, 12) + 1;
  const key = load<u32>(frame, 16);
  const lower = branchKey(key, 0);
  const upper = branchKey(key, 1);
  // The smaller branch goes on top: this keeps the stack small.
  let top = frame;
  if (nLeft > nRight) {
    top = pushNode(top, leftSums, start, nLeft, left, depth, lower, spare, leftPure);
    leftLeaf = newLeaf;
  }
  top = pushNode(top, rightSums, start + nLeft, nRight, left + 1, depth, upper, spare, rightPure);
  rightLeaf = newLeaf;
  if (nLeft > nRight) return top;
  top = pushNode(top, leftSums, start, nLeft, left, depth, lower, spare, leftPure);
  leftLeaf = newLeaf;
  return top;
}
