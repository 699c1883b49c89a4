import { describe, expect, it } from "vitest";
import { essentialsOf } from "./essentials.js";
import { foilLearner } from "./foil/foil.js";
import { describeOptions } from "./options.js";
import { learners } from "./registry.js";

describe.each([...learners, foilLearner])("the options of $name to start with", (learner) => {
  const names = describeOptions(learner).map(({ name }) => name);
  const essentials = essentialsOf(learner.name);

  it("are options that it has, each once", () => {
    expect(essentials.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(essentials).size).toBe(essentials.length);
  });

  it("are six, or all", () => {
    const advice = `list the options of ${learner.name} to start with in learn/essentials.ts`;
    expect(essentials.length, advice).toBe(Math.min(6, names.length));
  });
});

it("are none for a learner of the user's own", () => {
  expect(essentialsOf("mine")).toEqual([]);
  expect(essentialsOf("constructor")).toEqual([]);
});
