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
  private readonly entries: Entries;
  private begun: Promise<void> | undefined;

  constructor(rows: CodedRows) {
    this.scratch = new Scratch(rows.connection);
    this.entries = new Entries(rows, this.scratch);
    this.facts = { attributes: rows.attributes, target: rows.target, prefers: "level" };
  }

  async answer(request: Request): Promise<Answer> {
    if (request.of === "validation") throw needsRows("validation rows");
    this.begun ??= this.entries.start();
    await this.begun;
    switch (request.ask) {
      case "summarise":
        return summariesOf(this.entries, request.nodes, request.statistic);
      case "tally":
        return talliesOf(this.entries, request);
      case "sides":
        return sidesOf(this.entries, request);
      case "divide": {
        await divide(this.entries, request.divisions);
        const nodes = request.divisions.flatMap(({ branches }) => branches);
        const summaries = await summariesOf(this.entries, nodes, request.statistic);
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

  async close(): Promise<void> {
    await this.scratch.close();
  }
}

function needsRows(what: string): CoppiceError {
  return new CoppiceError("ENGINE_ROWS", `${what} needs an engine that has the rows in this process`, {
    name: what,
  });
}
