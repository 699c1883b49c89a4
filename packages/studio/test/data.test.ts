import { describeTable } from "coppice";
import { expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { describeStudio } from "./kit/describeStudio.js";
import { grown, PENGUINS_TEXT, penguins, target } from "./kit/penguins.js";
import { PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("the data screen", (bench) => {
  let studio: StudioPage;
  const files = folder();

  const rows = () => studio.page.locator("li.column");

  it("shows the columns with the library's figures", async () => {
    studio = await bench.open({ file: PENGUINS });
    const about = describeTable(penguins.table, { target });
    expect(await rows().count()).toBe(about.columns.length);
    for (const [i, column] of about.columns.entries()) {
      const text = (await rows().nth(i).innerText()).replaceAll(/\s+/g, " ");
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
    expect(await rows().first().innerText()).toContain("levels");
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
    expect(await rows().count()).toBe(2);
  });

  it("takes a dropped file", async () => {
    studio = await bench.open();
    await studio.drop(".drop", "dropped.json", PENGUINS_TEXT);
    await expect.poll(() => studio.text("h1")).toBe("dropped.json");
    await studio.settled();
    expect(await studio.text("main .muted")).toContain("344 rows");
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
