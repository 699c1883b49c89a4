const folder = "kernels/assembly";

export const kernels = [
  {
    name: "kernel-gap-class",
    file: `${folder}/codedForest/scanTwo.ts`,
    find: "ones = <u32>one - <u32>(missing >> 32);",
    replace: "ones = <u32>one;",
    wrong: "Rows without a value are left in the sum of the second class when cuts are scored.",
  },
  {
    name: "kernel-32-levels",
    file: `${folder}/codedForest/nodes.ts`,
    find: "if (missingLeft && (levels & 31) != 0)",
    replace: "if (missingLeft)",
    wrong:
      "Of an attribute with a multiple of 32 levels the last 32 are taken out of the set that goes left.",
  },
  {
    name: "kernel-gap-in-odd-row",
    file: `${folder}/infer/gaps.ts`,
    find: "return last != last;",
    replace: "return false;",
    wrong:
      "A gap in the last row of an odd number of rows is not seen: the row is predicted as if it had a value.",
  },
  {
    name: "kernel-edge-boundary",
    file: `${folder}/blocks/code.ts`,
    find: "<u32>(size == 1 && load<f64>(edges + (<usize>low << 3)) < x)",
    replace: "<u32>(size == 1 && load<f64>(edges + (<usize>low << 3)) <= x)",
    wrong: "A number equal to an edge is coded as if it were above it.",
  },
  {
    name: "kernel-missing-tie",
    file: `${folder}/mixedTree/landing.ts`,
    find: "return rightWeightOf(node) <= leftWeightOf(node);",
    replace: "return rightWeightOf(node) < leftWeightOf(node);",
    wrong: "Where both branches are as heavy, rows without a value go right and not left.",
  },
  {
    name: "kernel-level-order",
    file: `${folder}/boost/levels.ts`,
    find: "for (; at > 0 && ratioAt(list, at - 1) > ratio; at--) moveUp(list, at);",
    replace: "for (; at > 0 && ratioAt(list, at - 1) >= ratio; at--) moveUp(list, at);",
    wrong: "Levels with the same gradient per hessian are in falling order, so that ties end in another set.",
  },
  {
    name: "kernel-text-after-quote",
    file: `${folder}/csv/index.ts`,
    find: "return isStop(load<u8>(p));",
    replace: "return true;",
    wrong: "Text after the closing quote of a cell is taken for the end of the cell and not refused.",
  },
  {
    name: "kernel-last-rows-of-bag",
    file: `${folder}/forest/bootstrap.ts`,
    find: "for (; row < rows; row++) {",
    replace: "for (; row < rows - 1; row++) {",
    wrong: "The last row of a table whose rows are not a multiple of four is never in a bag.",
  },
];
