import { CoppiceError } from "../../base/errors.js";
import { memberSeed } from "../../base/nodeRandom.js";
import { type Bag, isWhole } from "../../engine/bag.js";
import { type AsyncDataHandle, type DataHandle, localRows } from "../../engine/data.js";
import type { AsyncEngine, Engine, Judged, JudgeRequest } from "../../engine/port.js";
import type { LearningTask } from "../../engine/task.js";
import type { GrownMember } from "../../kernels/drivers/forest/grown.js";
import type { Costs } from "../../model/costs.js";
import { packTree } from "../../model/packTree.js";
import { splitPacked } from "../../model/splitPacked.js";
import { isSplit } from "../../model/tree.js";
import { unpackTree } from "../../model/unpackTree.js";
import { columnSchema } from "../../table/column.js";
import { awaited, conversed, withEngine } from "../conversed.js";
import { resolveLoss } from "../cost/resolve.js";
import type { EnsembleDataContext, EnsembleDataWork, EnsembleSlice, Waiting } from "../learner.js";
import { learnTree } from "../treeLearner.js";
import type { TreeOptions } from "../treeOptions.js";
import { ForestMonitor } from "./forestMonitor.js";
import { type ForestOptions, treeOptionsOf } from "./forestOptions.js";
import { forestRules } from "./forestRules.js";
import { inRows } from "./inRows.js";
import { type JudgedRows, judgedRows, withoutRows } from "./judgedRows.js";
import { bagFor, leavesOut } from "./members.js";
import { TreesSoFar } from "./treesSoFar.js";

/**
 * A forest of rows wherever they are, tree by tree from sums: what kernels grow from rows in memory, bit for bit. The options have
 * been checked.
 */
export function* forestOverData(
  options: ForestOptions,
  { data, seed, team, resume }: EnsembleDataContext,
  answers: Partial<TreeOptions>,
): EnsembleDataWork {
  const { task } = data;
  const costs = lossFor(options, task);
  const treeOptions = inRows(treeOptionsOf(options, task, answers), task, options);
  // Nodes that an engine can take into memory are grown there to the end.
  const drawn = forestRules(treeOptions, task);
  const kept = resume?.members.kind === "packed" ? resume.members.trees : undefined;
  const trees = new TreesSoFar(kept, options.trees);
  const judge = options.oob && leavesOut(options) ? judgeOf(data, options, costs) : undefined;
  const given = { rows: judge?.rows ?? withoutRows(task), attributes: task.attributes.length };
  const watch = new ForestMonitor(given, options, seed, costs?.loss);
  const attributes = task.attributes.map(columnSchema);
  try {
    for (const [member, pack] of splitPacked(kept).entries()) {
      const bag = bagFor(memberSeed(seed, member), options);
      watch.see({ pack, ...(judge && (yield* judge.judged(pack, bag))) }, member);
    }
    for (let member = trees.count; member < options.trees; member++) {
      const own = memberSeed(seed, member);
      const bag = bagFor(own, options);
      const part = (isWhole(bag) ? data : data.part({ bag })) as DataHandle | AsyncDataHandle;
      yield* awaited(part.ready?.());
      const { nodes } = yield* withEngine(part.engine(team && { team }), (engine) =>
        conversed(
          learnTree(treeOptions, {
            task: part.task,
            facts: engine.facts,
            seed: own,
            ...(drawn && { drawn }),
          }),
          engine,
        ),
      );
      const pack = packTree(nodes, attributes);
      if (pack === undefined) throw new Error("the options ask for trees that cannot be packed");
      watch.see({ pack, ...(judge && (yield* judge.judged(pack, bag))) }, member);
      trees.add(pack);
      yield sliceOf(trees, options, watch);
    }
    yield* awaited(judge?.close());
  } finally {
    void judge?.close();
  }
  const report = watch.report();
  return {
    combine: { kind: options.combine },
    members: { kind: "packed", trees: trees.joined() },
    ...(costs && { costs }),
    ...(Object.keys(report).length > 0 && { report }),
  };
}

function sliceOf(trees: TreesSoFar, options: ForestOptions, watch: ForestMonitor): EnsembleSlice {
  const figure = watch.figure();
  return {
    done: trees.count / options.trees,
    members: trees.count,
    state: () => ({ members: { kind: "packed", trees: trees.joined() }, arrays: watch.state() }),
    ...(figure && { figure }),
  };
}

/** The option that changes rows, or looks at them again. */
export function rowsReadBy({ priors = "data", importance }: ForestOptions): string | undefined {
  if (priors !== "data") return "priors";
  const isRead = importance === "permutation" || importance === "corrected";
  return isRead ? `importance=${importance}` : undefined;
}

export function refuseRows(options: ForestOptions, data: DataHandle | AsyncDataHandle): void {
  const what = rowsReadBy(options);
  if (what !== undefined) localRows(data as DataHandle, what);
}

function lossFor({ loss }: ForestOptions, { target }: LearningTask): Pick<Costs, "loss"> | undefined {
  if (loss === undefined || target.kind !== "classes") return undefined;
  const resolved = resolveLoss(loss, target.column.levels);
  return resolved && { loss: resolved };
}

/** How the rows that a tree did not see judge it. */
interface Judge {
  readonly rows: JudgedRows["rows"];
  judged(
    pack: GrownMember["pack"],
    bag: Bag,
  ): Generator<Waiting, Pick<GrownMember, "unseen" | "outOfBag">, unknown>;
  close(): void | Promise<void>;
}

/** Where the rows are, if the engine offers that; otherwise here, block by block. */
function judgeOf(
  data: DataHandle | AsyncDataHandle,
  { combine }: ForestOptions,
  costs: Pick<Costs, "loss"> | undefined,
): Judge {
  const engine: Engine | AsyncEngine = data.engine();
  if (engine.facts.judges) {
    if (costs?.loss) throw lossesByRows();
    return engineJudge(engine, data.task, combine);
  }
  void engine.close?.();
  const blocks = judgedRows(data);
  return {
    rows: blocks.rows,
    // biome-ignore lint/correctness/useYield: it need not wait
    *judged(pack, bag) {
      return { unseen: blocks.unseen(pack, bag) };
    },
    close() {},
  };
}

function engineJudge(engine: Engine | AsyncEngine, task: LearningTask, combine: "mean" | "vote"): Judge {
  const rows = withoutRows(task);
  const width = Math.max(1, rows.classes);
  return {
    rows,
    *judged(pack, bag) {
      const nodes = unpackTree(pack, 0, task.attributes, task.task);
      const answers = new Float64Array(nodes.length * width);
      for (const [i, node] of nodes.entries())
        if (!isSplit(node)) {
          const from = pack.skip[i] * width;
          answers.set(pack.values.subarray(from, from + width), i * width);
        }
      const request: JudgeRequest = { ask: "judge", bag, nodes, answers, width, combine };
      const { weight, loss } = (yield* awaited(engine.answer(request))) as Judged;
      return { outOfBag: { judged: weight, wrong: loss } };
    },
    close: () => engine.close?.(),
  };
}

function lossesByRows(): CoppiceError {
  return new CoppiceError(
    "ENGINE_ROWS",
    "the out-of-bag error with losses needs an engine whose rows may come to this process: give oob=false",
    { name: "loss" },
  );
}
