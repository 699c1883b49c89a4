import { CoppiceError, show } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { ClauseModel, Signature } from "../../model/clauses.js";
import type { Relation, Relations } from "../../table/relations.js";
import { checkOptions } from "../options.js";
import { clauseOf } from "./clauseOf.js";
import { type Examples, examplesOf } from "./examples.js";
import { type LearnHooks, learnDefinition } from "./learnDefinition.js";
import { type FoilOptions, foilOptions } from "./options.js";
import { derivedBy, pruneDefinition } from "./pruneDefinition.js";
import { makeSpace } from "./space.js";

export interface FoilRequest extends LearnHooks {
  /** The relation to define by the others. */
  readonly target: string;
  /** Relations that clauses must not use. */
  readonly ignore?: readonly string[] | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** The random seed for sampling negatives, if there are too many. Default: 1. */
  readonly seed?: number | undefined;
  /** In place of the target's own tuples: those to learn from. */
  readonly examples?: Examples | undefined;
}

/** What options a clause learner has, in the form that `checkOptions` and `describeOptions` take. */
export const foilLearner = { name: "foil", options: foilOptions };

/**
 * Foil (Quinlan 1990, with the determinate literals, checkpoints and ordered recursion of its later versions): learns
 * clauses that define one relation by others.
 */
export function foil(relations: Relations, request: FoilRequest): ClauseModel {
  const target = relationNamed(relations, request.target);
  const options = checkOptions(foilLearner, request.options ?? {}) as FoilOptions;
  const seed = request.seed ?? 1;
  const examples = request.examples ?? examplesOf(relations, target, options.maxNegatives, seed);
  const ignored = new Set((request.ignore ?? []).map((name) => relationNamed(relations, name).name));
  const space = makeSpace(relations, { ...target, tuples: examples.positives }, options, ignored);
  const learned = learnDefinition(space, examples, request).map((literals) =>
    clauseOf(space, literals, examples),
  );
  const isOwn = (clause: (typeof learned)[number]) =>
    clause.body.some((literal) => literal.kind === "relation" && literal.relation === target.name);
  // Base cases of a recursion come first, as readers and Prolog systems expect.
  const ordered = [...learned.filter((clause) => !isOwn(clause)), ...learned.filter(isOwn)];
  const { name, types } = target;
  const clauses = pruneDefinition({ name, types, clauses: ordered }, relations, examples);
  const used = new Set(
    clauses.flatMap(({ body }) => body.flatMap((l) => (l.kind === "relation" ? [l.relation] : []))),
  );
  const signature = (relation: Relation): Signature => ({
    name: relation.name,
    types: relation.types.map((type) => relations.types[type].name),
  });
  return {
    format: "coppice-clauses",
    version: 1,
    learner: "foil",
    options,
    target: signature(target),
    relations: relations.relations.filter((r) => r !== target && used.has(r.name)).map(signature),
    clauses,
    training: {
      positives: examples.positives.length / types.length,
      negatives: examples.negatives.length / types.length,
      ...derivedBy({ name, types, clauses }, relations, examples),
      closedWorld: examples.closedWorld,
      seed,
    },
  };
}

export function relationNamed({ relations }: Relations, name: string): Relation {
  const found = relations.find((relation) => relation.name === name);
  if (found !== undefined) return found;
  const names = relations.map((relation) => relation.name);
  const message = `there is no relation ${show(name)}${didYouMean(name, names)}`;
  throw new CoppiceError("RELATION_UNKNOWN", message, { name, value: names.slice(0, 50) });
}
