import { describeTable } from "coppice";
import { expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { isDeep } from "../../coppice/test/kit/length.js";
import { brief } from "../src/base/text.js";
import { quantile } from "../src/work/pairs.js";
import { describeStudio } from "./kit/describeStudio.js";
import { FORMATS } from "./kit/formats.js";
import { grown, PENGUINS_TEXT, penguins, rowOf, target } from "./kit/penguins.js";
import { PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("the data screen", (bench) => {
  let studio: StudioPage;
  const files = folder();

  const columns = () => studio.page.locator("li.column");

  it("shows the columns with the library's figures", async () => {
    studio = await bench.open({ file: PENGUINS });
    const about = describeTable(penguins.table, { target });
    expect(await columns().count()).toBe(about.columns.length);
    for (const [i, column] of about.columns.entries()) {
      const text = (await columns().nth(i).innerText()).replaceAll(/\s+/g, " ");
      expect(text).toContain(column.name);
      if (column.missing > 0) expect(text).toContain(`${(column.missingShare * 100).toFixed(1)}% missing`);
      if (column.type === "numeric")
        expect(text).toContain(`median ${column.median!.toLocaleString("en-GB")}`);
      const alone = about.attributes.find(({ attribute }) => attribute === column.name);
      if (alone === undefined || about.target?.task !== "classification") continue;
      const share = Math.round((alone.gain! / about.target.entropy) * 100);
      expect(text).toContain(share === 0 ? "<1% alone" : `${share}% alone`);
    }
  });

  it("leaves a column out, by keys", async () => {
    studio = await bench.open({ file: PENGUINS });
    await studio.page.getByLabel("Learn from Flipper Length (mm)").focus();
    await studio.press("Space");
    await studio.page.getByRole("button", { name: "Grow a tree" }).click();
    await studio.settled();
    expect(await studio.text("[data-importance]")).not.toContain("Flipper");
  });

  it("changes the type of a column and the target", async () => {
    const lines = Array.from({ length: 40 }, (_, i) => `${i % 4},${i},${i < 20 ? "p" : "q"}`);
    studio = await bench.open({ file: files.put("types.csv", ["grade,size,kind", ...lines].join("\n")) });
    await studio.page.getByLabel("Type of grade").selectOption("nominal");
    await studio.settled();
    expect(await columns().first().innerText()).toContain("levels");
    await studio.page.getByLabel("Predict").selectOption("size");
    await studio.settled();
    await studio.go("Tree");
    expect(await studio.text(".score")).toContain("Training R²");
  });

  it("repairs with one click what the library warns of", async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `k${i}z,${i % 7},5,${i % 3 === 0 ? "a" : "b"}`);
    studio = await bench.open({ file: files.put("warned.csv", ["key,x,same,class", ...lines].join("\n")) });
    const warnings = studio.page.getByLabel("Warnings");
    expect(await warnings.innerText()).toContain("key");
    expect(await studio.page.getByLabel("Learn from key").isChecked()).toBe(false);
    await warnings.getByRole("button", { name: "Include it" }).click();
    await studio.settled();
    expect(await studio.page.getByLabel("Learn from key").isChecked()).toBe(true);
    await warnings.getByRole("button", { name: "Leave it out" }).first().click();
    await studio.settled();
    expect(await studio.page.getByLabel("Learn from same").isChecked()).toBe(false);
  });

  it("names the line of a broken file, and stays usable", async () => {
    studio = await bench.open({ file: files.put("broken.csv", 'a,b\n1,2\n3,"4\n') });
    expect(await studio.text("[role=alert]")).toMatch(/[Ll]ine \d/);
    await studio.page.getByRole("button", { name: "Dismiss" }).click();
    await studio.page.getByRole("button", { name: /Tennis/ }).click();
    await studio.settled();
    expect(await studio.text("h1")).toBe("tennis.csv");
  });

  it("takes pasted text", async () => {
    studio = await bench.open();
    await studio.page.getByRole("button", { name: "Paste text" }).click();
    await studio.page.getByLabel("Table as text").fill("size,kind\n1,a\n2,a\n8,b\n9,b\n");
    await studio.page.getByRole("button", { name: "Open", exact: true }).click();
    await studio.settled();
    expect(await studio.text("h1")).toBe("pasted.csv");
    expect(await columns().count()).toBe(2);
  });

  it("takes a dropped file", async () => {
    studio = await bench.open();
    await studio.drop(".drop", "dropped.json", PENGUINS_TEXT);
    await expect.poll(() => studio.text("h1")).toBe("dropped.json");
    await studio.settled();
    expect(await studio.text("main .muted")).toContain("344 rows");
  });

  const choose = async (x: string, y: string) => {
    await studio.page.getByLabel("Across").selectOption(x);
    await studio.field("Up").selectOption(y);
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

  // Both ways to the first page in one visit: at once for people who want less motion, and division by division.
  it("opens on a tree that has grown, and a place to drop a table", async () => {
    studio = await bench.visit();
    expect(await studio.text("h1")).toBe("See the tree in your table");
    const tree = studio.page.getByRole("tree");
    expect(await tree.getAttribute("aria-label")).toBe("Tree of Species");
    const marks = () => tree.locator("canvas").getAttribute("data-marks");
    const all = String(2 * grown.nodes.length - 1);
    expect(await studio.page.locator("[data-grown=true]").count()).toBe(1);
    expect(await marks()).toBe(all);
    expect(await studio.axeFaults()).toEqual([]);
    const { clock } = studio.page;
    await clock.install();
    await studio.page.emulateMedia({ reducedMotion: "no-preference" });
    await studio.page.reload();
    await studio.page.waitForSelector("[data-grown=false]");
    await expect.poll(() => clock.runFor(1000).then(marks)).toBe(all);
    await studio.page.waitForSelector("[data-grown=true]");
  });
});
