import { exp } from "../../base/exp.js";
import { BLOCK, gatesOf, type SoftRows, type SoftTree } from "../../kernels/drivers/soft/softRows.js";
import { plurality } from "../label/facts.js";

/** By row 1 where the tree predicts another class, else 0. */
export function wrongRows(data: SoftRows, { branches, forms, answers }: SoftTree): Float64Array {
  const { rows, width, classes, cells, targets } = data;
  const gates = gatesOf({ branches });
  const shares = new Float64Array(2 * gates + 1);
  const says = new Float64Array(classes);
  const wrong = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const at = Math.floor(row / BLOCK) * width * BLOCK + (row % BLOCK);
    shares[0] = 1;
    for (let gate = 0; gate < gates; gate++) {
      let measure = 0;
      for (let j = 0; j < width; j++) measure += forms[gate * width + j] * cells[at + j * BLOCK];
      const right = 1 / (1 + exp(-measure));
      shares[branches[2 * gate]] = shares[gate] * (1 - right);
      shares[branches[2 * gate + 1]] = shares[gate] * right;
    }
    says.fill(0);
    for (let leaf = 0; leaf <= gates; leaf++) {
      for (let k = 0; k < classes; k++) says[k] += shares[gates + leaf] * answers[leaf * classes + k];
    }
    wrong[row] = Number(plurality(says) !== targets[row]);
  }
  return wrong;
}
