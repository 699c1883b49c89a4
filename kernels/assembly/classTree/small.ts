import { leaveIfStopped } from "../common/control";
import {
  classAtPlace,
  middleRow,
  placeOfClass,
  smallCounts,
  smallId,
  smallLists,
  smallRow,
  smallStack,
} from "./arena";
import { attributes, classes, column, control, labels, NODE_COUNT, SMALL_WEIGHT, smallRows, tag, weightOf } from "./job";
import { hasMissing, knownIn, rowAt, SMALL } from "./lists";
import { count, countsOf, depthAt, isOpen, weightAt, writeLeaf, writeSplit } from "./node";
import { takeMembers } from "./partition";
import { choose, gainAt, leftAt, placeAt } from "./search";
import { searchSmall } from "./searchSmall";
import { markSmall, sortSmall } from "./smallCodes";
import { classOffsetOf, forgetMembers, setMember, smallWeight } from "./smallScan";

// Growth of a subtree of at most 128 rows. Its rows and the classes among them are renumbered. Lists are not divided
// in place: each branch has its own, after those of the node, until the subtree below it is finished.

/** Classes in the current subtree. */
let present: i32 = 0;
/** Whether the table is one of codes. */
let coded: bool = false;

@inline
export function isSmall(m: i32, weight: i32): bool {
  return m <= smallRows && weight <= SMALL_WEIGHT;
}

/** Bytes of a list of m rows, with padding for reading and writing a vector past the end. */
@inline
function strideOf(m: i32): usize {
  return <usize>((m + 31) & ~15);
}

/** A pending node is six u32: its lists, rows, number, class weights, and where free space for lists and class weights begins. */
@inline
function push(top: usize, lists: usize, m: i32, node: i32, counts: usize, free: usize, freeCounts: usize): usize {
  store<usize>(top, lists);
  store<i32>(top, m, 4);
  store<i32>(top, node, 8);
  store<usize>(top, counts, 12);
  store<usize>(top, free, 16);
  store<usize>(top, freeCounts, 20);
  return top + 24;
}

function numberClasses(node: i32): void {
  const counts = countsOf(node);
  present = 0;
  for (let c = 0; c < classes; c++) {
    const n = count(counts, c);
    if (n == 0) continue;
    store<u8>(placeOfClass + <usize>c, <u8>present);
    store<i32>(classAtPlace + (<usize>present << 2), c);
    store<i32>(smallCounts + (<usize>present << 2), n);
    present++;
  }
  forgetMembers(present);
}

@inline
function numberRow(id: i32, row: u32): void {
  store<u32>(smallRow + (<usize>id << 2), row);
  setMember(id, load<u8>(placeOfClass + <usize>load<u8>(labels + <usize>row)), weightOf(<usize>row));
}

function numberRows(list: usize, m: i32): void {
  for (let i = 0; i < m; i++) {
    const id = <usize>(load<u16>(list + (<usize>i << 1)) >> <u16>tag);
    store<u8>(smallId + id, <u8>i);
    numberRow(i, load<u32>(middleRow + (id << 2)));
  }
}

/** From a node's middle lists. */
export function growSmall(lists: usize, listStride: usize, m: i32, node: i32): void {
  leaveIfStopped();
  coded = false;
  numberClasses(node);
  numberRows(lists, m);
  const stride = strideOf(m);
  for (let a = 0; a < attributes; a++) {
    const from = lists + <usize>a * listStride;
    const to = smallLists + <usize>a * stride;
    for (let i: usize = 0; i < <usize>m; i++) {
      store<u8>(to + i, load<u8>(smallId + <usize>(load<u16>(from + (i << 1)) >> <u16>tag)));
    }
  }
  growFromLists(m, node);
}

function growFromLists(m: i32, node: i32): void {
  const free = smallLists + <usize>attributes * strideOf(m);
  let top = push(smallStack, smallLists, m, node, smallCounts, free, smallCounts + (<usize>present << 2));
  while (top > smallStack) top = look(top - 24);
}

/** From the rows of a node of a table of codes. */
export function growSmallCoded(rows: usize, m: i32, node: i32): void {
  leaveIfStopped();
  coded = true;
  numberClasses(node);
  for (let i = 0; i < m; i++) numberRow(i, load<u32>(rows + (<usize>i << 2)));
  const stride = strideOf(m);
  markSmall(rows, m);
  for (let a = 0; a < attributes; a++) sortSmall(m, a, smallLists + <usize>a * stride);
  growFromLists(m, node);
}

/** Of the current node: where its cut is, and the cells on either side. */
let chosen: i32 = 0;
let known: i32 = 0;
let rightWeight: i32 = 0;
let missingLeft: bool = false;

