import type { Answer, AsyncEngine, DivideRequest, EngineFacts, Request, RowChoice } from "coppice/engine";
import { allRows } from "../connection/results.js";
import type { RowChooser } from "./chosenRows.js";
import type { CodedRows } from "./coded.js";
import { divide } from "./divide.js";
import { needsRows } from "./engine.js";
import { Entries } from "./entries.js";
import { Scratch } from "./scratch.js";
import { summariesOf } from "./summaries.js";
import { sidesOf, talliesOf } from "./tallies.js";

type FoldChoice = Extract<RowChoice, { fold: number }>;

/** Up to so many rows are in one table, those of all folds: where there are more, a statement takes longer than to prepare it. */
export const jointTuning = { rows: 1 << 22 };

/** A request that waits for the others. */
interface Waiting {
  readonly member: number;
  readonly request: Request;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** After so many turns of the event loop nobody else is about to ask. */
const TURNS = 64;

/**
 * The rows of all trees that are grown on folds, each tree on all folds but one, in one table: what the trees ask at the same time is
 * one statement. The root of each is a node of its own; nodes are numbered anew, so that those of a level are next to each other.
 */
export class JointFolds {
  private opened: Promise<{ entries: Entries; tasks: readonly CodedRows["task"][] }> | undefined;
  private readonly scratch: Scratch;
  private readonly nodes: Map<number, number>[];
  private next: number;
  private readonly active = new Set<object>();
  private waiting: Waiting[] = [];
  private isRunning = false;
  /** Trees that have begun: their rows are no longer at their roots. */
  private readonly begun = new Set<number>();

  constructor(
    private readonly known: CodedRows,
    private readonly chooser: () => Promise<RowChooser>,
    private readonly choice: FoldChoice,
  ) {
    this.scratch = new Scratch(known.connection);
    this.nodes = Array.from({ length: choice.of }, (_, member) => new Map([[0, member]]));
    this.next = choice.of;
  }

  /** The rows of a tree: how many, and how much they weigh. */
  async task(member: number): Promise<CodedRows["task"]> {
    return (await this.open()).tasks[member];
  }

  /** An engine for the rows of one tree; undefined if it has one already. */
  engine(member: number): AsyncEngine | undefined {
    if (this.begun.has(member)) return undefined;
    const { attributes, target } = this.known;
    const facts: EngineFacts = { attributes, target, prefers: "level" };
    this.nodes[member] = new Map([[0, member]]);
    this.begun.add(member);
    const own = {};
    this.active.add(own);
    return {
      facts,
      answer: (request) => this.ask(member, request),
      close: async () => {
        if (!this.active.delete(own)) return;
        if (this.active.size === 0) await this.close();
        else this.settle();
      },
    };
  }

  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    this.begun.clear();
    await opened?.catch(() => {});
    await this.scratch.close();
  }

  private open() {
    this.opened ??= this.make();
    return this.opened;
  }

  private async make() {
    const { connection, isWeighted, task } = this.known;
    const { asDouble } = connection.dialect;
    const chooser = await this.chooser();
    const table = await this.scratch.create("folds", await chooser.allButOne(this.choice));
    const weight = isWeighted ? asDouble("sum(w)") : asDouble("count(*)");
    const found = await allRows(
      connection,
      `SELECT ${asDouble("member")}, ${asDouble("count(*)")}, ${weight} FROM ${table} GROUP BY member`,
    );
    const tasks = this.nodes.map(() => ({ ...task, rows: 0, totalWeight: 0 }));
    const [members, rows, weights] = [0, 1, 2].map((column) => found.numbers(column));
    for (const [i, member] of members.entries()) {
      const totalWeight = weights[i] * (isWeighted ? task.weightQuantum : 1);
      tasks[member] = { ...task, rows: rows[i], totalWeight };
    }
    const entries = new Entries({ ...this.known, table }, this.scratch);
    await entries.start("member");
    return { entries, tasks };
  }

