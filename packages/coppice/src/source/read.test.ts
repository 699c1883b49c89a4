import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { lateRefusal } from "../../test/kit/refusal.js";
import { bytesOf } from "./bytes.js";
import { formatOf, readFormat, readSource } from "./read.js";

test("the format follows the extension", () => {
  const files = "a.csv dir.x/a.CSV.GZ a.b.tsv.gz a.arff a.data a.names a.json a.parquet a.arrow".split(" ");
  expect(files.map(formatOf).join(" ")).toBe("csv csv tsv arff c45 c45 json parquet arrow");
});

test("the error for a workbook explains how to save a CSV, whether detected by name or by bytes", async () => {
  const how = 'save the sheet as CSV (in Excel: File > Save As > "CSV UTF-8"';
  const workbook = "a.xlsx is an Excel workbook, which Coppice does not read";
  expect(() => formatOf("a.xlsx")).toThrow(`${workbook}: open it and ${how}`);
  expect(() => formatOf("a.ods")).toThrow("a.ods is an OpenDocument spreadsheet");
  const zip = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00);
  await expect(readSource(bytesOf("a.csv", zip))).rejects.toThrow(`a.csv is a zip archive, as Excel and`);
  const old = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1);
  await expect(readSource(bytesOf("a.csv", old))).rejects.toThrow(how);
});

test("the error for an unknown extension lists the supported ones", () => {
  const known = ".csv .txt .tsv .tab .arff .data .names .json .parquet .arrow .feather .ipc";
  const message = `a.doc has the extension ".doc"; supported: ${known}, each also with .gz`;
  expect(() => formatOf("a.doc")).toThrow(message);
  expect(() => formatOf("x.csv/noext")).toThrow("x.csv/noext has no extension");
  expect(() => formatOf("a.constructor")).toThrow('".constructor"');
  expect(() => formatOf("a.gz")).toThrow("a.gz has no extension");
});

test("a .gz source is unpacked, with progress in compressed bytes", async () => {
  const packed = gzipSync("a,b\n1,x\n2,y\n");
  const calls: [number, number | undefined][] = [];
  const onProgress = (done: number, total?: number) => calls.push([done, total]);
  const { table } = await readSource(bytesOf("a.csv.gz", packed), { onProgress });
  expect(table.rows).toBe(2);
  expect(calls).toEqual([[packed.length, packed.length]]);
});

test("reading stops when aborted", async () => {
  const controller = new AbortController();
  const big = bytesOf("a.csv", `x\n${"1\n".repeat(2_000_000)}`);
  const onProgress = () => controller.abort();
  const { signal } = controller;
  const refused = (...args: Parameters<typeof readFormat>) => lateRefusal(() => readFormat(...args));
  expect(await refused("csv", big, { signal, onProgress })).toBe("ABORTED: reading a.csv was stopped");
  for (const format of ["arff", "json", "parquet", "arrow"] as const)
    expect(await refused(format, big, { signal })).toMatch(/^ABORTED: /);
});

test.each(["csv", "tsv", "arff", "json", "parquet", "arrow"] as const)("an empty %s file", async (format) => {
  expect(await lateRefusal(() => readFormat(format, bytesOf("e", "")))).toBe("FILE_EMPTY: e is empty");
});
