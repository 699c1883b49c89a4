import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** 24 rows: the weight parts apples from pears, but for one row in each kind. */
function fruitCsv(): string {
  const rows = Array.from({ length: 24 }, (_, i) => {
    const isApple = i % 2 === 0;
    const weight = isApple ? 100 + i : 200 + i;
    return `f${i},${weight},${isApple ? "red" : "green"},${isApple ? "apple" : "pear"}`;
  });
  return ["tag,weight,colour,kind", ...rows, ""].join("\n");
}

const lineCsv = () =>
  ["x,y", ...Array.from({ length: 40 }, (_, i) => `${i},${i < 20 ? 1.5 : 7.25}`), ""].join("\n");

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-cli-"));
  put("fruit.csv", fruitCsv());
  put("line.csv", lineCsv());
});
afterAll(() => rmSync(folder, { recursive: true }));

const fitFruit = (...more: string[]) => runHere("fit", at("fruit.csv"), "--target", "kind", ...more);

describe("fit", () => {
  it("shows the tree, its size and accuracy, and what to do next", async () => {
    const ran = await fitFruit();
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("weight <= ");
    expect(ran.out).toContain("3 nodes, 2 leaves, depth 1");
    expect(ran.out).toContain("  training accuracy  1.0000  on 24 rows; optimistic\n");
    expect(ran.out).toMatch(/on unseen rows: +npx coppice evaluate/);
    expect(ran.out).toContain("add --out model.json");
    expect(ran.out).toMatch(/coppice evaluate \S+fruit.csv --target kind --learner cart/);
  });

  it("sets an identifier aside with a warning that says how to use it", async () => {
    const ran = await fitFruit("--json");
    expect(ran.err).toContain('warning: ID_LIKE: "tag" differs in every row, like an identifier');
    expect(ran.err).toContain("--use tag");
    const { warnings, attributes } = onlyJson(ran);
    // Weight and colour each tell the kinds apart: that is how this table was made.
    expect(warnings).toMatchObject([
      { code: "ID_LIKE", column: "tag" },
      { code: "LEAK", column: "weight" },
      { code: "LEAK", column: "colour" },
    ]);
    expect(attributes).toBe(2);
    expect(onlyJson(await fitFruit("--json", "--use", "tag")).attributes).toBe(3);
    const ignored = onlyJson(await fitFruit("--json", "--ignore", "tag", "--ignore", "weight"));
    expect(ignored).toMatchObject({ attributes: 1, warnings: [{ code: "LEAK", column: "colour" }] });
  });

  it("answers in JSON by the contract", async () => {
    const ran = await fitFruit("--json", "--out", at("a.json"), "--set", "maxDepth=3", "--seed", "7");
    const answer = onlyJson(ran);
    expect(answer).toMatchObject({
      learner: "cart",
      task: "classification",
      target: "kind",
      rows: 24,
      size: { nodes: 3, leaves: 2, depth: 1 },
      train: { accuracy: 1 },
      out: at("a.json"),
    });
    expect(answer.options).toMatchObject({ maxDepth: 3 });
    expect(Object.keys(answer.seconds as object)).toEqual(["read", "fit", "predict"]);
    expect(JSON.parse(readFileSync(at("a.json"), "utf8"))).toMatchObject({
      format: "coppice-tree",
      learner: "cart",
      training: { seed: 7 },
    });
  });

  it("writes a report", async () => {
    const ran = await fitFruit("--report", at("r.html"));
    expect(ran.out).toContain(`written to ${at("r.html")}`);
    expect(readFileSync(at("r.html"), "utf8")).toContain("<!doctype html>");
  });

  it("takes the target from a schema", async () => {
    const columns = ["tag", "colour", "kind"].map((name) => ({ name, type: "nominal" }));
    const schema = { target: "kind", columns: [...columns, { name: "weight", type: "numeric" }] };
    const path = put("fruit.schema.json", JSON.stringify(schema));
    const answer = onlyJson(await runHere("fit", at("fruit.csv"), "--schema", path, "--json"));
    // "tag" is declared nominal now, so it is meant.
    expect(answer).toMatchObject({ target: "kind", attributes: 3 });
    expect(JSON.stringify(answer.warnings)).not.toContain("tag");
  });

  it("regresses on numbers, and warns when they look like classes", async () => {
    const ran = await runHere("fit", at("line.csv"), "--target", "y", "--json");
    expect(onlyJson(ran)).toMatchObject({ task: "regression", train: { rmse: 0, mae: 0, r2: 1 } });
    expect(ran.err).not.toContain("TARGET_NUMERIC");
    const path = put("codes.csv", "a,y\n1,0\n2,1\n3,0\n4,1\n");
    const coded = await runHere("fit", path, "--target", "y", "--json");
    expect(onlyJson(coded).task).toBe("regression");
    expect(coded.err).toContain(
      'warning: TARGET_NUMERIC: the target "y" has only 2 distinct whole numbers; treated as numeric (regression)',
    );
    expect(coded.err).toContain("--type y=nominal");
    const single = await runHere("fit", put("one.csv", "a,y\n1,7\n2,7\n"), "--target", "y", "--json");
    expect(single.err).toContain("TARGET_CONSTANT: ");
    const nominal = await runHere("fit", path, "--target", "y", "--type", "y=nominal", "--json");
    expect(onlyJson(nominal).task).toBe("classification");
    expect(nominal.err).not.toContain("TARGET_NUMERIC");
  });

  it("leaves out rows without a target, and weighs the others", async () => {
    const path = put("w.csv", "x;y;w\n1;a;1\n2;b;2\n3;none;1\n4;b;1\n");
    const flags = ["--target", "y", "--weight", "w", "--missing", "none", "--delimiter", ";", "--json"];
    const ran = await runHere("fit", path, ...flags);
    expect(onlyJson(ran)).toMatchObject({ rows: 3, attributes: 1 });
    expect(ran.err).toContain('warning: TARGET_MISSING_ROWS: the target "y" is missing in 1 row: excluded');
  });

  it("cuts a tree that is longer than a screen", async () => {
    const rows = Array.from({ length: 200 }, (_, i) => `${i},${(i * 7919) % 97}.5`);
    const path = put("long.csv", ["x,y", ...rows, ""].join("\n"));
    const flags = ["--target", "y", "--set", "minLeaf=1", "--set", "minSplit=2", "--set", "prune=none"];
    const { out } = await runHere("fit", path, ...flags);
    expect(out.split("\n").length).toBeLessThan(45);
    expect(out).toMatch(/ … \d+ more nodes\n/);
    expect(out).toMatch(/\n… drawn to depth \d+ of \d+; keep the model with --out to see all\n/);
  });

  it("cuts a list of levels that is longer than a screen", async () => {
    const rows = Array.from({ length: 200 }, (_, i) => `v${i % 50},${i % 50 < 25 ? "low" : i % 3}`);
    const path = put("levels.csv", ["x,y", ...rows, ""].join("\n"));
    const { out } = await runHere("fit", path, "--target", "y", "--learner", "id3");
    expect(out.split("\n").length).toBeLessThan(45);
    expect(out).toMatch(/\n… \d+ more lines; keep the model with --out to see all\n/);
  });
});

