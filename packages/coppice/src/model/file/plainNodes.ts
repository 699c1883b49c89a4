import type { LevelSets } from "../grownTree.js";
import { LEAF, MISSING_LEFT, ON_LEVELS } from "../packed.js";
import type { ClassAnswers, PackedTree, ValueAnswers } from "../packedTree.js";
import { ascii, CLOSE_LIST, COMMA, PlainBytes } from "./plainBytes.js";

/** A packed tree whose tests on levels are lists still: how many words they take is in the model's head. */
export interface ListedTree extends Omit<PackedTree, "sets" | "named"> {
  readonly lists: ReadonlyMap<number, LevelSets>;
}

/** What was read: `lastNode` is where the last node begins, `end` is past the bracket that closes the list. */
export interface ReadNodes {
  readonly columns: ListedTree;
  readonly lastNode: number;
  readonly end: number;
}

const CLOSE_OBJECT = 0x7d;
const C = 0x63;
const T = 0x74;
const WEIGHT = ascii('{"weight":');
const TEST = ascii('"test":{"kind":"');
const BRANCHES = ascii('},"branches":[');
const MISSING = ascii('],"missing":{"kind":"branch","to":');
const GAIN = ascii('},"gain":');
const THRESHOLD_TEST = ascii('threshold","attribute":');
const THRESHOLD = ascii(',"threshold":');
const SUBSET_TEST = ascii('subset","attribute":');
const LEFT = ascii(',"left":');
const RIGHT = ascii(',"right":');
const COUNTS = ascii(',"counts":[');
const LABEL = ascii('],"label":');
const VALUE = ascii(',"value":');
const ERROR = ascii(',"error":');
/** Characters of a node, at least: `{"weight":1,"value":0,"error":0},`. */
const SHORTEST = 33;

/**
 * The nodes of a binary tree as columns, from the JSON that we write, character by character: `lazyNodes` makes the same
 * objects from them as `JSON.parse`. Declines other orders of fields, other fields, and spaces.
 */
export class PlainNodes {
  private readonly from: PlainBytes;
  private readonly attribute: Int32Array;
  private readonly skip: Int32Array;
  private readonly threshold: Float64Array;
  private readonly flags: Uint8Array;
  private readonly gain: Float64Array;
  private readonly weight: Float64Array;
  private readonly lists = new Map<number, LevelSets>();
  private answers: ClassLists | ValueLists | undefined;

  /** `start` is where the opening bracket is. */
  constructor(
    private readonly bytes: Uint8Array,
    start: number,
  ) {
    this.from = new PlainBytes(bytes, start + 1);
    // Memory that is never written costs nothing.
    const most = Math.ceil((bytes.length - start) / SHORTEST);
    this.attribute = new Int32Array(most);
    this.skip = new Int32Array(most);
    this.threshold = new Float64Array(most);
    this.flags = new Uint8Array(most);
    this.gain = new Float64Array(most);
    this.weight = new Float64Array(most);
  }

  read(): ReadNodes | undefined {
    const { from } = this;
    for (let node = 0; node < this.attribute.length; node++) {
      const lastNode = from.at;
      if (!this.node(node)) return undefined;
      const next = from.character();
      if (next === COMMA) continue;
      if (next !== CLOSE_LIST || this.attribute[node] >= 0) return undefined;
      return { columns: this.columns(node + 1), lastNode, end: from.at };
    }
    return undefined;
  }

  private node(node: number): boolean {
    const { from } = this;
    if (!from.take(WEIGHT)) return false;
    this.weight[node] = from.number();
    this.answers ??= this.firstAnswers();
    if (!this.answers.read(node)) return false;
    this.attribute[node] = LEAF;
    this.skip[node] = node;
    const next = from.character();
    if (next === CLOSE_OBJECT) return true;
    return next === COMMA && this.split(node);
  }

