import { CoppiceError } from "coppice";
import type {
  AddRequest,
  BinDivision,
  BoostAnswer,
  BoostRequest,
  BoostRows,
  CodeRequest,
  FollowRequest,
  GrowAnswer,
  GrowRequest,
  HeldRows,
  RoundRequest,
} from "coppice/engine";
import { allRows } from "../../connection/results.js";
import { hashStages, withStages } from "../hashSql.js";
import type { OpenRows } from "../openRows.js";
import { perNode } from "../perNode.js";
import { asInteger } from "../rounding.js";
import { Scratch } from "../scratch.js";
import { inNodes } from "../sums.js";
import { goesLeftSql } from "./binSql.js";
import { codeBins } from "./codeBins.js";
import { factsOf, type Held, heldRows } from "./facts.js";
import { derivatives } from "./gradients.js";
import { Layers } from "./layers.js";

const bin = (attribute: number) => `b${attribute}`;

/** Boosting's rows in SQL: bins, scores, gradients and nodes are columns of scratch tables, and only sums leave the engine. */
export class SqlBoostRows implements BoostRows {
  private readonly scratch: Scratch;
  private readonly layers: Layers;
  private held: Held | undefined;
  private plan: CodeRequest | undefined;
  /** A condition for rows that are learned from in this round. */
  private drawn = "TRUE";

  constructor(private readonly opened: OpenRows) {
    if (opened.place === undefined)
      throw new CoppiceError(
        "ENGINE_ROWS",
        "rows have no positions here: name a column of whole numbers that identifies them (--row-key)",
        { name: "--row-key" },
      );
    this.scratch = new Scratch(opened.connection);
    this.layers = new Layers(opened.connection, this.scratch);
  }

  async answer<R extends BoostRequest>(request: R): Promise<BoostAnswer<R>> {
    return (await this.answerTo(request)) as BoostAnswer<R>;
  }

  private async answerTo(request: BoostRequest): Promise<unknown> {
    switch (request.ask) {
      case "facts":
        this.held = await heldRows(this.opened, request.held);
        return factsOf(this.opened, request, this.held);
      case "code":
        return this.code(request);
      case "largest":
        return this.largest();
      case "round":
        return this.round(request);
      case "grow":
        return this.grow(request);
      case "add":
        return this.add(request);
      case "follow":
        return this.follow(request);
      case "held":
        return this.heldBack();
      default:
        throw new CoppiceError(
          "ENGINE_ROWS",
          `${request.ask} needs rows that may leave the database: use --engine memory or disk`,
          {
            name: request.ask,
          },
        );
    }
  }

  private get dialect() {
    return this.opened.connection.dialect;
  }

  private get isWeighted(): boolean {
    return this.opened.columns.weight !== undefined;
  }

  private async code(request: CodeRequest): Promise<undefined> {
    this.plan = request;
    await codeBins(this.opened, request, { layers: this.layers, scratch: this.scratch, held: this.held });
    for (const [output, base] of request.base.entries())
      await this.layers.set(`score${output}`, [[`s${output}`, this.dialect.double(base)]]);
    return undefined;
  }

  private get train(): string {
    return this.held ? "train" : "TRUE";
  }

  private async largest(): Promise<{ gradient: number; hessian: number }> {
    const { double } = this.dialect;
    const { stages, of } = derivatives(this.plan!.loss, "given", this.dialect);
    const w = this.isWeighted ? "w" : double(1);
    const [g, h] = of[0];
    const all = [{ name: "given", query: `SELECT * FROM ${this.layers.from}` }, ...stages];
    const query = `SELECT max(abs(${g} * ${w})), max(${h} * ${w}) FROM ${all[all.length - 1].name} WHERE ${this.train}`;
    const result = await allRows(this.opened.connection, withStages(all, query));
    return { gradient: result.numbers(0)[0], hessian: result.numbers(1)[0] };
  }

