import { describe, expect, it } from "vitest";
import { runHere } from "../src/cli/testIo.js";
import type { Warning } from "../src/table/table.js";
import { examineTraining } from "../src/table/training/trainingFrom.js";
import { readTable } from "../src/targets/files.js";
import { prepareFit } from "../src/targets/fitRequest.js";
import { crossValidate } from "../src/targets/nodeCrossValidate.js";
import { fit } from "../src/targets/nodeFit.js";
import { folder } from "./kit/folder.js";
import { warningCodes } from "./warningCodes.js";

const { put } = folder();

/** 60 rows of a number, a word and a class; `cells` has the further columns. */
function csv(cells: Readonly<Record<string, (row: number) => string | number>>, rows = 60): string {
  const columns = { n: (row: number) => (row * 7) % 31, w: (row: number) => "abc"[(row * 5) % 3], ...cells };
  const all = Object.entries({ ...columns, y: cells.y ?? ((row) => (row % 3 === 0 ? "no" : "yes")) });
  const lines = Array.from({ length: rows }, (_, row) => all.map(([, cell]) => cell(row)).join(";"));
  return [all.map(([name]) => name).join(";"), ...lines, ""].join("\n");
}

const early = (row: number) => (row % 25 < 9 ? "no" : "yes");
const two = (n: number) => String(n).padStart(2, "0");

/** A file for each warning that has a remedy. */
const FILES: readonly (readonly [Warning["code"], string | Uint8Array])[] = [
  ["NUMBERS_IN_TEXT", csv({ x: (row) => `$${row + 5}.50` })],
  ["MOSTLY_NUMERIC", csv({ x: (row) => (row === 17 ? "twelve" : row * 3) })],
  ["MOSTLY_NUMERIC", csv({ x: (row) => (row % 7 === 3 ? "refused" : row * 3) })],
  ["DECIMAL_AMBIGUOUS", csv({ x: (row) => `${row + 1},${100 + row}` }).replaceAll(";", "\t")],
  ["DATE_AS_NUMBER", csv({ x: (row) => `2024-${two((row % 12) + 1)}-${two((row % 28) + 1)}` })],
  ["DATE_ORDER_AMBIGUOUS", csv({ x: (row) => `${(row % 12) + 1}/${((row * 5) % 12) + 1}/2024` })],
  ["SPELLINGS_JOINED", csv({ x: (row) => ["yes", "Yes", "NO", "no"][row % 4] })],
  ["DIGITS_AS_TEXT", csv({ x: (row) => `0${1000 + (row % 20)}` })],
  ["DIGITS_AS_TEXT", csv({ x: (row) => `90071992547409931${10 + (row % 20)}` })],
  ["TOTALS_ROW", `${csv({})}99;Total;\n`],
  ["TOTALS_ROW", `${csv({})}99;Total;\n;;\n;Generated;\n`],
  ["TITLE_LINES", `Report of the year\n\n${csv({ x: (row) => row * 2 })}`],
  ["ROW_NUMBER", csv({ x: (row) => row + 1 })],
  ["ID_LIKE", csv({ x: (row) => `k${row * 17}q` })],
  ["NEAR_UNIQUE", csv({ x: (row) => `k${Math.floor(row / 1.5) * 17}q` })],
  ["LEAK", csv({ x: (row) => (row % 3 === 0 ? "left" : "right") })],
  ["LEAK_MISSING", csv({ x: (row) => (row % 3 === 0 ? "" : (row * 11) % 17) })],
  ["TARGET_NUMERIC", csv({ y: (row) => row % 3 })],
  ["TARGET_CLASSES", csv({ y: (row) => `k${row * 17}q` })],
  ["CLASS_RARE", csv({ y: (row) => (row % 300 === 7 ? "rare" : "usual") }, 900)],
  ["DUPLICATE_ROWS", csv({ n: (row) => (row % 25) * 1.25, w: (row) => "abcde"[row % 5], y: early }, 50)],
];

/** In another encoding. */
const LATIN = Uint8Array.from(csv({ größe: (row) => (row * 11) % 17 }), (char) => char.charCodeAt(0));

const WITHOUT: ReadonlySet<string> = new Set<Warning["code"]>([
  ...(["CONSTANT", "ALL_MISSING", "MANY_LEVELS", "TARGET_MISSING_ROWS", "ZERO_WEIGHT_ROWS"] as const),
  ...(["UNSEEN_LEVELS", "LEVEL_ORDER", "DATE_AS_TEXT", "TARGET_CONSTANT", "CLASS_MISSPELT"] as const),
  ...(["CLASS_SINGLE", "CLASS_NOT_LEARNED", "NOT_ASSESSED", "PRIORS_WITHOUT_ROWS"] as const),
  ...(["LEVELS_ALIKE", "UNNAMED_COLUMN"] as const),
]);

