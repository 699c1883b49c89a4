import { unreachable } from "../../base/errors.js";
import { levelsOfMeasure, type Measure, measuredCells } from "../../model/measure.js";
import { bySurrogates, plainRule } from "../../model/surrogates.js";
import { branchOf, type Test, UNKNOWN } from "../../model/test.js";
import { type Cells, testedCells } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";
import { encodeAttribute, factsOf, rankOf } from "../encode.js";
import { toGrid } from "../grid.js";
import type {
  Answer,
  AttributeFacts,
  Division,
  Engine,
  EngineFacts,
  NodeRows,
  Request,
  Statistic,
  Summary,
  Tally,
} from "../port.js";
import type { Problem } from "../problem.js";

/** A row, or a fraction of one, and the node it is in. */
interface Entry {
  readonly row: number;
  readonly node: number;
  readonly weight: number;
  readonly u1: number;
  readonly u2: number;
}

/**
 * The oracle: the same answers as the memory engine without any optimisation. Every request scans every row; tests are
 * evaluated on the cells themselves by branchOf. It shares only the exact grids with the other engines.
 */
export class NaiveEngine implements Engine {
  readonly facts: EngineFacts;
  private entries: Entry[];
  /** Facts of the table's attributes, and after them those of the measures of nodes. */
  private readonly known: AttributeFacts[];
  /** By number of a measure: its cells, for all rows. */
  private readonly measures = new Map<number, Cells>();

  constructor(private readonly problem: Problem) {
    const encoded = problem.attributes.map((column) => encodeAttribute(column));
    this.facts = { ...factsOf(problem, encoded, "level"), rows: true };
    this.known = [...this.facts.attributes];
    this.entries = Array.from({ length: problem.rows }, (_, row) => this.wholeRow(row));
  }

  answer(request: Request): Answer {
    switch (request.ask) {
      case "summarise":
        return request.nodes.map((node) => this.summarise(node, request.statistic));
      case "tally":
        return request.nodes.map(({ node, attributes }) =>
          attributes.map((a) => this.tally(node, a, request.statistic)),
        );
      case "sides":
        return request.nodes.map(({ node, test, branches, attributes }) =>
          attributes.map((a) => this.sides(node, a, test, branches)),
        );
      case "divide":
        return request.divisions.map((division) => this.divide(division, request.statistic));
      case "rows":
        return request.nodes.map((node) => this.nodeRows(node));
      case "project":
        return request.measures.map((measure, i) => this.project(request.node, measure, request.first + i));
      case "adopt":
        for (const { node, rows } of request.nodes) this.adopt(request.from, node, new Set(rows));
        return undefined;
      case "subtree":
        return request.nodes.map(() => undefined);
      case "drawnTrees":
        return request.nodes.map(() => undefined);
      case "ratioTree":
        return undefined;
      case "landings":
      case "judge":
        throw new Error(`${request.ask} was asked of an engine that does not offer it`);
      default:
        return unreachable(request);
    }
  }

  private adopt(from: number, node: number, rows: ReadonlySet<number>): void {
    this.entries = this.entries.map((entry) =>
      entry.node === from && rows.has(entry.row) ? { ...entry, node } : entry,
    );
  }

  private wholeRow(row: number): Entry {
    const { target, weights } = this.problem;
    const weight = weights === undefined ? 1 : weights[row];
    if (target.kind === "classes") return { row, node: 0, weight, u1: 0, u2: 0 };
    const { units, quantum1, quantum2 } = target.grid;
    const u = units[row];
    return { row, node: 0, weight, u1: toGrid(weight * u, quantum1), u2: toGrid(weight * u * u, quantum2) };
  }

  private nodeRows(node: number): NodeRows {
    const here = this.entries.filter((entry) => entry.node === node);
    return {
      rows: Int32Array.from(here, ({ row }) => row),
      weights: Float64Array.from(here, ({ weight }) => weight),
    };
  }