  /** Gradients on the round's grid, rounded up or down by chance. */
  private async round({ rules }: RoundRequest): Promise<undefined> {
    const { dialect } = this;
    const { double } = dialect;
    const all = rules.rowLimit >= 2 ** 32;
    this.drawn = all ? this.train : "drawn";
    const stages = (from: string) => {
      const hashings = [
        { name: "c", key: rules.ditherKey, item: "k" },
        ...(all ? [] : [{ name: "r", key: rules.rowKey, item: "k" }]),
      ];
      const hashes = hashStages(hashings, from, "hash", dialect);
      const { stages: own } = derivatives(this.plan!.loss, hashes[hashes.length - 1].name, dialect);
      return [...hashes, ...own];
    };
    const { of } = derivatives(this.plan!.loss, "given", dialect);
    const up = `(${dialect.asDouble(dialect.shifted("c", 16))} / ${double(65536)})`;
    const low = `(${dialect.asDouble("(c & 65535)")} / ${double(65536)})`;
    const weighted = (x: string) => (this.isWeighted ? `(${x} * w)` : x);
    const whole = (x: string, scale: number, chance: string) =>
      asInteger(`floor(${weighted(x)} * ${double(scale)} + ${chance})`);
    const { gradientScale, hessianScale } = rules.grid;
    const columns = of.flatMap(([g, h], o) => [
      [`g${o}`, whole(g, gradientScale, up)] as const,
      [`h${o}`, whole(h, hessianScale, low)] as const,
    ]);
    const chosen = all ? [] : [["drawn", `(${this.train} AND r < ${double(rules.rowLimit)})`] as const];
    await this.layers.set("gradients", [...columns, ...chosen], stages);
    return undefined;
  }

  private async divide(divisions: readonly BinDivision[]): Promise<void> {
    if (divisions.length === 0) return;
    const { attributes } = this.plan!;
    const cases = divisions.map((division) => {
      const { node, attribute, left, right } = division;
      const goesLeft = goesLeftSql(division, bin(attribute), attributes[attribute].missing);
      return [node, `CASE WHEN ${goesLeft} THEN ${left} ELSE ${right} END`] as const;
    });
    const isFresh = !this.layers.has("nodes");
    const target = isFresh ? cases[0][1] : perNode(cases, "node");
    await this.layers.set("nodes", [["node", `CAST(${target} AS INTEGER)`]]);
  }

  private async grow(request: GrowRequest): Promise<GrowAnswer> {
    const { output, fresh, divisions, tallies } = request;
    if (fresh) await this.layers.remove("nodes");
    await this.divide(divisions);
    const { asDouble } = this.dialect;
    const node = this.layers.has("nodes") ? "node" : "0";
    const sums = [`count(*)`, `sum(g${output})`, `sum(h${output})`].map(asDouble).join(", ");
    const asked = fresh ? [0] : divisions.flatMap(({ left, right }) => [left, right]);
    const where = node === "0" ? this.drawn : `${this.drawn} AND ${inNodes(asked)}`;
    const group = node === "0" ? "" : " GROUP BY node";
    const counts =
      asked.length === 0
        ? undefined
        : await allRows(
            this.opened.connection,
            `SELECT ${asDouble(node)}, ${sums} FROM ${this.layers.from} WHERE ${where}${group}`,
          );
    const found = new Map(Array.from(counts?.numbers(0) ?? [], (at, i) => [at, i]));
    const sumAt = (column: number, at: number) => {
      const i = found.get(at);
      const value = i === undefined ? 0 : counts!.numbers(column)[i];
      // A sum of no rows is NULL.
      return Number.isNaN(value) ? 0 : value;
    };
    return {
      rows: asked.map((at) => sumAt(1, at)),
      ...(fresh && { root: { g: sumAt(2, 0), h: sumAt(3, 0) } }),
      sums: await this.tally(tallies, request),
    };
  }

