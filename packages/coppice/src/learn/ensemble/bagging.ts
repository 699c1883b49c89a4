import { CoppiceError } from "../../base/errors.js";
import { memberSeed } from "../../base/nodeRandom.js";
import * as z from "../../base/schema.js";
import { type Bag, isWhole } from "../../engine/bag.js";
import { bagOf } from "../../engine/memory/data.js";
import type { LearningTask } from "../../engine/task.js";
import type { TreeModel } from "../../model/tree.js";
import { predictTree } from "../../predict/predictTree.js";
import { takeRows } from "../../table/column.js";
import { makeTable } from "../../table/table.js";
import { declared } from "../applies.js";
import { awaited } from "../conversed.js";
import type {
  EnsembleContext,
  EnsembleDataContext,
  EnsembleDataWork,
  EnsembleLearner,
  EnsembleWork,
} from "../learner.js";
import { fitWithAsync } from "../runTreeJob.js";
import type { AnyData, FitJob } from "../treeJob.js";
import { BagJudge } from "./bagJudge.js";
import { LEAVES_OUT } from "./forestOptions.js";
import { type JudgedRows, judgedRows } from "./judgedRows.js";
import { type MemberChoice, memberCosts, memberFields, memberJobs, memberLearner } from "./memberLearner.js";
import { packOf } from "./memberPack.js";
import { bagFor, leavesOut, membersOf, type Sampling, sampledProblem } from "./members.js";
import { MembersAhead } from "./membersAhead.js";
import { OutOfBag } from "./outOfBag.js";

const options = z.strictObject(
  declared(
    {
      trees: z.int().min(1).max(100_000).default(50).describe("number of trees"),
      ...memberFields("cart"),
      bootstrap: z
        .boolean()
        .default(true)
        .describe("grow each tree from rows drawn with replacement, in proportion to their weights"),
      sampleShare: z
        .number()
        .gt(0)
        .max(1)
        .optional()
        .describe("share of rows per tree; drawn without replacement if bootstrap is off"),
      combine: z
        .enum(["mean", "vote"])
        .default("mean")
        .describe(
          "predict the mean of the trees' class probabilities or values, or the class with the most votes",
        ),
      oob: z
        .boolean()
        .default(true)
        .describe("compute the out-of-bag error: each row predicted only by trees that did not see it"),
    },
    { oob: LEAVES_OUT },
  ),
);

interface BaggingOptions extends MemberChoice, Sampling {
  readonly trees: number;
  readonly combine: "mean" | "vote";
  readonly oob: boolean;
}

/** Breiman 1996. */
export const bagging = {
  kind: "ensemble",
  strings: "nodes",
  name: "bagging",
  summary: "bagging: averages trees of any tree learner, each from a bootstrap sample; not pruned by default",
  tasks: ["classification", "regression"],
  options,
  guarantees: { monotone: false, rowOrder: false, weights: false },
  learn: (given, context) => bag(given as unknown as BaggingOptions, context),
  learnData: (given, context) => bagData(given as unknown as BaggingOptions, context),
} satisfies EnsembleLearner;

/** Trees per thread that are begun at once: more keep the threads busy, fewer take less memory. */
const AHEAD = 8;

