import { answersOfLeaves } from "../../kernels/drivers/measures/leafAnswers.js";
import { MeasureCode, readByFormulas } from "../../kernels/drivers/measures/measureCode.js";
import { ifItFits } from "../../kernels/heap.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import type { Cells } from "../bind.js";
import { leastRisk } from "../combine.js";
import type { Answers } from "../prediction.js";
import type { LeafClasses } from "../treeAnswers.js";

/** With fewer rows, a kernel takes longer to prepare than the rows take in TypeScript. */
const FEW_ROWS = 500;

/** What leaves with formulas answer for many rows; zeros for rows without a leaf (-1). Undefined where TypeScript is to say. */
export type AnswerAll = (leaves: Int32Array, cells: readonly Cells[]) => Answers | undefined;

/** By kernel; `constants` are what leaves without a formula predict. */
export function formulaAnswers(
  model: TreeModel,
  constants: LeafClasses | Float64Array,
  fewRows = FEW_ROWS,
): AnswerAll {
  const numbers = constants instanceof Float64Array ? constants : constants.probabilities;
  const width = numbers.length / model.nodes.length;
  let code: MeasureCode | undefined;
  return (leaves, cells) => {
    if (leaves.length < fewRows || !kernelsUsable()) return undefined;
    code ??= answersCode(model, numbers);
    const made = code;
    const answers = ifItFits(() =>
      withTeam(undefined, (team) => answersOfLeaves(team, made, cells, leaves, width)),
    );
    if (answers === undefined) return undefined;
    if (constants instanceof Float64Array) return { kind: "regression", values: answers };
    return {
      ...{ kind: "classification", probabilities: answers },
      labels: labelsOf(model, constants.labels, leaves, answers),
    };
  };
}

const CONSTANT = 0;
const LINEAR = 1;
const CLASSIFIER = 2;

/** What nodes predict; `constants` are what all nodes do that have no formula. */
export function answersCode(
  { nodes }: Pick<TreeModel, "nodes">,
  constants: Float64Array,
  wanted: Iterable<number> = nodes.keys(),
): MeasureCode {
  const code = new MeasureCode();
  const width = constants.length / nodes.length;
  for (const i of wanted) {
    code.begin();
    const node = nodes[i];
    const answer = isSplit(node) ? undefined : node.answer;
    if (answer === undefined) code.add(CONSTANT, 0, ...constants.subarray(i * width, (i + 1) * width));
    else if (answer.kind === "linear") {
      code.add(LINEAR);
      code.take(readByFormulas([answer.formula]));
      code.add(...(answer.limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]));
      code.formula(answer.formula);
    } else {
      code.add(CLASSIFIER);
      code.take(readByFormulas(answer.formulas));
      for (const formula of answer.formulas) code.formula(formula);
    }
  }
  return code;
}

function labelsOf(
  { nodes, costs }: TreeModel,
  leafLabels: Int32Array,
  leaves: Int32Array,
  probabilities: Float64Array,
): Int32Array {
  const classes = probabilities.length / leaves.length;
  const isOwn = Uint8Array.from(nodes, ({ answer }) => Number(answer !== undefined));
  const labels = new Int32Array(leaves.length);
  for (let row = 0; row < labels.length; row++) {
    const leaf = leaves[row];
    if (leaf < 0) continue;
    labels[row] = isOwn[leaf] ? leastRisk(probabilities, row, classes, costs?.loss) : leafLabels[leaf];
  }
  return labels;
}
