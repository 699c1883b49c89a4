import { describe, expect, it } from "vitest";
import { refusal } from "../../test/kit/refusal.js";
import { valuesOfRule } from "../../test/kit/valuesOfRule.js";
import { show } from "../base/errors.js";
import { circles } from "./circles.js";
import { GENERATORS } from "./index.js";
import { led } from "./led.js";
import { monks1 } from "./monks.js";
import { DRAWN, type GeneratorOptions, resolveOptions } from "./options.js";
import { parity } from "./parity.js";
import { waveform } from "./waveform.js";

/** What an untyped program may pass. */
const loose = (options: Record<string, unknown>) => options as GeneratorOptions;

it("resolveOptions fills in the defaults, and treats undefined as absent", () => {
  const found = resolveOptions("any", loose({ rows: undefined, seed: 7 }), DRAWN);
  expect(found).toEqual({ rows: 1000, seed: 7 });
});

it("resolveOptions accepts the limits themselves", () => {
  expect(waveform({ rows: 1, seed: 4294967295 }).rows).toBe(1);
  expect(monks1({ rows: 432, seed: 0 }).rows).toBe(432);
});

it.each<[() => unknown, string]>([
  [() => led(loose(JSON.parse('{"__proto__":5}'))), 'UNKNOWN: led has no option "__proto__"; it has rows, '],
  [() => monks1({ rows: 433 }), "RANGE: rows must be an integer between 1 and 432; got 433"],
  [() => circles({ noise: 1 / 0 }), "RANGE: noise must be a finite non-negative number; got Infinity"],
  [() => parity({ attributes: 3, bits: 4 }), "CONFLICT: bits must be at most attributes; got 4 of 3"],
])("resolveOptions names the option that is wrong: %s", (make, message) =>
  expect(refusal(make)).toContain(`OPTION_${message}`),
);

describe.each(GENERATORS)("$name", ({ name: generator, make }) => {
  /** What stands between "must be" or "it has" and what was given. */
  const ruleOf = (options: object) =>
    / (?:must be|it has) (.*?)(?:; got .*)?$/.exec(refusal(() => make(options)))![1];
  const known = ruleOf({ unknown: 1 }).split(", ");

  it.each(known)("refuses values of %s that break the rule that it names", (name) => {
    const rule = ruleOf({ [name]: Symbol("a value of no type") });
    for (const value of valuesOfRule(rule).bad)
      expect(refusal(() => make(loose({ [name]: value })))).toBe(
        `OPTION_RANGE: ${name} must be ${rule}; got ${show(value)}`,
      );
  });

  it("refuses an unknown option, and lists those that it has", () => {
    expect(known.slice(0, 2)).toEqual(["rows", "seed"]);
    expect(refusal(() => make(loose({ sed: 1 })))).toBe(
      `OPTION_UNKNOWN: ${generator} has no option "sed"; did you mean "seed"?; it has ${known.join(", ")}`,
    );
  });
});
