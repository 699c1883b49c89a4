import type { TreeModel } from "../../../model/tree.js";
import { modelOfStream } from "../modelOfStream.js";
import type {
  StreamEvent,
  StreamLearned,
  StreamRows,
  StreamRun,
  StreamSchema,
  StreamState,
} from "../streamLearner.js";
import { Adwin } from "./adwin.js";
import { readRow } from "./attributeKinds.js";
import { AdaptiveForest, type ForestSetup, type Member, trust } from "./forestOfStreams.js";
import type { HoeffdingTree } from "./hoeffdingTree.js";
import { learnedTree, treeFigures } from "./treeNodes.js";
import { restoreTree, treeState } from "./treeState.js";

/** An adaptive forest at work. */
export class ForestRun implements StreamRun {
  private readonly row: Float64Array;

  constructor(readonly forest: AdaptiveForest) {
    this.row = new Float64Array(forest.setup.kinds.count);
  }

  update({ rows, attributes, target, weights, first }: StreamRows, predicted: Int32Array): void {
    const { forest, row } = this;
    for (let i = 0; i < rows; i++) {
      readRow(attributes, i, row);
      predicted[i] = forest.learn(row, target[i], weights === undefined ? 1 : weights[i], first + i);
    }
  }

  /** Trees that have not met a row yet, which a drift may leave behind, are not members. */
  learned(schema: StreamSchema): StreamLearned {
    const { members, setup } = this.forest;
    const grown = members.filter(({ tree }) => tree.rows > 0);
    const used = grown.length > 0 ? grown : members.slice(0, 1);
    const models = used.map(({ tree }): TreeModel => {
      const head = {
        learner: "hoeffding",
        options: { ...setup.options },
        schema,
        rows: tree.rows,
        seed: tree.setup.seed,
      };
      return modelOfStream(head, { kind: "tree", ...learnedTree(tree, schema) }) as TreeModel;
    });
    return {
      kind: "ensemble",
      combine: { kind: "mean", weights: used.map(trust) },
      members: { kind: "models", models },
    };
  }

  state(): StreamState {
    const { members, drifts, warnings } = this.forest;
    return { drifts, warnings, members: members.map(memberState) };
  }

  figures(): Readonly<Record<string, number>> {
    const { members, drifts, warnings } = this.forest;
    const sums = { nodes: 0, leaves: 0, inactive: 0, bytes: 0 };
    for (const { tree, background } of members) {
      for (const one of background ? [tree, background] : [tree]) {
        const figures = treeFigures(one) as typeof sums;
        for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += figures[name];
      }
    }
    return { trees: members.length, ...sums, drifts, warnings };
  }

  takeEvents(): readonly StreamEvent[] {
    return this.forest.events.splice(0);
  }
}

function memberState({ tree, drift, warning, background, asked, right, grown }: Member): StreamState {
  return {
    tree: seeded(tree),
    background: background ? seeded(background) : null,
    ...{ drift: drift.state(), warning: warning.state(), asked, right, grown },
  };
}

function seeded(tree: HoeffdingTree): StreamState {
  return { seed: tree.setup.seed, tree: treeState(tree) };
}

/** A forest with what another one knew. */
export function restoreForest(setup: ForestSetup, saved: StreamState): AdaptiveForest {
  const forest = new AdaptiveForest(setup);
  const { members, drifts, warnings } = saved as unknown as SavedForest;
  members.forEach((member, m) => {
    const { asked, right, grown } = member;
    const treeFrom = ({ seed, tree }: SavedTree) => restoreTree(forest.treeOf(seed), tree);
    Object.assign(forest.members[m], {
      ...{ asked, right, grown },
      tree: treeFrom(member.tree),
      background: member.background === null ? undefined : treeFrom(member.background),
      drift: Adwin.from(member.drift),
      warning: Adwin.from(member.warning),
    });
  });
  return Object.assign(forest, { drifts, warnings });
}

interface SavedTree {
  readonly seed: number;
  readonly tree: StreamState;
}

interface SavedForest {
  readonly drifts: number;
  readonly warnings: number;
  readonly members: readonly (Pick<Member, "asked" | "right" | "grown"> & {
    readonly tree: SavedTree;
    readonly background: SavedTree | null;
    readonly drift: StreamState;
    readonly warning: StreamState;
  })[];
}
