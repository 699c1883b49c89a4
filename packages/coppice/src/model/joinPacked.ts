import { AnswerRows } from "./answerRows.js";
import { LEAF, ON_LEVELS, type PackedTrees } from "./packed.js";

/** All the trees, those of the first part first. Answers that several parts share are stored once. */
export function joinPacked(parts: readonly PackedTrees[]): PackedTrees {
  const join = new PackedJoin();
  for (const part of parts) join.add(part);
  return join.joined();
}

/** Joins parts as they come: what a part refers to is translated when it is added, so that only columns are left to join. */
export class PackedJoin {
  /** Parts whose references are those of the whole. */
  private parts: PackedTrees[] = [];
  /** The part that was added, if it is the only one. */
  private only: PackedTrees | undefined;
  private answers: AnswerRows | undefined;
  private words = 0;

  add(part: PackedTrees): void {
    const { attribute, skip, threshold, flags, sets, values, width } = part;
    this.answers ??= new AnswerRows(width);
    const rows = rowsIn(this.answers, values, width);
    this.only = this.parts.length === 0 ? part : undefined;
    this.parts.push({
      ...part,
      skip: isIdentity(rows) ? skip : movedAnswers(attribute, skip, rows),
      threshold: sets.length === 0 ? threshold : movedSets(attribute, flags, threshold, this.words),
    });
    this.words += sets.length;
  }

  /** What is joined stays so: the next time only new parts are added. */
  joined(): PackedTrees {
    if (this.only) return this.only;
    if (this.parts.length !== 1) this.parts = [joinColumns(this.parts, this.answers)];
    return this.parts[0];
  }
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

function movedAnswers(attribute: Int32Array, skip: Int32Array, rows: Int32Array): Int32Array {
  const moved = skip.slice();
  for (let node = 0; node < attribute.length; node++)
    if (attribute[node] === LEAF) moved[node] = rows[skip[node]];
  return moved;
}

function movedSets(
  attribute: Int32Array,
  flags: Uint8Array,
  threshold: Float64Array,
  words: number,
): Float64Array {
  const moved = threshold.slice();
  for (let node = 0; node < attribute.length; node++)
    if (attribute[node] !== LEAF && (flags[node] & ON_LEVELS) !== 0) moved[node] += words;
  return moved;
}

function joinColumns(parts: readonly PackedTrees[], answers: AnswerRows | undefined): PackedTrees {
  const count = (of: (part: PackedTrees) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  const nodes = count((part) => part.attribute.length);
  const joined = {
    starts: new Int32Array(1 + count((part) => part.starts.length - 1)),
    attribute: new Int32Array(nodes),
    threshold: new Float64Array(nodes),
    skip: new Int32Array(nodes),
    flags: new Uint8Array(nodes),
    sets: new Uint32Array(count((part) => part.sets.length)),
  };
  const at = { tree: 0, node: 0, word: 0 };
  for (const part of parts) {
    joined.attribute.set(part.attribute, at.node);
    joined.flags.set(part.flags, at.node);
    joined.threshold.set(part.threshold, at.node);
    joined.skip.set(part.skip, at.node);
    joined.sets.set(part.sets, at.word);
    for (let tree = 1; tree < part.starts.length; tree++)
      joined.starts[++at.tree] = at.node + part.starts[tree];
    at.node += part.attribute.length;
    at.word += part.sets.length;
  }
  return { ...joined, values: answers?.values() ?? new Float64Array(0), width: answers?.width ?? 1 };
}
