import { mustBe } from "../../base/errors.js";
import { random, shuffle } from "../../base/random.js";
import { type ClauseFigures, figuresOf } from "../../clauses/evaluateClauses.js";
import { deriveTuples } from "../../clauses/tuples.js";
import { tupleSet } from "../../engine/relations/tupleSet.js";
import { arityOf, type Relations } from "../../table/relations.js";
import { checkOptions } from "../options.js";
import { type Examples, examplesOf } from "./examples.js";
import { type FoilRequest, foil, foilLearner, relationNamed } from "./foil.js";
import type { FoilOptions } from "./options.js";

export interface FoilEvaluation extends ClauseFigures {
  readonly perFold: readonly ClauseFigures[];
}

/**
 * Cross-validation of Foil: positives and negatives are assigned to folds at random, each fold is excluded from learning once
 * (it is then neither in the relation nor outside it), and what the clauses derive of it is counted.
 */
export function evaluateFoil(
  relations: Relations,
  request: Omit<FoilRequest, "examples"> & { readonly folds: number },
): FoilEvaluation {
  const { folds, target: name, seed = 1 } = request;
  if (!Number.isInteger(folds) || folds < 2) throw mustBe("OPTION_RANGE", "folds", "an integer ≥ 2", folds);
  const target = relationNamed(relations, name);
  const { maxNegatives } = checkOptions(foilLearner, request.options ?? {}) as FoilOptions;
  const examples = examplesOf(relations, target, maxNegatives, seed);
  const dealt = deal(examples, arityOf(target), folds, seed);
  const perFold = dealt.map(({ train, test }, fold) => {
    const onProgress = (share: number) => request.onProgress?.((fold + share) / folds);
    const model = foil(relations, { ...request, examples: train, onProgress });
    return measure(deriveTuples(model, relations), test, arityOf(target), relations);
  });
  const sum = (figure: "positives" | "derived" | "negatives" | "wrong") =>
    perFold.reduce((total, figures) => total + figures[figure], 0);
  const counts = {
    positives: sum("positives"),
    derived: sum("derived"),
    negatives: sum("negatives"),
    wrong: sum("wrong"),
  };
  return { ...figuresOf(counts), perFold };
}

function measure(tuples: Int32Array, test: Examples, arity: number, { constants }: Relations): ClauseFigures {
  const found = tupleSet(tuples, arity, constants.length);
  return figuresOf({
    positives: test.positives.length / arity,
    derived: found.countIn(test.positives),
    negatives: test.negatives.length / arity,
    wrong: found.countIn(test.negatives),
  });
}

function deal(
  examples: Examples,
  arity: number,
  folds: number,
  seed: number,
): { train: Examples; test: Examples }[] {
  const chance = random(seed);
  const foldsOf = (tuples: Int32Array) =>
    shuffle(
      Int32Array.from({ length: tuples.length / arity }, (_, i) => i % folds),
      chance,
    );
  const [held, denied] = [foldsOf(examples.positives), foldsOf(examples.negatives)];
  const part = (take: (fold: number) => boolean): Examples => {
    const negatives = pick(examples.negatives, arity, denied, take);
    return {
      positives: pick(examples.positives, arity, held, take),
      negatives,
      outside: negatives.length / arity,
      closedWorld: examples.closedWorld,
    };
  };
  return Array.from({ length: folds }, (_, fold) => ({
    train: part((each) => each !== fold),
    test: part((each) => each === fold),
  }));
}

function pick(
  tuples: Int32Array,
  arity: number,
  folds: Int32Array,
  take: (fold: number) => boolean,
): Int32Array {
  const kept = [...folds.keys()].filter((i) => take(folds[i]));
  const picked = new Int32Array(kept.length * arity);
  kept.forEach((i, at) => {
    picked.set(tuples.subarray(i * arity, (i + 1) * arity), at * arity);
  });
  return picked;
}
