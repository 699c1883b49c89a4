import { CoppiceError } from "coppice";
import { openDuckDbTarget } from "../duckdb/target.js";
import type { Address } from "../source/address.js";
import { openSparkTarget } from "../spark/target.js";
import type { OpenedTarget, TargetOptions } from "./target.js";

/** What can be written: a table of the engine that has the rows. */
export function checkedTarget(source: Address, target: Address, into: string): void {
  const rule =
    source.engine !== target.engine
      ? `a table of ${source.engine}, which has the rows`
      : source.engine === "spark" && source.place !== target.place
        ? "a table of the same server"
        : source.engine === "spark" && target.table === undefined
          ? "a table, named after #"
          : undefined;
  if (rule === undefined) return;
  const message = `--into must be ${rule}; got ${JSON.stringify(into)}`;
  throw new CoppiceError("OPTION_CONFLICT", message, { name: "--into", rule, value: into });
}

export async function openTarget(
  source: Address,
  target: Address,
  options: TargetOptions,
): Promise<OpenedTarget> {
  return source.engine === "duckdb"
    ? openDuckDbTarget(source, target, options)
    : openSparkTarget(source, target, options);
}
