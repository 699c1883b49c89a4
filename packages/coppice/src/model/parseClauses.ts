import { CoppiceError, mustBe } from "../base/errors.js";
import { describe, fault, isIndex, isJson, type Json } from "./checks.js";
import type { Clause, ClauseModel, ClauseTraining, Literal, Signature, Term } from "./clauses.js";

/** A clause model from the parsed JSON of its file. Any fault is an error that names its path and the rule it breaks. */
export function parseClauses(json: unknown): ClauseModel {
  if (!isJson(json) || json.format !== "coppice-clauses") {
    const found = isJson(json) ? `format ${describe(json.format)}` : describe(json);
    const message = `this is not a model of clauses: it must be an object with format "coppice-clauses"; got ${found}`;
    throw new CoppiceError("MODEL_INVALID", message, { name: "format" });
  }
  if (json.version !== 1) throw mustBe("MODEL_VERSION", "version", "1", json.version);
  const target = signatureOf(json.target, "target");
  const relations = listOf(json.relations, "relations").map((each, i) =>
    signatureOf(each, `relations[${i}]`),
  );
  const clauses = listOf(json.clauses, "clauses").map((each, i) => clauseOf(each, `clauses[${i}]`));
  const model: ClauseModel = {
    format: "coppice-clauses",
    version: 1,
    learner: textOf(json.learner, "learner"),
    options: objectOf(json.options, "options"),
    target,
    relations,
    clauses,
    training: trainingOf(json.training),
  };
  checkClauses(model);
  return model;
}

/** Clauses must use known relations with the right number of terms, and bind the variables that they compare or negate. */
export function checkClauses({
  target,
  relations,
  clauses,
}: Pick<ClauseModel, "target" | "relations" | "clauses">): void {
  const arities = new Map<string, number>();
  [target, ...relations].forEach(({ name, types }, i) => {
    if (arities.has(name)) throw fault(`relations[${i - 1}].name`, "a name that no other relation has", name);
    arities.set(name, types.length);
  });
  clauses.forEach(({ body }, c) => {
    const bound = new Set(target.types.map((_, v) => v));
    body.forEach((literal, l) => {
      checkLiteral(literal, `clauses[${c}].body[${l}]`, target.name, arities, bound);
    });
  });
}

function checkLiteral(
  literal: Literal,
  path: string,
  target: string,
  arities: ReadonlyMap<string, number>,
  bound: Set<number>,
): void {
  if (literal.kind === "relation") {
    const arity = arities.get(literal.relation);
    if (arity === undefined)
      throw fault(`${path}.relation`, "the target or one of the relations", literal.relation);
    if (literal.terms.length !== arity) {
      throw fault(`${path}.terms`, `${arity} terms`, literal.terms, `${literal.terms.length}`);
    }
    if (literal.negated && literal.relation === target)
      throw fault(`${path}.negated`, "absent for the target itself", true);
  }
  const binds = literal.kind === "relation" && !literal.negated;
  for (const term of literal.terms) {
    if (typeof term !== "number" || bound.has(term)) continue;
    if (!binds) throw fault(`${path}.terms`, "variables of the head or of a positive literal before", term);
    bound.add(term);
  }
}

function clauseOf(json: unknown, path: string): Clause {
  const { body, positives, negatives } = objectOf(json, path);
  return {
    body: listOf(body, `${path}.body`).map((each, i) => literalOf(each, `${path}.body[${i}]`)),
    ...(positives !== undefined && { positives: countAt(positives, `${path}.positives`) }),
    ...(negatives !== undefined && { negatives: countAt(negatives, `${path}.negatives`) }),
  };
}

function literalOf(json: unknown, path: string): Literal {
  const { kind, relation, terms: given, negated } = objectOf(json, path);
  const terms = listOf(given, `${path}.terms`).map((term, i) => termOf(term, `${path}.terms[${i}]`));
  if (negated !== undefined && negated !== true) throw fault(`${path}.negated`, "true, or absent", negated);
  const sign = negated === true ? { negated: true as const } : {};
  if (kind === "relation") {
    return { kind, relation: textOf(relation, `${path}.relation`), terms, ...sign };
  }
  if (kind !== "equal") throw fault(`${path}.kind`, '"relation" or "equal"', kind);
  const [left, right] = terms;
  if (terms.length !== 2 || left === null || right === null) {
    throw fault(`${path}.terms`, "two variables or constants", given);
  }
  return { kind, terms: [left, right], ...sign };
}

function termOf(json: unknown, path: string): Term {
  if (json === null || typeof json === "string" || isIndex(json, 2 ** 31)) return json;
  throw fault(path, "a variable's number, a constant's name or null", json);
}

function signatureOf(json: unknown, path: string): Signature {
  const { name, types } = objectOf(json, path);
  const list = listOf(types, `${path}.types`).map((type, i) => textOf(type, `${path}.types[${i}]`));
  if (list.length === 0) throw fault(`${path}.types`, "at least one type", types, "none");
  return { name: textOf(name, `${path}.name`), types: list };
}

function trainingOf(json: unknown): ClauseTraining {
  const given = objectOf(json, "training");
  const count = (name: string) => countAt(given[name], `training.${name}`);
  if (typeof given.closedWorld !== "boolean") {
    throw fault("training.closedWorld", "true or false", given.closedWorld);
  }
  return {
    positives: count("positives"),
    negatives: count("negatives"),
    derived: count("derived"),
    wrong: count("wrong"),
    closedWorld: given.closedWorld,
    seed: count("seed"),
  };
}

function countAt(value: unknown, path: string): number {
  if (isIndex(value, Number.MAX_SAFE_INTEGER)) return value;
  throw fault(path, "an integer ≥ 0", value);
}

function listOf(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw fault(path, "a list", value);
}

function objectOf(value: unknown, path: string): Json {
  if (isJson(value)) return value;
  throw fault(path, "an object", value);
}

function textOf(value: unknown, path: string): string {
  if (typeof value === "string") return value;
  throw fault(path, "a string", value);
}
