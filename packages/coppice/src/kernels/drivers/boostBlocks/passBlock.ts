import type { Team } from "../../team.js";
import { type BoostPlan, LOSSES, type RoundRules } from "../boost/plan.js";
import type { BlockLayout } from "./layout.js";

/** A pass as the kernel reads it: addresses and numbers, see kernels/assembly/boostBlocks/plan.ts. */
export interface Pass {
  /** The output whose scores grow first; -1: none. */
  readonly addOutput: number;
  readonly addTests: number;
  readonly addValues: number;
  readonly isNew: boolean;
  readonly isFresh: boolean;
  readonly output: number;
  readonly tests: number;
  readonly tallyOf: number;
  readonly tallies: number;
  readonly slots: number;
  readonly mask: number;
  readonly isAll: boolean;
  readonly talliesAt: number;
  readonly countsAt: number;
}

export const NOTHING: Pass = {
  ...{ addOutput: -1, addTests: 0, addValues: 0, isNew: false, isFresh: false, output: 0, tests: 0 },
  ...{ tallyOf: 0, tallies: 0, slots: 0, mask: 0, isAll: true, talliesAt: 0, countsAt: 0 },
};

/** Rows whose gradients are computed together, as in kernels/assembly/boostBlocks/plan.ts. */
const CHUNK = 1024;

/** The block of parameters of the kernel, and each thread's room. */
export class PassBlock {
  readonly at: number;
  private readonly wideCells: number;
  private readonly own: number;
  private readonly ownBytes: number;

  constructor(
    private readonly team: Team,
    private readonly layout: BlockLayout,
    private readonly loss: BoostPlan["loss"],
    private readonly classBytes: number,
    /** The most tallies of a pass. */
    tallies: number,
  ) {
    const { heap, size } = team;
    this.at = heap.alloc(512);
    const cells = layout.attributes.flatMap(({ wide }, a) => (wide ? [layout.places[a].cells] : []));
    this.wideCells = heap.alloc(4 * cells.length + 4);
    heap.u32(this.wideCells, cells.length).set(cells);
    const bytes = 8 * layout.rows + 12 * CHUNK + 128 + classBytes + 4 * (tallies + 1);
    this.ownBytes = 64 * Math.ceil(bytes / 64);
    this.own = heap.alloc(this.ownBytes * size);
  }

  write(pass: Pass, rules: RoundRules | undefined): void {
    const { layout, loss } = this;
    const table = [layout.narrow, layout.wide, layout.stride, this.wideCells, layout.tallyBytes];
    table.push(layout.rows, loss.outputs, layout.slotBytes, layout.targetBytes, layout.slots);
    table.push(layout.gradients, layout.targets, layout.weights, layout.keys);
    table.push(this.own, this.ownBytes, this.classBytes, LOSSES.indexOf(loss.name), loss.parameter);
    const now = [pass.addOutput, pass.addTests, pass.addValues, Number(pass.isNew)];
    now.push(rules?.rowKey ?? 0, rules?.rowLimit ?? 0, Number(pass.isFresh), pass.output, pass.tests);
    now.push(pass.tallyOf, pass.tallies, pass.slots, Number(pass.isAll), pass.mask);
    now.push(pass.talliesAt, pass.countsAt, rules?.grid.shift ?? 0, rules?.grid.field ?? 1);
    now.push(rules?.grid.gradientScale ?? 1, rules?.grid.hessianScale ?? 1, rules?.ditherKey ?? 0);
    const block = [...table, ...now];
    this.team.heap.f64(this.at, block.length).set(block);
  }
}
