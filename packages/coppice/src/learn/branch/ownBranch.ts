import type { AttributeFacts, Tally } from "../../engine/port.js";
import type { Branching } from "./candidate.js";

/** The same tests with an additional branch for missing values, if the node has rows with missing values. */
export function ownBranch(branching: Branching): Branching {
  return (tally, context) => {
    const whole = withMissing(tally, context.facts);
    const last = tally.codes.length;
    const missing = context.scorer.weights(whole)[last];
    if (!(missing > 0)) return branching(tally, context);
    const groups = Array.from(whole.codes, (_, c) => (c === last ? 1 : 0));
    const parted = context.scorer.multiway(whole, groups, 2);
    const found = branching(tally, { ...context, beat: context.beat - parted });
    return found && { ...found, gain: found.gain + parted, weights: [...found.weights, missing], own: true };
  };
}

/** Missing values as an additional code, after the last one. */
function withMissing(tally: Tally, { codes }: AttributeFacts): Tally {
  const { pairs } = tally;
  return {
    attribute: tally.attribute,
    codes: joined(new Int32Array(tally.codes.length + 1), tally.codes, Int32Array.of(codes)),
    cells: joined(new Float64Array(tally.cells.length + tally.missing.length), tally.cells, tally.missing),
    missing: new Float64Array(tally.missing.length),
    ...(pairs && {
      pairs: {
        ...pairs,
        starts: joined(
          new Int32Array(pairs.starts.length + 1),
          pairs.starts,
          Int32Array.of(pairs.ranks.length),
        ),
      },
    }),
  };
}

function joined<A extends Int32Array | Float64Array>(whole: A, first: A, second: A): A {
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
