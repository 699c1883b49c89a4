import { CoppiceError, mustBe, show } from "../base/errors.js";

/** Where the rows are while a model is learned, and what computes the sums over them. */
export type EngineName = "memory" | "disk" | DatabaseEngine;

/** Engines that leave the rows where an address names them, and send sums. They belong to the package coppice-sql. */
export type DatabaseEngine = "duckdb" | "spark";

const ENGINES: readonly string[] = ["memory", "disk", "duckdb", "spark"];

/** Only engines that exist are accepted. */
export function checkEngine(name = "memory"): EngineName {
  if (ENGINES.includes(name)) return name as EngineName;
  throw mustBe("OPTION_RANGE", "--engine", `one of ${ENGINES.join(", ")}`, name);
}

/** What is asked about where the sums are computed. */
export interface EngineChoice {
  readonly engine?: string | undefined;
  /** The plain word for the engine of the address. */
  readonly pushDown?: boolean | undefined;
}

/** The database that computes all sums where the rows are; undefined if the rows come here. */
export function databaseEngine(
  path: string,
  { engine: asked, pushDown = false }: EngineChoice,
): DatabaseEngine | undefined {
  const [, at] = /^(duckdb|spark):/.exec(path) ?? [];
  const engine = asked === undefined ? undefined : checkEngine(asked);
  if (engine === "memory" || engine === "disk") {
    if (!pushDown) return undefined;
    const message = `--push-down leaves the rows where they are, and --engine is ${engine}: give one of the two`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "--push-down", value: engine });
  }
  if (engine === undefined && !pushDown) return undefined;
  if (at !== undefined && (engine === undefined || engine === at)) return at as DatabaseEngine;
  const flag = engine === undefined ? "--push-down" : `--engine ${engine}`;
  const rule =
    engine === "spark"
      ? "an address such as spark:sc://host:15002#table"
      : `${engine ? "an address" : "a database"}, such as duckdb:file.db#table`;
  const message = `${flag} needs ${rule}; got ${show(path)}`;
  throw new CoppiceError("OPTION_CONFLICT", message, { name: flag.split(" ")[0], rule, value: path });
}
