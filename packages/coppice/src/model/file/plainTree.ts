import { withColumns } from "../lazyNodes.js";
import { LevelWords } from "../levelWords.js";
import type { Model } from "../model.js";
import type { PackedTree } from "../packedTree.js";
import { parseModel } from "../parse.js";
import type { TreeModel } from "../tree.js";
import { columnsAreValid } from "./columnChecks.js";
import { type ParseJson, parseJson } from "./compact.js";
import { ascii, PlainBytes } from "./plainBytes.js";
import { type ListedTree, PlainNodes } from "./plainNodes.js";

/**
 * A tree from the JSON that we write for it, if all its tests are thresholds or sets of levels with two branches: the
 * nodes are read into columns, and never made unless someone asks for them, which takes a fraction of the time for a large
 * tree. Undefined for anything else and for anything wrong: `JSON.parse` and `parseModel` then read it, or say what is wrong.
 */
export function plainTree(bytes: Uint8Array): TreeModel | undefined {
  const start = nodesStart(bytes);
  if (start < 0) return undefined;
  const read = new PlainNodes(bytes, start).read();
  if (read === undefined) return undefined;
  const tail = textOf(bytes, read.end, bytes.length);
  // A later field of the same name would count, however it is written.
  if (tail.includes("nodes") || tail.includes("\\")) return undefined;
  // The rest is checked with a single node, which is a leaf: the last one always is.
  const leaf = textOf(bytes, read.lastNode, read.end - 1);
  const head = checked(`${textOf(bytes, 0, start)}[${leaf}]${tail}`);
  if (head === undefined || !columnsAreValid(read.columns, head)) return undefined;
  return withColumns(head, () => packed(read.columns, head));
}

/** With the words of its tests on levels. */
function packed({ lists, ...tree }: ListedTree, { attributes }: TreeModel): PackedTree {
  const words = new LevelWords();
  for (const [node, list] of lists) {
    const levels = attributes[tree.attribute[node]].levels?.length ?? 0;
    tree.threshold[node] = words.add(list, levels, tree.flags[node]);
  }
  return { ...tree, ...words.words() };
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(start, end));
}

const FIELD = ascii('"nodes":[');
const OPEN = [0x7b, 0x5b];
const CLOSE = [0x7d, 0x5d];
const QUOTE = 0x22;
const ESCAPE = 0x5c;

/** Where the list of nodes begins; -1 if there is none where we write it. */
function nodesStart(bytes: Uint8Array): number {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (OPEN.includes(bytes[at])) depth++;
    else if (CLOSE.includes(bytes[at])) depth--;
    else if (bytes[at] === QUOTE) {
      if (depth === 1 && new PlainBytes(bytes, at).take(FIELD)) return at + FIELD.length - 1;
      at = stringEnd(bytes, at);
      if (at < 0) return -1;
    }
  }
  return -1;
}

/** The quotation mark that ends the string which begins here. */
function stringEnd(bytes: Uint8Array, at: number): number {
  for (let end = bytes.indexOf(QUOTE, at + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === ESCAPE) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

function checked(text: string): TreeModel | undefined {
  try {
    const json = JSON.parse(text) as Partial<TreeModel>;
    if (json.format !== "coppice-tree" || json.version !== 2 || json.derived !== undefined) return undefined;
    return parseModel(json) as TreeModel;
  } catch {
    return undefined;
  }
}

/** What `modelFrom` need not check again. */
class CheckedTree {
  constructor(readonly model: TreeModel) {}
}

/** The content of a file of JSON, for `modelFrom`. */
export function treeOrJson(bytes: Uint8Array, parse: ParseJson = parseJson): unknown {
  const tree = plainTree(bytes);
  return tree ? new CheckedTree(tree) : parse(bytes);
}

/** The model in what `treeOrJson` returned, or in JSON parsed by other means. */
export function modelFrom(read: unknown): Model {
  return read instanceof CheckedTree ? read.model : parseModel(read);
}