  /** Measured for all rows; its codes are the ranks among the rows of the node. */
  private project(node: number, measure: Measure, attribute: number): AttributeFacts {
    const { attributes, rows } = this.problem;
    const cells = measuredCells(measure, (a) => testedCells(attributes[a]), rows);
    this.measures.set(attribute, cells);
    const here = Array.from(this.nodeRows(node).rows, (row) => cells[row]);
    const values = Float64Array.from(new Set(here.filter((cell) => !Number.isNaN(cell)))).sort();
    const levels = levelsOfMeasure(measure);
    this.known[attribute] =
      levels !== undefined
        ? { kind: "nominal", codes: levels }
        : { kind: "numeric", codes: values.length, values };
    return this.known[attribute];
  }

  private cell(attribute: number, row: number): number {
    const measured = this.measures.get(attribute);
    if (measured) return measured instanceof Int32Array && measured[row] < 0 ? Number.NaN : measured[row];
    const column = this.problem.attributes[attribute];
    if (column.type === "numeric") return column.values[row];
    if (column.codes[row] < 0) return Number.NaN;
    return isStringType(column.type) ? 0 : column.codes[row];
  }

  private targetCode(row: number): number {
    const { target } = this.problem;
    if (target.kind === "classes") return target.column.codes[row];
    const facts = this.facts.target;
    return facts.kind === "values" ? rankOf(facts.units, target.grid.units[row]) : 0;
  }

  private sums(entries: readonly Entry[], statistic: Statistic): Float64Array {
    const { target } = this.facts;
    if (statistic === "ranks") return new Float64Array(0);
    if (statistic === "moments") {
      return Float64Array.of(total(entries, "weight"), total(entries, "u1"), total(entries, "u2"));
    }
    const sums = new Float64Array(target.kind === "classes" ? target.classes : 0);
    for (const entry of entries) sums[this.targetCode(entry.row)] += entry.weight;
    return sums;
  }

  private ranks(entries: readonly Entry[]) {
    const sums = new Map<number, number>();
    for (const entry of entries) {
      const rank = this.targetCode(entry.row);
      sums.set(rank, (sums.get(rank) ?? 0) + entry.weight);
    }
    const found = [...sums].filter(([, weight]) => weight > 0).sort(([a], [b]) => a - b);
    return {
      ranks: Int32Array.from(found, ([rank]) => rank),
      weights: Float64Array.from(found, ([, weight]) => weight),
    };
  }

  private summaryOf(entries: readonly Entry[], statistic: Statistic): Summary {
    const sums = this.sums(entries, statistic);
    const weight = total(entries, "weight");
    const pure = entries.every((entry) => this.targetCode(entry.row) === this.targetCode(entries[0].row));
    return {
      rows: entries.length,
      weight,
      pure,
      sums,
      ...(statistic === "ranks" && { ranks: this.ranks(entries) }),
    };
  }

  private summarise(node: number, statistic: Statistic): Summary {
    return this.summaryOf(
      this.entries.filter((entry) => entry.node === node),
      statistic,
    );
  }

  private tally(node: number, attribute: number, statistic: Statistic): Tally {
    const here = this.entries.filter((entry) => entry.node === node);
    const facts = this.known[attribute];
    const groups = Array.from({ length: facts.codes }, (_, code) =>
      here.filter((entry) => codeOf(facts, this.cell(attribute, entry.row)) === code),
    );
    const present = groups.map((_, code) => code).filter((code) => total(groups[code], "weight") > 0);
    const absent = here.filter((entry) => Number.isNaN(this.cell(attribute, entry.row)));
    const parts = [...present.map((code) => groups[code]), absent];
    const cells = present.flatMap((code) => [...this.sums(groups[code], statistic)]);
    return {
      attribute,
      codes: Int32Array.from(present),
      cells: Float64Array.from(cells),
      missing: this.sums(absent, statistic),
      ...(statistic === "ranks" && { pairs: this.pairs(parts) }),
    };
  }

