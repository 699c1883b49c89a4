import { type Problem, type ProblemRequest, prepare } from "../engine/problem.js";
import type { Table, Warning } from "../table/table.js";
import { resolvePriors } from "./cost/resolve.js";

type Options = Readonly<Record<string, unknown>>;

/**
 * What a fit of this table cannot take into account, but is not an error. Depends on the table and the request alone, so it
 * can be computed wherever the fit itself runs.
 */
export function fitWarnings(
  table: Table,
  request: ProblemRequest & { readonly options?: Options },
): Warning[] {
  const { options = {} } = request;
  const members = (options.settings ?? {}) as Options;
  return priorWarnings(options.priors ?? members.priors ?? options["of.priors"], () =>
    prepare(table, request),
  );
}

/** Priors of classes that no row has: their share is lost. */
function priorWarnings(given: unknown, problemOf: () => Problem): Warning[] {
  if (typeof given !== "object" || given === null) return [];
  const problem = problemOf();
  if (problem.target.kind !== "classes") return [];
  const { name, levels, codes } = problem.target.column;
  const priors = resolvePriors(given as Readonly<Record<string, number>>, levels)!;
  const seen = new Set(codes);
  const lost = levels.flatMap((level, k) =>
    priors[k] > 0 && !seen.has(k) ? [{ level, prior: priors[k] }] : [],
  );
  if (lost.length === 0) return [];
  const share = Number(lost.reduce((sum, { prior }) => sum + prior, 0).toPrecision(3));
  const classes = lost.map(({ level }) => JSON.stringify(level)).join(", ");
  const which = lost.length === 1 ? `the class ${classes}, which has` : `the classes ${classes}, which have`;
  const message = `priors give ${share} to ${which} no rows: the other classes share it in proportion`;
  return [{ code: "PRIORS_WITHOUT_ROWS", column: name, message }];
}
