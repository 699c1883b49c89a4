import { CoppiceError } from "coppice";
import { CONTENT_KEYS, hash, poissonLimits, type RowChoice } from "coppice/engine";
import { allRows } from "../connection/results.js";
import type { Stage } from "../tree/landing.js";
import { type CodedRows, codeColumn, momentColumns } from "./coded.js";
import { momentUnits } from "./codeRows.js";
import { type Hashing, hashIntegerStages, hashStages, withStages } from "./hashSql.js";
import { asInteger } from "./rounding.js";
import type { Scratch } from "./scratch.js";

type Order = Extract<RowChoice, { order: unknown }>["order"];
type Bag = Extract<RowChoice, { bag: unknown }>["bag"];

/** Queries for some of the coded rows. The rows in the last order that was asked for are kept, with their numbers in it. */
export class RowChooser {
  private last: { readonly order: Order; readonly table: Promise<string> } | undefined;

  constructor(
    private readonly rows: CodedRows,
    private readonly scratch: Scratch,
  ) {}

  /** The chosen rows in a table of their own, which whoever asks drops. */
  async choose(choice: RowChoice): Promise<CodedRows> {
    if ("places" in choice) throw needsPlaces();
    if ("bag" in choice) return this.bag(choice.bag);
    if ("outOfBag" in choice) return this.outOfBag(choice.outOfBag);
    const from = await this.inOrder(choice.order);
    const isIn = "fold" in choice ? `i % ${choice.of} = ${choice.fold}` : this.evenly(choice.wanted);
    return this.taken(
      `SELECT ${this.columns.join(", ")} FROM ${from} WHERE ${choice.rest ? `NOT (${isIn})` : isIn}`,
    );
  }

  /** A query for the rows of all trees on folds: each row once for every fold that it is not in, which `member` names. */
  async allButOne({ of, order }: Extract<RowChoice, { fold: number }>): Promise<string> {
    const from = await this.inOrder(order);
    const members = Array.from({ length: of }, (_, member) => `(${member})`).join(", ");
    const columns = this.columns.filter((column) => column !== "k").join(", ");
    return `SELECT ${columns}, member FROM ${from} AS o CROSS JOIN (VALUES ${members}) AS f(member) WHERE i % ${of} <> member`;
  }

  /** Rows so spread over an order that `wanted` of all are taken. */
  private evenly(wanted: number): string {
    const { asDouble, double } = this.rows.connection.dialect;
    const share = (i: string) => `floor(${asDouble(`${i} * ${wanted}`)} / ${double(this.rows.task.rows)})`;
    return `${share("(i + 1)")} > ${share("i")}`;
  }

  /** All columns of coded rows. */
  private get columns(): string[] {
    const { rows } = this;
    return [
      ...rows.attributes.map((_, a) => codeColumn(a)),
      "t",
      ...(rows.isWeighted ? ["w"] : []),
      ...momentColumns(rows),
      ...(rows.hasKeys ? ["k"] : []),
    ];
  }

  private async taken(query: string): Promise<CodedRows> {
    const table = await this.scratch.create("part", query);
    const { connection, isWeighted, task } = this.rows;
    const { asDouble } = connection.dialect;
    const weight = isWeighted ? asDouble("sum(w)") : asDouble("count(*)");
    const found = await allRows(connection, `SELECT ${asDouble("count(*)")}, ${weight} FROM ${table}`);
    const rows = found.numbers(0)[0];
    const unit = isWeighted ? task.weightQuantum : 1;
    const totalWeight = rows === 0 ? 0 : found.numbers(1)[0] * unit;
    return { ...this.rows, table, task: { ...task, rows, totalWeight } };
  }

  /** A table of all rows with the column i, their numbers in the order. */
  private inOrder(order: Order): Promise<string> {
    if (this.last?.order.key === order.key && this.last.order.by === order.by) return this.last.table;
    const old = this.last?.table;
    const table = (async () => {
      if (old !== undefined) await this.scratch.drop(await old);
      return this.scratch.create("ordered", this.orderQuery(order));
    })();
    this.last = { order, table };
    return table;
  }

  private orderQuery({ by, key }: Order): string {
    const { rows } = this;
    const { dialect } = rows.connection;
    if (by === "key") checkKeys(this.rows);
    const stages =
      by === "key"
        ? hashIntegerStages([{ name: "h", key, item: "k" }], "given", "hash", dialect)
        : [...this.contentStages(), ...this.contentHashes(key)];
    const ties = by === "key" ? ["k"] : ["c1", "c2", ...(rows.hasKeys ? ["k"] : [])];
    const classes = rows.target.kind === "classes" ? ["t"] : [];
    const number = `row_number() OVER (ORDER BY ${[...classes, "h", ...ties].join(", ")}) - 1 AS i`;
    const all = [given(rows), ...stages];
    return withStages(all, `SELECT ${[...this.columns, number].join(", ")} FROM ${all[all.length - 1].name}`);
  }

  private contentHashes(key: number): Stage[] {
    const { dialect } = this.rows.connection;
    const first = hashStages([{ name: "h1", key, item: "c1" }], "contents", "first", dialect);
    return [
      ...first,
      ...hashStages([{ name: "h", key: "h1", item: "c2" }], first[first.length - 1].name, "second", dialect),
    ];
  }

