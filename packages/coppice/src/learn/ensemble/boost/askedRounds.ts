import type { BoostAnswer, BoostRequest, BoostRows, HeldRows } from "../../../engine/boost/port.js";
import type { BoostedTree } from "../../../kernels/drivers/boost/boostedTree.js";
import type { BoostPlan, RoundRules, TreeDraws } from "../../../kernels/drivers/boost/plan.js";
import { type Grown, Growth } from "./growth.js";
import { leafValue } from "./leafValue.js";
import type { Asking, Rounds } from "./rounds.js";

/** The answer of rows that answer at once or later. */
export function* asked<R extends BoostRequest>(rows: BoostRows, request: R): Asking<BoostAnswer<R>> {
  const answer = rows.answer(request);
  return answer instanceof Promise ? ((yield { waits: answer }) as BoostAnswer<R>) : answer;
}

/** Rounds whose trees are grown from sums, wherever the rows are. */
export class AskedRounds implements Rounds {
  constructor(
    private readonly rows: BoostRows,
    private readonly plan: BoostPlan,
  ) {}

  largest(): Asking<{ gradient: number; hessian: number }> {
    return asked(this.rows, { ask: "largest" });
  }

  *grow(rules: RoundRules, draws: readonly TreeDraws[]): Asking<BoostedTree[]> {
    yield* asked(this.rows, { ask: "round", rules });
    const trees: BoostedTree[] = [];
    for (const [output, drawn] of draws.entries()) {
      const grown = yield* this.growOne(new Growth(this.plan, rules, output, drawn, this.rows.sumBytes));
      const { tree, leaves } = grown;
      const isRefitted = this.plan.loss.refit !== undefined;
      if (isRefitted) yield* this.refit(grown);
      const divisions = isRefitted ? [] : grown.divisions;
      const values = Float64Array.from(leaves, (leaf) => (leaf < 0 ? 0 : tree.value[leaf]));
      yield* asked(this.rows, { ask: "add", output, divisions, values });
      trees.push(tree);
    }
    return trees;
  }

  private *growOne(growth: Growth): Asking<Grown> {
    const work = growth.grow();
    let step = work.next();
    while (!step.done) step = work.next(yield* asked(this.rows, step.value));
    return step.value;
  }

  private *refit({ tree, divisions, leaves }: Grown): Asking<void> {
    const count = tree.nodes;
    const found = yield* asked(this.rows, { ask: "residuals", divisions, leaves, count });
    for (let node = 0; node < count; node++)
      if (tree.attribute[node] < 0) tree.value[node] = leafValue(found[node], this.plan);
  }

  *follow(output: number, tree: BoostedTree): Asking<void> {
    yield* asked(this.rows, { ask: "follow", output, tree });
  }

  *retrace(base: readonly number[], trees: readonly BoostedTree[]): Asking<void> {
    if (this.rows.restart === undefined) return;
    yield { waits: this.rows.restart(base) };
    for (const [i, tree] of trees.entries()) yield* this.follow(i % base.length, tree);
  }

  held(): Asking<HeldRows> {
    return asked(this.rows, { ask: "held" });
  }
}
