import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { onlyJson, type Ran, runHere } from "../../src/cli/testIo.js";
import { readTable } from "../../src/targets/files.js";
import { type Folder, folder } from "../kit/folder.js";

/** The commands of an audit, each with its expected output; they read public tables in ../shared. */
const shared = fileURLToPath(new URL("../../../../../shared/", import.meta.url));
const hasShared = existsSync(`${shared}data`);
let files: Folder;

export function describeAudit(name: string, suite: () => void): void {
  if (!hasShared) console.log(`skipped: ${name}: ../shared/data not found`);
  describe.skipIf(!hasShared)(name, () => {
    files = folder();
    suite();
  });
}

/** A path for what a test writes. */
export const scratch = (name: string) => files.at(name);

/** A table of ../shared with its schema, as arguments. */
export const table = (name: string) => [
  `${shared}data/${name}.csv`,
  "--schema",
  `${shared}data/${name}.json`,
];

export const sets = (...settings: readonly string[]) => settings.flatMap((setting) => ["--set", setting]);

/** The output of a command that must succeed, as JSON. */
export async function answer(...args: readonly string[]): Promise<Record<string, unknown>> {
  const ran = await runHere(...args, "--json", "--threads", "1");
  expect(ran.code, ran.err + ran.out).toBe(0);
  return onlyJson(ran);
}

/** The error code with which a command ends, or undefined if it succeeds. */
export function errorCode(ran: Ran): string | undefined {
  return ran.code === 0 ? undefined : /^([A-Z_]+):/m.exec(ran.err)?.[1];
}

export interface FittedNode {
  readonly test?: { readonly attribute: number };
  readonly gain?: number;
  readonly value?: number;
}

export interface Fitted {
  readonly path: string;
  readonly nodes: readonly FittedNode[];
  readonly attributes: readonly { readonly name: string }[];
}

let count = 0;

/** The model file of a fit that must succeed. */
export async function fitted(name: string, learner: string, ...settings: readonly string[]): Promise<Fitted> {
  const path = scratch(`${name}-${count++}.json`);
  const ran = await runHere("fit", ...table(name), "--learner", learner, ...sets(...settings), "--out", path);
  expect(ran.code, ran.err).toBe(0);
  return { path, ...JSON.parse(readFileSync(path, "utf8")) };
}

/** What a model file predicts for a table, as text. */
export async function predictions(model: string, path: string): Promise<string[]> {
  const ran = await runHere("predict", model, path);
  expect(ran.code, ran.err).toBe(0);
  const lines = ran.out.trim().split("\n").slice(1);
  return lines.map((line) => line.slice(line.indexOf(",") + 1));
}

/** The numbers in a column of a table of ../shared. */
export async function numbersOf(name: string, column: string): Promise<Float64Array> {
  const read = await readTable(`${shared}data/${name}.csv`);
  const found = read.table.columns.find((one) => one.name === column);
  if (found?.type !== "numeric") throw new Error(`${name} has no numbers in ${column}`);
  return found.values;
}
