import { bytesOf, readSource } from "coppice";
import { shown } from "../../base/text.js";
import { describe } from "../describe.js";
import type { Handlers } from "../handlers.js";
import type { Description, Reading, Recipe, TableFacts } from "../protocol.js";
import { likelyTarget } from "../targetFacts.js";
import type { Workspace } from "../workspace.js";

export interface TableRequests {
  open: { args: { name: string; content: Blob; reading: Reading }; result: TableFacts };
  describe: { args: Pick<Recipe, "target" | "ignore" | "use">; result: Description };
}

export const tableHandlers = (work: Workspace): Handlers<TableRequests> => ({
  open: async ({ name, content, reading }, { signal, onProgress }) => {
    const bytes = new Uint8Array(await content.arrayBuffer());
    const read = await readSource(bytesOf(name, bytes), {
      ...reading,
      signal,
      onProgress: (done, total) => onProgress(total ? done / total : 0),
    });
    work.read = read;
    work.learned = undefined;
    work.parts = undefined;
    work.pruning = undefined;
    return {
      name: shown(name, 100),
      rows: read.table.rows,
      columns: read.table.columns.map(({ name: each, type }) => ({ name: each, type })),
      target: read.schema.target ?? likelyTarget(read.table),
      warnings: read.warnings,
    };
  },
  describe: (request) => describe(work.tableRead(), request),
});
