import { type ColumnSchema, hasOrder } from "../table/schema.js";
import { checkAmount, checkFinite, checkIndex, fault, type Json, need, needObject } from "./checks.js";
import {
  BYTES,
  COLUMN_PIECE,
  type ColumnJson,
  columnFromJson,
  columnText,
  columnToJson,
  INTEGERS,
  type Kind,
  NUMBERS,
  type Numbers,
  piecesOf,
  WORDS,
} from "./columnJson.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees, wordsFor } from "./packed.js";

/** Packed trees as JSON. Thresholds are those of the splits only; the leaves' entries are weights, in a column of their own. */
export interface PackedJson {
  readonly starts: ColumnJson;
  readonly attribute: ColumnJson;
  readonly threshold: ColumnJson;
  readonly weight: ColumnJson;
  readonly skip: ColumnJson;
  readonly flags: ColumnJson;
  readonly sets: ColumnJson;
  readonly values: ColumnJson;
  readonly width: number;
}

/** The columns in their order in the text: their array types, and the kinds of numbers that the text may have. */
const COLUMNS = {
  starts: [Int32Array, INTEGERS],
  attribute: [Int32Array, INTEGERS],
  threshold: [Float64Array, NUMBERS],
  weight: [Float64Array, NUMBERS],
  skip: [Int32Array, INTEGERS],
  flags: [Uint8Array, BYTES],
  sets: [Uint32Array, WORDS],
  values: [Float64Array, NUMBERS],
} as const;

type Columns = Omit<PackedTrees, "width"> & { readonly weight: Float64Array };

/** The same for every column. */
function columnsBy<T>(
  make: (name: keyof Columns, Type: new (column: Numbers) => Numbers, kinds: readonly Kind[]) => T,
) {
  const made = Object.entries(COLUMNS).map(([name, [Type, kinds]]) => [
    name,
    make(name as keyof Columns, Type, kinds),
  ]);
  return Object.fromEntries(made) as { [Name in keyof Columns]: T };
}

export function packedToJson({ width, ...trees }: PackedTrees): PackedJson {
  const columns: Columns = { ...trees, ...apart(trees) };
  return { ...columnsBy((name) => columnToJson(columns[name])), width };
}

/** What JSON.stringify writes of `packedToJson`, in pieces. */
export function* packedText(trees: PackedTrees): Generator<string> {
  let before = "{";
  for (const name of Object.keys(COLUMNS) as (keyof Columns)[]) {
    yield `${before}"${name}":`;
    yield* columnText(() => columnPieces(trees, name));
    before = ",";
  }
  yield `,"width":${trees.width}}`;
}

function columnPieces(trees: PackedTrees, name: keyof Columns): Iterable<Numbers> {
  if (name === "threshold") return thresholdPieces(trees, false);
  return name === "weight" ? thresholdPieces(trees, true) : piecesOf(trees[name]);
}

/** Those of leaves, or of splits. */
function* thresholdPieces({ attribute, threshold }: PackedTrees, ofLeaves: boolean): Generator<Numbers> {
  let room = new Float64Array(COLUMN_PIECE);
  let filled = 0;
  for (let node = 0; node < threshold.length; node++) {
    if ((attribute[node] === LEAF) !== ofLeaves) continue;
    room[filled++] = threshold[node];
    if (filled < room.length) continue;
    yield room;
    room = new Float64Array(COLUMN_PIECE);
    filled = 0;
  }
  if (filled > 0) yield room.subarray(0, filled);
}

/** The thresholds of the splits, and the weights of the leaves. */
function apart({ attribute, threshold }: Pick<PackedTrees, "attribute" | "threshold">) {
  const ofSplits = new Float64Array(threshold.length);
  const ofLeaves = new Float64Array(threshold.length);
  let [splits, leaves] = [0, 0];
  for (let node = 0; node < threshold.length; node++) {
    if (attribute[node] === LEAF) ofLeaves[leaves++] = threshold[node];
    else ofSplits[splits++] = threshold[node];
  }
  return { threshold: ofSplits.subarray(0, splits), weight: ofLeaves.subarray(0, leaves) };
}

/** Checked so that no row of cells can lead out of the columns or into a cycle. */
export function packedFromJson(
  value: unknown,
  attributes: readonly ColumnSchema[],
  path = "members.trees",
): PackedTrees {
  needObject(value, path, "an object with the columns of packed trees");
  const width = value.width as number;
  need(Number.isInteger(width) && width >= 1, `${path}.width`, "an integer ≥ 1", width);
  const trees = { ...(ArrayBuffer.isView(value.attribute) ? cloned(value, path) : read(value, path)), width };
  checkPacked(trees, attributes, path);
  return trees;
}

function read(value: Json, path: string): Omit<PackedTrees, "width"> {
  const { weight, threshold, ...columns } = columnsBy(
    (name, Type, kinds) => new Type(columnFromJson(value[name], kinds, `${path}.${name}`)),
  ) as Columns;
  return { ...columns, threshold: atNodes(threshold, weight, columns.attribute, path) };
}

