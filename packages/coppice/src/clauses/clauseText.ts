import type { Clause, ClauseModel, Literal, Term } from "../model/clauses.js";
import { printable } from "../model/words.js";

const LETTERS = ["X", "Y", "Z", "W", "V", "U", "T", "S", "R", "Q", "P", "N", "M"];

/** X, Y, Z, W … M, then X1, Y1 …: the name of a clause's variable. */
export function variableName(variable: number): string {
  const round = Math.floor(variable / LETTERS.length);
  return `${LETTERS[variable % LETTERS.length]}${round === 0 ? "" : round}`;
}

/**
 * A relation's name needs no quotes if it is a word; a constant's only if it cannot be mistaken for a variable
 * either.
 */
const PLAIN_RELATION = /^\p{L}[\p{L}\p{M}\p{N}_]*$/u;
const PLAIN_CONSTANT = /^(?:\p{Ll}[\p{L}\p{M}\p{N}_]*|-?\d+(?:\.\d+)?)$/u;

const quoted = (name: string) => printable(JSON.stringify(name));
const relationText = (name: string) => (PLAIN_RELATION.test(name) ? name : quoted(name));

function termText(term: Term): string {
  if (term === null) return "_";
  if (typeof term === "number") return variableName(term);
  return PLAIN_CONSTANT.test(term) ? term : quoted(term);
}

/** `father(Y,X)`, `¬female(X)`, `X = Y`, `X ≠ tom`. */
export function literalText(literal: Literal): string {
  if (literal.kind === "equal") {
    return literal.terms.map(termText).join(literal.negated ? " ≠ " : " = ");
  }
  return `${literal.negated ? "¬" : ""}${relationText(literal.relation)}(${literal.terms.map(termText).join(",")})`;
}

/** `daughter(X,Y) ← father(Y,X) ∧ female(X)`; ⊤ is the empty body. */
export function clauseText({ name, types }: ClauseModel["target"], { body }: Clause): string {
  const head = `${relationText(name)}(${types.map((_, v) => variableName(v)).join(",")})`;
  return `${head} ← ${body.length === 0 ? "⊤" : body.map(literalText).join(" ∧ ")}`;
}

/** A definition in logical notation, one clause per line. */
export function clausesText({ target, clauses }: Pick<ClauseModel, "target" | "clauses">): string {
  return clauses.map((clause) => `${clauseText(target, clause)}\n`).join("");
}
