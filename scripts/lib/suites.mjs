const CORE = "packages/coppice";
const SQL = "packages/sql";

/**
 * What is tested with what: a change of a file under `touches` is checked by the tests under `tests`, beside those that
 * import it. CONTRIBUTING.md has the same list (npm run suites-doc), and every path is tested to exist.
 */
export const SUITES = [
  {
    change: "a criterion",
    touches: [`${CORE}/src/learn/criterion/`],
    tests: [
      `${CORE}/src/learn/criterion/`,
      `${CORE}/test/optionsDocs.test.ts`,
      `${CORE}/test/everyOption.test.ts`,
    ],
  },
  {
    change: "a learner",
    touches: [`${CORE}/src/learn/`],
    tests: [`${CORE}/test/contract/learners.test.ts`, `${CORE}/test/optionsDocs.test.ts`],
  },
  {
    change: "an option",
    touches: [`${CORE}/src/learn/applies.ts`, `${CORE}/src/learn/options.ts`, `${CORE}/src/base/schema.ts`],
    tests: [`${CORE}/test/everyOption.test.ts`, `${CORE}/test/optionsDocs.test.ts`],
  },
  {
    change: "an engine",
    touches: [`${CORE}/src/engine/`, `${CORE}/src/targets/disk/`],
    tests: [`${CORE}/test/contract/engines.test.ts`, `${CORE}/test/contract/handles.test.ts`],
  },
  {
    change: "a kernel",
    touches: ["kernels/assembly/", `${CORE}/src/kernels/`],
    tests: [`${CORE}/src/kernels/`, `${CORE}/src/engine/memory/`],
  },
  {
    change: "a reader",
    touches: [`${CORE}/src/source/`],
    tests: [`${CORE}/src/source/`, `${CORE}/test/messy/`],
  },
  {
    change: "the form of models, prediction",
    touches: [`${CORE}/src/model/`, `${CORE}/src/predict/`],
    tests: [`${CORE}/test/predictEntry.test.ts`, `${CORE}/test/version1.test.ts`],
  },
  {
    change: "an export, a drawing, an explanation",
    touches: [`${CORE}/src/use/`, `${CORE}/src/rules/`, `${CORE}/src/clauses/`],
    tests: [`${CORE}/src/use/`, `${CORE}/test/explain.test.ts`],
  },
  {
    change: "a command",
    touches: [`${CORE}/src/cli/`],
    tests: [`${CORE}/src/cli/`],
  },
  {
    change: "SQL and Spark",
    touches: [`${SQL}/src/`],
    tests: [`${SQL}/`],
  },
  {
    change: "the studio",
    touches: ["packages/studio/src/"],
    tests: ["packages/studio/"],
  },
];

export const isUnder = (path, place) => (place.endsWith("/") ? path.startsWith(place) : path === place);

/** The kinds of change that these files are. */
export function suitesFor(changed) {
  return SUITES.filter(({ touches }) =>
    changed.some((path) => touches.some((place) => isUnder(path, place))),
  );
}

const START = "<!-- suites: written by `npm run suites-doc` from scripts/lib/suites.mjs -->";
const END = "<!-- /suites -->";

/** CONTRIBUTING.md with its list of suites up to date. */
export function withSuites(page) {
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`CONTRIBUTING.md has no lines ${START} and ${END}`);
  return `${page.slice(0, start + START.length)}\n${suitesList()}\n${page.slice(end)}`;
}

function suitesList() {
  const code = (place) => `\`${place}\``;
  const lines = SUITES.map(
    ({ change, touches, tests }) =>
      `| ${change} | ${touches.map(code).join(", ")} | ${tests.map(code).join(", ")} |`,
  );
  return ["| changed | files | tests |", "|---|---|---|", ...lines].join("\n");
}
