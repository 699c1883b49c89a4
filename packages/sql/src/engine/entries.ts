import { type CodedRows, codeColumn, momentColumns } from "./coded.js";
import type { Scratch } from "./scratch.js";

/** The node of a row that is in none: its fractions are in several. */
export const NOWHERE = -1;

/**
 * Which node each row is in. Whole rows: a narrow table with the node of each coded row, joined by position where the engine
 * can do that, otherwise the coded rows with one more column. Fractions of rows, which missing values cause: a table of its
 * own with their codes and weights, since they are few.
 */
export class Entries {
  private nodes: string | undefined;
  private parts: string | undefined;

  constructor(
    readonly rows: CodedRows,
    readonly scratch: Scratch,
  ) {}

  /** Every row begins at node 0, or where an expression says. */
  async start(node = "0"): Promise<void> {
    await this.place(node, this.rows.table);
  }

  /** Whole rows, as a relation with the columns of `CodedRows` and `node`. */
  get whole(): string {
    const { byPosition } = this.rows.connection.dialect;
    return byPosition ? byPosition(`${this.rows.table} AS r`, `${this.nodes} AS n`) : `${this.nodes} AS r`;
  }

  /** Fractions of rows; they always have `w`. */
  get fractions(): string | undefined {
    return this.parts;
  }

  /** The columns of fractions, besides `node` and `w`. */
  get cellColumns(): string[] {
    return [...this.rows.attributes.map((_, a) => codeColumn(a)), "t"];
  }

  get momentColumns(): string[] {
    return momentColumns(this.rows);
  }

  /** Moves every whole row to the node that an expression gives, over whole rows or what was made of them. */
  async move(node: string, from = this.whole): Promise<void> {
    await this.place(node, from);
  }

  private async place(node: string, from: string): Promise<void> {
    const old = this.nodes;
    const isNarrow = this.rows.connection.dialect.byPosition !== undefined;
    const others = isNarrow
      ? []
      : [...this.cellColumns, ...(this.rows.isWeighted ? ["w"] : []), ...this.momentColumns];
    const columns = [`CAST(${node} AS INTEGER) AS node`, ...others];
    this.nodes = await this.scratch.create("nodes", `SELECT ${columns.join(", ")} FROM ${from}`);
    if (old) await this.scratch.drop(old);
  }

  /** Replaces the fractions by the rows of a query; none: an empty query is not kept. */
  async replaceFractions(query: string | undefined): Promise<void> {
    const old = this.parts;
    this.parts = query === undefined ? undefined : await this.scratch.create("parts", query);
    if (old) await this.scratch.drop(old);
  }
}
