const folder = "packages/coppice/src/model";

export const model = [
  {
    name: "label-last-on-tie",
    file: `${folder}/costs.ts`,
    find: "if (loss < least - 1e-9 * Math.abs(least)) {",
    replace: "if (loss <= least) {",
    wrong: "Of labels with the same expected loss the last class is taken.",
  },
  {
    name: "risk-without-priors",
    file: `${folder}/risk.ts`,
    find: "return loss * (costs?.factors?.[truth] ?? 1);",
    replace: "return loss;",
    wrong: "Trees with priors are pruned by unweighted errors of the held-out rows.",
  },
  {
    name: "condition-upper-bound",
    file: `${folder}/condition.ts`,
    find: "cell > above && cell <= atMost",
    replace: "cell > above && cell < atMost",
    wrong: "A rule does not hold for a value at its upper bound.",
  },
  {
    name: "model-equal-edges",
    file: `${folder}/parseTest.ts`,
    find: "i === 0 || (edge as number) > (edges[i - 1] as number)",
    replace: "i === 0 || (edge as number) >= (edges[i - 1] as number)",
    wrong: "A model file with two equal edges is accepted.",
  },
];
