import type * as port from "../../../engine/boost/port.js";
import { type BoostedTree, binGoesLeft } from "../../../kernels/drivers/boost/boostedTree.js";
import type { BoostPlan, PlanRows, RoundRules } from "../../../kernels/drivers/boost/plan.js";
import type { Column } from "../../../table/column.js";
import { binOfCell } from "./bins.js";
import { hash } from "./chance.js";
import { differentiate } from "./loss.js";

/** Rows in plain TypeScript: what kernels and other engines are tested against, and what runs where kernels cannot. */
export class TwinRows implements port.BoostRows {
  /** For each attribute the bin of every row. */
  private readonly bins: Uint16Array[];
  private readonly all: Float64Array[];
  /** The round's gradients and hessians of each output, whole numbers. */
  private readonly g: Float64Array[];
  private readonly h: Float64Array[];
  /** 1 for each training row that is drawn in this round. */
  private readonly drawn: Uint8Array;
  /** The rows of each node of the tree that is being grown, held back, drawn or not. */
  private members = new Map<number, Int32Array>();

  constructor(
    private readonly plan: BoostPlan,
    columns: readonly Column[],
    private readonly rows: PlanRows,
    base: readonly number[],
  ) {
    const { rows: count, attributes, loss } = plan;
    const { keys } = rows;
    this.bins = columns.map((column, a) =>
      Uint16Array.from({ length: count }, (_, i) => binOfCell(column, attributes[a], keys ? keys[i] : i)),
    );
    const columnOf = () => Array.from({ length: loss.outputs }, () => new Float64Array(count));
    [this.all, this.g, this.h] = [columnOf(), columnOf(), columnOf()];
    for (const [output, score] of base.entries()) this.all[output].fill(score);
    this.drawn = new Uint8Array(count);
  }

  scores(output: number): Float64Array {
    return this.all[output];
  }

  answer<R extends port.BoostRequest>(request: R): port.BoostAnswer<R> {
    return this.answerTo(request) as port.BoostAnswer<R>;
  }

  private answerTo(request: port.BoostRequest): port.BoostAnswer<port.BoostRequest> {
    switch (request.ask) {
      case "largest":
        return this.largest();
      case "round":
        return this.startRound(request.rules);
      case "grow":
        return this.grow(request);
      case "residuals":
        return this.residuals(request);
      case "add":
        return this.add(request);
      case "follow":
        return this.follow(request);
      case "held":
        return this.held();
      default:
        throw new Error(`these rows are in memory: ${request.ask} is known`);
    }
  }

  private largest() {
    let [gradient, hessian] = [0, 0];
    this.eachRow((_, found, weight) => {
      gradient = Math.max(gradient, Math.abs(found[0] * weight));
      hessian = Math.max(hessian, found[1] * weight);
    });
    return { gradient, hessian };
  }

  private startRound(rules: RoundRules): undefined {
    for (let row = 0; row < this.plan.trainRows; row++)
      this.drawn[row] = hash(rules.rowKey, this.keyOf(row)) < rules.rowLimit ? 1 : 0;
    const { gradientScale, hessianScale } = rules.grid;
    this.eachRow((row, found, weight) => {
      const chance = hash(rules.ditherKey, this.keyOf(row));
      const [upper, lower] = [(chance >>> 16) / 65536, (chance & 0xffff) / 65536];
      for (let k = 0; k < this.plan.loss.outputs; k++) {
        this.g[k][row] = Math.floor(found[2 * k] * weight * gradientScale + upper);
        this.h[k][row] = Math.floor(found[2 * k + 1] * weight * hessianScale + lower);
      }
    });
  }

  /** Every training row with its derivatives at its scores. */
  private eachRow(visit: (row: number, found: Float64Array, weight: number) => void): void {
    const { loss, trainRows } = this.plan;
    const { targets, weights } = this.rows;
    const scores = new Float64Array(loss.outputs);
    const found = new Float64Array(2 * loss.outputs);
    for (let row = 0; row < trainRows; row++) {
      for (let k = 0; k < loss.outputs; k++) scores[k] = this.all[k][row];
      differentiate(loss, scores, targets[row], found);
      visit(row, found, weights ? weights[row] : 1);
    }
  }

