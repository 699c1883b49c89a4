import { describe, expect, it } from "vitest";
import { randomTree } from "../../synthetic/randomTree.js";
import { describeOptions } from "../options.js";
import { learnerNamed } from "../registry.js";
import { schemaFrom, startStream } from "./stream.js";

/** Another value than the default, of every option. */
const OTHER: Readonly<Record<string, unknown>> = {
  ...{ grace: 77, delta: 0.2, tie: 0.4, thresholds: 3, leaves: "majority", memory: 5000 },
  ...{ revise: 150, drift: 0.3, trees: 2, attributes: 0.3, times: 1, warning: 0.3 },
};
const table = randomTree({ rows: 5000, seed: 1, drift: 2500, numeric: 8, nominal: 2 });

function stateWith(name: string, options: Readonly<Record<string, unknown>>): string {
  // Early splits, and a small forest, which is faster.
  const small = name === "adaptiveForest" ? { trees: 3 } : { tie: 0.15, grace: 100 };
  const schema = schemaFrom(table, "class");
  const stream = startStream(learnerNamed(name), { schema, options: { ...small, ...options } });
  stream.update(table);
  return JSON.stringify((stream.save() as { state: unknown }).state);
}

describe.each(["hoeffding", "hoeffdingAnytime", "hoeffdingAdaptive", "adaptiveForest"])("%s", (name) => {
  const options = describeOptions(learnerNamed(name)).filter(({ choices }) => choices?.length !== 1);
  const before = stateWith(name, {});

  it.each(options.map((option) => option.name))("%s changes what is learned", (option) => {
    expect(OTHER).toHaveProperty(option);
    expect(stateWith(name, { [option]: OTHER[option] })).not.toBe(before);
  });
});
