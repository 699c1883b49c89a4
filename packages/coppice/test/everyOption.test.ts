import { afterAll, describe, expect, it } from "vitest";
import { CoppiceError } from "../src/base/errors.js";
import { random } from "../src/base/random.js";
import { type AppliesWhen, conditionOf, holds } from "../src/learn/applies.js";
import { fitTable } from "../src/learn/fit.js";
import type { Learner } from "../src/learn/learner.js";
import { checkOptions, describeOptions, type OptionFacts } from "../src/learn/options.js";
import { learnerNamed, learners } from "../src/learn/registry.js";
import { modelJson } from "../src/model/modelJson.js";
import type { Task } from "../src/model/tree.js";
import { makeTable, type Table } from "../src/table/table.js";
import { isDeep, names, nominal, numeric, ordered } from "./kit/index.js";

/**
 * No option is accepted and ignored: each one changes a model of some table, in some context, or it is rejected. The
 * conditions for rejecting it are declared with the option, so both parts iterate over the declarations.
 */

type Options = Readonly<Record<string, unknown>>;

const ROWS = 140;

/** Every type of attribute, with gaps; `z` is in clusters that `minGap` does not distinguish, `like` is a surrogate of x. */
function mixed(task: Task): Table {
  const rng = random(5);
  const draw = (n: number) => Math.floor(rng.uniform() * n);
  const holed = (cell: () => number, gap: number) =>
    Float64Array.from({ length: ROWS }, () => (rng.uniform() < 0.08 ? gap : cell()));
  const numbers = (scale: number) => holed(() => Math.round(rng.uniform() * scale), Number.NaN);
  const codes = (levels: number) => holed(() => draw(levels), -1);
  const x = numbers(40);
  const z = numbers(3000).map((v) => 200 * Math.floor(v / 200) + (v % 3));
  const [many, few, size] = [14, 3, 4].map(codes);
  const like = x.map((v) => v + draw(9));
  const score = (row: number) => {
    const kinds = (Math.max(0, many[row]) % 3) + (few[row] === 1 ? 2 : 0);
    return (x[row] || 0) / 10 + kinds + (z[row] || 0) / 3000 + Math.max(0, size[row]) / 2;
  };
  const scores = Array.from({ length: ROWS }, (_, row) => score(row) + rng.uniform() * 2);
  const value = (s: number) => Math.round(10 * s);
  const code = (s: number) => Math.min(2, Math.floor(s / 3));
  return makeTable([
    ...[numeric("x", x), numeric("z", z), numeric("like", like)],
    ...[nominal("many", names("many", 14), many), nominal("few", names("few", 3), few)],
    ordered("size", names("size", 4), size),
    task === "regression" ? numeric("y", scores.map(value)) : nominal("y", ["a", "b", "c"], scores.map(code)),
  ]);
}

const tables: Readonly<Record<Task, Table>> = {
  classification: mixed("classification"),
  regression: mixed("regression"),
};

/** A piecewise linear function, for formulas that hold on one side only. */
const places = Array.from({ length: 70 }, (_, x) => x);
const line = (x: number) => (x < 35 ? 3 * x : 210 - 3 * x + ((x * 7) % 5));
const bent = makeTable([numeric("x", places), numeric("y", places.map(line))]);

/** Exclusive or: no single test has any gain. */
const [p, q] = [0, 1].map((bit) => Array.from({ length: 40 }, (_, row) => (row >> bit) & 1));
const xor = p.map((bit, row) => bit ^ q[row]);
const xorTable = makeTable(
  Object.entries({ p, q, y: xor }).map(([name, bits]) => nominal(name, ["0", "1"], bits)),
);

