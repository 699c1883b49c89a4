import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onlyJson, runHere } from "./testIo.js";

let folder: string;
const at = (name: string) => join(folder, name);
const put = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coppice-fail-"));
  const fruit = Array.from(
    { length: 24 },
    (_, i) => `f${i},${i},${i % 2 === 0 ? "red" : "green"},${i < 12 ? "apple" : "pear"}`,
  );
  put("fruit.csv", ["tag,weight,colour,kind", ...fruit, ""].join("\n"));
  put("line.csv", ["x,y", ...Array.from({ length: 40 }, (_, i) => `${i},${i / 4}`), ""].join("\n"));
  await runHere("fit", at("fruit.csv"), "--target", "kind", "--out", at("m.json"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("what goes wrong", () => {
  /** The message on standard error, the same error as JSON on standard output, and the exit code. */
  async function fails(args: readonly string[], exit: number, code: string, message: string | RegExp) {
    const ran = await runHere(...args, "--json");
    expect(ran.code, ran.err).toBe(exit);
    const { error } = onlyJson(ran) as { error: { code: string; message: string } };
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(ran.err).toContain(`${code}: `);
    const plain = await runHere(...args);
    if (code !== "OPTION_CONFLICT") expect(plain.out).toBe("");
  }
  const fruit = (...more: string[]) => ["fit", at("fruit.csv"), "--target", "kind", ...more];

  it("is wrong usage", async () => {
    await fails(["fti"], 2, "USAGE", /^unknown command 'fti'; did you mean fit\?$/);
    await fails(["fit", "--targt", "x"], 2, "USAGE", /^unknown option '--targt'; did you mean --target\?$/);
    await fails(["fit"], 2, "USAGE", "missing required argument 'table'");
    await fails([], 2, "USAGE", /./);
    expect(await runHere("fit", at("fruit.csv"), "--target")).toMatchObject({
      code: 2,
      err: "USAGE: option '--target <column>' argument missing\nhint: see: coppice fit --help\n",
    });
    await fails(fruit("--set", "maxDepth"), 2, "USAGE", '--set needs name=value; got "maxDepth"');
    await fails(
      fruit("--engine", "abacus"),
      2,
      "OPTION_RANGE",
      '--engine must be one of memory, disk, duckdb, spark; got "abacus"',
    );
    await fails(
      fruit("--engine", "duckdb"),
      2,
      "OPTION_CONFLICT",
      "--engine duckdb needs an address, such as duckdb:file.db#table; got ",
    );
    await fails(fruit("--type", "a=b"), 2, "USAGE", "--type needs column=type");
    await fails(["fit", at("fruit.csv"), at("x.csv")], 2, "USAGE", /too many arguments/);
    await fails(["fit", at("fruit.csv")], 2, "TARGET_MISSING", 'add --target with one of "tag", "weight"');
  });

  it("is a wrong option", async () => {
    await fails(fruit("--learner", "cartt"), 2, "LEARNER_UNKNOWN", 'did you mean "cart"?');
    await fails(fruit("--set", "maxDept=3"), 2, "OPTION_UNKNOWN", 'did you mean "maxDepth"?');
    await fails(fruit("--set", "maxDepth=0"), 2, "OPTION_RANGE", "maxDepth must be an integer ≥ 1; got 0");
    await fails(fruit("--seed", "-1"), 2, "OPTION_RANGE", '--seed must be an integer ≥ 0; got "-1"');
    const most = "--seed must be an integer from 0 to 4294967295; got";
    await fails(fruit("--seed", "4294967297"), 2, "OPTION_RANGE", most);
    await fails(fruit("--threads", "0"), 2, "OPTION_RANGE", "--threads must be an integer ≥ 1");
    await fails(fruit("--delimiter", "::"), 2, "OPTION_RANGE", '--delimiter must be one character; got "::"');
    await fails(fruit("--use", "kind"), 2, "OPTION_CONFLICT", "--use and --target");
    const evaluate = ["evaluate", at("fruit.csv"), "--target", "kind"];
    await fails([...evaluate, "--folds", "1"], 2, "OPTION_RANGE", "--folds must be an integer ≥ 2");
    await fails(
      [...evaluate, "--folds", "25"],
      2,
      "OPTION_RANGE",
      "from 2 to the number of rows (24); got 25",
    );
    await fails([...evaluate, "--folds", "3", "--test", "x.csv"], 2, "OPTION_CONFLICT", "--folds and --test");
    await fails(["predict", at("m.json"), at("fruit.csv")], 2, "OPTION_CONFLICT", "add --out");
    await fails(
      ["predict", "-", "-", "--out", at("o.csv")],
      2,
      "USAGE",
      "cannot both come from standard input",
    );
    expect(await runHere(...evaluate, "--predictions")).toMatchObject({
      code: 2,
      err: "OPTION_CONFLICT: --predictions adds to the JSON answer: it needs --json\n",
    });
    expect(await runHere("show", at("m.json"), "--as", "jpeg")).toMatchObject({ code: 2 });
  });

  it("is a file or a table", async () => {
    await fails(["fit", at("nosuch.csv"), "--target", "y"], 1, "FILE_READ", "there is no such file");
    await fails(["rules", at("nosuch.json")], 1, "FILE_READ", "there is no such file");
    await fails(["fit", at("fruit.csv"), "--target", "kin"], 1, "COLUMN_UNKNOWN", 'did you mean "kind"?');
    await fails(fruit("--weight", "w"), 1, "COLUMN_UNKNOWN", 'no column "w"');
    await fails(
      fruit("--type", "kind=string"),
      1,
      "TARGET_TYPE",
      "must be numeric, nominal or ordered; it is string",
    );
    await fails(fruit("--type", "kind=numeric"), 1, "CELL_TYPE", "apple");
    await fails(fruit("--schema", put("bad.json", "{")), 1, "SCHEMA_INVALID", "bad.json is not JSON");
    await fails(["rules", put("bad.json", "{")], 1, "MODEL_INVALID", "bad.json is not JSON");
    const empty = put("empty.csv", "x,y\n1,\n2,\n");
    await fails(["fit", empty, "--target", "y"], 1, "TARGET_EMPTY", 'the target "y" has no value in any row');
    const folds = put("f.csv", "row,fold\n0,0\n1,1\n");
    const evaluate = ["evaluate", at("fruit.csv"), "--target", "kind", "--folds-file", folds];
    await fails(evaluate, 1, "FOLDS_INVALID", "gives no fold to row 2");
  });

  it("is a model that does not fit", async () => {
    const narrow = put("narrow.csv", "colour,wieght\nred,1\n");
    const predict = (...more: string[]) => ["predict", at("m.json"), ...more, "--out", at("never.csv")];
    await fails(predict(narrow), 1, "MODEL_MISMATCH", /needs a column "weight".*did you mean "wieght"\?$/);
    await runHere("fit", at("line.csv"), "--target", "y", "--out", at("line.json"));
    const proba = ["predict", at("line.json"), at("line.csv"), "--proba", "--out", at("never.csv")];
    await fails(proba, 2, "OPTION_CONFLICT", "--proba needs a model that predicts classes");
    expect(existsSync(at("never.csv"))).toBe(false);
  });

  it("leaves no half file where it cannot write", async () => {
    const before = readdirSync(folder);
    await fails(fruit("--out", at("no/such/folder.json")), 1, "FILE_WRITE", "cannot write");
    expect(readdirSync(folder)).toEqual(before);
  });

  it("does not obey control characters in the data", async () => {
    const path = put("esc.csv", "x,\u001b[31my\n1,a\n2,b\n");
    const ran = await runHere("fit", path, "--target", "z");
    expect(ran.err).not.toContain("\u001b");
  });
});
