import { expect, it } from "vitest";
import { describeStudio } from "./kit/describeStudio.js";
import { NARROW, PENGUINS } from "./kit/studioPage.js";

const SCREENS = ["Data", "Tree", "Rules", "Understand", "Compare", "Watch"] as const;

describeStudio("every screen", (bench) => {
  it.each(["light", "dark"] as const)("has no fault that axe finds: %s", async (colorScheme) => {
    const studio = await bench.open({ file: PENGUINS, colorScheme });
    for (const screen of SCREENS) {
      await studio.go(screen);
      // The themes differ in colours alone.
      const rules = colorScheme === "dark" ? { rules: ["color-contrast"] } : {};
      expect(await studio.axeFaults(rules), screen).toEqual([]);
    }
  });

  it("fits a narrow window", async () => {
    const studio = await bench.open({ file: PENGUINS, viewport: NARROW });
    for (const screen of SCREENS) {
      await studio.go(screen);
      expect(await studio.isTooWide(), screen).toBe(false);
      expect(await studio.axeFaultsOfRepeat(), screen).toEqual([]);
    }
  });
});
