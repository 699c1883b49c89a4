import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { isDeep } from "../../../test/kit/length.js";
import { itHoldsForEveryModel } from "../../../test/kit/models.js";
import { CoppiceError } from "../../base/errors.js";
import { fitTable } from "../../learn/fit.js";
import { monks1 } from "../../synthetic/index.js";
import { parseModel } from "../parse.js";
import { ByteReader, ByteWriter } from "./byteStream.js";
import { fromCompact, isCompact, toCompact } from "./compact.js";
import { loadModel } from "./loadModel.js";
import { readNumbers, writeNumbers } from "./numbers.js";
import { type SaveOptions, saveModel } from "./saveModel.js";

describe("every model survives its compact form", () => {
  itHoldsForEveryModel((model) => {
    const bytes = toCompact(model);
    expect(isCompact(bytes)).toBe(true);
    expect(parseModel(fromCompact(bytes))).toEqual(model);
  });
});

const request = { target: "class", learner: "forest", options: { trees: 5 } } as const;
const forest = fitTable(monks1({ rows: 124, seed: 1 }), request);

const ways = [{}, { format: "compact", gzip: false }, { format: "json" }, { format: "json", gzip: false }];
it.each(ways as SaveOptions[])("saveModel and loadModel read what they wrote: %o", async (options) => {
  expect(await loadModel(await saveModel(forest, options))).toEqual(forest);
});

it("saveModel and loadModel accept text, buffers, blobs, responses and parsed JSON", async () => {
  const text = JSON.stringify(forest);
  const bytes = await saveModel(forest);
  const packed = bytes as Uint8Array<ArrayBuffer>;
  const { buffer } = packed.slice();
  for (const source of [text, buffer, new Blob([packed]), new Response(packed), JSON.parse(text)]) {
    expect(await loadModel(source)).toEqual(forest);
  }
  expect(await loadModel(Promise.resolve(new Response(text)))).toEqual(forest);
});

it("saveModel and loadModel report what is wrong", async () => {
  await expect(loadModel("{")).rejects.toThrow("the model is not JSON: ");
  const absent = loadModel(new Response("", { status: 404 }));
  await expect(absent).rejects.toThrow("cannot read the model: the server answered 404");
  const part = loadModel((await saveModel(forest)).slice(0, 40));
  await expect(part).rejects.toThrow("the model is not a whole gzip file: ");
  const later = toCompact(forest);
  later[8] = 2;
  expect(() => fromCompact(later)).toThrow("it is of version 2, and this program reads version 1");
});

const whole = toCompact(forest);

it("a damaged compact file is an error, wherever it was truncated", () => {
  for (let length = 8; length < whole.length; length += isDeep ? 7 : 31) {
    expect(() => parseModel(fromCompact(whole.subarray(0, length)))).toThrow(CoppiceError);
  }
});

const place = fc.integer({ min: 8, max: whole.length - 1 });
itHolds("a damaged compact file is an error or a model", 500, [place, fc.nat(255)], (at, byte) => {
  const bytes = whole.slice();
  bytes[at] = byte;
  try {
    parseModel(fromCompact(bytes));
  } catch (error) {
    expect(error).toBeInstanceOf(CoppiceError);
  }
});

const counts = fc.oneof(fc.nat(), fc.constantFrom(0, 127, 128, 2 ** 32 - 1, 2 ** 32));
const few = fc.constantFrom(0.1, 1 / 3, -2.5, 1e300);
const lists = [counts, few, fc.float(), fc.double({ noNaN: true })].map((cell) =>
  fc.array(cell, { maxLength: 300 }),
);
itHolds("lists of numbers round-trip bit for bit", 100, [fc.oneof(...lists)], (list) => {
  const numbers = Float64Array.from(list);
  const out = new ByteWriter();
  writeNumbers(out, numbers);
  const from = new ByteReader(out.finish());
  expect(readNumbers(from, numbers.length)).toEqual(numbers);
  expect(from.left).toBe(0);
});

it("lists of numbers take one byte each if they are small integers or few distinct numbers", () => {
  const size = (numbers: Float64Array) => {
    const out = new ByteWriter();
    writeNumbers(out, numbers);
    return out.finish().length;
  };
  expect(size(new Float64Array(100).fill(7))).toBe(1 + 100);
  // Kind, count, kind of the entries, two entries of 8 bytes, width, and a byte each.
  const two = Float64Array.from({ length: 100 }, (_, i) => (i % 2 ? 0.1 : 0.2));
  expect(size(two)).toBe(1 + 1 + 1 + 16 + 1 + 100);
});
