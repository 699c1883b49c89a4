import { unreachable } from "../../base/errors.js";
import { type Bindings, RowsBuilder } from "./bindings.js";
import type { FactIndex, FactIndexes } from "./factIndex.js";
import { ANY, type BoundLiteral, codeOfTerm } from "./literal.js";

/** The bindings under which the literal also holds; each is repeated for every binding of its new variables. */
export function extend(bindings: Bindings, literal: BoundLiteral, indexes: FactIndexes): Bindings {
  switch (literal.kind) {
    case "relation":
      return literal.negated
        ? withoutMatch(bindings, literal, indexes)
        : withMatches(bindings, literal, indexes);
    case "equal": {
      const [left, right] = literal.terms;
      const at = (cells: Int32Array, start: number, term: number) =>
        term >= 0 ? cells[start + term] : codeOfTerm(term);
      return filter(
        bindings,
        ({ cells }, start) => (at(cells, start, left) === at(cells, start, right)) !== literal.negated,
      );
    }
    default:
      return unreachable(literal);
  }
}

/** An upper bound on the rows that `extend` would make. */
export function rowsAfter(bindings: Bindings, literal: BoundLiteral, indexes: FactIndexes): number {
  const { width, rows, cells } = bindings;
  if (literal.kind === "equal" || literal.negated || !literal.terms.some((term) => term >= width))
    return rows;
  const probe = probeOf(literal, width, indexes);
  const { starts } = probe.index;
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const key = keyAt(probe, cells, row * width);
    if (key >= 0) count += starts[key + 1] - starts[key];
  }
  return count;
}

type RelationLiteral = Extract<BoundLiteral, { kind: "relation" }>;

/** Where a literal's arguments come from, and where its new variables go. */
interface Probe {
  readonly index: FactIndex;
  /** The key to look up: bound codes are written here, one after the other. */
  readonly key: Int32Array;
  /** The terms that are bound, and their places in the key. */
  readonly from: readonly number[];
  readonly order: readonly number[];
  /** The argument of each new variable; variables take the columns after the bound ones. */
  readonly added: readonly number[];
  /** Arguments that must be equal, in pairs: both are the same new variable. */
  readonly equal: readonly number[];
}

function probeOf({ facts, terms }: RelationLiteral, width: number, indexes: FactIndexes): Probe {
  const bound: number[] = [];
  const added: number[] = [];
  const equal: number[] = [];
  terms.forEach((term, argument) => {
    if (term === ANY) return;
    if (term < width) bound.push(argument);
    else if (added[term - width] === undefined) added[term - width] = argument;
    else equal.push(added[term - width], argument);
  });
  const from = bound.map((argument) => terms[argument]);
  const order = from.map((_, i) => i);
  return { index: indexes.of(facts, bound), key: new Int32Array(bound.length), from, order, added, equal };
}

/** The key of the tuples that match a row, which begin at `index.order[starts[key]]`; -1 if there are none. */
function keyAt({ index, key, from, order }: Probe, cells: Int32Array, start: number): number {
  if (from.length === 1 && from[0] >= 0) return index.keys.findFirst(cells[start + from[0]]);
  for (let i = 0; i < from.length; i++) key[i] = from[i] >= 0 ? cells[start + from[i]] : codeOfTerm(from[i]);
  return index.keys.find(key, 0, order);
}

function withMatches(bindings: Bindings, literal: RelationLiteral, indexes: FactIndexes): Bindings {
  const { width, rows, cells, example } = bindings;
  const probe = probeOf(literal, width, indexes);
  const { added, equal, index } = probe;
  const { starts, order } = index;
  if (added.length === 0) return filter(bindings, (_, start) => keyAt(probe, cells, start) >= 0);
  const { tuples, arity } = literal.facts;
  const built = new RowsBuilder(width + added.length, rows);
  let positives = 0;
  for (let row = 0; row < rows; row++) {
    if (row === bindings.positives) positives = built.length;
    const key = keyAt(probe, cells, row * width);
    if (key < 0) continue;
    for (let i = starts[key]; i < starts[key + 1]; i++) {
      const tuple = order[i] * arity;
      if (equal.length > 0 && !areEqual(tuples, tuple, equal)) continue;
      const at = built.add(cells, row * width, width, example[row]) + width;
      for (let v = 0; v < added.length; v++) built.set(at + v, tuples[tuple + added[v]]);
    }
  }
  return built.finish(bindings.positives >= rows ? built.length : positives);
}

function areEqual(tuples: Int32Array, tuple: number, equal: readonly number[]): boolean {
  for (let i = 0; i < equal.length; i += 2) {
    if (tuples[tuple + equal[i]] !== tuples[tuple + equal[i + 1]]) return false;
  }
  return true;
}

function withoutMatch(bindings: Bindings, literal: RelationLiteral, indexes: FactIndexes): Bindings {
  const probe = probeOf(literal, bindings.width, indexes);
  return filter(bindings, ({ cells }, start) => keyAt(probe, cells, start) < 0);
}

/** The rows for which `isKept` is true. */
export function filter(
  bindings: Bindings,
  isKept: (bindings: Bindings, start: number, row: number) => boolean,
): Bindings {
  const { width, rows, cells, example } = bindings;
  const built = new RowsBuilder(width, rows);
  let positives = 0;
  for (let row = 0; row < rows; row++) {
    if (!isKept(bindings, row * width, row)) continue;
    built.add(cells, row * width, width, example[row]);
    if (row < bindings.positives) positives++;
  }
  return built.finish(positives);
}