function* bag(given: BaggingOptions, context: EnsembleContext): EnsembleWork {
  const { problem, seed, team, resume } = context;
  checkVote(given, problem);
  const learn = memberLearner(given, problem, { prune: "none" });
  const costs = memberCosts(given, problem);
  const sampled = sampledProblem(problem, given);
  const { wantsScores = false } = context;
  const judge = new BagJudge(problem, given, { ...costs, wantsScores });
  const models: TreeModel[] = [];
  const kept = resume?.members.kind === "models" ? resume.members.models : [];
  const members = membersOf(problem, given, seed, 0, given.trees);
  const { threshold = "midpoint" } = given.settings;
  // A threshold that is a value of the rows that the tree was grown from is not known where the others go down.
  const isKnown = judge.asks !== undefined && threshold !== "value";
  const asked = { placedByWeight: threshold === "weighted", ofAllRows: judge.asks === "all" };
  const ahead = new MembersAhead(
    sampled,
    members,
    team,
    AHEAD * (team?.size ?? 1),
    isKnown ? asked : undefined,
  );
  const see = (model: TreeModel, i: number): void => {
    models.push(model);
    const isPlaced = model.options.threshold === threshold;
    const helpers = ahead.isGrowing ? undefined : team;
    judge.see(model, ahead.countsOf(i), isPlaced ? ahead.landedIn(model) : undefined, helpers);
  };
  const learned = (i: number): TreeModel => {
    const counts = ahead.countsOf(i);
    const rows = counts === undefined ? sampled : bagOf(problem, { replacement: given.bootstrap }, counts);
    return learn(ahead.data(i, rows), members[i].seed);
  };
  try {
    for (let i = 0; i < members.length; i++) {
      see(i < kept.length ? kept[i] : learned(i), i);
      ahead.done(i);
      if (i >= kept.length) {
        const figure = judge.figure();
        const state = () => ({ members: { kind: "models", models: [...models] } as const, arrays: {} });
        yield { done: (i + 1) / given.trees, members: i + 1, state, ...(figure && { figure }) };
      }
    }
  } finally {
    ahead.close();
  }
  const { curves, scores } = judge;
  return {
    combine: { kind: given.combine },
    members: { kind: "models", models },
    ...(costs && { costs }),
    ...(curves && { report: { curves } }),
    ...(scores && { scores }),
  };
}

function checkVote({ combine }: BaggingOptions, { task }: Pick<LearningTask, "task">): void {
  if (combine !== "vote" || task !== "regression") return;
  throw new CoppiceError("OPTION_CONFLICT", "combine=vote needs classes, and the target is numeric", {
    name: "combine",
  });
}

/** The same of rows wherever they are: each tree is learned by asking the engine of its rows. */
function* bagData(given: BaggingOptions, { data, seed, team }: EnsembleDataContext): EnsembleDataWork {
  if (data.local) {
    const { problem } = data.local;
    return yield* bag(given, { problem, seed, ...(team && { team }) }) as EnsembleDataWork;
  }
  const { task } = data;
  checkVote(given, task);
  const jobOf = memberJobs(given, task, { prune: "none" });
  const costs = memberCosts(given, task);
  const blocks = given.oob && leavesOut(given) ? judgedRows(data) : undefined;
  const outOfBag = blocks && new OutOfBag(blocks.rows, given.combine, costs?.loss);
  const models: TreeModel[] = [];
  for (let i = 0; i < given.trees; i++) {
    const own = memberSeed(seed, i);
    const drawn = bagFor(own, given);
    const part = (isWhole(drawn) ? data : data.part({ bag: drawn })) as AnyData;
    const model = yield* awaited(fitWithAsync(jobOf(part, own) as FitJob));
    models.push(model);
    if (blocks && outOfBag) judgeByBlocks(model, given.combine, drawn, blocks, outOfBag);
    const figure = outOfBag?.figure();
    const state = () => ({ members: { kind: "models", models: [...models] } as const, arrays: {} });
    yield { done: (i + 1) / given.trees, members: i + 1, state, ...(figure && { figure }) };
  }
  return {
    combine: { kind: given.combine },
    members: { kind: "models", models },
    ...(costs && { costs }),
    ...(outOfBag && { report: { curves: [outOfBag.curve()] } }),
  };
}

function judgeByBlocks(
  model: TreeModel,
  combine: "mean" | "vote",
  bagged: Bag,
  blocks: JudgedRows,
  outOfBag: OutOfBag,
): void {
  const pack = combine === "mean" ? packOf(model) : undefined;
  if (pack) {
    const { rows, leaves } = blocks.unseen(pack, bagged);
    outOfBag.add(pack, rows, leaves);
    return;
  }
  for (const { block, within, rows } of blocks.unseenBy(bagged)) {
    const table = makeTable(block.attributes.map((column) => takeRows(column, within)));
    outOfBag.hearSome(rows, predictTree(model, table));
  }
  outOfBag.settle();
}
