import { AnswerRows } from "./answerRows.js";
import { GrowingColumn } from "./growingColumn.js";
import { LEAF, ON_LEVELS, type PackedTrees } from "./packed.js";

/** All the trees, those of the first part first. Answers that several parts share are stored once. */
export function joinPacked(parts: readonly PackedTrees[]): PackedTrees {
  const join = new PackedJoin();
  for (const part of parts) join.add(part);
  return join.joined();
}

/**
 * Joins parts as they come: their columns are copied to the end of the whole's, and what they refer to is translated there.
 * So a part may be in memory that is used again afterwards.
 */
export class PackedJoin {
  private readonly starts = new GrowingColumn<Int32Array>((length) => new Int32Array(length));
  private readonly attribute = new GrowingColumn<Int32Array>((length) => new Int32Array(length));
  private readonly threshold = new GrowingColumn<Float64Array>((length) => new Float64Array(length));
  private readonly skip = new GrowingColumn<Int32Array>((length) => new Int32Array(length));
  private readonly flags = new GrowingColumn<Uint8Array>((length) => new Uint8Array(length));
  private readonly sets = new GrowingColumn<Uint32Array>((length) => new Uint32Array(length));
  private answers: AnswerRows | undefined;
  /** The part that was added, if it is the only one. */
  private only: PackedTrees | undefined;
  private parts = 0;

  /** `expected` parts of about the same size. */
  constructor(private readonly expected = 1) {
    this.starts.add(Int32Array.of(0));
  }

  add(part: PackedTrees): void {
    const { starts, attribute, values, width } = part;
    if (this.parts === 0) this.reserve(part);
    this.only = this.parts++ === 0 ? copied(part) : undefined;
    const nodes = this.attribute.length;
    const words = this.sets.length;
    this.answers ??= new AnswerRows(width);
    const rows = rowsIn(this.answers, values, width);
    this.starts.add(starts.subarray(1).map((start) => start + nodes));
    this.attribute.add(attribute);
    this.flags.add(part.flags);
    this.sets.add(part.sets);
    const skip = this.skip.add(part.skip);
    if (!isIdentity(rows)) moveAnswers(attribute, skip, rows);
    const threshold = this.threshold.add(part.threshold);
    if (part.sets.length > 0 && words > 0) moveSets(attribute, part.flags, threshold, words);
  }

  /** Of the parts so far; more may be added. */
  joined(): PackedTrees {
    if (this.only) return this.only;
    return {
      starts: this.starts.held(),
      attribute: this.attribute.held(),
      threshold: this.threshold.held(),
      skip: this.skip.held(),
      flags: this.flags.held(),
      sets: this.sets.held(),
      values: this.answers?.values() ?? new Float64Array(0),
      width: this.answers?.width ?? 1,
    };
  }

  private reserve({ attribute, sets }: PackedTrees): void {
    const room = (length: number) => Math.min(Math.ceil(length * this.expected * MARGIN), MOST_ROOM);
    for (const column of [this.attribute, this.threshold, this.skip, this.flags])
      column.reserve(room(attribute.length));
    this.sets.reserve(room(sets.length));
  }
}

/** By how much parts may exceed what is expected of them before their columns are moved. */
const MARGIN = 1.1;
/** Cells for which there is room before they come: what is expected may be more than there will be, or than fits. */
const MOST_ROOM = 2 ** 24;

function copied({
  starts,
  attribute,
  threshold,
  skip,
  flags,
  sets,
  values,
  width,
}: PackedTrees): PackedTrees {
  return {
    ...{ starts: starts.slice(), attribute: attribute.slice(), threshold: threshold.slice() },
    ...{ skip: skip.slice(), flags: flags.slice(), sets: sets.slice(), values: values.slice(), width },
  };
}

/** By row of a part's values: the row of the same answer in the whole. */
function rowsIn(answers: AnswerRows, values: Float64Array, width: number): Int32Array {
  const rows = new Int32Array(values.length / width);
  for (let row = 0; row < rows.length; row++) rows[row] = answers.add(values, row * width);
  return rows;
}

function isIdentity(rows: Int32Array): boolean {
  for (let row = 0; row < rows.length; row++) if (rows[row] !== row) return false;
  return true;
}

function moveAnswers(attribute: Int32Array, skip: Int32Array, rows: Int32Array): void {
  for (let node = 0; node < attribute.length; node++)
    if (attribute[node] === LEAF) skip[node] = rows[skip[node]];
}

function moveSets(attribute: Int32Array, flags: Uint8Array, threshold: Float64Array, words: number): void {
  for (let node = 0; node < attribute.length; node++)
    if (attribute[node] !== LEAF && (flags[node] & ON_LEVELS) !== 0) threshold[node] += words;
}
