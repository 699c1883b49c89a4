import type { Facts } from "../../engine/relations/literal.js";
import type { FoilLiteral, Predicate } from "./predicate.js";

/** "Goes from argument `from` to argument `to` of a relation": a step down in an order, if the steps have no cycle. */
interface Step {
  readonly predicate: Predicate;
  readonly from: number;
  readonly to: number;
}

/**
 * Why recursion terminates: in every recursive literal the first of these arguments that changes decreases, by steps that
 * together have no cycle (after Cameron-Jones and Quinlan 1993). `steps[i]` are those that take `places[i]` down.
 */
export interface Measure {
  readonly places: readonly number[];
  readonly steps: readonly (readonly Step[])[];
}

/** Before any recursive literal: any argument may be the one that decreases, or a second one while the first is unchanged. */
export function allMeasures(arity: number): Measure[] {
  const places = Array.from({ length: arity }, (_, p) => p);
  const pairs = places.flatMap((p) => places.filter((q) => q !== p).map((q) => [p, q]));
  return [...places.map((p) => [p]), ...pairs].map((chosen) => ({
    places: chosen,
    steps: chosen.map(() => []),
  }));
}

/** Paths tried from one variable to another. */
const PATHS = 64;

/** What is known about one prefix of a clause. */
interface Known {
  readonly edges: readonly Edge[];
  /** By measure, and then by the level and the variable that a recursive literal has there. */
  readonly under: Map<Measure, Map<string, Measure | undefined>>;
}

export class Orders {
  private readonly known = new Map<string, boolean>();
  private readonly ids = new Map<Predicate, number>();
  private readonly beginnings = new WeakMap<readonly FoilLiteral[], Known>();

  constructor(private readonly constants: number) {}

  /** The measures under which a recursive literal with these terms, after `literals`, still makes recursion end. */
  admit(measures: readonly Measure[], literals: readonly FoilLiteral[], terms: readonly number[]): Measure[] {
    let known = this.beginnings.get(literals);
    if (known === undefined) {
      known = { edges: literals.flatMap(edgesOf), under: new Map() };
      this.beginnings.set(literals, known);
    }
    const admitted: Measure[] = [];
    for (const measure of measures) {
      const kept = this.under(measure, known, terms);
      if (kept !== undefined) admitted.push(kept);
    }
    return admitted;
  }

  private under(measure: Measure, known: Known, terms: readonly number[]): Measure | undefined {
    const level = measure.places.findIndex((place) => terms[place] !== place);
    if (level < 0) return undefined;
    const end = terms[measure.places[level]];
    let found = known.under.get(measure);
    if (found === undefined) {
      found = new Map();
      known.under.set(measure, found);
    }
    const name = `${level}:${end}`;
    if (!found.has(name)) found.set(name, this.goingDown(measure, level, end, known.edges));
    return found.get(name);
  }

  private goingDown(
    measure: Measure,
    level: number,
    end: number,
    edges: readonly Edge[],
  ): Measure | undefined {
    for (const path of pathsBetween(measure.places[level], end, edges)) {
      const steps = this.merged(measure.steps[level], path);
      if (!this.acyclic(steps)) continue;
      return { places: measure.places, steps: measure.steps.map((old, l) => (l === level ? steps : old)) };
    }
    return undefined;
  }

  private merged(steps: readonly Step[], path: readonly Step[]): Step[] {
    const all = new Map([...steps, ...path].map((step) => [this.nameOf(step), step]));
    return [...all].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, step]) => step);
  }

  private nameOf({ predicate, from, to }: Step): string {
    let id = this.ids.get(predicate);
    if (id === undefined) {
      id = this.ids.size;
      this.ids.set(predicate, id);
    }
    return `${id}:${from}:${to}`;
  }

  private acyclic(steps: readonly Step[]): boolean {
    const name = steps.map((step) => this.nameOf(step)).join();
    let known = this.known.get(name);
    if (known === undefined) {
      known = hasNoCycle(steps, this.constants);
      this.known.set(name, known);
    }
    return known;
  }
}

/** Ways from one variable to another along the arguments of positive literals, shorter ones first. */
function* pathsBetween(start: number, end: number, edges: readonly Edge[]): Generator<Step[]> {
  let waiting: { at: number; path: Step[]; seen: readonly number[] }[] = [
    { at: start, path: [], seen: [start] },
  ];
  for (let tried = 0; waiting.length > 0 && tried < PATHS; ) {
    const longer: typeof waiting = [];
    for (const { at, path, seen } of waiting) {
      for (const { a, b, step } of edges) {
        if (a !== at || seen.includes(b)) continue;
        if (b === end) {
          tried++;
          yield [...path, step];
        } else longer.push({ at: b, path: [...path, step], seen: [...seen, b] });
      }
    }
    waiting = longer.slice(0, PATHS);
  }
}

/** A step that a clause takes, from variable a to variable b. */
interface Edge {
  readonly a: number;
  readonly b: number;
  readonly step: Step;
}

function edgesOf(literal: FoilLiteral): Edge[] {
  const { predicate } = literal;
  if (literal.kind !== "relation" || literal.negated || predicate === undefined) return [];
  const { terms } = literal;
  return terms.flatMap((a, from) =>
    terms.flatMap((b, to) =>
      a >= 0 && b >= 0 && predicate.types[from] === predicate.types[to] && from !== to
        ? [{ a, b, step: { predicate, from, to } }]
        : [],
    ),
  );
}

/** Removes nodes without incoming steps until nothing is left, or only cycles. */
function hasNoCycle(steps: readonly Step[], constants: number): boolean {
  const into = new Int32Array(constants);
  const out: number[][] = Array.from({ length: constants }, () => []);
  let edges = 0;
  for (const { predicate, from, to } of steps) {
    eachTuple(predicate.facts, (tuples, at) => {
      out[tuples[at + from]].push(tuples[at + to]);
      into[tuples[at + to]]++;
      edges++;
    });
  }
  const free = [...into.keys()].filter((code) => into[code] === 0);
  for (let code = free.pop(); code !== undefined; code = free.pop()) {
    for (const next of out[code]) {
      edges--;
      if (--into[next] === 0) free.push(next);
    }
  }
  return edges === 0;
}

function eachTuple({ tuples, arity }: Facts, visit: (tuples: Int32Array, at: number) => void): void {
  for (let at = 0; at < tuples.length; at += arity) visit(tuples, at);
}
