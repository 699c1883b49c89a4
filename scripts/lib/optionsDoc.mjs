/** Where each question about trees begins, in the order of the options. */
const QUESTIONS = {
  nominal: "How many branches?",
  criterion: "Which test?",
  minSplit: "When to stop?",
  prune: "How to prune?",
  leaf: "Which label?",
  missing: "What about missing data?",
  order: "In what order?",
};

/** Learners whose options are the same, and differ in their defaults alone. */
const TOGETHER = [
  ["cart", "c45", "id3"],
  ["forest", "extraTrees"],
];

/** What other programs call an option. A test checks that each name leads back to it. */
export const ELSEWHERE = {
  minLeaf: ["min_samples_leaf", "minbucket", "min_data_in_leaf"],
  minSplit: ["min_samples_split", "minsplit"],
  maxDepth: ["max_depth", "maxdepth"],
  maxLeaves: ["max_leaf_nodes", "num_leaves"],
  minGain: ["min_impurity_decrease", "gamma"],
  alpha: ["cp", "ccp_alpha"],
  pruneFolds: ["xval"],
  confidence: ["confidenceFactor", "CF"],
  raising: ["subtreeRaising"],
  priors: ["class_weight", "prior"],
  surrogates: ["maxsurrogate"],
  competitors: ["maxcompete"],
  trees: ["n_estimators", "ntree", "num.trees"],
  attributesPerNode: ["max_features", "mtry"],
  sampleShare: ["max_samples", "sample.fraction"],
  bootstrap: ["replace"],
  oob: ["oob_score"],
  of: ["estimator"],
  rounds: ["n_estimators", "max_iter", "nrounds"],
  learningRate: ["learning_rate", "eta", "shrinkage"],
  rowShare: ["subsample", "bagging_fraction"],
  attributeShare: ["colsample_bytree", "feature_fraction"],
  nodeAttributeShare: ["colsample_bynode"],
  lambda: ["l2_regularization", "reg_lambda"],
  monotone: ["monotonic_cst", "monotone_constraints"],
  validation: ["validation_fraction"],
  patience: ["early_stopping_rounds", "n_iter_no_change"],
  growth: ["grow_policy"],
};

const SEE = {
  criterion: "[a criterion of your own](learners.md#a-criterion-of-your-own)",
  levelCorrection: "[many levels](learners.md#many-levels)",
  prune: "[pruning](pruning.md)",
  missing: "[missing values](missing.md)",
  missingAtPrediction: "[missing values](missing.md)",
  priors: "[costs](costs.md)",
  loss: "[costs](costs.md)",
  attributeCosts: "[costs](costs.md)",
};

/** The page docs/options.md: `learners` are `{name, summary, tasks, options, essentials}`. */
export function optionsDoc(learners) {
  const groups = grouped(learners);
  return `# Options

<!-- Written by \`npm run options-doc\` from the schemas of the learners; a test checks that it is up to date. -->

Look up an option of a learner: its values, its default and what it does. Set it with \`--set name=value\` on the
command line or \`options: { name: value }\` in \`fit\`; \`coppice learners NAME\` prints the same list. An unknown name, a
value out of range, or an option that has no effect next to the others (\`confidence\` with \`prune=none\`) is an error.

In the tables, "–" means not set. Numbers of rows are counted by weight, and may be a share of the training rows:
\`--set minLeaf=5%\`. Names in brackets are what scikit-learn, rpart, ranger, Weka, XGBoost or LightGBM call the option.

${groups.map((group) => section(group)).join("\n\n")}
`;
}

function grouped(learners) {
  const together = TOGETHER.map((names) => names.map((name) => learners.find((one) => one.name === name)));
  const shared = new Set(together.flat());
  const firsts = new Map(together.map((group) => [group[0], group]));
  return learners.flatMap((one) => (firsts.has(one) ? [firsts.get(one)] : shared.has(one) ? [] : [[one]]));
}

function section(group) {
  const heading = `## ${listed(group.map(({ name }) => name))}`;
  const summaries = group
    .map(({ summary }) => `${summary[0].toUpperCase()}${summary.slice(1)}.`)
    .join("  \n");
  const isTree = group[0].name === "cart";
  return [heading, summaries, ...(isTree ? treeParts(group) : plainParts(group))].join("\n\n");
}

function treeParts(group) {
  const rows = group.map(({ name, essentials }) => `| \`${name}\` | ${codes(essentials, ", ")} |`);
  const starts = Object.keys(QUESTIONS);
  const questions = starts.map((first, i) => {
    const names = group[0].options.map(({ name }) => name);
    const end = i + 1 < starts.length ? names.indexOf(starts[i + 1]) : names.length;
    return [`### ${QUESTIONS[first]}`, table(group, names.slice(names.indexOf(first), end))];
  });
  const first = ["| learner | options |", "|---|---|", ...rows].join("\n");
  return ["Start with these six:", first, ...questions.flat()];
}

function plainParts(group) {
  const [{ options, essentials }] = group;
  const rest = options.map(({ name }) => name).filter((name) => !essentials.includes(name));
  if (rest.length === 0) return [table(group, essentials)];
  return ["Start with these six:", table(group, essentials), "The rest:", table(group, rest)];
}

function table(group, names) {
  const defaults = group.length === 1 ? ["default"] : group.map(({ name }) => name);
  const head = ["option", "values", ...defaults, "meaning"];
  return [
    `| ${head.join(" | ")} |`,
    `|${"---|".repeat(head.length)}`,
    ...names.map((name) => row(group, name)),
  ].join("\n");
}

function row(group, name) {
  const facts = group.map(({ options }) => options.find((option) => option.name === name));
  const values = facts[0].choices ? codes(facts[0].choices, " ") : withCodes(facts[0].rule);
  const cells = [named(name), values, ...facts.map(defaultText), meaning(facts[0])];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function named(name) {
  const others = ELSEWHERE[name] ?? [];
  return others.length === 0 ? `\`${name}\`` : `\`${name}\` (${codes(others, ", ")})`;
}

function defaultText({ default: value }) {
  if (value === undefined) return "–";
  return `\`${typeof value === "object" ? JSON.stringify(value) : value}\``;
}

function meaning({ name, help, appliesTo }) {
  const parts = [
    withCodes(help),
    appliesTo === undefined
      ? ""
      : `only with ${withCodes(appliesTo)}`.replace("only with no ", "only without "),
    SEE[name] === undefined ? "" : `see ${SEE[name]}`,
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** `name=value` and JSON in a sentence, set as code; a formula keeps Markdown from reading its stars. */
function withCodes(text) {
  return text.replaceAll(/(?<![\w`])([a-zA-Z.]+=\w+|\{"[^}]*\}|\[\[.*?\]\])/g, "`$1`");
}

const codes = (names, between) => names.map((name) => `\`${name}\``).join(between);

function listed(names) {
  return names.length < 2 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
