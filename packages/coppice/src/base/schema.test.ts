import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import * as z from "./schema.js";

const issue = (field: z.Field<unknown, unknown>, value: unknown) => {
  const parsed = field.safeParse(value);
  return parsed.success ? undefined : parsed.error.issues[0];
};

describe("a field", () => {
  it.each<[z.Field<unknown, unknown>, unknown[], unknown[]]>([
    [z.number(), [0, -1.5, 1e300], ["1", Number.NaN, Number.POSITIVE_INFINITY, null, undefined]],
    [z.int().min(1).max(3), [1, 2, 3], [0, 4, 2.5, 2 ** 60]],
    [z.number().gt(0).lt(1), [0.5], [0, 1]],
    [z.string().min(2), ["ab"], ["a", 2]],
    [z.string().regex(/^\d+%$/), ["5%"], ["5"]],
    [z.boolean(), [true, false], [0, "true"]],
    [z.enum(["a", "b"]), ["a", "b"], ["c", 1, undefined]],
    [z.literal(1), [1], ["1", 2]],
    [z.array(z.int()), [[], [1, 2]], [[1.5], {}, null]],
    [z.record(z.string(), z.int()), [{}, { a: 1 }], [[], { a: "1" }, null]],
    [z.union([z.int(), z.enum(["all"])]), [3, "all"], ["none", 1.5]],
  ])("%# takes what it should, and nothing else", (field, good, bad) => {
    for (const value of good) expect(field.safeParse(value)).toEqual({ success: true, data: value });
    for (const value of bad) expect(field.safeParse(value).success, String(value)).toBe(false);
  });

  it("reports where the first fault is, and which rule it breaks", () => {
    const field = z.looseObject({
      name: z.string("a text"),
      levels: z.array(z.looseObject({ n: z.int("a count").min(1, "at least 1") }), "a list").optional(),
    });
    expect(issue(field, { name: 3 })).toMatchObject({ path: ["name"], message: "a text" });
    expect(issue(field, { name: "x", levels: 3 })).toMatchObject({ path: ["levels"], message: "a list" });
    const second = issue(field, { name: "x", levels: [{ n: 1 }, { n: 0 }] });
    expect(second).toMatchObject({ path: ["levels", 1, "n"], message: "at least 1" });
    expect(() => field.parse({})).toThrow("name must be a text");
  });

  it("keeps its facts when more are added", () => {
    const field = z.int().min(1).meta({ rule: "rows" }).describe("how many").default(3);
    const facts = { type: "integer", minimum: 1, rule: "rows", description: "how many", default: 3 };
    expect(field.facts).toEqual(facts);
  });
});

describe("an object", () => {
  const field = z.strictObject({ n: z.int().default(3), name: z.string().optional(), on: z.boolean() });

  it("fills in defaults, in the order of its fields, and leaves out what is absent", () => {
    expect(JSON.stringify(field.parse({ on: true }))).toBe('{"n":3,"on":true}');
    expect(Object.keys(field.parse({ name: undefined, on: true }))).toEqual(["n", "on"]);
  });

  it("rejects unknown fields; a loose object keeps them", () => {
    expect(issue(field, { on: true, of: 1 })).toMatchObject({ path: ["of"] });
    expect(issue(field, JSON.parse('{"on":true,"__proto__":1}'))).toMatchObject({ path: ["__proto__"] });
    expect(z.looseObject({ n: z.int() }).parse({ n: 1, of: 1 })).toEqual({ n: 1, of: 1 });
  });

  it("ignores inherited properties", () => {
    expect(issue(z.strictObject({ toString: z.string("a text") }), {})).toMatchObject({ message: "a text" });
  });

  it("copies arrays and objects, so that a model does not change when its options do", () => {
    forAll(100, [fc.array(fc.integer())], (list) => {
      const read = z.strictObject({ list: z.array(z.int()) }).parse({ list });
      expect(read.list).toEqual(list);
      expect(read.list).not.toBe(list);
    });
    const awkward = JSON.parse('{"__proto__":1}');
    expect(z.record(z.string(), z.int()).parse(awkward)).toEqual(awkward);
  });

  it("has the types of its input and output", () => {
    type Given = { n?: number | undefined; name?: string | undefined; on: boolean };
    type Read = { n: number; name?: string | undefined; on: boolean };
    expectTypeOf<z.input<typeof field>>().toEqualTypeOf<Given>();
    expectTypeOf<z.output<typeof field>>().toEqualTypeOf<Read>();
  });
});
