import fc from "fast-check";
import { expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { forAll, itHolds } from "../../../test/kit/forAll.js";
import { type Random, random } from "../../base/random.js";
import { randomTree } from "../../testing/randomTree.js";
import { columnsOf } from "../packedTree.js";
import { parseModel } from "../parse.js";
import type { TreeModel } from "../tree.js";
import { PlainBytes } from "./plainBytes.js";
import { plainTree } from "./plainTree.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Of all lengths: counts, decimals, seventeen digits, exponents. */
function randomNumber(rng: Random): number {
  const x = rng.uniform();
  return [rng.below(100), rng.below(1e9), Math.round(1e6 * x) / 1e6, x, x * 1e-9, x * 1e22, 2 ** 53 + 2][
    rng.below(7)
  ];
}

const LEVELS = ["a", 'b"\\', "ç", '"nodes":['];

function plainModel(rng: Random): TreeModel {
  const classes = rng.below(4);
  const tree = randomTree(rng, {
    classes,
    attributes: [
      { name: "number", type: "numeric" },
      { name: "rank", type: "ordered", levels: ["low", "mid", "high"] },
      { name: "nodes", type: "nominal", levels: LEVELS },
    ],
    tests: ["threshold", "subset"],
    figure: randomNumber,
    threshold: (r) => randomNumber(r) - 1,
  });
  const target = { ...tree.target, ...(classes > 0 && { levels: LEVELS.slice(0, classes) }) };
  return { ...tree, options: { text: "}]" }, target };
}

itHolds("reads what JSON.parse and parseModel read, as columns", 200, [fc.nat()], (seed) => {
  const text = JSON.stringify(plainModel(random(seed)));
  const read = plainTree(bytesOf(text))!;
  expect(columnsOf(read)).toBeDefined();
  expect(JSON.stringify(read)).toBe(text);
  expect({ ...read }).toStrictEqual({ ...parseModel(JSON.parse(text)) });
});

it("accepts nothing that parseModel refuses, and reads the same where a character was changed", () => {
  let accepted = 0;
  forAll(1000, [fc.nat(), fc.nat(), fc.constantFrom(...'0123456789-.e,[]{}":tn x')], (seed, place, by) => {
    const text = JSON.stringify(plainModel(random(seed % 50)));
    const start = text.lastIndexOf('"nodes":[{') + (place % 3 === 0 ? -100 : 0);
    const at = start + (place % (text.length - start));
    const changed = text.slice(0, at) + by + text.slice(at + (place % 2));
    const read = plainTree(bytesOf(changed));
    if (read === undefined) return;
    accepted++;
    expect({ ...read }).toStrictEqual({ ...parseModel(JSON.parse(changed)) });
  });
  expect(accepted).toBeGreaterThan(draws(1000).numRuns / 20);
});

it("leaves other models to the general reader", () => {
  const model = plainModel(random(3));
  for (const other of [
    { ...model, version: 1 },
    { ...model, derived: [] },
    { ...model, format: "coppice-rules" },
    { ...model, nodes: [] },
  ]) {
    expect(plainTree(bytesOf(JSON.stringify(other)))).toBeUndefined();
  }
  const text = JSON.stringify(model);
  expect(plainTree(bytesOf(text))).toBeDefined();
  expect(plainTree(bytesOf(`${text.slice(0, -1)},"nodes":[]}`))).toBeUndefined();
  expect(plainTree(bytesOf(`${text.slice(0, -1)},"\\u006eodes":[]}`))).toBeUndefined();
  expect(plainTree(bytesOf(JSON.stringify(model, undefined, 1)))).toBeUndefined();
  expect(plainTree(bytesOf(text.slice(0, -1)))).toBeUndefined();
});

it("reads numbers to the bit, and no text that JSON does not take for one", () => {
  const read = (text: string) => new PlainBytes(bytesOf(text), 0).number();
  forAll(100, [fc.double({ noNaN: true, noDefaultInfinity: true })], (x) => {
    const text = JSON.stringify(x);
    expect(read(`${text},`)).toBe(Number(text));
  });
  for (const text of ["0", "-0", "1e5", "1E-7", "123456789", "1234567890", "0.1", "12345678901234567890"])
    expect(read(`${text}}`)).toBe(JSON.parse(text));
  for (const text of ["", "-", "01", "1.", ".5", "1e", "1e+", "+1", "NaN", "00,"])
    expect(read(text)).toBeNaN();
});
