import { type Random, random } from "../src/base/random.js";
import { AnswerRows } from "../src/model/answerRows.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees, wordsFor } from "../src/model/packed.js";
import type { ColumnSchema } from "../src/table/schema.js";

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
  0,
  -0,
  MIN_VALUE,
  -MIN_VALUE,
  1,
  1 + EPSILON,
  1 - EPSILON / 2,
  MAX_VALUE,
  -MAX_VALUE,
  1e39,
  3,
];

export function randomPacked(shape: PackedShape): PackedCase {
  const rng = random(shape.seed);
  const { trees = 1 + rng.below(4), leaves = 1 + rng.below(20), rows = rng.below(60) } = shape;
  const { width = 1 + rng.below(4) } = shape;
  const attributes = Array.from({ length: shape.attributes ?? 1 + rng.below(5) }, (_, a) =>
    shape.numeric ? ({ name: `a${a}`, type: "numeric" } as const) : attributeAt(a, rng),
  );
  const columns = new Columns(width, shape.skewed === true);
  for (let tree = 0; tree < trees; tree++) {
    columns.addTree(shape.exactly ? leaves : 1 + rng.below(leaves), attributes, rng);
  }
  const packed = columns.packed();
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
  return { name: `a${a}`, type, levels: Array.from({ length: levels }, (_, code) => `level ${code}`) };
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
class Columns {
  private readonly starts = [0];
  private readonly attribute: number[] = [];
  private readonly threshold: number[] = [];
  private readonly skip: number[] = [];
  private readonly flags: number[] = [];
  private readonly sets: number[] = [];
  private readonly answers: AnswerRows;

  constructor(
    private readonly width: number,
    private readonly skewed: boolean,
  ) {
    this.answers = new AnswerRows(width);
  }

  addTree(leaves: number, attributes: readonly ColumnSchema[], rng: Random): void {
    this.addNode(leaves, attributes, rng);
    this.starts.push(this.attribute.length);
  }

  private addNode(leaves: number, attributes: readonly ColumnSchema[], rng: Random): void {
    const at = this.attribute.length;
    if (leaves === 1) {
      const answer = Array.from({ length: this.width }, () => rng.normal());
      this.push(LEAF, 0, this.answers.add(answer), 0);
      return;
    }
    const a = rng.below(attributes.length);
    const { type, levels = [] } = attributes[a];
    const onLevels = type === "nominal" || (type === "ordered" && rng.below(2) === 0);
    const flags = (rng.below(2) * MISSING_LEFT) | (onLevels ? ON_LEVELS : 0);
    this.push(a, this.thresholdOf(type, levels.length, onLevels, rng), 0, flags);
    const left = 1 + rng.below(leaves - 1);
    this.addNode(left, attributes, rng);
    this.skip[at] = this.attribute.length - at;
    this.addNode(leaves - left, attributes, rng);
  }

  private thresholdOf(type: string, levels: number, onLevels: boolean, rng: Random): number {
    if (onLevels) {
      const at = this.sets.length;
      for (let word = 0; word < wordsFor(levels); word++) this.sets.push(rng.bits());
      return at;
    }
    if (type === "ordered") return rng.below(levels);
    if (this.skewed) return rng.below(50) === 0 ? 1e300 * rng.normal() : 1e-9 * rng.normal();
    return rng.below(4) === 0 ? AWKWARD[rng.below(AWKWARD.length)] : rng.normal();
  }

  private push(attribute: number, threshold: number, skip: number, flags: number): void {
    this.attribute.push(attribute);
    this.threshold.push(threshold);
    this.skip.push(skip);
    this.flags.push(flags);
  }

  packed(): PackedTrees {
    return {
      starts: Int32Array.from(this.starts),
      attribute: Int32Array.from(this.attribute),
      threshold: Float64Array.from(this.threshold),
      skip: Int32Array.from(this.skip),
      flags: Uint8Array.from(this.flags),
      sets: Uint32Array.from(this.sets),
      values: this.answers.values(),
      width: this.width,
    };
  }
}
