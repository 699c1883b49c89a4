import { PackedJoin } from "../../model/joinPacked.js";
import type { PackedTrees } from "../../model/packed.js";

/** Packs of trees as they are grown. */
export class TreesSoFar {
  count = 0;
  private readonly join: PackedJoin;

  /** `expected`: how many trees there will be. */
  constructor(kept: PackedTrees | undefined, expected: number) {
    this.join = new PackedJoin(kept ? 1 : expected);
    if (kept) this.add(kept);
  }

  add(pack: PackedTrees): void {
    this.join.add(pack);
    this.count += pack.starts.length - 1;
  }

  joined(): PackedTrees {
    return this.join.joined();
  }
}
