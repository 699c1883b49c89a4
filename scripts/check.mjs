// Checks a change in under a minute, without a build: lint, types, imports and the nearest tests.
// npm run check [-- path …]: of these files; without paths of what git says is changed, or else of the last commit.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { install } from "./lib/install.mjs";
import { buildKernels } from "./lib/kernels.mjs";
import { main } from "./lib/main.mjs";
import { commandOf, root } from "./lib/root.mjs";
import { dim, quietly, StepFailed, step } from "./lib/steps.mjs";
import { closingLine, isGreen } from "./lib/summary.mjs";

/** The nearest tests are chosen to take about as long as this, one after the other; types and imports take the rest. */
const SECONDS_OF_TESTS = 30;
const MOST_NAMED = 5;

await main(async () => {
  await install();
  const changed = await changedFiles(process.argv.slice(2));
  if (changed.length === 0) return console.log("no file has changed");
  console.log(`${changed.length} changed: ${shortened(changed)}`);
  if (changed.some((path) => path.startsWith("kernels/"))) await buildKernels();
  const present = changed.filter((path) => existsSync(join(root, path)));
  const steps = await Promise.allSettled([
    ...staticChecks(changed, present).map(([label, command]) => step(label, command)),
    nearest(changed),
  ]);
  const failed = steps.filter(({ status }) => status === "rejected");
  for (const { reason } of failed) if (!(reason instanceof StepFailed)) console.error(reason);
  if (failed.length > 0) process.exitCode = 1;
});

function staticChecks(changed, present) {
  const typed = (name) =>
    changed.some((path) => path.startsWith(`packages/${name}/`) && /\.tsx?$/.test(path));
  const tsc = (project) => [...commandOf("typescript", "tsc"), "--noEmit", "-p", project];
  const lintable = present.filter(
    (path) => /\.([cm]?[jt]sx?|json|css)$/.test(path) && !path.startsWith("kernels/"),
  );
  return [
    lintable.length > 0 && [
      "lint",
      [
        ...commandOf("@biomejs/biome", "biome"),
        "check",
        "--error-on-warnings",
        "--no-errors-on-unmatched",
        ...lintable,
      ],
    ],
    typed("coppice") && ["types of packages/coppice", tsc("packages/coppice/tsconfig.test.json")],
    typed("sql") && ["types of packages/sql", tsc("packages/sql/tsconfig.test.json")],
    typed("studio") && ["types of packages/studio", tsc("packages/studio")],
    changed.some((path) => /^packages\/\w+\/src\//.test(path)) && [
      "import direction",
      [process.execPath, "scripts/check-imports.mjs"],
    ],
  ].filter(Boolean);
}

async function nearest(changed) {
  const { chooseNearest } = await import("./lib/nearest.mjs");
  const { runTests } = await import("./lib/vitest.mjs");
  const { chosen, left, unbuilt, suites } = await chooseNearest(changed, {
    seconds: SECONDS_OF_TESTS,
    built: false,
  });
  for (const { change, tests } of suites) console.log(`changed ${change}: ${tests.join(", ")}`);
  if (chosen.length > 0) {
    const summary = await runTests({ length: "quick", args: chosen, reporter: "dot" });
    console.log(`${closingLine(summary)} ${dim(`in ${chosen.length} files`)}`);
    if (!isGreen(summary)) process.exitCode = 1;
  } else console.log("no test is near");
  if (left.length > 0) console.log(dim(`${left.length} more files of tests import it: npm test`));
  if (unbuilt.length > 0) console.log(dim(`${unbuilt.length} need a build: npm test -- ${unbuilt[0]} …`));
}

async function changedFiles(given) {
  if (given.length > 0) return given;
  const git = async (...args) => {
    const { code, stdout, output } = await quietly(["git", ...args]);
    if (code !== 0) throw new Error(`git ${args.join(" ")} failed:\n${output}`);
    return stdout.split("\n").filter((line) => line !== "");
  };
  const uncommitted = [
    ...(await git("diff", "--name-only", "HEAD")),
    ...(await git("ls-files", "--others", "--exclude-standard")),
  ];
  if (uncommitted.length > 0) return uncommitted;
  console.log("nothing is uncommitted: the last commit is checked");
  return git("show", "--name-only", "--format=", "HEAD");
}

function shortened(paths) {
  const named = paths.slice(0, MOST_NAMED).join(", ");
  return paths.length > MOST_NAMED ? `${named} and ${paths.length - MOST_NAMED} more` : named;
}
