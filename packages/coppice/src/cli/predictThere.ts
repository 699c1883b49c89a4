import { CoppiceError, show } from "../base/errors.js";
import type { Model } from "../model/model.js";
import type { FeedCells } from "../source/feed.js";
import type { Warning } from "../table/table.js";
import { isDatabase, type PredictedRows, predictInto, withPredictedRows } from "../targets/databases.js";
import { writeWhole } from "../targets/files.js";
import { csvCell, csvLine } from "./csv.js";
import type { CellFlags } from "./flags.js";
import { type Io, printJson, printLine, printWarnings } from "./io.js";

/** Flags of predictions that are made where the rows are. */
export interface PredictThereFlags extends CellFlags {
  readonly key?: string;
  readonly into?: string;
  readonly force?: boolean;
  readonly out?: string;
  readonly proba?: boolean;
  readonly json?: boolean;
  readonly threads?: number;
  readonly proximities?: string;
}

/** Flags that need the rows here, or files that the library reads itself. */
const USELESS = [
  ...(["proximities", "missing", "delimiter", "decimal", "dates", "encoding"] as const),
  ...(["skipLines", "skipLastLines"] as const),
];

/** Whether the rows are to be predicted where they are: a key asks for that. */
export function isPredictedThere({ key, into, force }: PredictThereFlags): boolean {
  return key !== undefined || into !== undefined || force === true;
}

export function checkThere(path: string, flags: PredictThereFlags): void {
  const first = flags.key !== undefined ? "--key" : flags.into !== undefined ? "--into" : "--force";
  const conflict = (message: string, name: string) => new CoppiceError("OPTION_CONFLICT", message, { name });
  if (!isDatabase(path))
    throw conflict(`${first} needs a database, such as duckdb:file.db#table; got ${show(path)}`, first);
  if (flags.key === undefined)
    throw conflict("--into needs --key, the column that identifies a row", "--key");
  if (flags.force && flags.into === undefined)
    throw conflict("--force replaces the table of --into, and none is given", "--force");
  if (flags.into !== undefined && flags.out !== undefined)
    throw conflict("--into and --out are two places for the predictions: give one", "--into");
  const useless = USELESS.find((name) => flags[name] !== undefined);
  if (useless === undefined) return;
  const flag = `--${useless.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw conflict(`${flag} cannot be used with --key: the rows stay in their database`, flag);
}

/** Predicts rows that stay in their database, by a query: into a table there, or as a CSV with their keys. */
export async function predictThere(
  io: Io,
  model: Model,
  path: string,
  flags: PredictThereFlags,
): Promise<void> {
  const begun = io.clock();
  const { into, out, from, threads, key = "", proba = false } = flags;
  const asked = {
    ...{ key, probabilities: proba },
    ...(from !== undefined && { query: from }),
    ...(threads !== undefined && { threads }),
  };
  const told = (rows: number, warnings: readonly Warning[], where: object) => {
    const { learner, task, target } = model;
    const seconds = { predict: io.clock() - begun };
    printJson(io, { learner, task, target: target.name, rows, ...where, seconds, warnings });
  };
  if (into !== undefined) {
    const { rows, warnings } = await io.interruptible((signal) =>
      predictInto(model, path, { ...asked, signal, into, replace: flags.force === true }),
    );
    printWarnings(io, warnings);
    if (flags.json) told(rows, warnings, { into });
    else printLine(io.stderr, `${rows} predictions written`);
    return;
  }
  await io.interruptible((signal) =>
    withPredictedRows(model, path, { ...asked, signal }, async (predicted) => {
      printWarnings(io, predicted.warnings);
      if (out === undefined) {
        for await (const { text } of csvOf(predicted)) io.stdout.write(text);
        return;
      }
      let rows = 0;
      async function* bytes() {
        for await (const lines of csvOf(predicted)) {
          rows += lines.rows;
          yield Buffer.from(lines.text);
        }
      }
      await writeWhole(out, bytes());
      if (flags.json) told(rows, predicted.warnings, { out });
      else printLine(io.stderr, `${rows} predictions written to ${out}`);
    }),
  );
}

const decoder = new TextDecoder();

/** The lines of a CSV as they come, the names first. */
async function* csvOf({ names, batches }: PredictedRows): AsyncGenerator<{ rows: number; text: string }> {
  yield { rows: 0, text: csvLine(names) };
  for await (const { rows, columns } of batches()) {
    let text = "";
    for (let row = 0; row < rows; row++)
      text += `${columns.map((column) => cellOf(column, row)).join(",")}\n`;
    yield { rows, text };
  }
}

/** A missing key is an empty cell. */
function cellOf(column: FeedCells, row: number): string {
  if (column.kind === "numbers") return String(column.values[row]);
  const { bytes, starts, ends } = column;
  return starts[row] < 0 ? "" : csvCell(decoder.decode(bytes.subarray(starts[row], ends[row])));
}
