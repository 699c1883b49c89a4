import { AnswerRows } from "./answerRows.js";
import { LEAF, ON_LEVELS, type PackedTrees } from "./packed.js";

/** All the trees, those of the first part first. Answers that several parts share are stored once. */
export function joinPacked(parts: readonly PackedTrees[]): PackedTrees {
  if (parts.length === 1) return parts[0];
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
  const width = parts[0]?.width ?? 1;
  const answers = new AnswerRows(width);
  const at = { tree: 0, node: 0, word: 0 };
  for (const part of parts) {
    joined.attribute.set(part.attribute, at.node);
    joined.flags.set(part.flags, at.node);
    joined.threshold.set(part.threshold, at.node);
    joined.skip.set(part.skip, at.node);
    joined.sets.set(part.sets, at.word);
    moveReferences(joined, at, part, answers);
    for (let tree = 1; tree < part.starts.length; tree++)
      joined.starts[++at.tree] = at.node + part.starts[tree];
    at.node += part.attribute.length;
    at.word += part.sets.length;
  }
  return { ...joined, values: answers.values(), width };
}

/** Translates a part's references into its own `sets` and `values` to the joined ones. */
function moveReferences(
  joined: Pick<PackedTrees, "threshold" | "skip">,
  at: { readonly node: number; readonly word: number },
  { attribute, flags, sets, values, width }: PackedTrees,
  answers: AnswerRows,
): void {
  const rows = Int32Array.from({ length: values.length / width }, (_, row) =>
    answers.add(values, row * width),
  );
  // Columns of the part alone: over millions of nodes every property access costs.
  const skip = joined.skip.subarray(at.node, at.node + attribute.length);
  if (rows.some((row, own) => row !== own)) moveAnswers(attribute, skip, rows);
  if (sets.length === 0) return;
  for (let node = 0; node < attribute.length; node++)
    if (attribute[node] !== LEAF && (flags[node] & ON_LEVELS) !== 0)
      joined.threshold[at.node + node] += at.word;
}

function moveAnswers(attribute: Int32Array, skip: Int32Array, rows: Int32Array): void {
  for (let node = 0; node < attribute.length; node++)
    if (attribute[node] === LEAF) skip[node] = rows[skip[node]];
}
