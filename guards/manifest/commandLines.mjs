/** The command lines of the manifest: every verb, over models of every learner and tables of every kind. */

const SUFFIX = { classification: "classes", regression: "values" };

const FORMS = ["text", "rules", "dot", "svg", "html"];

/** Ways of cart to deal with gaps have models of their own. */
const MISSING = ["share", "surrogate", "indicator", "likely", "predict", "level"];

const TABLES = ["mixed", "numbers", "weights", "levels", "ties", "strings", "gaps", "many", "pure", "one"];

/** By name, whether the part of npm test runs it. */
export function commandLines(learners) {
  const lines = [
    ...HELP,
    ...learners.flatMap(({ name }) => [`learners ${name}`]),
    ...modelLines(learners),
    ...TABLES.flatMap(tableLines),
    ...FIT,
    ...EXPERIMENTS,
    ...READING,
    ...WRONG,
  ];
  const others = learners.map(({ name }) => `learners ${name} --json`);
  return [
    ...[...new Set(lines)].map((line) => ({ line, quick: isQuick(line) })),
    ...others.map((line) => ({ line, quick: false })),
  ];
}

/** Of models, a tree and a forest; of verbs, one line of each. */
const isQuick = (line) =>
  /models\/(cart|forest|ripper)-classes\.json/.test(line) || WRONG.includes(line) || READING.includes(line);

const VERBS = [
  ...["fit", "predict", "explain", "stream", "evaluate", "compare", "curve", "variance", "stability", "show"],
  ...["rules", "transform", "sql", "foil", "edit", "candidates", "rows", "prune", "studio", "describe"],
  "learners",
];

const HELP = [
  "--help",
  "--version",
  "",
  "help",
  "learners",
  "learners --json",
  ...VERBS.map((verb) => `${verb} --help`),
];

function modelLines(learners) {
  const models = learners.flatMap(({ name, tasks }) =>
    tasks.map((task) => ({
      path: `models/${name}-${SUFFIX[task]}.json`,
      table: `tables/mixed-${SUFFIX[task]}.csv`,
    })),
  );
  const filled = MISSING.map((way) => ({
    path: `models/cart-classes-${way}.json`,
    table: "tables/mixed-classes.csv",
  }));
  const strings = [{ path: "models/strings-classes.json", table: "tables/strings-classes.csv" }];
  return [...models, ...filled, ...strings].flatMap(({ path, table }) => [
    ...FORMS.map((form) => `show ${path} --as ${form}`),
    `show ${path} --binary`,
    `show ${path} --tree 0`,
    `rules ${path}`,
    `rules ${path} --json --exact`,
    `rules ${path} --as markdown --most 5`,
    `predict ${path} ${table} --proba`,
    `predict ${path} ${table} --out new/predicted.csv --json`,
    `explain ${path} ${table} --row 3 --row 17`,
    `explain ${path} ${table} --row 5 --json`,
    `transform ${path} ${table} --as leaves`,
    `sql ${path} --table rows --key id`,
    `sql ${path} --dialect spark --table rows`,
    `candidates ${path} ${table} --json`,
    `rows ${path} ${table} --node 0`,
  ]);
}

function tableLines(name) {
  return ["classes", "values"].flatMap((kind) => {
    const table = `tables/${name}-${kind}.csv --target y`;
    return [
      `describe ${table}`,
      `describe ${table} --json --pairs 3 --html new/table.html`,
      `fit ${table} --out new/model.json --report new/report.html --assess none`,
      `fit ${table} --learner oneR --json`,
      `evaluate ${table} --folds 3 --json --learner oneR`,
    ];
  });
}

const MIXED = "tables/mixed-classes.csv --target y";
const VALUES = "tables/mixed-values.csv --target y";
const DAYS = "other/days.csv --target play";

const FIT = [
  `fit ${DAYS}`,
  `fit ${DAYS} --learner c45 --json`,
  `fit ${DAYS} --learner id3 --out new/model.coppice`,
  `fit ${DAYS} --learner id3 --out new/model.json.gz`,
  `fit ${DAYS} --learner ripper --rules-file other/rules.txt`,
  "fit other/days.csv --schema other/schema.json --assess holdout",
  `fit ${DAYS} --assess folds --set minLeaf=2 --set prune=none --seed 3`,
  `fit ${DAYS} --ignore wind --type humidity=ordered`,
  `fit ${MIXED} --learner forest --set trees=5 --plot new/plot.svg --report new/report.html`,
  `fit ${MIXED} --learner forest --set trees=5 --engine disk --memory 400mb --assess oob`,
  `fit ${MIXED} --engine disk --memory 400mb --set prune=none`,
  `fit ${MIXED} --learner gradientBoost --set rounds=5 --engine disk --memory 400mb`,
  `fit ${MIXED} --learner gradientBoost --set rounds=5 --json --assess holdout`,
  `fit ${MIXED} --learner forest --set trees=6 --checkpoint new/state.json --every 2`,
  `fit ${MIXED} --learner forest --set trees=6 --continue models/forest-classes.json`,
  `fit ${MIXED} --use-attributes-of models/cart-classes.json --learner knn`,
  `fit ${MIXED} --threads 2 --learner forest --set trees=5 --assess oob`,
  "fit tables/weights-classes.csv --target y --weight weight",
  "fit tables/keyed-classes.csv --target y --row-key id --learner forest --set trees=4",
  `fit ${VALUES} --learner modelTree --set folds=2 --assess none`,
  `fit ${VALUES} --learner gradientBoost --set rounds=5 --plot new/plot.svg`,
  `fit ${VALUES} --learner regressionRules --report new/report.html --assess none`,
  "fit other/hostile.csv --target it's --report new/report.html --set prune=none",
  "fit other/identifiers.csv --target y",
  "fit other/identifiers.csv --target y --use id --json",
];

