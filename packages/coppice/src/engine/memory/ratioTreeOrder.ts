import { RATIO_NODE, type RatioTreeAttribute, type RatioTreeNodes } from "../../kernels/drivers/ratioTree.js";
import type { GrownTree, LevelBranches } from "../../model/grownTree.js";
import { LEAF } from "../../model/packed.js";

/** The kernel's nodes in preorder. It writes the branches of a node side by side, and thresholds as codes. */
export function preorderTree(
  kernelNodes: RatioTreeNodes,
  attributes: readonly Pick<RatioTreeAttribute, "perLevel" | "count" | "values">[],
): GrownTree {
  const { count, fields, sums, branchWeights } = kernelNodes;
  const classes = sums.length / count;
  const perLevel = new Map<number, LevelBranches>();
  const tree = emptyTree(count, sums.length);
  const positions = preorderPositions(kernelNodes, attributes);
  for (let node = 0; node < count; node++) {
    const i = positions[node];
    const at = node * RATIO_NODE.fields;
    tree.rows[i] = fields[at + RATIO_NODE.rows];
    tree.pure[i] = copySums(sums, node * classes, tree.sums, i * classes, classes) < 2 ? 1 : 0;
    tree.attribute[i] = fields[at + RATIO_NODE.attribute];
    if (tree.attribute[i] === LEAF) continue;
    const { perLevel: isPerLevel, count: levels, values } = attributes[tree.attribute[i]];
    const first = fields[at + RATIO_NODE.first];
    const weights = branchWeights.subarray(fields[at + RATIO_NODE.weights]);
    tree.gain[i] = fields[at + RATIO_NODE.gain];
    if (isPerLevel) {
      const branches = positions.slice(first, first + levels);
      perLevel.set(i, { branches, weights: weights.slice(0, levels) });
      continue;
    }
    const [low, high] = [fields[at + RATIO_NODE.low], fields[at + RATIO_NODE.high]];
    tree.skip[i] = positions[first + 1] - i;
    tree.low[i] = values ? values[low] : low;
    tree.high[i] = values ? values[high] : high;
    tree.leftWeight[i] = weights[0];
    tree.rightWeight[i] = weights[1];
  }
  return { ...tree, sets: new Map(), perLevel };
}

/** By the kernel's node. */
function preorderPositions(
  { count, fields }: RatioTreeNodes,
  attributes: readonly Pick<RatioTreeAttribute, "perLevel" | "count">[],
): Int32Array {
  const positions = new Int32Array(count);
  const pending = [0];
  for (let i = 0; i < count; i++) {
    const node = pending.pop()!;
    positions[node] = i;
    const attribute = fields[node * RATIO_NODE.fields + RATIO_NODE.attribute];
    if (attribute === LEAF) continue;
    const first = fields[node * RATIO_NODE.fields + RATIO_NODE.first];
    const outcomes = attributes[attribute].perLevel ? attributes[attribute].count : 2;
    for (let b = outcomes - 1; b >= 0; b--) pending.push(first + b);
  }
  return positions;
}

function emptyTree(nodes: number, sums: number) {
  const numbers = () => new Float64Array(nodes);
  return {
    nodes,
    ...{ rows: new Int32Array(nodes), pure: new Uint8Array(nodes), sums: new Float64Array(sums) },
    ...{ attribute: new Int32Array(nodes), skip: new Int32Array(nodes), low: numbers(), high: numbers() },
    ...{ gain: numbers(), leftWeight: numbers(), rightWeight: numbers() },
  };
}

/** Returns how many classes occur. A view of each node's sums would take longer than copying them. */
function copySums(
  from: Float64Array,
  at: number,
  into: Float64Array,
  place: number,
  classes: number,
): number {
  let present = 0;
  for (let k = 0; k < classes; k++) {
    const sum = from[at + k];
    into[place + k] = sum;
    if (sum > 0) present++;
  }
  return present;
}
