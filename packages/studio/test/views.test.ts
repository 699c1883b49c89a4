import { describeTable } from "coppice";
import { expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { isDeep } from "../../coppice/test/kit/length.js";
import { brief } from "../src/base/text.js";
import { quantile } from "../src/work/pairs.js";
import { describeStudio } from "./kit/describeStudio.js";
import { FORMATS } from "./kit/formats.js";
import { penguins, rowOf, target } from "./kit/penguins.js";
import { PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("views of a table", (bench) => {
  let studio: StudioPage;
  const files = folder();

  const choose = async (x: string, y: string) => {
    await studio.page.getByLabel("Across").selectOption(x);
    await studio.page.getByLabel("Up", { exact: true }).selectOption(y);
    await studio.settled();
  };
  const marks = (selector: string) => expect.poll(() => studio.page.locator(`.pairs ${selector}`).count());

  it("two numbers: a dot for each row that has both, and what they tell by the library", async () => {
    studio = await bench.open({ file: PENGUINS });
    const pair = ["Flipper Length (mm)", "Beak Length (mm)"] as const;
    await choose(...pair);
    const about = describeTable(penguins.table, { target, pair: [pair], pairs: 0 });
    if (about.target?.task !== "classification") throw new Error("classes");
    const { entropy } = about.target;
    const [{ gain = 0, alone = [0, 0] }] = about.pairs;
    const [both, x, y] = [gain, ...alone].map((tells) => `${Math.round((100 * tells) / entropy)}%`);
    await expect
      .poll(() => studio.text("[data-pair]"))
      .toBe(
        `342 rows with both values. Each cut into a few parts, together they tell ${both} of what is unknown about the target, one by one ${x} and ${y}.`,
      );
    await marks("svg circle").toBe(342);
  });

  const rows = Array.from({ length: penguins.table.rows }, (_, row) => rowOf(row));

  it("a number and levels are boxes, two sets of levels a mosaic, with their numbers in a table", async () => {
    studio = await bench.open({ file: PENGUINS });
    const numbers = async () => {
      await studio.page.locator(".pairs details").evaluate((details) => details.setAttribute("open", ""));
      const lines = await studio.page.locator("[data-numbers] tbody tr").allInnerTexts();
      return lines.map((line) => line.split("\t").map((cell) => cell.trim()));
    };
    await choose("Island", "Body Mass (g)");
    await marks("svg rect").toBe(3);
    for (const [island, count, , , median] of await numbers()) {
      const known = rows.filter((row) => row.Island === island).map((row) => row["Body Mass (g)"]);
      const masses = Float64Array.from(known.filter((mass) => typeof mass === "number")).sort();
      expect([count, median], island).toEqual([String(masses.length), brief(quantile(masses, 0.5))]);
    }
    await choose("Island", "Sex");
    await expect.poll(() => studio.text("[data-pair]")).toContain("333 rows");
    const [, ...sexes] = await studio.page.locator("[data-numbers] thead th").allTextContents();
    for (const [island, ...counts] of await numbers()) {
      const count = (sex: string) => rows.filter((row) => row.Island === island && row.Sex === sex).length;
      expect(counts.map(Number), island).toEqual(sexes.map(count));
    }
  });

  it("a column is enlarged by a click, or by keys", async () => {
    studio = await bench.open({ file: PENGUINS });
    const button = studio.page.getByRole("button", { name: /^Distribution of Beak Depth/ });
    await button.focus();
    await studio.page.keyboard.press("Enter");
    await studio.page.waitForSelector(".large svg rect");
    expect(await button.getAttribute("aria-expanded")).toBe("true");
    expect(await studio.page.locator(".large svg rect").count()).toBeGreaterThan(40);
    expect(await studio.axeFaults({ within: ".columns" })).toEqual([]);
    await button.click();
    expect(await studio.page.locator(".large").count()).toBe(0);
  });

  it("shows the density of many rows, and some of them as dots", async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => [(i * 37) % 101, (i * 59) % 89, i % 101 < 50]);
    studio = await bench.open({ file: files.put("many.csv", ["x,y,class", ...lines].join("\n")) });
    await choose("x", "y");
    await studio.page.waitForSelector(".pairs svg rect");
    expect(await studio.page.locator(".pairs svg rect").count()).toBeLessThanOrEqual(1024);
    expect(await studio.text("[data-pair]")).toContain("3,000 rows");
    await studio.button("Dots").click();
    await marks("svg circle").toBe(2000);
    expect(await studio.text("[data-pair]")).toContain("2,000 of 3,000 rows");
  });

  // The other formats are read by the same file of the worker, and in worker.test.ts; these load code of their own.
  it.each(isDeep ? Object.keys(FORMATS) : ["t.parquet", "t.arrow"])("opens the rows of %s", async (name) => {
    studio = await bench.open({ file: files.put(name, FORMATS[name]()) });
    expect(await studio.text("h1")).toBe(name);
    expect(await studio.text("main .muted")).toContain("40 rows");
    expect(await studio.page.getByLabel("Type of size").inputValue()).toBe("numeric");
    expect(await studio.page.getByLabel("Type of kind").inputValue()).toBe("nominal");
    await studio.go("Tree");
    // One test separates them: size ≤ 19.5.
    expect(await studio.stage.getAttribute("aria-label")).toBe("Tree of kind, 3 nodes");
  });
});
