import {
  growRatioTree,
  type RatioTreeAttribute,
  type RatioTreeRoom,
  type RatioTreeTable,
} from "../../kernels/drivers/ratioTree.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import type { GrownTree } from "../../model/grownTree.js";
import type { EncodedAttribute } from "../encode.js";
import { knowsRules } from "../knownRules.js";
import type { RatioTreeRules } from "../port.js";
import type { Problem } from "../problem.js";
import { preorderTree } from "./ratioTreeOrder.js";

/** Rows x attributes below which a kernel is not worth its compilation. */
const KERNEL_ENTRIES = 1 << 14;
const MOST_CLASSES = 4096;

const KNOWN = [
  "tolerance",
  "minSplit",
  "minLeaf",
  "maxDepth",
  "zeroGain",
  "averageGain",
  "mdlCorrection",
  "adaptiveMinLeaf",
  "minGap",
  "scaled",
  "shared",
] as const;

/** Tests lower these: the table size from which the kernel is used, and its memory. */
export const ratioTreeTuning: { entries: number; room?: RatioTreeRoom } = { entries: KERNEL_ENTRIES };

/**
 * Whole classification trees by gain ratio. The kernel follows the learner's rules operation by operation; a test compares
 * its trees with those the learner grows from tallies.
 */
export class RatioTrees {
  readonly usable: boolean;

  constructor(
    private readonly problem: Problem,
    private readonly attributes: readonly EncodedAttribute[],
    private readonly team?: Team,
  ) {
    const { rows, target } = problem;
    const classes = target.kind === "classes" ? target.column.levels.length : 0;
    const large = rows * attributes.length >= ratioTreeTuning.entries;
    this.usable = large && classes >= 2 && classes <= MOST_CLASSES && kernelsUsable();
  }

  grow(rules: RatioTreeRules): GrownTree | undefined {
    const table = this.usable && knowsRules(rules, KNOWN) ? this.tableFor(rules) : undefined;
    return (
      table &&
      ifItFits(() =>
        withTeam(this.team, (team) =>
          growRatioTree(
            team,
            table,
            rules,
            (nodes) => preorderTree(nodes, table.attributes),
            ratioTreeTuning.room,
          ),
        ),
      )
    );
  }

  private tableFor(rules: RatioTreeRules): RatioTreeTable | undefined {
    const { rows, target, weights, totalWeight, weightQuantum } = this.problem;
    if (target.kind !== "classes") return undefined;
    const many = 0.3 * totalWeight;
    const isMany = ({ facts }: EncodedAttribute) => facts.kind !== "numeric" && facts.codes >= many;
    const allMany = this.attributes.every(isMany);
    const attributes = this.attributes.map((attribute) => ({
      ...described(attribute, rules.minGap),
      counted: allMany || !isMany(attribute),
    }));
    // Attributes with more levels than rows are left to the general path.
    if (attributes.some(({ perLevel, count }) => perLevel && count > rows)) return undefined;
    const anyMissing = rules.shared && attributes.some(({ codes, count }) => codes.includes(count));
    const { codes: labels, levels } = target.column;
    const whole = { rows, attributes, labels, classes: levels.length, totalWeight, quantum: weightQuantum };
    return weights ? { ...whole, anyMissing, weights } : { ...whole, anyMissing };
  }
}

function described(
  { facts: { kind, codes: count, values }, codes }: EncodedAttribute,
  minGap: number,
): Omit<RatioTreeAttribute, "counted"> {
  const perLevel = kind === "nominal";
  if (values === undefined) return { codes, count, perLevel, gap: 0 };
  const gap = Math.min(minGap, (values[values.length - 1] - values[0]) / 1000);
  return { codes, count, perLevel, values, gap: areApart(values, gap) ? 0 : gap };
}

/** Whether all neighbouring values are further apart. */
function areApart(values: Float64Array, gap: number): boolean {
  for (let i = 1; i < values.length; i++) if (!(values[i - 1] + gap < values[i])) return false;
  return true;
}
