import { isSplit, type TreeModel } from "coppice";
import { conditionWords, treeData } from "coppice/draw";
import { shown } from "../base/text.js";
import type { TreeView } from "./protocol.js";
import { targetFacts } from "./targetFacts.js";

/** A tree as columns: what a drawing of many thousands of nodes reads. */
export function treeView(model: TreeModel): TreeView {
  const data = treeData(model);
  const size = data.nodes.length;
  const root = model.nodes[0];
  const target = targetFacts(model.target, "counts" in root ? root.counts : []);
  const groups = target.groupColours.length;
  const view = {
    parent: new Int32Array(size).fill(-1),
    end: new Int32Array(size),
    depth: new Int32Array(size),
    attribute: new Int32Array(size).fill(-1),
    threshold: new Float64Array(size).fill(Number.NaN),
    weight: new Float64Array(size),
    answer: new Float64Array(size),
    figure: new Float64Array(size),
    mix: new Float64Array(size * groups),
  };
  const edge = new Array<string>(size);
  const words = new Array<string>(size);
  for (let i = 0; i < size; i++) {
    const { up, a, w, y, r, e } = data.nodes[i];
    const node = model.nodes[i];
    view.parent[i] = up ?? -1;
    view.depth[i] = up === undefined ? 0 : view.depth[up] + 1;
    view.end[i] = i + 1;
    view.attribute[i] = a ?? -1;
    if (isSplit(node) && "threshold" in node.test) view.threshold[i] = node.test.threshold;
    view.weight[i] = w;
    view.answer[i] = y;
    edge[i] = shown(e ?? "", 80);
    words[i] = shown(conditionWords(data, i), 160);
    if ("counts" in node) {
      const total = node.counts.reduce((sum, count) => sum + count, 0);
      view.figure[i] = total > 0 ? node.counts[node.label] / total : 0;
      node.counts.forEach((count, code) => {
        view.mix[i * groups + target.group[code]] += count;
      });
    } else view.figure[i] = r ?? 0;
  }
  for (let i = size - 1; i > 0; i--) {
    const up = view.parent[i];
    if (view.end[i] > view.end[up]) view.end[up] = view.end[i];
  }
  return {
    ...{ task: model.task, target, error: data.error, range: data.range, size, groups, edge, words },
    names: model.attributes.map(({ name }) => name),
    attributes: data.attributes.map((name) => shown(name, 80)),
    ...view,
  };
}
