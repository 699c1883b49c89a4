import type { DataHandle } from "../../engine/data.js";
import { memoryData } from "../../engine/memory/data.js";
import { type AskedOfLeftOut, type GrowingTrees, MixedBatch } from "../../engine/memory/mixedMembers.js";
import type { Engine, SubtreeRules } from "../../engine/port.js";
import { haveSameCells, type Problem } from "../../engine/problem.js";
import type { Team } from "../../kernels/team.js";
import type { GrownTree } from "../../model/grownTree.js";
import { columnsOf } from "../../model/packedTree.js";
import type { TreeModel } from "../../model/tree.js";
import type { Member } from "./growMany.js";

/** Trees that are being grown: of the members from `from` on. */
interface Batch {
  readonly from: number;
  readonly end: number;
  readonly trees: GrowingTrees;
}

/**
 * Grows the trees of the next members on other threads while the calling one is busy with the last. By which rules is known
 * from the request for the first tree; a member whose request has other rules, or that is not grown whole, gets its tree
 * from an engine of its own, as all do if the engine cannot grow ahead.
 */
export class MembersAhead {
  private readonly batch: MixedBatch | undefined;
  private readonly counts = new Map<number, Uint8Array | undefined>();
  private growing: Batch | undefined;
  private readonly most: number;
  private rules = "";
  private last: { readonly tree: GrownTree; readonly landed: Int32Array | undefined } | undefined;

  /**
   * `problem` has all rows; `members` say how often each counts. So many are begun at once, if there is room for them. `asked`:
   * it is to be found out where the rows come to that do not count, or all.
   */
  constructor(
    problem: Problem,
    private readonly members: readonly Member[],
    private readonly team: Team | undefined,
    atOnce = members.length,
    private readonly asked?: AskedOfLeftOut,
  ) {
    this.batch = MixedBatch.of(problem, team);
    this.most = Math.min(atOnce, this.batch?.most ?? 0);
  }

  /** How often each row counts for a member: drawn once, though growth needs it before the caller does. */
  countsOf(i: number): Uint8Array | undefined {
    if (!this.counts.has(i)) this.counts.set(i, this.members[i].counts);
    return this.counts.get(i);
  }

  /** A handle on the rows of member `i`, whose engine takes the whole tree from what was grown ahead. */
  data(i: number, own: Problem): DataHandle {
    const whole = memoryData(own, this.team);
    const over = (changed: Problem): DataHandle =>
      haveSameCells(own, changed) ? this.data(i, changed) : memoryData(changed, this.team);
    return {
      ...whole,
      engine: (options) => this.engine(i, whole.engine(options)),
      local: { problem: own, over },
    };
  }

  private engine(i: number, engine: Engine): Engine {
    return {
      facts: engine.facts,
      answer: (request) => {
        if (request.ask === "subtree" && request.nodes.length === 1 && request.nodes[0].node === 0) {
          const tree = this.take(i, request.rules);
          if (tree !== undefined) return [tree];
        }
        return engine.answer(request);
      },
    };
  }

  /** Whether other threads may be at work. */
  get isGrowing(): boolean {
    return this.growing !== undefined;
  }

  /**
   * The nodes of the tree that was taken last which the rows that were asked about come to, in their order; undefined if nothing
   * was asked, or the model is not just that tree.
   */
  landedIn(model: TreeModel): Int32Array | undefined {
    const { last } = this;
    return last && columnsOf(model)?.attribute === last.tree.attribute ? last.landed : undefined;
  }

  /** Forgets a member. */
  done(i: number): void {
    this.counts.delete(i);
  }

  close(): void {
    this.growing?.trees.finish();
    this.batch?.close();
  }

  /** Called for all rows of the member only. */
  private take(i: number, rules: SubtreeRules): GrownTree | undefined {
    const asked = JSON.stringify(rules);
    if (this.rules === "") {
      this.rules = asked;
      // The factors of priors depend on a member's own rows.
      if (rules.factors === undefined) this.begin(i, rules);
    }
    if (asked !== this.rules) return undefined;
    const { growing } = this;
    if (growing === undefined || i < growing.from || i >= growing.end) return undefined;
    const tree = growing.trees.take(i - growing.from);
    this.last = tree && { tree, landed: this.asked && growing.trees.landed(i - growing.from) };
    if (i + 1 === growing.end) {
      growing.trees.finish();
      this.begin(i + 1, rules);
    }
    return tree;
  }

  private begin(from: number, rules: SubtreeRules): void {
    this.growing = undefined;
    const end = Math.min(this.members.length, from + this.most);
    if (end <= from) return;
    const counts = Array.from({ length: end - from }, (_, k) => this.countsOf(from + k));
    const trees = this.batch?.begin(counts, rules, this.asked);
    if (trees) this.growing = { from, end, trees };
  }
}
