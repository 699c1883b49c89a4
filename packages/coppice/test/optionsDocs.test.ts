import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { foilLearner } from "../src/learn/foil/foil.js";
import { describeOptions } from "../src/learn/options.js";
import { learners } from "../src/learn/registry.js";

const folder = fileURLToPath(new URL("../../../docs/", import.meta.url));
const pages = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .map((name) => readFileSync(`${folder}${name}`, "utf8"))
  .join("\n");

describe.each([...learners, foilLearner])("the docs of $name", (learner) => {
  it("name every option, and every choice of it", () => {
    for (const { name, choices = [] } of describeOptions(learner)) {
      for (const word of [name, ...choices])
        expect(pages.includes(`\`${word}\``) || pages.includes(`=${word}`), `${name}: ${word}`).toBe(true);
    }
  });
});