  /** Stages that add c1 and c2: what is in a row, as two sums of hashes. Codes of parts are those of the whole. */
  private contentStages(): Stage[] {
    const { rows } = this;
    const isWeighted = rows.isWeighted && !rows.isCounted;
    const { dialect } = rows.connection;
    const attributes = rows.attributes.length;
    const each = (make: (key: number, word: number) => Hashing[]) => CONTENT_KEYS.flatMap(make);
    const cells = each((key, word) =>
      rows.attributes.map((_, a) => ({ name: `y${word}_${a}`, key: hash(key, a), item: codeColumn(a) })),
    );
    const integers = each((key, word) => [
      { name: `y${word}_${attributes}`, key: hash(key, attributes), item: "t" },
      ...(isWeighted
        ? [{ name: `y${word}_${attributes + 1}`, key: hash(key, attributes + 1), item: "w" }]
        : []),
    ]);
    const first = hashStages(cells, "given", "cell", dialect);
    const second = hashIntegerStages(integers, first[first.length - 1].name, "whole", dialect);
    const count = attributes + (isWeighted ? 2 : 1);
    const sums = CONTENT_KEYS.map((_, word) => {
      const terms = Array.from({ length: count }, (_, i) => `y${word}_${i}`);
      return `(${terms.join(" + ")}) & 4294967295 AS c${word + 1}`;
    });
    const kept = this.columns.join(", ");
    const last = {
      name: "contents",
      query: `SELECT ${kept}, ${sums.join(", ")} FROM ${second[second.length - 1].name}`,
    };
    return [...first, ...second, last];
  }

  /** A bag that would be empty is all rows. */
  private async bag(bag: Bag): Promise<CodedRows> {
    const { rows } = this;
    const stages = [given(this.rows), ...bagStages(this.rows, bag, "given")];
    const chosen = await this.counted(
      withStages(stages, `SELECT ${this.bagColumns(bag)} FROM counted WHERE n > 0`),
      bag,
    );
    if (chosen.task.rows > 0) return chosen;
    await this.scratch.drop(chosen.table);
    const all = [stages[0], { name: "counted", query: "SELECT *, 1 AS n FROM given" }];
    return this.counted(withStages(all, `SELECT ${this.bagColumns(bag)} FROM counted`), bag, rows);
  }

  private async counted(query: string, { replacement }: Bag, rows = this.rows): Promise<CodedRows> {
    if (!replacement) return this.taken(query);
    const own = new RowChooser({ ...rows, isWeighted: true, isCounted: true }, this.scratch);
    return own.taken(query);
  }

  /** With replacement a row's weight is its count. */
  private bagColumns({ replacement }: Bag): string {
    const { rows } = this;
    if (!replacement) return this.columns.join(", ");
    const { dialect } = rows.connection;
    const unit = String(1 / rows.task.weightQuantum);
    const plain = this.columns.filter((column) => column !== "w" && column !== "m1" && column !== "m2");
    const { target } = rows.task;
    const moments =
      target.kind === "values"
        ? momentUnits(dialect.asDouble("n"), dialect.asDouble("t"), target.grid, dialect).map(
            (m, i) => `${m} AS m${i + 1}`,
          )
        : [];
    return [...plain, `n * ${asInteger(unit)} AS w`, ...moments].join(", ");
  }

  private async outOfBag(bag: Bag): Promise<CodedRows> {
    const stages = [given(this.rows), ...bagStages(this.rows, bag, "given")];
    const counts = await allRows(
      this.rows.connection,
      withStages(stages, `SELECT ${this.rows.connection.dialect.asDouble("sum(n)")} FROM counted`),
    );
    const isEmpty = !(counts.numbers(0)[0] > 0);
    return this.taken(
      withStages(
        stages,
        `SELECT ${this.columns.join(", ")} FROM counted WHERE n = 0 AND ${isEmpty ? "FALSE" : "TRUE"}`,
      ),
    );
  }
}

function given({ table }: CodedRows): Stage {
  return { name: "given", query: `SELECT * FROM ${table}` };
}

function checkKeys({ hasKeys }: CodedRows): void {
  if (hasKeys) return;
  const message =
    "rows have no positions here: name a column of whole numbers that identifies them (--row-key)";
  throw new CoppiceError("ENGINE_ROWS", message, { name: "--row-key", rule: "a column of whole numbers" });
}

/** Stages after `from` of which the last, "counted", has how often each row counts as the column n. */
export function bagStages(rows: CodedRows, { key, share, replacement }: Bag, from: string): Stage[] {
  checkKeys(rows);
  const { dialect } = rows.connection;
  if (replacement && rows.isWeighted) {
    const message =
      "bags drawn by weight need rows that may leave the database: use --engine memory or disk, or bootstrap=false";
    throw new CoppiceError("ENGINE_ROWS", message, { name: "weight" });
  }
  const hashes = hashIntegerStages([{ name: "h", key, item: "k" }], from, "hash", dialect);
  const limits = replacement ? poissonLimits(share) : undefined;
  const count = limits
    ? [...limits.map((limit) => `CASE WHEN h >= ${limit} THEN 1 ELSE 0 END`), "0"].join(" + ")
    : `CASE WHEN h < ${Math.floor(share * 2 ** 32 + 0.5)} THEN 1 ELSE 0 END`;
  return [
    ...hashes,
    { name: "counted", query: `SELECT *, ${count} AS n FROM ${hashes[hashes.length - 1].name}` },
  ];
}

function needsPlaces(): CoppiceError {
  const message = "rows by their places need rows in the memory of this process";
  return new CoppiceError("ENGINE_ROWS", message, { name: "places" });
}
