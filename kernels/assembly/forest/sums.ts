import { landedOf } from "./judge";
import { notesOf } from "./landing";
import { isClasses, readParams, rows, sums, target, width } from "./params";
import { findPure, NO_CLASS } from "./pureAnswers";
import { countsOf, recordOf, treeOf } from "./queue";

// What trees say of the table's rows, added up in their order: by row, class shares or a value (f64). A tree has lists of rows
// with their answers; it says of other rows that they are of their own class. That, on a list or not, is added when a tree next
// says anything else of the row: by row the number of trees that are added (u32). The last part is by answer of a tree: its only
// class (u32, pureAnswers.ts).

@inline
function answerBytes(): usize {
  return isClasses ? <usize>width << 3 : 8;
}

@inline
function addedBy(): usize {
  return sums + <usize>rows * answerBytes();
}

@inline
function pureBy(): usize {
  return addedBy() + (<usize>rows << 2);
}

export function startSums(at: usize): void {
  readParams(at);
  memory.fill(sums, 0, <usize>rows * (answerBytes() + 4));
}

/** Adds the tree of a member, the next in their order. */
export function addSums(at: usize, member: i32, isLast: bool): void {
  readParams(at);
  const record = recordOf(member);
  const answers = treeOf(member) + <usize>load<u32>(record, 4);
  if (isClasses) findPure(answers, <usize>load<u32>(record, 8), pureBy());
  const notes = notesOf(member);
  const areOwn = load<i32>(notes, 4) != 0;
  addList(notes, answers, member, areOwn);
  if (countsOf(member)) addList(landedOf(member), answers, member, areOwn);
  if (isLast && areOwn) for (let row: usize = 0; row < <usize>rows; row++) catchUp(row, member + 1);
}

function addList(list: usize, answers: usize, member: i32, areOwn: bool): void {
  const bytes = answerBytes();
  const end = list + 8 + (<usize>load<i32>(list) << 2);
  for (let at = list + 8; at < end; at += 4) {
    const row = <usize>load<u32>(at);
    const answer = <usize>load<u32>(at + (<usize>rows << 2));
    const only = isClasses ? load<u32>(pureBy() + (answer << 2)) : NO_CLASS;
    if (areOwn) {
      if (only == ownClass(row)) continue;
      catchUp(row, member);
      store<u32>(addedBy() + (row << 2), member + 1);
    }
    const sum = sums + row * bytes;
    if (only == NO_CLASS) addAnswer(sum, answers + answer * bytes, bytes);
    else addOne(sum + (<usize>only << 3));
  }
}

@inline
function addAnswer(sum: usize, answer: usize, bytes: usize): void {
  let k: usize = 0;
  for (; k + 16 <= bytes; k += 16) v128.store(sum + k, f64x2.add(v128.load(sum + k), v128.load(answer + k)));
  if (k < bytes) store<f64>(sum + k, load<f64>(sum + k) + load<f64>(answer + k));
}

@inline
function ownClass(row: usize): u32 {
  return <u32>load<u16>(target + (row << 1));
}

@inline
function addOne(at: usize): void {
  store<f64>(at, load<f64>(at) + 1);
}

/** Adds the trees before a member that have said of a row that it is of its own class. */
@inline
function catchUp(row: usize, member: i32): void {
  const times = member - load<i32>(addedBy() + (row << 2));
  if (times > 0) addOnes(sums + row * answerBytes() + (<usize>ownClass(row) << 3), times);
}

/** One after the other, unless nothing is rounded. */
function addOnes(at: usize, times: i32): void {
  let sum = load<f64>(at);
  if (sum == floor(sum)) sum += <f64>times;
  else for (let i = 0; i < times; i++) sum += 1;
  store<f64>(at, sum);
}