const READING = new Set(["skipLines", "skipLastLines", "encoding", "types", "missing", "decimal", "dates"]);

/** Placeholders are filled in. */
const filled = (text: string) => text.replace("<n>", "2").replace("<name>", "latin1");

/** The warning of this code about a table, and where the table is. */
async function warned(
  code: string,
  content: string | Uint8Array,
): Promise<{ path: string; warning: Warning }> {
  const path = put(`${code}${content.length}.csv`, content);
  const { training, fault } = examineTraining(await readTable(path), { target: "y" }, "option");
  const all = [...training.warnings, ...(fault ? [fault as Warning] : [])];
  const warning = all.find((one) => one.code === code);
  expect(warning, JSON.stringify(all)).toBeDefined();
  return { path, warning: warning! };
}

const named = ({ code, column }: Pick<Warning, "code" | "column">) => `${code} ${column}`;

describe("every remedy that a warning names", () => {
  const cases = [...FILES, ["ENCODING_GUESSED", LATIN] as const];

  it.each(cases)("%s: as a field or option of the library", async (code, content) => {
    const { path, warning } = await warned(code, content);
    const given = Object.entries(new Function(`return {${filled(warning.remedy!.option)}}`)());
    const { types, ...rest } = Object.fromEntries(given.filter(([name]) => READING.has(name))) as {
      types?: Record<string, "nominal">;
    };
    const data = await readTable(path, { ...rest, ...(types && { types: new Map(Object.entries(types)) }) });
    const codes: string[] = [];
    const onWarning = (one: Warning) => codes.push(named(one));
    const options = Object.fromEntries(given.filter(([name]) => !READING.has(name)));
    const request = { target: "y", ...options, onWarning };
    if (code === "DUPLICATE_ROWS") await crossValidate(data, { ...request, folds: 5 });
    else await fit(data, request as never);
    // Priors leave the classes as they are.
    if (code !== "CLASS_RARE") expect(codes).not.toContain(named(warning));
    if (types === undefined) return;
    // The same as a field of the request, for data in a program.
    const { training } = await prepareFit(await readTable(path), { target: "y", types } as never);
    expect(training.warnings.map(named)).not.toContain(named(warning));
  });

  it.each(cases)("%s: as a flag of the command", async (code, content) => {
    const { path, warning } = await warned(code, content);
    const flags = filled(warning.remedy!.flag)
      .split(" ")
      .map((word) => word.replace(/^"(.*)"$/, "$1"));
    const command = code === "DUPLICATE_ROWS" ? ["evaluate", path, "--folds", "5"] : ["fit", path];
    const ran = await runHere(...command, "--target", "y", ...flags);
    expect(ran.code, ran.err).toBe(0);
    if (code === "CLASS_RARE") return;
    const lines = ran.err.split("\n").filter((line) => line.includes(`warning: ${code}:`));
    expect(lines.filter((line) => line.includes(JSON.stringify(warning.column ?? "")))).toEqual([]);
  });

  it("STRING_IGNORED: a column that its file declares as text, which may be used", async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `t${row % 9},${"ab"[row % 2]},${row % 7}`).join("\n");
    const head = "@relation r\n@attribute x string\n@attribute y {a, b}\n@attribute z numeric\n@data\n";
    const path = put("string.arff", head + rows);
    const { training } = examineTraining(await readTable(path), { target: "y" }, "option");
    const { remedy } = training.warnings.find(({ code }) => code === "STRING_IGNORED")!;
    expect(remedy).toEqual({ flag: "--use x", option: 'use: ["x"]', effect: "to include it" });
    const used = await prepareFit(await readTable(path), { target: "y", use: ["x"] });
    expect(used.training.attributes).toContain("x");
    const ran = await runHere("fit", path, "--target", "y", "--use", "x");
    expect([ran.code, ran.err]).toEqual([0, expect.not.stringContaining("STRING_IGNORED")]);
  });

  it("is among these", () => {
    const seen = new Set<string>([...cases.map(([code]) => code), "STRING_IGNORED"]);
    const codes = warningCodes();
    expect(codes.filter((code) => seen.has(code) === WITHOUT.has(code))).toEqual([]);
  });
});