  private sides(node: number, attribute: number, test: Test, branches: number): Tally {
    const sideOf = ({ row }: Entry) => {
      const branch = branchOf(test, this.cell(test.attribute, row));
      return branch === UNKNOWN ? branches : branch;
    };
    const here = this.entries.filter((entry) => entry.node === node);
    const sums = (code: number) =>
      Array.from({ length: branches + 1 }, (_, b) => {
        const inside = here.filter((entry) => sideOf(entry) === b);
        return total(
          inside.filter(({ row }) => this.codeAt(attribute, row) === code),
          "weight",
        );
      });
    const codes = Array.from({ length: this.known[attribute].codes }, (_, code) => code);
    const present = codes.filter((code) => sums(code).some((weight) => weight > 0));
    return {
      attribute,
      codes: Int32Array.from(present),
      cells: Float64Array.from(present.flatMap(sums)),
      missing: Float64Array.from(sums(-1)),
    };
  }

  private codeAt(attribute: number, row: number): number {
    return codeOf(this.known[attribute], this.cell(attribute, row));
  }

  private pairs(parts: readonly (readonly Entry[])[]) {
    const lists = parts.map((part) => this.ranks(part));
    const starts = lists.map((_, i) => lists.slice(0, i).reduce((sum, list) => sum + list.ranks.length, 0));
    return {
      ranks: Int32Array.from(lists.flatMap((list) => [...list.ranks])),
      weights: Float64Array.from(lists.flatMap((list) => [...list.weights])),
      starts: Int32Array.from(starts),
    };
  }

  private divide({ node, test, missing, branches }: Division, statistic: Statistic): Summary[] {
    this.entries = this.entries.flatMap((entry) => {
      if (entry.node !== node) return [entry];
      const known = branchOf(test, this.cell(test.attribute, entry.row));
      if (known >= 0) return [{ ...entry, node: branches[known] }];
      const cellOf = (attribute: number) => this.cell(attribute, entry.row);
      const named = missing.kind === "surrogates" ? bySurrogates(missing, cellOf) : UNKNOWN;
      if (named >= 0) return [{ ...entry, node: branches[named] }];
      const rest = plainRule(missing);
      if (rest.kind === "branch") return [{ ...entry, node: branches[rest.to] }];
      return this.shareOut(entry, rest.shares, branches);
    });
    return branches.map((branch) => this.summarise(branch, statistic));
  }

  private shareOut(entry: Entry, shares: readonly number[], branches: readonly number[]): Entry[] {
    const grid =
      this.problem.target.kind === "values" ? this.problem.target.grid : { quantum1: 1, quantum2: 1 };
    const last = shares.map((s, b) => (s > 0 ? b : 0)).reduce((a, b) => Math.max(a, b));
    const parts: Entry[] = [];
    let { weight, u1, u2 } = entry;
    for (let b = 0; b < last; b++) {
      const part = Math.min(toGrid(entry.weight * shares[b], this.problem.weightQuantum), weight);
      if (part <= 0) continue;
      const part1 = part === weight ? u1 : toGrid(entry.u1 * shares[b], grid.quantum1);
      const part2 = part === weight ? u2 : toGrid(entry.u2 * shares[b], grid.quantum2);
      parts.push({ row: entry.row, node: branches[b], weight: part, u1: part1, u2: part2 });
      weight -= part;
      u1 -= part1;
      u2 -= part2;
    }
    if (weight > 0) parts.push({ row: entry.row, node: branches[last], weight, u1, u2 });
    return parts;
  }
}

function codeOf(facts: AttributeFacts, cell: number): number {
  if (Number.isNaN(cell)) return -1;
  return facts.values === undefined ? cell : facts.values.indexOf(cell);
}

function total(entries: readonly Entry[], field: "weight" | "u1" | "u2"): number {
  return entries.reduce((sum, entry) => sum + entry[field], 0);
}
