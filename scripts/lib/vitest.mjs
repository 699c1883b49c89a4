import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { findChromium } from "./chromium.mjs";
import { recordDurations } from "./durations.mjs";
import { commandOf, root } from "./root.mjs";
import { seedOfTests } from "./seed.mjs";
import { inherited } from "./steps.mjs";
import { summarise } from "./summary.mjs";

export const LENGTHS = ["quick", "normal", "deep"];

/**
 * Runs test files and returns {passed, failed, skipped, report}; prints how to repeat each failed test alone. The run has a
 * folder for its temporary files, which is removed afterwards.
 */
export async function runTests({ length = "normal", args = [], reporter = undefined, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), "coppice-run-"));
  const file = join(folder, "report.json");
  const temporary = join(folder, "coppice-tmp");
  mkdirSync(temporary);
  const seed = await seedOfTests();
  try {
    const code = await inherited([...commandOf("vitest"), "run", ...reporters(reporter, file), ...args], {
      env: { ...process.env, ...environment({ length, seed, temporary }), ...env },
    });
    const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    if (report !== undefined) recordDurations(report, length);
    for (const line of repeats(report, { length, seed })) console.log(line);
    return summarise(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reporters(name, file) {
  const shown = name ?? (process.env.CI ? "dot" : "default");
  return [`--reporter=${shown}`, "--reporter=json", `--outputFile.json=${file}`];
}

function environment({ length, seed, temporary }) {
  const chromium = findChromium();
  return {
    COPPICE_LENGTH: length,
    TMPDIR: temporary,
    ...(seed === undefined ? {} : { COPPICE_SEED: seed }),
    ...(chromium === undefined ? {} : { CHROMIUM: chromium }),
    ...(process.stdout.isTTY || process.env.FORCE_COLOR !== undefined ? {} : { NO_COLOR: "1" }),
  };
}

const MOST_REPEATS = 20;

/** A command for each failed test: it draws the same examples, and runs nothing else. */
function repeats(report, { length, seed }) {
  const failed = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => [name, fullName]),
  );
  if (failed.length === 0) return [];
  const flag = length === "normal" ? "" : ` --${length}`;
  const lines = failed.slice(0, MOST_REPEATS).map(([name, title]) => {
    const path = relative(root, name).split(sep).join("/");
    return `  ${seed === undefined ? "" : `COPPICE_SEED=${seed} `}npm test --${flag} ${path} -t ${quoted(title)}`;
  });
  const more = failed.length - lines.length;
  return ["To repeat a failed test alone:", ...lines, ...(more > 0 ? [`  … and ${more} more`] : [])];
}

/** For a shell. vitest reads a title as a regular expression. */
function quoted(title) {
  return `'${title.replaceAll(/[\\^$.*+?()[\]{}|]/g, ".").replaceAll("'", ".")}'`;
}
