import { CoppiceError } from "../../base/errors.js";
import { log2 } from "../../base/log2.js";
import { type Bindings, examplesIn } from "../../engine/relations/bindings.js";
import { extend } from "../../engine/relations/extend.js";
import { clauseBits, explainedBits } from "./bits.js";
import { type Beginning, candidatesFor } from "./candidates.js";
import type { FoilLiteral } from "./predicate.js";
import { foilGain, type Score, Scorer } from "./score.js";
import type { Space } from "./space.js";

/** A clause so far, with its bindings of the examples. */
export interface Growth extends Beginning {
  readonly bindings: Bindings;
  /** The literals that were chosen: determinate ones are charged for only if they turn out to be useful. */
  readonly paid: readonly FoilLiteral[];
}

/** A literal that was not taken, and how near it was to the best. */
interface Checkpoint {
  readonly from: Growth;
  readonly score: Score;
  readonly possible: number;
  readonly nearness: number;
}

/** A literal with at least this share of the best gain is a checkpoint; a best gain of at least this share of the maximum is good. */
const NEAR = 0.8;
const CHECKPOINTS_PER_STEP = 5;

export interface Grown extends Pick<Growth, "literals"> {
  /** The gain of the literal at which it restarted, as a share of that of the literal chosen first. */
  readonly nearness: number;
}

export interface GrowRequest {
  readonly start: Growth;
  /** Examples of the whole problem: a clause is compared with listing its positives among these. */
  readonly examples: number;
  /** Whether all determinate literals are added if none has much gain. */
  readonly determinate: boolean;
  /** Scores of prefixes seen before: all searches for a clause start with the same ones. */
  readonly known: WeakMap<Growth, Scores>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Clauses, each grown literal by literal until it covers no negative or no literal helps. The first is the greedy one;
 * the next ones restart at literals that were nearly chosen, best first (Quinlan's checkpoints). The caller stops when a
 * clause is good enough.
 */
export function* growClauses(space: Space, request: GrowRequest): Generator<Grown> {
  const { start, examples, known, signal } = request;
  const checkpoints: Checkpoint[] = [];
  yield { literals: growFrom(start).literals, nearness: 1 };
  for (let backup = 0; backup < space.options.backups && checkpoints.length > 0; backup++) {
    const { from, score, possible, nearness } = takeNearest(checkpoints);
    const next = withLiteral(space, from, score, possible);
    if (affordable(next)) yield { literals: growFrom(next).literals, nearness };
  }

  function growFrom(growth: Growth): Growth {
    let at = growth;
    for (let rested = false; at.bindings.rows > at.bindings.positives; ) {
      if (signal?.aborted) throw new CoppiceError("ABORTED", "learning clauses was stopped");
      const scores = known.get(at) ?? scoresFor(space, at);
      known.set(at, scores);
      const { useful, determinate, possible } = scores;
      const bound = foilGain(at.bindings.positives, countsOf(at.bindings), { positives: 1, negatives: 0 });
      if (request.determinate && determinate.length > 0 && !rested && (useful[0]?.gain ?? 0) < NEAR * bound) {
        rested = true;
        at = withDeterminate(space, at, scores);
        continue;
      }
      if (useful.length === 0) return at;
      const next = withLiteral(space, at, useful[0], possible);
      if (!affordable(next)) return at;
      for (const score of useful.slice(1, 1 + CHECKPOINTS_PER_STEP)) {
        const nearness = score.gain / useful[0].gain;
        if (nearness >= NEAR) checkpoints.push({ from: at, score, possible, nearness });
      }
      rested = false;
      at = next;
    }
    return at;
  }

  function affordable({ paid, bindings }: Growth): boolean {
    if (!space.options.descriptionLength) return true;
    return clauseBits(paid) <= explainedBits(examplesIn(bindings).positives, examples);
  }
}

const countsOf = ({ rows, positives }: Bindings) => ({ positives, negatives: rows - positives });

function takeNearest(checkpoints: Checkpoint[]): Checkpoint {
  let best = 0;
  checkpoints.forEach(({ nearness }, i) => {
    if (nearness > checkpoints[best].nearness) best = i;
  });
  return checkpoints.splice(best, 1)[0];
}

export interface Scores {
  /** Those with a gain, best first; on a tie the one with fewer new variables, then the earlier. */
  readonly useful: readonly Score[];
  readonly determinate: readonly Score[];
  readonly possible: number;
}

function scoresFor(space: Space, growth: Growth): Scores {
  const { candidates, possible } = candidatesFor(space, growth);
  const scorer = new Scorer(growth.bindings, space.indexes);
  const scores = candidates
    .map((candidate) => scorer.score(candidate))
    .filter(({ rows }) => rows <= space.options.maxBindings);
  const useful = scores.filter(({ gain }) => gain > 0).sort(byWorth);
  const determinate = scores.filter((score) => score.determinate);
  return { useful, determinate, possible };
}

function byWorth(a: Score, b: Score): number {
  return (
    b.gain - a.gain ||
    a.candidate.news.length - b.candidate.news.length ||
    Number(a.candidate.literal.negated) - Number(b.candidate.literal.negated)
  );
}

function withLiteral(space: Space, growth: Growth, { candidate }: Score, possible: number): Growth {
  const literal = { ...candidate.literal, bits: log2(possible) };
  const own = literal.kind === "relation" && literal.predicate === space.target;
  return {
    literals: [...growth.literals, literal],
    types: [...growth.types, ...candidate.news],
    measures: own ? space.orders.admit(growth.measures, growth.literals, literal.terms) : growth.measures,
    bindings: extend(growth.bindings, literal, space.indexes),
    paid: [...growth.paid, literal],
  };
}

/** All determinate literals together (Quinlan 1991); useless ones are pruned later. */
function withDeterminate(space: Space, growth: Growth, { determinate, possible }: Scores): Growth {
  let all = growth;
  for (const score of determinate) {
    const { literal, news } = score.candidate;
    if (all.types.length + news.length > space.options.maxVariables) break;
    const shift = all.types.length - growth.types.length;
    const terms = literal.terms.map((term) => (term >= growth.types.length ? term + shift : term));
    const candidate = { literal: { ...literal, terms } as typeof literal, news };
    all = { ...withLiteral(space, all, { ...score, candidate }, possible), paid: growth.paid };
  }
  return all;
}
