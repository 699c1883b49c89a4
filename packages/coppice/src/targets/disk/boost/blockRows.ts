import type * as port from "../../../engine/boost/port.js";
import type { Problem } from "../../../engine/problem.js";
import type { BoostedTree } from "../../../kernels/drivers/boost/boostedTree.js";
import type { RoundRules } from "../../../kernels/drivers/boost/plan.js";
import { BlockLayout } from "../../../kernels/drivers/boostBlocks/layout.js";
import { NOTHING, type Pass, PassBlock } from "../../../kernels/drivers/boostBlocks/passBlock.js";
import { boostBlocksKernel } from "../../../kernels/generated/boostBlocks.js";
import { SoloTeam, type Team } from "../../../kernels/team.js";
import { factsOf, holdBack, type RowOrder } from "../../../learn/ensemble/boost/facts.js";
import { ScratchFile } from "../scratchFile.js";
import { BlockCoder } from "./blockCoder.js";
import { type SlotDivision, Slots, writeTests } from "./blockTests.js";
import { blocksOf, type Frame, Frames, type Residents, type Touched } from "./frames.js";
import { roomFor, rowsOfBlock } from "./room.js";
import { collectResiduals, Held, type LeafResiduals, type RowStates, scoresByRow } from "./rowStates.js";

export interface BlockOptions {
  /** Bytes for the codes and the state of rows, and for what kernels need to work on them, and for what the process takes besides. */
  readonly memory: number;
  /** What that is, asked when rows are about to be coded; absent: nothing. */
  readonly besides?: () => number;
  readonly scratch?: string;
  readonly team?: Team;
  /** Rows of a block; default: by the number of attributes. */
  readonly blockRows?: number;
  /** How many blocks stay in memory; default: as many as have room. */
  readonly stay?: Residents;
}

/** Scores of some rows by row and output, before the link. Valid during the call. */
export interface ScoredRows {
  /** Their places in the problem; absent: from `first` on. */
  readonly first: number;
  readonly places?: Int32Array;
  readonly rows: number;
  readonly sums: Float64Array;
}

/** A tree that is to be added by the next pass. */
interface Pending {
  readonly output: number;
  readonly divisions: readonly SlotDivision[];
  readonly values: Float64Array;
}

/**
 * The rows of a problem as gradient boosting asks them, coded in blocks, in memory or in a scratch file. Every request for sums is
 * one pass over all blocks; a tree is added to the scores by the first pass of the next one.
 */
export class BlockRows implements port.BoostRows {
  private readonly team: Team;
  private readonly mark: number;
  private order: RowOrder | undefined;
  private layout!: BlockLayout;
  private frames!: Frames;
  private pass!: PassBlock;
  private file: ScratchFile | undefined;
  private slots = new Slots();
  private pending: Pending | undefined;
  private rules: RoundRules | undefined;
  private isNew = false;
  private unit = 1;
  private queue = 0;
  private jobs = 0;
  sumBytes: number | undefined;

  constructor(
    private readonly problem: Problem,
    private readonly options: BlockOptions,
  ) {
    this.team = options.team ?? new SoloTeam();
    this.mark = this.team.heap.mark();
  }

  close(): void {
    this.team.heap.release(this.mark);
    this.file?.close();
  }

  answer<R extends port.BoostRequest>(request: R): port.BoostAnswer<R> | Promise<port.BoostAnswer<R>> {
    return this.answerTo(request) as port.BoostAnswer<R> | Promise<port.BoostAnswer<R>>;
  }

  private answerTo(request: port.BoostRequest): unknown {
    switch (request.ask) {
      case "facts":
        this.order = holdBack(this.problem.rows, request.held);
        return factsOf(this.problem, request, this.order);
      case "code":
        return this.code(request);
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
    }
  }

