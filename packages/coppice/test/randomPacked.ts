import { type Random, random } from "../src/base/random.js";
import { AnswerRows } from "../src/model/answerRows.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees, wordsFor } from "../src/model/packed.js";
import type { ColumnSchema } from "../src/table/schema.js";
import { names } from "../src/testing/columns.js";

/** Random packed trees, with the cells that are hardest for them: thresholds themselves and their neighbours. */
export interface PackedCase {
  readonly trees: PackedTrees;
  readonly attributes: readonly ColumnSchema[];
  /** One array per attribute. */
  readonly cells: (Float64Array | Int32Array)[];
  readonly rows: number;
}

export interface PackedShape {
  readonly seed: number;
  readonly trees?: number;
  readonly leaves?: number;
  readonly rows?: number;
  readonly width?: number;
  /** Every tree has `leaves` leaves, not up to so many. */
  readonly exactly?: boolean;
  readonly attributes?: number;
  /** No attribute has levels. */
  readonly numeric?: boolean;
  /** Most thresholds are close together, with a few far away. */
  readonly skewed?: boolean;
}

const { MAX_VALUE, MIN_VALUE, EPSILON } = Number;
const AWKWARD = [
  ...[0, -0, MIN_VALUE, -MIN_VALUE, 1, 1 + EPSILON, 1 - EPSILON / 2, MAX_VALUE, -MAX_VALUE, 1e39, 3],
];

export function randomPacked(shape: PackedShape): PackedCase {
  const rng = random(shape.seed);
  const { trees = 1 + rng.below(4), leaves = 1 + rng.below(20), rows = rng.below(60) } = shape;
  const { width = 1 + rng.below(4) } = shape;
  const attributes = Array.from({ length: shape.attributes ?? 1 + rng.below(5) }, (_, a) =>
    shape.numeric ? ({ name: `a${a}`, type: "numeric" } as const) : attributeAt(a, rng),
  );
  const grower = new Grower(width, attributes, shape.skewed === true, rng);
  for (let tree = 0; tree < trees; tree++) grower.addTree(shape.exactly ? leaves : 1 + rng.below(leaves));
  const packed = grower.packed();
  const cells = attributes.map(({ type, levels = [] }, a) => {
    if (type === "numeric") return Float64Array.from({ length: rows }, () => numberNear(packed, a, rng));
    const codes = Array.from({ length: rows }, () => codeIn(levels.length, rng));
    return type === "nominal"
      ? Int32Array.from(codes)
      : Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code));
  });
  return { trees: packed, attributes, cells, rows };
}

function attributeAt(a: number, rng: Random): ColumnSchema {
  const type = (["numeric", "nominal", "ordered"] as const)[rng.below(3)];
  if (type === "numeric") return { name: `a${a}`, type };
  const levels = [1, 2, 5, 31, 32, 33, 70, 254, 255, 256, 600][rng.below(11)];
  return { name: `a${a}`, type, levels: names("level ", levels) };
}

/** A missing value, or a level not in training, is -1. */
function codeIn(levels: number, rng: Random): number {
  return rng.below(6) === 0 ? -1 : rng.below(levels);
}

function numberNear({ attribute, threshold }: PackedTrees, a: number, rng: Random): number {
  const node = rng.below(attribute.length);
  const kind = rng.below(5);
  if (kind === 0) return Number.NaN;
  if (kind === 1 || attribute[node] !== a) return AWKWARD[rng.below(AWKWARD.length)];
  if (kind === 2) return threshold[node];
  const up = kind === 3 ? 1 : -1;
  return threshold[node] === 0 ? up * MIN_VALUE : threshold[node] * (1 + up * EPSILON);
}

/** Grows the columns of trees node by node. */
class Grower {
  private readonly starts = [0];
  private readonly nodes: { attribute: number; threshold: number; skip: number; flags: number }[] = [];
  private readonly sets: number[] = [];
  private readonly answers: AnswerRows;

  constructor(
    private readonly width: number,
    private readonly attributes: readonly ColumnSchema[],
    private readonly skewed: boolean,
    private readonly rng: Random,
  ) {
    this.answers = new AnswerRows(width);
  }

  addTree(leaves: number): void {
    this.addNode(leaves);
    this.starts.push(this.nodes.length);
  }

  private addNode(leaves: number): void {
    const { nodes, rng } = this;
    if (leaves === 1) {
      const answer = Array.from({ length: this.width }, () => rng.normal());
      nodes.push({ attribute: LEAF, threshold: 0, skip: this.answers.add(answer), flags: 0 });
      return;
    }
    const attribute = rng.below(this.attributes.length);
    const { type, levels = [] } = this.attributes[attribute];
    const onLevels = type === "nominal" || (type === "ordered" && rng.below(2) === 0);
    const flags = (rng.below(2) * MISSING_LEFT) | (onLevels ? ON_LEVELS : 0);
    const threshold = onLevels ? this.setOf(levels.length) : this.thresholdOf(type, levels.length);
    const node = { attribute, threshold, skip: 0, flags };
    const at = nodes.push(node) - 1;
    const left = 1 + rng.below(leaves - 1);
    this.addNode(left);
    node.skip = nodes.length - at;
    this.addNode(leaves - left);
  }

  private setOf(levels: number): number {
    const at = this.sets.length;
    for (let word = 0; word < wordsFor(levels); word++) this.sets.push(this.rng.bits());
    return at;
  }

  private thresholdOf(type: string, levels: number): number {
    const { rng } = this;
    if (type === "ordered") return rng.below(levels);
    if (this.skewed) return rng.below(50) === 0 ? 1e300 * rng.normal() : 1e-9 * rng.normal();
    return rng.below(4) === 0 ? AWKWARD[rng.below(AWKWARD.length)] : rng.normal();
  }

  packed(): PackedTrees {
    const { nodes, width } = this;
    return {
      starts: Int32Array.from(this.starts),
      attribute: Int32Array.from(nodes, ({ attribute }) => attribute),
      threshold: Float64Array.from(nodes, ({ threshold }) => threshold),
      skip: Int32Array.from(nodes, ({ skip }) => skip),
      flags: Uint8Array.from(nodes, ({ flags }) => flags),
      sets: Uint32Array.from(this.sets),
      values: this.answers.values(),
      width,
    };
  }
}
