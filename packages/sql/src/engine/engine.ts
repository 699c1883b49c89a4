import { CoppiceError } from "coppice";
import type { Answer, AsyncEngine, EngineFacts, Request } from "coppice/engine";
import type { CodedRows } from "./coded.js";
import { divide } from "./divide.js";
import { Entries } from "./entries.js";
import { RowJudge } from "./judge.js";
import { landingsOf } from "./landings.js";
import { Scratch } from "./scratch.js";
import { summariesOf } from "./summaries.js";
import { sidesOf, talliesOf } from "./tallies.js";

/** Answers a learner's requests by SQL: all sums are computed where the rows are, and only sums leave it. */
export class SqlEngine implements AsyncEngine {
  readonly facts: EngineFacts;
  private readonly scratch: Scratch;
  private opened: Promise<CodedRows> | undefined;
  private begun: Promise<Entries> | undefined;
  private judge: RowJudge | undefined;

  /** `source` makes the table of the rows where there is none yet, and is told when it is needed no more. */
  constructor(
    private readonly rows: CodedRows,
    private readonly source?: { open(): Promise<CodedRows>; release(): Promise<void> },
  ) {
    this.scratch = new Scratch(rows.connection);
    this.facts = {
      ...{ attributes: rows.attributes, target: rows.target, prefers: "level" },
      landings: true,
      ...(rows.hasKeys && { judges: true }),
    };
  }

  async answer(request: Request): Promise<Answer> {
    if (request.of === "validation") throw needsRows("validation rows");
    // Rows that only land need no nodes.
    if (request.ask === "landings") return landingsOf(await this.open(), request);
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
      case "judge":
        this.judge ??= new RowJudge(entries.rows, this.scratch);
        return this.judge.judge(request);
      case "subtree":
        return request.nodes.map(() => undefined);
      case "ratioTree":
        return undefined;
      default:
        throw needsRows(`the request ${request.ask}`);
    }
  }

  private open(): Promise<CodedRows> {
    this.opened ??= this.source?.open() ?? Promise.resolve(this.rows);
    return this.opened;
  }

  private async begin(): Promise<Entries> {
    const entries = new Entries(await this.open(), this.scratch);
    await entries.start();
    return entries;
  }

  async close(): Promise<void> {
    const { begun, opened } = this;
    this.begun = undefined;
    this.opened = undefined;
    await begun?.catch(() => {});
    await opened?.catch(() => {});
    await this.scratch.close();
    if (opened) await this.source?.release();
  }
}

export function needsRows(what: string): CoppiceError {
  return new CoppiceError("ENGINE_ROWS", `${what} needs an engine that has the rows in this process`, {
    name: what,
  });
}