  private code({ attributes, loss, unit, base, maxLeaves }: port.CodeRequest): void {
    const { team, problem } = this;
    this.unit = unit;
    const { weights, target } = problem;
    const { order, trainRows } = this.order!;
    const { memory, stay } = this.options;
    const besides = this.options.besides?.() ?? 0;
    const rows = this.options.blockRows ?? rowsOfBlock(attributes.length, problem.rows, memory - besides);
    const classes = target.kind === "classes" ? target.column.levels.length : 0;
    this.layout = new BlockLayout(rows, attributes, loss, {
      ...{ classes, weights: weights !== undefined, keys: order !== undefined, leaves: maxLeaves },
    });
    const blocks = blocksOf(problem.rows, trainRows, rows);
    const limits = { memory, besides, ...(stay && { stay }) };
    const room = roomFor(this.layout, blocks.length, team.size, limits);
    const { tallyBytes } = this.layout;
    this.sumBytes = 2 * tallyBytes * room.tallies;
    if (room.stay.whole < blocks.length) this.file = ScratchFile.in(this.options.scratch);
    const kernel = team.kernel(boostBlocksKernel);
    this.pass = new PassBlock(team, this.layout, loss, kernel.spareRoom(loss.outputs), room.tallies);
    this.queue = team.heap.alloc(64);
    this.jobs = team.heap.alloc(20 * blocks.length);
    this.frames = new Frames(team, this.layout, blocks, room.stay, room.together, this.file);
    const mark = team.heap.mark();
    const coder = new BlockCoder(team, this.layout, problem, order, unit);
    this.frames.fill((frame) => coder.code(frame, base));
    team.heap.release(mark);
  }

  /** Runs an entry of the kernel on frames, which threads take from a queue. */
  private run(entry: string, frames: readonly Frame[], ...args: number[]): void {
    const { heap } = this.team;
    const words = heap.u32(this.jobs, 5 * frames.length);
    frames.forEach(({ codes, state, rows, first, isTraining }, i) => {
      words.set([codes, state, rows, first, Number(isTraining)], 5 * i);
    });
    heap.i32(this.queue, 1)[0] = 0;
    this.team.run(boostBlocksKernel, entry, this.pass.at, this.queue, this.jobs, frames.length, ...args);
  }

  private startRound(rules: RoundRules): undefined {
    this.rules = rules;
    this.isNew = true;
  }

  private add({ output, divisions, values }: port.AddRequest): undefined {
    const divided = this.slots.divide(divisions);
    const bySlot = new Float64Array(this.slots.count);
    for (const [node, slot] of this.slots.entries()) bySlot[slot] = values[node];
    this.pending = { output, divisions: divided, values: bySlot };
  }

  /** What the next pass does first. */
  private addFirst(): Partial<Pass> {
    const { pending, team, layout } = this;
    if (pending === undefined) return {};
    const { output, divisions, values } = pending;
    const { heap } = team;
    const addTests = writeTests(heap, layout, divisions, values.length);
    const addValues = heap.alloc(8 * values.length);
    heap.f64(addValues, values.length).set(values);
    this.pending = undefined;
    return { addOutput: output, addTests, addValues };
  }

  /** Makes a pass, then what follows; at once if all blocks are in memory. Memory that the pass has allocated is given back. */
  private passing<T>(make: () => Partial<Pass>, then: (pass: Pass) => T): T | Promise<T> {
    const { heap } = this.team;
    const mark = heap.mark();
    const pass = { ...NOTHING, ...this.addFirst(), isNew: this.isNew, ...make() };
    this.isNew = false;
    this.pass.write(pass, this.rules);
    const finish = () => {
      const result = then(pass);
      heap.release(mark);
      return result;
    };
    const done = this.frames.each(touchedBy(pass, this.layout), (frames) => this.run("passBlocks", frames));
    return done ? done.then(finish) : finish();
  }