/** Many levels, few numbers, and classes of which a quarter are random. */
function noisyTable(): Table {
  const rng = random(5);
  const numbers = () => Float64Array.from({ length: 260 }, () => Math.round(rng.uniform() * 40) / 4);
  const [a, b] = [numbers(), numbers()];
  const kinds = a.map(() => rng.below(14));
  const codes = a.map((x, row) => {
    if (rng.uniform() < 0.25) return rng.below(3);
    return x > 5 !== (kinds[row] % 3 === 1) ? 1 : b[row] > 6 ? 2 : 0;
  });
  return makeTable([
    ...[numeric("a", a), numeric("b", b), nominal("kind", [..."abcdefghijklmn"], kinds)],
    nominal("y", ["p", "q", "r"], codes),
  ]);
}
const noisy = noisyTable();

const LOSS = [
  [0, 1, 9],
  [1, 0, 1],
  [9, 9, 0],
];

/** Values to try for options that are neither enumerations nor booleans. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  // Tests
  ...{ bins: [2, 3], maxExhaustive: [2, 16], minGap: [4], tolerance: [0.1], minBucket: [40] },
  ...{ attributesPerNode: [1, 2], randomTests: [1], combinations: [2], components: [2] },
  ...{ lookAhead: [1], lookAheadTests: [1], lookAheadBudget: [3], surrogates: [0, 1], competitors: [1] },
  // Costs
  ...{ priors: ["equal"], loss: [LOSS], attributeCosts: [{ x: 50, like: 50, many: 50 }], costWeight: [0] },
  // Stops
  ...{ minSplit: [60], minLeaf: [30], maxDepth: [1], maxLeaves: [2, 3], minGain: [0.2, 20] },
  ...{ minImpurity: [0.4, 90], purity: [0.5], acceptableError: [0.4, 60], significance: [1e-9] },
  // Pruning
  ...{ sizePenalty: [20, 500], validation: [0.5], alpha: [0.3], pruneFolds: [2, 3], pruneShare: [0.6] },
  ...{ confidence: [0.001], maxIncrease: [0.5], mergeTo: [1], pruneSignificance: [1e-9] },
  // Formulas
  ...{ members: [3], neighbours: [3], smoothing: [0, 100], shrinkage: [0.1, 0.9], penalty: [0.01, 50] },
  ...{ lasso: [0, 0.5, 1], standardErrors: [1, 5], decay: [0.5], steps: [5], hidden: [1], starts: [1, 8] },
  ...{ simplify: [0, 1], restarts: [0], jumps: [0, 50], nodeSignificance: [1], k: [3] },
  // Ensembles
  ...{ trees: [3], sampleShare: [0.3], settings: [{ maxDepth: 1 }], rounds: [3], learningRate: [0.9] },
  ...{ quantile: [0.1], huberDelta: [20], lambda: [50], monotone: [{ x: -1 }], patience: [1] },
  ...{ rowShare: [0.3], attributeShare: [0.3], nodeAttributeShare: [0.3] },
  ...{ maxLevels: [1], levelSmoothing: [10], levelLambda: [50], levelRows: [30] },
  // Rules
  ...{ folds: [7], minWeight: [20], maxError: [0.05, 1], optimisations: [0], tries: [1] },
};

/** Further contexts, for options that have an effect only together with others. */
const TOGETHER: Readonly<Record<string, readonly Options[]>> = {
  ...Object.fromEntries(["zeroGain", "minGap", "association"].map((name) => [name, [{ prune: "none" }]])),
  ...Object.fromEntries(["penalty", "then"].map((name) => [name, [{ folds: undefined }]])),
  singleAttributes: [{ attributesPerNode: 2 }, { attributesPerNode: 2, maxDepth: 3 }],
  lookAhead: [{ prune: "none", maxDepth: 2 }],
  lookAheadTests: [{ prune: "none", lookAhead: 1, maxDepth: 2 }],
  lookAheadBudget: [{ prune: "none", lookAhead: 1, maxDepth: 2 }],
  candidates: [{ prune: "none", criterion: "entropy", mdlCorrection: true }],
  costForm: [{ prune: "none", attributeCosts: { x: 3, like: 2, many: 1.5, z: 2.5 } }],
  errorBound: [0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.01].map((confidence) => ({ confidence, minLeaf: 1 })),
  raising: [
    { confidence: 0.45, minLeaf: 2 },
    { confidence: 0.4, nominal: "perLevel" },
  ],
  smoothing: [10, 30].map((minWeight) => ({ minWeight })),
  order: [{ prune: "none", maxLeaves: 6 }],
  averageGain: [{ prune: "none" }, { prune: "none", minLeaf: 2 }],
  adaptiveMinLeaf: [{ prune: "none", minLeaf: 2, cut: "criterion" }],
  collapse: [{ maxDepth: 3 }, { minLeaf: 15 }].map((stop) => ({ prune: "none", ...stop })),
  maxExhaustive: [{ criterion: "twoing" }, {}].map((by) => ({ prune: "none", minLeaf: 2, ...by })),
  directions: [{ prune: "none", association: "counted" }],
  table: [{ measure: "impurity" }, { alpha: 0.01, minLeaf: 2 }],
  pruneRule: [{ pruneFolds: 5 }],
  patience: [{ validation: 0.4, rounds: 40, learningRate: 0.9 }],
  validation: [{ rounds: 40, learningRate: 0.9 }],
  maxLevels: [{ levelSmoothing: 0, levelRows: 0, levelLambda: 0, minLeaf: 2 }],
  levelSmoothing: [{ levelRows: 0, levelLambda: 0, minLeaf: 2 }],
  levelLambda: [{ levelRows: 0, levelSmoothing: 0, minLeaf: 2 }],
  levelRows: [{ levelLambda: 0, levelSmoothing: 0, minLeaf: 2 }],
  oob: [{ trees: 5, sampleShare: 0.5 }],
  ruleValue: [{ folds: 2 }],
};

