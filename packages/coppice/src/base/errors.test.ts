import { describe, expect, it } from "vitest";
import { CoppiceError, mustBe, show, unreachable } from "./errors.js";

describe("CoppiceError", () => {
  const error = mustBe("OPTION_RANGE", "maxDepth", "an integer ≥ 1", 0);

  it("puts its message together from its facts", () => {
    expect(error.message).toBe("maxDepth must be an integer ≥ 1; got 0");
    expect(error.toString()).toBe("OPTION_RANGE: maxDepth must be an integer ≥ 1; got 0");
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("CoppiceError");
  });

  it("crosses threads as data", () => {
    const facts = { name: "maxDepth", rule: "an integer ≥ 1", value: 0 };
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: "OPTION_RANGE",
      message: error.message,
      ...facts,
    });
    expect(new CoppiceError("ABORTED", "stopped").toJSON()).toEqual({ code: "ABORTED", message: "stopped" });
  });
});

describe("show", () => {
  it("quotes strings, so that no line break or control character reaches a message", () => {
    expect(show("a\nb\u001b")).toBe('"a\\nb\\u001b"');
    expect(show(3.5)).toBe("3.5");
    expect(show(undefined)).toBe("undefined");
  });

  it("truncates long values to 80 characters", () => {
    expect(show("x".repeat(78))).toHaveLength(80); // with its two quotes
    expect(show("x".repeat(79))).toBe(`"${"x".repeat(76)}...`);
  });
});

describe("unreachable", () => {
  it("names the value it was given", () =>
    expect(() => unreachable({ kind: "odd" } as never)).toThrow('unreachable: {"kind":"odd"}'));
});
