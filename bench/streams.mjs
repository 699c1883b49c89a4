// Learners of streams beside MOA on the eight streams of ../shared/expected/beyond.json: prequential accuracy, and rows per
// second in this process, by the command and, where MOA_CLASSPATH names its jars, by MOA in the same run. Exits with 1 if an
// accuracy is more than 0.5 points below MOA's. Skipped where neither the streams nor river are at hand.
// Usage: node bench/streams.mjs [--streams sea,led] [--learners hoeffding] [--command] [--long 10000000]
// RIVER_PYTHON is a Python with river 0.26.1; the streams are written to BENCH_DATA/streams.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readTable } from "coppice/node";
import { startStream } from "coppice/stream";
import { sea } from "coppice/synthetic";
import { read, shared } from "./lib/sharedSets.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const expected = join(shared, "expected/beyond.json");
const data = join(process.env.BENCH_DATA ?? join(here, "data"), "streams");
const command = join(here, "../packages/coppice/bin/coppice.js");
const jars = process.env.MOA_CLASSPATH;

/** Our learner, MOA's counterpart as beyond.json calls it, and as its command does. */
const LEARNERS = [
  ["hoeffding", "HoeffdingTree", "trees.HoeffdingTree"],
  ["hoeffdingAnytime", "EFDT", "trees.EFDT"],
  ["hoeffdingAdaptive", "HoeffdingAdaptiveTree", "trees.HoeffdingAdaptiveTree"],
  ["adaptiveForest", "AdaptiveRandomForest", "(meta.AdaptiveRandomForest -s 10)"],
];
/** Columns of digits that are names. */
const NOMINAL = { agrawal: /^(elevel|car|zipcode)$/, randomtree: /^x_cat_/, led: /./ };
const SETS = ["adult", "bank-full"];

const { values } = parseArgs({
  options: {
    streams: { type: "string", default: `sea,agrawal,randomtree,led,hyperplane,sea-drift,${SETS}` },
    learners: { type: "string", default: LEARNERS.map(([name]) => name).join(",") },
    command: { type: "boolean", default: false },
    long: { type: "string" },
  },
});
if (values.long) await longRun(Number(values.long));
else await compareAll();

async function compareAll() {
  if (!existsSync(expected))
    return console.log("skipped: ../shared not found, so there is nothing to compare with");
  if (!existsSync(join(data, "sea-drift.csv")) && !generated())
    return console.log("skipped: river is absent (RIVER_PYTHON)");
  const scores = JSON.parse(readFileSync(expected, "utf8")).streaming;
  console.log("stream       learner             ours    MOA   diff   rows/s  command      MOA");
  for (const name of values.streams.split(",")) {
    const { table, path, target } = await streamNamed(name);
    for (const [learner, peer, java] of LEARNERS.filter(([one]) =>
      values.learners.split(",").includes(one),
    )) {
      const ours = await inProcess(learner, table, target);
      const moa = scores.find((one) => one.dataset === name && one.peer === `MOA ${peer}`);
      const diff = ours.accuracy - moa.score;
      if (diff < -0.5) process.exitCode = 1;
      const speeds = [
        ours.speed,
        values.command ? byCommand(learner, path, target, table, name) : undefined,
        moaSpeed(java, name, table, target),
      ];
      const cells = speeds.map((speed) => (speed ? String(Math.round(speed)) : "–").padStart(8)).join(" ");
      console.log(
        `${name.padEnd(12)} ${learner.padEnd(18)} ${ours.accuracy.toFixed(2)}  ${moa.score.toFixed(2)}  ${diff.toFixed(2).padStart(5)} ${cells}`,
      );
    }
  }
}

function generated() {
  const python = process.env.RIVER_PYTHON;
  if (!python) return false;
  const { status, stderr } = spawnSync(python, [join(here, "peers/streams.py"), expected, data], {
    encoding: "utf8",
  });
  if (status !== 0) console.error(stderr);
  return status === 0;
}

