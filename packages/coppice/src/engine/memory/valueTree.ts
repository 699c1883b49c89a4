import type { ValueRows, ValueTreeSizes } from "../../kernels/drivers/valueRows.js";
import { gathered, ValueTreeMemory } from "../../kernels/drivers/valueTree.js";
import { valueTreeKernel } from "../../kernels/generated/valueTree.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import { inTurns, type Team } from "../../kernels/team.js";
import type { GrownTree } from "../../model/grownTree.js";
import type { Column } from "../../table/column.js";
import { rangeOf } from "../grid.js";
import { knowsRules } from "../knownRules.js";
import type { SubtreeRules } from "../port.js";
import type { Problem } from "../problem.js";
import type { Entries } from "./entries.js";

/** Tests lower these, so that small tables take the same paths as large ones. */
export const valueTreeSizes: ValueTreeSizes = { least: 500, middle: 8192, small: 127 };

const KNOWN = ["criterion", "tolerance", "minSplit", "minLeaf", "maxDepth", "zeroGain"] as const;

/** Codes are 16-bit, and a missing value has one too. */
const MOST_LEVELS = 65534;
/** Integers up to this fit into an entry. */
const MOST_WEIGHT = 255;
/** Words per row for the sets of levels of all nodes: seldom exceeded, and unused memory costs nothing. */
const SET_WORDS = 32;
/** Bytes of lists, cells and nodes per row and attribute, and per row. */
const PER_CELL = 26;
const PER_ROW = 240;
const MOST_BYTES = 3 * 2 ** 30;

/**
 * Whole regression trees by squared error. The kernel follows the learner's rules operation by operation; a test
 * compares its trees with those the learner grows from tallies.
 */
export class ValueTrees {
  constructor(
    private readonly problem: Problem,
    private readonly team?: Team,
  ) {}

  /** The most rows that a tree may have; 0 if the kernel does not support this problem. */
  get mostRows(): number {
    const { target, attributes } = this.problem;
    if (!kernelsUsable() || target.kind !== "values" || target.grid.quantum1 > 1) return 0;
    if (attributes.some((column) => levelsOf(column) > MOST_LEVELS)) return 0;
    return Math.floor(MOST_BYTES / (PER_ROW + PER_CELL * attributes.length));
  }

  grow(
    { rows, parts }: Entries,
    attributes: readonly number[],
    depth: number,
    rules: SubtreeRules,
  ): GrownTree | undefined {
    if (parts || rows.length < valueTreeSizes.least) return undefined;
    if (rules.criterion !== "squaredError" || !knowsRules(rules, KNOWN)) return undefined;
    const data = rows.length > this.mostRows ? undefined : this.rowsOf(rows, attributes);
    if (data === undefined) return undefined;
    return ifItFits(() => this.grownFrom(data, attributes, depth, rules));
  }

  private grownFrom(
    data: ValueRows,
    attributes: readonly number[],
    depth: number,
    rules: SubtreeRules,
  ): GrownTree | undefined {
    const words = data.mostLevels > 0 ? SET_WORDS * data.count + 1024 : 0;
    for (let setRoom = words; ; setRoom *= 4) {
      const tree = withTeam(this.team, (team) => {
        const memory = new ValueTreeMemory(team, data, setRoom, valueTreeSizes);
        memory.fill(data, rules, depth);
        presort(team, memory, data);
        team.run(valueTreeKernel, "grow", memory.job);
        return memory.isFull ? undefined : (memory.tree(attributes) ?? "declined");
      });
      if (tree !== undefined) return tree === "declined" ? undefined : tree;
    }
  }

  private rowsOf(rows: Int32Array, attributes: readonly number[]): ValueRows | undefined {
    const { problem } = this;
    const { target } = problem;
    if (target.kind !== "values") return undefined;
    const whole = rows.length === problem.rows;
    const units = whole ? target.grid.units : gathered(target.grid.units, rows);
    const weights = problem.weights && (whole ? problem.weights : gathered(problem.weights, rows));
    const { low: lowest, high: highest } = rangeOf(units);
    const rowBits = bitsOf(rows.length - 1);
    const heavy = weights?.some((w) => !Number.isInteger(w) || w > MOST_WEIGHT) ?? false;
    const shift = rowBits + (weights && !heavy ? 8 : 0);
    // Sixteen packed entries are summed without unpacking.
    if (bitsOf(highest - lowest) + shift + 4 > 64) return undefined;
    const columns = attributes.map((a) => problem.attributes[a]);
    return {
      count: rows.length,
      columns,
      ...(!whole && { rows }),
      units,
      ...(weights && { weights }),
      heavy,
      lowest,
      heaviest: weights ? rangeOf(weights).high : 1,
      quantum1: target.grid.quantum1,
      quantum: target.grid.quantum2,
      rowBits,
      shift,
      mostLevels: columns.reduce((most, column) => Math.max(most, levelsOf(column)), 0),
    };
  }
}

/** Sorting a column takes about twice as long as filling it in: other threads sort the first third while the rest is filled. */
function presort(team: Team, memory: ValueTreeMemory, data: ValueRows): void {
  const count = data.columns.length;
  const third = Math.ceil(count / 3);
  memory.fillColumns(data, 0, third);
  const join = team.begin(valueTreeKernel, "presort", memory.job, third);
  memory.fillColumns(data, third, count);
  join();
  inTurns(team, count, (end) => team.run(valueTreeKernel, "presort", memory.job, end));
}

function levelsOf(column: Column): number {
  return column.type === "nominal" ? column.levels.length : 0;
}

/** The number of bits of an integer ≥ 0. */
function bitsOf(x: number): number {
  let bits = 0;
  while (2 ** bits <= x) bits++;
  return bits;
}