const EXPERIMENTS = [
  `evaluate ${DAYS} --folds 4 --learner id3`,
  `evaluate ${DAYS} --folds-file other/folds.csv --json --predictions`,
  `evaluate ${DAYS} --leave-one-out`,
  `evaluate ${DAYS} --bootstrap 5`,
  `evaluate ${DAYS} --resubstitution --confidence 0.8`,
  `evaluate ${DAYS} --test other/days.tsv`,
  `evaluate ${MIXED} --holdout 0.3 --roc new/roc.svg --pr new/pr.svg --learner c45`,
  `evaluate ${MIXED} --folds 3 --repeats 2 --plain --learner c45 --threads 1`,
  `evaluate ${VALUES} --folds 3 --json --set prune=none`,
  `compare ${DAYS} --learners id3,oneR,c45 --folds 4 --plot new/plot.svg`,
  `compare ${MIXED} --learners oneR,c45 --folds 3 --json`,
  `compare ${VALUES} --learners "cart:prune=none,cart:maxDepth=2" --folds 3 --against best`,
  `curve ${DAYS} --kind size --learner id3 --folds 3`,
  `curve ${MIXED} --kind size --learner oneR --folds 3 --plot new/curve.svg --json`,
  `variance ${MIXED} --samples 4 --learner oneR`,
  `variance ${VALUES} --samples 4 --set prune=none --json`,
  `stability ${MIXED} --samples 4 --set prune=none`,
  `stability ${DAYS} --samples 4 --drop 0.2 --json --learner id3`,
  `rules models/cart-classes.json --validate tables/mixed-classes.csv`,
  `rules models/c45-classes.json --join`,
  `rules models/oneR-classes.json --simplify --steps 500 --json`,
  `rules models/c45-classes.json --as csv --out new/rules.csv`,
  "prune models/cart-classes.json tables/mixed-classes.csv --by costComplexity --plot new/sequence.svg",
  "prune models/cart-classes.json tables/mixed-classes.csv --by costComplexity --json",
  "prune models/cart-values.json tables/mixed-values.csv --by reducedError --out new/pruned.json",
  "prune models/cart-classes.json --by errorBased",
  "prune models/cart-classes.json --by mergeLeaves --set mergeTo=3 --json",
  "prune models/cart-classes.json --node 0 --out new/pruned.json",
  "prune models/softTree-classes.json tables/mixed-classes.csv --hard --out new/hard.json",
  "edit models/cart-classes.json tables/mixed-classes.csv --edits other/edits.json --out new/edited.json",
  "edit models/cart-classes.json tables/mixed-classes.csv --edits other/edits.json --workbook new/workbook.json --json",
  "predict models/forest-classes.json tables/mixed-classes.csv --proximities new/near.csv --out new/predicted.csv",
  "transform models/ruleFit-classes.json tables/mixed-classes.csv --as rules --keep y",
  "foil other/family.json --target grandparent",
  "foil other/family.json --target grandparent --json --out new/clauses.json --prolog new/clauses.pl",
  "foil other/family.json --target grandparent --folds 2",
  "stream tables/numbers20k-classes.csv --target y --every 5000 --window 2000 --out new/model.json",
  "stream tables/mixed-classes.csv --target y --learner hoeffdingAdaptive --json --every 70 --state new/state.json",
  "describe other/hostile.csv --target it's --html new/table.html",
  "describe other/hostile.csv --pair __proto__,select --json",
];

const READING = [
  "days.csv",
  "days.tsv",
  "hostile.csv",
  "european.csv",
  "titles.csv",
  "days.arff",
  "days.json",
  "days.data",
  "identifiers.csv",
].flatMap((name) => [`describe other/${name}`, `describe other/${name} --json`]);

