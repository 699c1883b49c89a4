import { counted } from "../../engine/counted.js";
import { drive } from "../../engine/drive.js";
import { knowsRules } from "../../engine/knownRules.js";
import { memoryData } from "../../engine/memory/data.js";
import type { Problem } from "../../engine/problem.js";
import type { KernelBinary } from "../../kernels/binary.js";
import { growCoded } from "../../kernels/drivers/codedForest/growCoded.js";
import { CODED_FOREST_RULES } from "../../kernels/drivers/codedForest/rules.js";
import { growExtraTrees } from "../../kernels/drivers/extraTrees/growExtraTrees.js";
import { EXTRA_TREES_RULES } from "../../kernels/drivers/extraTrees/rules.js";
import { growForest } from "../../kernels/drivers/forest/growForest.js";
import type { GrownMember, Wanted } from "../../kernels/drivers/forest/grown.js";
import { FOREST_KERNEL_RULES } from "../../kernels/drivers/forest/rules.js";
import { codedForestKernel } from "../../kernels/generated/codedForest.js";
import { extraTreesKernel } from "../../kernels/generated/extraTrees.js";
import { forestKernel } from "../../kernels/generated/forest.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable } from "../../kernels/support.js";
import { aloneIn, type Team } from "../../kernels/team.js";
import { packTree } from "../../model/packTree.js";
import { columnSchema } from "../../table/column.js";
import type { ExpectedTable } from "../../table/tableShape.js";
import { learnTree } from "../treeLearner.js";
import type { TreeOptions } from "../treeOptions.js";
import { codedForestRules, hasFewValues } from "./codedForestRules.js";
import { extraTreesRules } from "./extraTreesRules.js";
import { forestRules } from "./forestRules.js";

/** What makes one tree of many different from the others. */
export interface Member {
  /** Everything that is random in the tree depends on it. */
  readonly seed: number;
  /** How often each row counts, beside its weight; absent: once. Made when it is read, so read it once and late. */
  readonly counts?: Uint8Array;
  /** The counts are how many of these limits are not above the hash of a row's position by the key of the seed (`rowsKey`). */
  readonly limits?: readonly number[];
}

/** What is wanted is told where that is cheap. */
export interface GrowManyContext extends Wanted {
  readonly team?: Team;
  readonly signal?: AbortSignal;
}

/**
 * Grows a tree for each member, in their order, one pack a tree. The options must ask for two-way tests with missing
 * cells sent down one branch.
 */
export function* growMany(
  problem: Problem,
  options: TreeOptions,
  members: readonly Member[],
  context: GrowManyContext,
): Generator<GrownMember, void, void> {
  // Sums are worth less than the kernel: the general grower would take far longer than predicting all rows again.
  const wants = context.sums ? [context, { ...context, sums: false }] : [context];
  const kernels = kernelsUsable()
    ? wants.flatMap((wanted) => kernelsFor(problem, options, members, wanted))
    : [];
  const { team } = context;
  // On one thread trees need less memory, which ends at 4 GiB.
  const teams = team && team.size > 1 ? [team, aloneIn(team)] : [team];
  for (const some of teams) {
    for (const kernel of kernels) {
      const grown = kernel(some);
      // All room is taken before the first tree.
      const first = ifItFits(() => grown.next());
      if (first === undefined) continue;
      try {
        if (!first.done) yield first.value;
        return yield* grown;
      } finally {
        grown.return();
      }
    }
  }
  yield* growEach(problem, options, members);
}

type GrowByKernel = (team: Team | undefined) => Generator<GrownMember, void, void>;

/** The kernels that grow what the options ask for, the fastest first. */
function kernelsFor(
  problem: Problem,
  options: TreeOptions,
  members: readonly Member[],
  { unseen = false, outOfBag = false, decrease = false, sums = false }: GrowManyContext,
): GrowByKernel[] {
  const wanted = { unseen, outOfBag, decrease, sums };
  const rules = forestRules(options, problem);
  const drawn = extraTreesRules(options, problem);
  const isOwn = drawn !== undefined && knowsRules(drawn, EXTRA_TREES_RULES);
  if (isOwn && !(rules?.cut === "random" && hasFractions(problem)))
    return [(team) => growExtraTrees(problem, drawn, members, team, wanted)];
  const coded = codedForestRules(options, problem);
  const byCodes: GrowByKernel[] =
    coded !== undefined && knowsRules(coded, CODED_FOREST_RULES)
      ? [(team) => growCoded(problem, coded, members, team, wanted)]
      : [];
  const byLists: GrowByKernel[] =
    rules !== undefined && knowsRules(rules, FOREST_KERNEL_RULES)
      ? [(team) => growForest(problem, rules, members, team, wanted)]
      : [];
  if (byCodes.length === 0 || byLists.length === 0) return [...byCodes, ...byLists];
  // Codes need three quarters of the memory.
  return hasFewValues(problem) ? byCodes : [...byLists, ...byCodes];
}

/** The kernel that will probably grow these trees from a table that has not been read yet. */
export function kernelExpected(
  { numeric }: Partial<TreeOptions>,
  { levels, fractions }: ExpectedTable,
): KernelBinary {
  if (!levels && fractions) return forestKernel;
  return numeric === "random" ? extraTreesKernel : codedForestKernel;
}

/** Numbers with fractions: where all attributes are numbers, the forest kernel compares them as they are, and is faster. */
function hasFractions({ attributes }: Problem): boolean {
  const isFraction = (x: number) => !Number.isNaN(x) && !Number.isInteger(x);
  return attributes.some((column) => column.type === "numeric" && column.values.some(isFraction));
}

/** One after the other by the general grower: any faster way must give bit-for-bit the same. */
export function* growEach(
  problem: Problem,
  options: TreeOptions,
  members: readonly Member[],
): Generator<GrownMember, void, void> {
  const attributes = problem.attributes.map(columnSchema);
  for (const { seed, counts } of members) {
    const grown = counts === undefined ? problem : counted(problem, counts);
    const engine = memoryData(grown).engine();
    const context = { task: grown, rows: grown, facts: engine.facts, seed };
    const { nodes } = drive(learnTree(options, context), engine);
    const packed = packTree(nodes, attributes);
    if (packed === undefined) throw new Error("the options ask for trees that cannot be packed");
    yield { pack: packed };
  }
}