describe("predict", () => {
  const table = () => put("new.csv", "colour,weight\nred,110\n,250\nblue,\n");

  it("writes row and prediction", async () => {
    await fitFruit("--out", at("m.json"));
    const ran = await runHere("predict", at("m.json"), table());
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.out).toMatch(/^row,prediction\n0,apple\n1,pear\n2,(apple|pear)\n$/);
    expect(ran.err).toContain("UNSEEN_LEVELS");
  });

  it("writes probabilities, into a file", async () => {
    await fitFruit("--out", at("m.json"));
    const ran = await runHere("predict", at("m.json"), table(), "--proba", "--out", at("p.csv"), "--json");
    expect(onlyJson(ran)).toMatchObject({ rows: 3, target: "kind", out: at("p.csv") });
    const lines = readFileSync(at("p.csv"), "utf8").split("\n");
    expect(lines.slice(0, 3)).toEqual(["row,prediction,p(apple),p(pear)", "0,apple,1,0", "1,pear,0,1"]);
  });

  it("predicts numbers", async () => {
    await runHere("fit", at("line.csv"), "--target", "y", "--out", at("line.json"));
    const ran = await runHere("predict", at("line.json"), put("x.csv", "x\n3\n33\n"));
    expect(ran.out).toBe("row,prediction\n0,1.5\n1,7.25\n");
  });

  it("quotes classes that hold commas and quotes", async () => {
    const path = put("odd.csv", 'x,y\n1,"a,b"\n2,"a,b"\n8,"c""d"\n9,"c""d"\n');
    const flags = ["--target", "y", "--set", "minSplit=2", "--set", "minLeaf=1", "--out", at("odd.json")];
    await runHere("fit", path, ...flags);
    expect((await runHere("predict", at("odd.json"), path, "--proba")).out).toBe(
      'row,prediction,"p(a,b)","p(c""d)"\n0,"a,b",1,0\n1,"a,b",1,0\n2,"c""d",0,1\n3,"c""d",0,1\n',
    );
  });
});