  private ask(member: number, request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ member, request, resolve, reject });
      this.settle();
    });
  }

  /** Answers once all have asked, or nobody else does. */
  private settle(turns = TURNS): void {
    if (this.isRunning || this.waiting.length === 0) return;
    if (this.waiting.length < this.active.size && turns > 0) {
      const seen = this.waiting;
      setImmediate(() => {
        if (seen === this.waiting) this.settle(turns - 1);
      });
      return;
    }
    const asked = this.waiting;
    this.waiting = [];
    this.isRunning = true;
    void this.answerAll(asked).finally(() => {
      this.isRunning = false;
      this.settle();
    });
  }

  private async answerAll(asked: readonly Waiting[]): Promise<void> {
    for (const group of alike(asked)) {
      try {
        const answers = await this.answers(group);
        group.forEach(({ resolve }, i) => {
          resolve(answers[i]);
        });
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
  }

  /** Of requests that differ in their nodes only. */
  private async answers(group: readonly Waiting[]): Promise<Answer[]> {
    const { entries } = await this.open();
    const [{ request: first }] = group;
    if (first.of === "validation") throw needsRows("validation rows");
    const requests = group.map(({ member, request }) => this.renumbered(member, request));
    switch (first.ask) {
      case "summarise": {
        const lists = (requests as (typeof first)[]).map(({ nodes }) => nodes);
        return apart(await summariesOf(entries, lists.flat(), first.statistic), lists);
      }
      case "tally": {
        const lists = (requests as (typeof first)[]).map(({ nodes }) => nodes);
        return apart(await talliesOf(entries, { ...first, nodes: lists.flat() }), lists);
      }
      case "sides": {
        const lists = (requests as (typeof first)[]).map(({ nodes }) => nodes);
        return apart(await sidesOf(entries, { ...first, nodes: lists.flat() }), lists);
      }
      case "divide": {
        const lists = (requests as (typeof first)[]).map(({ divisions }) => divisions);
        const divisions = lists.flat();
        await divide(entries, divisions);
        const nodes = divisions.flatMap(({ branches }) => branches);
        const summaries = await summariesOf(entries, nodes, first.statistic);
        return apart(
          divisions.map(({ branches }) => summaries.splice(0, branches.length)),
          lists,
        );
      }
      case "subtree":
        return group.map(({ request }) => (request as typeof first).nodes.map(() => undefined));
      case "ratioTree":
        return group.map(() => undefined);
      default:
        throw needsRows(`the request ${first.ask}`);
    }
  }

  /** A request of a tree in the numbers of all trees. */
  private renumbered(member: number, request: Request): Request {
    const own = this.nodes[member];
    const at = (node: number) => own.get(node)!;
    switch (request.ask) {
      case "summarise":
        return { ...request, nodes: request.nodes.map(at) };
      case "tally":
        return { ...request, nodes: request.nodes.map((one) => ({ ...one, node: at(one.node) })) };
      case "sides":
        return { ...request, nodes: request.nodes.map((one) => ({ ...one, node: at(one.node) })) };
      case "divide":
        return { ...request, divisions: request.divisions.map((division) => this.divided(own, division)) };
      default:
        return request;
    }
  }

  private divided(own: Map<number, number>, division: DivideRequest["divisions"][number]) {
    const node = own.get(division.node)!;
    own.delete(division.node);
    for (const branch of division.branches) own.set(branch, this.next++);
    return { ...division, node, branches: division.branches.map((branch) => own.get(branch)!) };
  }
}

/** Requests that one statement can answer, together. */
function alike(asked: readonly Waiting[]): Waiting[][] {
  const groups = new Map<string, Waiting[]>();
  for (const one of asked) {
    const { ask, of = "", ...rest } = one.request;
    const kind = [ask, of, "statistic" in rest ? rest.statistic : ""].join(" ");
    groups.set(kind, [...(groups.get(kind) ?? []), one]);
  }
  return [...groups.values()];
}

/** A list of answers in the lengths of others. */
function apart<T>(all: readonly T[], lists: readonly (readonly unknown[])[]): T[][] {
  const rest = [...all];
  return lists.map(({ length }) => rest.splice(0, length));
}

/** Whether the rows of all trees on such folds are to be in one table. */
export function isJoint({ task }: CodedRows, { of }: Pick<FoldChoice, "of">): boolean {
  return task.rows * (of - 1) <= jointTuning.rows;
}
