import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { schemas } from "../../test/kit/handmade.js";
import { refusal } from "../../test/kit/refusal.js";
import { randomPacked } from "../../test/randomPacked.js";
import { columnToJson } from "./columnJson.js";
import { LEAF, type PackedTrees } from "./packed.js";
import { packedFromJson, packedToJson } from "./packedJson.js";

const attributes = schemas`age, sex=f|m`;

/** age <= 30 ? (sex in {f} ? row 0 : row 1) : row 0, twice. */
const twoTrees: PackedTrees = {
  starts: Int32Array.of(0, 5, 10),
  attribute: Int32Array.of(0, 1, LEAF, LEAF, LEAF, 0, 1, LEAF, LEAF, LEAF),
  threshold: Float64Array.of(30, 0, 0, 0, 0, 30.5, 1, 0, 0, 0),
  skip: Int32Array.of(4, 2, 0, 1, 0, 4, 2, 0, 1, 0),
  flags: Uint8Array.of(1, 2, 0, 0, 0, 0, 3, 0, 0, 0),
  sets: Uint32Array.of(1, 2),
  values: Float64Array.of(0.25, 0.75, 1, 0),
  width: 2,
};

describe("packed trees as JSON", () => {
  itHolds("round-trip", 100, [fc.nat()], (seed) => {
    const { trees, attributes } = randomPacked({ seed });
    expect(packedFromJson(JSON.parse(JSON.stringify(packedToJson(trees))), attributes)).toEqual(trees);
  });

  it("use the narrowest kind that represents a column", () => {
    expect(columnToJson(Int32Array.of(1, 255))).toEqual({ kind: "u8", length: 2, base64: "Af8=" });
    const ints = [
      [-1, 127],
      [0, 256],
      [-1, 1 << 20],
    ].map((some) => Int32Array.from(some));
    const floats = [[0.5, 0], [0.1], [-0], []].map((some) => Float64Array.from(some));
    const found = [...ints, ...floats].map((numbers) => columnToJson(numbers).kind);
    expect(found).toEqual(["i8", "u16", "i32", "f32", "f64", "f32", "u8"]);
  });

  const arrays = {
    ...{ u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array },
    ...{ u32: Uint32Array, i32: Int32Array, f32: Float32Array, f64: Float64Array },
  };
  const edge = fc
    .constantFrom(0, 2 ** 7, 2 ** 8, 2 ** 15, 2 ** 16, 2 ** 31, 2 ** 32, 2 ** 53)
    .chain((x) => fc.constantFrom(x, x - 1, -x, -x - 1, -x + 1));
  const number = fc.oneof(edge, fc.integer(), fc.float(), fc.double());
  const few = fc.array(number, { maxLength: 6 });
  itHolds("use the first kind whose array gives every number back", 100, [few], (numbers) => {
    const first = Object.entries(arrays).find(([, Cells]) =>
      numbers.every((x) => Object.is(Cells.of(x)[0], x)),
    );
    expect(columnToJson(Float64Array.from(numbers)).kind).toBe(first![0]);
  });

  const errorOf = (change: Partial<PackedTrees>, raw: object = {}) => {
    const json = { ...packedToJson({ ...twoTrees, ...change }), ...raw };
    return refusal(() => packedFromJson(json, attributes, "trees"));
  };
  const column = (values: ArrayLike<number>) => ({ skip: Int32Array.from(values) });

  it("are rejected where a row could leave the columns or loop", () => {
    expect(errorOf({})).toBe("not refused");
    const leafTooEarly = {
      attribute: twoTrees.attribute.with(1, LEAF),
      skip: twoTrees.skip.with(1, 1),
      threshold: twoTrees.threshold.with(1, 0),
    };
    const wrong: [string, Partial<PackedTrees>][] = [
      ["trees.starts[0] must be 0; got 1", { starts: Int32Array.of(1, 10) }],
      ["trees.starts[1] must be above the start before it", { starts: Int32Array.of(0, 0, 10) }],
      ["trees.starts[1] must be the number of nodes, 10; got 5", { starts: Int32Array.of(0, 5) }],
      ["trees.starts[0] must be 0; got nothing", { starts: new Int32Array() }],
      ["trees.skip[0] must be how far ahead", column([1, 2, 0, 1, 0, 4, 2, 0, 1, 0])],
      ["trees.skip[0] must be how far ahead", column([-4, 2, 0, 1, 0, 4, 2, 0, 1, 0])],
      ["trees.skip[0] must be how far ahead", column([5, 2, 0, 1, 0, 4, 2, 0, 1, 0])],
      ["trees.skip[1] must be of a split", leafTooEarly],
      ["trees.skip[2] must be a row of values (0 to 1); got 2", column([4, 2, 2, 1, 0, 4, 2, 0, 1, 0])],
      ["trees.skip must be 10 numbers", column([4])],
      ["trees.attribute[0] must be -1 or the index", { attribute: twoTrees.attribute.with(0, 2) }],
      ["trees.attribute[0] must be -1 or the index", { attribute: twoTrees.attribute.with(0, -2) }],
      ["trees.threshold must be finite numbers", { threshold: twoTrees.threshold.with(0, Number.NaN) }],
      ["trees.threshold must be at a test on levels", { threshold: twoTrees.threshold.with(1, 2) }],
      ["trees.threshold must be at a test on levels", { threshold: twoTrees.threshold.with(1, 0.5) }],
      ["trees.threshold must be at a test on levels", { threshold: twoTrees.threshold.with(1, -1) }],
      ["trees.flags[0] must be a threshold", { flags: twoTrees.flags.with(0, 2) }],
      ["trees.flags[1] must be a test on levels", { flags: twoTrees.flags.with(1, 1) }],
      ["trees.flags[0] must be 0 to 3; got 4", { flags: twoTrees.flags.with(0, 4) }],
      ["trees.values must be numbers in rows of 2", { values: Float64Array.of(1, 2, 3) }],
      ["trees.values[1] must be a finite number", { values: Float64Array.of(1, Number.NaN, 3, 4) }],
      ["trees.width must be an integer ≥ 1", { width: 0 }],
    ];
    for (const [message, change] of wrong) expect(errorOf(change)).toContain(`MODEL_INVALID: ${message}`);
  });

  it("are rejected where a column does not match its description", () => {
    const withSkip = (skip?: object) => errorOf({}, { skip });
    expect(withSkip()).toContain("trees.skip must be an object");
    expect(withSkip({ kind: "f64", length: 0, base64: "" })).toContain("trees.skip.kind must be u8");
    expect(withSkip({ kind: "__proto__", length: 0, base64: "" })).toContain("trees.skip.kind");
    expect(withSkip({ kind: "u8", length: 0, base64: "?" })).toContain("trees.skip.base64 must be");
    expect(withSkip({ kind: "u16", length: 1, base64: "Af8B" })).toContain("trees.skip.length");
    const short = errorOf({}, { threshold: columnToJson(new Float64Array(3)) });
    expect(short).toContain("4 numbers, one for each split");
  });
});
