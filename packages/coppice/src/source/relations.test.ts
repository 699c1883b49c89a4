import { expect, it } from "vitest";
import { cases, unescaped } from "../../test/kit/cases.js";
import { refusal } from "../../test/kit/refusal.js";
import { patternOf } from "../../test/kit/transcriptJson.js";
import { makeRelations } from "../table/makeRelations.js";
import { bytesOf } from "./bytes.js";
import { readFormat } from "./read.js";
import { relationsInJson } from "./relationsJson.js";
import { relationsInTable, tuplesInTable } from "./relationsTable.js";

/** A relation of tuples such as "ann eve, eve sue". */
const relation = (name: string, tuples: string) => ({
  name,
  tuples: tuples.split(", ").map((tuple) => tuple.split(" ")),
});

it("relations in JSON may be plain: lists of lists are relations, other lists types or relations of one argument", () => {
  const json = JSON.parse(
    '{"name": "net", "nPos": 3, "nodes": [0, 1, 2], "edge": [[0, 1], [1, 2]], "start": [0], "__proto__": [[0, true]]}',
  );
  const made = relationsInJson(json, "net.json");
  if ("file" in made) throw new Error("expected relations");
  expect(made.relations).toEqual([relation("edge", "0 1, 1 2"), relation("__proto__", "0 true")]);
  expect(makeRelations(made).relations.map(({ name }) => name)).toEqual(["__proto__", "edge", "start"]);
});

it("relations in JSON may be described, with types and negatives", () => {
  const described = {
    types: { person: ["ann", "bob"] },
    relations: [
      { name: "knows", types: ["person", "person"], tuples: [["ann", "bob"]], negatives: [["bob", "ann"]] },
      { name: "tall", tuples: ["ann"] },
    ],
  };
  expect(relationsInJson(described, "f")).toEqual({
    types: new Map([["person", ["ann", "bob"]]]),
    relations: [described.relations[0], { name: "tall", tuples: [["ann"]] }],
  });
});

it("relations in JSON may be in a separate table", () => {
  const made = relationsInJson({ file: "k.csv", relations: ["a", "b"], people: 24 }, "f");
  expect(made).toEqual({ file: "k.csv", names: ["a", "b"] });
  expect(relationsInJson({ file: "k.csv" }, "f")).toEqual({ file: "k.csv" });
});

it.each(cases`
  [] → f must hold an object of relations; it holds a list
  3 → f must hold an object of relations; it holds 3
  {"a":3} → f has no relations: no key holds a list
  {"a":[[null]]} → f, "a"[0] must hold strings, numbers, true or false; it holds null
  {"a":[{}]} → f, "a" must hold strings, numbers, true or false; it holds object
  {"relations":[{"tuples":[]}]} → f, relations[0].name must be a string
  {"relations":[{"name":"a","tuples":3}]} → f, relations[0].tuples must be a list of tuples
  {"relations":[{"name":"a","types":3,"tuples":[]}]} → f, relations[0].types must be a list
  {"relations":[{"name":"a","tuples":[]}],"types":[]} → f, types must be an object of lists
`)("relations in JSON %s is rejected", (json, message) => {
  expect(refusal(() => relationsInJson(JSON.parse(json), "f"))).toBe(`RELATION_INVALID: ${message}`);
});

const table = async (text: string) =>
  (await readFormat("csv", bytesOf("t.csv", text), { missing: [] })).table;

it("relations in a table are named by the column relation; columns before it are ignored", async () => {
  const text = "family,relation,x,y\ne,aunt,ann,bob\ne,tall,ann,\ni,aunt,NA,?\n";
  const made = relationsInTable(await table(text), "t.csv");
  expect(made.relations).toEqual([relation("aunt", "ann bob, NA ?"), relation("tall", "ann")]);
});

it("relations in a table are the rows of a separate table, without empty cells", async () => {
  expect(tuplesInTable(await table("x,y\na,b\nc,d\n"), "t.csv")).toEqual(relation("", "a b, c d").tuples);
  const read = await table("x,y\na,b\nc,\n");
  expect(() => tuplesInTable(read, "t.csv")).toThrow("t.csv, row 2: an argument is empty");
});

it.each(cases`
  x,y\na,b\n → t.csv must have a column "relation" with the arguments' columns after it; …
  x,relation\na,b\n → t.csv must have a column "relation"…
  relation,x\naunt,a\n,b\n → t.csv, row 2: no relation is named
  relation,x,y\naunt,a,b\naunt,,b\n → t.csv, row 2: an argument is empty
`)("relations in a table %j is rejected", async (text, message) => {
  const read = await table(unescaped(text));
  const said = refusal(() => relationsInTable(read, "t.csv"));
  expect(said).toMatch(new RegExp(`^${patternOf(`RELATION_INVALID: ${message}`, ".*")}$`));
});
