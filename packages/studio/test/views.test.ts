import { type Column, columnOf, describeTable, type ReadResult } from "coppice";
import { beforeAll, expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { isDeep } from "../../coppice/test/kit/length.js";
import { describeStudio } from "./kit/describeStudio.js";
import { FORMATS } from "./kit/formats.js";
import { readPenguins } from "./kit/penguins.js";
import { NARROW, PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("views of a table", (bench) => {
  let studio: StudioPage;
  let read: ReadResult;
  const files = folder();

  beforeAll(async () => {
    read = await readPenguins();
  });

  const across = () => studio.page.getByLabel("Across");
  const up = () => studio.page.getByLabel("Up", { exact: true });
  const numbers = async () => {
    await studio.page.locator(".pairs details").evaluate((details) => details.setAttribute("open", ""));
    const rows = studio.page.locator("[data-numbers] tbody tr");
    return (await rows.allInnerTexts()).map((row) => row.split("\t").map((cell) => cell.trim()));
  };
  const levelOf = (column: Column, row: number) =>
    column.type === "numeric" ? undefined : column.levels[column.codes[row]];
  const marks = (selector: string) => studio.page.locator(`.pairs ${selector}`).count();

  it("two numbers: a dot for each row that has both, and what they tell by the library", async () => {
    studio = await bench.open({ file: PENGUINS });
    await across().selectOption("Flipper Length (mm)");
    await up().selectOption("Beak Length (mm)");
    const [a, b] = ["Flipper Length (mm)", "Beak Length (mm)"];
    const { pairs, target } = describeTable(read.table, { target: "Species", pair: [[a, b]], pairs: 0 });
    if (target?.task !== "classification") throw new Error("classes");
    const share = (x: number) => `${Math.round((100 * x) / target.entropy)}%`;
    const [{ gain = 0, alone = [0, 0] }] = pairs;
    await expect
      .poll(() => studio.text("[data-pair]"))
      .toBe(
        `342 rows with both values. Each cut into a few parts, together they tell ${share(gain)} of what is unknown about the target, one by one ${share(alone[0])} and ${share(alone[1])}.`,
      );
    await expect.poll(() => marks("svg circle")).toBe(342);
    expect(await studio.axeFaultsOfRepeat()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("a number and classes: boxes with medians", async () => {
    studio = await bench.open({ file: PENGUINS });
    await across().selectOption("Species");
    await up().selectOption("Body Mass (g)");
    await expect.poll(() => marks("svg rect")).toBe(3);
    const mass = columnOf(read.table, "Body Mass (g)");
    const species = columnOf(read.table, "Species");
    if (mass.type !== "numeric") throw new Error("numbers");
    for (const [name, rows, , , median] of await numbers()) {
      const values = [...mass.values].filter((x, row) => !Number.isNaN(x) && levelOf(species, row) === name);
      values.sort((p, q) => p - q);
      const middle = (values[(values.length - 1) >> 1] + values[values.length >> 1]) / 2;
      expect(Number(rows)).toBe(values.length);
      expect(Number(median.replace(",", ""))).toBe(middle);
    }
  });

  it("two sets of levels: a mosaic whose tiles have the rows", async () => {
    studio = await bench.open({ file: PENGUINS });
    await across().selectOption("Island");
    await up().selectOption("Sex");
    await expect.poll(() => studio.text("[data-pair]")).toContain("333 rows");
    const [island, sex] = [columnOf(read.table, "Island"), columnOf(read.table, "Sex")];
    const head = (await studio.page.locator("[data-numbers] thead th").allTextContents()).slice(1);
    for (const [name, ...cells] of await numbers()) {
      head.forEach((level, i) => {
        let count = 0;
        for (let row = 0; row < read.table.rows; row++)
          if (levelOf(island, row) === name && levelOf(sex, row) === level) count++;
        expect(Number(cells[i]), `${name} ${level}`).toBe(count);
      });
    }
    expect(await studio.axeFaults()).toEqual([]);
    expect(studio.faults).toEqual([]);
  });

  it("a column is enlarged by a click, or by keys", async () => {
    studio = await bench.open({ file: PENGUINS });
    const button = studio.page.getByRole("button", { name: /^Distribution of Beak Depth/ });
    await button.focus();
    await studio.page.keyboard.press("Enter");
    await studio.page.waitForSelector(".large svg rect");
    expect(await button.getAttribute("aria-expanded")).toBe("true");
    expect(await studio.page.locator(".large svg rect").count()).toBeGreaterThan(40);
    expect(await studio.axeFaults()).toEqual([]);
    await button.click();
    expect(await studio.page.locator(".large").count()).toBe(0);
    expect(studio.faults).toEqual([]);
  });

  it.each([
    ["dark", { colorScheme: "dark" }],
    ["narrow", { viewport: NARROW }],
  ] as const)("axe finds no fault: %s", async (name, context) => {
    studio = await bench.open({ file: PENGUINS, ...context });
    await across().selectOption("Island");
    await up().selectOption("Species");
    await studio.page.waitForSelector(".pairs svg rect");
    expect(name === "dark" ? await studio.axeFaults() : await studio.axeFaultsOfRepeat()).toEqual([]);
    expect(await studio.isTooWide()).toBe(false);
  });

  it("shows names of markup and marks that turn text around as text", async () => {
    const [a, b] = ["<img src=x onerror=alert(1)>", "\u202egnp.exe"];
    const lines = Array.from(
      { length: 60 },
      (_, i) => `"<b>${i % 4}</b>","</svg><script>${i % 3}",${i % 2 ? "yes" : "no"}`,
    );
    const file = files.put("hostile.csv", [`"${a}","${b}",class`, ...lines].join("\n"));
    studio = await bench.open({ file });
    await across().selectOption(a);
    await up().selectOption(b);
    await studio.page.waitForSelector(".pairs svg rect");
    const text = await studio.page.locator(".pairs").innerText();
    expect(text).toContain("\\u202egnp.exe");
    expect(text).not.toContain("\u202e");
    expect(await studio.page.locator(".pairs svg text").allTextContents()).toContain(`${a} →`);
    expect(await studio.page.locator(".pairs img, .pairs script").count()).toBe(0);
    expect(studio.faults).toEqual([]);
  });

  it("shows the density of many rows, and some of them as dots", async () => {
    // So many cells that the first tree is not estimated: ten folds of it take a while.
    const same = Array.from({ length: 18 }, (_, i) => `same${i}`);
    const lines = Array.from({ length: 20_000 }, (_, i) =>
      [(i * 37) % 101, (i * 59) % 89, ...same.map(() => 0), (i * 37) % 101 < 50].join(","),
    );
    const file = files.put("many.csv", [["x", "y", ...same, "class"].join(","), ...lines].join("\n"));
    studio = await bench.open({ file });
    await across().selectOption("x");
    await up().selectOption("y");
    await studio.page.waitForSelector(".pairs svg rect");
    expect(await marks("svg rect")).toBeLessThanOrEqual(1024);
    expect(await studio.text("[data-pair]")).toContain("20,000 rows");
    await studio.page.getByRole("button", { name: "Dots" }).click();
    await expect.poll(() => marks("svg circle")).toBe(2000);
    expect(await studio.text("[data-pair]")).toContain("2,000 of 20,000 rows");
  });

  // The other formats are read by the same file of the worker, and in worker.test.ts; these load code of their own.
  it.each(isDeep ? Object.keys(FORMATS) : ["t.csv", "t.parquet", "t.arrow"])(
    "opens the rows of %s",
    async (name) => {
      studio = await bench.open({ file: files.put(name, FORMATS[name]()) });
      expect(await studio.text("h1")).toBe(name);
      expect(await studio.text("main .muted")).toContain("40 rows");
      expect(await studio.page.getByLabel("Type of size").inputValue()).toBe("numeric");
      expect(await studio.page.getByLabel("Type of kind").inputValue()).toBe("nominal");
      await studio.go("Tree");
      // One test separates them: size ≤ 19.5.
      expect(await studio.page.getByRole("tree").getAttribute("aria-label")).toBe("Tree of kind, 3 nodes");
      expect(studio.faults).toEqual([]);
    },
  );
});
