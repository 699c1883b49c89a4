import { formulaOfRows } from "../../model/formula.js";
import { levelsOfMeasure, type Measure, measuredCells } from "../../model/measure.js";
import { type Cells, type Column, takeCells, testedCells } from "../../table/column.js";
import { type EncodedAttribute, encodeAttribute } from "../encode.js";
import type { Entries } from "./entries.js";

/** Measures of the rows of single nodes, as attributes. */
export class Projections {
  /**
   * Codes by row, one array per measure of a node: nodes have no rows in common, so all nodes write into the same ones.
   */
  private readonly codes: Int32Array[] = [];
  private readonly tested: Cells[] = [];

  constructor(
    private readonly columns: readonly Column[],
    private readonly rows: number,
  ) {}

  of(entries: Entries, measures: readonly Measure[]): EncodedAttribute[] {
    const gathered = new Map<number, Cells>();
    const cellsOf = (attribute: number) => {
      const found = gathered.get(attribute) ?? takeCells(this.testedAt(attribute), entries.rows);
      gathered.set(attribute, found);
      return found;
    };
    return measures.map((measure, slot) => {
      const cells =
        measure.kind === "linear"
          ? formulaOfRows(measure.formula, (attribute) => this.testedAt(attribute), entries.rows)
          : measuredCells(measure, cellsOf, entries.rows.length);
      const { facts, codes } = encoded(measure, cells);
      const byRow = this.codesAt(slot, entries);
      for (let i = 0; i < codes.length; i++) byRow[entries.rows[i]] = codes[i];
      return { facts, codes: byRow };
    });
  }

  /** Those of ordered attributes are a copy, made once. */
  private testedAt(attribute: number): Cells {
    this.tested[attribute] ??= testedCells(this.columns[attribute]);
    return this.tested[attribute];
  }

  /** Nodes that have fractions of rows may have rows in common: they get an array of their own. */
  private codesAt(slot: number, { parts }: Entries): Int32Array {
    if (parts) return new Int32Array(this.rows);
    this.codes[slot] ??= new Int32Array(this.rows);
    return this.codes[slot];
  }
}

export function encoded(measure: Measure, cells: Cells): EncodedAttribute {
  const count = levelsOfMeasure(measure);
  if (count === undefined)
    return encodeAttribute({
      type: "numeric",
      name: "",
      values: cells instanceof Float64Array ? cells : Float64Array.from(cells),
    });
  const levels = Array.from({ length: count }, (_, code) => String(code));
  return encodeAttribute({ type: "nominal", name: "", codes: Int32Array.from(cells), levels });
}
