import { landByMeasures } from "../../kernels/drivers/measures/landings.js";
import { isOfNumbers, MeasureCode, readBy } from "../../kernels/drivers/measures/measureCode.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { MeasureStep } from "../../model/measure.js";
import { branchesOfLevels, type Test } from "../../model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../../model/tree.js";
import { elsewhereOf, measureSteps, nodeLandings } from "../nodeLandings.js";
import type { LandAll } from "./treeLandings.js";

/** With fewer rows, a kernel takes longer to prepare than the rows take in TypeScript. */
const FEW_ROWS = 500;

/** `nodeLandings`, by kernel where the host has it and the measures are of numbers. */
export function measureLandings(model: TreeModel, fewRows = FEW_ROWS): LandAll | undefined {
  const twin = nodeLandings(model);
  if (twin === undefined) return undefined;
  let code: MeasureCode | null | undefined;
  return (cells, rows) => {
    if (rows < fewRows || !kernelsUsable()) return twin(cells, rows);
    code ??= codeOf(model) ?? null;
    const made = code;
    const landed =
      made && ifItFits(() => withTeam(undefined, (team) => landByMeasures(team, made, cells, rows)));
    return landed ?? twin(cells, rows);
  };
}

/** Undefined if a node tests what the kernel cannot compute. */
function codeOf(model: TreeModel): MeasureCode | undefined {
  const steps = measureSteps(model);
  const code = new MeasureCode();
  for (const node of model.nodes) {
    code.begin();
    if (!isSplit(node)) code.add(LEAF);
    else if (!addSplit(code, model, node, steps.get(node.test.attribute))) return undefined;
  }
  return code;
}

const LEAF = 0;
const SPLIT = 1;
const EDGES = 0;
const LEVELS = 1;

function addSplit(
  code: MeasureCode,
  model: TreeModel,
  node: SplitNode,
  step: MeasureStep | undefined,
): boolean {
  const { test } = node;
  if (step && !isOfNumbers(step)) return false;
  code.add(SPLIT, elsewhereOf(model, node));
  code.take(step ? readBy(step) : [test.attribute]);
  if (step) code.measure(step);
  else code.cell(test.attribute);
  const edges = edgesOf(test);
  if (edges) code.add(EDGES, edges.length, ...edges);
  else {
    const levels = model.attributes[test.attribute].levels?.length ?? 0;
    code.add(LEVELS, levels, ...branchesOfLevels(test, levels).subarray(0, levels));
  }
  code.add(node.branches.length, ...node.branches);
  return true;
}

function edgesOf(test: Test): readonly number[] | undefined {
  if (test.kind === "threshold") return [test.threshold];
  return test.kind === "intervals" ? test.edges : undefined;
}
