import { unreachable } from "../../base/errors.js";
import { type Bindings, RowsBuilder } from "./bindings.js";
import type { FactIndex, FactIndexes } from "./factIndex.js";
import { ANY, type BoundLiteral, codeOfTerm } from "./literal.js";

/** The bindings under which the literal holds too; each is repeated for every way to bind its new variables. */
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

type RelationLiteral = Extract<BoundLiteral, { kind: "relation" }>;

/** Where a literal's arguments come from, and where its new variables go. */
interface Probe {
  readonly index: FactIndex;
  /** The key to look up: bound codes are written here, one after the other. */
  readonly key: Int32Array;
  readonly from: readonly number[];
  readonly order: readonly number[];
  /** Argument and column of each first occurrence of a new variable. */
  readonly news: readonly (readonly [argument: number, column: number])[];
  /** Two arguments with the same new variable. */
  readonly equals: readonly (readonly [number, number])[];
}

function probeOf({ facts, terms }: RelationLiteral, width: number, indexes: FactIndexes): Probe {
  const bound: number[] = [];
  const news: [number, number][] = [];
  const equals: [number, number][] = [];
  terms.forEach((term, argument) => {
    if (term === ANY) return;
    if (term < width) {
      bound.push(argument);
      return;
    }
    const first = news.find(([, column]) => column === term);
    if (first === undefined) news.push([argument, term]);
    else equals.push([first[0], argument]);
  });
  const from = bound.map((argument) => terms[argument]);
  return {
    index: indexes.of(facts, bound),
    key: new Int32Array(bound.length),
    from,
    order: from.map((_, i) => i),
    news,
    equals,
  };
}

/** The tuples that match a row are `index.order[starts[key]]` on; -1 when there are none. */
function keyAt({ index, key, from, order }: Probe, cells: Int32Array, start: number): number {
  for (let i = 0; i < from.length; i++) key[i] = from[i] >= 0 ? cells[start + from[i]] : codeOfTerm(from[i]);
  return index.keys.find(key, 0, order);
}

function withMatches(bindings: Bindings, literal: RelationLiteral, indexes: FactIndexes): Bindings {
  const { width, rows, cells, example } = bindings;
  const probe = probeOf(literal, width, indexes);
  const { news, equals, index } = probe;
  if (news.length === 0) return filter(bindings, (_, start) => keyAt(probe, cells, start) >= 0);
  const { tuples, arity } = literal.facts;
  const built = new RowsBuilder(width + news.length, rows);
  let positives = 0;
  for (let row = 0; row < rows; row++) {
    if (row === bindings.positives) positives = built.length;
    const key = keyAt(probe, cells, row * width);
    if (key < 0) continue;
    for (let i = index.starts[key]; i < index.starts[key + 1]; i++) {
      const tuple = index.order[i] * arity;
      if (equals.some(([a, b]) => tuples[tuple + a] !== tuples[tuple + b])) continue;
      const at = built.add(cells, row * width, width, example[row]);
      for (const [argument, column] of news) built.set(at + column, tuples[tuple + argument]);
    }
  }
  return built.finish(bindings.positives >= rows ? built.length : positives);
}

function withoutMatch(bindings: Bindings, literal: RelationLiteral, indexes: FactIndexes): Bindings {
  const probe = probeOf(literal, bindings.width, indexes);
  return filter(bindings, ({ cells }, start) => keyAt(probe, cells, start) < 0);
}

/** The rows that `keeps` says yes to. */
export function filter(
  bindings: Bindings,
  keeps: (bindings: Bindings, start: number, row: number) => boolean,
): Bindings {
  const { width, rows, cells, example } = bindings;
  const built = new RowsBuilder(width, rows);
  let positives = 0;
  for (let row = 0; row < rows; row++) {
    if (!keeps(bindings, row * width, row)) continue;
    built.add(cells, row * width, width, example[row]);
    if (row < bindings.positives) positives++;
  }
  return built.finish(positives);
}
