import type { Judgement, LeftOut, LeftOutLosses } from "../../kernels/drivers/leftOut.js";
import { MixedMembers, memberBytes } from "../../kernels/drivers/mixedMembers.js";
import { COUNTED_CODES } from "../../kernels/drivers/mixedTree.js";
import type { TreeSequence, TreeToPrune } from "../../kernels/drivers/treeSequence.js";
import { ifItFits } from "../../kernels/heap.js";
import type { Team } from "../../kernels/team.js";
import type { GrownTree } from "../../model/grownTree.js";
import { encodedOnce } from "../encode.js";
import type { SubtreeRules } from "../port.js";
import type { Problem } from "../problem.js";
import { isForLists } from "./classTree.js";
import { codedTable, fitsMixedTrees, inCells, mixedRules, mixedTreeTuning } from "./mixedTree.js";

/** Memory that the trees of one call may take. */
const MOST_BYTES = 2 ** 30;

/** What is to be found out about the rows that do not count: how thresholds are placed; and see `LeftOut`. */
export type AskedOfLeftOut = Omit<LeftOut, "values">;

/** Trees that threads grow from a queue. */
export interface GrowingTrees {
  /** A tree, once it is grown; undefined if it has to be grown by itself. */
  take(i: number): GrownTree | undefined;
  /** The nodes that the rows come to which do not count, or all rows, in their order; undefined as for `take`. Only if asked for. */
  landed(i: number): Int32Array | undefined;
  /** The pruning sequence of a tree that was grown from all rows; undefined if there is no room for it. */
  sequenceOf(tree: TreeToPrune): TreeSequence | undefined;
  /** From now on, those rows are judged by these trees. Only if asked for, as the losses are. */
  judgeBy(judgement: Judgement): void;
  losses(i: number, judgement: Judgement): LeftOutLosses | undefined;
  /** Waits for those that threads are at; no others are begun. */
  finish(): void;
}

/**
 * Whole classification trees of one table that differ in the weights of its rows, each grown by one thread: the same as
 * those of `MixedTrees`. The team's memory is in use until `close`.
 */
export class MixedBatch {
  private readonly mark: number;

  private constructor(
    private readonly problem: Problem,
    private readonly team: Team,
  ) {
    this.mark = team.heap.mark();
  }

  /** Undefined if this is not worthwhile, or not possible. */
  static of(problem: Problem, team: Team | undefined): MixedBatch | undefined {
    // Lists of numbers are faster on tables that have nothing else.
    return canGrow(problem, team) && !isForLists(problem) ? new MixedBatch(problem, team) : undefined;
  }

  /** The same for trees that are judged, and not taken: on tables of numbers that is worth more than lists, unless they are long. */
  static toJudge(problem: Problem, team: Team | undefined): MixedBatch | undefined {
    if (!canGrow(problem, team)) return undefined;
    return isForLists(problem) && areLong(problem, team) ? undefined : new MixedBatch(problem, team);
  }

  /** How many trees can be grown at once. */
  get most(): number {
    const { rows, attributes, target } = this.problem;
    const classes = target.kind === "classes" ? target.column.levels.length : 0;
    const { thread, tree } = memberBytes(rows, attributes.length, classes);
    return Math.max(0, Math.floor((MOST_BYTES - this.team.size * thread) / tree));
  }

  /**
   * Begins to grow a tree for each of these: how often each row counts, beside its weight (absent: once). Undefined if the
   * rules are not known, or the memory is too small.
   */
  begin(
    counts: readonly (Uint8Array | undefined)[],
    rules: SubtreeRules,
    asked?: AskedOfLeftOut,
  ): GrowingTrees | undefined {
    const { problem, team, mark } = this;
    const limits = mixedRules(rules, 0);
    // Members have no room for what its superclasses are made of.
    if (limits === undefined || limits.criterion === "twoing") return undefined;
    team.heap.release(mark);
    const attributes = problem.attributes.map((column) => encodedOnce(column, team));
    const { weights } = problem;
    const table = { ...codedTable(problem, attributes), ...(weights && { weights }) };
    const leftOut = asked && { ...asked, values: attributes.map(({ facts }) => facts.values) };
    const { sizes } = mixedTreeTuning;
    const members = ifItFits(() => new MixedMembers(team, table, limits, counts, sizes, leftOut));
    if (members === undefined) {
      team.heap.release(mark);
      return undefined;
    }
    return {
      take(i) {
        const tree = members.take(i);
        return tree && inCells(tree, attributes);
      },
      landed: (i) => members.landed(i),
      sequenceOf: (tree) => ifItFits(() => members.sequenceOf(tree)),
      judgeBy: (judgement) => members.judgeBy(judgement),
      losses: (i, judgement) => members.losses(i, judgement),
      finish: () => members.finish(),
    };
  }

  close(): void {
    this.team.heap.release(this.mark);
  }
}

function canGrow(problem: Problem, team: Team | undefined): team is Team {
  return team !== undefined && team.size >= 2 && fitsMixedTrees(problem);
}

/** Cells of attributes whose rows are not counted by code, up to which it does not matter that lists are faster. */
const MOST_LISTED = 1 << 19;

function areLong({ rows, attributes }: Problem, team: Team): boolean {
  const listed = attributes.filter((column) => encodedOnce(column, team).facts.codes > COUNTED_CODES);
  return rows * listed.length > MOST_LISTED;
}
