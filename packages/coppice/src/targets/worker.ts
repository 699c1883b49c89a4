/** `coppice/worker`: the whole library in a worker of its own, for pages. */
import { CoppiceError } from "../base/errors.js";
import type { CandidateOptions, Candidates } from "../learn/edit/candidates.js";
import type { SplitProfile } from "../learn/edit/profileCut.js";
import type { OnProgress } from "../learn/learner.js";
import type { Edit, Workbook } from "../model/edit.js";
import type { Model } from "../model/model.js";
import type { TreeModel } from "../model/tree.js";
import type { Prediction } from "../predict/prediction.js";
import type { RowsAt } from "../predict/rowsAt.js";
import type { Table } from "../table/table.js";
import type { CrossValidation } from "./crossValidation.js";
import { errorOf } from "./failure.js";
import {
  type CrossValidateWish,
  type FileContent,
  type FitWish,
  type LibraryReply,
  type LibraryRequest,
  MODEL_ARGUMENT,
  type ModelArgument,
  type OpenedTable,
  type TableRef,
  type TaskName,
  type WholeSequence,
} from "./libraryMessages.js";
import { fromMessage, toMessage } from "./modelMessage.js";
import { stopped } from "./stopped.js";

export { CoppiceError } from "../base/errors.js";
export type {
  CrossValidateWish,
  FileContent,
  FitWish,
  OpenedTable,
  TableRef,
  WholeSequence,
} from "./libraryMessages.js";

/** How the page follows a task. */
export interface TaskHooks {
  /** Rejects the promise with ABORTED at once, and stops the work. */
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** The worker of a library as the page sees it. */
export interface LibraryPort {
  send(message: LibraryRequest): void;
  /** Called once. `onDeath`: the worker ended by itself. */
  listen(onReply: (reply: LibraryReply) => void, onDeath: (why: string) => void): void;
  end(): void;
}

interface Pending extends TaskHooks {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly abort: () => void;
}

/** The library in a worker. Tables stay there; models are sent once. Long tasks run one after the other. */
export class Library {
  /** Resolves with the reason if the worker ends by itself: all that was pending has been rejected with THREAD_DIED. */
  readonly died: Promise<string>;
  private readonly pending = new Map<number, Pending>();
  private readonly numbers = new WeakMap<Model, number>();
  private readonly gone: FinalizationRegistry<number>;
  private next = 1;
  private end: string | undefined;

  constructor(private readonly port: LibraryPort) {
    this.gone = new FinalizationRegistry((number) => {
      if (this.end === undefined) port.send({ forget: number });
    });
    this.died = new Promise((resolve) => {
      port.listen(
        (reply) => this.receive(reply),
        (why) => {
          this.stop(why);
          resolve(why);
        },
      );
    });
  }

  /** Reads a file. */
  open(file: FileContent, hooks: TaskHooks = {}): Promise<OpenedTable> {
    return this.ask("open", [file], hooks);
  }

  /** Keeps a table of the page. */
  keep(table: Table, hooks: TaskHooks = {}): Promise<TableRef> {
    const { rows, columns } = table;
    return this.ask("keep", [{ rows, columns }], hooks);
  }

  /** A copy of a table, for the page. */
  table(table: TableRef, hooks: TaskHooks = {}): Promise<Table> {
    return this.ask("table", [table], hooks);
  }

  drop(table: TableRef): Promise<undefined> {
    return this.ask("drop", [table], {});
  }

  fit(table: TableRef, request: FitWish, hooks: TaskHooks = {}): Promise<Model> {
    return this.ask("fit", [table, request], hooks);
  }

  edit(
    table: TableRef,
    model: Model,
    edits: readonly Edit[],
    { signal, onProgress, ...options }: TaskHooks & { readonly weight?: string } = {},
  ): Promise<TreeModel> {
    return this.ask("edit", [table, model, edits, options], hooksOf(signal, onProgress));
  }

  replay(table: TableRef, workbook: Workbook, hooks: TaskHooks = {}): Promise<TreeModel> {
    return this.ask("replay", [table, workbook], hooks);
  }

