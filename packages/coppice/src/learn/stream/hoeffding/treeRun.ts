import type { Learned } from "../../learner.js";
import type {
  StreamContext,
  StreamEvent,
  StreamLearned,
  StreamLearning,
  StreamRows,
  StreamRun,
  StreamSchema,
  StreamState,
} from "../streamLearner.js";
import { type AttributeKinds, attributeKinds, readRow } from "./attributeKinds.js";
import type { HoeffdingTree } from "./hoeffdingTree.js";
import { learnedTree, treeFigures } from "./treeNodes.js";
import { restoreTree, treeState } from "./treeState.js";

type Options = Readonly<Record<string, unknown>>;

/** How one tree of the family learns from a stream. `more` names counters of the tree that are part of its state and figures. */
export function treeLearning(
  treeOf: (options: Options, kinds: AttributeKinds, seed: number) => HoeffdingTree,
  more: readonly string[] = [],
): StreamLearning {
  const made = (options: Options, { schema, seed }: StreamContext) =>
    treeOf(options, attributeKinds(schema), seed);
  return {
    start: (options, context) => new TreeRun(made(options, context), more),
    resume: (state, options, context) => new TreeRun(restoreTree(made(options, context), state, more), more),
  };
}

class TreeRun implements StreamRun {
  private readonly row: Float64Array;

  constructor(
    private readonly tree: HoeffdingTree,
    private readonly more: readonly string[],
  ) {
    this.row = new Float64Array(tree.setup.kinds.count);
  }

  update({ rows, attributes, target, weights, first }: StreamRows, predicted: Int32Array): void {
    const { tree, row } = this;
    for (let i = 0; i < rows; i++) {
      readRow(attributes, i, row);
      predicted[i] = tree.learn(row, target[i], weights === undefined ? 1 : weights[i], first + i);
      tree.afterRow();
    }
  }

  learned(schema: StreamSchema): StreamLearned & Learned {
    return { kind: "tree", ...learnedTree(this.tree, schema) };
  }

  state(): StreamState {
    return treeState(this.tree, this.more);
  }

  figures(): Readonly<Record<string, number>> {
    const counters = this.tree as unknown as Readonly<Record<string, number>>;
    return {
      ...treeFigures(this.tree),
      ...Object.fromEntries(this.more.map((name) => [name, counters[name]])),
    };
  }

  takeEvents(): readonly StreamEvent[] {
    return this.tree.events.splice(0);
  }
}
