import { CoppiceError, type EnsembleModel } from "coppice";
import type {
  BoostAnswer,
  BoostAnswers,
  BoostFacts,
  BoostRequest,
  BoostRows,
  CodeRequest,
  FactsRequest,
  FigureSums,
  GrowAnswer,
  GrowRequest,
  HeldRows,
  RoundRequest,
} from "coppice/engine";
import type { Scratch } from "../../engine/scratch.js";
import { namedView, repartitioned, sqlRelation } from "../messages.js";
import type { JobArrays } from "../workers/job.js";
import { EXTENDED, SUMS } from "../workers/workers.js";
import { bytesPerCode, codedBlocks, keptBlocks } from "./blocks.js";
import { countedFacts, type Held, sampledCells } from "./boostFacts.js";
import { BoostTrees } from "./boostTrees.js";
import { doublesAt, keysAt, numberAt } from "./bytes.js";
import type { Listing } from "./listing.js";
import { SumTable } from "./sumTable.js";
import { batchTuning } from "./tuning.js";

const VIEW = "coppice_scores";

type AttributeBins = CodeRequest["attributes"][number];
type RoundRules = RoundRequest["rules"];

interface Coded {
  readonly attributes: readonly AttributeBins[];
  readonly request: CodeRequest;
  table: string;
  isScored: boolean;
  /** Whether workers have seen all blocks, so that the numbers of these are enough. */
  isSeen: boolean;
}

/**
 * Rows that gradient boosting asks, in blocks on a cluster. Scores, gradients and nodes follow from a row's codes and the trees
 * so far, so every request stands for itself, and can be repeated; what workers remember of a block only saves time.
 */
export class BatchBoostRows implements BoostRows {
  private readonly trees = new BoostTrees();
  private coded: Coded | undefined;
  private held: Held | undefined;
  private rules: RoundRules | undefined;
  private rounds = 0;
  private roundTrees = 0;
  private steps = 0;
  private parts = 0;
  /** Trees since the beginning, those in written scores too. */
  private added = 0;
  /** Whether workers keep blocks themselves beside what they know of them; not once one was asked of a worker that did not. */
  private areKept = true;
  private closing: Promise<void> | undefined;

  private readonly known: Listing;

  constructor(
    known: Listing,
    private readonly scratch: Scratch,
  ) {
    this.known = { ...known, base: known.placed };
    if (known.columns.rowKey !== undefined) return;
    const message =
      "rows on a cluster have no positions, by which boosting draws: name a column of whole numbers that no two rows share (--row-key, rowKey)";
    throw new CoppiceError("KEY_COLUMN_NONE", message, { name: "rowKey" });
  }

  async answer<R extends BoostRequest>(request: R): Promise<BoostAnswer<R>> {
    return (await this.answerTo(request)) as BoostAnswer<R>;
  }

  private answerTo(request: BoostRequest): Promise<BoostAnswers[BoostRequest["ask"]]> {
    switch (request.ask) {
      case "facts":
        return this.facts(request);
      case "code":
        return this.code(request);
      case "largest":
        return this.largest();
      case "round":
        return this.startRound(request.rules);
      case "grow":
        return this.grow(request);
      case "add":
        this.trees.divide(request.divisions);
        this.trees.end(request.output, request.values);
        this.added++;
        return DONE;
      case "follow":
        this.trees.follow(request.output, request.tree);
        this.added++;
        return DONE;
      case "held":
        return this.heldRows();
      case "residuals":
        throw needsRows("a loss whose leaves predict a quantile");
    }
  }

  private async facts(request: FactsRequest): Promise<BoostFacts> {
    if (request.quantile !== undefined) throw needsRows("a loss that begins at a quantile");
    const { facts, held } = await countedFacts(this.known, request);
    this.held = held;
    return { ...facts, samples: await sampledCells(this.known, request, facts.trainRows, held) };
  }

  private async code(request: CodeRequest): Promise<undefined> {
    const { attributes, target } = this.known;
    const arrays: Record<string, Float64Array | Int32Array> = {};
    const columns = request.attributes.map((bins, a) => {
      const bytes = bytesPerCode(bins.missing);
      const { levels, codes } = attributes[a];
      if (bins.kind === "numeric" && levels === undefined) {
        arrays[`values${a}`] = bins.edges;
        return { how: "bins", codes: bins.missing, bytes };
      }
      const binOf = (code: number) =>
        bins.kind === "levels" ? bins.levelBins[code] : bins.edges.filter((edge) => edge < code).length;
      arrays[`lut${a}`] = Int32Array.from({ length: codes + 1 }, (_, code) =>
        code === codes ? bins.missing : binOf(code),
      );
      return { how: "levels", levels, lut: true, bytes };
    });
    const last = target.levels
      ? { how: "levels", levels: target.levels }
      : { how: "value", unit: request.unit };
    const table = await codedBlocks(this.known, { columns: [...columns, last], arrays }, this.scratch);
    this.coded = { attributes: request.attributes, request, table, isScored: false, isSeen: false };
    return undefined;
  }

