import { describe, expect, it } from "vitest";
import { doubtful, judge, type TurnReading, turns } from "../../../bench/lib/turns.mjs";

const reading = (kernel: string, old: number, now: number): TurnReading => ({
  ...{ kernel, name: "any", threads: 1, old: [old], new: [now] },
});

describe("two builds measured by turns", () => {
  it("are each as often first as second", () => {
    expect(turns(2)).toEqual(["old", "new", "new", "old", "old", "new", "new", "old"]);
  });

  it("are compared by the minimum of each", () => {
    const several = { ...reading("forest", 0, 0), old: [30, 20, 90], new: [25, 80, 40] };
    expect(judge([several]).cases[0]).toMatchObject({ before: 20, now: 25, ratio: 1.25 });
  });

  it("differ by the geometric mean of a kernel's cases", () => {
    // √(2 · ½) = 1; the arithmetic mean would be 1.25.
    const { kernels } = judge([reading("forest", 10, 20), reading("forest", 10, 5), reading("soft", 10, 8)]);
    expect(kernels.map(({ kernel }) => kernel)).toEqual(["forest", "soft"]);
    expect(kernels[0].ratio).toBeCloseTo(1, 12);
    expect(kernels[1].ratio).toBeCloseTo(0.8, 12);
  });

  const faster = reading("forest", 100, 90);
  it.each([
    ["a kernel at its limit", false, [reading("forest", 100, 103)]],
    ["a kernel above its limit", true, [reading("forest", 1000, 1031)]],
    ["a case at its limit, the others faster", false, [reading("forest", 100, 108), faster]],
    ["a case above its limit, the others faster", true, [reading("forest", 1000, 1081), faster]],
    [
      "one kernel faster, the other above its limit",
      true,
      [reading("forest", 100, 50), reading("soft", 100, 104)],
    ],
  ])("fail or not: %s", (_, slow, readings) => expect(judge(readings).isSlow).toBe(slow));

  it("are measured again where a case or its kernel is above a limit", () => {
    const [slow, fast] = [reading("forest", 100, 120), reading("forest", 100, 80)];
    const together = [reading("boost", 100, 104), reading("boost", 100, 106)];
    const fine = reading("soft", 100, 100);
    expect(doubtful([fine, slow, fast, ...together])).toEqual([slow, ...together]);
  });
});