async function streamNamed(name) {
  if (SETS.includes(name)) return { ...(await read(name)), path: join(shared, `data/${name}.csv.gz`) };
  const path = join(data, `${name}.csv`);
  const [header] = readFileSync(path, "utf8").split(/\r?\n/, 1);
  const types = new Map(typesOf(name, header.split(",")));
  return { table: (await readTable(path, { types })).table, path, target: "class" };
}

function typesOf(name, columns) {
  const isNominal = (column) => column === "class" || NOMINAL[name]?.test(column);
  return columns.filter(isNominal).map((column) => [column, "nominal"]);
}

async function inProcess(learner, table, target) {
  const stream = await startStream({ learner, target, like: table });
  const started = process.cpuUsage();
  stream.update(table);
  const { user, system } = process.cpuUsage(started);
  return { accuracy: 100 * stream.report().overall.learner, speed: table.rows / ((user + system) / 1e6) };
}

/** Start of the process and reading included, by CPU time. */
function byCommand(learner, path, target, table, name) {
  if (path.endsWith(".gz")) return undefined;
  const types = typesOf(
    name,
    table.columns.map((column) => column.name),
  ).flatMap(([column]) => ["--type", `${column}=nominal`]);
  const run = [
    "-p",
    process.execPath,
    command,
    "stream",
    path,
    "--target",
    target,
    "--learner",
    learner,
    ...types,
  ];
  const { stderr } = spawnSync(
    "/usr/bin/env",
    ["bash", "-c", `TIMEFORMAT='%U %S'; time "$@" > /dev/null`, "time", ...run.slice(1)],
    { encoding: "utf8" },
  );
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return table.rows / (user + system);
}

function moaSpeed(java, name, table, target) {
  if (!jars) return undefined;
  const arff = join(data, `${name}.arff`);
  mkdirSync(data, { recursive: true });
  if (!existsSync(arff)) writeFileSync(arff, arffOf(table, target));
  const task = `EvaluatePrequential -l ${java} -s (ArffFileStream -f ${arff}) -e BasicClassificationPerformanceEvaluator -f ${table.rows}`;
  const { stdout } = spawnSync("java", ["-cp", jars, "moa.DoTask", task], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const [head, ...lines] = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const seconds = Number(lines.at(-1)?.[head.findIndex((cell) => cell.includes("evaluation time"))]);
  return table.rows / seconds;
}

function arffOf({ columns, rows }, target) {
  const last = [
    ...columns.filter(({ name }) => name !== target),
    columns.find(({ name }) => name === target),
  ];
  const quoted = (text) => `'${text.replaceAll("'", "_")}'`;
  const lines = [
    "@relation stream",
    ...last.map(
      (c) =>
        `@attribute ${quoted(`a${c.name}`)} ${c.type === "numeric" ? "numeric" : `{${c.levels.map(quoted)}}`}`,
    ),
    "@data",
  ];
  for (let row = 0; row < rows; row++)
    lines.push(
      last
        .map((c) =>
          c.type === "numeric"
            ? Number.isNaN(c.values[row])
              ? "?"
              : c.values[row]
            : c.codes[row] < 0
              ? "?"
              : quoted(c.levels[c.codes[row]]),
        )
        .join(","),
    );
  return `${lines.join("\n")}\n`;
}

/** Memory over many rows: what is kept must not grow with them. */
async function longRun(rows) {
  const batch = 100_000;
  const stream = await startStream({
    learner: values.learners.split(",")[0],
    target: "class",
    like: sea({ rows: 100 }),
  });
  for (let done = 0; done < rows; done += batch) {
    stream.update(sea({ rows: batch, seed: done / batch, drift: 50_000 }));
    if ((done + batch) % (rows / 10) !== 0) continue;
    globalThis.gc?.();
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
    const { figures, overall } = stream.report();
    const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
    console.log(
      `${done + batch} rows: ${(100 * overall.learner).toFixed(2)}%, ${figures.nodes} nodes of ${mb(figures.bytes)}, heap ${mb(heapUsed)}, arrays ${mb(arrayBuffers)}, rss ${mb(rss)}`,
    );
  }
}
