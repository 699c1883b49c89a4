import {
  type Answer,
  type DivideRequest,
  type EngineFacts,
  MemoryEngine,
  type Problem,
  type RankWeights,
  type SidesRequest,
  type Statistic,
  type SubtreeRequest,
  type Summary,
  type Tally,
  type TallyRequest,
} from "coppice/engine";
import { rankOf } from "../../engine/codedTest.js";

/** A node that was taken here, or a branch of one: an engine of its own, and the node's number there. */
interface Place {
  readonly engine: MemoryEngine;
  readonly node: number;
}

type Subtree = Answer<SubtreeRequest>[number];

/**
 * Nodes whose rows are in this process, each with an engine in memory. Its answers are in terms of its own codes and ranks; they
 * are translated, so that they are those of the whole.
 */
export class LocalNodes {
  private readonly places = new Map<number, Place>();

  constructor(private readonly facts: EngineFacts) {}

  take(node: number, problem: Problem): void {
    this.places.set(node, { engine: new MemoryEngine(problem), node: 0 });
  }

  has(node: number): boolean {
    return this.places.has(node);
  }

  summary(node: number, statistic: Statistic): Summary {
    const { engine, node: own } = this.placeOf(node);
    const answer = engine.answer({ ask: "summarise", statistic, nodes: [own] });
    return this.summaryOfAll((answer as Summary[])[0], engine);
  }

  tallies(wanted: TallyRequest["nodes"][number], statistic: Statistic): Tally[] {
    const { engine, node } = this.placeOf(wanted.node);
    const answer = engine.answer({ ask: "tally", statistic, nodes: [{ ...wanted, node }] });
    return this.talliesOfAll((answer as Answer<TallyRequest>)[0], engine);
  }

  sides(wanted: SidesRequest["nodes"][number]): Tally[] {
    const { engine, node } = this.placeOf(wanted.node);
    const answer = engine.answer({ ask: "sides", nodes: [{ ...wanted, node }] });
    return this.talliesOfAll((answer as Answer<SidesRequest>)[0], engine);
  }

  /** The whole subtree, if the engine can grow it. */
  subtree(wanted: SubtreeRequest["nodes"][number], rules: SubtreeRequest["rules"]): Subtree {
    const { engine, node } = this.placeOf(wanted.node);
    const answer = engine.answer({ ask: "subtree", nodes: [{ ...wanted, node }], rules });
    return (answer as Answer<SubtreeRequest>)[0];
  }

  divide(division: DivideRequest["divisions"][number], statistic: Statistic): Summary[] {
    const { engine, node } = this.placeOf(division.node);
    this.places.delete(division.node);
    const answer = engine.answer({ ask: "divide", statistic, divisions: [{ ...division, node }] });
    for (const branch of division.branches) this.places.set(branch, { engine, node: branch });
    return (answer as Summary[][])[0].map((summary) => this.summaryOfAll(summary, engine));
  }

  private placeOf(node: number): Place {
    const place = this.places.get(node);
    if (place === undefined) throw new Error(`node ${node} is not here`);
    return place;
  }

  private summaryOfAll(summary: Summary, engine: MemoryEngine): Summary {
    return summary.ranks ? { ...summary, ranks: this.ranksOfAll(summary.ranks, engine) } : summary;
  }

  private ranksOfAll<R extends RankWeights>(ranks: R, { facts }: MemoryEngine): R {
    const [all, own] = [this.facts.target, facts.target];
    if (all.kind !== "values" || own.kind !== "values") throw new Error("ranks need a numeric target");
    return { ...ranks, ranks: ranks.ranks.map((rank) => rankOf(all.units, own.units[rank])) };
  }

  private talliesOfAll(tallies: Iterable<Tally>, engine: MemoryEngine): Tally[] {
    // A tally is valid until the next is taken.
    return Array.from(tallies, (tally) => {
      const { attribute, codes, cells, missing, pairs } = tally;
      const [all, own] = [this.facts.attributes[attribute].values, engine.facts.attributes[attribute].values];
      return {
        attribute,
        codes: all && own ? codes.map((code) => rankOf(all, own[code])) : codes.slice(),
        cells: cells.slice(),
        missing: missing.slice(),
        ...(pairs && {
          pairs: {
            ...this.ranksOfAll(pairs, engine),
            weights: pairs.weights.slice(),
            starts: pairs.starts.slice(),
          },
        }),
      };
    });
  }
}
