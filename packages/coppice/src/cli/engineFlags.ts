import type { Command } from "commander";
import { bytesText } from "../base/bytesText.js";
import { CoppiceError } from "../base/errors.js";
import type { Table } from "../table/table.js";
import { roomToRead } from "../targets/disk/budget.js";
import { learnsFromDisk, outgrows, usualMemory } from "../targets/disk/fitOnDisk.js";
import { outgrowsKernels } from "../targets/disk/outgrowsKernels.js";
import { SpilledCells } from "../targets/disk/spilledCells.js";
import { fetched } from "../targets/disk/storedColumn.js";
import { checkEngine, type DatabaseEngine, type EngineName } from "../targets/engines.js";
import { fileBytes } from "../targets/files.js";
import type { FitSpec } from "../targets/trial.js";
import { bytesOf } from "./bytes.js";
import { type Io, remark } from "./io.js";
import { type RowFlags, wantsRows } from "./wantsRows.js";

/** Where the rows are while a model is learned. */
export interface EngineFlags {
  readonly engine?: string;
  readonly memory?: number;
  readonly scratch?: string;
}

export function addEngineFlags(command: Command): Command {
  return command
    .option(
      "--engine <name>",
      "where the rows are while a model is learned: memory, disk, or, for addresses of databases, duckdb or spark (default: memory, or disk if the coded table does not fit)",
    )
    .option(
      "--memory <amount>",
      "memory, such as 700mb or 2gb; 2g and 2GiB are the same as 2gb (default: half of the machine's)",
      bytesOf("--memory"),
    )
    .option("--scratch <folder>", "folder for the scratch file of the disk engine (default: the system's)");
}

export function checkEngineFlags({ engine, memory, scratch }: EngineFlags): void {
  if (engine === undefined) return;
  if (checkEngine(engine) !== "memory") return;
  const idle = memory === undefined ? scratch === undefined || "--scratch" : "--memory";
  if (idle === true) return;
  const message = `${idle} is for the disk engine, and --engine is memory`;
  throw new CoppiceError("OPTION_CONFLICT", message, { name: idle, rule: "--engine disk, or none" });
}

/** A table that may take so many times the bytes of its file is not kept in memory while it is read. */
const EXPANSION = 4;

/** Whether the cells of a table do not stay in memory while it is read: it will, or may, be learned from on disk. */
export function isSpilled(
  path: string,
  spec: Pick<FitSpec, "learner" | "options">,
  { engine, memory = usualMemory() }: EngineFlags,
): boolean {
  if (engine === "memory" || !learnsFromDisk(spec)) return false;
  return engine === "disk" || (fileBytes(path).size ?? 0) * EXPANSION > memory;
}

/** Where they go; undefined if they stay in memory. */
export function cellsFor(
  path: string,
  spec: Pick<FitSpec, "learner" | "options">,
  flags: EngineFlags,
): SpilledCells | undefined {
  const { memory = usualMemory(), scratch } = flags;
  return isSpilled(path, spec, flags) ? new SpilledCells(scratch, roomToRead(memory)) : undefined;
}

/** The table with all cells in memory. */
export function inMemory(table: Table): Table {
  return { ...table, columns: table.columns.map(fetched) };
}

/**
 * The engine that was asked for; without a wish, disk if the codes would take too much memory, or more of it than kernels can have and
 * no flag needs the rows there. Then it is said.
 */
export function engineFor(
  io: Io,
  table: Table,
  spec: FitSpec,
  flags: EngineFlags & RowFlags,
): Exclude<EngineName, DatabaseEngine> {
  // Databases have been dealt with: their rows are in no table.
  if (flags.engine !== undefined) return checkEngine(flags.engine) === "disk" ? "disk" : "memory";
  const { memory = usualMemory() } = flags;
  const why =
    outgrowsMemory(table, spec, memory) ??
    (wantsRows(flags) ? undefined : outgrowsThreads(table, spec, memory));
  if (why === undefined) return "memory";
  remark(io, "hint", `${why}: learning from disk; the model is the same`);
  return "disk";
}

function outgrowsMemory(table: Table, spec: FitSpec, memory: number): string | undefined {
  const bytes = outgrows(table, spec, memory);
  if (bytes === undefined) return undefined;
  return `the coded table may take ${bytesText(bytes)}, more than the ${bytesText(memory)} of --memory`;
}

function outgrowsThreads(table: Table, spec: FitSpec, memory: number): string | undefined {
  if (!outgrowsKernels(table, spec, memory)) return undefined;
  return "the table is too large to be learned from in memory by all threads";
}