describe("evaluate", () => {
  const evaluate = (...more: string[]) => runHere("evaluate", at("fruit.csv"), "--target", "kind", ...more);

  it("answers in JSON by the contract", async () => {
    const answer = onlyJson(await evaluate("--learner", "cart", "--folds", "4", "--json"));
    expect(answer).toMatchObject({
      learner: "cart",
      rows: 24,
      folds: 4,
      accuracy: 1,
      classes: ["apple", "pear"],
      confusion: [
        [12, 0],
        [0, 12],
      ],
      size: { nodes: 3, leaves: 2, depth: 1 },
    });
    expect(answer.options).toHaveProperty("minLeaf");
    expect(answer.perFold).toHaveLength(4);
    expect((answer.perFold as object[])[0]).toMatchObject({ fold: 0, rows: 6, accuracy: 1 });
    // The test's clock goes a second at each look: four folds, one second to fit each and one to predict.
    expect(answer.seconds).toMatchObject({ fit: 4, predict: 4 });
    expect(answer).not.toHaveProperty("predictions");
  });

  it("takes ten folds unless told, and the same ones for the same seed", async () => {
    const first = onlyJson(await evaluate("--json", "--predictions"));
    expect(first.folds).toBe(10);
    expect(first.predictions).toHaveLength(24);
    const same = onlyJson(await evaluate("--json", "--predictions"));
    expect(same.predictions).toEqual(first.predictions);
    const other = onlyJson(await evaluate("--json", "--predictions", "--seed", "5"));
    expect(other.predictions).not.toEqual(first.predictions);
  });

  it("takes the folds from a file", async () => {
    const lines = Array.from({ length: 24 }, (_, i) => `${i},${i < 9 ? 0 : 1}`);
    const path = put("folds.csv", ["row,fold", ...lines, ""].join("\n"));
    const answer = onlyJson(await evaluate("--folds-file", path, "--json", "--predictions"));
    expect(answer.folds).toBe(2);
    expect((answer.perFold as { rows: number }[]).map(({ rows }) => rows)).toEqual([9, 15]);
    expect((answer.predictions as object[])[9]).toEqual({
      row: 9,
      fold: 1,
      truth: "pear",
      prediction: "pear",
    });
  });

  it("judges on another table, where a new class is a mistake", async () => {
    const path = put("test.csv", "kind,weight,colour,tag\napple,111,red,f1\nplum,240,green,f2\n");
    const answer = onlyJson(await evaluate("--test", path, "--json"));
    expect(answer).toMatchObject({
      rows: 24,
      testRows: 2,
      accuracy: 0.5,
      classes: ["apple", "pear", "plum"],
      confusion: [
        [1, 0, 0],
        [0, 0, 0],
        [0, 1, 0],
      ],
    });
  });

  it("prints a small table for people", async () => {
    const { out, code } = await evaluate("--folds", "4");
    expect(code).toBe(0);
    expect(out).toContain("24 rows, 4 stratified folds, seed 1");
    // Wilson at 24 of 24: 1 / (1 + 1.96² / 24) = 0.8620
    expect(out).toContain("  accuracy           1.0000  95% CI 0.8620 to 1.0000\n");
    expect(out).toContain("  baseline accuracy  0.5000  majority class (apple)\n");
    expect(out).toContain(
      "  mean over folds    1.0000  95% CI 1.0000 to 1.0000 (t); 1.0000 to 1.0000, sd 0.0000\n",
    );
    expect(out).toContain("  mean tree size     3 nodes, 2 leaves, depth 1\n");
    expect(out).toMatch(
      / +apple +pear +recall +F +AUC\n +apple +12 +0( +1\.0000){3}\n +pear +0 +12( +1\.0000){3}/,
    );
  });

  it.each([
    ["--learner", "forest", "--set", "trees=3", "--folds", "3"],
    ["--learner", "ripper", "--folds", "3"],
    ["--learner", "bagging", "--set", "trees=2", "--folds", "3"],
    ["--bootstrap", "5"],
    ["--holdout", "0.3"],
  ])("aligns the figures after their names: %s %s", async (...flags) => {
    const { out, err } = await evaluate(...flags);
    const [, figures] = out.split("\n\n");
    expect(figures, err).toContain("accuracy");
    for (const line of figures.split("\n")) expect(line).toMatch(/^ {2}.{17} {2}\S/);
  });

  it("prints the figures of a regression", async () => {
    const { out } = await runHere("evaluate", at("line.csv"), "--target", "y", "--folds", "5");
    expect(out).toContain("40 rows, 5 folds, seed 1");
    expect(out).toMatch(
      /RMSE +0\.\d+ +95% CI 0\.\d+ to 1\.\d+\n {2}baseline RMSE +2\.8750 +always the mean \(4\.375\)/,
    );
    const answer = onlyJson(await runHere("evaluate", at("line.csv"), "--target", "y", "--json"));
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(["rmse", "mae", "r2"]));
    expect(answer).not.toHaveProperty("confusion");
  });
});

