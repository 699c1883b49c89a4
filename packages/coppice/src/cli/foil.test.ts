import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onlyJson, runHere } from "./testIo.js";

let folder = "";
const at = (name: string) => join(folder, name);
const write = (name: string, text: string) => writeFileSync(at(name), text);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-foil-"));
  write(
    "family.json",
    JSON.stringify({
      father: [
        ["sharon", "bob"],
        ["tom", "bob"],
        ["bob", "victor"],
        ["eve", "tom"],
      ],
      female: [["sharon"], ["eve"]],
      daughter: [
        ["bob", "sharon"],
        ["tom", "eve"],
      ],
    }),
  );
  write("links.csv", "from,to\n01,02\n02,03\n03,04\n");
  write("paths.csv", "from,to\n01,02\n01,03\n01,04\n02,03\n02,04\n03,04\n");
  write(
    "long.csv",
    "family,relation,x,y\ne,father,bob,sharon\ne,father,bob,tom\ne,female,sharon,\ne,female,eve,\ne,father,tom,eve\ne,daughter,sharon,bob\ne,daughter,eve,tom\n",
  );
  write(
    "long.json",
    JSON.stringify({ name: "long", file: "long.csv", relations: ["father", "female", "daughter"] }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("coppice foil", () => {
  it("learns, shows and writes clauses", async () => {
    const { code, out, err } = await runHere(
      "foil",
      at("family.json"),
      "--target",
      "daughter",
      "--out",
      at("m.json"),
      "--prolog",
      at("m.pl"),
      "--facts",
    );
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n").slice(0, 4)).toEqual([
      "daughter(X,Y) ← father(Y,X) ∧ female(Y)",
      "",
      "  size      1 clause, 2 literals",
      "  known     2 of 2 positives follow, 0 of 23 negatives do; accuracy 1.0000",
    ]);
    expect(out).toContain(`model     written to ${at("m.json")}`);
    expect(JSON.parse(readFileSync(at("m.json"), "utf8"))).toMatchObject({
      format: "coppice-clauses",
      target: { name: "daughter" },
    });
    expect(readFileSync(at("m.pl"), "utf8")).toBe(
      [
        "% daughter, by foil, from 2 positive and 23 negative tuples",
        ":- dynamic father/2.",
        ":- dynamic female/1.",
        "",
        "daughter(X, Y) :- father(Y, X), female(Y).",
        "",
        "father(bob, victor).",
        "father(eve, tom).",
        "father(sharon, bob).",
        "father(tom, bob).",
        "",
        "female(eve).",
        "female(sharon).",
        "",
      ].join("\n"),
    );
  });

  it("prints one JSON object", async () => {
    const json = onlyJson(
      await runHere("foil", at("family.json"), "--target", "daughter", "--json", "--folds", "2"),
    );
    expect(json).toMatchObject({
      learner: "foil",
      options: { maxVariables: 8 },
      target: { name: "daughter", types: ["type1", "type1"] },
      size: { clauses: 1, literals: 2 },
      clauses: [{ text: "daughter(X,Y) ← father(Y,X) ∧ female(Y)", positives: 2, negatives: 0 }],
      train: {
        positives: 2,
        derived: 2,
        negatives: 23,
        wrong: 0,
        accuracy: 1,
        exact: true,
        closedWorld: true,
      },
      heldOut: { folds: 2, positives: 2, negatives: 23 },
      seconds: { read: 1, fit: expect.any(Number) },
    });
    expect(json.prolog).toContain("daughter(X, Y) :- father(Y, X), female(Y).");
  });

  it("reads a table for each relation, and keeps constants as they are spelled", async () => {
    const args = [
      "foil",
      "--relation",
      `link=${at("links.csv")}`,
      "--relation",
      `path=${at("paths.csv")}`,
      "--target",
      "path",
    ];
    const { out } = await runHere(...args, "--types", "link=town,town", "--types", "path=town,town");
    expect(out).toContain("path(X,Y) ← link(X,Y)\npath(X,Y) ← link(X,Z) ∧ path(Z,Y)\n");
    const prolog = await runHere(...args, "--as", "prolog", "--facts");
    expect(prolog.out).toContain(":- table path/2.");
    expect(prolog.out).toContain("link('01', '02').");
  });

  it("reads many relations from one table, named alone or by a description", async () => {
    for (const file of ["long.csv", "long.json"]) {
      const { out } = await runHere("foil", at(file), "--target", "daughter");
      expect(out.split("\n")[0]).toBe("daughter(X,Y) ← father(Y,X) ∧ female(X)");
    }
    write("wrong.json", JSON.stringify({ file: "long.csv", relations: ["fathers"] }));
    expect((await runHere("foil", at("wrong.json"), "--target", "x")).err).toBe(
      'RELATION_UNKNOWN: there is no relation "fathers"; did you mean "father"?\n',
    );
  });

  it("takes a plain list for a relation when types are given for it, and lists its options", async () => {
    write(
      "list.json",
      JSON.stringify({
        edge: [
          ["a", "b"],
          ["b", "a"],
        ],
        all: ["a", "b"],
      }),
    );
    const given = ["--types", "all=node", "--types", "edge=node,node"];
    expect(
      onlyJson(await runHere("foil", at("list.json"), ...given, "--target", "all", "--json")),
    ).toMatchObject({
      relations: [{ name: "all", types: ["node"], tuples: 2 }, { name: "edge" }],
    });
    const { out } = await runHere("foil", "--help");
    expect(out).toMatch(/\n {2}maxVariables +maximum number of variables in a clause, .*\(default: 8\)\n/);
  });

  it("applies clauses to other relations, and says of each tuple whether it follows", async () => {
    await runHere("foil", at("family.json"), "--target", "daughter", "--out", at("m.json"));
    write(
      "others.json",
      JSON.stringify({
        father: [
          ["kim", "lee"],
          ["max", "lee"],
        ],
        female: [["kim"]],
      }),
    );
    write("asked.csv", 'a,b\nlee,kim\nlee,max\nlee,"no, one"\n');
    const args = ["foil", at("others.json"), "--model", at("m.json"), "--tuples", at("asked.csv")];
    expect((await runHere(...args)).out).toBe(
      'a,b,derived\nlee,kim,true\nlee,max,false\nlee,"no, one",false\n',
    );
    expect(onlyJson(await runHere(...args, "--json"))).toMatchObject({
      predictions: [{ tuple: ["lee", "kim"], derived: true }, { derived: false }, { derived: false }],
    });
    const written = await runHere(...args, "--predictions", at("p.csv"));
    expect(written.out).toContain(`tuples    written to ${at("p.csv")}`);
    expect(readFileSync(at("p.csv"), "utf8")).toContain("lee,kim,true\n");
  });

  it("takes given negatives, and says when negatives were drawn or no clause was found", async () => {
    write("not.csv", "a,b\nbob,tom\n");
    const given = await runHere(
      "foil",
      at("family.json"),
      "--target",
      "daughter",
      "--negatives",
      at("not.csv"),
      "--json",
    );
    expect(onlyJson(given)).toMatchObject({ train: { negatives: 1, closedWorld: false } });
    const drawn = await runHere("foil", at("family.json"), "--target", "daughter", "--set", "maxNegatives=5");
    expect(drawn.err).toBe(
      "warning: NEGATIVES_DRAWN: 5 of 23 negatives were learned from; the option maxNegatives allows more\n",
    );
    const none = await runHere("foil", at("family.json"), "--target", "daughter", "--ignore", "father");
    expect(none.out).toMatch(/^no clause was found\n/);
    expect(none.err).toMatch(/^hint: 2 of 2 positives are in no clause/);
  });

  it.each([
    [
      ["foil"],
      2,
      "USAGE: name a file of relations, or give some with --relation name=file\nhint: see: coppice foil --help\n",
    ],
    [
      ["foil", "family.json"],
      2,
      'TARGET_MISSING: which relation is to be defined? say --target with one of "daughter", "father", "female"\n',
    ],
    [["foil", "family.json", "--target", "x"], 1, 'RELATION_UNKNOWN: there is no relation "x"\n'],
    [
      ["foil", "family.json", "--target", "daughter", "--model", "m.json"],
      2,
      "OPTION_CONFLICT: --model and --target cannot both be given\n",
    ],
    [
      ["foil", "family.json", "--target", "daughter", "--set", "minAccuracy=2"],
      2,
      "OPTION_RANGE: minAccuracy must be a number above 0 and at most 1; got 2\n",
    ],
    [
      ["foil", "family.json", "--relation", "x"],
      2,
      'USAGE: --relation name=file is needed; got "x"\nhint: see: coppice foil --help\n',
    ],
    [
      ["foil", "family.json", "--target", "daughter", "--predictions", "p"],
      2,
      "USAGE: --predictions needs --tuples\nhint: see: coppice foil --help\n",
    ],
    [["foil", "family.json", "--negatives", "not.csv"], 2, "TARGET_MISSING: --negatives needs --target\n"],
    [
      ["foil", "family.json", "--types", "x=a", "--target", "daughter"],
      1,
      'RELATION_UNKNOWN: there is no relation "x"\n',
    ],
    [["foil", "links.csv", "--target", "x"], 1, /^RELATION_INVALID: .*must have a column "relation"/],
    [["foil", "bad.json", "--target", "x"], 1, /^RELATION_INVALID: .*bad.json is not JSON: /],
    [["foil", "family.json", "--model", "family.json"], 1, /^MODEL_INVALID: this is not a model of clauses/],
    [
      ["foil", "female.json", "--model", "m.json"],
      1,
      /^MODEL_MISMATCH: the clauses need a relation "father" of 2 arguments; it is not among those given/,
    ],
  ])("%j", async (args, code, message) => {
    write("bad.json", "{");
    write("female.json", '{"female": [["a"]], "other": [["a"]]}');
    const result = await runHere(...args.map((each) => (/\.(json|csv)$/.test(each) ? at(each) : each)));
    expect(result.code).toBe(code);
    if (typeof message === "string") expect(result.err).toBe(message);
    else expect(result.err).toMatch(message);
  });
});