  private grow(request: port.GrowRequest): port.GrowAnswer | Promise<port.GrowAnswer> {
    const { fresh, output, divisions, tallies, attributes } = request;
    const { heap, size } = this.team;
    const { tallyBytes } = this.layout;
    const make = (): Partial<Pass> => {
      if (fresh) this.slots = new Slots();
      const divided = this.slots.divide(divisions);
      const slots = this.slots.count;
      const tests = writeTests(heap, this.layout, divided, slots);
      const tallyOf = heap.alloc(4 * slots);
      const of = heap.i32(tallyOf, slots).fill(tallies.length);
      tallies.forEach((node, tally) => {
        of[this.slots.slot(node)] = tally;
      });
      const mask = heap.alloc(attributes.length + 1);
      const drawn = heap.u8(mask, attributes.length);
      narrowFirst(this.layout).forEach((a, i) => {
        drawn[i] = attributes[a];
      });
      const talliesAt = heap.alloc(tallyBytes * tallies.length * size);
      const countsAt = heap.alloc(8 * slots * size);
      heap.u8(talliesAt, tallyBytes * tallies.length * size).fill(0);
      heap.u32(countsAt, 2 * slots * size).fill(0);
      const isAll = attributes.every((wanted) => wanted === 1);
      const pass = { isFresh: fresh, output, tests, tallyOf, tallies: tallies.length, slots };
      return { ...pass, mask, isAll, talliesAt, countsAt };
    };
    return this.passing(make, (pass) => this.grown(request, pass));
  }

  private grown(request: port.GrowRequest, { slots, countsAt }: Pass): port.GrowAnswer {
    const { fresh, divisions, tallies, attributes } = request;
    const { heap, size } = this.team;
    const { layout } = this;
    const cells = layout.tallyBytes / 8;
    const to = heap.alloc(16 * cells * tallies.length);
    this.team.run(boostBlocksKernel, "gatherTallies", this.pass.at, size, to);
    const counts = heap.u32(countsAt, 2 * slots * size);
    const countOf = (node: number) => {
      const slot = this.slots.slot(node);
      let rows = 0;
      for (let thread = 0; thread < size; thread++) rows += counts[2 * thread * slots + slot];
      return rows;
    };
    const g = heap.f64(to, cells * tallies.length);
    const h = heap.f64(to + 8 * cells * tallies.length, cells * tallies.length);
    const sums = tallies.map((_, tally) =>
      layout.places.map(({ cells: offset }, a): port.BinSums | undefined => {
        if (attributes[a] === 0) return undefined;
        const from = tally * cells + offset / 8;
        const end = from + layout.attributes[a].missing + 1;
        return { g: g.slice(from, end), h: h.slice(from, end) };
      }),
    );
    return {
      rows: fresh ? [countOf(0)] : divisions.flatMap(({ left, right }) => [countOf(left), countOf(right)]),
      ...(fresh && { root: { g: g[cells - 1], h: h[cells - 1] } }),
      sums,
    };
  }

  /** Adds the pending tree now. */
  private flush(): void | Promise<void> {
    if (this.pending === undefined) return;
    return this.passing(
      () => ({}),
      () => {},
    );
  }

  private async largest(): Promise<port.BoostAnswers["largest"]> {
    await this.flush();
    const { heap, size } = this.team;
    const mark = heap.mark();
    const at = heap.alloc(16 * size);
    heap.f64(at, 2 * size).fill(0);
    this.pass.write(NOTHING, this.rules);
    await this.frames.each(this.all, (frames) => this.run("largestInBlocks", frames, at));
    const found = heap.f64(at, 2 * size).slice();
    heap.release(mark);
    const most = (from: number) => found.filter((_, i) => i % 2 === from).reduce((a, b) => Math.max(a, b));
    return { gradient: most(0), hessian: most(1) };
  }

