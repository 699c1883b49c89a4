import { CoppiceError } from "coppice";
import type {
  Answer,
  AsyncEngine,
  EngineFacts,
  RankWeights,
  Request,
  SidesRequest,
  Statistic,
  Summary,
  Tally,
  TallyRequest,
} from "coppice/engine";
import { repartitioned, sqlRelation } from "../messages.js";
import type { JobArrays } from "../workers/job.js";
import { type Job, SUMS } from "../workers/workers.js";
import { doublesAt, numberAt, wholesAt } from "./bytes.js";
import type { ExactBlocks } from "./exactBlocks.js";
import { Steps, sideArrays } from "./steps.js";
import { type Layout, ranksAt, SumTable, tallyAt } from "./sumTable.js";

/** What rows are divided by, beside their codes. */
type By = "classes" | "moments" | "units" | "sides";

/** With more partial tables than this, the cluster adds them before they come here. */
const MOST_PARTS = 8;

/** Answers a learner's requests by a function on the Python workers, over blocks of coded rows. */
export class BatchEngine implements AsyncEngine {
  readonly facts: EngineFacts;
  private readonly steps: Steps;
  private parts = 0;

  constructor(private readonly blocks: ExactBlocks) {
    const { attributes, target } = blocks;
    this.facts = { attributes, target, prefers: "level" };
    this.steps = new Steps(attributes);
  }

  async answer(request: Request): Promise<Answer> {
    if (request.of === "validation") throw needsRows("validation rows");
    switch (request.ask) {
      case "summarise":
        return this.summaries(request.nodes, request.statistic);
      case "tally":
        return this.tallies(request);
      case "sides":
        return this.sides(request);
      case "divide": {
        this.steps.add(request.divisions);
        const nodes = request.divisions.flatMap(({ branches }) => branches);
        const summaries = await this.summaries(nodes, request.statistic);
        return request.divisions.map(({ branches }) => summaries.splice(0, branches.length));
      }
      case "subtree":
        return request.nodes.map(() => undefined);
      case "ratioTree":
        return undefined;
      default:
        throw needsRows(`the request ${request.ask}`);
    }
  }

  private job(work: string, nodes: readonly number[], by: By, groups: number, arrays: JobArrays = {}): Job {
    const { task, widths, attributes, isWeighted, target } = this.blocks;
    const grid = task.target.kind === "values" ? task.target.grid : undefined;
    return {
      work,
      facts: {
        ...this.steps.facts(),
        ...{ by, groups, weighted: isWeighted, unit: 1 / task.weightQuantum, quantum: task.weightQuantum },
        ...{ moments: grid !== undefined, quantum1: grid?.quantum1, quantum2: grid?.quantum2 },
      },
      arrays: {
        ...this.steps.arrays(),
        ...{
          widths,
          codes: Int32Array.from(attributes, ({ codes }) => codes),
          nodes: Int32Array.from(nodes),
        },
        ...(by === "units" && target.kind === "values" && { units: target.units }),
        ...arrays,
      },
      takes: ["n", "b0", "b1", "b2"],
      returns: SUMS,
    };
  }

  /** Sums by what the rows of a result are about. */
  private async sums(job: Job, isMany: boolean): Promise<Map<number, SumTable>> {
    const { workers } = this.blocks;
    const input = sqlRelation(`SELECT n, b0, b1, b2 FROM ${await this.blocks.table()}`);
    let relation = workers.relation(input, job);
    if (isMany && this.parts > MOST_PARTS) {
      const add = { work: "add", takes: ["i", "g", "b0", "b1"], returns: SUMS };
      relation = workers.relation(repartitioned(relation, "i"), add);
    }
    const found = new Map<number, SumTable>();
    let most = 0;
    const parts = new Map<number, number>();
    for await (const batch of workers.connection.rowsOf(relation)) {
      const [about, sizes, keys, sums] = batch.columns;
      for (let row = 0; row < batch.rows; row++) {
        const i = numberAt(about, row);
        let sum = found.get(i);
        if (sum === undefined) {
          sum = new SumTable(numberAt(sizes, row), i === LIMITS ? "limits" : "sums");
          found.set(i, sum);
        }
        sum.add(wholesAt(keys, row), doublesAt(sums, row));
        parts.set(i, (parts.get(i) ?? 0) + 1);
        most = Math.max(most, parts.get(i)!);
      }
    }
    if (isMany) this.parts = Math.max(this.parts, most);
    return found;
  }

