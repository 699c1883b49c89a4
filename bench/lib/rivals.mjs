// Which rivals are installed, and how a reading of each is taken.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { commandReading } from "./command.mjs";
import { output } from "./output.mjs";
import { arffOf } from "./store.mjs";

const path = (of) => fileURLToPath(new URL(`../${of}`, import.meta.url));
const VENV = path(".venv/bin/python");

/** Debian's path; WEKA_JAR overrides it. */
const wekaJar = () => process.env.WEKA_JAR ?? "/usr/share/java/weka.jar";
export const pythonCommand = () => process.env.PYTHON ?? (existsSync(VENV) ? VENV : "python3");

/** All rivals, and how to install them. */
export const RIVALS = new Map([
  ["scikit-learn", "npm run bench:peers"],
  ["XGBoost", "npm run bench:peers"],
  ["LightGBM", "npm run bench:peers"],
  ["YDF", "npm run bench:peers"],
  ["scikit-learn-intelex", "npm run bench:peers"],
  ["CatBoost", "npm run bench:peers"],
  ["tl2cgen", "npm run bench:peers, and a C compiler"],
  ["pandas", "npm run bench:peers"],
  ["ranger", "R with the package ranger (Debian: r-cran-ranger)"],
  ["rpart", "R with the package rpart (Debian: r-cran-rpart)"],
  ["Weka", "Java and weka.jar (Debian: default-jre-headless and weka), or WEKA_JAR=path"],
  ["ml-cart", "npm install --no-save ml-cart"],
]);

/** Versions by name. */
export function installed() {
  return new Map([
    ...versionsFrom(pythonCommand(), [path("peers/python.py"), "versions"]),
    ...versionsFrom("Rscript", [path("peers/r.R"), "versions"]),
    ...wekaVersion(),
    ...mlCartVersion(),
  ]);
}

function versionsFrom(command, args) {
  try {
    return Object.entries(
      JSON.parse(execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })),
    );
  } catch {
    return [];
  }
}

function wekaVersion() {
  if (!existsSync(wekaJar())) return [];
  try {
    const args = ["-cp", wekaJar(), "weka.core.Version"];
    return [
      ["Weka", execFileSync("java", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()],
    ];
  } catch {
    return [];
  }
}

function mlCartVersion() {
  try {
    return [["ml-cart", createRequire(import.meta.url)("ml-cart/package.json").version]];
  } catch {
    return [];
  }
}

/** One reading of Coppice ("Coppice") or of a rival: seconds of each fit, and other figures. */
export function reading(name, spec) {
  return spec.files ? readingFromFile(name, spec) : readingInMemory(name, spec);
}

/** Ours by the command; rivals read the CSV first, which is not part of their fit. */
async function readingFromFile(name, spec) {
  if (name === "Coppice") return commandReading(spec);
  const { files, threads, limit } = spec;
  if (name === "ranger") {
    const args = ["ranger-file", files.train, files.test, files.schema, files.target, threads];
    return JSON.parse(await output("Rscript", [path("peers/r.R"), ...args], { limit }));
  }
  const given = JSON.stringify({ ...spec, rival: name });
  return JSON.parse(await output(pythonCommand(), [path("peers/fromFile.py"), given], { limit }));
}

async function readingInMemory(name, spec) {
  const given = JSON.stringify({ ...spec, rival: name });
  switch (name) {
    case "Coppice":
      return JSON.parse(
        await output(process.execPath, ["--max-old-space-size=8192", path("lib/reading.mjs"), given]),
      );
    case "ranger":
    case "rpart":
      return JSON.parse(
        await output("Rscript", [path("peers/r.R"), name, spec.table, spec.test, String(spec.threads)]),
      );
    case "Weka":
      return wekaReading(spec);
    case "ml-cart":
      return JSON.parse(await output(process.execPath, [path("peers/mlCart.mjs"), given]));
    default:
      return JSON.parse(await output(pythonCommand(), [path("peers/python.py"), given]));
  }
}

/** Weka's class for each kind of task. */
const WEKA = { c45: "weka.classifiers.trees.J48", rules: "weka.classifiers.rules.JRip" };

/** Weka prints the time that its model took. */
async function wekaReading(spec) {
  const table = await arffOf(spec.tableName);
  const test = spec.testName ? ["-T", await arffOf(spec.testName)] : ["-no-cv"];
  const args = ["-Xmx4g", "-cp", wekaJar(), WEKA[spec.kind], "-t", table, ...test];
  const text = await output("java", args);
  const seconds = Number(/Time taken to build model: ([\d.]+)/.exec(text)?.[1]);
  const evaluated =
    spec.testName && /Error on test data[\s\S]*?Correctly Classified Instances\s+\d+\s+([\d.]+)/.exec(text);
  return { fits: [seconds], ...(evaluated && { score: Number(evaluated[1]) / 100 }) };
}