  candidates(
    table: TableRef,
    model: Model,
    node: string,
    {
      signal,
      ...options
    }: Omit<CandidateOptions, "validation"> & {
      readonly validation?: TableRef;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<Candidates> {
    return this.ask("candidates", [table, model, node, options], hooksOf(signal));
  }

  rowsAt(table: TableRef, model: TreeModel, node: string, hooks: TaskHooks = {}): Promise<RowsAt> {
    return this.ask("rowsAt", [table, model, node], hooks);
  }

  splitProfile(
    table: TableRef,
    model: Model,
    node: string,
    attribute: string,
    { signal, ...options }: { readonly weight?: string; readonly signal?: AbortSignal } = {},
  ): Promise<SplitProfile> {
    return this.ask("splitProfile", [table, model, node, attribute, options], hooksOf(signal));
  }

  predict(table: TableRef, model: Model, hooks: TaskHooks = {}): Promise<Prediction> {
    return this.ask("predict", [table, model], hooks);
  }

  crossValidate(
    table: TableRef,
    request: CrossValidateWish,
    hooks: TaskHooks = {},
  ): Promise<CrossValidation> {
    return this.ask("crossValidate", [table, request], hooks);
  }

  /** The tree before pruning, and the sequence of its pruned trees with their cross-validated errors. */
  pruneSequence(
    table: TableRef,
    model: TreeModel,
    { signal, onProgress, ...options }: TaskHooks & { readonly weight?: string } = {},
  ): Promise<WholeSequence> {
    return this.ask("pruneSequence", [table, model, options], hooksOf(signal, onProgress));
  }

  /** Ends the worker: all that is pending is rejected with ABORTED. */
  close(): void {
    this.port.end();
    this.stop(undefined);
  }

  private ask<T>(task: TaskName, given: readonly unknown[], { signal, onProgress }: TaskHooks): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.end !== undefined) return reject(this.ended());
      if (signal?.aborted) return reject(stopped());
      const id = this.next++;
      const abort = () => {
        this.port.send({ cancel: id });
        this.take(id)?.reject(stopped());
      };
      signal?.addEventListener("abort", abort, { once: true });
      const hooks = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
      this.pending.set(id, { ...hooks, abort, resolve: resolve as Pending["resolve"], reject });
      const place = MODEL_ARGUMENT[task];
      try {
        const args = place === undefined ? given : given.with(place, this.argumentOf(given[place] as Model));
        this.port.send({ id, task, args });
      } catch (error) {
        // Something among the arguments cannot be sent.
        this.take(id)?.reject(error as Error);
      }
    });
  }

  private argumentOf(model: Model): ModelArgument {
    const known = this.numbers.get(model);
    return known === undefined ? { sent: toMessage(model) } : { known };
  }

  private receive(reply: LibraryReply): void {
    if ("share" in reply) {
      this.pending.get(reply.id)?.onProgress?.(reply.share, reply.figure);
      return;
    }
    const asked = this.take(reply.id);
    if ("message" in reply) {
      const model = fromMessage(reply.message);
      if (asked === undefined) this.port.send({ forget: reply.number });
      else this.gone.register(model, reply.number);
      this.numbers.set(model, reply.number);
      asked?.resolve(reply.rest ? { ...reply.rest, model } : model);
    } else if ("result" in reply) asked?.resolve(reply.result);
    else asked?.reject(errorOf(reply));
  }

  private take(id: number): Pending | undefined {
    const asked = this.pending.get(id);
    this.pending.delete(id);
    asked?.signal?.removeEventListener("abort", asked.abort);
    return asked;
  }

  private stop(why: string | undefined): void {
    this.end ??= why ?? "it was closed";
    for (const id of [...this.pending.keys()])
      this.take(id)?.reject(why === undefined ? stopped() : this.ended());
  }

  private ended(): CoppiceError {
    return new CoppiceError("THREAD_DIED", `the library's worker has ended: ${this.end}`);
  }
}

const hooksOf = (signal?: AbortSignal, onProgress?: OnProgress): TaskHooks => ({
  ...(signal && { signal }),
  ...(onProgress && { onProgress }),
});

export interface StartOptions {
  /** The folder with the library's worker files, if it is not the library's own. */
  readonly workers?: URL | string;
  /** Starts the worker, `libraryWorker.js` of this package, as a module. */
  readonly worker?: () => Worker;
}

/** Starts the library in a worker, and resolves when it is ready. */
export async function startLibrary({ workers, worker: start }: StartOptions = {}): Promise<Library> {
  // Written out, so that bundlers find the file.
  const worker =
    start?.() ??
    (workers
      ? new Worker(new URL("libraryWorker.js", new URL(workers, globalThis.location?.href)), {
          type: "module",
        })
      : new Worker(new URL("./libraryWorker.js", import.meta.url), { type: "module" }));
  await new Promise<void>((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = ({ message }) => {
      worker.terminate();
      reject(
        new CoppiceError(
          "THREAD_DIED",
          `the library's worker cannot be started: ${message ?? "no such file"}`,
        ),
      );
    };
  });
  return new Library({
    send: (message) => worker.postMessage(message),
    listen(onReply, onDeath) {
      worker.onmessage = ({ data }: MessageEvent<LibraryReply>) => onReply(data);
      worker.onerror = ({ message }) => {
        worker.terminate();
        onDeath(message ?? "it failed");
      };
      worker.onmessageerror = () => onDeath("its answer cannot be read");
    },
    end: () => worker.terminate(),
  });
}
