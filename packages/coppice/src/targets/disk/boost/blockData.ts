import { CoppiceError } from "../../../base/errors.js";
import type { BoostAnswer, BoostRequest, BoostRows } from "../../../engine/boost/port.js";
import type { DataHandle } from "../../../engine/data.js";
import type { Problem } from "../../../engine/problem.js";
import { columnSchema } from "../../../table/column.js";
import { isStringType } from "../../../table/schema.js";
import { type BlockOptions, BlockRows, type ScoredRows } from "./blockRows.js";

/** A handle on rows that can be boosted from, and nothing else. */
export interface BlockData extends DataHandle {
  /** What stays in memory. */
  readonly known: Pick<Problem, "target" | "weights">;
  /** The scores of all rows after the fit, block by block. */
  scored(each: (rows: ScoredRows) => void): Promise<void>;
}

/** Rows that are coded in blocks when boosting begins. `onCoded`: their cells are not read any more. */
export function blockData(given: Problem, options: BlockOptions, onCoded?: () => void): BlockData {
  // Copied, the target is read: it stays in memory.
  const { target: elsewhere } = given;
  const target = { ...elsewhere, column: { ...elsewhere.column } } as Problem["target"];
  const problem = { ...given, target };
  const strings = problem.attributes.find(({ type }) => isStringType(type));
  if (strings) {
    const message = `the disk engine has no tests of strings, and the attribute ${JSON.stringify(strings.name)} is ${strings.type}: leave it out, declare it nominal, or use --engine memory`;
    throw new CoppiceError("ENGINE_ROWS", message, { name: strings.name, value: strings.type });
  }
  const rows = new BlockRows(problem, options);
  const answer = <R extends BoostRequest>(request: R): BoostAnswer<R> | Promise<BoostAnswer<R>> => {
    const found = rows.answer(request);
    if (request.ask === "code") onCoded?.();
    return found;
  };
  // The fit closes what it has asked, but the scores are asked for later.
  const boost = (): BoostRows => ({
    answer,
    restart: (base) => rows.restart(base),
    get sumBytes() {
      return rows.sumBytes;
    },
  });
  return {
    task: { ...problem, attributes: problem.attributes.map(columnSchema) },
    known: problem,
    hasGaps: () => true,
    engine: () => notBoosting(),
    part: () => notBoosting(),
    boost,
    scored: (each) => rows.scored(each),
    close: () => rows.close(),
  };
}

function notBoosting(): never {
  throw new CoppiceError("ENGINE_ROWS", "these rows are coded for gradient boosting alone");
}
