import { CoppiceError } from "../base/errors.js";
import { candidates } from "../learn/edit/candidates.js";
import { edit, editable, replay, workbookOf } from "../learn/edit/edit.js";
import { splitProfile } from "../learn/edit/splitProfile.js";
import { fitLoaded } from "../learn/fitLoaded.js";
import type { OnProgress } from "../learn/learner.js";
import { pruningSequence } from "../learn/prune/costComplexity.js";
import { checkPrunable } from "../learn/prune/prunable.js";
import type { Workbook } from "../model/edit.js";
import { isTree, type Model } from "../model/model.js";
import type { TreeModel } from "../model/tree.js";
import { predictTable } from "../predict/predictTable.js";
import { rowsAt } from "../predict/rowsAt.js";
import { bytesOf } from "../source/bytes.js";
import type { ReadResult } from "../source/options.js";
import { readSource } from "../source/read.js";
import { columnSchema } from "../table/column.js";
import type { Table } from "../table/table.js";
import type { ClosableTeam } from "./browserTeam.js";
import { checkRequest } from "./checkRequest.js";
import { asyncRunner, crossValidatePrepared } from "./crossValidation.js";
import { failureOf } from "./failure.js";
import { type PreparedFit, prepareFit } from "./fitRequest.js";
import type { TeamWish } from "./fitTeam.js";
import {
  type LibraryReply,
  type LibraryRequest,
  MODEL_ARGUMENT,
  type ModelArgument,
  type TableRef,
  type TaskName,
  type Tasks,
  type WholeSequence,
} from "./libraryMessages.js";
import { fromMessage, toMessage } from "./modelMessage.js";
import { isModule, learnerIn } from "./ownLearner.js";
import { stopped } from "./stopped.js";

interface Hooks {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** What the host of a library gives it. */
export interface LibraryHost {
  post(reply: LibraryReply, transfer?: readonly ArrayBufferLike[]): void;
  /** Threads for a fit; undefined: the worker's own. */
  team(wish: TeamWish): Promise<ClosableTeam | undefined>;
}

type Handlers = {
  readonly [T in TaskName]: (
    hooks: Hooks,
    ...args: Parameters<Tasks[T]>
  ) => ReturnType<Tasks[T]> | Promise<ReturnType<Tasks[T]>>;
};

/** Tasks that take long: one after the other, since they share the threads. The others run in their pauses. */
const LONG: ReadonlySet<TaskName> = new Set(["fit", "edit", "replay", "crossValidate", "pruneSequence"]);

/** Progress is reported for each hundredth of the work. */
const STEP = 0.01;

/** The library as a worker offers it: tables and models stay here, and are named by numbers. */
export class LibraryServer {
  private readonly tables = new Map<number, Table & Partial<Pick<ReadResult, "schema">>>();
  private readonly models = new Map<number, Model>();
  private readonly running = new Map<number, AbortController>();
  private nextNumber = 1;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly host: LibraryHost) {}

  async receive(request: LibraryRequest): Promise<void> {
    if ("cancel" in request) this.running.get(request.cancel)?.abort();
    else if ("forget" in request) this.models.delete(request.forget);
    else await this.perform(request.id, request.task, request.args);
  }

  private async perform(id: number, task: TaskName, args: readonly unknown[]): Promise<void> {
    const controller = new AbortController();
    this.running.set(id, controller);
    const { signal } = controller;
    try {
      if (!Object.hasOwn(this.handlers, task)) throw new Error(`no task ${String(task)}`);
      const work = () => {
        if (signal.aborted) throw stopped();
        return this.run(task, this.withModel(task, args), { signal, onProgress: this.progressOf(id) });
      };
      const result = LONG.has(task) ? await this.queued(work) : await work();
      this.answer(id, result);
    } catch (error) {
      this.host.post({ id, ...failureOf(error) });
    } finally {
      this.running.delete(id);
    }
  }

