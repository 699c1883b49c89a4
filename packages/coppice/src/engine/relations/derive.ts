import type { Clause, Literal } from "../../model/clauses.js";
import { arityOf, type Relation, type Relations, sortedTuples } from "../../table/relations.js";
import type { Bindings } from "./bindings.js";
import { extend } from "./extend.js";
import { FactIndexes } from "./factIndex.js";
import { KeyTable } from "./keyTable.js";
import { ANY, type BoundLiteral, constantTerm, type Facts } from "./literal.js";

/** A definition to be evaluated: its name and types (indexes into the relations'), and its clauses. */
export interface Definition {
  readonly name: string;
  readonly types: readonly number[];
  readonly clauses: readonly Clause[];
}

/**
 * All tuples that follow from the clauses, sorted: the least fixpoint of the definition. Evaluation is bottom-up, so it also
 * terminates on cyclic relations. A round considers only what follows from the tuples found in the previous round
 * (semi-naive evaluation).
 */
export function derive(definition: Definition, relations: Relations): Int32Array {
  return new Derivation(definition, relations).run();
}

type RelationLiteral = Extract<Literal, { kind: "relation" }>;

class Derivation {
  private readonly arity: number;
  private readonly indexes: FactIndexes;
  private readonly codes: ReadonlyMap<string, number>;
  private readonly known: ReadonlyMap<string, Relation>;
  private readonly places: readonly number[];
  private readonly facts = new Map<string, Facts>();
  private readonly found: Int32Array[] = [];
  private readonly seen: KeyTable;

  constructor(
    private readonly definition: Definition,
    private readonly relations: Relations,
  ) {
    this.arity = definition.types.length;
    this.indexes = new FactIndexes(relations);
    this.codes = new Map(relations.constants.map((name, code) => [name, code]));
    this.known = new Map(relations.relations.map((relation) => [relation.name, relation]));
    this.places = definition.types.map((_, p) => p);
    this.seen = new KeyTable(relations.constants.length, this.arity, Number.MAX_SAFE_INTEGER);
  }

  run(): Int32Array {
    const recursive = (clause: Clause) => clause.body.filter((literal) => this.isOwn(literal));
    const several = this.definition.clauses.some((clause) => recursive(clause).length > 1);
    const nothing: Facts = { arity: this.arity, tuples: new Int32Array(0) };
    const first = this.definition.clauses.filter((clause) => recursive(clause).length === 0);
    let latest = this.fresh(first.map((clause) => this.consequences(clause, undefined, nothing, nothing)));
    while (latest.tuples.length > 0) {
      const all: Facts = { arity: this.arity, tuples: several ? joined(this.found) : nothing.tuples };
      const next: Int32Array[] = [];
      for (const clause of this.definition.clauses) {
        for (const own of recursive(clause)) next.push(this.consequences(clause, own, latest, all));
      }
      latest = this.fresh(next);
    }
    return sortedTuples(joined(this.found), this.arity);
  }

  private isOwn(literal: Literal): boolean {
    return literal.kind === "relation" && literal.relation === this.definition.name;
  }

  /** Those of the tuples that were not known before. */
  private fresh(lists: readonly Int32Array[]): Facts {
    const kept: number[] = [];
    for (const tuples of lists) {
      for (let at = 0; at < tuples.length; at += this.arity) {
        const before = this.seen.size;
        this.seen.add(tuples, at, this.places);
        if (this.seen.size === before) continue;
        for (let p = 0; p < this.arity; p++) kept.push(tuples[at + p]);
      }
    }
    const tuples = Int32Array.from(kept);
    this.found.push(tuples);
    return { arity: this.arity, tuples };
  }

  /** The heads that follow when the literal `own` is taken from the latest tuples and others from all of them. */
  private consequences(clause: Clause, own: Literal | undefined, latest: Facts, all: Facts): Int32Array {
    const columns = new Map<number, number>();
    let bindings: Bindings = {
      width: 0,
      rows: 1,
      cells: new Int32Array(0),
      positives: 1,
      example: new Int32Array(1),
    };
    const factsOf = (literal: RelationLiteral): Facts =>
      literal === own ? latest : this.isOwn(literal) ? all : this.factsOf(literal.relation);
    const waiting = clause.body.filter(
      (literal): literal is RelationLiteral => literal.kind === "relation" && !literal.negated,
    );
    while (waiting.length > 0 && bindings.rows > 0) {
      const literal = takeNext(waiting, own, columns);
      bindings = extend(bindings, this.bound(literal, columns, factsOf), this.indexes);
    }
    bindings = this.enumerateHead(bindings, columns);
    for (const literal of clause.body) {
      if (literal.kind === "relation" && !literal.negated) continue;
      bindings = extend(bindings, this.bound(literal, columns, factsOf), this.indexes);
    }
    return headsOf(
      bindings,
      this.places.map((v) => columns.get(v)!),
    );
  }

  private factsOf(name: string): Facts {
    let facts = this.facts.get(name);
    if (facts === undefined) {
      const relation = this.known.get(name)!;
      facts = { arity: arityOf(relation), tuples: relation.tuples };
      this.facts.set(name, facts);
    }
    return facts;
  }

  /** The literal with columns for variables; new variables get the next columns. */
  private bound(
    literal: Literal,
    columns: Map<number, number>,
    factsOf: (literal: RelationLiteral) => Facts,
  ): BoundLiteral {
    const terms = literal.terms.map((term) => {
      if (term === null) return ANY;
      // A name that occurs in no relation matches nothing, like a code beyond all codes.
      if (typeof term === "string")
        return constantTerm(this.codes.get(term) ?? this.relations.constants.length);
      if (!columns.has(term)) columns.set(term, columns.size);
      return columns.get(term)!;
    });
    const negated = literal.negated === true;
    return literal.kind === "equal"
      ? { kind: "equal", terms: [terms[0], terms[1]], negated }
      : { kind: "relation", facts: factsOf(literal), terms, negated };
  }

  /** Variables of the head that no literal binds range over every constant of their type. */
  private enumerateHead(bindings: Bindings, columns: Map<number, number>): Bindings {
    let all = bindings;
    for (const v of this.places) {
      if (columns.has(v)) continue;
      const tuples = this.relations.types[this.definition.types[v]].constants;
      columns.set(v, columns.size);
      const terms = [columns.get(v)!];
      all = extend(
        all,
        { kind: "relation", facts: { arity: 1, tuples }, terms, negated: false },
        this.indexes,
      );
    }
    return all;
  }
}

/** The literal `own`, which reads the latest tuples, first; then the one with most arguments bound already. */
function takeNext(
  waiting: RelationLiteral[],
  own: Literal | undefined,
  columns: ReadonlyMap<number, number>,
): RelationLiteral {
  const boundIn = ({ terms }: RelationLiteral) =>
    terms.filter((term) => typeof term === "string" || (term !== null && columns.has(term))).length;
  let best = 0;
  waiting.forEach((literal, i) => {
    if (literal === own || (waiting[best] !== own && boundIn(literal) > boundIn(waiting[best]))) best = i;
  });
  return waiting.splice(best, 1)[0];
}

function headsOf({ width, rows, cells }: Bindings, columns: readonly number[]): Int32Array {
  const heads = new Int32Array(rows * columns.length);
  for (let row = 0, at = 0; row < rows; row++) {
    for (const column of columns) heads[at++] = cells[row * width + column];
  }
  return heads;
}

function joined(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
