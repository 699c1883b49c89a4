import { CoppiceError } from "../../base/errors.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { cutAt } from "./cutAt.js";
import { checkHard } from "./prunable.js";

/** Makes a leaf of the node at the end of this path: branch numbers from the root down, counted from 0. */
export function removeNode(model: TreeModel, path: readonly number[]): TreeModel {
  checkHard(model);
  let at = 0;
  path.forEach((branch, step) => {
    const node = model.nodes[at];
    const words = step === 0 ? "the root" : `the node ${path.slice(0, step).join(".")}`;
    if (!isSplit(node)) throw absent(path, `${words} is a leaf`);
    if (!(branch in node.branches))
      throw absent(path, `${words} has branches 0 to ${node.branches.length - 1}`);
    at = node.branches[branch];
  });
  if (!isSplit(model.nodes[at])) throw absent(path, "it is a leaf already");
  return cutAt(model, [at]);
}

function absent(path: readonly number[], why: string): CoppiceError {
  const name = path.length === 0 ? "root" : path.join(".");
  return new CoppiceError("NODE_UNKNOWN", `there is no test to remove at ${name}: ${why}`, {
    name: "node",
    rule: "the path of a test",
    value: name,
  });
}
