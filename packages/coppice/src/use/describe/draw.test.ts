import { expect, it } from "vitest";
import { tennis } from "../../synthetic/textbook.js";
import { xor } from "../../synthetic/xor.js";
import type { Column } from "../../table/column.js";
import { makeTable } from "../../table/table.js";
import { names, nominal, numeric, ordered } from "../../testing/index.js";
import { describeTable } from "./describeTable.js";
import { descriptionPage } from "./descriptionPage.js";
import { descriptionText } from "./descriptionText.js";
import { sparkline } from "./sparkline.js";
import { columnsOf, cut, cutWord, tableLines } from "./terminal.js";
import { figure, groupTexts } from "./wording.js";

it("the text shows a table with its target", () => {
  const described = describeTable(tennis(), { target: "Play", pairs: 1 });
  const text = descriptionText(described, { top: 1, width: 80 });
  expect(text.split("\n")).toEqual([
    "14 rows, 5 columns; no missing values",
    "",
    "  nominal      missing  distinct  most frequent",
    "  Outlook            –         3  Sunny (36%), Rainy (36%), Overcast (29%)",
    "  Temperature        –         3  Mild (43%), Hot (29%), Cool (29%)",
    "  Humidity           –         2  High (50%), Normal (50%)",
    "  Wind               –         2  Weak (57%), Strong (43%)",
    "  Play               –         2  yes (64%), no (36%)",
    "",
    "target Play: 14 rows, 2 classes, entropy 0.940 bits",
    "  ██ yes  9 (64%)",
    "  ▒▒ no   5 (36%)",
    "",
    "4 attributes against Play, most informative first",
    "",
    "  Outlook  gain 0.247 bits, ratio 0.156",
    // 2 of 5 of 60 columns, 3 of 5, and all.
    `    Sunny     5  ${"█".repeat(24)}${"▒".repeat(36)}`,
    `    Rainy     5  ${"█".repeat(36)}${"▒".repeat(24)}`,
    `    Overcast  4  ${"█".repeat(60)}`,
    "",
    "  Humidity     gain 0.152 bits, ratio 0.152",
    "  Wind         gain 0.048 bits, ratio 0.049",
    "  Temperature  gain 0.029 bits, ratio 0.019",
    "",
    "1 of 6 pairs of attributes",
    "",
    "  Outlook × Humidity  gain 0.601 bits together (0.247 and 0.152 alone)",
    "                 High   Normal",
    "    Sunny     3 ▒100%  2 █100%",
    "    Rainy     2 █ 50%  3 █ 67%",
    "    Overcast  2 █100%  2 █100%",
  ]);
});

it("the text shows means of a numeric target between its least and greatest value", () => {
  const table = makeTable([ordered("x", ["low", "high"], [0, 0, 1, -1]), numeric("y", [0, 0, 8, 4])]);
  const lines = descriptionText(describeTable(table, { target: "y" }), { width: 80 }).split("\n");
  const bars = lines.slice(-3);
  expect(lines.at(-4)).toBe("  x  explains 75.0% of the variance"); // all of it, for three rows of four
  expect(bars[0]).toMatch(/^ {4}low {8}2 {2}●─+ {2}0 ± 0$/);
  expect(bars[1]).toMatch(/^ {4}high {7}1 {2}─+● {2}8$/);
  expect(bars[2]).toMatch(/^ {4}\(missing\) {2}1 {2}(─+)●─+ {2}4$/);
});

