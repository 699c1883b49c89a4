import type { BinDivision, FollowRequest } from "coppice/engine";
import type { JobArrays } from "../workers/job.js";

/** A node of a tree over bins. */
interface Node {
  attribute: number;
  bin: number;
  flags: number;
  left: number;
  right: number;
  value: number;
  sides?: Uint8Array | undefined;
}

interface Tree {
  readonly output: number;
  readonly nodes: Node[];
}

const leaf = (): Node => ({ attribute: -1, bin: 0, flags: 0, left: 0, right: 0, value: 0 });

/** The trees that rows have gone down since their scores were written, and last the one that grows. */
export class BoostTrees {
  private finished: Tree[] = [];
  private growing: Tree = { output: 0, nodes: [leaf()] };

  get count(): number {
    return this.finished.length;
  }

  /** Begins a tree, with all rows in its node 0. */
  begin(output: number): void {
    this.growing = { output, nodes: [leaf()] };
  }

  divide(divisions: readonly BinDivision[]): void {
    const { nodes } = this.growing;
    for (const { node, attribute, bin, flags, sides, left, right } of divisions) {
      while (nodes.length <= Math.max(left, right)) nodes.push(leaf());
      Object.assign(nodes[node], { attribute, bin, flags, sides, left, right });
    }
  }

  /** Ends it: what its nodes add to the scores. */
  end(output: number, values: Float64Array): void {
    const nodes = this.growing.nodes.map((node, i) => ({ ...node, value: values[i] ?? 0 }));
    this.finished.push({ output, nodes });
    this.begin(0);
  }

  follow(output: number, tree: FollowRequest["tree"]): void {
    const nodes = Array.from({ length: tree.nodes }, (_, i) => ({
      ...{ attribute: tree.attribute[i], bin: tree.bin[i], flags: tree.flags[i] },
      ...{ left: tree.left[i], right: tree.right[i], value: tree.value[i], sides: tree.sides.get(i) },
    }));
    this.finished.push({ output, nodes });
  }

  /** Their sums are in the scores now. */
  clear(): void {
    this.finished = [];
  }

  arrays(): JobArrays {
    const trees = [...this.finished, this.growing];
    const first: number[] = [];
    let size = 0;
    for (const { nodes } of trees) {
      first.push(size);
      size += nodes.length;
    }
    const all = trees.flatMap(({ nodes }, t) =>
      nodes.map((node) => ({ ...node, left: node.left + first[t], right: node.right + first[t] })),
    );
    const starts: number[] = [];
    const sides: number[] = [];
    for (const node of all) {
      starts.push(sides.length);
      if (node.sides) sides.push(...node.sides);
    }
    const whole = (of: (node: Node) => number) => Int32Array.from(all, of);
    return {
      tree_first: Int32Array.from(first),
      tree_output: Int32Array.from(trees, ({ output }) => output),
      n_attribute: whole(({ attribute }) => attribute),
      n_bin: whole(({ bin }) => bin),
      n_flags: whole(({ flags }) => flags),
      n_left: whole(({ left }) => left),
      n_right: whole(({ right }) => right),
      n_start: Int32Array.from(starts),
      n_sides: Int32Array.from(sides),
      n_value: Float64Array.from(all, ({ value }) => value),
    };
  }
}
