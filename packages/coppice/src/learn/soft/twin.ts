import { exp, log } from "../../base/exp.js";
import {
  BLOCK,
  chunksOf,
  gatesOf,
  gathered,
  partialSize,
  type SoftEvaluator,
  type SoftRows,
  type SoftSums,
  type SoftTree,
} from "../../kernels/drivers/soft/softRows.js";

/** Below it, the probability of a row's class counts as this. */
const LEAST = 1e-300;

/** The reference of the kernel `soft`: the same operations in the same order. */
export class SoftTwin implements SoftEvaluator {
  constructor(readonly data: SoftRows) {}

  sums(tree: SoftTree): SoftSums {
    return this.evaluate(tree);
  }

  losses(tree: SoftTree): Float64Array {
    const losses = new Float64Array(this.data.blocks * BLOCK);
    this.evaluate(tree, losses);
    return losses.subarray(0, this.data.rows);
  }

  private evaluate(tree: SoftTree, losses?: Float64Array): SoftSums {
    const { data } = this;
    const gates = gatesOf(tree);
    const chunks = chunksOf(data.blocks);
    const size = partialSize(data, gates);
    const partials = new Float64Array(size * chunks.count);
    const block = new Block(data, tree);
    for (let b = 0; b < data.blocks; b++) {
      const at = size * Math.floor(b / chunks.size);
      block.add(b, partials.subarray(at, at + size), losses?.subarray(b * BLOCK, (b + 1) * BLOCK));
    }
    return gathered(partials, data, gates);
  }
}

/** One block of rows at a time. By gate or place, and by row: see kernels/assembly/soft/job.ts. */
class Block {
  private readonly gates: number;
  private readonly rights: Float64Array;
  private readonly lefts: Float64Array;
  private readonly slopes: Float64Array;
  private readonly shares: Float64Array;
  private readonly says: Float64Array;
  private readonly spare = new Float64Array(BLOCK);

  constructor(
    private readonly data: SoftRows,
    private readonly tree: SoftTree,
  ) {
    this.gates = gatesOf(tree);
    const lanes = () => new Float64Array(this.gates * BLOCK);
    const places = () => new Float64Array((2 * this.gates + 1) * BLOCK);
    [this.rights, this.lefts, this.slopes] = [lanes(), lanes(), lanes()];
    [this.shares, this.says] = [places(), places()];
  }

  add(block: number, partial: Float64Array, losses?: Float64Array): void {
    const { width, classes } = this.data;
    this.openGates(block);
    this.shareRows();
    const leaves = partial.subarray(1 + this.gates * width);
    if (classes > 0) {
      this.weighClasses(block, partial, leaves, losses);
      this.classSlopes(block);
    } else {
      this.averageLeaves();
      this.addSquares(block, partial, leaves, losses);
      this.valueSlopes();
    }
    this.addGateSums(block, partial.subarray(1));
  }

  private openGates(block: number): void {
    const { cells, width } = this.data;
    const from = block * width * BLOCK;
    for (let i = 0; i < this.gates * BLOCK; i++) {
      const row = i % BLOCK;
      const form = ((i - row) / BLOCK) * width;
      let measure = 0;
      for (let j = 0; j < width; j++) measure += this.tree.forms[form + j] * cells[from + j * BLOCK + row];
      const e = exp(-measure);
      const share = 1 / (1 + e);
      this.rights[i] = share;
      this.lefts[i] = e * share;
    }
  }

  private shareRows(): void {
    const { shares, gates, tree } = this;
    shares.fill(1, 0, BLOCK);
    for (let gate = 0; gate < gates; gate++) {
      const [left, right] = [tree.branches[2 * gate] * BLOCK, tree.branches[2 * gate + 1] * BLOCK];
      for (let row = 0; row < BLOCK; row++) {
        const share = shares[gate * BLOCK + row];
        shares[right + row] = share * this.rights[gate * BLOCK + row];
        shares[left + row] = share * this.lefts[gate * BLOCK + row];
      }
    }
  }