  private queued<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => {});
    return turn;
  }

  private run(task: TaskName, args: readonly unknown[], hooks: Hooks): unknown {
    const handler = this.handlers[task] as (hooks: Hooks, ...args: readonly unknown[]) => unknown;
    return handler(hooks, ...args);
  }

  private progressOf(id: number): OnProgress {
    let reported = 0;
    return (share, figure) => {
      if (share < reported + STEP) return;
      reported = share;
      this.host.post({ id, share, ...(figure && { figure }) });
    };
  }

  private withModel(task: TaskName, args: readonly unknown[]): readonly unknown[] {
    const place = MODEL_ARGUMENT[task];
    return place === undefined ? args : args.with(place, this.modelOf(args[place] as ModelArgument));
  }

  private modelOf(argument: ModelArgument): Model {
    if ("sent" in argument) return fromMessage(argument.sent);
    const model = this.models.get(argument.known);
    if (model === undefined) throw new Error(`model ${argument.known} was forgotten`);
    return model;
  }

  private answer(id: number, result: unknown): void {
    const model = modelIn(result);
    if (model === undefined) {
      this.host.post({ id, result });
      return;
    }
    const number = this.nextNumber++;
    this.models.set(number, model);
    const rest = model === result ? {} : { rest: { ...(result as object), model: undefined } };
    this.host.post({ id, message: toMessage(model), number, ...rest });
  }

  private keepTable(table: Table & Partial<Pick<ReadResult, "schema">>): TableRef {
    const id = this.nextNumber++;
    this.tables.set(id, table);
    return { id, rows: table.rows, columns: table.columns.map(columnSchema) };
  }

  private tableOf({ id }: TableRef): Table & Partial<Pick<ReadResult, "schema">> {
    const table = this.tables.get(id);
    if (table) return table;
    throw new CoppiceError(
      "DATA_SHAPE",
      `the library has no table ${id}: it was dropped, or opened in another worker`,
      {
        name: "table",
        value: id,
      },
    );
  }

  private prepare(table: TableRef, request: object): Promise<PreparedFit> {
    return prepareFit(this.tableOf(table), request);
  }

  private async fitted(
    { training, spec, learner }: PreparedFit,
    { threads }: { readonly threads?: number },
    hooks: Hooks,
  ): Promise<Model> {
    const found = isModule(learner) ? await learnerIn(learner) : learner;
    return this.withTeam({ table: training.table, ...(threads !== undefined && { threads }) }, (team) =>
      fitLoaded(training.table, { ...spec, ...hooks, learner: found, ...team }),
    );
  }

  private async withTeam<T>(wish: TeamWish, work: (team: { team?: ClosableTeam }) => Promise<T>): Promise<T> {
    const team = await this.host.team(wish);
    try {
      return await work(team ? { team } : {});
    } finally {
      team?.close();
    }
  }

  private readonly handlers: Handlers = {
    open: async ({ signal, onProgress }, { bytes, name, options = {} }) => {
      const content = bytes instanceof Uint8Array ? bytes : new Uint8Array(await bytes.arrayBuffer());
      const { table, warnings, schema, declared } = await readSource(bytesOf(name, content), {
        ...options,
        signal,
        onProgress: (done, total) => total !== undefined && onProgress(done / total),
      });
      const kept = this.keepTable({
        ...table,
        warnings,
        ...(declared && { declared }),
        ...(schema && { schema }),
      });
      return { table: kept, warnings, ...(schema && { schema }) };
    },
    keep: (_, table) => this.keepTable(table),
    table: (_, table) => {
      const { rows, columns } = this.tableOf(table);
      return { rows, columns };
    },
    drop: (_, { id }) => {
      this.tables.delete(id);
      return undefined;
    },
    fit: async (hooks, table, request) => {
      checkRequest(request);
      return this.fitted(await this.prepare(table, request), request, hooks);
    },
    edit: (hooks, ref, model, edits, options) => {
      const table = this.tableOf(ref);
      return this.withTeam({ table }, (team) => edit(model, table, edits, { ...options, ...hooks, ...team }));
    },
    replay: (hooks, ref, workbook) => this.replayed(ref, workbook, hooks),
    candidates: (_, table, model, node, { validation, ...options }) =>
      candidates(model, this.tableOf(table), node, {
        ...options,
        ...(validation && { validation: this.tableOf(validation) }),
      }),
    rowsAt: (_, table, model, node) => rowsAt(editable(model), this.tableOf(table), node),
    splitProfile: (_, table, model, node, attribute, options) =>
      splitProfile(model, this.tableOf(table), node, attribute, options),
    predict: (_, table, model) => predictTable(model, this.tableOf(table)),
    crossValidate: async (hooks, table, request) => {
      checkRequest(request, "crossValidate");
      const prepared = await this.prepare(table, request);
      const run = asyncRunner(prepared.training.table, (part, onProgress) =>
        this.fitted({ ...prepared, training: { ...prepared.training, table: part } }, request, {
          ...hooks,
          onProgress,
        }),
      );
      return crossValidatePrepared(prepared, { ...request, ...hooks }, run);
    },
    pruneSequence: (hooks, table, model, options) => this.wholeSequence(hooks, table, model, options),
  };

  private replayed(ref: TableRef, workbook: Workbook, hooks: Hooks): Promise<TreeModel> {
    const table = this.tableOf(ref);
    return this.withTeam({ table }, (team) => replay(workbook, table, { ...hooks, ...team }));
  }

  /** Grows the tree once without pruning, and once for the errors of the sequence. */
  private async wholeSequence(
    hooks: Hooks,
    table: TableRef,
    model: TreeModel,
    { weight }: { readonly weight?: string },
  ): Promise<WholeSequence> {
    checkPrunable(editable(model));
    const given = weight === undefined ? {} : { weight };
    if (model.edits?.length) return { ...pruningSequence(model), model };
    const { recipe, ...book } = workbookOf(model, given);
    const { onProgress } = hooks;
    const half = (prune: string, from: number) => {
      const options = { ...recipe.options, prune };
      const progress = { ...hooks, onProgress: (done: number) => onProgress(from + done / 2) };
      return this.replayed(table, { ...book, recipe: { ...recipe, options } }, progress);
    };
    const chosen = await half("costComplexity", 0);
    const grown = await half("none", 0.5);
    const sequence = pruningSequence(grown, {
      ...(recipe.options.measure !== undefined && { measure: recipe.options.measure as "error" }),
      ...(recipe.options.table !== undefined && { table: recipe.options.table as "breiman" }),
    });
    return { ...sequence, rows: chosen.pruning ?? sequence.rows, model: grown };
  }
}

/** A result that is a model, or has one. */
function modelIn(result: unknown): Model | undefined {
  if (typeof result !== "object" || result === null) return undefined;
  if ("format" in result) return result as Model;
  return "model" in result && isTree(result.model as Model) ? (result.model as Model) : undefined;
}
