import { describe, expect, it } from "vitest";
import { refusal } from "../../test/kit/refusal.js";
import { valuesOfRule } from "../../test/kit/valuesOfRule.js";
import { CoppiceError, show } from "../base/errors.js";
import { circles } from "./circles.js";
import { GENERATORS } from "./index.js";
import { led } from "./led.js";
import { monks1 } from "./monks.js";
import { DRAWN, type GeneratorOptions, resolveOptions } from "./options.js";
import { parity } from "./parity.js";
import { waveform } from "./waveform.js";

/** What an untyped program may pass. */
const loose = (options: Record<string, unknown>) => options as GeneratorOptions;

describe("resolveOptions", () => {
  it("fills in the defaults, and treats undefined as absent", () => {
    expect(resolveOptions("any", {}, DRAWN)).toEqual({ rows: 1000, seed: 1 });
    expect(resolveOptions("any", loose({ rows: undefined, seed: 7 }), DRAWN)).toEqual({
      rows: 1000,
      seed: 7,
    });
  });

  it("accepts the limits themselves", () => {
    expect(waveform({ rows: 1, seed: 4294967295 }).rows).toBe(1);
    expect(monks1({ rows: 432, seed: 0 }).rows).toBe(432);
  });

  it.each<[() => unknown, string]>([
    [
      () => waveform(loose({ row: 5 })),
      'UNKNOWN: waveform has no option "row"; did you mean "rows"?; it has rows',
    ],
    [
      () => led(loose(JSON.parse('{"__proto__":5}'))),
      'UNKNOWN: led has no option "__proto__"; it has rows, ',
    ],
    [() => waveform({ rows: 0 }), "RANGE: rows must be an integer ≥ 1; got 0"],
    [() => waveform({ seed: -1 }), "RANGE: seed must be an integer between 0 and 4294967295; got -1"],
    [() => monks1({ rows: 433 }), "RANGE: rows must be an integer between 1 and 432; got 433"],
    [() => waveform(loose({ noise: 1 })), "RANGE: noise must be true or false; got 1"],
    [() => led({ noise: 1.5 }), "RANGE: noise must be a number between 0 and 1; got 1.5"],
    [() => circles({ noise: 1 / 0 }), "RANGE: noise must be a finite non-negative number; got Infinity"],
    [() => parity(loose({ type: "text" })), 'RANGE: type must be one of "nominal", "numeric"; got "text"'],
    [() => parity({ attributes: 3, bits: 4 }), "CONFLICT: bits must be at most attributes; got 4 of 3"],
  ])("names the option that is wrong: %s", (make, message) =>
    expect(refusal(make)).toContain(`OPTION_${message}`),
  );
});

describe.each(GENERATORS)("$name", ({ name: generator, make }) => {
  const ruleOf = (options: object) => {
    try {
      make(options);
    } catch (error) {
      if (error instanceof CoppiceError) return String(error.facts.rule);
      throw error;
    }
    throw new Error("nothing was refused");
  };
  const known = ruleOf({ unknown: 1 })
    .replace(/^one of /, "")
    .split(", ");

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
