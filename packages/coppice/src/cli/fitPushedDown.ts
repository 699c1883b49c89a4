import { CoppiceError } from "../base/errors.js";
import type { LearningTask } from "../engine/task.js";
import type { Checkpoints } from "../learn/ensemble/checkpoint.js";
import { keptBy } from "../learn/ensemble/keptBy.js";
import { fitData } from "../learn/fit.js";
import { learnerUnder } from "../learn/learner.js";
import { learnerNamed } from "../learn/registry.js";
import { columnRemedy } from "../table/remedy.js";
import type { Warning } from "../table/table.js";
import { withPushedDown } from "../targets/databases.js";
import type { DatabaseEngine } from "../targets/engines.js";
import { ownEstimate } from "./assessment.js";
import { checkCheckpoint, checkpointsOf } from "./checkpoint.js";
import { answerOf } from "./fitAnswer.js";
import type { FitFlags } from "./fitFlags.js";
import { printFit } from "./fitText.js";
import { type Io, printJson, printWarnings, remark } from "./io.js";
import { progressOf } from "./progress.js";
import { judgedFrom } from "./pushedFigures.js";
import { writeModel } from "./readJson.js";
import { readSchema } from "./readTraining.js";
import type { StayingWay } from "./sparkWay.js";

/** Flags that need the rows, or files that the library reads itself. */
const USELESS = [
  ...(["report", "plot", "continue", "rulesFile", "useAttributesOf", "assess"] as const),
  ...(["missing", "delimiter", "decimal", "dates", "encoding", "skipLines", "skipLastLines", "use"] as const),
];

/** What a cluster decides for itself. */
const OF_DUCKDB = ["memory", "scratch"] as const;

function refuseUseless(flags: FitFlags, engine: DatabaseEngine, isGiven: (name: string) => boolean): void {
  const none = engine === "duckdb" ? USELESS : [...USELESS, ...OF_DUCKDB];
  const useless = none.find(
    (name) => (flags as object as Record<string, unknown>)[name] !== undefined && isGiven(name),
  );
  if (useless === undefined) return;
  const flag = `--${useless.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const by = flags.pushDown ? "--push-down" : flags.way ? `--way ${flags.way}` : `--engine ${engine}`;
  throw new CoppiceError("OPTION_CONFLICT", `${flag} cannot be used with ${by}`, { name: flag });
}

/** Learns from rows that stay in their database. What cannot be learned so says how it can. */
export async function fitPushedDown(
  io: Io,
  path: string,
  flags: FitFlags,
  engine: DatabaseEngine,
  isGiven: (name: string) => boolean,
): Promise<void> {
  try {
    await learnThere(io, path, flags, engine, isGiven);
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== "ENGINE_ROWS") throw error;
    if (error.message.includes("--way")) throw error;
    const way = engine === "spark" ? "with --way pull" : "without --push-down";
    throw new CoppiceError(error.code, `${error.message} (${way} it can be learned)`, error.facts);
  }
}

async function learnThere(
  io: Io,
  path: string,
  flags: FitFlags,
  engine: DatabaseEngine,
  isGiven: (name: string) => boolean,
): Promise<void> {
  refuseUseless(flags, engine, isGiven);
  checkCheckpoint(flags);
  const checkpoint = await checkpointsOf(io, flags);
  const schema = await readSchema(io, flags.schema);
  const target = flags.target ?? schema?.target;
  if (target === undefined)
    throw new CoppiceError("TARGET_MISSING", "no target column: add --target", { name: "--target" });
  const weight = flags.weight ?? schema?.weight;
  const declared = new Map(schema?.columns.map((column) => [column.name, column]));
  for (const [name, type] of flags.type) declared.set(name, { ...declared.get(name), name, type });
  const started = io.clock();
  const coding = progressOf(io, "coding ");
  await io.interruptible((signal) =>
    withPushedDown(
      path,
      {
        onCoding: (done, rows) => coding.rows(done * rows, rows),
        ...{ target, ignore: flags.ignore, columns: [...declared.values()], signal },
        ...(flags.from !== undefined && { query: flags.from }),
        ...(flags.threads !== undefined && { threads: flags.threads }),
        ...(flags.memory !== undefined && { memory: flags.memory }),
        ...(flags.scratch !== undefined && { scratch: flags.scratch }),
        ...(weight !== undefined && { weight }),
        ...(flags.way !== undefined && { way: flags.way as StayingWay }),
        // Who says that rows stay where they are means all of them.
        mayPull: !flags.pushDown && flags.engine === undefined,
        ...(flags.rowKey !== undefined && { rowKey: flags.rowKey }),
        ...(checkpoint && { identified: true }),
        ...codingFor(flags),
      },
      async ({ data, figures, notes }) => {
        coding.stop();
        for (const note of notes) remark(io, "hint", note);
        const warnings = data.task.warnings.map(withRemedy);
        printWarnings(io, warnings);
        const coded = io.clock();
        const request = {
          learner: flags.learner,
          options: Object.fromEntries(flags.set),
          seed: flags.seed,
          signal,
        };
        const keeping = checkpoint ? keptFor(checkpoint, data.task, flags) : {};
        const model = await progressOf(io, "learning", data.task.rows).whileRunning((onProgress) =>
          fitData(data, { ...request, ...keeping, onProgress }),
        );
        const fitted = io.clock();
        const found = judgedFrom(await figures(model));
        const estimate = ownEstimate(model, "auto", () => ({ ...found, rows: data.task.rows }));
        const seconds = { read: coded - started, fit: fitted - coded, predict: io.clock() - fitted };
        if (flags.out !== undefined) await writeModel(io, flags.out, model);
        const all = {
          ...{
            path,
            model,
            score: found.score,
            estimate,
            warnings,
            rows: data.task.rows,
            times: seconds,
            flags,
          },
          isThere: true,
        };
        if (flags.json) printJson(io, answerOf(all));
        else printFit(io, all);
      },
    ).finally(() => coding.stop()),
  );
}

/** What a database cannot say: how to write a column's name on a command line. */
function withRemedy(warning: Warning): Warning {
  const { code, column } = warning;
  if (code !== "ROW_NUMBER" || column === undefined) return warning;
  return { ...warning, remedy: columnRemedy("ignore", column, "to exclude it") };
}

function keptFor(checkpoint: Checkpoints, task: LearningTask, { learner: name, set, seed }: FitFlags) {
  const options = Object.fromEntries(set);
  const learner = learnerUnder(learnerNamed(name), options);
  return learner.kind === "ensemble" ? keptBy(checkpoint, learner, task, { options, seed }) : {};
}

/** Ensembles may ask for both: bags of exact codes, or bins of their own. */
function codingFor({ learner: name, set }: FitFlags): { coding?: "exact" | "bins" } {
  const options = Object.fromEntries(set);
  const learner = learnerUnder(learnerNamed(name), options);
  if (options.coding === "bins") return { coding: "bins" };
  if (learner.kind !== "ensemble") return { coding: "exact" };
  return learner.boosts ? { coding: "bins" } : {};
}
