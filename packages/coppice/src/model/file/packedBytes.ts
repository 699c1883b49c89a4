import { LEAF, ON_LEVELS, type PackedTrees } from "../packed.js";
import { type ByteReader, type ByteWriter, damaged } from "./byteStream.js";
import { readNumbers, readPlanes, writeNumbers, writePlanes } from "./numbers.js";

/**
 * Packed trees as bytes. Preorder determines where branches begin, so neither starts nor skips are written. Thresholds
 * are written by attribute, since those of one attribute are similar.
 */
export function writePacked(out: ByteWriter, trees: PackedTrees): void {
  const { attribute, skip, flags, sets, values, width } = trees;
  const nodes = attribute.length;
  const attributes = attribute.reduce((most, a) => Math.max(most, a), LEAF) + 1;
  out.varint(nodes);
  out.varint(attributes);
  for (let node = 0; node < nodes; node++) out.varint(4 * (attribute[node] + 1) + (flags[node] & 3));
  const { lists, weights } = numbersOf(trees, attributes);
  for (const list of lists) writeNumbers(out, list);
  writeSetStarts(out, trees);
  writeNumbers(out, weights);
  // Answers are in the order in which leaves first use them: mostly the next one, or a recent one.
  let next = 0;
  for (let node = 0; node < nodes; node++) {
    if (attribute[node] !== LEAF) continue;
    out.varint(zigzag(next - skip[node]));
    next = Math.max(next, skip[node] + 1);
  }
  out.varint(sets.length);
  writePlanes(out, sets, 4);
  out.varint(width);
  out.varint(values.length);
  writeNumbers(out, values);
}

/** The thresholds by attribute, and the leaves' weights. */
function numbersOf(
  { attribute, flags, threshold }: PackedTrees,
  attributes: number,
): { lists: Float64Array[]; weights: Float64Array } {
  const { plain, leaves } = countsOf(attribute, flags, attributes);
  const lists = Array.from(plain, (count) => new Float64Array(count));
  const weights = new Float64Array(leaves);
  const at = new Int32Array(attributes);
  let leaf = 0;
  for (let node = 0; node < attribute.length; node++) {
    const a = attribute[node];
    if (a === LEAF) weights[leaf++] = threshold[node];
    else if ((flags[node] & ON_LEVELS) === 0) lists[a][at[a]++] = threshold[node];
  }
  return { lists, weights };
}

/** How many thresholds each attribute has, and how many leaves there are. */
function countsOf(attribute: Int32Array, flags: Uint8Array, attributes: number) {
  const plain = new Int32Array(attributes);
  let leaves = 0;
  for (let node = 0; node < attribute.length; node++) {
    if (attribute[node] === LEAF) leaves++;
    else if ((flags[node] & ON_LEVELS) === 0) plain[attribute[node]]++;
  }
  return { plain, leaves };
}

/** Checks only what decoding needs: parseModel checks the rest. */
export function readPacked(from: ByteReader): PackedTrees {
  const nodes = from.count();
  const attributes = from.count();
  const attribute = new Int32Array(nodes);
  const flags = new Uint8Array(nodes);
  for (let node = 0; node < nodes; node++) {
    const symbol = from.varint();
    attribute[node] = Math.floor(symbol / 4) - 1;
    flags[node] = symbol % 4;
    if (attribute[node] >= attributes) throw damaged("a test in it is on an attribute that is not there");
  }
  const { starts, skip } = branchesOf(attribute);
  const threshold = new Float64Array(nodes);
  const { plain, leaves } = countsOf(attribute, flags, attributes);
  const lists = Array.from(plain, (count) => readNumbers(from, count));
  placeThresholds(from, threshold, attribute, flags, lists);
  const weights = readNumbers(from, leaves);
  for (let node = 0, leaf = 0, next = 0; node < nodes; node++) {
    if (attribute[node] !== LEAF) continue;
    threshold[node] = weights[leaf++];
    skip[node] = next - unzigzag(from.varint());
    next = Math.max(next, skip[node] + 1);
  }
  const sets = readPlanes(from, from.count(), 4);
  const width = from.varint();
  return { starts, attribute, threshold, skip, flags, sets, values: readNumbers(from, from.count()), width };
}

/** A leaf is followed by the right branch of the last split that has none yet; if there is no such split, by a new tree. */
function branchesOf(attribute: Int32Array): { starts: Int32Array; skip: Int32Array } {
  const skip = new Int32Array(attribute.length);
  const starts = [0];
  const open: number[] = [];
  for (let node = 0; node < attribute.length; node++) {
    if (attribute[node] !== LEAF) {
      open.push(node);
      continue;
    }
    const split = open.pop();
    if (split === undefined) starts.push(node + 1);
    else skip[split] = node + 1 - split;
  }
  if (open.length > 0) throw damaged("its last tree is not complete");
  return { starts: Int32Array.from(starts), skip };
}

function placeThresholds(
  from: ByteReader,
  threshold: Float64Array,
  attribute: Int32Array,
  flags: Uint8Array,
  lists: readonly Float64Array[],
): void {
  const at = new Int32Array(lists.length);
  let next = 0;
  for (let node = 0; node < attribute.length; node++) {
    const a = attribute[node];
    if (a === LEAF) continue;
    if ((flags[node] & ON_LEVELS) === 0) threshold[node] = lists[a][at[a]++];
    else {
      threshold[node] = next + unzigzag(from.varint());
      next = threshold[node] + 1;
    }
  }
}

/** Where the words of tests on levels begin: mostly right after those of the previous test. */
function writeSetStarts(out: ByteWriter, { attribute, flags, threshold }: PackedTrees): void {
  let next = 0;
  for (let node = 0; node < attribute.length; node++) {
    if (attribute[node] === LEAF || (flags[node] & ON_LEVELS) === 0) continue;
    out.varint(zigzag(threshold[node] - next));
    next = threshold[node] + 1;
  }
}

const zigzag = (n: number) => (n < 0 ? -2 * n - 1 : 2 * n);
const unzigzag = (n: number) => (n % 2 === 1 ? -(n + 1) / 2 : n / 2);
