import { expect, it } from "vitest";
import { folder } from "../../coppice/test/kit/folder.js";
import { isDeep } from "../../coppice/test/kit/length.js";
import { LESSONS } from "../src/lessons/index.js";
import { lessonAnswer } from "../src/work/lessonAnswer.js";
import { describeStudio } from "./kit/describeStudio.js";
import { FORMATS } from "./kit/formats.js";
import { NARROW, PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("lessons", (bench) => {
  let studio: StudioPage;
  const files = folder();

  const goTo = (hash: string) =>
    studio.page.evaluate((to) => {
      location.hash = to;
    }, hash);
  const stepText = () => studio.text(".lesson-step");

  /** The step of a lesson that axe looks at in a normal run: together they have all parts. */
  const LOOKED: Readonly<Record<string, number>> = { tennis: 2, missing: 0, pruning: 4, ripper: 1 };

  it.each(LESSONS)(
    "$id: the page says in every step what the library answers here",
    async ({ id, steps }) => {
      studio = await bench.open({ colorScheme: "dark", viewport: NARROW });
      await goTo(`/lesson/${id}`);
      for (const [at, step] of steps.entries()) {
        await studio.page.waitForSelector(`[data-lesson="${id}"][data-at="${at}"] > p`);
        const found = lessonAnswer(step.ask);
        const text = await studio.flat(".lesson-step");
        expect(text).toContain(step.title);
        for (const line of [...step.say(found), ...(step.formula?.(found) ?? [])])
          expect(text).toContain(line.replaceAll("*", "").replaceAll(/\s+/g, " "));
        for (const { gain } of step.show?.gains === "candidates" ? found.candidates! : [])
          expect(text).toContain(gain.toFixed(3));
        expect(await studio.page.locator(".lesson-table tbody tr").count()).toBe(found.page.rows.length);
        expect(await studio.isTooWide()).toBe(false);
        if (isDeep || LOOKED[id] === at) expect(await studio.axeFaults(), `${id} ${at}`).toEqual([]);
        if (at + 1 < steps.length) await studio.button("Next").click();
      }
    },
  );

  it("are linked to by their addresses, and the way back works", async () => {
    studio = await bench.open({ file: files.put("t.csv", FORMATS["t.csv"]()) });
    await studio.go("Watch");
    await studio.page.getByRole("button", { name: /^Which question first/ }).click();
    await studio.button("Next").click();
    await expect.poll(() => new URL(studio.page.url()).hash).toBe("#/lesson/tennis/2");
    await studio.page.reload();
    await studio.settled();
    await expect.poll(stepText).toContain("How mixed are they?");
    await studio.page.keyboard.press("Tab");
    await studio.page.locator(".steps button").first().focus();
    await studio.page.keyboard.press(".");
    await expect.poll(stepText).toContain("Try Outlook");
    await studio.go("Tree");
    expect(new URL(studio.page.url()).hash).toBe("#/tree");
    await studio.page.goBack();
    await expect.poll(stepText).toContain("Try Outlook");
    await goTo("/lesson/unknown");
    await expect.poll(() => studio.text("main")).toContain("There is no lesson of this name");
  });

  it("leave the open table as it is", async () => {
    studio = await bench.open({ file: PENGUINS });
    await goTo("/lesson/fruit/3");
    await studio.page.waitForSelector('[data-lesson="fruit"] > p');
    expect(await studio.axeFaults()).toEqual([]);
    await studio.go("Tree");
    expect(await studio.stage.getAttribute("aria-label")).toContain("Tree of Species");
  });
});
