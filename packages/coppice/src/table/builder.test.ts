import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { nominal, numeric } from "../testing/index.js";
import * as builders from "./builder.js";
import { cellText } from "./column.js";

const { ColumnBuilder, DISTINCT_DECIMALS, DISTINCT_NUMBERS } = builders;
const { FITS, NOT_LEVEL, NOT_NUMBER, NOT_SAFE, NOT_UTF8 } = builders;
const N = Number.NaN;

function build(texts: readonly string[], declaration?: builders.Declaration, missing?: readonly string[]) {
  const builder = new ColumnBuilder("x", declaration, missing);
  expect(texts.filter((text) => builder.addText(text) !== FITS)).toEqual([]);
  return builder.finish();
}

test("digits with leading zeros, or too many for a double, are levels; other numbers with zeros are numbers", () => {
  const types = {
    nominal: ["01234 98765", "? 007", "9007199254740993"],
    numeric: ["0 10 0.5", "00.5 12", "-05"],
  };
  for (const [type, columns] of Object.entries(types))
    for (const cells of columns) expect(build(cells.split(" ")).type, cells).toBe(type);
  const many = Array.from({ length: DISTINCT_NUMBERS + 5 }, (_, i) => String(i).padStart(6, "0"));
  expect(build(many).type).toBe("nominal");
});

test("numbers and markers make a numeric column", () => {
  expect(build(["1", "?", "007", "", "1e2", "NA"])).toEqual(numeric("x", [1, N, 7, N, 100, N]));
  expect(build(["", "?"])).toEqual(numeric("x", [N, N]));
});

test("one text makes a nominal column that keeps every spelling, sorted by code point", () => {
  const levels = ["007", "10", "7", "B", "b", "\ufffd", "\u{1f31f}"];
  const column = build(["007", "b", "7", "B", "?", "10", "\u{1f31f}", "\ufffd"]);
  expect(column).toEqual(nominal("x", levels, [0, 4, 2, 3, -1, 1, 6, 5]));
});

test("levels depend on the cells, not on their order", () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 3 }), { maxLength: 30 });
  forAll(100, [texts], (cells) => {
    const forward = build(cells, { type: "nominal" });
    const backward = build([...cells].reverse(), { type: "nominal" });
    expect("levels" in backward && backward.levels).toEqual("levels" in forward && forward.levels);
    const isMissing = (cell: string) => ["", "?", "NA", "NaN", "null"].includes(cell);
    const found = cells.map((_, row) => cellText(forward, row));
    expect(found).toEqual(cells.map((cell) => (isMissing(cell) ? undefined : cell)));
  });
});

test("declared levels keep their order, unused ones too, and a level that is a marker is a level", () => {
  const levels = ["low", "mid", "NA"];
  const column = build(["NA", "low", "?"], { type: "ordered", levels });
  expect(column).toEqual({ ...nominal("x", levels, [2, 0, -1]), type: "ordered" });
});

test("null is missing even if the empty string is a level", () => {
  const builder = new ColumnBuilder("x", { type: "nominal", levels: ["", "a"] });
  for (const value of ["", null, "a"]) builder.addValue(value);
  expect(builder.finish()).toMatchObject({ codes: Int32Array.of(0, -1, 1) });
});

test("markers given by the user replace the default ones, even numbers", () => {
  for (const declared of [{ type: "numeric" } as const, undefined])
    expect(build(["1", "-9", "", "-9.5"], declared, ["-9"])).toEqual(numeric("x", [1, N, N, -9.5]));
  expect(build(["NA", "-9"], undefined, ["-9"])).toEqual(nominal("x", ["NA"], [0, -1]));
  const builder = new ColumnBuilder("x", { type: "numeric" }, ["-1"]);
  for (const value of [-1, 2, 3n]) builder.addValue(value);
  expect(builder.finish()).toEqual(numeric("x", [N, 2, 3]));
});

test("many distinct numbers drop the dictionary and lose no value", () => {
  const texts = Array.from({ length: 3 * DISTINCT_NUMBERS }, (_, i) => (i % 10 === 0 ? "NA" : String(i / 4)));
  expect(build(texts)).toEqual(numeric("x", texts.map(Number)));
});

test("decimals drop the dictionary earlier than integers, which may still turn out to be codes", () => {
  const spoiledBy = (text: string, texts: readonly string[]) => {
    const builder = new ColumnBuilder("x");
    for (const one of texts) builder.addText(one);
    builder.addText(text);
    return builder.spoiled;
  };
  const halves = Array.from({ length: DISTINCT_DECIMALS + 1 }, (_, i) => `${i}.5`);
  const integers = Array.from({ length: DISTINCT_DECIMALS + 1 }, (_, i) => String(i));
  expect(spoiledBy("text", halves)).toBe(true);
  expect(spoiledBy("text", halves.slice(1))).toBe(false);
  expect(spoiledBy("text", integers)).toBe(false);
  expect(build([...integers, "007"])).toMatchObject({ type: "nominal" });
  expect(build([...integers, "007", "-1"])).toMatchObject({ type: "numeric" });
});

test("a text after that spoils the column, unless it is declared", () => {
  const builder = new ColumnBuilder("x");
  for (let i = 0; i <= DISTINCT_NUMBERS; i++) builder.addText(String(i));
  expect(builder.addText("?")).toBe(FITS);
  expect(builder.spoiled).toBe(false);
  expect(builder.addText("text")).toBe(FITS);
  expect(builder.spoiled).toBe(true);
  expect(builder.addText("5")).toBe(FITS);
  expect(() => builder.finish()).toThrow("must be read again");
});

test("cells that do not fit what is declared", () => {
  const numeric = () => new ColumnBuilder("x", { type: "numeric" });
  expect(numeric().addText("1e999")).toBe(NOT_NUMBER);
  expect(numeric().add(Uint8Array.of(0xff), 0, 1)).toBe(NOT_UTF8);
  const found = [Number.POSITIVE_INFINITY, true, 2n ** 53n, 2n ** 53n - 1n].map((x) => numeric().addValue(x));
  expect(found).toEqual([NOT_NUMBER, NOT_NUMBER, NOT_SAFE, FITS]);
  const levels = new ColumnBuilder("x", { type: "nominal", levels: ["a"] });
  expect(levels.addText("b")).toBe(NOT_LEVEL);
  expect(new ColumnBuilder("x").addText("\ud83c")).toBe(NOT_UTF8);
  expect(new ColumnBuilder("x").add(Uint8Array.of(0x61, 0xe9), 0, 2)).toBe(NOT_UTF8);
});

test("typed values as text, where the column is nominal", () => {
  const builder = new ColumnBuilder("x", { type: "nominal" });
  const values: builders.CellValue[] = [true, 1.5, 12345678901234567890n, undefined, Number.NaN, "?"];
  for (const value of values) expect(builder.addValue(value)).toBe(FITS);
  const levels = ["1.5", "12345678901234567890", "true"];
  expect(builder.finish()).toEqual(nominal("x", levels, [2, 0, 1, -1, -1, -1]));
});
