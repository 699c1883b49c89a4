import { CoppiceError } from "coppice";
import type {
  Answer,
  AsyncEngine,
  DivideRequest,
  EngineFacts,
  RankWeights,
  Request,
  SidesRequest,
  Statistic,
  SummariseRequest,
  Summary,
  Tally,
  TallyRequest,
} from "coppice/engine";
import { repartitioned, sqlRelation } from "../messages.js";
import type { JobArrays } from "../workers/job.js";
import { BLOCKS, type Job, SUMS } from "../workers/workers.js";
import { doublesAt, numberAt, wholesAt } from "./bytes.js";
import type { ExactBlocks } from "./exactBlocks.js";
import { LocalNodes } from "./localNodes.js";
import { pulledProblems } from "./pulledRows.js";
import { Steps, sideArrays } from "./steps.js";
import { type Layout, ranksAt, SumTable, tallyAt } from "./sumTable.js";

/** What rows are divided by, beside their codes. */
type By = "classes" | "moments" | "units" | "sides";

/** With more partial tables than this, the cluster adds them before they come here. */
const MOST_PARTS = 8;

/** Tests lower it, so that small tables have nodes that stay. Rows that are taken here at once. */
export const batchTuning = { mostPulled: 1 << 18 };

/**
 * Answers a learner's requests by a function on the Python workers, over blocks of coded rows. Nodes with few rows may be taken
 * here and finished in memory.
 */
export class BatchEngine implements AsyncEngine {
  readonly facts: EngineFacts;
  private readonly steps: Steps;
  private readonly local: LocalNodes;
  /** The rows of nodes, as far as they are known. */
  private readonly sizes = new Map<number, number>();
  private readonly mostPulled: number;
  private parts = 0;
  private hasFractions = false;

  constructor(
    private readonly blocks: ExactBlocks,
    { mayPull = false }: { readonly mayPull?: boolean } = {},
  ) {
    const { attributes, target } = blocks;
    this.mostPulled = mayPull ? batchTuning.mostPulled : 0;
    this.facts = {
      ...{ attributes, target, prefers: "level" },
      ...(mayPull && { subtreeRows: this.mostPulled }),
    };
    this.steps = new Steps(attributes);
    this.local = new LocalNodes(this.facts);
  }

  async answer(request: Request): Promise<Answer> {
    if (request.of === "validation") throw needsRows("validation rows");
    switch (request.ask) {
      case "summarise":
        return this.summarise(request);
      case "tally":
        await this.pull(request.nodes.map(({ node }) => node));
        return this.mixed(
          request.nodes,
          (wanted) => this.local.tallies(wanted, request.statistic),
          (nodes) => this.tallies({ ...request, nodes }),
        );
      case "sides":
        return this.mixed(
          request.nodes,
          (wanted) => this.local.sides(wanted),
          (nodes) => this.sides({ ...request, nodes }),
        );
      case "divide":
        return this.mixed(
          request.divisions,
          (division) => this.local.divide(division, request.statistic),
          (divisions) => this.divide({ ...request, divisions }),
        );
      case "subtree":
        await this.pull(request.nodes.map(({ node }) => node));
        return request.nodes.map((wanted) =>
          this.local.has(wanted.node) ? this.local.subtree(wanted, request.rules) : undefined,
        );
      case "ratioTree":
        return undefined;
      default:
        throw needsRows(`the request ${request.ask}`);
    }
  }

  /** Answers for nodes that are here, and for the others together, in the order of the request. */
  private async mixed<N extends { readonly node: number }, A>(
    nodes: readonly N[],
    here: (node: N) => A,
    there: (nodes: N[]) => Promise<A[]>,
  ): Promise<A[]> {
    const away = nodes.filter(({ node }) => !this.local.has(node));
    const answers = away.length === 0 ? [] : await there(away);
    let next = 0;
    return nodes.map((node) => (this.local.has(node.node) ? here(node) : answers[next++]));
  }

  private async summarise({ nodes, statistic }: SummariseRequest): Promise<Summary[]> {
    const away = nodes.filter((node) => !this.local.has(node));
    const found = away.length === 0 ? [] : await this.summaries(away, statistic);
    let next = 0;
    return nodes.map((node) => (this.local.has(node) ? this.local.summary(node, statistic) : found[next++]));
  }

  private async divide({ divisions, statistic }: DivideRequest): Promise<Summary[][]> {
    this.steps.add(divisions);
    this.hasFractions ||= divisions.some(({ missing }) => mayShare(missing));
    const summaries = await this.summaries(
      divisions.flatMap(({ branches }) => branches),
      statistic,
    );
    return divisions.map(({ branches }) => summaries.splice(0, branches.length));
  }

  /** Takes the small ones of these nodes here, as many rows at once as may be. Fractions of rows stay where they are. */
  private async pull(nodes: readonly number[]): Promise<void> {
    if (this.hasFractions) return;
    const small = nodes.filter(
      (node) =>
        !this.local.has(node) && (this.sizes.get(node) ?? Number.POSITIVE_INFINITY) <= this.mostPulled,
    );
    for (let from = 0; from < small.length; ) {
      let [to, rows] = [from, 0];
      do rows += this.sizes.get(small[to++])!;
      while (to < small.length && rows + this.sizes.get(small[to])! <= this.mostPulled);
      const group = small.slice(from, to);
      const job = { ...this.job("rows", group, "classes", 1), returns: BLOCKS };
      const problems = await pulledProblems(
        this.blocks,
        this.blocks.workers.rows(await this.input(), job),
        group.length,
      );
      for (const [i, node] of group.entries()) this.local.take(node, problems[i]);
      from = to;
    }
  }

  private async input() {
    return sqlRelation(`SELECT n, b0, b1, b2 FROM ${await this.blocks.table()}`);
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
    let relation = workers.relation(await this.input(), job);
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
    return nodes.map((node, slot) => {
      const count = rows?.at(slot, 0) ?? 0;
      this.sizes.set(node, count);
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

/** Whether rows may go down several branches. */
function mayShare(missing: DivideRequest["divisions"][number]["missing"]): boolean {
  return (missing.kind === "surrogates" ? missing.otherwise : missing).kind === "share";
}

function needsRows(what: string): CoppiceError {
  return new CoppiceError("ENGINE_ROWS", `${what} needs an engine that has the rows in this process`, {
    name: what,
  });
}
