import { leftBranchAt } from "../common/treeNode";
import { skipOf, testedBy } from "../common/preorder";
import { classes, sideSums } from "./job";
import { classAt, known, present } from "./search";

// The class weights of the known rows on either side of each test: by node, those on the left, then those on the right.

@inline
function sidesBytes(): usize {
  return <usize>classes << 4;
}

/** Notes them of a node whose attribute is open, and whose known class weights on the left are summed. */
export function noteSides(node: i32, left: usize): void {
  const bytes = <usize>classes << 3;
  const to = sideSums + <usize>node * sidesBytes();
  memory.copy(to, left, bytes);
  memory.fill(to + bytes, 0, bytes);
  for (let k = 0; k < present; k++) {
    const c = classAt(k) << 3;
    store<f64>(to + bytes + c, load<f64>(known + (<usize>k << 3)) - load<f64>(left + c));
  }
}

/** Writes them in preorder, once the tree is written; there is room for \`count\` numbers of nodes (i32) at \`numbers\`. */
export function writeSideSums(at: usize, count: i32, numbers: usize): void {
  store<i32>(numbers, 0);
  for (let i = 0; i < count; i++) {
    const node = load<i32>(numbers + (<usize>i << 2));
    const to = at + <usize>i * sidesBytes();
    if (testedBy(i) < 0) {
      memory.fill(to, 0, sidesBytes());
      continue;
    }
    memory.copy(to, sideSums + <usize>node * sidesBytes(), sidesBytes());
    store<i32>(numbers + (<usize>(i + 1) << 2), leftBranchAt(node));
    store<i32>(numbers + (<usize>(i + skipOf(i)) << 2), leftBranchAt(node) + 1);
  }
}