/** Trees that are columns already: a structured clone, as received from another thread or a database. */
function cloned(value: Json, path: string): Omit<PackedTrees, "width"> {
  const { weight, ...columns } = columnsBy((name, { name: type }) => {
    // Not instanceof: a test runner or an iframe has its own array types.
    const isRight = name === "weight" || Object.prototype.toString.call(value[name]) === `[object ${type}]`;
    need(isRight, `${path}.${name}`, `of type ${type}`, value[name]);
    return value[name];
  }) as Columns;
  return columns;
}

/** The thresholds of the splits and the weights of the leaves, each at its node. */
function atNodes(
  thresholds: ArrayLike<number>,
  weights: ArrayLike<number>,
  attribute: Int32Array,
  path: string,
): Float64Array {
  const threshold = new Float64Array(attribute.length);
  let [splits, leaves] = [0, 0];
  for (let node = 0; node < attribute.length; node++) {
    threshold[node] = attribute[node] === LEAF ? weights[leaves++] : thresholds[splits++];
  }
  checkLength(thresholds, splits, "split", `${path}.threshold`);
  checkLength(weights, leaves, "leaf", `${path}.weight`);
  return threshold;
}

function checkLength({ length }: ArrayLike<number>, wanted: number, each: string, path: string): void {
  need(length === wanted, path, `${wanted} numbers, one for each ${each}`, length);
}

function checkPacked(trees: PackedTrees, attributes: readonly ColumnSchema[], path: string): void {
  const nodes = trees.attribute.length;
  for (const name of ["threshold", "skip", "flags"] as const) {
    checkLength(trees[name], nodes, "node", `${path}.${name}`);
  }
  checkValues(trees, path);
  checkStarts(trees.starts, nodes, `${path}.starts`);
  for (let node = 0; node < nodes; node++) checkNode(trees, node, attributes, path);
  for (let tree = 0; tree + 1 < trees.starts.length; tree++) {
    checkPreorder(trees, trees.starts[tree], trees.starts[tree + 1], `${path}.skip`);
  }
}

function checkValues({ values, width }: PackedTrees, path: string): void {
  need(values.length % width === 0, `${path}.values`, `numbers in rows of ${width}`, values.length);
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) checkFinite(values[wrong], `${path}.values[${wrong}]`);
}

function checkStarts(starts: Int32Array, nodes: number, path: string): void {
  need(starts[0] === 0, `${path}[0]`, "0", starts[0]);
  for (let tree = 1; tree < starts.length; tree++) {
    if (!(starts[tree] > starts[tree - 1]))
      throw fault(`${path}[${tree}]`, "above the start before it", starts[tree]);
  }
  const last = starts.length - 1;
  need(starts[last] === nodes, `${path}[${last}]`, `the number of nodes, ${nodes}`, starts[last]);
}

function checkNode(
  trees: PackedTrees,
  node: number,
  attributes: readonly ColumnSchema[],
  path: string,
): void {
  const a = trees.attribute[node];
  if (a === LEAF) {
    const rows = trees.values.length / trees.width;
    const row = trees.skip[node];
    if (!(row >= 0 && row < rows)) checkIndex(row, rows, `${path}.skip[${node}]`, "a row of values");
    checkAmount(trees.threshold[node], `${path}.weight`);
    return;
  }
  if (!(a >= 0 && a < attributes.length)) {
    checkIndex(a, attributes.length, `${path}.attribute[${node}]`, "-1 or the index of an attribute");
  }
  const flags = trees.flags[node];
  if ((flags & ~(MISSING_LEFT | ON_LEVELS)) !== 0) throw fault(`${path}.flags[${node}]`, "0 to 3", flags);
  const { type, levels = [] } = attributes[a];
  const threshold = trees.threshold[node];
  if ((flags & ON_LEVELS) === 0) {
    if (!hasOrder(attributes[a]))
      throw fault(`${path}.flags[${node}]`, "a test on levels where the attribute has no order", flags);
    if (!Number.isFinite(threshold)) throw fault(`${path}.threshold`, "finite numbers", threshold);
    return;
  }
  if (type === "numeric") throw fault(`${path}.flags[${node}]`, "a threshold on a numeric attribute", flags);
  const last = trees.sets.length - wordsFor(levels.length);
  if (!(Number.isInteger(threshold) && threshold >= 0 && threshold <= last))
    throw fault(`${path}.threshold`, "at a test on levels, where its words begin in sets", threshold);
}

/** A split's branches fill its part of the tree exactly: [node + 1, node + skip) and from there to its end. */
function checkPreorder({ attribute, skip }: PackedTrees, start: number, stop: number, path: string): void {
  const ends = [stop];
  for (let node = start; node < stop; node++) {
    const end = ends.pop()!;
    if (attribute[node] === LEAF) {
      if (end !== node + 1)
        throw fault(`${path}[${node}]`, "of a split, since nodes follow", skip[node], "a leaf");
      continue;
    }
    const right = node + skip[node];
    if (!(skip[node] > 1 && right < end))
      throw fault(
        `${path}[${node}]`,
        `how far ahead the right branch is (2 to ${end - node - 1})`,
        skip[node],
      );
    ends.push(end, right);
  }
}