/** Splits the node at the top of the stack, or leaves it a leaf; returns the stack with its branches on top. */
function look(top: usize): usize {
  const lists = load<usize>(top);
  const m = load<i32>(top, 4);
  const node = load<i32>(top, 8);
  const counts = load<usize>(top, 12);
  const stride = strideOf(m);
  searchSmall(lists, stride, m, counts, present, weightAt(node), coded);
  chosen = choose();
  if (chosen < 0) return top;
  const list = lists + <usize>chosen * stride;
  planDivision(list, m, node);
  const leftRows = placeAt(chosen) + (missingLeft ? m - known : 0);
  const leftCounts = load<usize>(top, 20);
  const members = takeLeft(list, m, counts, leftCounts);
  const left = atomic.add<i32>(control + NODE_COUNT, 2);
  writeDivision(list, m, node, left, leftRows, leftCounts);
  return pushBranches(top, lists, m, left, leftRows, leftCounts, members);
}

/** Lists for the branches that may be split, made from the node's. */
@inline
function pushBranches(
  top: usize,
  lists: usize,
  m: i32,
  left: i32,
  leftRows: i32,
  leftCounts: usize,
  members: v128,
): usize {
  const stride = strideOf(m);
  const rightCounts = leftCounts + (<usize>present << 2);
  const freeCounts = rightCounts + (<usize>present << 2);
  const openLeft = isOpen(left);
  const openRight = isOpen(left + 1);
  const leftLists = load<usize>(top, 16);
  const rightLists = leftLists + (openLeft ? <usize>attributes * strideOf(leftRows) : 0);
  const free = rightLists + (openRight ? <usize>attributes * strideOf(m - leftRows) : 0);
  if (openRight) {
    takeLists(lists, stride, m, rightLists, strideOf(m - leftRows), v128.not(members));
    top = push(top, rightLists, m - leftRows, left + 1, rightCounts, free, freeCounts);
  }
  if (openLeft) {
    takeLists(lists, stride, m, leftLists, strideOf(leftRows), members);
    top = push(top, leftLists, leftRows, left, leftCounts, free, freeCounts);
  }
  return top;
}

@inline
function takeLists(from: usize, fromStride: usize, m: i32, to: usize, toStride: usize, members: v128): void {
  const low = i64x2.extract_lane(members, 0);
  const high = i64x2.extract_lane(members, 1);
  for (let a: usize = 0; a < <usize>attributes; a++) takeMembers(from + a * fromStride, m, to + a * toStride, low, high);
}

@inline
function planDivision(list: usize, m: i32, node: i32): void {
  known = hasMissing(chosen) ? knownIn(SMALL, list, m, column(chosen)) : m;
  rightWeight = weightAt(node) - leftAt(chosen);
  for (let i = known; i < m; i++) rightWeight -= smallWeight(<usize>load<u8>(list + <usize>i));
  // Missing values go to the branch with the larger weight.
  missingLeft = rightWeight <= leftAt(chosen);
}

/** The ids that go left; writes the class weights of both sides, the right ones after the left ones. */
@inline
function takeLeft(list: usize, m: i32, counts: usize, leftCounts: usize): v128 {
  const size = <usize>present << 2;
  memory.fill(leftCounts, 0, size);
  let members = addMembers(list, 0, placeAt(chosen), leftCounts, i64x2.splat(0));
  if (missingLeft) members = addMembers(list, known, m, leftCounts, members);
  for (let c: usize = 0; c < size; c += 4) {
    store<i32>(leftCounts + size + c, load<i32>(counts + c) - load<i32>(leftCounts + c));
  }
  return members;
}

@inline
function addMembers(list: usize, from: i32, to: i32, counts: usize, members: v128): v128 {
  let low = i64x2.extract_lane(members, 0);
  let high = i64x2.extract_lane(members, 1);
  for (let i = from; i < to; i++) {
    const id = <usize>load<u8>(list + <usize>i);
    const bit = <i64>1 << (<i64>id & 63);
    if (id < 64) low |= bit;
    else high |= bit;
    const p = counts + classOffsetOf(id);
    store<i32>(p, load<i32>(p) + smallWeight(id));
  }
  return i64x2.replace_lane(i64x2.splat(low), 1, high);
}

@inline
function writeDivision(list: usize, m: i32, node: i32, left: i32, leftRows: i32, leftCounts: usize): void {
  const place = placeAt(chosen);
  const low = <i32>rowAt(SMALL, list, place - 1);
  const high = <i32>rowAt(SMALL, list, place);
  writeSplit(node, chosen, left, low, high, gainAt(chosen), leftAt(chosen), rightWeight);
  const leftWeight = spread(leftCounts, left);
  spread(leftCounts + (<usize>present << 2), left + 1);
  writeLeaf(left, leftRows, leftWeight, depthAt(node) + 1);
  writeLeaf(left + 1, m - leftRows, weightAt(node) - leftWeight, depthAt(node) + 1);
}

/** Writes a node's class weights, from those of the classes in the subtree; returns their total. */
function spread(counts: usize, node: i32): i32 {
  const to = countsOf(node);
  let weight = 0;
  memory.fill(to, 0, <usize>classes << 2);
  for (let c = 0; c < present; c++) {
    const n = count(counts, c);
    store<i32>(to + (<usize>load<i32>(classAtPlace + (<usize>c << 2)) << 2), n);
    weight += n;
  }
  return weight;
}
