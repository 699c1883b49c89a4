import { isClasses, leaves, readParams, rows, sums, width } from "./params";
import { recordOf, slotOf, treeOf } from "./queue";

// What trees say of the table's rows, added up in their order: by row, class shares or a value (f64).

@inline
function answerBytes(): usize {
  return isClasses ? <usize>width << 3 : 8;
}

export function startSums(at: usize): void {
  readParams(at);
  memory.fill(sums, 0, <usize>rows * answerBytes());
}

/** Adds the tree of a member, the next in their order. */
export function addSums(at: usize, member: i32): void {
  readParams(at);
  const answers = treeOf(member) + <usize>load<u32>(recordOf(member), 4);
  const own = leaves + ((slotOf(member) * <usize>rows) << 2);
  if (answerBytes() == 16) addPairs(own, answers);
  else addAll(own, answers);
}

function addPairs(own: usize, answers: usize): void {
  for (let row: usize = 0; row < <usize>rows; row++) {
    const sum = sums + (row << 4);
    v128.store(sum, f64x2.add(v128.load(sum), v128.load(answers + (<usize>load<u32>(own + (row << 2)) << 4))));
  }
}

function addAll(own: usize, answers: usize): void {
  const bytes = answerBytes();
  let sum = sums;
  for (let row: usize = 0; row < <usize>rows; row++, sum += bytes) {
    const answer = answers + <usize>load<u32>(own + (row << 2)) * bytes;
    for (let k: usize = 0; k < bytes; k += 8) store<f64>(sum + k, load<f64>(sum + k) + load<f64>(answer + k));
  }
}