  private async residuals({ divisions, leaves, count }: port.ResidualsRequest): Promise<port.Residuals[]> {
    await this.grow({
      ...{ ask: "grow", output: 0, fresh: false, divisions, tallies: [] },
      attributes: new Uint8Array(this.layout.attributes.length),
    });
    const leafOf = new Int32Array(this.slots.count).fill(-1);
    for (const [node, slot] of this.slots.entries()) leafOf[slot] = leaves[node];
    const found = Array.from({ length: count }, (): LeafResiduals => ({ values: [], weights: [] }));
    await this.frames.each(this.all, (frames) => {
      for (const frame of frames) if (frame.isTraining) collectResiduals(this.state, frame, leafOf, found);
    });
    return found.map(({ values, weights }) => ({
      values: Float64Array.from(values),
      ...(this.problem.weights && { weights: Float64Array.from(weights) }),
    }));
  }

  /** Any tree, level by level, as if it had just been grown. */
  private async follow({ output, tree }: port.FollowRequest): Promise<void> {
    const none = {
      ask: "grow",
      output,
      tallies: [],
      attributes: new Uint8Array(this.layout.attributes.length),
    } as const;
    await this.grow({ ...none, fresh: true, divisions: [] });
    for (let level = [0]; level.length > 0; ) {
      const inner = level.filter((node) => tree.attribute[node] >= 0);
      const divisions = inner.map((node) => divisionOf(tree, node));
      if (divisions.length > 0) await this.grow({ ...none, fresh: false, divisions });
      level = divisions.flatMap(({ left, right }) => [left, right]);
    }
    this.add({ ask: "add", output, divisions: [], values: tree.value });
  }

  async restart(base: readonly number[]): Promise<void> {
    this.pending = undefined;
    const { heap } = this.team;
    const { reads } = this.all;
    await this.frames.each({ reads, writes: reads }, (frames) => {
      for (const { state, rows } of frames)
        for (const [output, score] of base.entries())
          heap.f64(state + 8 * this.layout.rows * output, rows).fill(score);
    });
  }

  async scored(each: (rows: ScoredRows) => void): Promise<void> {
    await this.flush();
    await this.frames.each(this.all, (frames) => {
      for (const frame of frames) {
        const { first, rows } = frame;
        const sums = scoresByRow(this.state, frame, this.unit);
        const places = this.order?.order?.subarray(first, first + rows);
        each({ first, rows, sums, ...(places && { places }) });
      }
    });
  }

  private async held(): Promise<port.HeldRows> {
    await this.flush();
    const { trainRows } = this.order!;
    const { weights, rows } = this.problem;
    const held = new Held(this.state, rows - trainRows, weights !== undefined);
    await this.frames.each(this.all, (frames) => {
      for (const frame of frames) if (!frame.isTraining) held.add(frame, frame.first - trainRows);
    });
    return held.rows;
  }

  /** All of the state of rows is looked at, and stays as it is. */
  private get all(): Touched {
    return { reads: { from: 0, to: this.layout.stateBytes } };
  }

  /** How to read what rows have. */
  private get state(): RowStates {
    return { heap: this.team.heap, layout: this.layout };
  }
}

/** Scores and gradients change where a tree is added, a round begins or a tree is planted; later passes only move rows. */
function touchedBy({ addOutput, isNew, isFresh }: Pass, layout: BlockLayout): Touched {
  const { gradients, slots, targets, stateBytes } = layout;
  if (addOutput >= 0 || isNew || isFresh)
    return { reads: { from: 0, to: stateBytes }, writes: { from: 0, to: targets } };
  return { reads: { from: gradients, to: targets }, writes: { from: slots, to: targets } };
}

function divisionOf(tree: BoostedTree, node: number): port.BinDivision {
  const sides = tree.sides.get(node);
  return {
    ...{ node, attribute: tree.attribute[node], bin: tree.bin[node], flags: tree.flags[node] },
    ...(sides && { sides }),
    ...{ left: tree.left[node], right: tree.right[node] },
  };
}

/** The attributes as rows have them. */
function narrowFirst({ attributes }: BlockLayout): number[] {
  const all = attributes.map((_, a) => a);
  return [...all.filter((a) => !attributes[a].wide), ...all.filter((a) => attributes[a].wide)];
}
