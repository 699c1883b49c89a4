import type { ColumnSchema } from "../table/schema.js";
import { checkAmount, fault, isJson, type Json } from "./checks.js";
import {
  BYTES,
  type ColumnJson,
  columnFromJson,
  columnToJson,
  INTEGERS,
  type Kind,
  NUMBERS,
  WORDS,
} from "./columnJson.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees, wordsFor } from "./packed.js";

/** Packed trees as JSON. Thresholds are those of the splits alone; what leaves have in their place are weights. */
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

export function packedToJson(trees: PackedTrees): PackedJson {
  const isSplitAt = (_: number, node: number) => trees.attribute[node] !== LEAF;
  const isLeafAt = (_: number, node: number) => trees.attribute[node] === LEAF;
  return {
    starts: columnToJson(trees.starts),
    attribute: columnToJson(trees.attribute),
    threshold: columnToJson(trees.threshold.filter(isSplitAt)),
    weight: columnToJson(trees.threshold.filter(isLeafAt)),
    skip: columnToJson(trees.skip),
    flags: columnToJson(trees.flags),
    sets: columnToJson(trees.sets),
    values: columnToJson(trees.values),
    width: trees.width,
  };
}

/** Checked so that no row of cells can lead out of the columns or round in them. */
export function packedFromJson(
  value: unknown,
  attributes: readonly ColumnSchema[],
  path = "members.trees",
): PackedTrees {
  if (!isJson(value)) throw fault(path, "an object with the columns of packed trees", value);
  if (ArrayBuffer.isView(value.attribute)) return cloned(value, attributes, path);
  const read = (name: string, kinds: readonly Kind[]) =>
    columnFromJson(value[name], kinds, `${path}.${name}`);
  const width = widthOf(value.width, path);
  const attribute = new Int32Array(read("attribute", INTEGERS));
  const trees: PackedTrees = {
    starts: new Int32Array(read("starts", INTEGERS)),
    attribute,
    threshold: atNodes(read("threshold", NUMBERS), read("weight", NUMBERS), attribute, path),
    skip: new Int32Array(read("skip", INTEGERS)),
    flags: new Uint8Array(read("flags", BYTES)),
    sets: new Uint32Array(read("sets", WORDS)),
    values: new Float64Array(read("values", NUMBERS)),
    width,
  };
  checkPacked(trees, attributes, path);
  return trees;
}

/** Trees that never were text: a structured clone, as another thread or a database gives it. */
function cloned(value: Json, attributes: readonly ColumnSchema[], path: string): PackedTrees {
  const trees = { width: widthOf(value.width, path) } as Record<string, unknown>;
  for (const [name, kind] of Object.entries(COLUMNS)) {
    // Not by instanceof: a test runner or a frame has array types of its own.
    if (Object.prototype.toString.call(value[name]) !== `[object ${kind}]`)
      throw fault(`${path}.${name}`, `of type ${kind}`, value[name]);
    trees[name] = value[name];
  }
  const packed = trees as unknown as PackedTrees;
  checkPacked(packed, attributes, path);
  return packed;
}

const COLUMNS = {
  starts: "Int32Array",
  attribute: "Int32Array",
  threshold: "Float64Array",
  skip: "Int32Array",
  flags: "Uint8Array",
  sets: "Uint32Array",
  values: "Float64Array",
};

function widthOf(width: unknown, path: string): number {
  if (Number.isInteger(width) && (width as number) >= 1) return width as number;
  throw fault(`${path}.width`, "an integer ≥ 1", width);
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
  if (splits !== thresholds.length)
    throw fault(`${path}.threshold`, `${splits} numbers, one for each split`, thresholds.length);
  if (leaves !== weights.length)
    throw fault(`${path}.weight`, `${leaves} numbers, one for each leaf`, weights.length);
  return threshold;
}

function checkPacked(trees: PackedTrees, attributes: readonly ColumnSchema[], path: string): void {
  const nodes = trees.attribute.length;
  for (const name of ["threshold", "skip", "flags"] as const) {
    if (trees[name].length !== nodes)
      throw fault(`${path}.${name}`, `${nodes} numbers, one for each node`, trees[name].length);
  }
  checkValues(trees, path);
  checkStarts(trees.starts, nodes, `${path}.starts`);
  for (let node = 0; node < nodes; node++) checkNode(trees, node, attributes, path);
  for (let tree = 0; tree + 1 < trees.starts.length; tree++) {
    checkPreorder(trees, trees.starts[tree], trees.starts[tree + 1], `${path}.skip`);
  }
}

function checkValues({ values, width }: PackedTrees, path: string): void {
  if (values.length % width !== 0) {
    throw fault(`${path}.values`, `numbers in rows of ${width}`, values.length);
  }
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw fault(`${path}.values[${wrong}]`, "a finite number", values[wrong]);
}

function checkStarts(starts: Int32Array, nodes: number, path: string): void {
  if (starts[0] !== 0) throw fault(`${path}[0]`, "0", starts[0]);
  for (let tree = 1; tree < starts.length; tree++) {
    if (!(starts[tree] > starts[tree - 1]))
      throw fault(`${path}[${tree}]`, "above the start before it", starts[tree]);
  }
  const last = starts.length - 1;
  if (starts[last] !== nodes) throw fault(`${path}[${last}]`, `the number of nodes, ${nodes}`, starts[last]);
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
    if (!(row >= 0 && row < rows))
      throw fault(`${path}.skip[${node}]`, `a row of values (0 to ${rows - 1})`, row);
    checkAmount(trees.threshold[node], `${path}.weight`);
    return;
  }
  if (!(a >= 0 && a < attributes.length)) {
    throw fault(
      `${path}.attribute[${node}]`,
      `-1 or the index of an attribute (0 to ${attributes.length - 1})`,
      a,
    );
  }
  const flags = trees.flags[node];
  if ((flags & ~(MISSING_LEFT | ON_LEVELS)) !== 0) throw fault(`${path}.flags[${node}]`, "0 to 3", flags);
  const { type, levels = [] } = attributes[a];
  const threshold = trees.threshold[node];
  if ((flags & ON_LEVELS) === 0) {
    if (type !== "numeric" && type !== "ordered")
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
        `how far ahead the right branch stands (2 to ${end - node - 1})`,
        skip[node],
      );
    ends.push(end, right);
  }
}
