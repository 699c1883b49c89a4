/** The test of a node while the tree can still change. Rows without a value go to the side `missing`. */
export type NodeTest = CutTest | LevelTest;

/** Values up to the threshold go to side 0. */
export interface CutTest {
  readonly kind: "cut";
  readonly attribute: number;
  readonly threshold: number;
  readonly missing: 0 | 1;
}

/** Levels, by their numbers: the side of each, or -1 for one that no row of the node had; it is treated as missing. */
export interface LevelTest {
  readonly kind: "levels";
  readonly attribute: number;
  readonly sides: Int8Array;
  /** Levels that are not listed: the side of one against the rest, or -1. */
  readonly others: -1 | 1;
  readonly missing: 0 | 1;
}

export type Side = 0 | 1;

export function sideOf(test: NodeTest, cell: number): Side {
  if (test.kind === "cut") return cell <= test.threshold ? 0 : Number.isNaN(cell) ? test.missing : 1;
  if (Number.isNaN(cell)) return test.missing;
  const side = cell < test.sides.length ? test.sides[cell] : test.others;
  return side < 0 ? test.missing : (side as Side);
}

/** Whether two tests send every row to the same sides, whatever its cell. */
export function areEqual(a: NodeTest, b: NodeTest): boolean {
  if (a.attribute !== b.attribute || a.missing !== b.missing) return false;
  if (a.kind === "cut") return b.kind === "cut" && a.threshold === b.threshold;
  if (b.kind === "cut" || a.others !== b.others) return false;
  const shared = Math.max(a.sides.length, b.sides.length);
  for (let level = 0; level < shared; level++)
    if ((a.sides[level] ?? a.others) !== (b.sides[level] ?? b.others)) return false;
  return true;
}