  /** The first node tells what all nodes answer, and how many classes there are. */
  private firstAnswers(): ClassLists | ValueLists {
    const { from, bytes } = this;
    if (bytes[from.at + 2] !== C) return new ValueLists(from, this.weight.length);
    const end = bytes.indexOf(CLOSE_LIST, from.at);
    const classes = bytes.subarray(from.at, end).reduce((sum, byte) => sum + (byte === COMMA ? 1 : 0), 0);
    // A node takes two characters per class besides those of the other fields.
    return new ClassLists(from, classes, Math.ceil(bytes.length / (SHORTEST + 2 * (classes - 1))));
  }

  private split(node: number): boolean {
    const { from } = this;
    if (!from.take(TEST)) return false;
    if (!(from.next() === T ? this.thresholdTest(node) : this.subsetTest(node))) return false;
    if (!from.take(BRANCHES)) return false;
    const left = from.number();
    if (left !== node + 1 || from.character() !== COMMA) return false;
    const skip = from.number() - node;
    this.skip[node] = skip;
    if (this.skip[node] !== skip || !from.take(MISSING)) return false;
    const missing = from.number();
    if (Object.is(missing, 0)) this.flags[node] |= MISSING_LEFT;
    else if (missing !== 1) return false;
    if (!from.take(GAIN)) return false;
    this.gain[node] = from.number();
    return from.character() === CLOSE_OBJECT;
  }

  private thresholdTest(node: number): boolean {
    const { from } = this;
    if (!from.take(THRESHOLD_TEST)) return false;
    if (!this.tested(node) || !from.take(THRESHOLD)) return false;
    this.threshold[node] = from.number();
    return true;
  }

  private subsetTest(node: number): boolean {
    const { from } = this;
    if (!from.take(SUBSET_TEST) || !this.tested(node) || !from.take(LEFT)) return false;
    const left = from.list();
    if (left === undefined || !from.take(RIGHT)) return false;
    const right = from.list();
    if (right === undefined) return false;
    this.lists.set(node, { left, right });
    this.flags[node] = ON_LEVELS;
    return true;
  }

  private tested(node: number): boolean {
    const attribute = this.from.number();
    this.attribute[node] = attribute;
    return attribute >= 0 && Object.is(this.attribute[node], attribute);
  }

  private columns(count: number): ListedTree {
    const { attribute, skip, threshold, flags, gain, weight, lists } = this;
    return {
      ...{
        starts: Int32Array.of(0, count),
        attribute: attribute.slice(0, count),
        skip: skip.slice(0, count),
      },
      ...{ threshold: threshold.slice(0, count), flags: flags.slice(0, count), lists },
      ...{ gain: gain.slice(0, count), weight: weight.slice(0, count) },
      answers: this.answers!.finish(count),
    };
  }
}

/** Class weights and labels of nodes. */
class ClassLists {
  private readonly counts: Float64Array;
  private readonly labels: Int32Array;

  constructor(
    private readonly from: PlainBytes,
    private readonly classes: number,
    most: number,
  ) {
    this.counts = new Float64Array(classes * most);
    this.labels = new Int32Array(most);
  }

  read(node: number): boolean {
    const { from, classes, counts } = this;
    if (!from.take(COUNTS)) return false;
    for (let k = 0; k < classes; k++) {
      if (k > 0 && from.character() !== COMMA) return false;
      counts[node * classes + k] = from.number();
    }
    if (!from.take(LABEL)) return false;
    const label = from.number();
    this.labels[node] = label;
    return Object.is(this.labels[node], label);
  }

  finish(count: number): ClassAnswers {
    const { classes, counts, labels } = this;
    return {
      kind: "classes",
      classes,
      counts: counts.slice(0, count * classes),
      label: labels.slice(0, count),
    };
  }
}

/** Values and errors of nodes. */
class ValueLists {
  private readonly values: Float64Array;
  private readonly errors: Float64Array;

  constructor(
    private readonly from: PlainBytes,
    most: number,
  ) {
    this.values = new Float64Array(most);
    this.errors = new Float64Array(most);
  }

  read(node: number): boolean {
    const { from } = this;
    if (!from.take(VALUE)) return false;
    this.values[node] = from.number();
    if (!from.take(ERROR)) return false;
    this.errors[node] = from.number();
    return true;
  }

  finish(count: number): ValueAnswers {
    return { kind: "values", value: this.values.slice(0, count), error: this.errors.slice(0, count) };
  }
}
