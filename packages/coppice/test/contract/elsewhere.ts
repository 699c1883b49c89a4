import { bagCounts } from "../../src/engine/bag.js";
import type { AsyncDataHandle } from "../../src/engine/data.js";
import { toGrid } from "../../src/engine/grid.js";
import { partOfProblem } from "../../src/engine/memory/data.js";
import { NaiveEngine } from "../../src/engine/naive/engine.js";
import type {
  AsyncEngine,
  Judged,
  JudgeRequest,
  LandingsRequest,
  Request,
  Summary,
} from "../../src/engine/port.js";
import { type Problem, problemRows, rowKeys } from "../../src/engine/problem.js";
import type { TreeNode } from "../../src/model/tree.js";
import { walk } from "../../src/predict/walk.js";
import { columnSchema, testedCells } from "../../src/table/column.js";

/**
 * Rows that stay where they are, as in a database: a handle whose engines answer later and hand over no row. It is written from the
 * definitions of the port, one row after the other. `offers`: whether it answers landings and judgements, too.
 */
export function elsewhere(problem: Problem, offers: boolean): AsyncDataHandle {
  const { attributes, target, weights: _, keys: __, within: ___, ...task } = problem;
  const column = columnSchema(target.column);
  const known =
    target.kind === "classes"
      ? { kind: target.kind, column: { ...column, levels: target.column.levels } }
      : { kind: target.kind, column, grid: target.grid };
  return {
    task: { ...task, attributes: attributes.map(columnSchema), target: known },
    hasGaps: (a) => testedCells(attributes[a]).some((cell) => Number.isNaN(cell) || cell < 0),
    engine: () => new Elsewhere(problem, offers),
    part: (choice) => elsewhere(partOfProblem(problem, choice), offers),
  };
}

class Elsewhere implements AsyncEngine {
  readonly facts: AsyncEngine["facts"];
  private readonly engine: NaiveEngine;
  private readonly sums: Float64Array[];
  private readonly judges: Int32Array;

  constructor(
    private readonly problem: Problem,
    offers: boolean,
  ) {
    this.engine = new NaiveEngine(problem);
    const { attributes, target } = this.engine.facts;
    this.facts = { attributes, target, prefers: "level", ...(offers && { landings: true, judges: true }) };
    this.sums = Array.from({ length: problem.rows }, () => new Float64Array(this.width));
    this.judges = new Int32Array(problem.rows);
  }

  async answer(request: Request) {
    if (request.ask === "landings") return this.landings(request);
    if (request.ask === "judge") return this.judge(request);
    return this.engine.answer(request);
  }

  private get width(): number {
    const { target } = this.problem;
    return target.kind === "classes" ? target.column.levels.length : 1;
  }

  private leafOf(nodes: readonly TreeNode[], row: number): number {
    let at = 0;
    walk({ nodes }, this.problem.attributes.map(testedCells), row, (leaf) => {
      at = leaf;
    });
    return at;
  }

  private landings({ nodes, statistic }: LandingsRequest): Summary[] {
    const rows: number[][] = nodes.map(() => []);
    for (let row = 0; row < this.problem.rows; row++) rows[this.leafOf(nodes, row)].push(row);
    return rows.map((own) => {
      const part = new NaiveEngine(problemRows(this.problem, own));
      const [summary] = part.answer({ ask: "summarise", statistic, nodes: [0] }) as Summary[];
      const { target } = part.facts;
      if (target.kind === "classes" || summary.ranks === undefined) return summary;
      // Ranks among the values of all rows.
      const { target: all } = this.engine.facts;
      if (all.kind === "classes") return summary;
      const ranks = summary.ranks.ranks.map((rank) => all.units.indexOf(target.units[rank]));
      return { ...summary, ranks: { ...summary.ranks, ranks } };
    });
  }

  private judge({ bag, nodes, answers, width, combine }: JudgeRequest): Judged {
    const { rows, weights, totalWeight, target } = this.problem;
    const counts = bagCounts(bag, { rows, keys: rowKeys(this.problem), weights, totalWeight });
    for (let row = 0; row < rows; row++) {
      if (counts[row] > 0) continue;
      const leaf = this.leafOf(nodes, row);
      const told = Array.from(answers.subarray(leaf * width, (leaf + 1) * width));
      this.judges[row]++;
      if (combine === "vote") this.sums[row][told.indexOf(Math.max(...told))]++;
      else for (const [k, answer] of told.entries()) this.sums[row][k] += answer;
    }
    const judged = Array.from(this.judges.keys()).filter((row) => this.judges[row] > 0);
    const weightOf = (row: number) => weights?.[row] ?? 1;
    const lossOf = (row: number) => {
      const [sums, judges] = [this.sums[row], this.judges[row]];
      if (target.kind === "values") {
        const { center, denominator, units, quantum2 } = target.grid;
        const d = (sums[0] / judges) * denominator - center - units[row];
        return toGrid(weightOf(row) * d * d, 4 * quantum2);
      }
      const best = sums.reduce((best, sum, k) => (sum > sums[best] + 1e-12 * judges ? k : best), 0);
      return best === target.column.codes[row] ? 0 : weightOf(row);
    };
    const sum = (of: (row: number) => number) => judged.reduce((total, row) => total + of(row), 0);
    return { weight: sum(weightOf), loss: sum(lossOf) };
  }
}
