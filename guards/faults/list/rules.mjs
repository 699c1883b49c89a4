const folder = "packages/coppice/src/rules";

export const rules = [
  {
    name: "missing-and-known",
    file: `${folder}/merge.ts`,
    find: 'if (a.kind === "known") return b;',
    replace: 'if (a.kind === "known") return a;',
    wrong: "A condition after `is known` on the same attribute is lost from the rule.",
  },
  {
    name: "rule-of-equal-number",
    file: `${folder}/parse/condition.ts`,
    find: "x > 0 ? -1n : 1n",
    replace: "-1n",
    wrong: "Below a negative number is taken to be above it: `x < -1` holds for -1.",
  },
  {
    name: "line-separator-in-literal",
    file: `${folder}/literal.ts`,
    find: "\\u2028\\u2029\\ufeff",
    replace: "\\ufeff",
    wrong: "A line separator in a level stands unescaped in the generated module.",
  },
  {
    name: "carried-without-vote",
    file: `${folder}/ensembleRules.ts`,
    find: "before.carries += vote * (root.weight > 0 ? rule.coverage : 1) * apart;",
    replace: "before.carries += (root.weight > 0 ? rule.coverage : 1) * apart;",
    wrong: "The influence of a rule ignores the weight of its tree's vote.",
  },
];
