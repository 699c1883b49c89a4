import type { AttributeFacts, Tally } from "../../engine/port.js";
import type { BranchContext, Branching } from "./candidate.js";

/** The same tests with an additional branch for missing values, if the node has rows with missing values. */
export function ownBranch(branching: Branching): Branching {
  return (tally, context) => {
    const { missing, parted } = partedMissing(tally, context);
    if (!(missing > 0)) return branching(tally, context);
    const found = branching(tally, { ...context, beat: context.beat - parted });
    return found && { ...found, gain: found.gain + parted, weights: [...found.weights, missing], own: true };
  };
}

/** The weight of rows with missing values, and what it gains to part them from the others. */
export function partedMissing(
  tally: Tally,
  { facts, scorer }: Pick<BranchContext, "facts" | "scorer">,
): { readonly missing: number; readonly parted: number } {
  const whole = withMissing(tally, facts);
  const last = tally.codes.length;
  const missing = scorer.weights(whole)[last];
  if (!(missing > 0)) return { missing: 0, parted: 0 };
  const groups = Array.from(whole.codes, (_, c) => (c === last ? 1 : 0));
  return { missing, parted: scorer.multiway(whole, groups, 2) };
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
