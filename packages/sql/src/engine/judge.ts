import type { Judged, JudgeRequest } from "coppice/engine";
import { allRows } from "../connection/results.js";
import { type Landing, landingOf, type Stage } from "../tree/landing.js";
import { Layers, type NamedColumn } from "./boost/layers.js";
import { bagStages } from "./chosenRows.js";
import { type CodedRows, codeColumn, codedCell, momentColumns } from "./coded.js";
import { integers } from "./codedTest.js";
import { withStages } from "./hashSql.js";
import { codedNode } from "./landings.js";
import { asInteger, inUnits, rounded } from "./rounding.js";
import type { Scratch } from "./scratch.js";

/** Sums closer than this, times the number of judges, are a tie. */
const TIE = 1e-12;

/** What rows have been told by the trees that did not see them: sums by row, in a scratch table. */
export class RowJudge {
  private readonly layers: Layers;
  private readonly width: number;

  constructor(
    private readonly rows: CodedRows,
    scratch: Scratch,
  ) {
    this.layers = new Layers(rows.connection, scratch);
    this.layers.adopt("rows", rows.table, [
      ...[...rows.attributes.keys()].map(codeColumn),
      ...["t", "k", ...(rows.isWeighted ? ["w"] : []), ...momentColumns(rows)],
    ]);
    this.width = rows.target.kind === "classes" ? rows.target.classes : 1;
  }

  async judge(request: JudgeRequest): Promise<Judged> {
    if (!this.layers.has("told"))
      await this.layers.set(
        "told",
        this.told((_, zero) => zero, "0"),
      );
    if (await this.leavesOut(request)) await this.tell(request);
    return this.rows.target.kind === "classes" ? this.errors() : this.squares();
  }

  private told(sum: (k: number, zero: string) => string, judges: string): NamedColumn[] {
    const zero = this.rows.connection.dialect.double(0);
    const sums = Array.from({ length: this.width }, (_, k): NamedColumn => [`s${k}`, sum(k, zero)]);
    return [...sums, ["judges", judges]];
  }

  /** A bag that would be empty is all rows, and leaves none out. */
  private async leavesOut({ bag }: JudgeRequest): Promise<boolean> {
    const { connection } = this.rows;
    const given = { name: "given", query: `SELECT * FROM ${this.layers.from}` };
    const query = `SELECT ${connection.dialect.asDouble("sum(n)")} FROM counted`;
    const stages = [given, ...bagStages(this.rows, bag, "given")];
    return (await allRows(connection, withStages(stages, query))).numbers(0)[0] > 0;
  }

  private async tell({ bag, nodes, answers, width, combine }: JudgeRequest): Promise<void> {
    const { rows } = this;
    const { dialect } = rows.connection;
    const {
      stages: down,
      place,
      leaves,
    }: Landing = landingOf({ nodes: nodes.map((node) => codedNode(node, rows)) }, "cells", integers(dialect));
    const said = leaves.map((leaf) => answers.subarray(leaf * width, (leaf + 1) * width));
    const number = (of: Float64Array, k: number) =>
      combine === "vote" && rows.target.kind === "classes" ? +(of.indexOf(Math.max(...of)) === k) : of[k];
    const answer = (k: number) =>
      dialect.itemOf(
        said.map((of) => number(of, k)),
        place,
      );
    const stages = (from: string): Stage[] => [...bagStages(rows, bag, from), this.cells(), ...down];
    const columns = this.told(
      (k) => `CASE WHEN n = 0 THEN s${k} + ${answer(k)} ELSE s${k} END`,
      "judges + CASE WHEN n = 0 THEN 1 ELSE 0 END",
    );
    await this.layers.set("told", columns, stages);
  }

  /** Codes as tests see them: NULL where missing. */
  private cells(): Stage {
    const { rows } = this;
    const cells = rows.attributes.map((_, a) => `${codedCell(rows, a)} AS ${codeColumn(a)}`);
    const others = ["t", "k", ...(rows.isWeighted ? ["w"] : []), ...momentColumns(rows)];
    const sums = Array.from({ length: this.width }, (_, k) => `s${k}`);
    return {
      name: "cells",
      query: `SELECT ${[...cells, ...others, ...sums, "judges", "n"].join(", ")} FROM counted`,
    };
  }

  private get weight(): string {
    const { rows } = this;
    const { dialect } = rows.connection;
    return rows.isWeighted
      ? inUnits("sum(w)", rows.task.weightQuantum, dialect)
      : dialect.asDouble("count(*)");
  }

  private async errors(): Promise<Judged> {
    const { rows } = this;
    const { asDouble, double } = rows.connection.dialect;
    const stages: Stage[] = [
      {
        name: "best0",
        query: `SELECT *, s0 AS most0, 0 AS label0 FROM ${this.layers.from} WHERE judges > 0`,
      },
    ];
    for (let k = 1; k < this.width; k++) {
      const isBetter = `s${k} > most${k - 1} + ${double(TIE)} * ${asDouble("judges")}`;
      const most = `CASE WHEN ${isBetter} THEN s${k} ELSE most${k - 1} END AS most${k}`;
      const label = `CASE WHEN ${isBetter} THEN ${k} ELSE label${k - 1} END AS label${k}`;
      stages.push({ name: `best${k}`, query: `SELECT *, ${most}, ${label} FROM best${k - 1}` });
    }
    const last = this.width - 1;
    const wrong = `sum(CASE WHEN label${last} <> t THEN ${rows.isWeighted ? "w" : "1"} ELSE 0 END)`;
    const unit = rows.isWeighted ? rows.task.weightQuantum : 1;
    return this.answer(
      stages,
      `${this.weight}, ${inUnits(wrong, unit, rows.connection.dialect)}`,
      `best${last}`,
    );
  }

  private async squares(): Promise<Judged> {
    const { task, target, isWeighted, connection } = this.rows;
    const { dialect } = connection;
    const { asDouble, double } = dialect;
    if (task.target.kind !== "values" || target.kind !== "values") throw new Error("values were expected");
    const { denominator, center, quantum2 } = task.target.grid;
    const mean = `(s0 / ${asDouble("judges")})`;
    const d = `(${mean} * ${double(denominator)} - ${double(center)}) - ${asDouble("t")} AS d`;
    const w = isWeighted ? `(${asDouble("w")} * ${double(task.weightQuantum)})` : double(1);
    const stages = [{ name: "far", query: `SELECT *, ${d} FROM ${this.layers.from} WHERE judges > 0` }];
    const loss = `sum(${asInteger(rounded(`((${w} * d) * d) / ${double(4 * quantum2)}`))})`;
    return this.answer(stages, `${this.weight}, ${inUnits(loss, 4 * quantum2, dialect)}`, "far");
  }

  private async answer(stages: readonly Stage[], sums: string, from: string): Promise<Judged> {
    const result = await allRows(this.rows.connection, withStages(stages, `SELECT ${sums} FROM ${from}`));
    const [weight, loss] = [result.numbers(0)[0], result.numbers(1)[0]];
    // A sum of no rows is NULL.
    return { weight: Number.isNaN(weight) ? 0 : weight, loss: Number.isNaN(loss) ? 0 : loss };
  }
}
