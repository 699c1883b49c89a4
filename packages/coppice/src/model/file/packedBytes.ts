import { LEAF, ON_LEVELS, type PackedTrees } from "../packed.js";
import { type ByteReader, type ByteWriter, damaged } from "./byteStream.js";
import { readNumbers, readPlanes, writeNumbers, writePlanes } from "./numbers.js";

/**
 * Packed trees as bytes. Preorder alone says where branches begin, so neither starts nor skips are written. Thresholds go
 * attribute by attribute, since those of one have much in common.
 */
export function writePacked(out: ByteWriter, trees: PackedTrees): void {
  const { attribute, threshold, skip, flags, sets, values, width } = trees;
  const nodes = attribute.length;
  const attributes = attribute.reduce((most, a) => Math.max(most, a), LEAF) + 1;
  out.varint(nodes);
  out.varint(attributes);
  for (let node = 0; node < nodes; node++) out.varint(4 * (attribute[node] + 1) + (flags[node] & 3));
  for (let a = 0; a < attributes; a++) {
    writeNumbers(
      out,
      threshold.filter((_, node) => attribute[node] === a && (flags[node] & ON_LEVELS) === 0),
    );
  }
  writeSetStarts(out, trees);
  writeNumbers(
    out,
    threshold.filter((_, node) => attribute[node] === LEAF),
  );
  // Answers stand in the order in which leaves first have them: mostly the next one, or one not far back.
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

/** Not checked for more than what decoding needs: parseModel looks at the rest. */
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
  readThresholds(from, threshold, attribute, flags, attributes);
  const leaves = attribute.reduce((count, a) => count + (a === LEAF ? 1 : 0), 0);
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

/** After a leaf comes the right branch of the last split that has none yet; where there is no such split, a tree. */
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

function readThresholds(
  from: ByteReader,
  threshold: Float64Array,
  attribute: Int32Array,
  flags: Uint8Array,
  attributes: number,
): void {
  const counts = new Int32Array(attributes);
  const isPlain = (node: number) => attribute[node] !== LEAF && (flags[node] & ON_LEVELS) === 0;
  for (let node = 0; node < attribute.length; node++) if (isPlain(node)) counts[attribute[node]]++;
  const lists = Array.from(counts, (count) => readNumbers(from, count));
  const at = new Int32Array(attributes);
  let next = 0;
  for (let node = 0; node < attribute.length; node++) {
    if (attribute[node] === LEAF) continue;
    if (isPlain(node)) threshold[node] = lists[attribute[node]][at[attribute[node]]++];
    else {
      threshold[node] = next + unzigzag(from.varint());
      next = threshold[node] + 1;
    }
  }
}

/** Where the words of tests on levels begin: mostly just behind those of the test before. */
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
