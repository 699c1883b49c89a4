import { CoppiceError, isSplit } from "coppice";
import type {
  Answer,
  AsyncEngine,
  DivideRequest,
  EngineFacts,
  LandingsRequest,
  RankWeights,
  Request,
  SidesRequest,
  Statistic,
  SubtreeRequest,
  SummariseRequest,
  Summary,
  Tally,
  TallyRequest,
} from "coppice/engine";
import { repartitioned, sqlRelation } from "../messages.js";
import type { JobArrays } from "../workers/job.js";
import { BLOCKS, type Job, SUMS } from "../workers/workers.js";
import { doublesAt, keysAt, numberAt } from "./bytes.js";
import { blockArrays, blockFacts, columnsFor, type ExactBlocks, type OpenBlocks } from "./exactBlocks.js";
import { ForestJudge } from "./judge.js";
import { LocalNodes } from "./localNodes.js";
import { pulledProblems } from "./pulledRows.js";
import { RootTallies } from "./rootTallies.js";
import { Steps, sideArrays, stepsOf } from "./steps.js";
import { type Layout, ranksAt, SumTable, tallyAt } from "./sumTable.js";
import { TalliedBranches } from "./talliedBranches.js";
import { batchTuning } from "./tuning.js";

/** What rows are divided by, beside their codes. */
type By = "classes" | "moments" | "units" | "sides";

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
  private readonly tallied: TalliedBranches;
  private readonly root = new RootTallies();
  /** Small nodes that are tallied where they are, because that takes fewer passes. */
  private readonly staying = new Set<number>();
  private postponed = 0;
  private judge: ForestJudge | undefined;
  private parts = 0;
  private hasFractions = false;

  constructor(
    private readonly blocks: ExactBlocks,
    { mayPull = false }: { readonly mayPull?: boolean } = {},
  ) {
    const { attributes, target } = blocks;
    this.mostPulled = mayPull ? batchTuning.mostPulled : 0;
    this.facts = {
      ...{ attributes, target, prefers: "level", landings: true },
      ...(blocks.stored.hasKeys && { judges: true }),
      ...(mayPull && { subtreeRows: this.mostPulled }),
    };
    this.steps = new Steps(attributes);
    this.local = new LocalNodes(this.facts);
    this.tallied = new TalliedBranches(blocks);
  }

  async answer(request: Request): Promise<Answer> {
    if (request.of === "validation") throw needsRows("validation rows");
    switch (request.ask) {
      case "summarise":
        return this.summarise(request);
      case "tally":
        await this.pull(request.nodes.map(({ node }) => node).filter((node) => !this.staying.has(node)));
        return this.mixed(
          request.nodes,
          (wanted) => this.local.tallies(wanted, request.statistic),
          async (nodes) => this.root.tallies(nodes, request.statistic) ?? this.tallies({ ...request, nodes }),
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
        if (this.isWorthPulling(request)) await this.pull(request.nodes.map(({ node }) => node));
        else for (const { node } of request.nodes) this.staying.add(node);
        return request.nodes.map((wanted) =>
          this.local.has(wanted.node) ? this.local.subtree(wanted, request.rules) : undefined,
        );
      case "landings":
        return this.landings(request);
      case "judge":
        this.judge ??= new ForestJudge(this.blocks);
        return this.judge.judge(request);
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
    const isRoot = away.length === 1 && away[0] === 0 && !this.local.has(0);
    const root = isRoot ? await this.rootSummary(statistic) : undefined;
    const found = away.length === 0 ? [] : root ? [root] : await this.summaries(away, statistic, this.steps);
    for (const [i, node] of away.entries()) this.sizes.set(node, found[i].rows);
    let next = 0;
    return nodes.map((node) => (this.local.has(node) ? this.local.summary(node, statistic) : found[next++]));
  }

  /** From the tallies of all attributes, which are asked for next: that saves a pass. Undefined where they do not tell. */
  private async rootSummary(statistic: Statistic): Promise<Summary | undefined> {
    const { attributes, isWeighted } = this.blocks;
    if (isWeighted || !this.tallied.tell(statistic) || attributes.length === 0) return undefined;
    // Rows that will be taken here are not tallied there.
    if ((await this.blocks.totals()).rows <= this.mostPulled) return undefined;
    const wanted = { node: 0, attributes: [...attributes.keys()] };
    const [tallies] = await this.tallies({ ask: "tally", statistic, nodes: [wanted] });
    this.root.keep(statistic, tallies);
    return this.tallied.whole(tallies[0], statistic);
  }

  private async divide({ divisions, statistic }: DivideRequest): Promise<Summary[][]> {
    this.steps.add(divisions);
    this.hasFractions ||= divisions.some(({ missing }) => mayShare(missing));
    const known = divisions.map((division) => this.tallied.divide(division, statistic));
    const away = divisions.flatMap(({ branches }, i) => (known[i] ? [] : branches));
    const summaries = away.length === 0 ? [] : await this.summaries(away, statistic, this.steps);
    return divisions.map(({ branches }, i) => {
      const own = known[i] ?? summaries.splice(0, branches.length);
      for (const [b, branch] of branches.entries()) this.sizes.set(branch, own[b].rows);
      return own;
    });
  }

  /** Where the rows come to in a tree, each to one leaf. */
  private async landings({ nodes, statistic }: LandingsRequest): Promise<Summary[]> {
    const steps = stepsOf(nodes, this.blocks.attributes);
    const leaves = [...nodes.keys()].filter((node) => !isSplit(nodes[node]));
    const found = await this.summaries(leaves, statistic, steps);
    const none: Summary = { rows: 0, weight: 0, pure: true, sums: new Float64Array(0) };
    const all: Summary[] = nodes.map(() => ({ ...none }));
    for (const [i, leaf] of leaves.entries()) all[leaf] = found[i];
    return all;
  }

  /**
   * Whether the nodes of a request are taken here: only if that takes fewer passes than the levels that are left of them, and not
   * while passes are needed anyway for larger nodes; but these nodes wait for two levels at most.
   */
  private isWorthPulling({ nodes, rules }: SubtreeRequest): boolean {
    const rows = nodes.reduce((sum, { node }) => sum + (this.sizes.get(node) ?? 0), 0);
    const levels =
      (rules.maxDepth ?? Number.POSITIVE_INFINITY) - Math.min(...nodes.map(({ depth }) => depth));
    if (Math.ceil(rows / batchTuning.mostTogether) >= levels) return false;
    const isMost = 2 * rows >= Math.min(this.blocks.task.rows, batchTuning.mostTogether);
    if (!isMost && this.postponed++ < MOST_POSTPONED) return false;
    this.postponed = 0;
    return true;
  }

  /** Takes the small ones of these nodes here, as many rows in one pass as may be. Fractions of rows stay where they are. */
  private async pull(nodes: readonly number[]): Promise<void> {
    if (this.hasFractions) return;
    const small = nodes.filter(
      (node) =>
        !this.local.has(node) && (this.sizes.get(node) ?? Number.POSITIVE_INFINITY) <= this.mostPulled,
    );
    for (let from = 0; from < small.length; ) {
      let [to, rows] = [from, 0];
      do rows += this.sizes.get(small[to++])!;
      while (to < small.length && rows + this.sizes.get(small[to])! <= batchTuning.mostTogether);
      const group = small.slice(from, to);
      const opened = await this.blocks.open();
      const job = { ...this.job(opened, this.steps, { work: "rows", nodes: group }), returns: BLOCKS };
      const problems = await pulledProblems(
        this.blocks,
        this.blocks.workers.rows(inputOf(opened), job),
        group.map((node) => this.sizes.get(node)!),
      );
      for (const [i, node] of group.entries()) this.local.take(node, problems[i]);
      from = to;
    }
  }

  private job(
    opened: OpenBlocks,
    steps: Steps,
    { work, nodes, by = "classes", groups = 1, arrays }: Ask,
  ): Job {
    const { blocks } = this;
    const { target } = blocks;
    return {
      work,
      facts: { ...blockFacts(blocks, opened.choices), ...steps.facts(), by, groups },
      arrays: {
        ...steps.arrays(),
        ...blockArrays(blocks),
        nodes: Int32Array.from(nodes),
        ...(by === "units" && target.kind === "values" && { units: target.units }),
        ...arrays,
      },
      takes: columnsFor(opened.choices),
      returns: SUMS,
    };
  }

  /** Sums by what the rows of a result are about. */
  private async sums(ask: Ask, steps: Steps, isMany: boolean): Promise<Map<number, SumTable>> {
    const { workers } = this.blocks;
    const opened = await this.blocks.open();
    let relation = workers.relation(inputOf(opened), this.job(opened, steps, ask));
    if (isMany && this.parts > batchTuning.mostParts) {
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
        sum.add(keysAt(keys, row), doublesAt(sums, row));
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
    const tallies = await this.sumsBy(
      nodes,
      by,
      nodes.map(() => groups),
      {},
    );
    for (const [i, { node }] of nodes.entries()) this.tallied.keep(node, statistic, tallies[i]);
    return tallies;
  }

  private sides({ nodes }: SidesRequest): Promise<Tally[][]> {
    const widths = nodes.map(({ branches }) => branches + 1);
    return this.sumsBy(nodes, "sides", widths, sideArrays(nodes, this.blocks.attributes));
  }

  private async sumsBy(
    nodes: TallyRequest["nodes"],
    by: By,
    widths: readonly number[],
    arrays: JobArrays,
  ): Promise<Tally[][]> {
    const { task, attributes } = this.blocks;
    const asked = [...new Set(nodes.flatMap((node) => node.attributes))].sort((a, b) => a - b);
    if (asked.length === 0) return nodes.map(() => []);
    const groups = Math.max(...widths);
    const ask = {
      ...{ work: "tally", nodes: nodes.map(({ node }) => node), by, groups },
      arrays: { ...arrays, attributes: Int32Array.from(asked) },
    };
    const sums = await this.sums(ask, this.steps, true);
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

  /** Whoever is told that it ends waits for what it made. */
  async close(): Promise<void> {
    await this.judge?.close();
  }

  private async summaries(nodes: readonly number[], statistic: Statistic, steps: Steps): Promise<Summary[]> {
    const { task } = this.blocks;
    const { by, groups } = this.groupsFor(statistic);
    const sums = await this.sums({ work: "summary", nodes, by, groups }, steps, false);
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

const MOST_POSTPONED = 2;

/** What is asked of the rows of some nodes. */
interface Ask {
  readonly work: string;
  readonly nodes: readonly number[];
  readonly by?: By;
  readonly groups?: number;
  readonly arrays?: JobArrays;
}

function inputOf({ table, choices }: OpenBlocks) {
  return sqlRelation(`SELECT ${columnsFor(choices).join(", ")} FROM ${table}`);
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
