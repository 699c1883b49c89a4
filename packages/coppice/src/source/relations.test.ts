import { describe, expect, it } from "vitest";
import { cases } from "../../test/kit/cases.js";
import { refusal } from "../../test/kit/refusal.js";
import { makeRelations } from "../table/makeRelations.js";
import { bytesOf } from "./bytes.js";
import { readFormat } from "./read.js";
import { relationsInJson } from "./relationsJson.js";
import { relationsInTable, tuplesInTable } from "./relationsTable.js";

describe("relations in JSON", () => {
  it("may be plain: lists of lists are relations, other lists types or relations of one argument", () => {
    const json = JSON.parse(
      '{"name": "net", "nPos": 3, "nodes": [0, 1, 2], "edge": [[0, 1], [1, 2]], "start": [0], "__proto__": [[0, true]]}',
    );
    const made = relationsInJson(json, "net.json");
    if ("file" in made) throw new Error("expected relations");
    expect(made.relations).toEqual([
      {
        name: "edge",
        tuples: [
          ["0", "1"],
          ["1", "2"],
        ],
      },
      { name: "__proto__", tuples: [["0", "true"]] },
    ]);
    expect(makeRelations(made).relations.map(({ name }) => name)).toEqual(["__proto__", "edge", "start"]);
  });

  it("may be described, with types and negatives", () => {
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

  it("may be in a separate table", () => {
    expect(relationsInJson({ file: "k.csv", relations: ["a", "b"], people: 24 }, "f")).toEqual({
      file: "k.csv",
      names: ["a", "b"],
    });
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
  `)("%s is rejected", (json, message) => {
    expect(refusal(() => relationsInJson(JSON.parse(json), "f"))).toBe(`RELATION_INVALID: ${message}`);
  });
});

describe("relations in a table", () => {
  const table = async (text: string) =>
    (await readFormat("csv", bytesOf("t.csv", text), { missing: [] })).table;

  it("are named by the column relation; columns before it are ignored", async () => {
    const made = relationsInTable(
      await table("family,relation,x,y\ne,aunt,ann,bob\ne,tall,ann,\ni,aunt,NA,?\n"),
      "t.csv",
    );
    expect(made.relations).toEqual([
      {
        name: "aunt",
        tuples: [
          ["ann", "bob"],
          ["NA", "?"],
        ],
      },
      { name: "tall", tuples: [["ann"]] },
    ]);
  });

  it("are the rows of a separate table", async () => {
    expect(tuplesInTable(await table("x,y\na,b\nc,d\n"), "t.csv")).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  it.each([
    ["x,y\na,b\n", /^t.csv must have a column "relation" with the arguments' columns after it; /],
    ["x,relation\na,b\n", /^t.csv must have a column "relation"/],
    ["relation,x\naunt,a\n,b\n", /^t.csv, row 2: no relation is named$/],
    ["relation,x,y\naunt,a,b\naunt,,b\n", /^t.csv, row 2: an argument is empty$/],
  ])("%j is rejected", async (text, message) => {
    const read = await table(text);
    expect(() => relationsInTable(read, "t.csv")).toThrow(
      expect.objectContaining({ code: "RELATION_INVALID", message: expect.stringMatching(message) }),
    );
  });

  it("in separate tables have no empty cells", async () => {
    const read = await table("x,y\na,b\nc,\n");
    expect(() => tuplesInTable(read, "t.csv")).toThrow("t.csv, row 2: an argument is empty");
  });
});
