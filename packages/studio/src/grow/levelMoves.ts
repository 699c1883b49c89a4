import type { Cut, Edit, EditTest, LevelProfile } from "coppice/edit";

/** Where the levels of a test go, by code, and rows without a value. */
export interface Sides {
  /** The branch of each level; -1: none, since no row at the node has it. */
  readonly levels: readonly number[];
  readonly missing: number | "parts";
}

/** The sides of a test with one level in another branch. Levels of an ordered attribute keep their order. */
export function withLevel(sides: Sides, code: number, to: number, isOrdered: boolean): Sides {
  const levels = sides.levels.map((branch, each) => {
    if (each === code) return to;
    if (!isOrdered) return branch;
    return to === 0 ? (each < code ? 0 : branch) : each > code ? 1 : branch;
  });
  return { ...sides, levels };
}

export function cutOf({ levels }: Sides): Cut {
  return { left: levels.flatMap((branch, code) => (branch === 0 ? [code] : [])) };
}

/** Whether every branch has a level that occurs at the node. */
export function isWhole(sides: Sides, profile: LevelProfile): boolean {
  const { width, sums } = profile;
  const occurs = (code: number) => sums.subarray(code * width, (code + 1) * width).some((sum) => sum !== 0);
  return [0, 1].every((branch) => sides.levels.some((side, code) => side === branch && occurs(code)));
}

/** The edit that makes these sides of the present ones; undefined if they are the same. */
export function editFor(
  node: string,
  test: EditTest,
  { levels: names, ordered }: Pick<LevelProfile, "levels" | "ordered">,
  now: Sides,
  wanted: Sides,
): Edit | undefined {
  const moved = wanted.levels.flatMap((branch, code) =>
    branch === now.levels[code] ? [] : [{ branch, code }],
  );
  const missing = wanted.missing !== now.missing && wanted.missing !== "parts" ? wanted.missing : undefined;
  if (moved.length === 0) return missing === undefined ? undefined : { kind: "missing", node, to: missing };
  if (missing === undefined) {
    if (ordered) return { kind: "threshold", node, threshold: names[wanted.levels.lastIndexOf(0)] };
    const [{ branch: to }] = moved;
    if (moved.every(({ branch }) => branch === to))
      return { kind: "levels", node, levels: moved.map(({ code }) => names[code]), to };
  }
  const of = (branch: number) => names.filter((_, code) => wanted.levels[code] === branch);
  const { attribute } = test;
  const changed: EditTest = ordered
    ? { kind: "threshold", attribute, threshold: names[wanted.levels.lastIndexOf(0)] }
    : { kind: "subset", attribute, left: of(0), right: of(1) };
  return { kind: "split", node, test: changed, ...(missing !== undefined && { missing }) };
}
