import { tupleSet } from "../engine/relations/tupleSet.js";
import type { ClauseModel } from "../model/clauses.js";
import { arityOf, type Relation, type Relations } from "../table/relations.js";
import { deriveTuples } from "./tuples.js";

/** The tuples derived by the clauses, compared with the known ones. */
export interface ClauseFigures {
  /** The number of tuples in the relation, and how many of them are derived. */
  readonly positives: number;
  readonly derived: number;
  /** The number of tuples not in the relation, and how many of them are wrongly derived. */
  readonly negatives: number;
  readonly wrong: number;
  readonly accuracy: number;
  /** All positives are derived and no negative is. */
  readonly exact: boolean;
}

export function figuresOf(counts: Omit<ClauseFigures, "accuracy" | "exact">): ClauseFigures {
  const { positives, derived, negatives, wrong } = counts;
  return {
    ...counts,
    accuracy: (derived + negatives - wrong) / (positives + negatives),
    exact: derived === positives && wrong === 0,
  };
}

/**
 * Compares the derived tuples with the target's; its negatives are given, or follow from the closed-world assumption.
 */
export function evaluateClauses(model: ClauseModel, relations: Relations, truth: Relation): ClauseFigures {
  const arity = arityOf(truth);
  const tuples = deriveTuples(model, relations);
  const derived = tupleSet(tuples, arity, relations.constants.length).countIn(truth.tuples);
  const positives = truth.tuples.length / arity;
  if (truth.negatives !== undefined) {
    const wrong = tupleSet(tuples, arity, relations.constants.length).countIn(truth.negatives);
    return figuresOf({ positives, derived, negatives: truth.negatives.length / arity, wrong });
  }
  const all = truth.types.reduce((product, type) => product * relations.types[type].constants.length, 1);
  return figuresOf({
    positives,
    derived,
    negatives: all - positives,
    wrong: tuples.length / arity - derived,
  });
}