it.each([80, 100, 120])("the text keeps to %i columns", (width) => {
  const rows = Array.from({ length: 30 }, (_, row) => row);
  const [one, two] = [1, 2].map((i) => rows.map((row) => (row * i * 12345.678) % 99991));
  const long = names("a rather long name for a column, number ", 2);
  const levels = names("level with many letters and 東京の文字 ", 20);
  const texts = nominal("名前", levels, [...levels.keys(), ...levels.slice(10).keys()]);
  const table = makeTable([numeric(long[0], one), numeric(long[1], two), texts, { ...texts, name: "class" }]);
  const text = descriptionText(describeTable(table, { target: "class", pairs: 3 }), { width });
  for (const line of text.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(width);
});

it("the text makes any column name safe to print", () => {
  const hostile = ["\u001b[31mred\u0007", "__proto__", "a\nb", "\u202egnp", ""];
  const columns = hostile.map((name, i) => nominal(name, [name, `${i}`], [0, 1, -1]));
  const description = describeTable(makeTable(columns), { target: "__proto__", pairs: 2 });
  const text = descriptionText(description);
  // Line ends are ours: a control character of the data would be another line or worse.
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(text).toContain("\\u001b[31mred");
  const page = descriptionPage(description, { title: "\u001b[2J" });
  expect(page.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
});

it("the text shows a table without values, and one without columns", () => {
  const none = makeTable([numeric("x", [Number.NaN])]);
  expect(descriptionText(describeTable(none))).toContain("1 of 1 cell missing (100%)");
  expect(descriptionText(describeTable(makeTable([])))).toBe("0 rows, 0 columns; no missing values");
  expect(descriptionPage(describeTable(none))).toContain("no value in any row");
});

const hostile = '<script>alert("x")</script>&\'';
const column: Column = nominal(hostile, [hostile, "b"], [0, 1, 1]);
const numbers: Column = numeric("n", [1, 2, 4]);
const table = makeTable([column, numbers, { ...column, name: "</style>" }]);

it.each([[undefined], [hostile], ["n"]])("the page escapes all text of the data, target %j", (target) => {
  const options = target === undefined ? { pair: [[hostile, "n"]] as const } : { target, pairs: 5 };
  const page = descriptionPage(describeTable(table, options), { title: hostile });
  expect(page).not.toContain("<script");
  expect(page).not.toMatch(/<\/style>(?![\s\S]*<body>)/);
  expect(page).toContain("&lt;script&gt;");
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/NaN|undefined|Infinity/);
});

it("the page counts what it does not draw", () => {
  const page = descriptionPage(describeTable(table, { target: "n" }), { top: 1 });
  expect(page).toContain("… and 1 more attribute.");
});

it("the page has as many cells as the pair has", () => {
  const page = descriptionPage(describeTable(xor({ rows: 50, seed: 1 }), { target: "class", pairs: 1 }));
  // Four ranges of each of two attributes.
  expect(page.match(/<tbody><tr><th scope="row">[^<]*<\/th>(<td>)/g)).toHaveLength(1);
  expect(page.split('class="cross"')[1].match(/<td>/g)?.length).toBe(17); // 16, and the corner
});

it("draws small bars", () => {
  expect(sparkline([8, 0, 1, 4])).toBe("█ ▁▄"); // eighths of the greatest
  expect(sparkline([1, 1000])).toBe("▁█");
});

it("cuts by the columns of a terminal", () => {
  expect([columnsOf("東京"), columnsOf("e\u0301")]).toEqual([4, 1]);
  expect([cut("東京都", 5), cut("abc", 3), cut("abcd", 3)]).toEqual(["東京…", "abc", "ab…"]);
  expect(cutWord("a\u0000b", 20)).toBe('"a\\u0000b"');
});

it("drops columns of the highest rank where there is no room", () => {
  const column = (head: string, rank: number) => ({ head, cells: ["1"], align: "right", rank }) as const;
  const columns = [column("aaaa", 0), column("bbbb", 2), column("cccc", 1)];
  expect(tableLines(columns, 18)).toEqual(["  aaaa  bbbb  cccc", "     1     1     1"]);
  expect(tableLines(columns, 17)).toEqual(["  aaaa  cccc", "     1     1"]);
  expect(tableLines(columns, 1)).toEqual(["  aaaa", "     1"]);
});

it("prints figures shortly, and ranges so that they differ", () => {
  const figures = [5.84333, 189664.13, 1.2e20, 0.00001234, -0].map(figure);
  expect(figures.join(" ")).toBe("5.843 189664 1.2e+20 1.23e-5 0");
  const range = (from: number, to: number) => ({ kind: "range", from, to }) as const;
  expect(groupTexts([range(1, 2), range(3, 3), { kind: "missing" }])).toEqual(["1 – 2", "3", "(missing)"]);
  const days = groupTexts([range(20240101, 20240102), range(20240103, 20240104)]);
  expect(days).toEqual(["20240101 – 20240102", "20240103 – 20240104"]);
  const [others, level] = [{ kind: "others", levels: 1 } as const, { kind: "level", level: "a,b" } as const];
  expect(groupTexts([others, level])).toEqual(["1 other", '"a,b"']);
});
