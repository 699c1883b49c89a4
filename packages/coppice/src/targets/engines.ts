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
    "OPTION_RANGE",
    `--engine is memory or disk; for sums in ${name} give --push-down and an address such as ${name}:… (package ${from})`,
    { name: "--engine", rule: OWN.join(" or "), value: name },
  );
}
