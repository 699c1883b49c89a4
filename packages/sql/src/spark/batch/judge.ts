import type { Judged, JudgeRequest } from "coppice/engine";
import { Scratch } from "../../engine/scratch.js";
import { namedView, sqlRelation } from "../messages.js";
import type { JobArrays } from "../workers/job.js";
import { EXTENDED, SUMS } from "../workers/workers.js";
import { bagFacts } from "./bags.js";
import { keptBlocks } from "./blocks.js";
import { doublesAt } from "./bytes.js";
import { type BagFacts, blockArrays, blockFacts, columnsFor, type ExactBlocks } from "./exactBlocks.js";
import { type Steps, stepsOf } from "./steps.js";
import { batchTuning } from "./tuning.js";

interface ToldTree {
  readonly bag: BagFacts;
  readonly steps: Steps;
  readonly answers: Float64Array;
}

const VIEW = "coppice_told";

/**
 * Judges the trees of a forest by the rows that they did not see. What a row was told follows from its codes, its key and the trees
 * so far; it is written beside the codes now and then, and what workers remember only saves time.
 */
export class ForestJudge {
  private readonly scratch: Scratch;
  private trees: ToldTree[] = [];
  private written: string | undefined;
  /** States that workers remember are of the same trees. */
  private state = 0;

  constructor(private readonly blocks: ExactBlocks) {
    this.scratch = new Scratch(blocks.workers.connection);
  }

  async judge(request: JudgeRequest): Promise<Judged> {
    const { choices } = await this.blocks.open();
    // Written tables have no room for the order by which a part is chosen.
    if (this.trees.length >= batchTuning.mostTrees && choices.length === 0) await this.write(request.width);
    const { bag, nodes, answers, width, combine } = request;
    const tree = {
      bag: await bagFacts(bag, this.blocks),
      steps: stepsOf(nodes, this.blocks.attributes),
      answers: combine === "vote" && width > 1 ? votes(answers, width) : answers,
    };
    this.trees.push(tree);
    const found = await this.judged(width);
    if (found.seen > 0) return found;
    // A bag that would be empty is all rows, and none is left to judge.
    this.trees.pop();
    this.state++;
    if (this.trees.length === 0 && this.written === undefined) return { weight: 0, loss: 0 };
    return this.judged(width);
  }

  private async judged(width: number): Promise<Judged & { readonly seen: number }> {
    const { task, workers } = this.blocks;
    const { input, job } = await this.job("judge", width);
    const sums = [0, 0, 0];
    for await (const batch of workers.rows(input, { ...job, returns: SUMS }))
      for (let row = 0; row < batch.rows; row++)
        for (const [i, sum] of doublesAt(batch.columns[3], row).entries()) sums[i] += sum;
    const unit = task.target.kind === "values" ? 4 * task.target.grid.quantum2 : task.weightQuantum;
    return { weight: sums[0] * task.weightQuantum, loss: sums[1] * unit, seen: sums[2] };
  }

  private async job(work: string, width: number) {
    const { blocks } = this;
    const { table: given, choices } = await blocks.open();
    const table = this.written ?? given;
    const { target } = blocks;
    const takes = columnsFor(choices, ["p", "s", "b3", ...(this.written ? ["b4"] : [])]);
    const arrays: Record<string, JobArrays[string]> = { ...blockArrays(blocks) };
    for (const [i, { steps, answers }] of this.trees.entries()) {
      for (const [name, array] of Object.entries(steps.arrays())) arrays[`t${i}_${name}`] = array;
      arrays[`t${i}_answers`] = answers;
    }
    const job = {
      work,
      facts: {
        ...blockFacts(blocks, this.written ? [] : choices),
        ...{ table, width, told: this.written !== undefined, state: this.state },
        trees: this.trees.map(({ bag, steps }) => ({ bag, ...steps.facts() })),
        ...(target.kind === "values" && { denominator: target.denominator, center: target.center }),
      },
      ...{ arrays, takes },
    };
    return { input: sqlRelation(`SELECT ${takes.join(", ")} FROM ${table}`), job };
  }

  /** Writes what rows were told beside the codes, and forgets the trees. */
  private async write(width: number): Promise<void> {
    const { workers } = this.blocks;
    const { input, job } = await this.job("told", width);
    await workers.connection.runPlan(namedView(workers.relation(input, { ...job, returns: EXTENDED }), VIEW));
    const old = this.written;
    this.written = await keptBlocks(workers.connection, this.scratch, "told", VIEW);
    this.trees = [];
    if (old !== undefined) await this.scratch.drop(old);
  }

  close(): Promise<void> {
    return this.scratch.close();
  }
}

/** A vote for the class with the largest share, the first of these. */
function votes(answers: Float64Array, width: number): Float64Array {
  const all = new Float64Array(answers.length);
  for (let at = 0; at < answers.length; at += width) {
    const own = answers.subarray(at, at + width);
    all[at + own.indexOf(Math.max(...own))] = 1;
  }
  return all;
}
