import { CoppiceError } from "coppice";
import type { Answer, AsyncEngine, EngineFacts, Request } from "coppice/engine";
import type { CodedRows } from "./coded.js";
import { divide } from "./divide.js";
import { Entries } from "./entries.js";
import { Scratch } from "./scratch.js";
import { summariesOf } from "./summaries.js";
import { sidesOf, talliesOf } from "./tallies.js";

/** Answers a learner's requests by SQL: all sums are computed where the rows are, and only sums leave it. */
export class SqlEngine implements AsyncEngine {
  readonly facts: EngineFacts;
  private readonly scratch: Scratch;
  private begun: Promise<Entries> | undefined;

  /** `source` makes the table of the rows where there is none yet, and is told when it is needed no more. */
  constructor(
    private readonly rows: CodedRows,
    private readonly source?: { open(): Promise<CodedRows>; release(): Promise<void> },
  ) {
    this.scratch = new Scratch(rows.connection);
    this.facts = { attributes: rows.attributes, target: rows.target, prefers: "level" };
  }

  async answer(request: Request): Promise<Answer> {
    if (request.of === "validation") throw needsRows("validation rows");
    this.begun ??= this.begin();
    const entries = await this.begun;
    switch (request.ask) {
      case "summarise":
        return summariesOf(entries, request.nodes, request.statistic);
      case "tally":
        return talliesOf(entries, request);
      case "sides":
        return sidesOf(entries, request);
      case "divide": {
        await divide(entries, request.divisions);
        const nodes = request.divisions.flatMap(({ branches }) => branches);
        const summaries = await summariesOf(entries, nodes, request.statistic);
        return request.divisions.map(({ branches }) => summaries.splice(0, branches.length));
      }
      case "subtree":
        return request.nodes.map(() => undefined);
      case "ratioTree":
        return undefined;
      default:
        throw needsRows(`the request ${request.ask}`);
    }
  }

  private async begin(): Promise<Entries> {
    const entries = new Entries((await this.source?.open()) ?? this.rows, this.scratch);
    await entries.start();
    return entries;
  }

  async close(): Promise<void> {
    const { begun } = this;
    this.begun = undefined;
    await begun?.catch(() => {});
    await this.scratch.close();
    if (begun) await this.source?.release();
  }
}

function needsRows(what: string): CoppiceError {
  return new CoppiceError("ENGINE_ROWS", `${what} needs an engine that has the rows in this process`, {
    name: what,
  });
}
