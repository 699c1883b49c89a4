import { type DataHandle, localRows } from "../engine/data.js";
import { type GrowingTrees, MixedBatch } from "../engine/memory/mixedMembers.js";
import { originOf } from "../engine/parts.js";
import type { Answer, Engine, SubtreeRequest, SubtreeRules } from "../engine/port.js";
import type { Problem } from "../engine/problem.js";
import type { LeftOutLosses } from "../kernels/drivers/leftOut.js";
import { mostTreesOf } from "../kernels/drivers/treeSequence.js";
import type { Team } from "../kernels/team.js";
import type { GrownTree } from "../model/grownTree.js";
import { columnMakerOf } from "../model/packedTree.js";
import type { TreeModel } from "../model/tree.js";
import type { Member } from "./ensemble/growMany.js";
import { MembersAhead } from "./ensemble/membersAhead.js";
import type { GrownTrees, JudgedTrees } from "./grownTrees.js";
import { isConversing } from "./learner.js";
import { growTree, wholeTreeRules } from "./runTreeJob.js";
import { checkSignal } from "./slices.js";
import type { FitJob } from "./treeJob.js";
import type { TreeToGrow } from "./treeSteps.js";

export interface FirstTree {
  readonly model: TreeModel;
  readonly job: FitJob;
  /** By which rules the engine grew it by itself, without tallies, and what it grew; absent if it did not. */
  readonly whole?: { readonly rules: SubtreeRules; readonly tree: GrownTree };
}

/** The first of the trees that a fit asks for, by all threads. */
export function growFirst(job: FitJob, team: Team | undefined): FirstTree {
  let whole: FirstTree["whole"];
  const withTeam = team && isConversing(job.learner) ? { ...job, context: { ...job.context, team } } : job;
  const model = growTree(withTeam, (data): Engine => {
    const engine = openedFor(data, team);
    return {
      facts: engine.facts,
      close: () => engine.close?.(),
      answer(request) {
        const answer = engine.answer(request);
        if (request.ask === "subtree" && request.nodes[0].node === 0) {
          const [tree] = answer as Answer<SubtreeRequest>;
          whole = tree && { rules: request.rules, tree };
        }
        return answer;
      },
    };
  });
  return { model, job, ...(whole && { whole }) };
}

function openedFor(data: DataHandle, team: Team | undefined): Engine {
  return data.engine(team && { team });
}

/**
 * The first tree, and the others, of some of its rows: each by one thread, from a queue, if a kernel can do that; otherwise one
 * after the other, by all threads.
 */
export function growAll(
  first: FirstTree,
  others: readonly TreeToGrow[],
  team: Team | undefined,
): GrownTrees & Iterable<TreeModel, undefined> {
  return {
    [Symbol.iterator]: () => grownInTurn(first, others, team),
    judged: () => judgedTrees(first, others, team),
    team,
  };
}

function* grownInTurn(
  { model, job }: FirstTree,
  others: readonly TreeToGrow[],
  team: Team | undefined,
): Generator<TreeModel, undefined> {
  yield model;
  const problem = job.grown.local?.problem;
  if (problem) yield* grownAhead(problem, others, team);
  else for (const other of others) yield growTree(other(), (data) => openedFor(data, team));
}

function* grownAhead(
  problem: Problem,
  others: readonly TreeToGrow[],
  team: Team | undefined,
): Generator<TreeModel, undefined> {
  const jobs = new Map<number, FitJob>();
  const jobOf = (i: number) => {
    const job = jobs.get(i) ?? others[i]();
    jobs.set(i, job);
    return job;
  };
  const members = others.map(
    (_, i): Member => ({
      seed: 0,
      get counts() {
        return countsWithin(problem, rowsOf(jobOf(i)));
      },
    }),
  );
  const ahead = new MembersAhead(problem, members, team);
  const areParts = others.length > 0 && isPart(rowsOf(jobOf(0)), problem);
  try {
    for (let i = 0; i < others.length; i++) {
      const job = jobOf(i);
      const grown = areParts ? ahead.data(i, rowsOf(job)) : job.grown;
      const model = growTree({ ...job, grown }, (data) => openedFor(data, team));
      jobs.delete(i);
      ahead.done(i);
      yield model;
    }
  } finally {
    ahead.close();
  }
}

/**
 * Begins to grow the other trees where a kernel can judge them, too: if it grew the first one, all are grown by the same rules,
 * and nothing is done to them afterwards. No models are made of them.
 */
function judgedTrees(
  { model, job: { grown, options, learner }, whole }: FirstTree,
  others: readonly TreeToGrow[],
  team: Team | undefined,
): JudgedTrees | undefined {
  const problem = grown.local?.problem;
  if (problem === undefined || whole === undefined || others.length === 0) return undefined;
  const { rules, tree } = whole;
  // Otherwise the model is not what the kernel grew.
  if (rules.factors || columnMakerOf(model)?.partly?.attribute !== tree.attribute) return undefined;
  // A value of the rows that a tree is grown from: the kernel knows those of all rows.
  if (options.threshold === "value") return undefined;
  const batch = MixedBatch.toJudge(problem, team);
  if (batch === undefined || batch.most < others.length) return undefined;
  const known = others.flatMap((other) => other.ahead ?? []);
  if (known.length < others.length) return undefined;
  const asked = { placedByWeight: options.threshold === "weighted", mostTrees: mostTreesOf(tree.nodes) };
  const counts = known.map((one) => one.counts());
  const trees = begun(batch, batch.begin(counts, rules, asked), () => isGrownBy(rules, others[0](), problem));
  if (trees === undefined) return undefined;
  let isOpen = true;
  return {
    sequence: () => trees.sequenceOf(tree),
    losses(judgement) {
      trees.judgeBy(judgement);
      const found: LeftOutLosses[] = [];
      for (const [i, { context }] of known.entries()) {
        checkSignal(context.signal, learner.name);
        const losses = trees.losses(i, judgement);
        if (losses === undefined) return undefined;
        found.push(losses);
        context.onProgress?.(1);
      }
      return found;
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      trees.finish();
      batch.close();
    },
  };
}

/** The trees if they are right, which is found out while threads are at the first; otherwise no more are begun. */
function begun(
  batch: MixedBatch,
  trees: GrowingTrees | undefined,
  areRight: () => boolean,
): GrowingTrees | undefined {
  let used: GrowingTrees | undefined;
  try {
    used = trees && areRight() ? trees : undefined;
    return used;
  } finally {
    if (used === undefined) {
      trees?.finish();
      batch.close();
    }
  }
}

/** Whether a tree on some of the rows is grown by the rules of the whole: limits may depend on the number of rows. */
function isGrownBy(rules: SubtreeRules, job: FitJob, whole: Problem): boolean {
  return isPart(rowsOf(job), whole) && JSON.stringify(rules) === JSON.stringify(wholeTreeRules(job));
}

function rowsOf({ grown }: FitJob): Problem {
  return localRows(grown, "growing many trees at once").problem;
}

function isPart(part: Problem, whole: Problem): boolean {
  const wholes = originOf([part.target.column, ...part.attributes])?.wholes;
  return wholes?.every((column, i) => column === [whole.target.column, ...whole.attributes][i]) ?? false;
}

/** 1 for each row of the whole that is in the part. */
function countsWithin(whole: Problem, part: Problem): Uint8Array {
  const counts = new Uint8Array(whole.rows);
  const rows = originOf(part.attributes)?.rows ?? [];
  for (let i = 0; i < rows.length; i++) counts[rows[i]] = 1;
  return counts;
}
