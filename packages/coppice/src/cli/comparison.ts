import pc from "picocolors";
import { printable } from "../model/words.js";
import type { Warning } from "../table/table.js";
import { comparisonText } from "../use/draw/comparePlot.js";
import type { Comparison, Entry, TestName, Versus } from "../use/evaluate/compare.js";
import type { Candidate, Refused } from "./candidates.js";
import { type Io, printLine } from "./io.js";
import { columnsText, figure, secondsText, shortName, sizeText } from "./layout.js";
import type { Training } from "./readTraining.js";
import { type FoldWay, foldsText } from "./splitFlags.js";
import { figuresOf } from "./summary.js";

export interface ComparisonReport {
  readonly path: string;
  readonly training: Training;
  readonly candidates: readonly Candidate[];
  readonly comparison: Comparison;
  /** Those of the candidates, and of what was asked for beside them, that cannot run. */
  readonly failures: readonly Refused[];
  readonly way: FoldWay;
  readonly seed: number;
  readonly warnings: readonly Warning[];
  readonly wall: number;
}

export function comparisonJson(report: ComparisonReport): object {
  const { training, candidates, comparison, failures, way, wall } = report;
  return {
    target: training.target.name,
    rows: training.table.rows,
    folds: way.count,
    repeats: way.repeats,
    measure: comparison.measure,
    against: comparison.entries[comparison.against].name,
    learners: comparison.entries.map((entry) => entryJson(entry, candidates[entry.trial])),
    failures: failures.map(({ name, learner, error: { code, message } }) => ({
      name,
      learner,
      code,
      message,
    })),
    seconds: { read: training.seconds, wall },
    warnings: [...training.warnings, ...report.warnings],
  };
}

function entryJson(
  { name, assessment, figures, mean, versus }: Entry,
  { learner, options }: Candidate,
): object {
  const { score, size, seconds } = assessment;
  return {
    name,
    learner,
    options,
    ...figuresOf(score, options),
    mean: mean.mean,
    sd: mean.sd,
    interval: mean.interval,
    perFold: figures,
    size,
    seconds,
    ...(versus && { versus: versusJson(versus) }),
  };
}

function versusJson({ tests, ...counts }: Versus): object {
  return { ...counts, tests: Object.fromEntries(tests) };
}

const TEST_WORDS: Readonly<Record<TestName, string>> = {
  "5x2cv": "5x2cv F",
  t: "t",
  corrected: "corr. t",
  mcnemar: "McNemar",
};

/** A probability below this is taken for a difference. */
const LEVEL = 0.05;

export function printComparison(io: Io, report: ComparisonReport): void {
  const { path, training, comparison, failures, way, seed } = report;
  const { entries, against, measure } = comparison;
  const colors = pc.createColors(io.stdout.color);
  printLine(io.stdout, printable(`${path}: ${training.table.rows} rows, ${foldsText(way, seed)}`));
  printLine(io.stdout);
  const tests = testsShown(entries);
  const head = ["learner", `${measure} ± sd`, "leaves", "time", "w/t/l", ...tests.map((t) => TEST_WORDS[t])];
  const rows = entries.map((entry) => rowOf(entry, tests));
  const table = columnsText([head, ...rows]).split("\n");
  printLine(io.stdout, colors.dim(table[0]));
  const best = bestEntry(comparison);
  table.slice(1).forEach((row, i) => {
    printLine(io.stdout, i === best ? colors.green(row) : row);
  });
  for (const { name, error } of failures) {
    printLine(io.stdout, printable(`  ${shortName(name, 40)}  cannot run: ${error.toString()}`));
  }
  printLine(io.stdout);
  const reference = shortName(entries[against].name, 40);
  printLine(io.stdout, colors.dim(`  w/t/l: folds won, tied and lost against ${reference}`));
  if (tests.length > 0) {
    printLine(io.stdout, colors.dim(`  ${tests.map((test) => TEST_WORDS[test]).join(", ")}: p-values`));
  }
  printLine(io.stdout);
  const width = Math.min(78, (io.stdout.width ?? 80) - 3);
  printLine(io.stdout, comparisonText(comparison, width).replace(/^/gm, "  "));
  printLine(io.stdout, colors.dim(`  ${measure}: · each fold, ● their mean`));
  printLine(io.stdout);
  if (entries.length === 1) return;
  for (const line of verdicts(entries, against, measure)) printLine(io.stdout, `  ${line}`);
}

function testsShown(entries: readonly Entry[]): TestName[] {
  return [...new Set(entries.flatMap(({ versus }) => [...(versus?.tests.keys() ?? [])]))];
}

function rowOf({ name, mean, assessment, versus }: Entry, tests: readonly TestName[]): string[] {
  const { size, seconds } = assessment;
  return [
    shortName(name, 40),
    `${figure(mean.mean)} ± ${figure(mean.sd)}`,
    "leaves" in size ? String(Math.round(size.leaves * 10) / 10) : sizeText(size),
    secondsText(seconds.fit),
    versus ? `${versus.wins}/${versus.ties}/${versus.losses}` : "",
    ...tests.map((test) => pText(versus?.tests.get(test)?.p)),
  ];
}

function pText(p: number | undefined): string {
  if (p === undefined) return "";
  return p < 0.001 ? "<.001" : p.toFixed(3);
}

function bestEntry({ entries, measure }: Comparison): number {
  const means = entries.map(({ mean }) => (measure === "accuracy" ? mean.mean : -mean.mean));
  return means.indexOf(Math.max(...means));
}

/** One careful sentence: the strictest of the tests made decides. */
function verdicts(entries: readonly Entry[], against: number, measure: Comparison["measure"]): string[] {
  const reference = shortName(entries[against].name, 40);
  const told = entries.flatMap(({ name, versus }) => {
    if (versus === undefined || versus.tests.size === 0) return [];
    const p = Math.max(...[...versus.tests.values()].map((test) => test.p));
    if (!(p < LEVEL)) return [];
    const isBetter = versus.difference > 0 === (measure === "accuracy");
    const by = `${measure} ${isBetter ? "better" : "worse"} by ${figure(Math.abs(versus.difference))}`;
    return [
      `${shortName(name, 40)} differs significantly from ${reference}: ${by} (p < ${LEVEL} in every test)`,
    ];
  });
  if (told.length > 0) return told;
  return [`no significant difference from ${reference} (p is not below ${LEVEL} in every test)`];
}
