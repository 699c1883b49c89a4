import { expect, it } from "vitest";
import { isDeep } from "../../coppice/test/kit/length.js";
import { LESSONS } from "../src/lessons/index.js";
import { lessonAnswer } from "../src/work/lessonAnswer.js";
import { describeStudio } from "./kit/describeStudio.js";
import { NARROW, PENGUINS, type StudioPage } from "./kit/studioPage.js";

describeStudio("lessons", (bench) => {
  let studio: StudioPage;

  const goTo = (hash: string) =>
    studio.page.evaluate((to) => {
      location.hash = to;
    }, hash);
  const stepText = () => studio.text(".lesson-step");

  it.each(LESSONS)(
    "$id: the page says in every step what the library answers here",
    async ({ id, steps }) => {
      studio = await bench.open();
      await goTo(`/lesson/${id}`);
      for (const [at, step] of steps.entries()) {
        await studio.page.waitForSelector(`[data-lesson="${id}"][data-at="${at}"] > p`);
        const found = lessonAnswer(step.ask);
        const text = (await stepText()).replaceAll(/\s+/g, " ");
        expect(text).toContain(step.title);
        for (const line of [...step.say(found), ...(step.formula?.(found) ?? [])])
          expect(text).toContain(line.replaceAll("*", "").replaceAll(/\s+/g, " "));
        for (const { gain } of step.show?.gains === "candidates" ? found.candidates! : [])
          expect(text).toContain(gain.toFixed(3));
        expect(await studio.page.locator(".lesson-table tbody tr").count()).toBe(found.page.rows.length);
        // Each step has the same parts: one is looked at in a normal run, in the middle of the lesson.
        if (isDeep || at === steps.length >> 1) expect(await studio.axeFaults(), `${id} ${at}`).toEqual([]);
        if (at + 1 < steps.length)
          await studio.page.getByRole("button", { name: "Next", exact: true }).click();
      }
      expect(studio.faults).toEqual([]);
    },
  );

  it("are linked to by their addresses, and the way back works", async () => {
    studio = await bench.open();
    await studio.go("Watch");
    await studio.page.getByRole("button", { name: /^Which question first/ }).click();
    await studio.page.getByRole("button", { name: "Next", exact: true }).click();
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
    expect(studio.faults).toEqual([]);
  });

  it("leave the open table as it is", async () => {
    studio = await bench.open({ file: PENGUINS });
    await goTo("/lesson/fruit/3");
    await studio.page.waitForSelector('[data-lesson="fruit"] > p');
    await studio.go("Tree");
    expect(await studio.page.getByRole("tree").getAttribute("aria-label")).toContain("Tree of Species");
  });

  it.each([
    ["dark", { colorScheme: "dark" }],
    ["narrow", { viewport: NARROW }],
  ] as const)("have no fault that axe finds: %s", async (_, context) => {
    studio = await bench.open(context);
    for (const [id, at] of [
      ["tennis", 3],
      ["missing", 1],
      ["pruning", 5],
      ["ripper", 2],
    ]) {
      await goTo(`/lesson/${id}/${at}`);
      await studio.page.waitForSelector(`[data-lesson="${id}"] > p`);
      expect(await studio.axeFaults(), String(id)).toEqual([]);
      expect(await studio.isTooWide()).toBe(false);
    }
  });
});
