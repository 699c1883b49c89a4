import { isOfNumbers, MeasureCode, readBy } from "../../kernels/drivers/measures/measureCode.js";
import { type GateTree, softAnswers } from "../../kernels/drivers/soft/softAnswers.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { MeasureStep } from "../../model/measure.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import type { Cells } from "../bind.js";
import { openOf } from "../eachValue.js";
import { measureSteps } from "../nodeLandings.js";
import { answersCode } from "./formulaAnswers.js";

/** With fewer rows, a kernel takes longer to prepare than the rows take in TypeScript. */
const FEW_ROWS = 500;

/** The averaged answers of each row, rows × width, NaN for rows that must be walked; undefined where all must. */
export type AverageAll = (cells: readonly Cells[], rows: number) => Float64Array | undefined;

/** By kernel, if the tree has gates and no other tests; `answers` are those of all nodes that have no formula. */
export function gateAnswers(
  model: Pick<TreeModel, "nodes" | "derived">,
  answers: Float64Array,
  fewRows = FEW_ROWS,
): AverageAll | undefined {
  // Where each value of a missing cell is tried, rows are walked.
  const found = openOf(model) ? undefined : gateTree(model.nodes, answers);
  if (found === undefined) return undefined;
  const { tree, attributes } = found;
  const code = codeOf(attributes, measureSteps(model));
  return (cells, rows) => {
    if (rows < fewRows || !kernelsUsable()) return undefined;
    return ifItFits(() => withTeam(undefined, (team) => softAnswers(team, tree, code, cells, rows)));
  };
}

/** The measures of the gates; those of strings are read as columns. */
function codeOf(attributes: readonly number[], steps: ReadonlyMap<number, MeasureStep>): MeasureCode {
  const code = new MeasureCode();
  for (const attribute of attributes) {
    const step = steps.get(attribute);
    const own = step && isOfNumbers(step) ? step : undefined;
    code.begin();
    code.take(own ? readBy(own) : [attribute]);
    if (own) code.measure(own);
    else code.cell(attribute);
  }
  return code;
}

function gateTree(nodes: TreeModel["nodes"], answers: Float64Array) {
  // Most trees have no gates: the root tells.
  if (!isSplit(nodes[0]) || nodes[0].test.kind !== "gate") return undefined;
  const splits = nodes.flatMap((node, i) => (isSplit(node) ? [i] : []));
  const leaves = nodes.flatMap((node, i) => (isSplit(node) ? [] : [i]));
  const places = new Int32Array(nodes.length);
  splits.forEach((node, gate) => {
    places[node] = gate;
  });
  leaves.forEach((node, leaf) => {
    places[node] = splits.length + leaf;
  });
  const branches: number[] = [];
  const thresholds: number[] = [];
  const slopes: number[] = [];
  const attributes: number[] = [];
  for (const node of splits) {
    const split = nodes[node];
    if (!isSplit(split) || split.test.kind !== "gate" || split.branches.length !== 2) return undefined;
    branches.push(...split.branches.map((branch) => places[branch]));
    thresholds.push(split.test.threshold);
    slopes.push(split.test.slope);
    attributes.push(split.test.attribute);
  }
  const width = answers.length / nodes.length;
  const tree: GateTree = {
    branches: Int32Array.from(branches),
    thresholds: Float64Array.from(thresholds),
    slopes: Float64Array.from(slopes),
    answers: leaves.some((node) => nodes[node].answer)
      ? answersCode({ nodes }, answers, leaves)
      : Float64Array.from(leaves.flatMap((node) => [...answers.subarray(node * width, (node + 1) * width)])),
    width,
  };
  return { tree, attributes };
}
