import type { TreeView } from "../work/protocol.js";

/** A full binary tree of this depth, of one row per leaf, whose leaves are red and blue in turn. */
export function fullTree(depth: number): TreeView {
  const size = 2 ** (depth + 1) - 1;
  const view = {
    parent: new Int32Array(size).fill(-1),
    end: new Int32Array(size),
    depth: new Int32Array(size),
    attribute: new Int32Array(size).fill(-1),
    threshold: new Float64Array(size).fill(Number.NaN),
    weight: new Float64Array(size),
    answer: new Float64Array(size),
    figure: new Float64Array(size).fill(1),
    mix: new Float64Array(size * 2),
  };
  let next = 0;
  let leaf = 0;
  const grow = (parent: number, level: number): void => {
    const at = next++;
    view.parent[at] = parent;
    view.depth[at] = level;
    view.weight[at] = 2 ** (depth - level);
    if (level === depth) {
      view.answer[at] = leaf++ % 2;
      view.mix[at * 2 + view.answer[at]] = 1;
    } else {
      view.attribute[at] = 0;
      grow(at, level + 1);
      grow(at, level + 1);
      view.mix.fill(view.weight[at] / 2, at * 2, at * 2 + 2);
    }
    view.end[at] = next;
  };
  grow(-1, 0);
  const colours = ["#0072b2", "#e69f00"];
  const classes = ["red", "blue"];
  return {
    ...{
      task: "classification",
      attributes: ["size"],
      names: ["size"],
      error: "MSE",
      range: [0, 1],
      size,
      groups: 2,
    },
    target: {
      ...{ name: "colour", task: "classification", classes, levels: classes, colours, group: [0, 1] },
      ...{ groupColours: colours, groupNames: classes },
    },
    ...view,
    edge: Array.from(view.parent, (up) => (up < 0 ? "" : "≤ 1")),
    words: Array.from(view.parent, () => "size ≤ 1"),
  };
}
