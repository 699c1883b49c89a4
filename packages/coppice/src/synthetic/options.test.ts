import { describe, expect, it } from "vitest";
import { CoppiceError } from "../base/errors.js";
import { circles } from "./circles.js";
import { led } from "./led.js";
import { monks1 } from "./monks.js";
import { DRAWN, type GeneratorOptions, resolveOptions } from "./options.js";
import { parity } from "./parity.js";
import { waveform } from "./waveform.js";

function failure(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof CoppiceError) return error.toString();
    throw error;
  }
  throw new Error("nothing was thrown");
}

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

  it("names the invalid option", () => {
    expect(failure(() => waveform(loose({ row: 5 })))).toBe(
      'OPTION_UNKNOWN: waveform has no option "row"; did you mean "rows"?; it has rows, seed, noise',
    );
    expect(failure(() => waveform(loose(JSON.parse('{"__proto__": 5}'))))).toBe(
      'OPTION_UNKNOWN: waveform has no option "__proto__"; it has rows, seed, noise',
    );
    expect(failure(() => waveform(loose({ noise: 1 })))).toBe(
      "OPTION_RANGE: noise must be true or false; got 1",
    );
    expect(failure(() => led({ noise: 1.5 }))).toBe(
      "OPTION_RANGE: noise must be a number between 0 and 1; got 1.5",
    );
    expect(failure(() => circles({ noise: Number.POSITIVE_INFINITY }))).toBe(
      "OPTION_RANGE: noise must be a finite non-negative number; got Infinity",
    );
    expect(failure(() => parity(loose({ type: "numerical" })))).toBe(
      'OPTION_RANGE: type must be one of "nominal", "numeric"; got "numerical"',
    );
  });

  it("rejects rows and seeds that are not counts", () => {
    const rows = "OPTION_RANGE: rows must be an integer ≥ 1; got";
    expect(failure(() => waveform({ rows: 0 }))).toBe(`${rows} 0`);
    expect(failure(() => waveform({ rows: 2.5 }))).toBe(`${rows} 2.5`);
    expect(failure(() => waveform({ rows: Number.NaN }))).toBe(`${rows} NaN`);
    expect(failure(() => waveform(loose({ rows: "10" })))).toBe(`${rows} "10"`);
    expect(failure(() => waveform({ seed: -1 }))).toBe(
      "OPTION_RANGE: seed must be an integer between 0 and 4294967295; got -1",
    );
    expect(failure(() => monks1({ rows: 433 }))).toBe(
      "OPTION_RANGE: rows must be an integer between 1 and 432; got 433",
    );
  });

  it("rejects more bits than attributes", () => {
    expect(failure(() => parity({ attributes: 3, bits: 4 }))).toBe(
      "OPTION_CONFLICT: bits must be at most attributes; got 4 of 3",
    );
  });
});
