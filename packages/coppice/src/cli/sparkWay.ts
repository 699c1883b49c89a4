import { bytesText } from "../base/bytesText.js";
import { CoppiceError, mustBe } from "../base/errors.js";
import { databaseSize } from "../targets/databases.js";
import { usualMemory } from "../targets/disk/fitOnDisk.js";
import type { FitFlags } from "./fitFlags.js";
import { type Io, remark } from "./io.js";

/** How a model is learned from rows of a Spark cluster. */
export type SparkWay = "pull" | "batch" | "sql";

const WAYS: readonly string[] = ["pull", "batch", "sql"];

/** A way in which rows stay where they are. */
export type StayingWay = Exclude<SparkWay, "pull">;

/** What was asked for with `--way`, which is for Spark alone. */
export function askedWay(path: string, { way, engine, pushDown }: FitFlags): SparkWay | undefined {
  if (way === undefined) return undefined;
  if (!WAYS.includes(way)) throw mustBe("OPTION_RANGE", "--way", `one of ${WAYS.join(", ")}`, way);
  const conflict = (message: string) =>
    new CoppiceError("OPTION_CONFLICT", message, { name: "--way", value: way });
  if (!isSpark(path))
    throw conflict(`--way is for addresses such as spark:sc://host:15002#table; got ${path}`);
  if (way === "pull" && (pushDown || engine === "spark"))
    throw conflict(
      `--way pull takes the rows here, and ${pushDown ? "--push-down" : "--engine spark"} leaves them`,
    );
  if (way !== "pull" && (engine === "memory" || engine === "disk"))
    throw conflict(`--way ${way} leaves the rows on the cluster, and --engine is ${engine}`);
  return way as SparkWay;
}

const isSpark = (path: string) => path.startsWith("spark:");

/** Bytes of a cell in memory. */
const CELL = 8;

/** Whether rows of a cluster would take too much memory here, so that they stay there; and what is done is said. */
export async function outgrowsPull(io: Io, path: string, flags: FitFlags): Promise<boolean> {
  const { engine, memory = usualMemory(), from } = flags;
  if (!isSpark(path) || flags.way !== undefined || engine !== undefined || flags.pushDown) return false;
  const { rows, columns } = await databaseSize(path, from === undefined ? {} : { query: from });
  const bytes = rows * columns * CELL;
  const size = `${rows.toLocaleString("en")} rows (${bytesText(bytes)})`;
  if (bytes <= memory) {
    remark(io, "hint", `pulling ${size} from the cluster; --way batch or sql would leave them there`);
    return false;
  }
  remark(io, "hint", `${size} are more than the ${bytesText(memory)} of --memory: they stay on the cluster`);
  return true;
}
