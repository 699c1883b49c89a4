import { type Clause, type ClauseModel, isRecursive, type Literal, type Term } from "../model/clauses.js";
import { printable } from "../model/words.js";
import { arityOf, namesOf, type Relation, type Relations, sizeOf } from "../table/relations.js";
import { variableName } from "./clauseText.js";
import { constantText, indicatorText, predicateText } from "./prologAtom.js";

/**
 * The clauses as a file that SWI-Prolog loads; with `facts`, the tuples of the relations used in them as well. It
 * decides whether a tuple can be derived. Recursion is tabled, so it terminates even if the relations are cyclic.
 */
export function clausesProlog(model: ClauseModel, facts?: Relations): string {
  const { target, relations, clauses } = model;
  const signatures = [target, ...relations];
  const known = facts?.relations.filter(({ name }) => relations.some((each) => each.name === name)) ?? [];
  const dynamic = clauses.length === 0 ? signatures : relations;
  const body = [
    ...dynamic.map(({ name, types }) => `:- dynamic ${indicatorText(name, types.length)}.`),
    ...(isRecursive(model) ? [`:- table ${indicatorText(target.name, target.types.length)}.`] : []),
    "",
    ...clauses.map((clause) => prologClause(target, clause)),
    ...known.flatMap((relation) => ["", ...factsOf(relation, facts!)]),
  ].join("\n");
  const encoding = /[^\x20-\x7e\n]/.test(body) ? ":- encoding(utf8).\n" : "";
  return `${encoding}% ${headline(model)}\n${body}\n`;
}

function headline({ target, learner, training: { positives, negatives } }: ClauseModel): string {
  const name = printable(target.name).replace(/[^\x20-\x7e]/gu, "?");
  const from = positives === 0 ? "" : `, from ${positives} positive and ${negatives} negative tuples`;
  return `${name}, by ${printable(learner)}${from}`;
}

function prologClause({ name, types }: ClauseModel["target"], { body }: Clause): string {
  const uses = new Map<Term, number>(types.map((_, v) => [v, 1]));
  for (const { terms } of body) for (const term of terms) uses.set(term, (uses.get(term) ?? 0) + 1);
  const termText = (term: Term): string => {
    if (typeof term === "string") return constantText(term);
    // A variable that occurs once is written as `_`, since Prolog would warn about it.
    return term === null || uses.get(term) === 1 ? "_" : variableName(term);
  };
  const head = callText(
    name,
    types.map((_, v) => termText(v)),
  );
  if (body.length === 0) return `${head}.`;
  return `${head} :- ${body.map((literal) => prologLiteral(literal, termText)).join(", ")}.`;
}

function prologLiteral(literal: Literal, termText: (term: Term) => string): string {
  const terms = literal.terms.map(termText);
  if (literal.kind === "equal") return terms.join(literal.negated ? " \\== " : " = ");
  return `${literal.negated ? "\\+ " : ""}${callText(literal.relation, terms)}`;
}

function callText(relation: string, terms: readonly string[]): string {
  return `${predicateText(relation)}(${terms.join(", ")})`;
}

function factsOf(relation: Relation, relations: Relations): string[] {
  return Array.from({ length: sizeOf(relation) }, (_, i) => {
    const names = namesOf(relations, relation.tuples, arityOf(relation), i);
    return `${callText(relation.name, names.map(constantText))}.`;
  });
}
