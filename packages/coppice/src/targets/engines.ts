import { CoppiceError, mustBe } from "../base/errors.js";

/** Where the rows are while a model is learned, and what computes the sums over them. */
export type EngineName = "memory" | "disk";

const OWN: readonly string[] = ["memory", "disk"];
/** Engines of other packages. */
const ELSEWHERE: Readonly<Record<string, string>> = { duckdb: "coppice-sql", spark: "coppice-sql" };

/** Only engines that exist are accepted. */
export function checkEngine(name = "memory"): EngineName {
  if (OWN.includes(name)) return name as EngineName;
  const from = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
  if (from === undefined) throw mustBe("OPTION_RANGE", "--engine", OWN.join(" or "), name);
  throw new CoppiceError(
    "PACKAGE_MISSING",
    `--engine ${name} needs the package ${from}, with which this command was not started`,
    { name: "--engine", rule: OWN.join(" or "), value: name },
  );
}