/** Small settings for learners that are slow by default. */
const SMALL: Readonly<Record<string, Options>> = {
  ...{ forest: { trees: 4 }, extraTrees: { trees: 4 }, bagging: { trees: 3 }, adaBoost: { trees: 3 } },
  ...{ modelTree: { folds: 2 }, logisticLeaves: { folds: 2 }, gradientBoost: { rounds: 8, minLeaf: 5 } },
  ...{ ruleFit: { trees: 5, minLeaf: 5, folds: 2 }, treeFeatures: { trees: 5, folds: 2 } },
  ...Object.fromEntries(
    ["linearTree", "ldaTree", "cartLC", "oc1", "sphereTree"].map((name) => [name, { prune: "none" }]),
  ),
  quadraticTree: { prune: "none", maxDepth: 3 },
  perceptronTree: { prune: "none", maxDepth: 2 },
  // Two kinds of node: others are tried at every node in ten fits.
  omnivariate: { prune: "none", maxDepth: 2, nonlinear: "none" },
};

const everyTable = [tables.classification, tables.regression, bent, xorTable, noisy];

/** Settings that fulfil a condition: each of the alternatives. */
function waysTo(when: AppliesWhen | undefined): Options[] {
  if (when === undefined || "task" in when) return [{}];
  if ("allOf" in when)
    return when.allOf.reduce<Options[]>(
      (ways, part) => ways.flatMap((way) => waysTo(part).map((more) => ({ ...way, ...more }))),
      [{}],
    );
  if ("anyOf" in when) return when.anyOf.flatMap(waysTo);
  if ("criterion" in when) {
    const names = {
      inBits: ["entropy", "gini"],
      scaled: ["gainRatio", "gini"],
      concave: ["gini", "twoing"],
    } as const;
    return [{ criterion: names[when.criterion][when.is ? 0 : 1] }];
  }
  if ("in" in when) return when.in.map((value) => ({ [when.option]: value }));
  if ("given" in when) return [when.given ? { [when.option]: VALUES[when.option][0] } : {}];
  return "below" in when ? [{ [when.option]: when.below / 2 }] : [{}];
}

