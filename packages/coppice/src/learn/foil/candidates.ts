import { ANY, constantTerm } from "../../engine/relations/literal.js";
import type { Measure } from "./orders.js";
import type { FoilLiteral, Predicate } from "./predicate.js";
import type { Space } from "./space.js";

/** A clause so far. */
export interface Beginning {
  readonly literals: readonly FoilLiteral[];
  /** The type of each variable. */
  readonly types: readonly number[];
  readonly measures: readonly Measure[];
}

/** A literal that could come next, and the types of the variables it introduces. */
export interface Candidate {
  readonly literal: FoilLiteral;
  readonly news: readonly number[];
}

export interface Choice {
  /** All literals that could come next, in a fixed order. */
  readonly candidates: readonly Candidate[];
  /** Their number without recursive ones: which of those are allowed depends on the order of literals, and the cost must not. */
  readonly possible: number;
}

export function candidatesFor(space: Space, clause: Beginning): Choice {
  const width = clause.types.length;
  const present = shapesIn(clause.literals, space.target.types.length);
  const found: Candidate[] = [];
  for (const predicate of space.predicates) {
    for (const { terms, news } of patternsOf(predicate, clause.types, space.options.maxVariables)) {
      if (present.has(shapeOf(predicate, terms, width))) continue;
      const literal = {
        kind: "relation",
        predicate,
        facts: predicate.facts,
        terms,
        negated: false,
        bits: 0,
      } as const;
      if (predicate === space.target) {
        if (space.orders.admit(clause.measures, clause.literals, terms).length > 0)
          found.push({ literal, news });
        continue;
      }
      found.push({ literal, news });
      if (!space.options.negation || terms.filter((term) => term >= width).length > news.length) continue;
      const open = terms.map((term) => (term < width ? term : ANY));
      found.push({ literal: { ...literal, terms: open, negated: true }, news: [] });
    }
  }
  const candidates = [...found, ...comparisonsOf(space, clause)];
  const possible = candidates.filter(({ literal }) => literal.predicate !== space.target).length;
  return { candidates, possible };
}

/** The same literal again, with other names for its new variables, would only count bindings twice. */
function shapesIn(literals: readonly FoilLiteral[], arity: number): Set<string> {
  const shapes = new Set<string>();
  let width = arity;
  for (const literal of literals) {
    if (literal.kind !== "relation" || literal.negated) continue;
    shapes.add(shapeOf(literal.predicate!, literal.terms, width));
    width = Math.max(width, ...literal.terms.map((term) => term + 1));
  }
  return shapes;
}

function shapeOf({ name }: Predicate, terms: readonly number[], width: number): string {
  return JSON.stringify([name, ...terms.map((term) => (term < width ? term : "new"))]);
}

interface Pattern {
  readonly terms: readonly number[];
  readonly news: readonly number[];
}

/** All ways to fill a predicate's arguments with variables of their types, old ones or new ones, at least one old. */
export function patternsOf(predicate: Predicate, types: readonly number[], maxVariables: number): Pattern[] {
  let patterns: Pattern[] = [{ terms: [], news: [] }];
  for (const type of predicate.types) {
    patterns = patterns.flatMap(({ terms, news }) => {
      const known = [...types, ...news];
      const same = known.flatMap((each, v) => (each === type ? [{ terms: [...terms, v], news }] : []));
      const fresh = { terms: [...terms, known.length], news: [...news, type] };
      return known.length < maxVariables ? [...same, fresh] : same;
    });
  }
  return patterns.filter(({ terms }) => terms.some((term) => term < types.length));
}

function comparisonsOf(
  { options, constants, relations }: Space,
  { types, literals }: Beginning,
): Candidate[] {
  const pairs: [number, number][] = [];
  types.forEach((type, v) => {
    if (options.equality)
      for (let w = v + 1; w < types.length; w++) if (types[w] === type) pairs.push([v, w]);
    const members = new Set(relations.types[type].constants);
    for (const code of constants) if (members.has(code)) pairs.push([v, constantTerm(code)]);
  });
  const present = new Set(literals.filter(({ kind }) => kind === "equal").map(({ terms }) => terms.join()));
  return pairs
    .filter((terms) => !present.has(terms.join()))
    .flatMap((terms) =>
      [false, true].map(
        (negated): Candidate => ({ literal: { kind: "equal", terms, negated, bits: 0 }, news: [] }),
      ),
    );
}