  private groupsFor(statistic: Statistic): { by: By; groups: number } {
    const { target } = this.blocks;
    if (statistic === "moments") return { by: "moments", groups: 1 };
    if (target.kind === "classes") return { by: "classes", groups: target.classes };
    if (target.units.length === 0) throw needsRows("a target with more than 65535 distinct values, by rank,");
    return { by: "units", groups: target.units.length };
  }

  private async tallies({ nodes, statistic }: TallyRequest): Promise<Tally[][]> {
    const { by, groups } = this.groupsFor(statistic);
    return this.tallied(
      nodes,
      by,
      nodes.map(() => groups),
      {},
    );
  }

  private sides({ nodes }: SidesRequest): Promise<Tally[][]> {
    const widths = nodes.map(({ branches }) => branches + 1);
    return this.tallied(nodes, "sides", widths, sideArrays(nodes, this.blocks.attributes));
  }

  private async tallied(
    nodes: TallyRequest["nodes"],
    by: By,
    widths: readonly number[],
    arrays: JobArrays,
  ): Promise<Tally[][]> {
    const { task, attributes } = this.blocks;
    const asked = [...new Set(nodes.flatMap((node) => node.attributes))].sort((a, b) => a - b);
    if (asked.length === 0) return nodes.map(() => []);
    const groups = Math.max(...widths);
    const job = this.job(
      "tally",
      nodes.map(({ node }) => node),
      by,
      groups,
      {
        ...arrays,
        attributes: Int32Array.from(asked),
      },
    );
    const sums = await this.sums(job, true);
    const grid = task.target.kind === "values" ? task.target.grid : undefined;
    const scales =
      by === "moments" ? [task.weightQuantum, grid!.quantum1, grid!.quantum2] : [task.weightQuantum];
    return nodes.map((node, slot) =>
      node.attributes.map((attribute) => {
        const layout: Layout = { slot, groups, codes: attributes[attribute].codes, scales };
        const width = by === "moments" ? 3 : widths[slot];
        return tallyAt(attribute, sums.get(attribute), layout, by === "units" ? "ranks" : width);
      }),
    );
  }

  private async summaries(nodes: readonly number[], statistic: Statistic): Promise<Summary[]> {
    const { task } = this.blocks;
    const { by, groups } = this.groupsFor(statistic);
    const sums = await this.sums(this.job("summary", nodes, by, groups), false);
    const [rows, masses, limits] = [sums.get(ROWS), sums.get(MASSES), sums.get(LIMITS)];
    const grid = task.target.kind === "values" ? task.target.grid : undefined;
    const scales =
      by === "moments" ? [task.weightQuantum, grid!.quantum1, grid!.quantum2] : [task.weightQuantum];
    return nodes.map((_, slot) => {
      const count = rows?.at(slot, 0) ?? 0;
      const pure = count === 0 || limits?.at(slot, 0) === limits?.at(slot, 1);
      if (by === "moments") {
        const own = Float64Array.from(scales, (scale, i) => (masses?.at(slot, i) ?? 0) * scale);
        return { rows: count, weight: own[0], pure, sums: own };
      }
      const weights = Float64Array.from(
        { length: groups },
        (__, group) => (masses?.at(slot * groups + group, 0) ?? 0) * scales[0],
      );
      const weight = weights.reduce((sum, part) => sum + part, 0);
      if (by === "classes") return { rows: count, weight, pure, sums: weights };
      return { rows: count, weight, pure, sums: new Float64Array(0), ranks: ranksAt(weights) as RankWeights };
    });
  }
}

/** What rows of a summary's result are about. */
const ROWS = -1;
const MASSES = -2;
const LIMITS = -3;

function needsRows(what: string): CoppiceError {
  return new CoppiceError("ENGINE_ROWS", `${what} needs an engine that has the rows in this process`, {
    name: what,
  });
}
