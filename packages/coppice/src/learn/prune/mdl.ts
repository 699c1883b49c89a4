import { unreachable } from "../../base/errors.js";
import { log2 } from "../../base/log2.js";
import type { Test } from "../../model/test.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { cutAt } from "./cutAt.js";

/**
 * Pruning by minimum description length (Mehta, Rissanen and Agrawal 1995): the tree that takes the fewest bits to encode,
 * together with the classes of its training rows. Every node costs 1 bit (leaf or test). A test costs log2(attributes), and then
 *   a threshold   log2(rows - 1), the places it may stand at;
 *   sets          one bit for each level seen, less one for the names of the sides;
 *   intervals     a threshold for each edge;
 *   per level     nothing more.
 * A leaf of n rows costs what its classes cost by Rissanen's stochastic complexity: Σ n_k·log2(n / n_k)
 * + (K - 1)/2 · log2(n / 2) + log2(π^(K/2) / Γ(K/2)).
 */
export function mdl(model: TreeModel): TreeModel {
  const bits = new Float64Array(model.nodes.length);
  const cut: number[] = [];
  for (let i = model.nodes.length - 1; i >= 0; i--) {
    const node = model.nodes[i];
    const asLeaf = 1 + ("counts" in node && node.weight > 0 ? classBits(node.counts) : 0);
    bits[i] = asLeaf;
    if (!isSplit(node)) continue;
    const test = testBits(node.test, node.weight, model.attributes.length);
    const below = node.branches.reduce((sum, branch) => sum + bits[branch], 1 + test);
    if (asLeaf <= below) cut.push(i);
    else bits[i] = below;
  }
  return cutAt(model, cut);
}

/** What the test of a node of this weight costs, on one of so many attributes. */
export function testBits(test: Test, weight: number, attributes: number): number {
  const place = log2(Math.max(1, weight - 1));
  const which = log2(attributes);
  switch (test.kind) {
    case "threshold":
    case "gate":
      return which + place;
    case "intervals":
      return which + place * test.edges.length;
    case "subset":
      return which + Math.max(0, test.left.length + test.right.length - 1);
    case "levels":
      return which;
    default:
      return unreachable(test);
  }
}

export function classBits(counts: readonly number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  const classes = counts.length;
  const data = counts.reduce((sum, count) => sum + (count > 0 ? count * log2(n / count) : 0), 0);
  const volume = (classes / 2) * log2(Math.PI) - log2GammaOfHalf(classes);
  return Math.max(0, data + ((classes - 1) / 2) * log2(Math.max(n, 2) / 2) + volume);
}

/** log2 Γ(k/2), from Γ(1/2) = √π and Γ(1) = 1. */
function log2GammaOfHalf(k: number): number {
  let sum = k % 2 === 1 ? log2(Math.PI) / 2 : 0;
  for (let x = k % 2 === 1 ? 1 : 2; x < k; x += 2) sum += log2(x / 2);
  return sum;
}