describe("show, rules and learners", () => {
  it("show a model in every form", async () => {
    await fitFruit("--out", at("m.json"));
    const show = (...more: string[]) => runHere("show", at("m.json"), ...more);
    expect((await show()).out).toContain("weight <= ");
    expect((await show("--as", "rules")).out).toContain("THEN apple");
    expect((await show("--as", "dot")).out).toContain("digraph");
    expect((await show("--as", "svg")).out).toContain("<svg");
    expect((await show("--as", "html")).out).toContain("<!doctype html>");
    expect(JSON.parse((await show("--as", "json", "--binary")).out)).toMatchObject({
      format: "coppice-tree",
    });
    const written = await show("--as", "svg", "--out", at("m.svg"));
    expect(written.out).toBe("");
    expect(readFileSync(at("m.svg"), "utf8")).toContain("<svg");
  });

  it("print a model as rules", async () => {
    await fitFruit("--out", at("m.json"));
    const answer = onlyJson(await runHere("rules", at("m.json"), "--json"));
    expect(answer.conditions).toBe(2);
    expect(answer.rules).toMatchObject([
      { then: "apple", support: 12, confidence: 1 },
      { then: "pear", support: 12, confidence: 1 },
    ]);
    expect((await runHere("rules", at("m.json"))).out).toContain("IF weight <= ");
    expect((await runHere("rules", at("m.json"), "--simplify", "--skip-empty")).out).toContain("smallest)");
    const joined = onlyJson(await runHere("rules", at("m.json"), "--join", "--json"));
    expect(joined).toHaveProperty("descriptions");
    const validated = await runHere("rules", at("m.json"), "--validate", at("fruit.csv"), "--json");
    expect(onlyJson(validated).validation).toMatchObject({
      rows: 24,
      before: { rules: 2 },
      after: { rules: 1, loss: 0 },
    });
    expect((await runHere("rules", at("m.json"), "--as", "csv")).out).toMatch(/^rule,weight,kind,support/);
    expect((await runHere("rules", at("m.json"), "--join", "--as", "markdown")).out).toContain(
      "| otherwise |",
    );
    expect((await runHere("rules", at("m.json"), "--as", "typescript")).out).toContain(
      "export function predict",
    );
    await runHere("rules", at("m.json"), "--simplify", "--as", "model", "--out", at("set.json"));
    expect((await runHere("predict", at("set.json"), at("fruit.csv"))).out).toContain("0,apple\n1,pear\n");
    await runHere("rules", at("m.json"), "--exact", "--out", at("rules.txt"));
    expect(readFileSync(at("rules.txt"), "utf8")).toContain("IF weight <= ");
  });

  it("list the learners with their options", async () => {
    const { out } = await runHere("learners");
    expect(out).toMatch(/^cart {2}/m);
    expect(out).toContain("maxDepth");
    expect(out).toContain("default: {}");
    expect(out).toContain("only without randomTests");
    expect(out).not.toContain("[object");
    const answer = onlyJson(await runHere("learners", "cart", "--json"));
    const [{ options, ...cart }] = answer.learners as { name: string; options: { name: string }[] }[];
    expect(cart.name).toBe("cart");
    expect(options.map(({ name }) => name)).toEqual(expect.arrayContaining(["prune", "minLeaf", "maxDepth"]));
    const essential = options.filter((option) => "essential" in option).map(({ name }) => name);
    expect(essential.sort()).toEqual(["criterion", "maxDepth", "minLeaf", "missing", "priors", "prune"]);
  });

  it("put the options to start with first", async () => {
    const { out } = await runHere("learners", "cart");
    const [first, rest] = out.split("\n  the rest\n");
    expect(first).toContain("\n  start with these\n  maxDepth");
    expect(first).not.toContain("zeroGain");
    expect(rest).toContain("zeroGain");
    expect(rest).not.toMatch(/^ {2}maxDepth/m);
  });
});

describe("help", () => {
  it("is no failure", async () => {
    for (const args of [["--help"], ["fit", "--help"], ["help", "evaluate"]]) {
      const ran = await runHere(...args);
      expect(ran).toMatchObject({ code: 0, err: "" });
      expect(ran.out).toContain("Usage: coppice");
    }
    expect((await runHere("--version")).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("is shown when no verb is given, as wrong usage", async () => {
    const ran = await runHere();
    expect(ran.code).toBe(2);
    expect(ran.err).toContain("Usage: coppice");
  });
});