  private async startRound(rules: RoundRules): Promise<undefined> {
    if (this.trees.count >= batchTuning.mostTrees) await this.writeScores();
    this.rules = rules;
    this.rounds++;
    this.roundTrees = this.trees.count;
    return undefined;
  }

  private job(work: string, facts: Readonly<Record<string, unknown>>, arrays = {}, returns = SUMS) {
    const { attributes, request, table, isScored } = this.codedRows;
    const { columns, grids } = this.known;
    const missing = Int32Array.from(attributes, (bins) => bins.missing);
    return {
      work,
      facts: {
        ...{ table, trees: this.trees.count, outputs: request.loss.outputs, base: request.base },
        ...{ scored: isScored, weighted: columns.weight !== undefined, quantum: grids.weightQuantum },
        keep: this.areKept,
        loss: { name: request.loss.name, parameter: request.loss.parameter },
        ...(this.held && { held: this.held }),
        ...facts,
      },
      arrays: {
        ...this.trees.arrays(),
        ...{ missing, widths: missing.map(bytesPerCode) },
        ...arrays,
      },
      takes: ["p", "s", "n", "b0", "b1", "b2", "b3", ...(isScored ? ["b4"] : [])],
      returns,
    };
  }

  private get codedRows(): Coded {
    if (this.coded === undefined) throw new Error("the rows are coded first");
    return this.coded;
  }

  private async *rowsOf(job: ReturnType<BatchBoostRows["job"]>, areSums = false) {
    const { workers } = this.known;
    let relation = workers.relation(
      sqlRelation(`SELECT ${job.takes.join(", ")} FROM ${this.codedRows.table}`),
      job,
    );
    if (areSums && this.parts > batchTuning.mostParts) {
      const add = { work: "add", takes: ["i", "g", "b0", "b1"], returns: SUMS };
      relation = workers.relation(repartitioned(relation, "i"), add);
    }
    for await (const { rows, columns } of workers.connection.rowsOf(relation)) {
      const [about, size, keys, sums] = columns;
      for (let row = 0; row < rows; row++) {
        const [i, many] = [numberAt(about, row), numberAt(size, row)];
        yield { i, size: many, keys: keysAt(keys, row), sums: doublesAt(sums, row) };
      }
    }
  }

  private async largest() {
    let [gradient, hessian] = [0, 0];
    for await (const { sums } of this.rowsOf(this.job("largest", {}))) {
      gradient = Math.max(gradient, sums[0]);
      hessian = Math.max(hessian, sums[1]);
    }
    return { gradient, hessian };
  }

  private async grow(request: GrowRequest): Promise<GrowAnswer> {
    const { output, fresh, divisions, tallies } = request;
    if (fresh) {
      this.trees.begin(output);
      this.steps = 0;
    }
    this.trees.divide(divisions);
    const { grid, rowKey, rowLimit, ditherKey } = this.rules!;
    const counted = fresh ? [0] : divisions.flatMap(({ left, right }) => [left, right]);
    const asked = Int32Array.from(request.attributes.keys()).filter((a) => request.attributes[a] === 1);
    const facts = {
      ...{ output, fresh, rowKey, rowLimit, ditherKey, steps: this.steps++ },
      ...{ round: this.rounds, round_trees: this.roundTrees },
      ...{ gradientScale: grid.gradientScale, hessianScale: grid.hessianScale },
    };
    const arrays = {
      ...{ nodes: Int32Array.from(tallies), counted: Int32Array.from(counted), attributes: asked },
    };
    let found = this.areKept && this.codedRows.isSeen ? await this.summed(facts, arrays, true) : undefined;
    if (found?.has(FORGOTTEN)) {
      this.areKept = false;
      found = undefined;
    }
    found ??= await this.summed(facts, arrays, false);
    this.codedRows.isSeen = true;
    return this.answerOf(request, counted, found);
  }

