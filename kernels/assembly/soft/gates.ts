import { expOf8 } from "../common/exp";
import { at, cellsOf, forms, gates, LANE, leftOf, lefts, rightOf, rights, shares, slopes, width } from "./job";

// The gates of a block of rows: their measures, their shares, and the sums of their terms.

/** The shares of both branches at every gate: 1 / (1 + exp(-measure)), and what is left. */
export function openGates(block: i32): void {
  const from = cellsOf(block);
  let gate = 0;
  for (; gate + 2 <= gates; gate += 2) measureTwo(gate, from);
  if (gate < gates) measureOne(gate, from);
  for (gate = 0; gate < gates; gate++) openGate(at(rights, gate), at(lefts, gate));
}

@inline
function formOf(gate: i32): usize {
  return forms + ((<usize>gate * <usize>width) << 3);
}

/** Minus the measures of two gates, eight rows at a time: term after term, so any grouping of gates gives the same bits. */
function measureTwo(gate: i32, from: usize): void {
  const one = formOf(gate);
  const end = one + (<usize>width << 3);
  const into = at(rights, gate);
  const toOther = <usize>width << 3;
  for (let row: usize = 0; row < LANE; row += 64) {
    let a = f64x2.splat(0);
    let b = a;
    let c = a;
    let d = a;
    let e = a;
    let f = a;
    let g = a;
    let h = a;
    let x = from + row;
    for (let w = one; w < end; w += 8) {
      const xa = v128.load(x);
      const xb = v128.load(x, 16);
      const xc = v128.load(x, 32);
      const xd = v128.load(x, 48);
      const first = v128.load64_splat(w);
      const second = v128.load64_splat(w + toOther);
      a = f64x2.add(a, f64x2.mul(first, xa));
      b = f64x2.add(b, f64x2.mul(first, xb));
      c = f64x2.add(c, f64x2.mul(first, xc));
      d = f64x2.add(d, f64x2.mul(first, xd));
      e = f64x2.add(e, f64x2.mul(second, xa));
      f = f64x2.add(f, f64x2.mul(second, xb));
      g = f64x2.add(g, f64x2.mul(second, xc));
      h = f64x2.add(h, f64x2.mul(second, xd));
      x += LANE;
    }
    keep(into + row, a, b, c, d);
    keep(into + LANE + row, e, f, g, h);
  }
}

function measureOne(gate: i32, from: usize): void {
  const one = formOf(gate);
  const end = one + (<usize>width << 3);
  const into = at(rights, gate);
  for (let row: usize = 0; row < LANE; row += 64) {
    let a = f64x2.splat(0);
    let b = a;
    let c = a;
    let d = a;
    let x = from + row;
    for (let w = one; w < end; w += 8) {
      const first = v128.load64_splat(w);
      a = f64x2.add(a, f64x2.mul(first, v128.load(x)));
      b = f64x2.add(b, f64x2.mul(first, v128.load(x, 16)));
      c = f64x2.add(c, f64x2.mul(first, v128.load(x, 32)));
      d = f64x2.add(d, f64x2.mul(first, v128.load(x, 48)));
      x += LANE;
    }
    keep(into + row, a, b, c, d);
  }
}

@inline
function keep(into: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(into, f64x2.neg(a));
  v128.store(into, f64x2.neg(b), 16);
  v128.store(into, f64x2.neg(c), 32);
  v128.store(into, f64x2.neg(d), 48);
}

/** From minus the measure, in place. The left share is not 1 minus the right one: that would lose small shares. */
export function openGate(right: usize, left: usize): void {
  const one = f64x2.splat(1);
  for (let row: usize = 0; row < LANE; row += 64) {
    expOf8(right + row);
    for (let i = row; i < row + 64; i += 16) {
      const e = v128.load(right + i);
      const share = f64x2.div(one, f64x2.add(one, e));
      v128.store(right + i, share);
      v128.store(left + i, f64x2.mul(e, share));
    }
  }
}

