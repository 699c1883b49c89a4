/** A definition of a relation by clauses over other relations, and itself where it is recursive. */
export interface ClauseModel {
  readonly format: "coppice-clauses";
  readonly version: 1;
  readonly learner: string;
  /** The options it was learned with, defaults included. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The relation defined. */
  readonly target: Signature;
  /** The relations used in the clauses, without the target. */
  readonly relations: readonly Signature[];
  /** A tuple is in the target when some clause holds for it. */
  readonly clauses: readonly Clause[];
  readonly training: ClauseTraining;
}

/** A relation's name and the name of each argument's type. */
export interface Signature {
  readonly name: string;
  readonly types: readonly string[];
}

/** The head's arguments are the variables 0, 1, …; the clause holds for all values of its variables. */
export interface Clause {
  readonly body: readonly Literal[];
  /** Training tuples for which the body holds, where they are known. */
  readonly positives?: number;
  readonly negatives?: number;
}

/** A variable by its number, a constant by its name, or null: an anonymous variable, which matches anything. */
export type Term = number | string | null;

export type Literal =
  | {
      readonly kind: "relation";
      readonly relation: string;
      readonly terms: readonly Term[];
      /** Holds when no tuple matches (negation as failure). */
      readonly negated?: true;
    }
  | { readonly kind: "equal"; readonly terms: readonly [Term, Term]; readonly negated?: true };

export interface ClauseTraining {
  readonly positives: number;
  readonly negatives: number;
  /** Positives and negatives that the definition derives. */
  readonly derived: number;
  readonly wrong: number;
  /** Negatives were all tuples that are not in the relation, rather than given ones. */
  readonly closedWorld: boolean;
  readonly seed: number;
}

/** Whether a clause uses the relation that it defines. */
export function isRecursive({ target, clauses }: Pick<ClauseModel, "target" | "clauses">): boolean {
  return clauses.some(({ body }) =>
    body.some((literal) => literal.kind === "relation" && literal.relation === target.name),
  );
}

export interface ClauseSize {
  readonly clauses: number;
  readonly literals: number;
}

/** The number of clauses and of literals. */
export function clauseSize({ clauses }: Pick<ClauseModel, "clauses">): ClauseSize {
  return { clauses: clauses.length, literals: clauses.reduce((sum, { body }) => sum + body.length, 0) };
}