  private keyOf(row: number): number {
    const { keys } = this.rows;
    return keys ? keys[row] : row;
  }

  private grow({ output, fresh, divisions, tallies, attributes }: port.GrowRequest): port.GrowAnswer {
    if (fresh) this.members = new Map([[0, Int32Array.from({ length: this.plan.rows }, (_, row) => row)]]);
    this.divide(divisions);
    const [g, h] = [this.g[output], this.h[output]];
    const count = (node: number) => this.drawnIn(node).length;
    const root = fresh ? this.drawnIn(0) : new Int32Array(0);
    const sum = (of: Float64Array) => root.reduce((total, row) => total + of[row], 0);
    return {
      rows: fresh ? [root.length] : divisions.flatMap(({ left, right }) => [count(left), count(right)]),
      ...(fresh && { root: { g: sum(g), h: sum(h) } }),
      sums: tallies.map((node) => {
        const rows = this.drawnIn(node);
        return this.bins.map((_, a) => (attributes[a] === 1 ? this.tally(a, rows, g, h) : undefined));
      }),
    };
  }

  private drawnIn(node: number): Int32Array {
    return this.members.get(node)!.filter((row) => this.drawn[row] === 1);
  }

  private tally(a: number, rows: Int32Array, g: Float64Array, h: Float64Array): port.BinSums {
    const cells = this.plan.attributes[a].missing + 1;
    const sums = { g: new Float64Array(cells), h: new Float64Array(cells) };
    const bins = this.bins[a];
    for (const row of rows) {
      sums.g[bins[row]] += g[row];
      sums.h[bins[row]] += h[row];
    }
    return sums;
  }

  private divide(divisions: readonly port.BinDivision[]): void {
    for (const { node, attribute: a, bin, flags, sides, left, right } of divisions) {
      const rows = this.members.get(node)!;
      const { missing } = this.plan.attributes[a];
      const bins = this.bins[a];
      const goesLeft = (row: number) => binGoesLeft(bin, flags, sides, bins[row], missing);
      this.members.delete(node);
      this.members.set(left, rows.filter(goesLeft));
      this.members.set(
        right,
        rows.filter((row) => !goesLeft(row)),
      );
    }
  }

  private residuals({ divisions, leaves, count }: port.ResidualsRequest): port.Residuals[] {
    this.divide(divisions);
    const { targets, weights } = this.rows;
    const rows: number[][] = Array.from({ length: count }, () => []);
    for (const node of this.members.keys())
      for (const row of this.drawnIn(node)) rows[leaves[node]].push(row);
    return rows.map((own) => ({
      values: Float64Array.from(own, (row) => targets[row] - this.all[0][row]),
      ...(weights && { weights: Float64Array.from(own, (row) => weights[row]) }),
    }));
  }

  private add({ output, divisions, values }: port.AddRequest): undefined {
    this.divide(divisions);
    const scores = this.all[output];
    for (const [node, rows] of this.members) for (const row of rows) scores[row] += values[node];
  }

  private follow({ output, tree }: port.FollowRequest): undefined {
    const scores = this.all[output];
    for (let row = 0; row < this.plan.rows; row++) {
      let node = 0;
      while (tree.attribute[node] >= 0)
        node = this.goesLeft(tree, node, row) ? tree.left[node] : tree.right[node];
      scores[row] += tree.value[node];
    }
  }

  private goesLeft(tree: BoostedTree, node: number, row: number): boolean {
    const a = tree.attribute[node];
    const { missing } = this.plan.attributes[a];
    return binGoesLeft(tree.bin[node], tree.flags[node], tree.sides.get(node), this.bins[a][row], missing);
  }

  private held(): port.HeldRows {
    const { trainRows } = this.plan;
    const { targets, weights } = this.rows;
    return {
      scores: this.all.map((scores) => scores.subarray(trainRows)),
      targets: targets.subarray(trainRows),
      ...(weights && { weights: weights.subarray(trainRows) }),
    };
  }
}