const known = new Map<string, string | undefined>();

/** The model as text, or undefined where the options conflict. Learners are tested in turn, so those of one are kept. */
function learned(learner: Learner, table: Table, options: Options): string | undefined {
  const key = `${learner.name} ${everyTable.indexOf(table)} ${JSON.stringify(options)}`;
  if (!known.has(key)) known.set(key, fitted(learner, table, options));
  return known.get(key);
}

function fitted(learner: Learner, table: Table, options: Options): string | undefined {
  try {
    const json = modelJson(fitTable(table, { target: "y", learner, options }));
    return JSON.stringify({ ...json, options: undefined });
  } catch (error) {
    // Randomly drawn settings that conflict are skipped.
    if (error instanceof CoppiceError && SKIPPED.includes(error.code)) return undefined;
    throw error;
  }
}

const SKIPPED: readonly string[] = [
  ...["OPTION_CONFLICT", "OPTION_RANGE", "LEARNER_TASK", "LOSS_INVALID", "COST_INVALID"],
  ...["COLUMN_UNKNOWN", "ATTRIBUTE_TOO_MANY"],
];

interface Attempt {
  readonly table: Table;
  readonly options: Options;
  readonly value: unknown;
}

/** Every table, context and value in which the option may change the model. */
function attemptsOf(learner: Learner, name: string): Attempt[] {
  const facts = describeOptions(learner).find((option) => option.name === name)!;
  const values = facts.choices ?? (facts.type === "boolean" ? [true, false] : (VALUES[name] ?? []));
  const when = conditionOf(learner.options.shape[name] as never);
  const { [name]: _, ...small } = SMALL[learner.name] ?? {};
  const known = new Set(Object.keys(learner.options.shape));
  const mine = (context: Options) =>
    Object.fromEntries(Object.entries(context).filter(([key]) => known.has(key)));
  const contexts = [...(TOGETHER[name] ?? []), {}].flatMap((base) =>
    waysTo(when).map((way) => mine({ ...small, ...base, ...way })),
  );
  return contexts.flatMap((options) =>
    (learner.combines ? everyTable : everyTable.filter((table) => table !== noisy)).flatMap((table) =>
      values.map((value) => ({ table, options, value })),
    ),
  );
}

function succeeds(learner: Learner, name: string, { table, options, value }: Attempt): boolean {
  const before = learned(learner, table, options);
  if (before === undefined) return false;
  const after = learned(learner, table, { ...options, [name]: value });
  return after !== undefined && after !== before;
}

const changesSomething = (learner: Learner, name: string) =>
  attemptsOf(learner, name).some((attempt) => succeeds(learner, name, attempt));

const STREAMED = ["grace", "delta", "tie", "thresholds", "memory", "leaves"];

/** The learner's own test shows the effect, on a table made for it. */
const SHOWN_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  oneR: ["costForm", "costWeight"],
  optimalTree: ["steps", "seconds", "nominal"],
  modelTree: ["folds"],
  logisticLeaves: ["folds", "maxDepth"],
  omnivariate: ["nodeTest", "nodeSignificance", "groups"],
  // Streams need more rows to split and to drift: learn/stream/streamOptions.test.ts.
  hoeffding: STREAMED,
  hoeffdingAnytime: [...STREAMED, "revise"],
  hoeffdingAdaptive: [...STREAMED, "drift"],
  adaptiveForest: [...STREAMED, "trees", "attributes", "times", "drift", "warning"],
};

/** The tables have no strings: learn/strings/strings.test.ts. */
const isShownElsewhere = (learner: Learner, name: string) =>
  name === "strings" || SHOWN_ELSEWHERE[learner.name]?.includes(name) === true;

/** Options of linear nodes, which their siblings use in fits of their own. */
const FIT_OPTIONS = ["nodeLoss", "penalty", "groups", "cut", "eliminate", "singleAttributes"];