  /** Sums of `grow`, from whole blocks, or from workers that are told the numbers of the blocks that they keep. */
  private async summed(
    facts: Readonly<Record<string, unknown>>,
    arrays: JobArrays,
    isNumbered: boolean,
  ): Promise<Map<number, SumTable>> {
    const whole = this.job("grow", { ...facts, numbered: isNumbered }, arrays);
    const job = isNumbered ? { ...whole, takes: ["p", "s", "n"] } : whole;
    const found = new Map<number, SumTable>();
    const parts = new Map<number, number>();
    for await (const { i, size, keys, sums } of this.rowsOf(job, true)) {
      const table = found.get(i) ?? new SumTable(size, "sums");
      found.set(i, table);
      table.add(keys, sums);
      parts.set(i, (parts.get(i) ?? 0) + 1);
    }
    this.parts = Math.max(this.parts, ...parts.values());
    return found;
  }

  private answerOf(
    { fresh, tallies, attributes }: GrowRequest,
    counted: readonly number[],
    found: ReadonlyMap<number, SumTable>,
  ): GrowAnswer {
    const sumsOf = (a: number, slot: number) => {
      const cells = this.codedRows.attributes[a].missing + 1;
      const column = (c: number) =>
        found.get(a)?.range(c, slot * cells, (slot + 1) * cells) ?? new Float64Array(cells);
      return { g: column(0), h: column(1) };
    };
    const root = found.get(ROOT);
    return {
      rows: counted.map((_, i) => found.get(ROWS)?.at(i, 0) ?? 0),
      ...(fresh && { root: { g: root?.at(0, 0) ?? 0, h: root?.at(0, 1) ?? 0 } }),
      sums: tallies.map((_, slot) =>
        Array.from(attributes, (asked, a) => (asked === 1 ? sumsOf(a, slot) : undefined)),
      ),
    };
  }

  private async heldRows(): Promise<HeldRows> {
    const { outputs } = this.codedRows.request.loss;
    const rows: { key: number; cells: number[] }[] = [];
    for await (const { keys = NONE, sums } of this.rowsOf(this.job("held", {}))) {
      const width = outputs + 2;
      keys.forEach((key, i) => {
        rows.push({ key, cells: Array.from({ length: width }, (_, c) => sums[c * keys.length + i]) });
      });
    }
    rows.sort((a, b) => a.key - b.key);
    const column = (c: number) => Float64Array.from(rows, ({ cells }) => cells[c]);
    return {
      scores: Array.from({ length: outputs }, (_, o) => column(o + 2)),
      targets: column(0),
      ...(this.known.columns.weight !== undefined && { weights: column(1) }),
    };
  }

  /** How well these scores predict the classes, if they are those of all trees of a model, and of no other. */
  async figures({ members, target }: EnsembleModel): Promise<FigureSums | undefined> {
    const classes = target.levels ?? [];
    const { name } = this.codedRows.request.loss;
    if (members.kind !== "packed" || members.trees.starts.length - 1 !== this.added) return undefined;
    if (name !== "logistic" && name !== "softmax") return undefined;
    const facts = { classes: classes.length, scale: this.known.grids.weightScale };
    const sums = new Float64Array(classes.length ** 2 + 2);
    for await (const found of this.rowsOf(this.job("figures", facts)))
      for (const [i, sum] of found.sums.entries()) sums[i] += sum;
    const confusion = classes.map((_, k) => [...sums.subarray(k * classes.length, (k + 1) * classes.length)]);
    const [logLoss, brier] = sums.subarray(classes.length ** 2);
    return { kind: "classification", classes, confusion, logLoss, brier };
  }

  /** Writes the scores beside the codes, and forgets the trees that they come from. */
  private async writeScores(): Promise<void> {
    const { workers } = this.known;
    const coded = this.codedRows;
    const job = this.job("score", {}, {}, EXTENDED);
    const relation = workers.relation(sqlRelation(`SELECT * FROM ${coded.table}`), job);
    await workers.connection.runPlan(namedView(relation, VIEW));
    const old = coded.table;
    coded.table = await keptBlocks(workers.connection, this.scratch, "scores", VIEW);
    Object.assign(coded, { isScored: true, isSeen: false });
    this.trees.clear();
    await this.scratch.drop(old);
  }

  /** Nothing ends before the handle does: it may be asked how well the scores predict. */
  async close(): Promise<void> {}

  /** Who asks again waits for the same end. */
  end(): Promise<void> {
    this.closing ??= this.scratch.close();
    return this.closing;
  }
}

const NONE = new Float64Array(0);
const ROWS = -1;
const ROOT = -2;
const FORGOTTEN = -6;
const DONE = Promise.resolve(undefined);

function needsRows(what: string): CoppiceError {
  return new CoppiceError("ENGINE_ROWS", `${what} needs the rows in this process: pull them (--way pull)`, {
    name: what,
  });
}