  private weighClasses(
    block: number,
    partial: Float64Array,
    leaves: Float64Array,
    losses?: Float64Array,
  ): void {
    const { says, shares, gates, spare } = this;
    const { classes, weights, targets } = this.data;
    const from = block * BLOCK;
    spare.fill(0);
    for (let leaf = 0; leaf <= gates; leaf++) {
      for (let row = 0; row < BLOCK; row++) {
        const at = (gates + leaf) * BLOCK + row;
        says[at] = shares[at] * this.tree.answers[leaf * classes + targets[from + row]];
        spare[row] += says[at];
      }
    }
    for (let row = 0; row < BLOCK; row++) {
      spare[row] = Math.max(spare[row], LEAST);
      const loss = -log(spare[row]);
      if (losses) losses[row] = loss;
      partial[0] += weights[from + row] * loss;
    }
    for (let leaf = 0; leaf <= gates; leaf++) {
      for (let row = 0; row < BLOCK; row++) {
        const at = (gates + leaf) * BLOCK + row;
        says[at] /= spare[row];
        leaves[leaf * classes + targets[from + row]] += weights[from + row] * says[at];
      }
    }
  }

  private classSlopes(block: number): void {
    const { says, rights, lefts, tree } = this;
    const { weights } = this.data;
    for (let gate = this.gates - 1; gate >= 0; gate--) {
      const [left, right] = [tree.branches[2 * gate] * BLOCK, tree.branches[2 * gate + 1] * BLOCK];
      for (let row = 0; row < BLOCK; row++) {
        const at = gate * BLOCK + row;
        const [onLeft, onRight] = [says[left + row], says[right + row]];
        says[at] = onLeft + onRight;
        this.slopes[at] = weights[block * BLOCK + row] * (rights[at] * onLeft - lefts[at] * onRight);
      }
    }
  }

  private averageLeaves(): void {
    const { says, gates, tree } = this;
    for (let leaf = 0; leaf <= gates; leaf++) {
      says.fill(tree.answers[leaf], (gates + leaf) * BLOCK, (gates + leaf + 1) * BLOCK);
    }
    for (let gate = gates - 1; gate >= 0; gate--) {
      const [left, right] = [tree.branches[2 * gate] * BLOCK, tree.branches[2 * gate + 1] * BLOCK];
      for (let row = 0; row < BLOCK; row++) {
        const at = gate * BLOCK + row;
        says[at] = this.lefts[at] * says[left + row] + this.rights[at] * says[right + row];
      }
    }
  }

  private addSquares(
    block: number,
    partial: Float64Array,
    leaves: Float64Array,
    losses?: Float64Array,
  ): void {
    const { says, shares, spare, gates } = this;
    const { weights, targets } = this.data;
    for (let row = 0; row < BLOCK; row++) {
      const error = says[row] - targets[block * BLOCK + row];
      const loss = 0.5 * (error * error);
      if (losses) losses[row] = loss;
      const weight = weights[block * BLOCK + row];
      partial[0] += weight * loss;
      spare[row] = weight * error;
    }
    for (let leaf = 0; leaf <= gates; leaf++) {
      const at = (gates + leaf) * BLOCK;
      leaves[leaf] += sumOfProducts(spare, 0, shares, at);
    }
  }

  private valueSlopes(): void {
    const { says, shares, rights, lefts, tree } = this;
    for (let gate = 0; gate < this.gates; gate++) {
      const [left, right] = [tree.branches[2 * gate] * BLOCK, tree.branches[2 * gate + 1] * BLOCK];
      for (let row = 0; row < BLOCK; row++) {
        const at = gate * BLOCK + row;
        const error = this.spare[row] * shares[at];
        this.slopes[at] = error * (rights[at] * lefts[at]) * (says[right + row] - says[left + row]);
      }
    }
  }

  private addGateSums(block: number, into: Float64Array): void {
    const { width, cells } = this.data;
    for (let gate = 0; gate < this.gates; gate++) {
      for (let j = 0; j < width; j++) {
        into[gate * width + j] += sumOfProducts(
          this.slopes,
          gate * BLOCK,
          cells,
          (block * width + j) * BLOCK,
        );
      }
    }
  }
}

/** Over the rows of a block; those of even and odd number apart, as the kernel's two lanes have them. */
function sumOfProducts(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  let even = 0;
  let odd = 0;
  for (let row = 0; row < BLOCK; row += 2) {
    even += a[atA + row] * b[atB + row];
    odd += a[atA + row + 1] * b[atB + row + 1];
  }
  return even + odd;
}
