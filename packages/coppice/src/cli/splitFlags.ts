import type { Command } from "commander";
import { CoppiceError, mustBe } from "../base/errors.js";
import type { Truth } from "../predict/truth.js";
import { type Folds, foldCount, foldsFromFile, plainFolds, stratifiedFolds } from "../table/folds.js";
import { foldsOfDistinct } from "../table/groupedFolds.js";
import type { Warning } from "../table/table.js";
import { keyColumn } from "../table/training/keyColumn.js";
import { readTable } from "../targets/files.js";
import { checkClasses, classWarnings, foldSplits, holdOutSplit, type Split } from "../use/evaluate/splits.js";
import { wholeNumber } from "./flags.js";
import type { Io } from "./io.js";
import type { Training } from "./readTraining.js";

/** Which rows are learned from and which are judged, by folds. */
export interface FoldFlags {
  readonly folds?: number;
  readonly foldsFile?: string;
  readonly repeats?: number;
  readonly plain?: boolean;
  readonly groupDuplicates?: boolean;
  readonly seed: number;
}

export const DEFAULT_FOLDS = 10;

export function addFoldFlags(command: Command, folds = DEFAULT_FOLDS): Command {
  return command
    .option("--folds <n>", `number of cross-validation folds (default: ${folds})`, wholeNumber("--folds", 2))
    .option("--folds-file <file>", "CSV with the columns row and fold, both counted from 0")
    .option("--repeats <n>", "number of repetitions, each with different folds", wholeNumber("--repeats", 1))
    .option("--plain", "disable stratification by class")
    .option("--group-duplicates", "keep duplicate rows in the same fold");
}

/** A share strictly between 0 and 1. */
export function shareBetween(name: string): (text: string) => number {
  return (text) => {
    const share = text.trim() === "" ? Number.NaN : Number(text);
    if (share > 0 && share < 1) return share;
    throw mustBe("OPTION_RANGE", name, "a share between 0 and 1", text);
  };
}

export interface FoldWay {
  readonly kind: "folds";
  readonly count: number;
  readonly repeats: number;
  readonly isStratified: boolean;
  /** Equal rows are in one fold. */
  readonly isGrouped: boolean;
  readonly file?: string;
}

export interface ChosenFolds {
  readonly splits: readonly Split[];
  readonly way: FoldWay;
  readonly warnings: readonly Warning[];
}

export async function chooseFolds(
  io: Io,
  training: Training,
  truth: Truth,
  flags: FoldFlags,
  defaultFolds = DEFAULT_FOLDS,
): Promise<ChosenFolds> {
  const { foldsFile, seed, plain, folds: asked = defaultFolds, repeats = 1 } = flags;
  const isStratified = truth.kind === "classification" && !plain && foldsFile === undefined;
  const isGrouped = flags.groupDuplicates === true;
  const passes: Folds[] = [];
  if (foldsFile !== undefined) {
    const file = await io.interruptible((signal) => readTable(foldsFile, { format: "csv", signal }));
    passes.push(foldsFromFile(file.table, training.rows, training.tableRows));
  } else {
    const codes = isStratified && truth.kind === "classification" ? truth.codes : undefined;
    const foldsOf = isGrouped
      ? foldsOfDistinct(
          training.table,
          [...training.attributes, training.target.name],
          codes,
          keysOf(training),
        )
      : rowFoldsOf(training, codes);
    for (let pass = 0; pass < repeats; pass++) passes.push(foldsOf(asked, seed + pass));
  }
  const splits = passes.flatMap((folds, pass) => foldSplits(folds, pass, passes.length));
  if (!isStratified) checkClasses(truth, splits);
  const way: FoldWay = {
    kind: "folds",
    count: foldCount(passes[0]),
    repeats: passes.length,
    isStratified,
    isGrouped,
    ...(foldsFile !== undefined && { file: foldsFile }),
  };
  return { splits, way, warnings: classWarnings(truth, splits) };
}

type FoldsOf = (count: number, seed: number) => Folds;

function rowFoldsOf(training: Training, codes: Int32Array | undefined): FoldsOf {
  const { rows } = training.table;
  const keys = keysOf(training);
  return (count, seed) =>
    codes === undefined ? plainFolds(rows, count, seed, keys) : stratifiedFolds(codes, count, seed, keys);
}

/** The keys of the rows, if a column has them. */
export function keysOf({ table, rowKey }: Pick<Training, "table" | "rowKey">): Float64Array | undefined {
  return rowKey === undefined ? undefined : keyColumn(table, rowKey);
}

export interface HoldOutWay {
  readonly kind: "holdOut";
  readonly share: number;
  readonly isStratified: boolean;
}

/** One split: this share of the rows to judge on, the same share of each class unless that is not wanted. */
export function chooseHoldOut(
  training: Pick<Training, "table" | "rowKey">,
  truth: Truth,
  {
    holdout: share,
    plain,
    seed,
  }: { readonly holdout: number; readonly plain?: boolean; readonly seed: number },
): { readonly splits: readonly Split[]; readonly way: HoldOutWay; readonly warnings: readonly Warning[] } {
  const codes = truth.kind === "classification" && !plain ? truth.codes : undefined;
  const splits = holdOutSplit(training.table.rows, share, seed, codes, keysOf(training));
  if (codes === undefined) checkClasses(truth, splits);
  const way = { kind: "holdOut", share, isStratified: codes !== undefined } as const;
  return { splits, way, warnings: classWarnings(truth, splits) };
}

export function foldsText({ count, repeats, isStratified, isGrouped, file }: FoldWay, seed: number): string {
  if (file !== undefined) return `${count} folds from ${file}`;
  const times = repeats > 1 ? `${repeats} times ` : "";
  const together = isGrouped ? " with equal rows together" : "";
  return `${times}${count} ${isStratified ? "stratified " : ""}folds${together}, seed ${seed}`;
}

/** A flag that would be ignored is refused. `given` are flags with whether they were given. */
export function refuse(given: ReadonlyMap<string, boolean>, because: string): void {
  for (const [flag, isGiven] of given) {
    if (!isGiven) continue;
    throw new CoppiceError("OPTION_CONFLICT", `${flag} has no meaning with ${because}`, { name: flag });
  }
}

export function checkFoldFlags(flags: FoldFlags): void {
  const { folds, foldsFile, repeats, plain, groupDuplicates } = flags;
  if (foldsFile === undefined) return;
  if (folds !== undefined) {
    throw new CoppiceError("OPTION_CONFLICT", "--folds and --folds-file cannot be combined", {
      name: "--folds",
    });
  }
  const given = new Map([
    ["--repeats", repeats !== undefined],
    ["--plain", plain === true],
    ["--group-duplicates", groupDuplicates === true],
  ]);
  refuse(given, "--folds-file");
}