/** Learners of several attributes differ in what they propose at a node; what becomes of it is answered by one grower. */
function isOfSibling({ combines, name: learner }: Learner, name: string): boolean {
  const isSibling = Boolean(combines) && learner !== "linearTree" && !FIT_OPTIONS.includes(name);
  return isSibling && name in learnerNamed("linearTree").options.shape;
}

/** Whether it is rejected in every context, for every task of the learner. */
function isRefused(learner: Learner, name: string): boolean {
  const when = conditionOf(learner.options.shape[name] as never);
  return when !== undefined && "task" in when && !learner.tasks.includes(when.task);
}

/** Options that must change something. An enumeration with one value cannot. */
const triedOf = (learner: Learner) =>
  describeOptions(learner).filter(
    ({ name, choices }) =>
      choices?.length !== 1 &&
      ![isShownElsewhere, isOfSibling, isRefused].some((isLeftOut) => isLeftOut(learner, name)),
  );

/** Presets of one kind share the same options with the same effect: testing one of them is enough. */
const FAMILY = ["cart", "c45", "id3"];

/** By name and rule the first learner with such an option: by `npm test` it stands for the others. */
const first = new Map<string, Learner>();
const kindOf = ({ name, rule }: OptionFacts) => `${name}: ${rule}`;
for (const learner of learners.toReversed())
  for (const option of triedOf(learner)) first.set(kindOf(option), learner);

const HERE = "packages/coppice/test/everyOption.test.ts";
const needsValues = ({ choices, type }: OptionFacts) => choices === undefined && type !== "boolean";

describe.each(learners)("the options of $name", (learner) => {
  afterAll(() => known.clear());

  it("each have values to try", () => {
    const missing = describeOptions(learner)
      .filter((option) => needsValues(option) && !isShownElsewhere(learner, option.name))
      .filter(({ name }) => VALUES[name] === undefined)
      .map(({ name }) => `add a value for ${name} to VALUES in ${HERE}`);
    expect(missing).toEqual([]);
  });

  it("each change something", () => {
    const kin = FAMILY.includes(learner.name) ? learners.filter(({ name }) => FAMILY.includes(name)) : [];
    const idle = triedOf(learner)
      .filter((option) => isDeep || first.get(kindOf(option)) === learner)
      .filter(({ name }) => ![learner, ...kin].some((one) => changesSomething(one, name)))
      .map(({ name }) => name);
    const advice = `options of ${learner.name} that changed no model: add other values to VALUES or a context to TOGETHER in ${HERE}, or to SHOWN_ELSEWHERE if a test of its own shows the effect`;
    expect(idle, advice).toEqual([]);
  }, 240_000);

  it("are rejected if they have no effect, with the option and what it needs in the message", () => {
    const defaults = checkOptions(learner, {});
    for (const option of describeOptions(learner)) {
      const { name, appliesWhen, choices, type } = option;
      if (appliesWhen === undefined) continue;
      const value =
        VALUES[name]?.[0] ?? choices?.find((choice) => choice !== "auto") ?? (type === "boolean" || 1);
      for (const task of learner.tasks) {
        if (holds(appliesWhen, defaults, task) !== false) continue;
        const learn = () => fitTable(tables[task], { target: "y", learner, options: { [name]: value } });
        expect(learn, name).toThrow(expect.objectContaining({ code: "OPTION_CONFLICT" }));
        expect(learn, name).toThrow(new RegExp(`^${name} is for .*, and .* is `));
      }
    }
  });

  it("do not conflict if they are defaults, alone or all together", () => {
    for (const task of learner.tasks) {
      const table = tables[task];
      const model = fitTable(table, { target: "y", learner, options: SMALL[learner.name] ?? {} });
      expect(() => checkOptions(learner, model.options)).not.toThrow();
    }
  });
});