const WRONG = [
  "wrong",
  "fit",
  `fit ${DAYS} --learner chart`,
  `fit ${DAYS} --learners cart`,
  `fit ${DAYS} --set minleaf=3`,
  `fit ${DAYS} --set minLeaf=x`,
  `fit ${DAYS} --set minLeaf`,
  `fit ${DAYS} --seed 1.5`,
  `fit ${DAYS} --seed x --json`,
  `fit ${DAYS} --threads 0`,
  `fit ${DAYS} --memory much`,
  `fit ${DAYS} --memory 10kb --engine disk`,
  `fit ${DAYS} --engine moon`,
  `fit ${DAYS} --engine memory --scratch x`,
  `fit ${DAYS} --push-down`,
  `fit ${DAYS} --learner ripper --engine disk`,
  `fit ${DAYS} --weight wind`,
  `fit ${DAYS} --ignore weather`,
  `fit ${DAYS} --type wind=colour`,
  `fit ${DAYS} --type wind=numeric`,
  `fit ${DAYS} --decimal ;`,
  `fit ${DAYS} --encoding latin99`,
  `fit ${DAYS} --resume`,
  `fit ${DAYS} --every 3`,
  `fit ${DAYS} --plot new/plot.svg`,
  `fit ${DAYS} --rules-file bad/rules.txt --learner ripper`,
  `fit ${DAYS} --rules-file bad/unknown.txt --learner ripper`,
  `fit ${DAYS} --rules-file other/rules.txt`,
  `fit ${DAYS} --out none/model.json`,
  `fit ${DAYS} --continue models/cart-classes.json`,
  "fit other/days.csv",
  "fit other/days.csv --target plays",
  "fit none.csv --target y",
  "fit duckdb:none.db#rows --target y",
  "fit other/days.csv --schema bad/schema.json",
  ...["empty", "header", "ragged", "quote", "twice", "constant", "onlytarget", "notarget", "classes"].map(
    (name) => `fit bad/${name}.csv --target y`,
  ),
  "fit bad/weights.csv --target y --weight w",
  "fit bad/zeros.csv --target y --weight w",
  "fit bad/keys.csv --target y --row-key id --learner forest",
  ...[
    "table.arff",
    "row.arff",
    "table.json",
    "shape.json",
    "table.parquet",
    "table.arrow",
    "table.data",
    "table.xlsx",
  ].map((name) => `describe bad/${name} --json`),
  ...["model.json", "version.json", "other.json", "cut.json", "model.coppice"].map(
    (name) => `show bad/${name}`,
  ),
  "show none.json",
  "show models/cart-classes.json --as picture",
  "show models/cart-classes.json --tree 3",
  "predict models/cart-classes.json other/days.csv",
  "predict models/cart-classes.json tables/mixed-classes.csv --json",
  "predict models/cart-classes.json tables/mixed-classes.csv --key x",
  "predict models/cart-classes.json tables/mixed-classes.csv --proximities new/near.csv",
  "explain models/cart-classes.json tables/mixed-classes.csv --row 9999",
  "explain models/cart-classes.json tables/mixed-classes.csv --most 0",
  "rows models/cart-classes.json tables/mixed-classes.csv --node 0.9",
  "rows models/forest-classes.json tables/mixed-classes.csv",
  "candidates models/ripper-classes.json tables/mixed-classes.csv",
  "transform models/ripper-classes.json tables/mixed-classes.csv --as leaves",
  "prune models/forest-classes.json tables/mixed-classes.csv",
  "prune models/cart-classes.json --by reducedError",
  "prune models/cart-classes.json --by scissors",
  "prune models/cart-classes.json --hard",
  "prune models/cart-classes.json --node 7.7",
  "edit models/cart-classes.json tables/mixed-classes.csv --edits bad/edits.json",
  "edit models/cart-classes.json tables/mixed-classes.csv --edits bad/shape.txt",
  "edit models/cart-classes.json tables/mixed-classes.csv --undo 1",
  "sql models/knn-classes.json --table rows",
  "sql models/cart-classes.json --dialect oracle",
  `evaluate ${DAYS} --folds 1`,
  `evaluate ${DAYS} --folds 3 --holdout 0.3`,
  `evaluate ${DAYS} --holdout 2`,
  `evaluate ${DAYS} --folds-file bad/folds.csv`,
  `evaluate ${VALUES} --roc new/roc.svg`,
  `compare ${DAYS} --learners cart,chart`,
  `compare ${DAYS} --learners cart --tests z`,
  `curve ${DAYS} --kind moon`,
  `stability ${DAYS} --learner ripper`,
  `variance ${DAYS} --samples 0`,
  "stream other/days.csv --target play --learner cart",
  "stream other/days.csv --target plays",
  "foil bad/family.json --target x",
  "foil other/family.json --target uncle",
  "foil other/family.json --target grandparent --set wrong=1",
  "learners chart",
  "describe other/days.csv --pair wind",
  "describe other/days.csv --target play --top x",
];