  private async tally(
    nodes: readonly number[],
    { output, attributes }: GrowRequest,
  ): Promise<GrowAnswer["sums"]> {
    const plan = this.plan!;
    const wanted = plan.attributes.map((_, a) => a).filter((a) => attributes[a] === 1);
    const places = new Map(nodes.map((node, i) => [node, i]));
    const sums = nodes.map(() =>
      plan.attributes.map(({ missing }, a) =>
        attributes[a] === 1
          ? { g: new Float64Array(missing + 1), h: new Float64Array(missing + 1) }
          : undefined,
      ),
    );
    if (nodes.length === 0 || wanted.length === 0) return sums;
    const result = await allRows(this.opened.connection, this.tallyQuery(nodes, wanted, output));
    if (result.rows === 0) return sums;
    const [of, at, bins, g, h] = [0, 1, 2, 3, 4].map((column) => result.numbers(column));
    for (let i = 0; i < result.rows; i++) {
      const place = places.get(at[i]);
      if (place === undefined) continue;
      const own = sums[place][of[i]]!;
      own.g[bins[i]] = g[i];
      own.h[bins[i]] = h[i];
    }
    return sums;
  }

  private tallyQuery(nodes: readonly number[], wanted: readonly number[], output: number): string {
    const { asDouble, stacked } = this.dialect;
    const hasNodes = this.layers.has("nodes");
    const where = hasNodes ? `${this.drawn} AND ${inNodes(nodes)}` : this.drawn;
    const sums = [`sum(g${output})`, `sum(h${output})`].map(asDouble).join(", ");
    const node = hasNodes ? "node" : "0";
    if (stacked === undefined)
      return wanted
        .map((a) => {
          const groups = hasNodes ? `node, ${bin(a)}` : bin(a);
          return `SELECT ${a}, ${node}, CAST(${bin(a)} AS INTEGER), ${sums} FROM ${this.layers.from} WHERE ${where} GROUP BY ${groups}`;
        })
        .join(" UNION ALL ");
    const pairs = stacked(
      wanted.map((a) => [a, bin(a)]),
      ["attribute", "code"],
    );
    const inner = `SELECT ${node} AS at, g${output}, h${output}, ${pairs} FROM ${this.layers.from} WHERE ${where}`;
    return `SELECT attribute, at, code, ${sums} FROM (${inner}) AS s GROUP BY attribute, at, code`;
  }

  private async add({ output, divisions, values }: AddRequest): Promise<undefined> {
    await this.divide(divisions);
    const grown = this.layers.has("nodes")
      ? this.dialect.itemOf([...values], "node")
      : this.dialect.double(values[0]);
    await this.layers.set(`score${output}`, [[`s${output}`, `s${output} + ${grown}`]]);
    return undefined;
  }

  private async follow({ output, tree }: FollowRequest): Promise<undefined> {
    const { attributes } = this.plan!;
    const from = (node: number): string => {
      const a = tree.attribute[node];
      if (a < 0) return this.dialect.double(tree.value[node]);
      const sides = tree.sides.get(node);
      const test = { attribute: a, bin: tree.bin[node], flags: tree.flags[node], ...(sides && { sides }) };
      const goesLeft = goesLeftSql(test, bin(a), attributes[a].missing);
      return `CASE WHEN ${goesLeft} THEN ${from(tree.left[node])} ELSE ${from(tree.right[node])} END`;
    };
    await this.layers.set(`score${output}`, [[`s${output}`, `s${output} + ${from(0)}`]]);
    return undefined;
  }

  private async heldBack(): Promise<HeldRows> {
    const { asDouble } = this.dialect;
    const { outputs } = this.plan!.loss;
    const scores = Array.from({ length: outputs }, (_, o) => `s${o}`);
    const columns = [...scores, "y", ...(this.isWeighted ? ["w"] : [])].map(asDouble);
    const result = await allRows(
      this.opened.connection,
      `SELECT ${columns.join(", ")} FROM ${this.layers.from} WHERE NOT ${this.train} ORDER BY k`,
    );
    return {
      scores: scores.map((_, o) => result.numbers(o)),
      targets: result.numbers(outputs),
      ...(this.isWeighted && { weights: result.numbers(outputs + 1) }),
    };
  }

  async close(): Promise<void> {
    await this.scratch.close();
  }
}
