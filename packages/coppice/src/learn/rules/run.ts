import { type Problem, type ProblemRequest, prepare } from "../../engine/problem.js";
import { isMeasure, type MeasureStep } from "../../model/measure.js";
import type { RuleModel } from "../../model/ruleSet.js";
import type { ExpertRules } from "../../rules/parse/parseExpertRules.js";
import type { Table } from "../../table/table.js";
import { checkTask } from "../checkTask.js";
import type { OnProgress, RuleLearner, RulesLearned, RuleWork } from "../learner.js";
import { headOf } from "../modelHead.js";
import { checkForTask, checkOptions } from "../options.js";
import { checkSignal, runSlices, runSlicesAsync } from "../slices.js";
import { addStringPool } from "../strings/pool.js";
import { rulesWithoutUnused } from "../strings/unusedSteps.js";
import { expertRulesOf, guidedWork } from "./guided.js";

export interface RuleRequest extends ProblemRequest {
  readonly options?: Readonly<Record<string, unknown>>;
  /** Rules that are locked, given or forbidden, as `parseExpertRules` reads them. */
  readonly rules?: string;
  readonly seed?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** A prepared fit of rules: everything checked, nothing learned yet. */
export interface RuleJob {
  readonly learner: RuleLearner;
  readonly options: Readonly<Record<string, unknown>>;
  readonly problem: Problem;
  /** Measures that were added to the attributes. */
  readonly derived?: readonly MeasureStep[];
  readonly expertRules?: ExpertRules;
  readonly seed: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

export function ruleJob(table: Table, request: RuleRequest, learner: RuleLearner): RuleJob {
  const options = checkOptions(learner, request.options ?? {});
  const whole = prepare(table, request);
  const { seed = 1, signal, onProgress } = request;
  const { grown: problem, derived } = addStringPool({ grown: whole }, options, seed);
  checkTask(learner, problem);
  checkForTask(learner, request.options ?? {}, problem.task);
  const expertRules =
    request.rules === undefined ? undefined : expertRulesOf(request.rules, problem, learner);
  return {
    learner,
    options,
    problem,
    ...(derived && { derived: derived.filter(isMeasure) }),
    ...(expertRules && { expertRules }),
    seed,
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
}

export function runRules(job: RuleJob): RuleModel {
  return modelOf(job, runSlices(workOf(job), betweenSlices(job)));
}

/** The same, yielding to the event loop between slices. */
export async function runRulesAsync(job: RuleJob): Promise<RuleModel> {
  const stopped = () => checkSignal(job.signal, job.learner.name);
  return modelOf(job, await runSlicesAsync(workOf(job), betweenSlices(job), stopped));
}

function workOf({ learner, options, problem, expertRules, seed }: RuleJob): RuleWork {
  return expertRules
    ? guidedWork(learner, options, problem, expertRules, seed)
    : learner.learn(options, { problem, seed });
}

function betweenSlices({ signal, learner, onProgress }: RuleJob): (done: number) => void {
  return (done) => {
    checkSignal(signal, learner.name);
    onProgress?.(done);
  };
}

function modelOf(job: RuleJob, { order, rules, otherwise, costs, leafError }: RulesLearned): RuleModel {
  return rulesWithoutUnused({
    format: "coppice-rules",
    ...headOf(job),
    ...(leafError && { leafError }),
    ...(costs && { costs }),
    ...(job.derived && { derived: job.derived }),
    order,
    rules,
    otherwise,
  });
}