/** Which share of each row comes to each gate and leaf. A gate comes before its branches. */
export function shareRows(): void {
  for (let row: usize = 0; row < LANE; row += 16) v128.store(shares + row, f64x2.splat(1));
  for (let gate = 0; gate < gates; gate++) {
    const here = at(shares, gate);
    const right = at(shares, rightOf(gate));
    const left = at(shares, leftOf(gate));
    for (let row: usize = 0; row < LANE; row += 16) {
      const share = v128.load(here + row);
      v128.store(right + row, f64x2.mul(share, v128.load(at(rights, gate) + row)));
      v128.store(left + row, f64x2.mul(share, v128.load(at(lefts, gate) + row)));
    }
  }
}

/** Adds the sums over the block's rows of each gate's slope times each term; the rows of even and odd number apart. */
export function addGateSums(block: i32, into: usize): void {
  const from = cellsOf(block);
  let gate = 0;
  for (; gate + 2 <= gates; gate += 2) sumTwo(gate, from, into);
  if (gate < gates) sumOne(gate, from, into);
}

function sumTwo(gate: i32, from: usize, into: usize): void {
  const slope = at(slopes, gate);
  const toOther = <usize>width << 3;
  let to = into + <usize>gate * toOther;
  for (let j = 0; j < width; j += 4) {
    let a = f64x2.splat(0);
    let b = a;
    let c = a;
    let d = a;
    let e = a;
    let f = a;
    let g = a;
    let h = a;
    const x = from + <usize>j * LANE;
    for (let row: usize = 0; row < LANE; row += 16) {
      const first = v128.load(slope + row);
      const second = v128.load(slope + row, LANE);
      const xa = v128.load(x + row);
      const xb = v128.load(x + row, LANE);
      const xc = v128.load(x + row, 2 * LANE);
      const xd = v128.load(x + row, 3 * LANE);
      a = f64x2.add(a, f64x2.mul(first, xa));
      b = f64x2.add(b, f64x2.mul(first, xb));
      c = f64x2.add(c, f64x2.mul(first, xc));
      d = f64x2.add(d, f64x2.mul(first, xd));
      e = f64x2.add(e, f64x2.mul(second, xa));
      f = f64x2.add(f, f64x2.mul(second, xb));
      g = f64x2.add(g, f64x2.mul(second, xc));
      h = f64x2.add(h, f64x2.mul(second, xd));
    }
    addFour(to, a, b, c, d);
    addFour(to + toOther, e, f, g, h);
    to += 32;
  }
}

function sumOne(gate: i32, from: usize, into: usize): void {
  const slope = at(slopes, gate);
  let to = into + ((<usize>gate * <usize>width) << 3);
  for (let j = 0; j < width; j += 4) {
    let a = f64x2.splat(0);
    let b = a;
    let c = a;
    let d = a;
    const x = from + <usize>j * LANE;
    for (let row: usize = 0; row < LANE; row += 16) {
      const first = v128.load(slope + row);
      a = f64x2.add(a, f64x2.mul(first, v128.load(x + row)));
      b = f64x2.add(b, f64x2.mul(first, v128.load(x + row, LANE)));
      c = f64x2.add(c, f64x2.mul(first, v128.load(x + row, 2 * LANE)));
      d = f64x2.add(d, f64x2.mul(first, v128.load(x + row, 3 * LANE)));
    }
    addFour(to, a, b, c, d);
    to += 32;
  }
}

@inline
export function bothLanes(sums: v128): f64 {
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}

@inline
function addFour(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  store<f64>(to, load<f64>(to) + bothLanes(a));
  store<f64>(to, load<f64>(to, 8) + bothLanes(b), 8);
  store<f64>(to, load<f64>(to, 16) + bothLanes(c), 16);
  store<f64>(to, load<f64>(to, 24) + bothLanes(d), 24);
}
