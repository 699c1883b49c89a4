import { CoppiceError } from "../../base/errors.js";
import type { Problem } from "../../engine/problem.js";
import type { LearningTask } from "../../engine/task.js";
import { isJson, type Json } from "../../model/checks.js";
import { columnFromJson, columnToJson, NUMBERS } from "../../model/columnJson.js";
import type { EnsembleState } from "../../model/ensemble.js";
import { membersJson } from "../../model/modelJson.js";
import { parseMembers } from "../../model/parseEnsemble.js";
import { columnSchema } from "../../table/column.js";
import { fingerprint } from "./fingerprint.js";

/** How a long fit is kept against the end of its process. */
export interface Checkpoints {
  /** Trees between two of them: 10 by default. */
  readonly every?: number;
  /** Keeps the text; `fitTableAsync` waits for a promise. */
  readonly write?: (text: string) => void | Promise<void>;
  /** What `write` was given last, to go on from there. */
  readonly resume?: string;
}

/** What a checkpoint belongs to: the same work gives the same model. */
export interface Work {
  readonly learner: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  /** The rows, or what is known of rows that are elsewhere. */
  readonly problem: Problem | LearningTask;
}

export function checkpointText(work: Work, { members, arrays }: EnsembleState): string {
  const columns = Object.entries(arrays).map(([name, column]) => [name, columnToJson(column)]);
  return JSON.stringify({
    format: "coppice-checkpoint",
    version: 1,
    ...identity(work),
    members: membersJson(members),
    arrays: Object.fromEntries(columns),
  });
}

function identity({ learner, options, seed, problem }: Work) {
  // Options as JSON has them: what is undefined is not there.
  return {
    learner,
    options: JSON.parse(JSON.stringify(options)) as object,
    seed,
    rows: fingerprint(problem),
  };
}

/** The state in a checkpoint of just this work; anything else is refused. */
export function stateFrom(text: string, work: Work): EnsembleState {
  const json = parsed(text);
  const wanted = identity(work);
  const words = {
    learner: `the learner is ${work.learner}`,
    options: "its options differ",
    seed: `the seed is ${work.seed}`,
    rows: "its rows or columns differ, or they were read then and stay in their database now, or the other way round",
  };
  for (const name of ["learner", "options", "seed", "rows"] as const) {
    if (JSON.stringify(json[name]) === JSON.stringify(wanted[name])) continue;
    throw new CoppiceError(
      "CHECKPOINT_MISMATCH",
      `the checkpoint is of other work (${words[name]}): give what it was begun with, or begin anew without it`,
      { name, rule: "as in the checkpoint" },
    );
  }
  return stateOf(json, work.problem);
}

function parsed(text: string): Json {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalid(`it is not JSON: ${(error as Error).message}`);
  }
  if (!isJson(json) || json.format !== "coppice-checkpoint" || json.version !== 1) {
    throw invalid('it must be an object with format "coppice-checkpoint" and version 1');
  }
  return json;
}

function stateOf(json: Json, { task, target, attributes }: Work["problem"]): EnsembleState {
  try {
    const head = { task, target: columnSchema(target.column), attributes: attributes.map(columnSchema) };
    const arrays = isJson(json.arrays) ? Object.entries(json.arrays) : [];
    return {
      members: parseMembers(json.members, head),
      arrays: Object.fromEntries(
        arrays.map(([name, column]) => [
          name,
          Float64Array.from(columnFromJson(column, NUMBERS, `arrays.${name}`)),
        ]),
      ),
    };
  } catch (error) {
    if (error instanceof CoppiceError) throw invalid(error.message);
    throw error;
  }
}

function invalid(why: string): CoppiceError {
  return new CoppiceError("CHECKPOINT_INVALID", `this is no checkpoint to go on from: ${why}`, {
    name: "checkpoint",
  });
}
