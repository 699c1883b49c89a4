import { branchKey } from "../common/nodeRandom";
import { knownOf, leftOf, leftOneOf, nodeWeight } from "./found";
import { pushNode } from "./frames";
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
  if (nLeft > nRight) {
    const top = pushNode(frame, leftSums, start, nLeft, left, depth, lower, spare, leftPure);
    return pushNode(top, rightSums, start + nLeft, nRight, left + 1, depth, upper, spare, rightPure);
  }
  const top = pushNode(frame, rightSums, start + nLeft, nRight, left + 1, depth, upper, spare, rightPure);
  return pushNode(top, leftSums, start, nLeft, left, depth, lower, spare, leftPure);
}
