import { unreachable } from "../../base/errors.js";
import { type EncodedAttribute, encodeAttribute, factsOf } from "../encode.js";
import type { Answer, Division, Engine, EngineFacts, Request, Statistic, Summary, Tally } from "../port.js";
import type { Problem } from "../problem.js";
import { divideEntries, type Quanta } from "./divide.js";
import { type Entries, Gathered, type TargetRows, targetRows } from "./entries.js";
import { Arena } from "./arena.js";
import { rankTally, rankWeights } from "./ranks.js";
import { classTally, momentTally, Tallier, type TallyKind } from "./tally.js";

/** Exact, in typed arrays: attributes encoded once as ranks or level codes, rows partitioned in place. */
export class MemoryEngine implements Engine {
  readonly facts: EngineFacts;
  private readonly attributes: readonly EncodedAttribute[];
  private readonly target: TargetRows;
  private readonly quanta: Quanta;
  private readonly nodes = new Map<number, Entries>();
  private readonly gathered: Gathered;
  private readonly kind: TallyKind;
  private readonly tallier: Tallier;

  constructor(problem: Problem) {
    this.attributes = problem.attributes.map(encodeAttribute);
    this.facts = factsOf(problem, this.attributes, "node");
    this.target = targetRows(problem);
    const grid = problem.target.kind === "values" ? problem.target.grid : undefined;
    this.quanta = { weight: problem.weightQuantum, u1: grid?.quantum1 ?? 1, u2: grid?.quantum2 ?? 1 };
    this.nodes.set(0, { rows: Int32Array.from({ length: problem.rows }, (_, row) => row) });
    // A row stands at most once in a node, so no node has more entries than there are rows.
    this.gathered = new Gathered(this.target, problem.rows);
    this.kind = grid === undefined ? classTally(this.target.codes) : momentTally;
    this.tallier = new Tallier(this.kind, new Arena());
  }

  answer(request: Request): Answer {
    switch (request.ask) {
      case "summarise":
        return request.nodes.map((node) => this.summarise(this.entries(node), request.statistic));
      case "tally":
        return request.nodes.map(({ node, attributes }) => this.tally(this.entries(node), attributes, request.statistic));
      case "divide":
        return request.divisions.map((division) => this.divide(division, request.statistic));
      default:
        return unreachable(request);
    }
  }

  private entries(node: number): Entries {
    const found = this.nodes.get(node);
    if (found === undefined) throw new Error(`no node ${node}: it was divided, or never made`);
    return found;
  }

  private tally(entries: Entries, attributes: readonly number[], statistic: Statistic): Tally[] {
    this.gathered.load(entries);
    return attributes.map((a) =>
      statistic === "ranks"
        ? rankTally(a, this.attributes[a], entries.rows, this.gathered, this.target.codes)
        : this.tallier.tally(a, this.attributes[a], entries.rows, this.gathered),
    );
  }

  private divide({ node, test, missing, branches }: Division, statistic: Statistic): Summary[] {
    const parts = divideEntries(
      this.entries(node),
      this.attributes[test.attribute],
      test,
      missing,
      branches.length,
      this.target,
      this.quanta,
    );
    this.nodes.delete(node);
    return parts.map((part, b) => {
      this.nodes.set(branches[b], part);
      return this.summarise(part, statistic);
    });
  }

  private summarise(entries: Entries, statistic: Statistic): Summary {
    const g = this.gathered;
    g.load(entries);
    const pure = g.pure();
    if (statistic === "ranks") {
      const ranks = rankWeights(g, this.target.codes);
      return { rows: g.length, weight: sum(ranks.weights), sums: NONE, ranks, pure };
    }
    const sums = new Float64Array(this.kind.width);
    this.kind.sum(sums, g);
    return { rows: g.length, weight: this.kind.weight(sums, 0), sums, pure };
  }
}

const NONE = new Float64Array(0);

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
