import { joinPacked } from "../../model/joinPacked.js";
import type { PackedTrees } from "../../model/packed.js";

/** Packs of trees as they are grown, joined when that is asked for. */
export class TreesSoFar {
  count = 0;
  private packs: PackedTrees[] = [];

  constructor(kept: PackedTrees | undefined) {
    if (kept) this.add(kept);
  }

  add(pack: PackedTrees): void {
    this.packs.push(pack);
    this.count += pack.starts.length - 1;
  }

  /** What is joined stays so: the next time only new trees are added. */
  joined(): PackedTrees {
    this.packs = [joinPacked(this.packs)];
    return this.packs[0];
  }
}
