import { MemoryEngine } from "../engine/memory/engine.js";
import { originOf } from "../engine/parts.js";
import type { Answer, Engine, SubtreeRequest } from "../engine/port.js";
import type { Problem } from "../engine/problem.js";
import type { Team } from "../kernels/team.js";
import type { TreeModel } from "../model/tree.js";
import type { Member } from "./ensemble/growMany.js";
import { MembersAhead } from "./ensemble/membersAhead.js";
import { isConversing } from "./learner.js";
import { type FitJob, growTree, type TreeToGrow } from "./treeJob.js";

export interface FirstTree {
  readonly model: TreeModel;
  readonly problem: Problem;
  /** Whether the engine grew it by itself, without tallies. */
  readonly isWhole: boolean;
}

/** The first of the trees that a fit asks for, by all threads. */
export function growFirst(job: FitJob, team: Team | undefined): FirstTree {
  let isWhole = false;
  const withTeam = team && isConversing(job.learner) ? { ...job, context: { ...job.context, team } } : job;
  const model = growTree(withTeam, (problem): Engine => {
    const engine = new MemoryEngine(problem, team);
    return {
      facts: engine.facts,
      answer(request) {
        const answer = engine.answer(request);
        if (request.ask === "subtree" && request.nodes[0].node === 0)
          isWhole = (answer as Answer<SubtreeRequest>)[0] !== undefined;
        return answer;
      },
    };
  });
  return { model, problem: job.grown, isWhole };
}

/**
 * The first tree, and the others, of some of its rows: each by one thread, from a queue, if a kernel can do that; otherwise one
 * after the other, by all threads.
 */
export function* growAll(
  { model, problem }: FirstTree,
  others: readonly TreeToGrow[],
  team: Team | undefined,
): Generator<TreeModel> {
  yield model;
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
        return countsWithin(problem, jobOf(i).grown);
      },
    }),
  );
  const ahead = new MembersAhead(problem, members, team);
  const areParts = others.length > 0 && isPart(jobOf(0).grown, problem);
  try {
    for (let i = 0; i < others.length; i++) {
      const job = jobOf(i);
      const model = growTree(job, (asked) =>
        areParts ? ahead.engine(i, job.grown, asked) : new MemoryEngine(asked, team),
      );
      jobs.delete(i);
      ahead.done(i);
      yield model;
    }
  } finally {
    ahead.close();
  }
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
